"""The values of filters: ratings, file types, dates, and words that a field must hold."""

import re
from datetime import date

from app.domain.query import Comparison, Filter, FilterField, RatingRange, Term
from app.search.calendar_words import describe
from app.search.dates import date_value
from app.search.lexer import Kind, Token

_RATING = re.compile(r"(>=|<=|>|<|=)?([0-9])(\+)?")
_RATINGS = re.compile(r"([0-9])(?:\.\.|-|–)([0-9])")
_RAW = ("DNG", "NEF", "NRW", "CR2", "CR3", "ARW", "ORF", "RW2", "RAF", "PEF", "SRW", "RAW")


def filters(token: Token, today: date) -> tuple[Filter, ...]:
    """The alternatives that a filter token stands for; empty where its value is none."""
    if token.field is FilterField.RATING:
        return tuple(Filter(FilterField.RATING, each) for each in rating_values(token.text))
    if token.field is FilterField.DATE:
        found = date_value(token.text, today)
        return (Filter(FilterField.DATE, found),) if found else ()
    if token.field is FilterField.TYPE:
        return tuple(Filter(FilterField.TYPE, Term(each)) for each in format_names(token.text))
    return (Filter(token.field, term(token)),) if token.field else ()


def term(token: Token) -> Term:
    """The term of a word or phrase."""
    return Term(token.text, phrase=token.kind is Kind.PHRASE and " " in token.text, prefix=token.prefix)


def rating_values(text: str) -> tuple[RatingRange, ...]:
    """The alternatives of `3`, `>=3`, `3+`, `<3`, `3..5`, `none`."""
    if text.casefold() in ("none", "unrated"):
        return (RatingRange(Comparison.EQUAL, None),)
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


def label(token: Token, alternatives: tuple[Filter, ...]) -> str:
    """A filter in words: `tag: harbour`, `date: June 2019`, `rating: at least 3`."""
    name, value = alternatives[0].field.value, alternatives[0].value
    if isinstance(value, Term):
        return f"{name}: {token.text}{'…' if token.prefix else ''}"
    if isinstance(value, RatingRange):
        return f"{name}: {_rating_label(value, alternatives[-1].value)}"
    return f"{name}: {describe(value)}"


def _rating_label(first: RatingRange, final: object) -> str:
    if first.stars is None:
        return "none"
    if isinstance(final, RatingRange) and final != first:
        return f"{first.stars} to {final.stars}"
    words = {Comparison.EQUAL: "", Comparison.AT_LEAST: "at least ", Comparison.AT_MOST: "at most "}
    return f"{words[first.comparison]}{first.stars}"
