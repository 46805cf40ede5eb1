"""The facts of a photo as rows of name, value and source, in the order in which a person looks for them."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from app.domain.ids import LocalTime
from app.domain.photo import Fact, Photo, PhotoFacts, PhotoState
from app.domain.words import camera_name, shown
from app.domain.written import exposure, f_number, millimetres
from app.gui.formatting import dimensions, file_date, file_size, iso_speed, position, precise_moment, stars, time_apart

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FactRow:
    """One fact: what it is, its value for reading, and where it was read."""

    name: str
    value: str
    source: str


ORIENTATIONS = {
    1: "upright",
    2: "mirrored",
    3: "turned by 180°",
    4: "mirrored upside down",
    5: "mirrored, turned by 90° to the left",
    6: "turned by 90° to the right",
    7: "mirrored, turned by 90° to the right",
    8: "turned by 90° to the left",
}
"""How the stored picture is turned for showing (EXIF 2.32, Orientation)."""


def fact_rows(photo: Photo) -> tuple[FactRow, ...]:
    """Every known fact with its source, save for those that the person can change here."""
    return tuple(row for row in _rows(photo.facts) if row.value.strip())


def file_rows(photo: Photo) -> tuple[FactRow, ...]:
    """What the file itself is."""
    folder = shown(os.path.dirname(photo.path))
    return (
        FactRow("Dimensions", dimensions(photo.width, photo.height), "upright"),
        FactRow("Format", photo.format.upper(), "file contents"),
        FactRow("File size", file_size(photo.stamp.size), "file system"),
        FactRow("File date", file_date(photo.stamp.modified_ns), "file system, not the camera"),
        FactRow("File name", shown(os.path.basename(photo.path)), "file system"),
        FactRow("Folder", folder, "file system" if photo.state is PhotoState.PRESENT else "not reachable now"),
    )


def exposure_line(facts: PhotoFacts) -> str:
    """`1/250 s · f/2.8 · 50 mm · ISO 200`, as far as it is known."""
    parts = (
        exposure(facts.shutter.value) if facts.shutter else "",
        f_number(facts.aperture.value) if facts.aperture else "",
        millimetres(facts.focal_length.value) if facts.focal_length else "",
        iso_speed(facts.iso.value) if facts.iso else "",
    )
    return " · ".join(part for part in parts if part)


def camera_line(facts: PhotoFacts) -> str:
    """Make and model without the make twice."""
    return camera_name(facts.make.value if facts.make else None, facts.model.value if facts.model else None)


def taken_line(facts: PhotoFacts) -> str:
    """The capture time with its offset."""
    return precise_moment(facts.taken.value, facts.offset.value if facts.offset else None) if facts.taken else ""


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """One kind of fact of several photos, in their order; empty where a photo does not have it."""

    name: str
    values: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether the photos do not agree."""
        return len(set(self.values)) > 1


def compared_rows(photos: tuple[Photo, ...]) -> tuple[ComparedRow, ...]:
    """The kinds of fact in which the photos differ, times being told relative to the first photo as well."""
    rows = [ComparedRow(name, tuple(show(photo) for photo in photos)) for name, show in _COMPARED]
    apart = tuple(_apart(photos[0], photo) for photo in photos)
    rows.insert(1, ComparedRow("Apart", ("", *apart[1:])))
    rows.insert(5, ComparedRow("Size", _sizes(photos)))
    return tuple(row for row in rows if row.differs)


def _sizes(photos: tuple[Photo, ...]) -> tuple[str, ...]:
    """Megapixels are told of all of them or, where one has too few, of none."""
    told = tuple(dimensions(photo.width, photo.height) for photo in photos)
    return told if all("," in each for each in told) else tuple(each.partition(",")[0] for each in told)


def _apart(first: Photo, photo: Photo) -> str:
    start, end = first.facts.taken, photo.facts.taken
    return (time_apart(start.value, end.value) or "") if start and end else ""


def _rows(facts: PhotoFacts) -> Iterator[FactRow]:
    if facts.taken:
        yield FactRow("Taken", taken_line(facts), _sources(facts.taken, facts.offset))
    yield from _row("Place", facts.place, str)
    yield from _row("Position", facts.gps, position)
    if camera_line(facts):
        yield FactRow("Camera", camera_line(facts), _sources(facts.make, facts.model))
    yield from _row("Serial number", facts.serial, str)
    yield from _row("Lens", facts.lens, str)
    yield from _row("Exposure time", facts.shutter, exposure)
    yield from _row("Aperture", facts.aperture, f_number)
    yield from _row("Focal length", facts.focal_length, millimetres)
    yield from _row("Sensitivity", facts.iso, iso_speed)
    yield from _row("Orientation", facts.orientation, lambda value: ORIENTATIONS.get(value, str(value)))


def _row(name: str, fact: Fact[T] | None, show: Callable[[T], str]) -> Iterator[FactRow]:
    if fact is not None:
        yield FactRow(name, show(fact.value), fact.source)


def _sources(*facts: Fact[LocalTime] | Fact[str] | None) -> str:
    """`EXIF Make, Model`: the standard is not said twice."""
    told: list[str] = []
    for source in dict.fromkeys(fact.source for fact in facts if fact is not None):
        standard = source.partition(" ")[0]
        told.append(source.removeprefix(f"{standard} ") if told and told[0].startswith(f"{standard} ") else source)
    return ", ".join(told)


def _tags(photo: Photo) -> str:
    return ", ".join(tag.path for tag in photo.facts.tags.value) if photo.facts.tags else ""


_COMPARED: tuple[tuple[str, Callable[[Photo], str]], ...] = (
    ("Taken", lambda photo: taken_line(photo.facts)),
    ("Camera", lambda photo: camera_line(photo.facts)),
    ("Lens", lambda photo: photo.facts.lens.value if photo.facts.lens else ""),
    ("Exposure", lambda photo: exposure_line(photo.facts)),
    ("File", lambda photo: f"{photo.format.upper()}, {file_size(photo.stamp.size)}"),
    ("Stars", lambda photo: stars(photo.facts.rating.value) if photo.facts.rating else ""),
    ("Tags", _tags),
)
