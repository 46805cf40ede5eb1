"""A disk that is full, really: a small one in memory, at each place where Candid writes. Needs root, on Linux."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import date
from pathlib import Path

import pytest
from PIL import Image

from app.bootstrap import Built, build
from app.config.paths import LibraryPaths
from app.domain.errors import LibraryUnavailable
from app.domain.ids import PhotoId
from app.domain.own_words import Change
from app.embedding.sentence import SentenceModel
from app.library.catalogue import Catalogue
from app.library.migrations import copy_kept
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from app.services.events import IndexSummary
from tests.unit.library.made import read_photo
from tests.unit.library.test_migrations import first_version, version

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="only root can mount a small disk"),
]

PHOTOS = 200
TODAY = date(2026, 11, 30)
FULL = r"(is full: free some space|The disk that holds)"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of eight megabytes."""
    place = tmp_path / "small disk"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(place)], capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted: {mounted.stderr}")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@contextmanager
def full(disk: Path, leaving: int = 0) -> Iterator[None]:
    """Fill a disk but for so many bytes; it is free again behind the block."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    os.truncate(filler, max(0, filler.stat().st_size - leaving))
    try:
        yield
    finally:
        filler.unlink()


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    for n in range(PHOTOS):
        facts = Image.Exif()
        facts[0x010E] = f"A boat number {n} in the harbour of the town {n % 17}"
        Image.effect_noise((96, 64), 80 + n).convert("RGB").save(folder / f"{n}.jpg", exif=facts)
    return folder


Parts = tuple[SentenceModel, WorkerReader]


@pytest.fixture
def parts(embedder: SentenceModel, reader: WorkerReader) -> Parts:
    return embedder, reader


def index(built: Built, folder: Path) -> IndexSummary:
    (summary,) = [each for each in built.use_cases.index.run([str(folder)], CancelSwitch()) if isinstance(each, IndexSummary)]
    return summary


def assert_whole(built: Built, count: int = PHOTOS) -> None:
    """Everything is there and agrees."""
    built.catalogue.check()
    with built.catalogue.one_view() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert built.catalogue.photo_count() == count
    assert built.catalogue.passages_without_vector(built.embedder.model_id, 10) == ()
    assert len(built.vectors) == len(built.catalogue.vector_ids(built.embedder.model_id))
    assert len(built.use_cases.search.search("ships in a port", TODAY).matches) > 0


def elsewhere(paths: LibraryPaths, place: Path, *names: str) -> None:
    """Let folders of a library be on another disk."""
    paths.root.mkdir(exist_ok=True)
    for name in names:
        (place / name).mkdir()
        (paths.root / name).symlink_to(place / name)


@pytest.mark.parametrize("leaving", [0, 100_000, 400_000, 1_000_000])
def test_the_catalogue(disk: Path, photos: Path, parts: Parts, tmp_path: Path, leaving: int) -> None:
    paths = LibraryPaths(disk / "library")
    elsewhere(paths, tmp_path, "vectors", "thumbnails")
    with build(paths, *parts) as built:
        built.catalogue.add_folder(str(photos))
        with full(disk, leaving):
            with pytest.raises(LibraryUnavailable, match=FULL):
                index(built, photos)
            kept = built.catalogue.photo_count()
            assert kept < PHOTOS
            built.use_cases.search.search("boat", TODAY)
    with full(disk), pytest.raises(LibraryUnavailable, match=FULL), build(paths, *parts):
        pass
    with build(paths, *parts) as built:
        built.catalogue.check()
        assert built.use_cases.rescued is None
        assert index(built, photos).indexed + kept >= PHOTOS
        assert_whole(built)
    print(f"{leaving:,} bytes were left, {kept} photos were kept", flush=True)


def test_the_vectors(disk: Path, photos: Path, parts: Parts, tmp_path: Path) -> None:
    paths = LibraryPaths(tmp_path / "library")
    elsewhere(paths, disk, "vectors")
    with full(disk, 50_000):
        for _ in range(2):
            with build(paths, *parts) as built:
                index(built, photos)
                assert_whole(built)
                assert list(paths.vectors.iterdir()) == []
    with build(paths, *parts) as built:
        assert_whole(built)
    assert sorted(each.suffix for each in paths.vectors.iterdir()) == [".hnsw", ".map"]


def test_the_thumbnails(disk: Path, photos: Path, parts: Parts, tmp_path: Path) -> None:
    paths = LibraryPaths(tmp_path / "library")
    elsewhere(paths, disk, "thumbnails")
    with build(paths, *parts) as built:
        with full(disk, 100_000):
            assert index(built, photos).indexed == PHOTOS
            assert_whole(built)
            kept = [each for each in paths.thumbnails.rglob("*") if each.is_file()]
            assert 0 < len(kept) < PHOTOS
            assert all(each.read_bytes().endswith(b"\xff\xd9") for each in kept)
            seen = built.catalogue.photos(built.catalogue.browse().tolist()).values()
            assert all(built.use_cases.look.thumbnail(each) for each in seen)
        assert all(built.use_cases.look.thumbnail(each) for each in seen)
        assert len(list(paths.thumbnails.rglob("*.jpg"))) == PHOTOS


def test_the_journal(disk: Path, photos: Path, parts: Parts, tmp_path: Path) -> None:
    paths = LibraryPaths(disk / "library")
    elsewhere(paths, tmp_path, "vectors", "thumbnails")
    with build(paths, *parts) as built:
        index(built, photos)
        ids = built.catalogue.browse().tolist()
        rated: dict[PhotoId, int] = {}

        def rate(first: int) -> None:
            for place, photo_id in enumerate(ids[first : first + 100]):
                built.use_cases.describe.change([photo_id], Change(rating=1 + place % 5))
                rated[photo_id] = 1 + place % 5

        def rate_on() -> None:
            while True:
                rate(100)
                rate(0)

        rate(0)
        with full(disk), pytest.raises(LibraryUnavailable, match=FULL):
            rate_on()
        rate(50)
    with build(paths, *parts) as built:
        assert built.use_cases.rescued is None
        noted = built.catalogue.journal.read()
        found = {each.id: each for each in built.catalogue.photos(ids).values()}
        assert {each: photo.facts.rating.value for each, photo in found.items() if photo.facts.rating} == rated
        assert {each.path: each.words.rating for each in noted.words} == {found[each].path: rating for each, rating in rated.items()}
        assert noted.whole
        assert_whole(built)


def test_a_copy_before_a_later_version(disk: Path, tmp_path: Path) -> None:
    with Catalogue(tmp_path / "new" / "catalogue.sqlite3") as catalogue:
        folder = catalogue.add_folder("/p")
        catalogue.store(folder.id, [read_photo(f"/p/{n}.jpg", caption=f"a boat {n}") for n in range(3_000)])
        catalogue.checkpoint()
    old = disk / "catalogue.sqlite3"
    first_version(old, tmp_path / "new" / "catalogue.sqlite3")
    before = old.stat().st_size
    with full(disk, before // 2), pytest.raises(LibraryUnavailable, match=FULL):
        Catalogue(old)
    assert version(old) == 1
    assert not list(disk.glob("*.part*"))
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    moved = Path(shutil.copy(old, tmp_path / "moved.sqlite3"))
    with Catalogue(moved) as catalogue:
        assert catalogue.photo_count() == 3_000
    assert version(copy_kept(moved)) == 1


def test_a_rescue(disk: Path, parts: Parts, tmp_path: Path) -> None:
    paths = LibraryPaths(disk / "library")
    elsewhere(paths, tmp_path, "vectors", "thumbnails")
    with build(paths, *parts) as built:
        built.catalogue.add_folder("/p")
    paths.catalogue.write_bytes(b"no library" * 1_000)
    with full(disk), pytest.raises(LibraryUnavailable), build(paths, *parts):
        pass
    with build(paths, *parts) as built:
        assert built.use_cases.rescued is not None
        assert built.use_cases.rescued.folders == ("/p",)
