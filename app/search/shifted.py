"""The dates of the question before, moved: "and two days before?", "the same month a year earlier"."""

import re
from calendar import monthrange
from datetime import date, timedelta

from app.domain.query import Condition, DateRange, Filter, FilterField
from app.domain.written import moment

_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}
_UNIT = "(?:day|week|month|year)"
_SHIFTED = re.compile(
    rf"(?:(?:the |that )?same (?:day|week|month|time|date),? )?(?:(?P<number>{'|'.join(_NUMBERS)}|\d{{1,2}}) (?P<unit>{_UNIT})s?"
    rf"|(?:on |in )?the (?P<one>{_UNIT})) (?P<way>before|earlier|after|later)(?: (?:that|this))?"
    rf"|(?:on |in )?(?:the )?(?P<next>previous|next|following) (?P<other>{_UNIT})",
    re.IGNORECASE,
)
_BACK = frozenset({"before", "earlier", "previous"})


def shifted(text: str, condition: Condition) -> tuple[Condition, str] | None:
    """The condition with its dates moved as the text says, and its words; None if it says nothing of that or there is no one date."""
    match = _SHIFTED.fullmatch(text)
    ranges = [each.value for each in condition.any_of if isinstance(each.value, DateRange)]
    if match is None or condition.negated or len(ranges) != 1 or ranges[0].first is None or ranges[0].beyond is None:
        return None
    number = match["number"] or "one"
    count = _NUMBERS.get(number.casefold()) or int(number)
    by = -count if (match["way"] or match["next"]).casefold() in _BACK else count
    unit = (match["unit"] or match["one"] or match["other"]).casefold()
    try:
        first, beyond = (_moved(date.fromisoformat(edge[:10]), by, unit) for edge in (ranges[0].first, ranges[0].beyond))
    except (ValueError, OverflowError):
        return None
    last = beyond - timedelta(days=1)
    told = moment(first.isoformat()) + (f" to {moment(last.isoformat())}" if last > first else "")
    return Condition((Filter(FilterField.DATE, DateRange(first.isoformat(), beyond.isoformat())),)), f"date: {told}"


def other_side(condition: Condition) -> tuple[Condition, str] | None:
    """All after what was before a day, and the other way round; None where there is no such day."""
    ranges = [each.value for each in condition.any_of if isinstance(each.value, DateRange)]
    if len(ranges) != 1 or len(condition.any_of) != 1 or condition.negated:
        return None
    edge = ranges[0]
    if edge.first is None and edge.beyond:
        return Condition((Filter(FilterField.DATE, DateRange(first=edge.beyond)),)), f"date: from {edge.beyond} on"
    if edge.beyond is None and edge.first:
        return Condition((Filter(FilterField.DATE, DateRange(beyond=edge.first)),)), f"date: before {edge.first}"
    return None


def _moved(day: date, by: int, unit: str) -> date:
    if unit in ("day", "week"):
        return day + timedelta(days=by * (7 if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 + by * (12 if unit == "year" else 1)
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
