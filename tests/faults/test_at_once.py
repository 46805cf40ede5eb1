"""Things that happen at once: a folder that changes while its thumbnails load, and two scans of it in one program."""

import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from PIL import Image

from app.bootstrap import Built, build
from app.config.paths import LibraryPaths
from app.domain.photo import Photo
from app.embedding.sentence import SentenceModel
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from app.services.events import IndexSummary

NUMBER = 12


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """A folder of small photos, all different."""
    folder = tmp_path / "photos"
    folder.mkdir()
    for number in range(NUMBER):
        draw(folder / f"{number}.png", number)
    return folder


@pytest.fixture
def paths(tmp_path: Path) -> LibraryPaths:
    return LibraryPaths(tmp_path / "library")


@pytest.fixture
def built(photos: Path, paths: LibraryPaths, embedder: SentenceModel, reader: WorkerReader) -> Iterator[Built]:
    with build(paths, embedder, reader) as built:
        assert scan(built, photos).indexed == NUMBER
        yield built


def draw(path: Path, look: int) -> None:
    Image.new("RGB", (16, 12), (look * 5, 255 - look * 5, 40)).save(path)


def scan(built: Built, folder: Path) -> IndexSummary:
    *_, summary = built.use_cases.index.run([os.fspath(folder)], CancelSwitch())
    assert isinstance(summary, IndexSummary)
    return summary


def known(built: Built) -> list[Photo]:
    return list(built.catalogue.photos(built.catalogue.browse().tolist()).values())


@contextmanager
def thumbnails_load(built: Built) -> Iterator[list[bytes]]:
    """Two threads that ask for every thumbnail again and again; what they got. Raises what stopped them."""
    stop, loaded = Event(), list[bytes]()

    def load() -> None:
        while not stop.is_set():
            loaded.extend(filter(None, map(built.use_cases.look.thumbnail, known(built))))

    with ThreadPoolExecutor() as threads:
        loading = [threads.submit(load) for _ in range(2)]
        try:
            yield loaded
        finally:
            stop.set()
        for each in loading:
            each.result()


def test_a_folder_that_changes_while_thumbnails_load_has_no_photo_twice_and_stops_nothing(
    built: Built, photos: Path, paths: LibraryPaths
) -> None:
    with thumbnails_load(built) as loaded:
        for turn in range(1, 5):
            shutil.rmtree(paths.thumbnails, ignore_errors=True)
            draw(photos / "0.png", 20 + turn)
            (photos / f"{turn}.png").rename(photos / f"renamed {turn}.png")
            (photos / f"{NUMBER - turn}.png").unlink()
            scan(built, photos)
    assert loaded
    assert all(each.startswith(b"\xff\xd8") and each.endswith(b"\xff\xd9") for each in loaded)
    assert sorted(os.path.basename(each.path) for each in known(built)) == sorted(each.name for each in photos.iterdir())
    assert all(built.use_cases.look.thumbnail(each) for each in known(built))


def test_two_scans_at_once_in_one_program_leave_each_photo_once(built: Built, photos: Path) -> None:
    for number in range(NUMBER, 2 * NUMBER):
        draw(photos / f"{number}.png", number)
    with ThreadPoolExecutor() as threads:
        ended = list(threads.map(lambda _: scan(built, photos), range(2)))
    assert sorted((each.indexed, each.unchanged) for each in ended) == [(0, 2 * NUMBER), (NUMBER, NUMBER)]
    assert len(known(built)) == 2 * NUMBER
