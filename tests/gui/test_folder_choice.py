"""One folder chosen in the panel: its photos alone are listed, and the way back to all."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from app.gui.folders_panel import FoldersList
from app.gui.window import MainWindow
from tests.gui.conftest import WEEKEND
from tests.gui.driving import PATIENCE_MS, child, click, drop_paths, names, press, type_query, wait_indexed
from tests.gui.test_folders import forget, select_folder


@pytest.fixture
def two(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> MainWindow:
    """A window over nine photos in one folder and one in another, `a & b`."""
    other = photos.parent / "a & b"
    other.mkdir()
    shutil.copy(WEEKEND / "LRC_4410.JPG", other / "alone.jpg")
    (other / "alone.jpg").write_bytes((other / "alone.jpg").read_bytes() + b"0")
    drop_paths(empty_window, photos, other)
    wait_indexed(empty_window, qtbot)
    click(empty_window, "dismissButton")
    return empty_window


def shows(window: MainWindow, qtbot: QtBot, number: int, heading: str) -> None:
    chip = child(window, QToolButton, "givenPhotos")

    def said() -> str:
        return chip.text() if chip.isVisible() else ""

    qtbot.waitUntil(lambda: (len(window.pages.model), said()) == (number, heading), timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    assert child(window, QPushButton, "foldersAll").isChecked() is (not heading)


def test_a_folder_lists_its_photos_alone_and_there_is_a_way_back(two: MainWindow, qtbot: QtBot) -> None:
    window = two
    window.browsing.set_stacked(False)
    shows(window, qtbot, 10, "")
    select_folder(window, 0)
    shows(window, qtbot, 1, "Photos of “a && b”")
    assert names(window.pages.grid) == ["alone.jpg"]
    click(window, "foldersAll")
    shows(window, qtbot, 10, "")
    assert window.folders.selected() is None
    select_folder(window, 1)
    shows(window, qtbot, 9, "Photos of “photos”")
    click(window, "givenPhotos")
    shows(window, qtbot, 10, "")
    assert window.folders.selected() is None


def test_keys_choose_a_folder_and_leave_it(two: MainWindow, qtbot: QtBot) -> None:
    window, folders = two, child(two, FoldersList, "foldersList")
    window.browsing.set_stacked(False)
    folders.setFocus()
    QTest.keyClick(folders, Qt.Key.Key_Down)
    shows(window, qtbot, 9, "Photos of “photos”")
    QTest.keyClick(folders, Qt.Key.Key_Up)
    shows(window, qtbot, 1, "Photos of “a && b”")
    press(window, Qt.Key.Key_Escape)
    shows(window, qtbot, 10, "")


def test_a_search_is_of_everything_and_a_folder_ends_it(two: MainWindow, qtbot: QtBot) -> None:
    window = two
    window.browsing.set_stacked(False)
    select_folder(window, 0)
    shows(window, qtbot, 1, "Photos of “a && b”")
    type_query(window, qtbot, "tag:harbour")
    assert len(window.pages.model) > 0
    assert "alone.jpg" not in names(window.pages.grid)
    assert window.folders.selected() is None
    select_folder(window, 0)
    shows(window, qtbot, 1, "Photos of “a && b”")
    assert window.top.box.text() == ""


def test_new_photos_of_the_folder_appear_and_forgetting_it_leads_back(two: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window = two
    window.browsing.set_stacked(False)
    select_folder(window, 0)
    shows(window, qtbot, 1, "Photos of “a && b”")
    shutil.copy(WEEKEND / "LRC_4411.JPG", photos.parent / "a & b" / "later.jpg")
    QTest.keyClick(window, Qt.Key.Key_F5)
    wait_indexed(window, qtbot)
    shows(window, qtbot, 2, "Photos of “a && b”")
    click(forget(window, 0), "forgetConfirm")
    shows(window, qtbot, 9, "")
