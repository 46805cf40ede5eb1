"""The values of filters: ratings, file types, dates, exposure, and words that a field must hold; and filters in words."""

import re
from collections.abc import Callable, Sequence
from datetime import date

from app.domain.query import (
    Around,
    Comparison,
    DateRange,
    DayPart,
    Filter,
    FilterField,
    Known,
    Named,
    NumberRange,
    RatingRange,
    Shape,
    Term,
    Value,
    Weekday,
)
from app.search.calendar_words import describe
from app.search.dates import date_value
from app.search.lexer import Kind, Token
from app.search.quantities import QUANTITIES, describe_numbers, number_range

_RATING = re.compile(r"(>=|<=|>|<|=)?([0-9])(\+)?")
_RATINGS = re.compile(r"([0-9])(?:\.\.|-|–)([0-9])")
_REJECTED = RatingRange(Comparison.EQUAL, -1)
_NAMED_RATINGS = {
    **dict.fromkeys(("none", "unrated"), RatingRange(Comparison.EQUAL, None)),
    **dict.fromkeys(("rejected", "reject", "-1", "=-1", "<0"), _REJECTED),
}
_RAW = ("DNG", "NEF", "NRW", "CR2", "CR3", "ARW", "ORF", "RW2", "RAF", "PEF", "SRW", "RAW")

_ALSO_KNOWN = {
    "position": Known.GPS, "coordinates": Known.GPS, "location": Known.GPS, "time": Known.DATE, "description": Known.CAPTION,
    "tag": Known.TAGS, "keywords": Known.TAGS, "person": Known.PEOPLE, "face": Known.FACES, "stars": Known.RATING,
    **dict.fromkeys(("favorite", "favorites", "fav", "favs", "fave", "heart"), Known.FAVOURITE),
    **dict.fromkeys(("reject", "rejects"), Known.REJECTED),
}  # fmt: skip


_WITH = {
    Known.GPS: "a GPS position", Known.DATE: "a capture date", Known.PLACE: "a place", Known.TITLE: "a title", Known.CAPTION: "a caption",
    Known.TAGS: "tags", Known.PEOPLE: "named people", Known.FACES: "faces (a guess)",
    Known.TEXT: "text in the picture (a guess)", Known.RATING: "a rating",
    Known.CAMERA: "a known camera", Known.LENS: "a known lens",
}  # fmt: skip


_IS = {Known.FAVOURITE: "favourites", Known.REJECTED: "rejected"}
"""What a photo is, unlike what is known of it: by itself and with "not"."""


def filters(token: Token, today: date) -> tuple[Filter, ...]:
    """The alternatives that a filter token stands for; empty where its value is none."""
    if token.field is None:
        return ()
    read = _READ.get(token.field)
    values: Sequence[Value] = read(token.text, today) if read else (term(token),)
    field = FilterField.HAS if token.field is FilterField.IS else token.field
    return tuple(Filter(field, each) for each in values)


def term(token: Token) -> Term:
    """The term of a word or phrase."""
    return Term(token.text, phrase=token.kind is Kind.PHRASE and " " in token.text, prefix=token.prefix)


def rating_values(text: str) -> tuple[RatingRange, ...]:
    """The alternatives of `3`, `>=3`, `3+`, `<3`, `3..5`, `none`, `rejected`."""
    named = _NAMED_RATINGS.get(text.casefold())
    if named:
        return (named,)
    both = _RATINGS.fullmatch(text)
    if both:
        low, high = sorted((int(both[1]), int(both[2])))
        return tuple(RatingRange(Comparison.EQUAL, stars) for stars in range(low, high + 1))
    one = _RATING.fullmatch(text)
    return (_compared(one[1] or "", int(one[2]), plus=one[3] is not None),) if one else ()


def _compared(sign: str, stars: int, *, plus: bool) -> RatingRange:
    if sign in (">", "<"):
        return RatingRange(Comparison.AT_LEAST, stars + 1) if sign == ">" else RatingRange(Comparison.AT_MOST, stars - 1)
    if plus or sign == ">=":
        return RatingRange(Comparison.AT_LEAST, stars)
    return RatingRange(Comparison.AT_MOST if sign == "<=" else Comparison.EQUAL, stars)


def format_names(text: str) -> tuple[str, ...]:
    """The formats that a type may mean: `raw` is any of the cameras' own."""
    bare = text.strip(".*,;").upper()
    return _RAW if bare == "RAW" else (bare,) if bare else ()


