"""Spans of the calendar by name: years, months, days, seasons, holidays, weeks, and what "last" and "this" mean on a day."""

from collections.abc import Sequence
from datetime import date, timedelta

from app.domain.query import DateRange
from app.domain.written import MONTH_NAMES

FIRST_YEAR, LAST_YEAR = 1826, 2100
"""Among words, a bare number from the year of the oldest photograph to this is a year."""
FIRST_DAY = "0001-01-01"
"""The calendar begins here, and ends with the year 9999: what goes on to its end has no `beyond`."""

MONTH_TITLES = ("", *MONTH_NAMES)
MONTHS = {name[:length].casefold(): number for number, name in enumerate(MONTH_TITLES) if number for length in (3, 4, len(name))}
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""First month of each meteorological season of the northern half of the world."""
HOLIDAYS = {
    "christmas": (12, 24, 3), "xmas": (12, 24, 3), "halloween": (10, 31, 1), "christmas eve": (12, 24, 1), "christmas day": (12, 25, 1),
    "boxing day": (12, 26, 1), "new year": (12, 31, 2), "new year's": (12, 31, 2),
    "new year's eve": (12, 31, 1), "new year's day": (1, 1, 1),
    "valentine's day": (2, 14, 1),
}  # fmt: skip
"""Month, first day and length in days."""


_LONGEST_HOLIDAY = 4


def span(first: date, beyond: date) -> DateRange:
    """From a day to the day before another."""
    return DateRange(first.isoformat(), beyond.isoformat())


def year(number: int) -> DateRange:
    """A whole year."""
    return months(number, 1, 12)


def month(year_number: int, number: int) -> DateRange:
    """A whole month."""
    return months(year_number, number, 1)


def months(year_number: int, number: int, count: int) -> DateRange:
    """Some months from this one on; numbers beyond December run into the next years."""
    beyond = _first_of(year_number, number + count)
    return DateRange(_first_of(year_number, number), beyond if len(beyond) == len(FIRST_DAY) else None)


def day(year_number: int, month_number: int, number: int) -> DateRange | None:
    """A day, or None where the calendar has no such day."""
    try:
        first = date(year_number, month_number, number)
    except ValueError:
        return None
    return DateRange(first.isoformat(), (first + timedelta(days=1)).isoformat() if first < date.max else None)


def season(year_number: int, name: str) -> tuple[DateRange, ...]:
    """A season of a year. "Winter 2015" may mean either end of the year, so it is both."""
    if name == "winter":
        return months(year_number, 1, 2), months(year_number, 12, 3)
    return (months(year_number, SEASONS[name], 3),)


def holiday(year_number: int, name: str) -> DateRange:
    """The days of a holiday."""
    month_number, number, length = HOLIDAYS[name]
    first = date(year_number, month_number, number)
    return span(first, first + timedelta(days=length))


def holiday_among(words: Sequence[str], start: int) -> tuple[int, str] | None:
    """How many words from `start` on name a holiday, and which; "new year 's eve" may be four."""
    for count in range(min(_LONGEST_HOLIDAY, len(words) - start), 0, -1):
        name = " ".join(words[start : start + count]).replace(" 's", "'s").replace("’", "'")
        if name in HOLIDAYS:
            return count, name
    return None


def last(name: str, today: date) -> DateRange | None:
    """The latest span of that name that is wholly over: "last summer", "last June", "last week"."""
    if name == "week":
        return _days_before(_monday(today), 7)
    if name == "weekend":
        saturday = _monday(today) - timedelta(days=2)
        return span(saturday, saturday + timedelta(days=2))
    if name == "month":
        return month(today.year, today.month - 1)
    return next(
        (each for number in (today.year, today.year - 1, today.year - 2) if (each := _named(name, number)) and _over(each, today)), None
    )


def this(name: str, today: date) -> DateRange | None:
    """The span of that name that today is in, or the one of this year."""
    if name == "week":
        return span(_monday(today), _monday(today) + timedelta(days=7))
    if name == "weekend":
        saturday = _monday(today) + timedelta(days=5)
        return span(saturday, saturday + timedelta(days=2))
    if name == "month":
        return month(today.year, today.month)
    return _named(name, today.year)


def ago(count: int, unit: str, today: date) -> DateRange | None:
    """The day, week, month or year that lies so many back. None where that is before the calendar."""
    try:
        if unit == "year":
            return year(today.year - count) if today.year > count else None
        if unit == "month":
            return month(today.year, today.month - count) if 12 * today.year > count + 12 else None
        first = today - timedelta(days=count) if unit == "day" else _monday(today) - timedelta(weeks=count)
        return span(first, first + timedelta(days=1 if unit == "day" else 7))
    except OverflowError:
        return None


def past(count: int, unit: str, today: date) -> DateRange | None:
    """The so many latest days, weeks, months or years, today included."""
    days = count * {"day": 1, "week": 7, "month": 30, "year": 365}[unit]
    try:
        return span(today - timedelta(days=days), today + timedelta(days=1))
    except OverflowError:
        return None


def month_number(word: str) -> int | None:
    """1 to 12 for a month's name or its first three or four letters."""
    return MONTHS.get(word.rstrip("."))


