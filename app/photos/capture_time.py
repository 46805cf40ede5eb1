"""When a picture was taken: local time, as precise as the file says, and its UTC offset if the file says that too."""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.domain.ids import LocalTime
from app.domain.photo import Fact
from app.photos.precedence import TIMES, Origin, TimeKeys, label
from app.photos.raw import RawMetadata
from app.photos.values import text

_DATE = re.compile(r"\s*(\d{4})[:\-/. ](\d{1,2})[:\-/. ](\d{1,2})(?!\d)", re.ASCII)
_COMPACT_DATE = re.compile(r"\s*(\d{4})(\d{2})(\d{2})(?!\d)", re.ASCII)
_TIME = re.compile(r"[T\s]*(\d{1,2}):?(\d{2})(?::?(\d{2}))?(?:[.,](\d+))?(?:\s*([ap])\.?m\b)?", re.ASCII | re.IGNORECASE)
_OFFSET = re.compile(r"\s*(Z|[+-]\d{1,2}:?(?:\d{2})?)\s*$", re.ASCII | re.IGNORECASE)
_WIDEST_OFFSET = 14 * 60
_MOST_DIGITS = 9
_DATE_ALONE = len("2019-06-14")


@dataclass(frozen=True, slots=True)
class Moment:
    """A local time and, if the text had one, its UTC offset as `+02:00`."""

    local: LocalTime
    offset: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What one place of one file says of the capture time."""

    taken: Fact[LocalTime]
    offset: Fact[str] | None
    origin: Origin


def readings(told: Mapping[Origin, Sequence[RawMetadata]]) -> Iterator[Reading]:
    """Every capture time that the files tell, in the order of `TIMES`; an offset belongs to the same source or is unknown."""
    for origin, rows in TIMES:
        for raw in told.get(origin, ()):
            for keys in rows:
                moment = _moment(raw, keys)
                if moment:
                    yield Reading(Fact(moment.local, raw.told_in + _source(raw, keys)), _offset(raw, keys, moment), origin)


def capture_time(found: Iterable[Reading]) -> tuple[Fact[LocalTime] | None, Fact[str] | None]:
    """The first reading; or one that says the same more exactly: a date's time of day, another file's fraction or offset.

    Where a sidecar only repeats the photo, the photo is the source.
    """
    every = list(found)
    if not every:
        return None, None
    closer = (each for each in every[1:] if _says_more(each, every[0]))
    best = max((every[0], *closer), key=_exactness)
    return best.taken, best.offset


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


def _exactness(reading: Reading) -> tuple[int, bool, bool]:
    return len(reading.taken.value), reading.offset is not None, reading.origin is Origin.EMBEDDED


def _says_more(each: Reading, first: Reading) -> bool:
    return each.taken.value.startswith(first.taken.value) and (each.origin is not first.origin or len(first.taken.value) == _DATE_ALONE)


def _moment(raw: RawMetadata, keys: TimeKeys) -> Moment | None:
    written = " ".join(filter(None, (text(raw, keys.moment), text(raw, keys.time_of_day))))
    return parse_moment(written, text(raw, keys.fraction))


def _offset(raw: RawMetadata, keys: TimeKeys, moment: Moment) -> Fact[str] | None:
    if len(moment.local) <= _DATE_ALONE:
        return None
    declared = parse_offset(text(raw, keys.offset))
    if declared:
        return Fact(declared, raw.told_in + label(keys.offset))
    return Fact(moment.offset, raw.told_in + label(keys.time_of_day or keys.moment)) if moment.offset else None


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
    if found[5] and 1 <= hour <= 12:
        hour = hour % 12 + (12 if found[5] in "pP" else 0)
    if hour > 23 or minute > 59 or second > 60:
        return None
    digits = found[4] or (fraction if fraction.isascii() and fraction.isdigit() else "")
    tail = f".{digits[:_MOST_DIGITS]}" if digits else ""
    return f"{hour:02}:{minute:02}:{min(second, 59):02}{tail}"
