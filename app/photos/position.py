"""Where a picture was taken: GPS coordinates that can be believed, and the names of the place that people wrote."""

import math
import re
from collections.abc import Iterator

from app.domain.photo import Fact, Position
from app.photos.precedence import GPS_EXIF, GPS_XMP, PLACE, label
from app.photos.raw import Blob, RawMetadata
from app.photos.values import number, numbers, text

_XMP_COORDINATE = re.compile(r"(\d+(?:\.\d*)?)(?:,(\d+(?:\.\d*)?))?(?:,(\d+(?:\.\d*)?))?,?\s*([NSEW])", re.ASCII | re.IGNORECASE)
_UNIT = re.compile("\\s*(?:°|deg|[,'′’\"″”])\\s*")
"""Between degrees, minutes and seconds XMP has commas; some programs write them as people do: `48 deg 30' 36.00" N`."""
_ALTITUDES = (-12_000.0, 100_000.0)
_BELOW_SEA = (1, 3, ord("1"), ord("3"))
"""Exif's numbers; some programs write them as text."""


def position(raw: RawMetadata) -> Fact[Position] | None:
    """The position by EXIF, else by XMP. Undefined, out-of-range and unreferenced values and the pair 0,0 are no position."""
    exif = believable(_exif_coordinate(raw, "Latitude", "NS"), _exif_coordinate(raw, "Longitude", "EW"), _altitude(raw, GPS_EXIF))
    if exif:
        return Fact(exif, "EXIF GPS")
    xmp = believable(
        _xmp_coordinate(raw, "Latitude", "NS"),
        _xmp_coordinate(raw, "Longitude", "EW"),
        _altitude(raw, GPS_XMP),
    )
    return Fact(xmp, "XMP exif:GPS") if xmp else None


def degrees(parts: tuple[float, ...], reference: str, directions: str) -> float | None:
    """Degrees, minutes and seconds as signed degrees. `directions` are the letters of plus and minus; any other reference is None.

    A sign that says the same as its letter, -33.5 S, is none too many; one that contradicts it leaves the place unknown.
    """
    letter = reference[:1].upper()
    if not 1 <= len(parts) <= 3 or letter not in tuple(directions):
        return None
    if letter == directions[1] and parts[0] < 0 and all(part <= 0 for part in parts):
        parts = tuple(-part for part in parts)
    whole, minutes, seconds = (*parts, 0.0, 0.0)[:3]
    if not (0 <= whole <= 180 and 0 <= minutes <= 60 and 0 <= seconds <= 60):  # NaN fails every comparison.
        return None
    value = whole + minutes / 60 + seconds / 3600
    return -value if letter == directions[1] else value


def parse_xmp_coordinate(written: str, directions: str) -> float | None:
    """XMP's `48,30.5N` or `48,30,30N` as signed degrees (XMP specification part 2, GPSCoordinate)."""
    found = _XMP_COORDINATE.fullmatch(_UNIT.sub(",", written.strip()))
    if not found:
        return None
    return degrees(tuple(number(part) for part in found.groups()[:3] if part), found[4], directions)


def place(raw: RawMetadata) -> Fact[str] | None:
    """Sublocation, city, province and country as `Fort Mason, San Francisco, California, United States`, none twice."""
    named = list(_places(raw))
    names = dict.fromkeys(name for name, _ in named)
    sources = dict.fromkeys(source for _, source in named)
    return Fact(", ".join(names), " + ".join(sources)) if names else None


def _places(raw: RawMetadata) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for keys in PLACE:
        found = next(((text(raw, key), key) for key in keys if text(raw, key)), None)
        if found and found[0].casefold() not in seen:
            seen.add(found[0].casefold())
            yield found[0], label(found[1])


def believable(latitude: float | None, longitude: float | None, altitude: float | None) -> Position | None:
    """A position, unless it is undefined, out of range or the pair 0,0, which stands for none. An impossible altitude is unknown."""
    if latitude is None or longitude is None or (latitude == 0 and longitude == 0):
        return None
    if not (abs(latitude) <= 90 and abs(longitude) <= 180):  # NaN fails every comparison.
        return None
    is_possible = altitude is not None and _ALTITUDES[0] <= altitude <= _ALTITUDES[1]
    return Position(latitude, longitude, altitude if is_possible else None)


def _exif_coordinate(raw: RawMetadata, name: str, directions: str) -> float | None:
    return degrees(numbers(raw, GPS_EXIF[name]), text(raw, GPS_EXIF[f"{name}Ref"]), directions)


def _xmp_coordinate(raw: RawMetadata, name: str, directions: str) -> float | None:
    """With its letter, or with the letter in a property of its own, as Apple's sidecars have it."""
    written, reference = text(raw, GPS_XMP[name]), text(raw, GPS_XMP[f"{name}Ref"])[:1]
    found = parse_xmp_coordinate(written, directions)
    return parse_xmp_coordinate(written + reference, directions) if found is None and reference.isalpha() else found


def _altitude(raw: RawMetadata, keys: dict[str, str]) -> float | None:
    metres = next(iter(numbers(raw, keys["Altitude"])), math.nan)
    if not math.isfinite(metres):
        return None
    return -abs(metres) if _reference(raw, keys["AltitudeRef"]) in _BELOW_SEA else metres


def _reference(raw: RawMetadata, key: str) -> int:
    stored = raw.exif.get(key)
    if isinstance(stored, Blob):
        return stored.content[0] if stored.content else 0
    found = next(iter(numbers(raw, key)), 0.0)
    return int(found) if math.isfinite(found) else 0
