"""The types of the plan: a picture, where its file goes, and what is written into the file and into which standard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from PIL import Image

TextBlock = Literal["xmp", "exif", "iptc", "iptc latin-1", "png"]
TimeBlock = Literal["exif", "xmp", "iptc", "png"]
KeywordBlock = Literal["xmp", "iptc", "iptc latin-1", "windows"]
TreeBlock = Literal["lightroom", "digikam"]
Draw = Callable[[], Image.Image | list[Image.Image]]
"""Gives one picture, or the frames of an animation."""


@dataclass(frozen=True, slots=True)
class Camera:
    """An invented camera; `serial` is its body's."""

    make: str
    model: str
    lens: str = ""
    serial: str = ""


@dataclass(frozen=True, slots=True)
class Exposure:
    """ISO speed, f-number in tenths, exposure time as a fraction of seconds, focal length in millimetres."""

    iso: int
    tenths: int
    seconds: tuple[int, int]
    millimetres: int


@dataclass(frozen=True, slots=True)
class Position:
    """Degrees north and east (negative: south and west), metres above the sea (negative: below)."""

    latitude: float
    longitude: float
    altitude: float | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """The names of a place, from small to large."""

    city: str = ""
    country: str = ""
    spot: str = ""
    state: str = ""
    block: Literal["xmp", "iptc"] = "iptc"


@dataclass(frozen=True, slots=True)
class Face:
    """A face: its middle and size as shares of the upright picture."""

    name: str
    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of the sample library. `taken` is local, ISO 8601, with as many digits of a second as are written."""

    path: str
    draw: Draw
    taken: str = ""
    offset: str = ""
    time_block: TimeBlock = "exif"
    camera: Camera | None = None
    exposure: Exposure | None = None
    position: Position | None = None
    place: Place | None = None
    title: str = ""
    caption: str = ""
    caption_block: TextBlock = "xmp"
    translations: dict[str, str] = field(default_factory=dict)
    keywords: tuple[str, ...] = ()
    keyword_block: KeywordBlock = "xmp"
    tree: tuple[str, ...] = ()
    tree_block: TreeBlock = "lightroom"
    people: tuple[str, ...] = ()
    faces: tuple[Face, ...] = ()
    rating: int | None = None
    orientation: int = 1
    quality: int = 86
    progressive: bool = False
    longest: int | None = None
    colours: int | None = None