def known_values(text: str) -> tuple[Known, ...]:
    """What `has:` asks for: `gps`, `people`, `tag` …"""
    bare = text.casefold()
    named = next((each for each in Known if bare in (each.value, f"{each.value}s")), _ALSO_KNOWN.get(bare))
    return (named,) if named else ()


def shape_values(text: str) -> tuple[Shape, ...]:
    """What `shape:` asks for."""
    return tuple(each for each in Shape if each.value == text.casefold())


def label(token: Token, alternatives: tuple[Filter, ...]) -> str:
    """A filter in words: `tag: harbour`, `date: June 2019`, `rating: at least 3`."""
    if isinstance(alternatives[0].value, Term):
        field = alternatives[0].field
        return f"{field.value}: {token.text}{'…' if token.prefix else ''}{_guess(field)}"
    return described(alternatives)


def opposite(label: str) -> str:
    """What the negation of a condition is called, or the condition itself by its negation: `without a caption`, `not: tag: harbour`."""
    if label.startswith("not: "):
        return label.removeprefix("not: ")
    bare = label.removeprefix("not ")
    if bare in _IS.values():
        return bare if bare != label else f"not {label}"
    for before, after in (("with ", "without "), ("without ", "with ")):
        parts = [each.removeprefix(before) for each in label.split(" or ")]
        if label.startswith(before) and set(parts) <= set(_WITH.values()):
            return after + " or ".join(parts)
    return f"not: {label}"


def described(alternatives: tuple[Filter, ...]) -> str:
    """Alternatives of one field in words."""
    name, value = alternatives[0].field.value, alternatives[0].value
    match value:
        case Term() | Named():
            # Only "raw" is several formats.
            return f"{name}: {value.text if len(alternatives) == 1 else 'raw'}{_guess(alternatives[0].field)}"
        case Around():
            return f"{name}: {value.name}, within {value.kilometres:g} km"
        case RatingRange():
            return f"{name}: {_rating_label(value, alternatives[-1].value)}"
        case NumberRange():
            return f"{name}: {describe_numbers(alternatives[0].field, value)}{_guess(alternatives[0].field)}"
        case Known() | Shape() | DayPart() | Weekday():
            return _known_label(value) if isinstance(value, Known) else f"{name}: {value.value}"
    return f"{name}: {describe(value)}"


def _guess(field: FilterField) -> str:
    """What follows a filter by what a machine has found in pictures."""
    return " (a guess)" if field in (FilterField.FACES, FilterField.TEXT) else ""


def _known_label(known: Known) -> str:
    return _IS.get(known) or f"with {_WITH[known]}"


def _rating_label(first: RatingRange, final: object) -> str:
    if first.stars is None or first == _REJECTED:
        return "none" if first.stars is None else "rejected"
    if isinstance(final, RatingRange) and final != first:
        return f"{first.stars} to {final.stars}"
    words = {Comparison.EQUAL: "", Comparison.AT_LEAST: "at least ", Comparison.AT_MOST: "at most "}
    return f"{words[first.comparison]}{first.stars}"


def _date_values(text: str, today: date) -> tuple[DateRange, ...]:
    found = date_value(text, today)
    return (found,) if found else ()


def _number_values(text: str, _: date) -> tuple[NumberRange, ...]:
    found = number_range(text)
    return (found,) if found else ()


_READ: dict[FilterField, Callable[[str, date], Sequence[Value]]] = {
    FilterField.RATING: lambda text, _: rating_values(text),
    FilterField.DATE: _date_values,
    FilterField.TYPE: lambda text, _: [Term(each) for each in format_names(text)],
    FilterField.HAS: lambda text, _: known_values(text),
    FilterField.IS: lambda text, _: [each for each in known_values(text) if each in _IS],
    FilterField.SHAPE: lambda text, _: shape_values(text),
    FilterField.WEEKDAY: lambda text, _: [each for each in Weekday if text.casefold() in (each.casefold(), each[:3].casefold())],
    FilterField.TIME: lambda text, _: [each for each in DayPart if each.value == text.casefold()],
    **dict.fromkeys((*QUANTITIES, FilterField.PEOPLE), _number_values),
    FilterField.FACES: lambda text, today: (NumberRange(0, 0),) if text.casefold() == "none" else _number_values(text, today),
}
