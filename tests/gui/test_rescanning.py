"""A window over folders that are scanned again: what has not changed is not listed anew."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from app.gui.browsing import Browsing
from app.gui.window import MainWindow
from tests.gui.driving import PATIENCE_MS, child, click_card, drop_paths, names, type_query, wait_cards, wait_followed, wait_indexed


def test_a_scan_that_finds_nothing_new_lists_nothing_anew(
    empty_window: MainWindow, photos: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = empty_window
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    qtbot.waitUntil(lambda: len(window.pages.model) == 9, timeout=PATIENCE_MS)
    renewed: list[int] = []
    really = Browsing.renew

    def renew(browsing: Browsing, *, wanted: bool = False) -> None:
        renewed.append(len(renewed))
        really(browsing, wanted=wanted)

    monkeypatch.setattr(Browsing, "renew", renew)
    with qtbot.waitSignal(window.indexing.finished, timeout=PATIENCE_MS):
        window.indexing.add([str(photos)])
    assert renewed == []
    shutil.copy(next(photos.rglob("*.jpg")), photos / "another.jpg")
    with qtbot.waitSignal(window.indexing.finished, timeout=PATIENCE_MS):
        window.indexing.add([str(photos)])
    qtbot.waitUntil(lambda: len(window.pages.model) == 10, timeout=PATIENCE_MS)
    assert renewed


def test_a_result_stays_under_the_hands_of_a_person_when_a_folder_changes(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window, grid = empty_window, empty_window.pages.grid
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    type_query(window, qtbot, "rating:none")
    before = window.pages.model.ids.tolist()
    again = child(window, QToolButton, "searchAgain")
    click_card(grid, 1)
    QTest.keyClick(grid, Qt.Key.Key_4)
    assert window.runner.wait_idle()
    unrated = window.pages.model.card(0)
    assert unrated is not None
    shutil.copy(unrated.photo.path, photos / f"another{Path(unrated.photo.path).suffix}")
    with qtbot.waitSignal(window.indexing.finished, timeout=PATIENCE_MS):
        window.indexing.look_again([str(photos)])
    wait_followed(window, qtbot)
    assert window.pages.model.ids.tolist() == before
    assert (grid.selected_rows(), grid.currentIndex().row(), grid.hasFocus()) == ([1], 1, True)
    assert again.isVisible()
    QTest.mouseClick(again, Qt.MouseButton.LeftButton)
    assert window.runner.wait_idle()
    assert before[1] not in window.pages.model.ids.tolist()
    assert set(before) - {before[1]} < set(window.pages.model.ids.tolist())
    assert not again.isVisible()


def test_all_photos_take_in_a_version_and_keep_what_is_selected(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window, grid = empty_window, empty_window.pages.grid
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    qtbot.waitUntil(lambda: len(window.pages.model) == 9, timeout=PATIENCE_MS)
    wait_cards(window, grid, range(9))
    row = next(row for row, name in enumerate(names(grid)) if name.endswith(".jpg"))
    click_card(grid, row)
    selected = window.pages.chosen_cards()[0].photo
    edited = f"{selected.path.removesuffix('.jpg')}-edited.jpg"
    shutil.copy(selected.path, edited)
    with qtbot.waitSignal(window.indexing.finished, timeout=PATIENCE_MS):
        window.indexing.look_again([str(photos)])
    wait_followed(window, qtbot)
    qtbot.waitUntil(lambda: [card.photo.path for card in window.pages.chosen_cards()] == [edited], timeout=PATIENCE_MS)
    assert len(window.pages.model) == 9
    assert grid.hasFocus()
