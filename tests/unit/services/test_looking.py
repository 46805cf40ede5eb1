"""Looking at a photo and inspecting a file see what indexing sees, sidecars included."""

import io
from pathlib import Path

import pytest
from PIL import Image

from app.bootstrap import Built
from app.config.paths import LibraryPaths, shipped
from app.domain.errors import PhotoUnreadable
from app.domain.photo import Picture
from app.photos.place_names import PlaceNames
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from app.services.inspect_file import inspect_file
from tests.unit.photos.making import dng, written

TURNED = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
    'xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" tiff:Orientation="6" xmp:Rating="4"/>'
    "</rdf:RDF></x:xmpmeta>"
)


@pytest.fixture
def raw(photos: Path) -> Path:
    """A RAW file that its sidecar turns."""
    (photos / "a.xmp").write_text(TURNED)
    return written(photos, dng(Image.new("RGB", (60, 40), "teal")), "a.dng")


def test_the_large_view_and_a_lost_thumbnail_are_turned_by_the_sidecar(built: Built, photos: Path, raw: Path, tmp_path: Path) -> None:
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    photo = built.catalogue.by_path(str(raw))
    assert photo is not None
    assert (photo.width, photo.height) == (40, 60)
    view = built.use_cases.look.picture(photo, 4_096)
    assert isinstance(view, Picture)
    assert (view.full_width, view.full_height) == (40, 60)
    assert view.width < view.height
    kept = list(LibraryPaths(tmp_path / "library").thumbnails.rglob("*.jpg"))
    assert kept
    for each in kept:
        each.unlink()
    thumbnail = built.use_cases.look.thumbnail(photo)
    assert thumbnail is not None
    with Image.open(io.BytesIO(thumbnail)) as image:
        assert image.width < image.height


def test_a_file_is_inspected_with_its_sidecar(raw: Path, reader: WorkerReader) -> None:
    photo = inspect_file(str(raw), reader, PlaceNames(shipped("resources") / "places" / "geonames.npz"))
    assert (photo.width, photo.height) == (40, 60)
    assert photo.facts.rating is not None
    assert photo.facts.rating.value == 4
    assert "sidecar" in photo.facts.rating.source


def test_a_video_is_named_as_one(tmp_path: Path, reader: WorkerReader) -> None:
    film = written(tmp_path, b"\0\0\0\x14ftypqt  \0\0\0\0qt  ", "a.mov")
    with pytest.raises(PhotoUnreadable, match="is a video"):
        inspect_file(str(film), reader, PlaceNames(shipped("resources") / "places" / "geonames.npz"))
