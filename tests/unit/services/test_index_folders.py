"""Indexing over real rooms: what is new, unchanged, moved, gone or out of reach."""

import os
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Built
from app.domain.errors import FolderUnavailable
from app.domain.photo import PhotoState
from app.library.discarded import DiscardedReplies, DiscardedReply
from app.services.cancel import CancelSwitch
from app.services.events import IndexProgress, IndexSummary, PhotosStored
from app.services.scanning import FEWER_LEAST

Index = Callable[..., IndexSummary]
MakePhoto = Callable[..., Path]
TODAY = date(2024, 6, 1)


def names_found(built: Built, query: str) -> list[str]:
    listing = built.use_cases.search.search(query, TODAY)
    return [os.path.basename(card.photo.path) for card in built.use_cases.search.cards(listing, 0, 100)]


def test_new_photos_are_found_by_word_and_by_meaning(built: Built, index: Index, make_photo: MakePhoto, photos: Path) -> None:
    make_photo("a.jpg", "fishing boats resting in the harbour at dawn")
    make_photo("b.jpg", "a birthday cake with candles")
    summary = index(photos)
    assert (summary.found, summary.indexed, summary.unchanged, summary.skipped) == (2, 2, 0, ())
    assert names_found(built, "harbour") == ["a.jpg"]
    assert names_found(built, "ships in a port at sunrise")[:1] == ["a.jpg"]


def test_a_second_run_changes_nothing(index: Index, make_photo: MakePhoto, photos: Path) -> None:
    make_photo("a.jpg")
    (photos / "broken.jpg").write_bytes(b"")
    first, second = index(photos), index(photos)
    assert (second.found, second.indexed, second.unchanged) == (2, 0, 1)
    assert [each.reason for each in second.skipped] == [each.reason for each in first.skipped]


def test_only_what_was_touched_moved_or_deleted_changes(built: Built, index: Index, make_photo: MakePhoto, photos: Path) -> None:
    for name in ("stays.jpg", "touched.jpg", "moved.jpg", "deleted.jpg"):
        make_photo(name, f"this one {name[:-4]}", ("harbour",))
    index(photos)
    moved_before = built.catalogue.by_path(str(photos / "moved.jpg"))
    os.utime(photos / "touched.jpg", (1, 1))
    (photos / "inner").mkdir()
    shutil.move(photos / "moved.jpg", photos / "inner" / "renamed.jpg")
    (photos / "deleted.jpg").unlink()
    summary = index(photos)
    assert (summary.indexed, summary.unchanged, summary.moved, summary.gone) == (2, 1, 1, 1)
    moved_after = built.catalogue.by_path(str(photos / "inner" / "renamed.jpg"))
    assert moved_before is not None
    assert moved_after is not None
    assert moved_after.id == moved_before.id
    assert sorted(names_found(built, "tag:harbour")) == ["renamed.jpg", "stays.jpg", "touched.jpg"]
    assert names_found(built, "name:deleted") == []


def test_a_changed_photo_is_found_by_its_new_words_only(built: Built, index: Index, make_photo: MakePhoto, photos: Path) -> None:
    make_photo("a.jpg", "a zebra grazing")
    index(photos)
    make_photo("a.jpg", "a locomotive at the station, much longer than before")
    index(photos)
    assert names_found(built, "zebra") == []
    assert names_found(built, "locomotive") == ["a.jpg"]


def test_a_photo_that_comes_back_is_the_same_photo(built: Built, index: Index, make_photo: MakePhoto, photos: Path, tmp_path: Path) -> None:
    path = make_photo("a.jpg", "a zebra")
    index(photos)
    before = built.catalogue.by_path(str(path))
    shutil.move(path, tmp_path / "aside.jpg")
    assert index(photos).gone == 0, "the only photo of a folder gone means that its disk is gone"
    make_photo("b.jpg")
    assert index(photos).gone == 1
    shutil.move(tmp_path / "aside.jpg", photos / "again.jpg")
    index(photos)
    after = built.catalogue.by_path(str(photos / "again.jpg"))
    assert before is not None
    assert after is not None
    assert after.id == before.id


def test_an_unmounted_disk_deletes_nothing(built: Built, index: Index, make_photo: MakePhoto, photos: Path, tmp_path: Path) -> None:
    make_photo("a.jpg", "a zebra")
    index(photos)
    shutil.move(photos, tmp_path / "elsewhere")
    assert index(photos).unavailable == 1
    assert names_found(built, "zebra") == ["a.jpg"]
    assert not built.use_cases.folders.folders()[0].available
    photos.mkdir()
    assert index(photos).gone == 0, "an empty mount point"
    photos.rmdir()
    shutil.move(tmp_path / "elsewhere", photos)
    summary = index(photos)
    assert (summary.unchanged, summary.indexed) == (1, 0)
    photo = built.catalogue.by_path(str(photos / "a.jpg"))
    assert photo is not None
    assert photo.state is PhotoState.PRESENT
    assert built.use_cases.folders.folders()[0].available