def describe(found: DateRange) -> str:
    """A range in words: `June 2019`, `2018 to 2020`, `since 14 June 2019`, `unknown`."""
    if found.unknown or (found.first is None and found.beyond is None):
        return "unknown"
    if found.first is None or found.beyond is None:
        return f"since {_point(found.first)}" if found.first else f"before {_point(str(found.beyond))}"
    return _describe_closed(found.first, found.beyond)


def _describe_closed(first: str, beyond: str) -> str:
    if first.endswith("-01-01") and beyond.endswith("-01-01"):
        start, stop = int(first[:4]), int(beyond[:4]) - 1
        return f"{start}" if start == stop else f"{start} to {stop}"
    if first.endswith("-01") and beyond.endswith("-01"):
        return _describe_months(first, beyond)
    final = (date.fromisoformat(beyond) - timedelta(days=1)).isoformat()
    return _day_title(first) if first == final else f"{_day_title(first)} to {_day_title(final)}"


def _describe_months(first: str, beyond: str) -> str:
    start = 12 * int(first[:4]) + int(first[5:7]) - 1
    stop = 12 * int(beyond[:4]) + int(beyond[5:7]) - 2
    titles = [f"{MONTH_TITLES[each % 12 + 1]} {each // 12}" for each in (start, stop)]
    if start == stop:
        return titles[0]
    return f"{titles[0].split()[0] if start // 12 == stop // 12 else titles[0]} to {titles[1]}"


def _point(iso: str) -> str:
    if iso.endswith("-01-01"):
        return iso[:4]
    return f"{MONTH_TITLES[int(iso[5:7])]} {iso[:4]}" if iso.endswith("-01") else _day_title(iso)


def _day_title(iso: str) -> str:
    return f"{int(iso[8:10])} {MONTH_TITLES[int(iso[5:7])]} {iso[:4]}"


def _first_of(year_number: int, number: int) -> str:
    carried, index = divmod(number - 1, 12)
    return f"{year_number + carried:04d}-{index + 1:02d}-01"


def _named(name: str, number: int) -> DateRange | None:
    if name == "year":
        return year(number)
    if name in SEASONS:
        return season(number, name)[-1]
    if name in HOLIDAYS:
        return holiday(number, name)
    found = month_number(name)
    return month(number, found) if found else None


def _over(found: DateRange, today: date) -> bool:
    return found.beyond is not None and found.beyond <= today.isoformat()


def _monday(today: date) -> date:
    return today - timedelta(days=today.weekday())


def _days_before(beyond: date, count: int) -> DateRange:
    return span(beyond - timedelta(days=count), beyond)
