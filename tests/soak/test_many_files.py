"""100,000 files in one folder, and in a thousand: all are indexed, and only what changes is read or written afterwards."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from app.config.paths import LibraryPaths
from app.library.catalogue import Catalogue
from tests.benchmarks.rescanning import IN_A_FOLDER, indexed, make_files

pytestmark = pytest.mark.soak
FILES = 100_000


@pytest.fixture(scope="module", params=[FILES, IN_A_FOLDER])
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder `photos` of so many files, and a library of them."""
    place = tmp_path_factory.mktemp("many")
    make_files(place / "photos", FILES, request.param)
    assert indexed(place / "library", place / "photos").indexed == FILES
    return place


def written(library: Path) -> dict[str, int]:
    return {os.fspath(path): path.stat().st_mtime_ns for path in library.rglob("*") if path.is_file() and not path.name.endswith("-shm")}


def test_a_rescan_finds_everything_unchanged_and_writes_nothing(place: Path) -> None:
    before = written(place / "library")
    summary = indexed(place / "library", place / "photos")
    assert (summary.unchanged, summary.indexed, summary.gone, summary.changed) == (FILES, 0, 0, False)
    assert written(place / "library") == before


def test_what_is_new_renamed_changed_or_deleted_is_found_among_them(place: Path) -> None:
    files = sorted((place / "photos").rglob("*.jpg"))
    changed, deleted, new = files[FILES // 20], files[FILES // 2], files[-FILES // 5].with_name("new.jpg")
    os.utime(changed, (1, 1))
    deleted.unlink()
    new.write_bytes(b"new")
    summary = indexed(place / "library", place / "photos")
    assert (summary.unchanged, summary.indexed, summary.gone, summary.skipped) == (FILES - 2, 2, 1, ())


def test_a_folder_that_is_not_there_and_comes_back_is_whole_again(place: Path) -> None:
    photos = place / "photos"
    photos.rename(place / "elsewhere")
    assert (indexed(place / "library", photos).unavailable, indexed(place / "library", photos).gone) == (FILES, 0)
    (place / "elsewhere").rename(photos)
    summary = indexed(place / "library", photos)
    assert (summary.unchanged, summary.indexed, summary.gone, summary.unavailable) == (FILES, 0, 0, 0)
    with closing(Catalogue(LibraryPaths(place / "library").catalogue)) as catalogue:
        assert (catalogue.counts().photos, catalogue.counts().unavailable) == (FILES, 0)