def test_photos_below_a_folder_that_cannot_be_listed_are_unavailable_not_gone(
    built: Built, index: Index, make_photo: MakePhoto, photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_photo("closed/a.jpg", "a zebra")
    make_photo("closed beside/b.jpg")
    make_photo("c.jpg")
    index(photos)
    really = os.scandir

    def refusing(path: str) -> object:
        if os.fsdecode(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return really(path)

    monkeypatch.setattr(os, "scandir", refusing)
    (photos / "closed beside" / "b.jpg").unlink()
    summary = index(photos)
    assert (summary.unavailable, summary.gone, len(summary.skipped)) == (1, 1, 1)
    assert names_found(built, "zebra") == ["a.jpg"]
    monkeypatch.undo()
    summary = index(photos)
    assert (summary.unchanged, summary.skipped) == (2, ())


def test_suddenly_far_fewer_photos_are_unavailable_not_gone(index: Index, make_photo: MakePhoto, photos: Path) -> None:
    for number in range(FEWER_LEAST + 2):
        make_photo(f"photo {number:02}.jpg")
    index(photos)
    for number in range(FEWER_LEAST):
        (photos / f"photo {number:02}.jpg").unlink()
    summary = index(photos)
    assert (summary.gone, summary.unavailable) == (0, FEWER_LEAST)


def test_skipped_files_that_moved_to_another_added_folder_are_counted_once(
    built: Built, index: Index, make_photo: MakePhoto, photos: Path
) -> None:
    for number in range(FEWER_LEAST + 2):
        make_photo(f"one/inner/photo {number:02}.jpg")
    make_photo("one/stays.jpg")
    make_photo("two/other.jpg")
    (photos / "one" / "inner" / "broken.jpg").write_bytes(b"")
    one, two = photos / "one", photos / "two"
    index(one)
    index(two)
    (one / "inner").rename(two / "inner")
    index(one)
    index(two)
    assert [each.path for each in built.use_cases.folders.skipped()] == [str(two / "inner" / "broken.jpg")]
    assert [each.skipped for each in built.use_cases.folders.folders()] == [0, 1]


def test_folders_that_overlap_hold_each_photo_once(built: Built, index: Index, make_photo: MakePhoto, photos: Path) -> None:
    make_photo("inner/a.jpg")
    make_photo("b.jpg")
    assert index(photos / "inner", photos).indexed == 2
    assert index(photos, photos / "inner").unchanged == 2
    assert built.use_cases.folders.counts().photos == 2


def test_a_single_file_can_be_added(built: Built, index: Index, make_photo: MakePhoto, photos: Path) -> None:
    make_photo("other.jpg")
    path = make_photo("50% #1 [a] 'q'.jpg", "a zebra")
    assert index(path).indexed == 1
    assert index(path).unchanged == 1
    assert names_found(built, "zebra") == [path.name]
    assert built.use_cases.folders.counts().photos == 1


def test_cancelling_keeps_what_was_stored(built: Built, make_photo: MakePhoto, photos: Path) -> None:
    for number in range(80):
        make_photo(f"{number:02}.jpg")
    switch = CancelSwitch()
    last = None
    for event in built.use_cases.index.run([str(photos)], switch):
        if isinstance(event, PhotosStored):
            switch.cancel()
        last = event
    assert isinstance(last, IndexSummary)
    assert last.cancelled
    assert 0 < built.use_cases.folders.counts().photos < 80
    assert last.gone == 0


def test_a_folder_that_never_was_is_told(index: Index, tmp_path: Path) -> None:
    with pytest.raises(FolderUnavailable, match="no folder"):
        index(tmp_path / "nowhere")


def test_progress_counts_up_to_what_was_found(built: Built, make_photo: MakePhoto, photos: Path) -> None:
    for number in range(5):
        make_photo(f"{number}.jpg")
    (photos / "web page.jpg").write_text("<!DOCTYPE html><html></html>")
    events = list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    progress = [event for event in events if isinstance(event, IndexProgress)]
    assert all(event.done <= event.found for event in progress)
    assert (progress[-1].done, progress[-1].found, progress[-1].skipped) == (6, 6, 1)


def test_a_photo_that_becomes_unreadable_stays_and_is_marked(built: Built, index: Index, make_photo: MakePhoto, photos: Path) -> None:
    path = make_photo("a.jpg", "a zebra")
    make_photo("b.jpg")
    index(photos)
    path.write_bytes(b"not a photo any more")
    for _ in range(2):
        assert len(index(photos).skipped) == 1
        photo = built.catalogue.by_path(str(path))
        assert photo is not None
        assert photo.state is PhotoState.UNAVAILABLE
    make_photo("a.jpg", "a zebra again")
    assert index(photos).skipped == ()
    assert built.catalogue.skipped() == ()


def test_forgetting_a_folder_erases_every_derivative(
    built: Built, index: Index, make_photo: MakePhoto, photos: Path, tmp_path: Path
) -> None:
    path = make_photo("a.jpg", "a zebra")
    index(photos)
    told = DiscardedReply("2026-06-01T10:00:00", "Is it a zebra?", "claude", "sourced", (), "It is a zebra.")
    DiscardedReplies(tmp_path / "library" / "discarded.jsonl").add(told)
    assert built.use_cases.connect.discarded() == (told,)
    folder = built.use_cases.folders.folders()[0]
    assert built.use_cases.folders.forget(folder.id).photos == 1
    assert built.use_cases.connect.discarded() == ()
    counts = built.use_cases.folders.counts()
    assert (counts.photos, counts.passages, counts.vectors, counts.folders) == (0, 0, 0, 0)
    assert names_found(built, "zebra") == []
    assert not list((tmp_path / "library" / "thumbnails").rglob("*.jpg"))
    assert path.exists()
    traces = b"".join(file.read_bytes() for file in (tmp_path / "library").rglob("*") if file.is_file())
    assert b"zebra" not in traces
