"""How facts are written in English, wherever a person reads them: dates, exposures, numbers, lists, and the text of files in quotes."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from app.domain.words import shown

MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip

_BRIEF = 0.3
"""Seconds from which cameras show an exposure with decimals."""
_BRIEFEST = 1e-10
"""Of less, the denominator would be longer than the number."""

_LOCAL_TIME = re.compile(r"(\d{4}-\d\d-\d\d)(?:T((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?))?", re.ASCII)
_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])", re.ASCII)
_JOINERS = "\u200c\u200d"
"""Zero-width characters that Persian, the scripts of India and families of emoji are written with."""

_INNER_QUOTES = str.maketrans("“„‟❝〝⹂🙶🙸”❞〞〟ˮ״🙷❠ʺ˝″‶‴‷⁗＂〃˶", "‘" * 8 + "’" * 8 + '"' * 10)
"""Look-alikes of the outer quotes become single ones; the straight ones, straight."""

MOST_MARKS = 4
"""On one character; no script writes more, and a pile of them covers the lines around."""
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_ISOLATED = "\u2068{}\u2069"
"""Keeps a name in Hebrew or Arabic from turning the order of the names around it (UAX #9)."""


def quoted(text: str) -> str:
    """Text from a file in quotes that it cannot close, on one line, without characters that steer what is shown and piles of marks."""
    safe = _without_piles("".join(map(_harmless, shown(text))).translate(_INNER_QUOTES))
    turning = any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in safe)
    return f"“{_ISOLATED.format(safe) if turning else safe}”"


def safe_line(text: str) -> str:
    """Text from a file without quotes, on one line, without characters that steer what is shown and piles of marks."""
    return " ".join(_without_piles("".join(map(_harmless, shown(text)))).split())


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; empty for none."""
    *first, last = parts or ("",)
    return f"{', '.join(first)} and {last}" if first else last


def day_and_clock(taken: str) -> tuple[date, str] | None:
    """The day and, where it is known, the time of it of a local time: `10:20:30.05` of `2019-06-14T10:20:30.05`. None for other text."""
    match = _LOCAL_TIME.fullmatch(taken)
    try:
        return (date.fromisoformat(match[1]), match[2] or "") if match else None
    except ValueError:
        return None


def day(taken: str) -> str:
    """`14 June 2019`; text that is no time in quotes."""
    read = day_and_clock(taken)
    return f"{read[0].day} {MONTH_NAMES[read[0].month - 1]} {read[0].year}" if read else quoted(taken)


def moment(taken: str) -> str:
    """`14 June 2019, 10:20`, or the day alone if no more is known; text that is no time in quotes."""
    read = day_and_clock(taken)
    return f"{day(taken)}, {read[1][:5]}" if read and read[1] else day(taken)


def month(text: str) -> str:
    """`July 2015` of `2015-07`; text that is no month in quotes."""
    match = _MONTH.fullmatch(text)
    return f"{MONTH_NAMES[int(match[2]) - 1]} {int(match[1])}" if match else quoted(text)


def year(text: str) -> str:
    """A year as it is; other text in quotes."""
    return text if re.fullmatch(r"\d{4}", text, re.ASCII) else quoted(text)


def zone(offset: str) -> str:
    """`UTC+02:00` of `+02:00`; text that is no offset in quotes."""
    return f"UTC{offset}" if re.fullmatch(r"[+-]\d\d:\d\d", offset, re.ASCII) else quoted(offset)


def number(value: float, decimals: int = 0) -> str:
    """`2.8`, `50`; at most so many decimals, and a very small value as `2.3e-10`."""
    if isinstance(value, int):
        return str(value)
    rounded = Decimal(f"{value:.{decimals}f}").normalize()
    return f"{rounded:f}" if rounded or not value else f"{value:.2g}"


def exposure(seconds: float) -> str:
    """`1/250 s` where it is about such a part of a second, `0.3 s`, `2 s`."""
    if not _BRIEFEST < seconds < _BRIEF:
        return f"{number(seconds, 2)} s"
    parts = 1 / seconds
    about = abs(parts - round(parts)) < 0.02 * parts
    return f"1/{round(parts)} s" if about else f"{number(seconds, 3)} s"


def f_number(aperture: float) -> str:
    """`f/2.8`."""
    return f"f/{number(aperture, 2)}"


def millimetres(length: float) -> str:
    """`50 mm`, `4.2 mm`."""
    return f"{number(length, 1)} mm"


def stars(rating: float) -> str:
    """`rejected`, `without stars`, `rated 1 star`, `rated 4 stars`."""
    if rating < 0:
        return "rejected"
    return "without stars" if rating == 0 else f"rated {number(rating)} {'star' if rating == 1 else 'stars'}"


def _without_piles(text: str) -> str:
    kept, marks = [], 0
    for each in text:
        marks = marks + 1 if unicodedata.category(each).startswith("M") else 0
        if marks <= MOST_MARKS:
            kept.append(each)
    return "".join(kept)


def _harmless(character: str) -> str:
    if character.isspace():
        return " "
    steering = unicodedata.category(character) in ("Cc", "Cf") and character not in _JOINERS
    return "\ufffd" if steering else character
