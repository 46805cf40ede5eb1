"""Camera, lens and exposure of a picture: names and serial numbers trimmed, numbers only where they can be true."""

import math
from collections.abc import Callable

from app.domain.photo import Fact
from app.photos.precedence import (
    APERTURE,
    APERTURE_APEX,
    FOCAL_LENGTH,
    ISO,
    LENS,
    ORIENTATION,
    RATING,
    RATING_PERCENT,
    REJECTED,
    SERIAL,
    SHUTTER,
    SHUTTER_APEX,
)  # fmt: skip
from app.photos.raw import RawMetadata
from app.photos.values import first_fact, numbers, text

_LONGEST_NAME = 200
_ISO_OVERFLOW = 65_535
_LENS_PLACEHOLDERS = frozenset({"", "-", "--", "----", "0", "n/a", "none", "unknown", "0.0 mm f/0.0", "0.0-0.0 mm f/0.0"})
_PERCENT_STARS = ((1, 1), (25, 2), (50, 3), (75, 4), (99, 5))


def camera_word(raw: RawMetadata, keys: tuple[str, ...]) -> Fact[str] | None:
    """Make or model, with single spaces."""
    return first_fact(keys, lambda key: _name(raw, key))


def lens(raw: RawMetadata) -> Fact[str] | None:
    """The lens by EXIF or XMP, else by the maker note."""
    return first_fact(LENS, lambda key: _lens_name(_name(raw, key)))


def serial(raw: RawMetadata) -> Fact[str] | None:
    """The camera body's serial number as it is written; one repeated sign stands for none."""
    return first_fact(SERIAL, lambda key: _serial_number(raw, key))


def iso(raw: RawMetadata) -> Fact[int] | None:
    """ISO speed. The 16-bit field's overflow 65535 defers to the wider ones (Exif 2.3, PhotographicSensitivity)."""
    found = first_fact(ISO, lambda key: _first(raw, key, lambda value: 1 <= value < 10_000_000 and value != _ISO_OVERFLOW))
    return Fact(round(found.value), found.source) if found else None


def aperture(raw: RawMetadata) -> Fact[float] | None:
    """The f-number, else 2^(Av/2). Below f/0.5 no lens exists in air."""
    return _measured(raw, APERTURE, APERTURE_APEX, lambda apex: 2 ** (apex / 2), lambda value: 0.5 <= value <= 1000)


def shutter(raw: RawMetadata) -> Fact[float] | None:
    """Exposure time in seconds, else 2^(-Tv)."""
    return _measured(raw, SHUTTER, SHUTTER_APEX, lambda apex: 2**-apex, lambda value: 1e-7 < value < 1e7)


def focal_length(raw: RawMetadata) -> Fact[float] | None:
    """Focal length in millimetres."""
    return first_fact(FOCAL_LENGTH, lambda key: _first(raw, key, lambda value: 0 < value < 100_000))


def orientation(raw: RawMetadata) -> Fact[int] | None:
    """EXIF's orientation 1 to 8; any other number says nothing."""
    found = first_fact(ORIENTATION, lambda key: _first(raw, key, lambda value: value in range(1, 9)))
    return Fact(int(found.value), found.source) if found else None


def rating(raw: RawMetadata) -> Fact[int] | None:
    """Stars: -1 rejected, 0 to 5; numbers outside are moved to the nearest of these.

    Percent counts only where no stars are given, and a flag that rejects only where there are none.
    """
    stars = _stars(raw)
    rejected = None if stars and stars.value else first_fact(REJECTED, lambda key: _first(raw, key, lambda flag: flag == REJECTED[key]))
    return Fact(-1, rejected.source) if rejected else stars


def stars_of_percent(percent: float) -> int:
    """Windows' scale: 1, 25, 50, 75, 99 per cent are one to five stars."""
    return max((stars for least, stars in _PERCENT_STARS if percent >= least), default=0)


def _stars(raw: RawMetadata) -> Fact[int] | None:
    stars = first_fact(RATING, lambda key: _first(raw, key, math.isfinite))
    if stars:
        return Fact(max(-1, min(5, math.floor(stars.value + 0.5))), stars.source)
    percent = first_fact(RATING_PERCENT, lambda key: _first(raw, key, lambda value: 0 <= value <= 100))
    return Fact(stars_of_percent(percent.value), percent.source) if percent else None


def _name(raw: RawMetadata, key: str) -> str | None:
    return " ".join(text(raw, key).split())[:_LONGEST_NAME] or None


def _lens_name(name: str | None) -> str | None:
    return name if name and name.lower() not in _LENS_PLACEHOLDERS and any(letter.isalnum() for letter in name) else None


def _serial_number(raw: RawMetadata, key: str) -> str | None:
    stored = raw.exif.get(key)
    # Canon's maker note has a number; other programs copy it in decimal.
    written = str(stored[0][0]) if isinstance(stored, tuple) and stored else _name(raw, key) or ""
    return written if len(set(written)) > 1 and any(map(str.isalnum, written)) else None


def _measured(
    raw: RawMetadata,
    keys: tuple[str, ...],
    apex_keys: tuple[str, ...],
    of_apex: Callable[[float], float],
    possible: Callable[[float], bool],
) -> Fact[float] | None:
    direct = first_fact(keys, lambda key: _first(raw, key, possible))
    if direct:
        return direct
    apex = first_fact(apex_keys, lambda key: _first(raw, key, lambda value: abs(value) < 50 and possible(of_apex(value))))
    return Fact(round(of_apex(apex.value), 6), apex.source) if apex else None


def _first(raw: RawMetadata, key: str, possible: Callable[[float], bool]) -> float | None:
    found = next(iter(numbers(raw, key)), math.nan)
    return found if possible(found) else None
