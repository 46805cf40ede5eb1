"""Where other programs have marked faces: the regions of the Metadata Working Group, else those of Microsoft.

Both count in the pixels as they are stored, before EXIF's orientation turns them: so Lightroom, digiKam and Apple write them, and Immich
and PiGallery2 read them. Some older programs wrote what the person saw instead. The size that regions were applied to
(Metadata Working Group, "Guidelines for handling image metadata" 2.0, section 5.9) tells which it was where a picture lies on its side.
"""

import math
import re
from collections.abc import Iterator
from itertools import islice

from app.domain.look import FaceRegion
from app.photos.precedence import FACES, FACES_APPLIED_TO, FACES_MICROSOFT
from app.photos.raw import RawMetadata
from app.photos.sidecars import Sidecars
from app.photos.values import number, numbers, text
from app.photos.words import unique_names

MOST_REGIONS = 200

_TYPE_KEY = re.compile(re.escape(FACES) + r"\[\d{1,6}\](?=/mwg-rs:Type$)")
_RECTANGLE_KEY = re.compile(re.escape(FACES_MICROSOFT) + r"\[\d{1,6}\](?=/MPReg:Rectangle$)")
_IGNORED = "ffffffffffffffff"
"""What Picasa calls a face that nobody wants to name."""
_NARROWEST = 1e-6
"""Of a picture; no picture has a million pixels side by side."""
_TURNED = range(5, 9)
"""Orientations of pictures that lie on their side."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom as fractions of the picture."""


def regions_of(raw: RawMetadata, sidecars: Sidecars, orientation: int | None, size: tuple[int, int]) -> tuple[FaceRegion, ...]:
    """The regions of the first file that has any: sidecars come before the photo itself, as for names of people."""
    found = (face_regions(each, orientation or 1, size) for each in (*sidecars.xmp, raw))
    return next(filter(None, found), ())


def face_regions(raw: RawMetadata, orientation: int, size: tuple[int, int]) -> tuple[FaceRegion, ...]:
    """The faces that one file marks, as fractions of the upright picture, cut at its edges; what is no place in it is left out.

    `size` is the upright picture's, in pixels.
    """
    turn = 1 if _is_upright(raw, orientation, size) else orientation
    marked = tuple(islice(_cut(_working_group(raw)), MOST_REGIONS)) or tuple(islice(_cut(_microsoft(raw)), MOST_REGIONS))
    return tuple(_region(name, _turned(box, turn)) for name, box in marked)


def _is_upright(raw: RawMetadata, orientation: int, size: tuple[int, int]) -> bool:
    """Whether regions were applied to the picture as it is seen: then what they were applied to is wide if the upright picture is."""
    width, height = _applied_to(raw)
    return orientation in _TURNED and (width - height) * (size[0] - size[1]) > 0


def _applied_to(raw: RawMetadata) -> tuple[float, float]:
    """Width and height in pixels; NaN where they are not told."""
    return _number(raw, FACES_APPLIED_TO + "w"), _number(raw, FACES_APPLIED_TO + "h")


def _working_group(raw: RawMetadata) -> Iterator[tuple[str, Box]]:
    """Regions of type Face: centre and size, as fractions or in pixels."""
    for region in _keys(raw, _TYPE_KEY):
        if text(raw, region + "/mwg-rs:Type").lower() != "face":
            continue
        area = region + "/mwg-rs:Area/stArea:"
        across, down = _applied_to(raw) if text(raw, area + "unit").lower() == "pixel" else (1.0, 1.0)
        x, y, width, height = (_number(raw, area + name) for name in "xywh")
        yield text(raw, region + "/mwg-rs:Name"), _box(x - width / 2, y - height / 2, width, height, across, down)


def _microsoft(raw: RawMetadata) -> Iterator[tuple[str, Box]]:
    """Rectangles: upper left corner and size, as fractions."""
    for region in _keys(raw, _RECTANGLE_KEY):
        rectangle = [number(part.strip()) for part in text(raw, region + "/MPReg:Rectangle").split(",")]
        if len(rectangle) == 4:
            yield text(raw, region + "/MPReg:PersonDisplayName"), _box(*rectangle)


def _keys(raw: RawMetadata, pattern: re.Pattern[str]) -> list[str]:
    """The regions that have a key of a pattern, in the file's order."""
    return [found[0] for found in map(pattern.match, raw.xmp) if found]


def _number(raw: RawMetadata, key: str) -> float:
    return next(iter(numbers(raw, key)), math.nan)


def _box(left: float, top: float, width: float, height: float, across: float = 1.0, down: float = 1.0) -> Box:
    if not (across > 0 and down > 0 and width > 0 and height > 0):
        return math.nan, math.nan, math.nan, math.nan
    return left / across, top / down, (left + width) / across, (top + height) / down


def _cut(marked: Iterator[tuple[str, Box]]) -> Iterator[tuple[str, Box]]:
    """Boxes cut at the picture's edges, without those that are nowhere in it and those that nobody wants."""
    for name, box in marked:
        left, top, right, bottom = (min(max(edge, 0.0), 1.0) for edge in box)
        if all(map(math.isfinite, box)) and min(right - left, bottom - top) > _NARROWEST and name != _IGNORED:
            yield name, (left, top, right, bottom)


def _turned(box: Box, orientation: int) -> Box:
    """A box of the stored picture as it lies in the upright one, by EXIF's orientation (Exif 3.0, 4.6.5.1.6)."""
    left, top, right, bottom = box
    if orientation in _TURNED:  # First about the diagonal, then as those that lie on no side.
        left, top, right, bottom = top, left, bottom, right
    if orientation in (2, 3, 6, 7):
        left, right = 1 - right, 1 - left
    if orientation in (3, 4, 7, 8):
        top, bottom = 1 - bottom, 1 - top
    return left, top, right, bottom


def _region(name: str, box: Box) -> FaceRegion:
    left, top, right, bottom = box
    return FaceRegion(next(iter(unique_names([name])), None), left, top, right - left, bottom - top)
