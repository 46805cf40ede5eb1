"""Places of photos: named from the position where nobody wrote one."""

import math
from collections.abc import Callable
from datetime import date
from pathlib import Path

import exiv2
import pytest

from app.bootstrap import Built
from app.config.paths import shipped
from app.domain.photo import NAMED_POSITION, Fact
from app.photos.place_names import PlaceNames
from app.photos.workers import WorkerReader
from app.services.events import IndexSummary
from app.services.inspect_file import inspect_file

MakePhoto = Callable[..., Path]
Index = Callable[..., IndexSummary]
AREZZO = Fact("Arezzo, Tuscany, Italy", NAMED_POSITION)


def locate(path: Path, latitude: float, longitude: float, city: str = "") -> Path:
    """Write a position in whole minutes, and perhaps a city, into a file."""
    image = exiv2.ImageFactory.open(str(path))
    image.readMetadata()
    exif, xmp = image.exifData(), image.xmpData()
    for name, value, letters in (("Latitude", latitude, "NS"), ("Longitude", longitude, "EW")):
        exif[f"Exif.GPSInfo.GPS{name}Ref"] = letters[value < 0]
        exif[f"Exif.GPSInfo.GPS{name}"] = f"{math.floor(abs(value))}/1 {round(abs(value) % 1 * 60)}/1 0/1"
    if city:
        xmp["Xmp.photoshop.City"] = city
    image.writeMetadata()
    return path


def place(built: Built, path: Path) -> Fact[str] | None:
    photo = built.catalogue.by_path(str(path))
    assert photo is not None
    return photo.facts.place


def test_a_position_is_named_stored_and_found(built: Built, index: Index, make_photo: MakePhoto, photos: Path) -> None:
    path = locate(make_photo("a.jpg"), 43.45, 11.88)
    make_photo("b.jpg")
    index(photos)
    assert place(built, path) == AREZZO
    for query in ("place:italy", "place:arezzo", "place:tuscany"):
        listing = built.use_cases.search.search(query, date(2024, 6, 1))
        assert [card.photo.path for card in built.use_cases.search.cards(listing, 0, 9)] == [str(path)]


def test_a_written_place_stays(built: Built, index: Index, make_photo: MakePhoto, photos: Path) -> None:
    path = locate(make_photo("a.jpg"), 43.45, 11.88, city="Grandmother's house")
    index(photos)
    assert place(built, path) == Fact("Grandmother's house", "XMP photoshop:City")


@pytest.mark.parametrize(("latitude", "longitude"), [(0, 0), (91, 11), (30, -40)])
def test_no_position_an_impossible_one_and_the_sea_have_no_place(
    built: Built, index: Index, make_photo: MakePhoto, photos: Path, latitude: float, longitude: float
) -> None:
    path = locate(make_photo("a.jpg"), latitude, longitude)
    index(photos)
    assert place(built, path) is None


def test_one_file_is_told_of_as_it_would_be_indexed(reader: WorkerReader, make_photo: MakePhoto) -> None:
    path = locate(make_photo("a.jpg"), 43.45, 11.88)
    photo = inspect_file(str(path), reader, PlaceNames(shipped("resources") / "places" / "geonames.npz"))
    assert photo.facts.place == AREZZO
