"""Dates in words: the value of a `date:` filter, and dates that stand among the plain words of a query.

The day that "last" and "this" count from is given; nothing here reads a clock.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.domain.query import DateRange
from app.search import calendar_words as spans
from app.search.calendar_words import FIRST_YEAR, HOLIDAYS, LAST_YEAR, SEASONS, describe, month_number

Words = Sequence[str]
"""Casefolded words, a lone dash as `-`."""

_YEAR = re.compile(r"[0-9]{4}")
_YEARS = re.compile(r"([0-9]{4})(?:-|–|—|\.\.\.?)([0-9]{4})")
_ISO_MONTH = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})")
_ISO_DAY = re.compile(r"([0-9]{4})[-/.:]([0-9]{1,2})[-/.:]([0-9]{1,2})")
_LOCAL_DAY = re.compile(r"([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{4})")
_DECADES = {"fifties": "1950s", "sixties": "1960s", "seventies": "1970s", "eighties": "1980s", "nineties": "1990s", "noughties": "2000s"}
_DECADE = re.compile(r"(?:(1[89]|20)(\d0)|(\d0))['’]?s")
_DAY = re.compile(r"([0-3]?\d)(?:st|nd|rd|th)?")
_COMPARED = re.compile(r"(>=|<=|>|<|=)(.+)", re.DOTALL)
_OF_YEARS = (_YEAR, _YEARS, _ISO_MONTH)
_UNITS = {f"{unit}{plural}": unit for unit in ("day", "week", "month", "year") for plural in ("", "s")}
_NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_LEADING = ("in", "from", "of", "on", "during", "at", "over", "since", "before", "after", "until", "till", "between", "for", "taken")
_BEFORE_MONTHS = ("in", "from", "every", "each")
_JOINING = ("-", "–", "—", "to", "until", "till", "through")
_PHOTOGRAPHED, _EVER = range(FIRST_YEAR, LAST_YEAR + 1), range(1, 10_000)
"""The four digits that are a year among words, and where nothing but a date can stand."""
_RECURRING_FROM = 1900
_LONGEST = 10


@dataclass(frozen=True, slots=True)
class FoundDate:
    """Words `start` to `stop` of a query mean any of these ranges.

    `named` is how a tag or folder of that date would be called; empty for "since", "before" and the like.
    """

    start: int
    stop: int
    ranges: tuple[DateRange, ...]
    label: str
    named: str


@dataclass(frozen=True, slots=True)
class _Calendar:
    """The day that "last" and "ago" count from, and which numbers are years."""

    today: date
    years: range


@dataclass(frozen=True, slots=True)
class _Read:
    """`count` words were read as any of these ranges."""

    count: int
    ranges: tuple[DateRange, ...]
    label: str = ""


def date_value(text: str, today: date) -> DateRange | None:
    """The value of `date:`: `2019`, `2019-06`, `2019-06-14`, `2018..2020`, `>=2019`, `none`, or a date in words; None if it is none."""
    folded, calendar = text.casefold().strip(), _Calendar(_bounded(today), _EVER)
    if folded in ("none", "unknown"):
        return DateRange(unknown=True)
    if ".." in folded:
        first, _, final = folded.partition("..")
        return _range_value(first, final, today)
    compared = _COMPARED.fullmatch(folded)
    if compared:
        return _compared(compared[1], date_value(compared[2], today))
    words = folded.replace(",", " ").split()
    read = _read(words, 0, calendar)
    return read.ranges[0] if read and read.count == len(words) else None


def find_dates(words: Words, today: date) -> list[FoundDate]:
    """Every date among plain words, the longest reading at each place, with the prepositions that belong to it."""
    found = []
    start, calendar = 0, _Calendar(_bounded(today), _PHOTOGRAPHED)
    while start < len(words):
        each = _with_preposition(words, start, calendar)
        if each:
            found.append(each)
        start = each.stop if each else start + (impossible_day(words[start : start + _LONGEST]) or 1)
    return found


def impossible_day(words: Words) -> int:
    """How many of the first words name a day that the calendar does not have, such as `29 February 2019`; 0 if they name none."""
    for count, (day, month, year) in _orders(words):
        number, found = _DAY.fullmatch(day), month_number(month)
        if number and found and _is_year(year, _EVER) and spans.day(int(year), found, int(number[1])) is None:
            return count
    return 0


def _bounded(today: date) -> date:
    """A clock may be set to any year; only those of photographs leave room for "last" and "ago" on both sides."""
    return min(max(today, date(FIRST_YEAR, 1, 1)), date(LAST_YEAR, 12, 31))


def _with_preposition(words: Words, start: int, calendar: _Calendar) -> FoundDate | None:
    """ "Today" and "yesterday" in the midst of a sentence belong to the sentence, unless a preposition leads to them."""
    lead = words[start]
    skip = 1 if lead in _LEADING else 0
    skip += 1 if words[start + skip : start + skip + 1] == ["the"] else 0
    read = _read(words, start + skip, calendar, between=lead == "between") or (
        _recurring(words, start + skip, lead, calendar) if skip or lead in _BEFORE_MONTHS else None
    )
    if read is None or (words[start] in ("today", "yesterday") and start > 0):
        return None
    stop = start + skip + read.count
    named = " ".join(words[start + skip : stop])
    if lead in ("since", "before", "after", "until", "till"):
        read, named = _open_range(lead, read), ""
    return FoundDate(start, stop, read.ranges, read.label or describe(read.ranges[0]), named)


def _read(words: Words, start: int, calendar: _Calendar, *, between: bool = False) -> _Read | None:
    """The longest date that begins here: a range of two, or one."""
    first = _single(words, start, calendar)
    if first is None:
        return _month_range(words, start, calendar.years)
    after = start + first.count
    if after < len(words) and (words[after] in _JOINING or (between and words[after] == "and")):
        second = _single(words, after + 1, calendar)
        joined = _joined(first, second) if second else None
        if second and joined:
            return _Read(first.count + 1 + second.count, (joined,))
    return first


def _joined(first: _Read, second: _Read) -> DateRange | None:
    begin, beyond = first.ranges[0].first, second.ranges[-1].beyond
    return DateRange(begin, beyond) if begin and beyond and begin < beyond else None


def _single(words: Words, start: int, calendar: _Calendar) -> _Read | None:
    if start >= len(words):
        return None
    window = words[start : start + _LONGEST]
    years = calendar.years
    named = _day_month_year(window, years) or _month_year(window, years) or _season_year(window, years)
    return named or _relative(window, calendar.today) or _one_word(window[0], years)


def _one_word(word: str, years: range) -> _Read | None:
    word = _DECADES.get(word, word)
    for pattern, reading in (
        (_YEAR, _year),
        (_YEARS, _years),
        (_ISO_MONTH, _iso_month),
        (_ISO_DAY, _iso_day),
        (_LOCAL_DAY, _local_day),
        (_DECADE, _decade),
    ):
        match = pattern.fullmatch(word)
        ranges = reading(match) if match else ()
        if ranges and (pattern not in _OF_YEARS or all(int(each) in years for each in _YEAR.findall(word))):
            return _Read(1, ranges, word if pattern is _DECADE else "")
    return None


def _year(match: re.Match[str]) -> tuple[DateRange, ...]:
    return (spans.year(int(match[0])),)


def _years(match: re.Match[str]) -> tuple[DateRange, ...]:
    first, final = int(match[1]), int(match[2])
    return (DateRange(spans.year(first).first, spans.year(final).beyond),) if first <= final else ()


def _iso_month(match: re.Match[str]) -> tuple[DateRange, ...]:
    return (spans.month(int(match[1]), int(match[2])),) if 1 <= int(match[2]) <= 12 else ()


def _iso_day(match: re.Match[str]) -> tuple[DateRange, ...]:
    return _known(spans.day(int(match[1]), int(match[2]), int(match[3])))


def _local_day(match: re.Match[str]) -> tuple[DateRange, ...]:
    """Day first; with slashes, where both orders are dates, either."""
    one, two, number = int(match[1]), int(match[3]), int(match[4])
    day_first = _known(spans.day(number, two, one))
    month_first = _known(spans.day(number, one, two)) if match[2] == "/" or not day_first else ()
    return tuple(dict.fromkeys(day_first + month_first))


def _decade(match: re.Match[str]) -> tuple[DateRange, ...]:
    tens = int(match[2] or match[3])
    century = int(match[1]) if match[1] else (20 if tens < 30 else 19)
    first = 100 * century + tens
    return (DateRange(f"{first:04d}-01-01", f"{first + 10:04d}-01-01"),)


def _known(found: DateRange | None) -> tuple[DateRange, ...]:
    return (found,) if found else ()


def _day_month_year(words: Words, years: range) -> _Read | None:
    """`14 June 2019`, `14th of June 2019`, `June 14 2019`."""
    for count, (day, month, year) in _orders(words):
        number, found = _DAY.fullmatch(day), month_number(month)
        if number and found and _is_year(year, years):
            ranges = _known(spans.day(int(year), found, int(number[1])))
            if ranges:
                return _Read(count, ranges)
    return None


def _orders(words: Words) -> list[tuple[int, tuple[str, str, str]]]:
    orders = []
    if len(words) >= 3:
        orders = [(3, (words[0], words[1], words[2])), (3, (words[1], words[0], words[2]))]
    if len(words) >= 4 and words[1] == "of":
        orders.append((4, (words[0], words[2], words[3])))
    return orders


def _month_year(words: Words, years: range) -> _Read | None:
    """`June 2019`, `June of 2019`, `2019 June`."""
    for count, (month, year) in _pairs(words):
        found = month_number(month)
        if found and _is_year(year, years):
            return _Read(count, (spans.month(int(year), found),))
    return None


def _season_year(words: Words, years: range) -> _Read | None:
    """`summer 2015`, `summer of 2015`, `christmas 2015`."""
    for count, (name, year) in _pairs(words):
        if not _is_year(year, years):
            continue
        if name in SEASONS:
            return _Read(count, spans.season(int(year), name), f"{name} {year}")
        if name in HOLIDAYS:
            return _Read(count, (spans.holiday(int(year), name),), f"{name} {year}")
    return None


def _pairs(words: Words) -> list[tuple[int, tuple[str, str]]]:
    pairs = []
    if len(words) >= 3 and words[1] in ("of", "in"):
        pairs.append((3, (words[0], words[2])))
    if len(words) >= 2:
        pairs += [(2, (words[0], words[1])), (2, (words[1], words[0]))]
    return pairs


def _relative(words: Words, today: date) -> _Read | None:
    """`yesterday`, `last summer`, `this month`, `last 30 days`, `two years ago`."""
    if words[0] in ("today", "yesterday"):
        return _read_known(1, spans.ago(0 if words[0] == "today" else 1, "day", today))
    if len(words) < 2:
        return None
    if words[0] in ("last", "this", "past"):
        return _last_or_this(words, today)
    number = _count(words[0])
    if number is not None and len(words) >= 3 and words[1] in _UNITS and words[2] == "ago":
        return _read_known(3, spans.ago(number, _UNITS[words[1]], today))
    return None


def _last_or_this(words: Words, today: date) -> _Read | None:
    number = _count(words[1])
    if words[0] != "this" and number is not None and len(words) >= 3 and words[2] in _UNITS:
        return _read_known(3, spans.past(number, _UNITS[words[2]], today))
    if words[0] == "past":
        return None
    return _read_known(2, (spans.last if words[0] == "last" else spans.this)(words[1], today))


def _month_range(words: Words, start: int, years: range) -> _Read | None:
    """`June to August 2019`, `June-August 2019`: the year stands once."""
    match [*words[start : start + 4]]:
        case [months, year, *_] if months.count("-") == 1 and months != "-":
            first, final, count = *map(month_number, months.split("-")), 2
        case [one, joint, other, year] if joint in _JOINING:
            first, final, count = month_number(one), month_number(other), 4
        case _:
            return None
    if not first or not final or final < first or not _is_year(year, years):
        return None
    return _Read(count, (spans.months(int(year), first, final - first + 1),))


def _recurring(words: Words, start: int, lead: str, calendar: _Calendar) -> _Read | None:
    """`in May`, `on Christmas Day`: that span of every year that can have photos."""
    years = range(calendar.today.year, min(_RECURRING_FROM, calendar.today.year) - 1, -1)
    found = month_number(words[start]) if start < len(words) and lead in _BEFORE_MONTHS else None
    if found:
        named, count, ranges = spans.MONTH_TITLES[found], 1, tuple(spans.month(each, found) for each in years)
    elif (holiday := spans.holiday_among(words, start)) and lead in _LEADING:
        (count, name), ranges = holiday, tuple(spans.holiday(each, holiday[1]) for each in years)
        named = name.title().replace("'S", "'s")
    else:
        return None
    any_year = " ".join(words[start + count : start + count + 3]) in ("of any year", "of every year", "in any year")
    return _Read(count + 3 * any_year, ranges, f"{named} of any year")


def _open_range(lead: str, read: _Read) -> _Read:
    first, beyond = read.ranges[0].first, read.ranges[-1].beyond
    opened = {"since": DateRange(first), "after": DateRange(beyond), "before": DateRange(beyond=first)}
    return _Read(read.count, (opened.get(lead, DateRange(beyond=beyond)),))


def _range_value(first: str, final: str, today: date) -> DateRange | None:
    begin, end = date_value(first, today) if first.strip() else None, date_value(final, today) if final.strip() else None
    if (begin is None and first.strip()) or (end is None and final.strip()) or (begin is None and end is None):
        return None
    return _between(begin.first if begin else None, end.beyond if end else None)


def _between(first: str | None, beyond: str | None) -> DateRange:
    """Where both ends are open, any date at all."""
    return DateRange(first, beyond) if first or beyond else DateRange(spans.FIRST_DAY)


def _compared(sign: str, value: DateRange | None) -> DateRange | None:
    if value is None or value.unknown or (sign == ">" and value.beyond is None):
        return None
    ends = {
        "=": (value.first, value.beyond), ">=": (value.first, None), ">": (value.beyond, None),
        "<": (None, value.first), "<=": (None, value.beyond),
    }  # fmt: skip
    return _between(*ends[sign])


def _read_known(count: int, found: DateRange | None) -> _Read | None:
    return _Read(count, (found,)) if found else None


def _is_year(word: str, years: range) -> bool:
    return _YEAR.fullmatch(word) is not None and int(word) in years


def _count(word: str) -> int | None:
    if word in _NUMBERS:
        return _NUMBERS[word]
    return int(word) if re.fullmatch(r"[0-9]{1,4}", word) else None
