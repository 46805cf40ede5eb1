"""Indexing waits while another program indexes, says so, and can be stopped while it waits."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.bootstrap import Built
from app.config.paths import LibraryPaths
from app.library.index_lock import IndexLock
from app.services.cancel import CancelSwitch
from app.services.events import IndexProgress, IndexSummary, Phase
from tests.unit.services.conftest import MakePhoto

Index = Callable[..., IndexSummary]


@pytest.fixture
def other(built: Built, tmp_path: Path) -> IndexLock:
    """Another program that indexes the library."""
    lock = IndexLock(LibraryPaths(tmp_path / "library").index_lock)
    assert lock.take()
    return lock


def test_it_waits_and_goes_on_when_the_other_is_done(built: Built, other: IndexLock, make_photo: MakePhoto, photos: Path) -> None:
    make_photo("a.jpg")
    run = built.use_cases.index.run([str(photos)], CancelSwitch())
    for _ in range(3):
        event = next(run)
        assert isinstance(event, IndexProgress)
        assert event.phase is Phase.WAITING
        assert built.catalogue.folders() == ()
    other.release()
    *_, last = run
    assert isinstance(last, IndexSummary)
    assert last.indexed == 1


def test_waiting_can_be_stopped(built: Built, other: IndexLock, photos: Path) -> None:
    switch = CancelSwitch()
    run = built.use_cases.index.run([str(photos)], switch)
    next(run)
    switch.cancel()
    *_, last = run
    assert isinstance(last, IndexSummary)
    assert last.cancelled
    assert built.catalogue.folders() == ()
    other.release()


def test_a_run_that_is_given_up_frees_the_lock(built: Built, make_photo: MakePhoto, photos: Path, tmp_path: Path) -> None:
    make_photo("a.jpg")
    run = built.use_cases.index.run([str(photos)], CancelSwitch())
    next(run)
    lock = IndexLock(LibraryPaths(tmp_path / "library").index_lock)
    assert not lock.take()
    run.close()  # type: ignore[attr-defined]
    assert lock.take()
    lock.release()


def test_what_was_forgotten_meanwhile_is_not_added_again(built: Built, make_photo: MakePhoto, photos: Path, index: Index) -> None:
    make_photo("a.jpg")
    index(photos)
    run = built.use_cases.index.rescan([str(photos)], CancelSwitch())
    (folder,) = built.catalogue.folders()
    built.use_cases.folders.forget(folder.id)
    *_, last = run
    assert isinstance(last, IndexSummary)
    assert (last.found, built.catalogue.folders()) == (0, ())


def test_a_rescan_reads_what_is_new(built: Built, make_photo: MakePhoto, photos: Path, index: Index) -> None:
    make_photo("a.jpg")
    index(photos)
    make_photo("b.jpg")
    *_, last = built.use_cases.index.rescan([str(photos)], CancelSwitch())
    assert isinstance(last, IndexSummary)
    assert (last.indexed, last.unchanged) == (1, 1)
