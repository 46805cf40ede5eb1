"""A library over real rooms, and small real photos to put into it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import exiv2
import pytest
from PIL import Image

from app.bootstrap import Built, build
from app.config.paths import LibraryPaths
from app.embedding.sentence import SentenceModel
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from app.services.events import IndexSummary

MakePhoto = Callable[..., Path]


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """An empty folder for photos."""
    folder = tmp_path / "photos"
    folder.mkdir()
    return folder


@pytest.fixture
def make_photo(photos: Path) -> MakePhoto:
    """Write a small JPEG with a caption and tags; the colour makes its content its own."""

    def make(name: str, caption: str = "", tags: tuple[str, ...] = (), taken: str = "") -> Path:
        path = photos / name
        path.parent.mkdir(parents=True, exist_ok=True)
        number = sum(name.encode())
        Image.new("RGB", (64, 48), (number % 256, number // 7 % 256, len(name) * 5 % 256)).save(path)
        image = exiv2.ImageFactory.open(str(path))
        xmp, exif = exiv2.XmpData(), exiv2.ExifData()
        if caption:
            xmp["Xmp.dc.description"] = caption
        if tags:
            xmp["Xmp.dc.subject"] = exiv2.XmpArrayValue(list(tags))
        if taken:
            exif["Exif.Photo.DateTimeOriginal"] = taken
        image.setXmpData(xmp)
        image.setExifData(exif)
        image.writeMetadata()
        return path

    return make


@pytest.fixture
def built(tmp_path: Path, embedder: SentenceModel, reader: WorkerReader) -> Iterator[Built]:
    """A new library with everything over it."""
    with build(LibraryPaths(tmp_path / "library"), embedder, reader) as objects:
        yield objects


@pytest.fixture
def index(built: Built) -> Callable[..., IndexSummary]:
    """Index folders to the end."""

    def run(*folders: Path) -> IndexSummary:
        events = list(built.use_cases.index.run([str(folder) for folder in folders], CancelSwitch()))
        assert isinstance(events[-1], IndexSummary)
        return events[-1]

    return run
