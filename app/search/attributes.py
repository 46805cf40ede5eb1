"""Attributes of a photo in everyday words: exposure, stars, format, shape, company, and what is known of it or not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from app.domain.query import Comparison, DayPart, Filter, FilterField, NumberRange, RatingRange, Shape, Term, Weekday
from app.search.filters import format_names
from app.search.known_words import known_words
from app.search.quantities import amount, between

_UP, _DOWN = "more|higher|greater|above|over|up|upwards?|better", "less|lower|fewer|below|under|down|worse"
_UPWARD = {
    FilterField.ISO: (rf"{_UP}|faster", rf"{_DOWN}|slower"),
    FilterField.APERTURE: ("higher|more|narrower|smaller|slower", "lower|less|wider|larger|bigger|brighter|faster"),
    FilterField.SHUTTER: (rf"{_UP}|longer|slower", rf"{_DOWN}|shorter|faster|quicker"),
    FilterField.FOCAL: (rf"{_UP}|longer", rf"{_DOWN}|shorter|wider"),
    FilterField.RATING: (_UP, _DOWN),
}
"""Words for more and for less of the number: a wider aperture has a smaller one."""

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d{1,9})?)"
_SECONDS = rf"(?:\d{{1,9}}/\d{{1,9}}|{_NUMBER}|half an?|an?|one|two|three|four|five|ten|thirty|sixty)"
_NOTHING = "(?!)"
_JOINTS = "-|–|to|and|or"
_STARS = "(?:[0-5]|one|two|three|four|five)"
_PORTION = re.compile("1/[2-9]")
_BEFORE_PHOTOS = re.compile(" (?:photo|picture|image|shot|pic)s?(?= |$)")


@dataclass(frozen=True, slots=True)
class Attribute:
    """A phrase up to `stop` as alternatives of a filter; `negated` where none of them may hold.

    `certain`: the words say so of the photo, whatever else is said; a flag has three stars as well.
    """

    stop: int
    filters: tuple[Filter, ...]
    negated: bool = False
    certain: bool = True


@dataclass(frozen=True, slots=True)
class _Amounts:
    """How amounts of a field are written: after its name, or by themselves, then with a unit; `loose` may lack it beside another."""

    field: FilterField
    lead: str
    loose: str
    unit: str
    tail: str = ""
    compared: bool = False
    """Whether an amount by itself must be compared with ("longer than a second")."""

    def patterns(self) -> Iterator[re.Pattern[str]]:
        """Named and unnamed amounts."""
        yield self._pattern(self.lead + r" ?", self.loose, self.loose, compared=False)
        yield self._pattern("", self.loose, self.unit, compared=self.compared)

    def _pattern(self, lead: str, loose: str, unit: str, *, compared: bool) -> re.Pattern[str]:
        up, down = _UPWARD[self.field]
        before = (
            rf"(?:(?P<least>at least |no less than |>= ?|minimum )|(?P<most>at most |up to |no more than |<= ?|maximum )"
            rf"|(?P<over>over |above |> ?|(?:{up}) than )|(?P<under>under |below |< ?|(?:{down}) than )|exactly |= ?)"
        )
        after = rf"(?:(?P<plus> ?\+)| (?:or|and) (?:an? )?(?:(?P<up>{up})|(?P<down>{down})))"
        one = rf"(?:{before}(?P<one>{unit})|(?P<two>{unit}){after}{'' if compared else '?'})"
        low_first = rf"(?P<low>{unit}) ?(?P<joint>{_JOINTS}) ?(?P<high>{loose})"
        high_last = rf"(?P<first>{loose}) ?(?P<joined>{_JOINTS}) ?(?P<final>{unit})"
        return re.compile(rf"{lead}(?:(?:between )?(?:{low_first}|{high_last})|{one}){self.tail}(?= |$)")


_AMOUNTS = (
    _Amounts(FilterField.ISO, r"(?:an )?iso(?: speeds?| values?| settings?)?(?: of| is)?", _NUMBER, rf"iso ?{_NUMBER}"),
    _Amounts(
        FilterField.APERTURE,
        lead=r"(?:an )?(?:aperture|f-number|f-stop)s?(?: of| is)?",
        loose=rf"(?:[fƒ]/? ?)?{_NUMBER}",
        unit=rf"[fƒ](?:/ ?{_NUMBER}|\d+\.\d+)",
        tail="(?: apertures?| f-stops?)?",
    ),
    _Amounts(
        FilterField.SHUTTER,
        lead=r"(?:an? )?(?:shutter(?: speed| time)?s?|exposures?(?: time)?s?)(?: of| is)?",
        loose=rf"{_SECONDS}(?: ?(?:s|secs?|seconds?))?",
        unit=rf"{_SECONDS}[ -]?(?:s|secs?|seconds?)",
        tail="(?: exposures?| shutter speeds?)?",
        compared=True,
    ),
    _Amounts(
        FilterField.SHUTTER,
        lead=_NOTHING,
        loose=r"1/\d{1,9}",
        unit=r"1/\d{1,9}(?: ?(?:s|secs?|seconds?|of a second))?",
        tail="(?: exposures?)?",
    ),
    _Amounts(
        FilterField.SHUTTER,
        lead=_NOTHING,
        loose=_SECONDS,
        unit=rf"{_SECONDS}[ -](?:secs?|seconds?)(?=[ -]exposure)",
        tail="[ -]exposures?",
    ),
    _Amounts(
        FilterField.FOCAL,
        lead=r"(?:a )?(?:focal lengths?(?: of| is)?|(?:telephoto|zoom)(?: lens)?)",
        loose=rf"{_NUMBER}(?: ?mm)?",
        unit=rf"{_NUMBER} ?mm",
        tail="(?: lens(?:es)?| focal lengths?)?",
    ),
    _Amounts(
        FilterField.RATING,
        lead=r"(?:rated|ratings?|with ratings?)(?: of| is| as| at| from)?",
        loose=rf"{_STARS}(?:[ -]stars?)?",
        unit=rf"{_STARS}[ -]stars?",
        tail="(?: ratings?| rated)?(?! on )",
    ),
    _Amounts(
        FilterField.RATING,
        lead=r"(?:i|we) (?:gave|rated|have given|'ve given)(?= (?:\S+ ){1,5}stars?(?: |$))",
        loose=rf"{_STARS}(?:[ -]stars?)?",
        unit=_NOTHING,
    ),
    _Amounts(FilterField.RATING, lead=_NOTHING, loose=_STARS, unit=rf"{_STARS}(?=\+ stars?)", tail=" stars?", compared=True),
)

_SHAPE = "portrait|landscape|square"
_TURNED = {"vertical": Shape.PORTRAIT, "upright": Shape.PORTRAIT, "horizontal": Shape.LANDSCAPE}
_UPRIGHTED = (
    "(?: (?:after(?: applying)?(?: the)? (?:orientation|rotation)|(?:once|when|after) (?:they 're|it 's|they are|it is|being) "
    "(?:rotated|turned)(?: (?:the right way|upright|correctly))?(?: up)?))?"
)
_ANY_SHAPE = rf"{_SHAPE}|{'|'.join(_TURNED)}"
_SHAPED = re.compile(
    rf"(?:in )?(?:an? )?(?P<form>{_SHAPE})[ -](?:format|orientation|mode|shape|aspect ratio){_UPRIGHTED}(?= |$)"
    rf"|in (?P<plain>{_SHAPE})(?= |$)|(?P<turned>{_ANY_SHAPE})(?= (?:photo|picture|image|shot|pic)s?(?: |$))"
    rf"|(?:(?<=is )|(?<=are )|(?<=were )|(?<=not ))(?P<said>{_ANY_SHAPE})(?=$| (?:and|or|but|in|from|taken|please)(?: |$))"
    r"|(?:that are )?(?P<sides>(?:taller|higher) than (?:they are |it is )?(?:wide|broad)"
    rf"|wider than (?:they are |it is )?(?:tall|high)){_UPRIGHTED}(?= |$)"
)
_OPENING = re.compile(
    "(?:(?:(?:show|find|give|get|list|display|me|us|my|our|all|any|the|some|every|how|many|number|of|do|i|we|have|are|there) )*)"
)
"""What may stand before the photos that are asked for: "vertical photos" elsewhere may hang on a wall."""
_FORMAT = r"jpe?g|png|webp|gif|tiff?|heic|heif|avif|bmp|dng|nef|cr2|cr3|arw|raw"
_FORMATTED = re.compile(
    rf"(?<=are )(?P<kind>{_FORMAT}) (?:file|image)s(?= |$)"
    rf"|(?:(?:as|in|of)(?: the)?(?: type| format)? )?(?P<name>{_FORMAT})s?(?: format)?(?= |$)"
)
_RAW_ALONE = re.compile(r"raw(?! (?:files?|photos?|images?|pictures?|shots?|format))(?= |$)")
"""Unlike the other names of formats, "raw" is a word of its own."""

_DAY_PART = re.compile(r"(?:in|during|from) the (?:early |late )?(?P<part>morning|afternoon|evening|night)s?(?= |$)")
_DAYS = "|".join(each.casefold() for each in Weekday)
_WEEKDAY = re.compile(
    rf"(?:(?:on|from|during|over) )?(?:(?:an?|the|any|every|each|some) )?(?:(?P<day>{_DAYS})|(?P<end>weekend)|(?P<work>weekday|workday))s?"
    "(?= |$)"
)
_ANY_SUCH_DAY = re.compile(r"(?:on|from|during|over) (?:(?:an?|any|every|each|some) |(?:the )?\S+s$)")
_KIN = (
    "husband|wife|spouse|partner|friends?|family|mother|mum|mom|father|dad|parents?|sons?|daughters?|child|children|kids?|brothers?|sisters?"
    "|siblings?|cousins?|grand(?:mother|father|ma|pa|parents|son|daughter|children)|aunts?|uncles?|fianc[eé]e?|boyfriend|girlfriend|colleagues?"
)
_SEVERAL = re.compile(
    "(?:more than (?:one|1|a single)|at least (?:two|2)|(?:two|2) or more|several|multiple) (?:named )?(?:person|people)s?(?= |$)"
)
_WITH_SOMEBODY = re.compile(rf"(?:together )?with (?:her|his|their) (?:best |new |old |own )?(?:{_KIN})(?= |$)")


def attributes(text: str, start: int) -> Iterator[Attribute]:
    """Every reading as an attribute of the words that begin at `start` of casefolded words with single spaces."""
    for field, pattern in _patterns():
        match = pattern.match(text, start)
        if match and (alternatives := _amount_filters(field, match)):
            yield Attribute(match.end(), alternatives, certain=_is_certain(field, match))
    for each in known_words(text, start):
        yield Attribute(each.stop, (Filter(FilterField.HAS, each.known),), each.negated, each.certain)
    for read in (_shape, _format, _company):
        found = read(text, start)
        if found:
            yield found


def day_part(text: str, start: int) -> tuple[int, DayPart] | None:
    """Where a part of the day that begins at `start` ends, and which it is: "in the evening"."""
    match = _DAY_PART.match(text, start)
    return (match.end(), DayPart(match["part"])) if match else None


def weekdays(text: str, start: int) -> tuple[int, tuple[Weekday, ...]] | None:
    """Where words for days of the week that begin at `start` end, and which: "on a Sunday", "on weekends"; "on Sunday" is one day."""
    match = _WEEKDAY.match(text, start)
    if match is None or not (_ANY_SUCH_DAY.match(match[0]) or _BEFORE_PHOTOS.match(text, match.end())):
        return None
    days = tuple(Weekday)
    return match.end(), days[5:] if match["end"] else days[:5] if match["work"] else (Weekday(match["day"].title()),)


def _company(text: str, start: int) -> Attribute | None:
    """Whoever somebody is with has a name of their own: how they are related, no photo says. Of several people, the named are known."""
    match = _WITH_SOMEBODY.match(text, start) or _SEVERAL.match(text, start)
    return Attribute(match.end(), (Filter(FilterField.PEOPLE, NumberRange(2)),), certain=False) if match else None


def _is_certain(field: FilterField, match: re.Match[str]) -> bool:
    """Whether stars are a rating for certain: called so, compared with, or those of photos. Half of something is no exposure."""
    if field is not FilterField.RATING:
        return _PORTION.fullmatch(match[0]) is None
    named = "rat" in match[0] or _BEFORE_PHOTOS.match(match.string, match.end())
    return bool(named or any(match.groupdict().get(each) for each in ("least", "most", "over", "under", "plus", "up", "down")))


def _amount_filters(field: FilterField, match: re.Match[str]) -> tuple[Filter, ...]:
    groups = {name: value for name, value in match.groupdict().items() if value}
    return tuple(each for numbers in _ranges(groups, match[0]) for each in _number_filters(field, numbers))


def _ranges(groups: dict[str, str], text: str) -> tuple[NumberRange, ...]:
    """One range, or two amounts of which either will do: "4 or 5 stars"."""
    pair = groups.get("low") or groups.get("first"), groups.get("high") or groups.get("final")
    if pair[0] is None or pair[1] is None:
        return _one_or_none(_compared(groups))
    low, high = amount(pair[0]), amount(pair[1])
    if (groups.get("joint") or groups.get("joined")) in ("and", "or") and "between" not in text:
        return () if low is None or high is None else (NumberRange(low, low), NumberRange(high, high))
    return _one_or_none(between(low, high))


def _one_or_none(numbers: NumberRange | None) -> tuple[NumberRange, ...]:
    return (numbers,) if numbers else ()


def _number_filters(field: FilterField, numbers: NumberRange) -> tuple[Filter, ...]:
    return _ratings(numbers) if field is FilterField.RATING else (Filter(field, numbers),)


def _compared(groups: dict[str, str]) -> NumberRange | None:
    value = amount(groups.get("one") or groups["two"])
    if value is None:
        return None
    upward = groups.keys() & {"least", "over", "plus", "up"}
    downward = groups.keys() & {"most", "under", "down"}
    return NumberRange(None if downward else value, None if upward else value, strict=bool(groups.keys() & {"over", "under"}))


def _ratings(numbers: NumberRange) -> tuple[Filter, ...]:
    """Stars are whole; "under 3" does not ask for those that have none."""
    edge = 1 if numbers.strict else 0
    least = 1 if numbers.least is None else int(numbers.least) + edge
    most = 5 if numbers.most is None else int(numbers.most) - edge
    if least == most == 0:
        return (Filter(FilterField.RATING, RatingRange(Comparison.EQUAL, None)),)
    if numbers.most is None:
        return (Filter(FilterField.RATING, RatingRange(Comparison.AT_LEAST, least)),)
    return tuple(Filter(FilterField.RATING, RatingRange(Comparison.EQUAL, stars)) for stars in range(least, most + 1))


def _shape(text: str, start: int) -> Attribute | None:
    match = _SHAPED.match(text, start)
    if match is None:
        return None
    sides = match["sides"]
    if sides:
        return Attribute(match.end(), (Filter(FilterField.SHAPE, Shape.LANDSCAPE if sides[0] == "w" else Shape.PORTRAIT),))
    name = match["form"] or match["plain"] or match["turned"] or match["said"]
    certain = bool(match["form"] or (match["turned"] and _OPENING.fullmatch(text, 0, start)))
    return Attribute(match.end(), (Filter(FilterField.SHAPE, _TURNED.get(name) or Shape(name)),), certain=certain)


def _format(text: str, start: int) -> Attribute | None:
    match = _FORMATTED.match(text, start)
    if match is None or _RAW_ALONE.match(text, start):
        return None
    return Attribute(match.end(), tuple(Filter(FilterField.TYPE, Term(each)) for each in format_names(match["name"] or match["kind"])))


@cache  # Compiled when the first question comes: the program starts without them.
def _patterns() -> tuple[tuple[FilterField, re.Pattern[str]], ...]:
    return tuple((each.field, pattern) for each in _AMOUNTS for pattern in each.patterns())
