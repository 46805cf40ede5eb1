"""The real window over folders that change while it is open."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from app.domain.photo import PhotoState
from app.gui.window import MainWindow
from tests.gui.conftest import WEEKEND
from tests.gui.driving import PATIENCE_MS, click, drop_paths, names, wait_followed, wait_indexed
from tests.gui.test_folders import forget, listed, many_copies, states


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for quiet in a test."""
    monkeypatch.setattr("app.services.watch_folders.QUIET_SECONDS", 0.1)
    monkeypatch.setattr("app.gui.watching.TICK_MS", 10)
    monkeypatch.setattr("app.gui.watching.LOOK_MS", 50)


@pytest.fixture
def watching(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> MainWindow:
    """A window that watches nine photos."""
    empty_window.watching.begin()
    drop_paths(empty_window, photos)
    wait_indexed(empty_window, qtbot)
    settle(empty_window, qtbot)
    return empty_window


def settle(window: MainWindow, qtbot: QtBot) -> None:
    """Until what was asked of the watches is done, and what came of it."""
    qtbot.waitUntil(lambda: not window.indexing.running and window.runner.wait_idle(), timeout=PATIENCE_MS)
    wait_followed(window, qtbot)


def until_photos(window: MainWindow, qtbot: QtBot, number: int) -> None:
    qtbot.waitUntil(lambda: len(window.pages.model) == number, timeout=PATIENCE_MS)
    settle(window, qtbot)


def test_what_comes_and_goes_is_seen_by_itself(watching: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window, inner = watching, photos / "Harbour weekend"
    click(window, "dismissButton")
    shutil.copy(WEEKEND / "LRC_4411.JPG", photos / "a copy.part")
    (photos / "a copy.part").rename(photos / "a copy.jpg")
    until_photos(window, qtbot, 10)
    assert "a copy.jpg" in names(window.pages.grid)
    (inner / "receipt.png").unlink()
    until_photos(window, qtbot, 9)
    qtbot.waitUntil(lambda: "1 gone" in window.strip.text, timeout=PATIENCE_MS)
    assert window.strip.isVisible()


def test_a_folder_that_is_moved_in_is_watched_as_well(watching: MainWindow, photos: Path, tmp_path: Path, qtbot: QtBot) -> None:
    aside = tmp_path / "aside"
    (aside / "deep").mkdir(parents=True)
    shutil.copy(WEEKEND / "LRC_4411.JPG", aside / "deep" / "first.jpg")
    aside.rename(photos / "moved in")
    until_photos(watching, qtbot, 10)
    shutil.copy(WEEKEND / "LRC_4410.JPG", photos / "moved in" / "deep" / "second.jpg")
    until_photos(watching, qtbot, 11)


def test_nothing_new_is_not_worth_a_word(watching: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window = watching
    click(window, "dismissButton")
    spy = QSignalSpy(window.indexing.finished)
    (photos / "Harbour weekend" / "LRC_4411.JPG").touch()
    (photos / "an empty folder").mkdir()
    qtbot.waitUntil(lambda: spy.count() > 0, timeout=PATIENCE_MS)
    settle(window, qtbot)
    (photos / "another").mkdir()
    before = window.strip.text
    qtbot.waitUntil(lambda: spy.count() > 1, timeout=PATIENCE_MS)
    settle(window, qtbot)
    assert window.strip.text == before
    assert window.message.text == ""


def test_many_new_photos_are_shown_as_they_are_read(watching: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window = watching
    click(window, "dismissButton")
    many_copies(photos, 150)
    qtbot.waitUntil(lambda: window.strip.isVisible() and "Reading" in window.strip.text, timeout=PATIENCE_MS)
    until_photos(window, qtbot, 159)


def test_a_folder_that_vanishes_is_marked_and_comes_back(watching: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window = watching
    photos.rename(photos.parent / "unmounted")
    qtbot.waitUntil(lambda: listed(window) == ["photos, 9 photos · out of reach"], timeout=PATIENCE_MS)
    settle(window, qtbot)
    assert states(window) == {PhotoState.UNAVAILABLE}
    (photos.parent / "unmounted").rename(photos)
    qtbot.waitUntil(lambda: listed(window) == ["photos, 9 photos"], timeout=PATIENCE_MS)
    settle(window, qtbot)
    assert states(window) == {PhotoState.PRESENT}
    shutil.copy(WEEKEND / "LRC_4411.JPG", photos / "later.jpg")
    until_photos(window, qtbot, 10)


def test_a_folder_that_comes_back_before_it_was_looked_at_is_seen(watching: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window = watching
    looking = window.watching._looking
    looking.stop()
    photos.rename(photos.parent / "photos_away")
    qtbot.waitUntil(lambda: listed(window) == ["photos, 9 photos · out of reach"], timeout=PATIENCE_MS)
    settle(window, qtbot)
    (photos.parent / "photos_away").rename(photos)
    looking.start()
    qtbot.waitUntil(lambda: listed(window) == ["photos, 9 photos"], timeout=PATIENCE_MS)
    settle(window, qtbot)
    assert states(window) == {PhotoState.PRESENT}


def test_a_folder_that_was_forgotten_is_not_watched(watching: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window = watching
    click(forget(window, 0), "forgetConfirm")
    qtbot.waitUntil(lambda: listed(window) == [], timeout=PATIENCE_MS)
    settle(window, qtbot)
    shutil.copy(WEEKEND / "LRC_4411.JPG", photos / "later.jpg")
    qtbot.wait(300)
    settle(window, qtbot)
    assert listed(window) == []


def test_what_changed_while_the_window_was_closed_is_found_at_the_start(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window = empty_window
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    (photos / "Harbour weekend" / "receipt.png").unlink()
    window.watching.begin()
    until_photos(window, qtbot, 8)


def test_a_folder_that_cannot_be_watched_is_told(
    empty_window: MainWindow, photos: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("app.photos.watches._Inotify", refuse)
    empty_window.watching.begin()
    drop_paths(empty_window, photos)
    qtbot.waitUntil(lambda: "cannot watch" in empty_window.message.text, timeout=PATIENCE_MS)
    assert "every 10 minutes" in empty_window.message.text
    settle(empty_window, qtbot)
