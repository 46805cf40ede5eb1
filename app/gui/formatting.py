"""What only the window writes: moments to the second, spans of time, sizes, counts, percentages; all else of facts is `domain.written`.

Nothing here raises on a value that a photo may carry.
"""

import math
import os
from datetime import UTC, datetime, time, timedelta

from app.domain.ids import LocalTime
from app.domain.match import Evidence
from app.domain.photo import Photo, Position
from app.domain.words import shown
from app.domain.written import day, day_and_clock

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
UNKNOWN = "unknown"
NBSP = "\u00a0"


def file_name(path: str) -> str:
    """The last part of a path for showing; bytes that are no text become replacement characters."""
    return shown(os.path.basename(path)) or shown(path)


def shown_date(photo: Photo) -> str:
    """The day of a photo for its card; `no date` where its capture time is not known."""
    return day(photo.facts.taken.value) if photo.facts.taken else "no date"


def precise_moment(taken: LocalTime, offset: str | None = None) -> str:
    """`Sat 14 June 2014, 10:20:30 +02:00`, as precise as the time is known; text that is no time in quotes."""
    read = day_and_clock(taken)
    if read is None:
        return day(taken)
    when, clock = read
    text = f"{WEEKDAYS[when.weekday()]} {day(taken)}"
    if clock:
        text += f", {clock}"
    return f"{text} {offset}" if clock and offset else text


def file_date(modified_ns: int) -> str:
    """When a file was last changed, of nanoseconds since 1970, in this computer's zone; what no calendar holds is unknown."""
    try:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=modified_ns // 1000)
        return precise_moment(LocalTime(moment.astimezone().replace(microsecond=0, tzinfo=None).isoformat()))
    except (OverflowError, OSError, ValueError):
        return UNKNOWN


def time_apart(first: LocalTime, other: LocalTime) -> str | None:
    """How much later or earlier `other` is: `3 min 12 s later`, `same time`; None where either is no full time."""
    start, end = _instant(first), _instant(other)
    if start is None or end is None:
        return None
    seconds = (end - start).total_seconds()
    if seconds == 0:
        return "same time"
    return f"{duration(abs(seconds))} {'later' if seconds > 0 else 'earlier'}"


def duration(seconds: float) -> str:
    """The two largest units: `2 days 3 h`, `3 min 12 s`, `0.25 s`."""
    if not math.isfinite(seconds):
        return UNKNOWN
    if seconds < 60:
        return f"{seconds:.3g} s"
    whole = round(seconds)
    units = ((86400 * 365, "year", "years"), (86400, "day", "days"), (3600, "h", "h"), (60, "min", "min"), (1, "s", "s"))
    parts: list[str] = []
    for length, one, many in units:
        number, whole = divmod(whole, length)
        if number or parts:
            parts.append(f"{number:,} {one if number == 1 else many}" if number else "")
    return " ".join(part for part in parts[:2] if part)


def time_left(seconds: float | None) -> str:
    """`about 12 s left`, `about 2 min left`, `about 1 h 5 min left`; empty where it is not known."""
    if seconds is None or not math.isfinite(seconds):
        return ""
    if seconds < 5:
        return "a few seconds left"
    if seconds < 55:
        return f"about {math.ceil(seconds / 5) * 5} s left"
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return f"about {minutes} min left"
    hours, rest = divmod(minutes, 60)
    return f"about {hours:,} h {rest} min left" if rest else f"about {hours:,} h left"


def iso_speed(iso: int) -> str:
    """`ISO 200`."""
    return f"ISO {iso}"


def position(where: Position) -> str:
    """`45.43850° N, 12.33500° E, 12 m above sea level`: five decimals are about a metre."""
    if not (math.isfinite(where.latitude) and math.isfinite(where.longitude)):
        return UNKNOWN
    north = f"{abs(where.latitude):.5f}° {'S' if where.latitude < 0 else 'N'}"
    east = f"{abs(where.longitude):.5f}° {'W' if where.longitude < 0 else 'E'}"
    return ", ".join((north, east, *_altitude(where.altitude)))


def stars(rating: int) -> str:
    """`★★★☆☆`, `rejected`, `no stars`."""
    if rating < 0:
        return "rejected"
    if rating == 0:
        return "no stars"
    return "★" * min(rating, 5) + "☆" * max(0, 5 - rating)


def file_size(size: int) -> str:
    """`4.2 MB`, in powers of a thousand."""
    if abs(size) < 1000:
        return count(size, "byte")
    value = float(size)
    for unit in ("kB", "MB", "GB", "TB"):
        value /= 1000
        if abs(value) < 999.5 or unit == "TB":
            break
    return f"{value:.1f} {unit}" if abs(value) < 99.95 else f"{value:,.0f} {unit}"


def dimensions(width: int, height: int) -> str:
    """`4032 × 3024, 12.2 megapixels`."""
    millions = width * height / 1_000_000
    return f"{width} × {height}, {millions:.1f} megapixels" if millions >= 0.1 else f"{width} × {height}"


def count(number: int, one: str, many: str | None = None) -> str:
    """`1 photo`, `1,234 photos`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def percentage_text(percentage: int) -> str:
    """What a match percentage says and no more: `62 % of best`, and for 100 `best match`."""
    return "best match" if percentage >= 100 else f"{percentage}{NBSP}% of best"


def cosine(value: float) -> str:
    """A closeness with three decimals, never a negative nothing: `0.570`. Two would make one number of both thresholds of a narrow gap."""
    return f"{value:.3f}".replace("-0.000", "0.000") if math.isfinite(value) else UNKNOWN


def evidence_word(evidence: Evidence) -> str:
    """The one word for a kind of evidence."""
    return {Evidence.CONTENT: "look", Evidence.FILTER: "filter"}.get(evidence, evidence.value)


def _instant(taken: str) -> datetime | None:
    """The time as it is, without a zone: local times are compared as local. None for a day alone."""
    read = day_and_clock(taken)
    if read is None or not read[1]:
        return None
    whole, _, fraction = read[1].partition(".")
    return datetime.combine(read[0], time.fromisoformat(whole)).replace(microsecond=int(f"{fraction:0<6.6}"))


def _altitude(altitude: float | None) -> tuple[str, ...]:
    if altitude is None or not math.isfinite(altitude):
        return ()
    side = "below" if altitude < 0 else "above"
    return (f"{abs(altitude):,.0f} m {side} sea level",)
