"""Thumbnail files: kept, lost, removed, and disks that do not take them."""

import os
from pathlib import Path
from unittest import mock

import pytest

from app.domain.ids import ContentHash
from app.photos.thumbnails import ThumbnailFiles

HASH = ContentHash("ab" + "0" * 62)
OTHER = ContentHash("cd" + "0" * 62)


def test_what_is_put_can_be_got(tmp_path: Path) -> None:
    store = ThumbnailFiles(tmp_path / "thumbnails")
    store.put(HASH, b"picture")
    assert store.get(HASH) == b"picture"
    assert store.get(OTHER) is None
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")] == [f"thumbnails/ab/{HASH}.jpg"]


def test_a_later_one_replaces_the_earlier(tmp_path: Path) -> None:
    store = ThumbnailFiles(tmp_path)
    store.put(HASH, b"one")
    store.put(HASH, b"two")
    assert store.get(HASH) == b"two"


def test_removing(tmp_path: Path) -> None:
    store = ThumbnailFiles(tmp_path)
    store.put(HASH, b"one")
    store.put(OTHER, b"two")
    store.remove([HASH, HASH])
    assert (store.get(HASH), store.get(OTHER)) == (None, b"two")


def test_a_full_disk_keeps_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    store = ThumbnailFiles(tmp_path)
    with mock.patch("os.replace", side_effect=OSError(28, "No space left on device")):
        store.put(HASH, b"one")
    assert store.get(HASH) is None
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    store = ThumbnailFiles(tmp_path / "file")
    store.put(HASH, b"one")
    store.remove([HASH])
    assert store.get(HASH) is None


def test_an_empty_file_is_no_thumbnail(tmp_path: Path) -> None:
    store = ThumbnailFiles(tmp_path)
    store.put(HASH, b"")
    assert store.get(HASH) is None


def test_a_hash_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="hexadecimal"):
        ThumbnailFiles(tmp_path).put(ContentHash("../escape"), b"x")


def test_a_sweep_leaves_what_is_known_or_under_way_or_somebody_elses(tmp_path: Path) -> None:
    store = ThumbnailFiles(tmp_path)
    store.put(HASH, b"known")
    store.put(OTHER, b"of no photo")
    begun, left = tmp_path / "ab" / f"{HASH}.jpg.0a.part", tmp_path / "cd" / f"{OTHER}.jpg.0b.part"
    for each in (begun, left, tmp_path / "ab" / "notes.txt", tmp_path / "of somebody else.jpg"):
        each.write_bytes(b"half")
    os.utime(left, (1, 1))
    store.sweep({HASH})
    assert sorted(each.name for each in tmp_path.rglob("*.*")) == sorted([f"{HASH}.jpg", begun.name, "notes.txt", "of somebody else.jpg"])


def test_a_sweep_of_nothing_or_of_what_cannot_be_listed_is_no_failure(tmp_path: Path) -> None:
    ThumbnailFiles(tmp_path / "none").sweep(())
    (tmp_path / "ab").write_bytes(b"a file where a folder should be")
    ThumbnailFiles(tmp_path).sweep(())


def test_a_sweep_ends_after_a_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = ThumbnailFiles(tmp_path)
    store.put(HASH, b"of no photo")
    monkeypatch.setattr("app.photos.thumbnails.SWEEP_SECONDS", -1.0)
    store.sweep(())
    assert store.get(HASH) is not None
