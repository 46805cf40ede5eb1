"""When a picture was taken, as an interval that is as long as its time is vague: a day, a second, or the last digit of a fraction."""

import datetime
import re
from dataclasses import dataclass

SECOND = 1_000_000_000
"""The unit is the nanosecond, in whole numbers, so that .05 is never .0500000001."""
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

WIDEST_OFFSET = 14 * HOUR
"""No civil clock is farther from UTC (Kiribati's +14:00)."""

_LOCAL_TIME = re.compile(r"(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?)?", re.ASCII)
_OFFSET = re.compile(r"([+-])(\d{2}):([0-5]\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` up to but without `end`, in nanoseconds of some clock since the year 1."""

    start: int
    end: int

    @property
    def to_the_second(self) -> bool:
        """Whether more than the day is known."""
        return self.end - self.start <= SECOND

    def ends_before(self, other: "Span") -> bool:
        """Whether it is over when the other begins."""
        return self.end <= other.start

    def may_be(self, other: "Span") -> bool:
        """Whether both may be the same instant."""
        return self.start < other.end and other.start < self.end

    def apart(self, other: "Span") -> int:
        """Nanoseconds between the two times as they are written."""
        return abs(self.start - other.start)

    def gap_to(self, later: "Span") -> int:
        """Nanoseconds from the end of this to the start of the later; negative if it is not later."""
        return later.start - self.end


@dataclass(frozen=True, slots=True)
class Moment:
    """A capture time on the camera's own clock, and what to take away from it for UTC, in nanoseconds, if that is known."""

    day: str
    local: Span
    offset: int | None = None

    @property
    def utc(self) -> Span | None:
        """The same in UTC, if the offset is known."""
        return None if self.offset is None else Span(self.local.start - self.offset, self.local.end - self.offset)


def read_moment(taken: str, offset: str | None = None) -> Moment | None:
    """The interval that a `LocalTime` names; None if the text is none. An offset that is none is unknown."""
    found = _LOCAL_TIME.fullmatch(taken)
    midnight = _midnight(found[1]) if found else None
    if not found or midnight is None:
        return None
    if found[2] is None:
        return Moment(found[1], Span(midnight, midnight + DAY), read_offset(offset))
    clock, digits = _clock(found[2]), found[3] or ""
    if clock is None:
        return None
    start = midnight + clock + int(digits.ljust(9, "0"))
    return Moment(found[1], Span(start, start + 10 ** (9 - len(digits))), read_offset(offset))


def read_offset(written: str | None) -> int | None:
    """`+02:00` as nanoseconds; None if it is no UTC offset."""
    found = _OFFSET.fullmatch(written) if written else None
    if not found:
        return None
    size = int(found[2]) * HOUR + int(found[3]) * MINUTE
    if size > WIDEST_OFFSET:
        return None
    return -size if found[1] == "-" else size


def on_one_clock(first: Moment, second: Moment) -> tuple[Span, Span]:
    """Both in UTC if both offsets are known, else both as their cameras' clocks had it."""
    if first.utc and second.utc:
        return first.utc, second.utc
    return first.local, second.local


def one_instant(first: Moment, second: Moment) -> bool:
    """Whether both may be the same instant, each known to the second."""
    one, other = on_one_clock(first, second)
    return one.to_the_second and other.to_the_second and one.may_be(other)


def of_two_times(first: Moment | None, second: Moment | None) -> bool:
    """Whether both times are known and cannot be the same instant."""
    if first is None or second is None:
        return False
    one, other = on_one_clock(first, second)
    return not one.may_be(other)


def _midnight(day: str) -> int | None:
    try:
        return datetime.date.fromisoformat(day).toordinal() * DAY
    except ValueError:
        return None


def _clock(written: str) -> int | None:
    hours, minutes, seconds = map(int, written.split(":"))
    if hours > 23 or minutes > 59 or seconds > 59:
        return None
    return hours * HOUR + minutes * MINUTE + seconds * SECOND
