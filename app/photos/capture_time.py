"""When a picture was taken: local time, as precise as the file says, and its UTC offset if the file says that too."""

import datetime
import re
from dataclasses import dataclass

from app.domain.ids import LocalTime
from app.domain.photo import Fact
from app.photos.precedence import TAKEN, TimeKeys, label
from app.photos.raw import RawMetadata
from app.photos.values import text

_DATE = re.compile(r"\s*(\d{4})[:\-/. ](\d{1,2})[:\-/. ](\d{1,2})(?!\d)", re.ASCII)
_COMPACT_DATE = re.compile(r"\s*(\d{4})(\d{2})(\d{2})(?!\d)", re.ASCII)
_TIME = re.compile(r"[T\s]*(\d{1,2}):?(\d{2})(?::?(\d{2}))?(?:[.,](\d+))?", re.ASCII)
_OFFSET = re.compile(r"\s*(Z|[+-]\d{1,2}:?(?:\d{2})?)\s*$", re.ASCII | re.IGNORECASE)
_WIDEST_OFFSET = 14 * 60
_MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Moment:
    """A local time and, if the text had one, its UTC offset as `+02:00`."""

    local: LocalTime
    offset: str | None = None


def capture_time(raw: RawMetadata) -> tuple[Fact[LocalTime] | None, Fact[str] | None]:
    """Capture time and offset by the order of `TAKEN`; the offset belongs to the same source or is unknown."""
    for keys in TAKEN:
        moment = _moment(raw, keys)
        if moment:
            return Fact(moment.local, _source(raw, keys)), _offset(raw, keys, moment)
    return None, None


def parse_moment(written: str, fraction: str = "") -> Moment | None:
    """A time as EXIF, XMP, IPTC or PNG write it. Zeros, blanks and impossible dates are None; a time of day that is blank gives a date.

    `fraction` is EXIF's SubSecTime: the digits after the decimal point (`5` is .5, `05` is .05).
    """
    found = _DATE.match(written) or _COMPACT_DATE.match(written)
    day = _day(found.groups()) if found else None
    if not found or not day:
        return None
    rest = written[found.end() :]
    time = _TIME.match(rest)
    clock = _clock(time, fraction) if time else None
    if not time or not clock:
        return Moment(LocalTime(day))
    return Moment(LocalTime(f"{day}T{clock}"), parse_offset(rest[time.end() :]))


def parse_offset(written: str) -> str | None:
    """`Z`, `+2`, `+0200` or `+02:00` as `+02:00`; None if it is none or beyond 14 hours."""
    found = _OFFSET.match(written)
    if not found:
        return None
    if found[1].upper() == "Z":
        return "+00:00"
    sign, digits = found[1][0], found[1][1:].replace(":", "")
    hours, minutes = (int(digits[:-2]), int(digits[-2:])) if len(digits) > 2 else (int(digits), 0)
    if minutes > 59 or hours * 60 + minutes > _WIDEST_OFFSET:
        return None
    return f"{sign}{hours:02}:{minutes:02}"


def _moment(raw: RawMetadata, keys: TimeKeys) -> Moment | None:
    written = " ".join(filter(None, (text(raw, keys.moment), text(raw, keys.time_of_day))))
    return parse_moment(written, text(raw, keys.fraction))


def _offset(raw: RawMetadata, keys: TimeKeys, moment: Moment) -> Fact[str] | None:
    if len(moment.local) <= len("2019-06-14"):
        return None
    declared = parse_offset(text(raw, keys.offset))
    if declared:
        return Fact(declared, label(keys.offset))
    return Fact(moment.offset, label(keys.time_of_day or keys.moment)) if moment.offset else None


def _source(raw: RawMetadata, keys: TimeKeys) -> str:
    both = keys.time_of_day and text(raw, keys.time_of_day)
    return f"{label(keys.moment)} + {label(keys.time_of_day).removeprefix('IPTC ')}" if both else label(keys.moment)


def _day(parts: tuple[str, ...]) -> str | None:
    try:
        return datetime.date(*map(int, parts)).isoformat()
    except ValueError:
        return None


def _clock(found: re.Match[str], fraction: str) -> str | None:
    hour, minute, second = (int(part or 0) for part in found.groups()[:3])
    if hour > 23 or minute > 59 or second > 60:
        return None
    digits = found[4] or (fraction if fraction.isascii() and fraction.isdigit() else "")
    tail = f".{digits[:_MOST_DIGITS]}" if digits else ""
    return f"{hour:02}:{minute:02}:{min(second, 59):02}{tail}"
