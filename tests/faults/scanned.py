"""A folder and a library over it, brought in step in this process: photos are read without workers, and texts mean next to nothing."""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from app.config.paths import LibraryPaths
from app.domain.ids import ModelId, PhotoId
from app.domain.photo import FoundFile, Photo, PhotoState, Position, ReadPhoto, Skipped, Video
from app.domain.ports import CancelToken, Vectors
from app.library.catalogue import Catalogue
from app.library.library_vectors import LibraryVectors
from app.photos.reading import read_photo
from app.photos.thumbnails import ThumbnailFiles
from app.photos.walk import compare
from app.services.cancel import CancelSwitch
from app.services.events import IndexSummary
from app.services.index_folders import IndexFolders
from app.services.understanding import Understanding


class InThisProcess:
    """The reader, a model of one direction, and no place names."""

    model_id = ModelId("one direction")
    dimension = 2

    def read(self, files: Iterable[FoundFile], token: CancelToken) -> Iterator[ReadPhoto | Video | Skipped]:
        """Each file's outcome, in the order given."""
        for file in files:
            token.check()
            yield read_photo(file)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """The same unit vector for every text."""
        return np.tile(np.array([1, 0], np.float32), (len(texts), 1))

    def name(self, position: Position) -> None:
        """Nothing lies anywhere."""
        del position


class Scanned:
    """One library, and folders to put into it."""

    def __init__(self, place: Path, library: Path | None = None) -> None:
        self.root = place / "photos"
        self.root.mkdir()
        self.paths = LibraryPaths(library or place / "library")
        self.reader = InThisProcess()
        self.catalogue = Catalogue(self.paths.catalogue)
        self.thumbnails = ThumbnailFiles(self.paths.thumbnails)
        vectors = LibraryVectors(self.paths, self.catalogue, self.reader.model_id, self.reader.dimension)
        self.index = IndexFolders(
            self.catalogue,
            partial(compare, own=frozenset(map(str, (self.paths.root, self.paths.thumbnails, self.paths.vectors)))),
            self.reader,
            self.reader,
            self.thumbnails,
            Understanding(self.catalogue, self.reader, vectors),
            vectors,
        )

    def run(self, *folders: Path, accept_missing: bool = False) -> IndexSummary:
        """Bring folders in step; the root unless others are named."""
        paths = [os.fspath(each) for each in folders or (self.root,)]
        *_, last = self.index.run(paths, CancelSwitch(), accept_missing=accept_missing)
        assert isinstance(last, IndexSummary)
        return last

    def retry(self, *paths: Path) -> IndexSummary:
        """Read skipped files again."""
        *_, last = self.index.retry([os.fspath(each) for each in paths], CancelSwitch())
        assert isinstance(last, IndexSummary)
        return last

    def make(self, name: str | bytes, look: int | None = None) -> Path:
        """Write a tiny PNG below the root; each `look` is one content."""
        path = Path(os.fsdecode(os.path.join(os.fsencode(self.root), os.fsencode(name))))
        path.parent.mkdir(parents=True, exist_ok=True)
        number = sum(path.name.encode("utf-8", "surrogateescape")) if look is None else look
        Image.new("RGB", (4, 3), (number % 256, number // 256 % 256, 7)).save(path, "PNG")
        return path

    def photo(self, path: Path) -> Photo:
        """The photo at a path."""
        photo = self.catalogue.by_path(os.fspath(path))
        assert photo is not None, path
        return photo

    def id(self, path: Path) -> PhotoId:
        """The id of the photo at a path."""
        return self.photo(path).id

    def names(self) -> list[str]:
        """The paths below the root of all photos that can be found, by the bytes of their names."""
        photos = self.catalogue.photos(map(PhotoId, self.catalogue.browse().tolist())).values()
        return sorted((os.path.relpath(each.path, self.root) for each in photos), key=os.fsencode)

    def state(self, path: Path) -> PhotoState:
        """Whether a photo is there."""
        return self.photo(path).state
