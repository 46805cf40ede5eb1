"""The whole first path through the real window: drop, watch, search, look, compare, clear; all by clicks and keys."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QProgressBar, QWidget
from pytestqt.qtbot import QtBot

from app.domain.match import Evidence
from app.gui.window import MainWindow
from tests.gui.driving import (
    PATIENCE_MS,
    bars,
    child,
    click,
    click_card,
    drop_paths,
    evidence,
    names,
    press,
    reasons,
    type_query,
    wait_cards,
    wait_indexed,
)


def test_a_person_drops_a_folder_searches_compares_and_clears(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window, grid = empty_window, empty_window.pages.grid
    assert window.pages.currentWidget() is window.pages.welcome
    tools = [child(window, QWidget, name) for name in ("toggleFolders", "toggleDetails", "sortButton", "sizeSlider", "compareButton")]
    assert not any(tool.isVisible() for tool in tools), "they have nothing to change yet"

    drop_paths(window, photos)
    assert window.indexing.running
    assert child(window, QProgressBar, "indexingBar").isVisible()
    qtbot.waitUntil(lambda: len(window.pages.model) > 0, timeout=PATIENCE_MS)
    wait_indexed(window, qtbot)
    assert len(window.pages.model) == 9
    assert all(tool.isVisible() for tool in tools)
    assert child(window, QLabel, "status").text() == "9 photos"
    wait_cards(window, grid, range(9))
    assert bars(grid) == [None] * 9, "browsing compares nothing"

    type_query(window, qtbot, "harbour")
    wait_cards(window, grid, range(len(window.pages.model)))
    percentages = bars(grid)
    assert percentages[0] == 100
    assert all(percentage is not None and 1 <= percentage <= 100 for percentage in percentages)
    assert percentages == sorted(percentages, key=lambda each: -(each or 0))
    assert names(grid)[0] == "Fishing boats at dawn.jpg"
    assert evidence(grid)[0] is Evidence.EXACT
    assert "tag harbour" in reasons(grid, 0)
    assert child(window, QWidget, "matchLegend").isVisible()

    QTest.keyClick(window.top.box, Qt.Key.Key_Return)
    assert grid.hasFocus()
    click_card(grid, 0)
    click_card(grid, 1, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(grid, Qt.Key.Key_C)
    assert window.pages.currentWidget() is window.pages.compare
    assert [card.match_percentage for card in window.pages.compare.cards] == percentages[:2]
    press(window, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is not window.pages.compare
    assert grid.hasFocus()

    QTest.keyClick(grid, Qt.Key.Key_Escape)
    assert grid.selected_count() == 0
    QTest.keyClick(grid, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: len(window.pages.model) == 9 and not window.pages.model.listing.query, timeout=PATIENCE_MS)
    assert window.top.box.text() == ""
    assert not child(window, QWidget, "matchLegend").isVisible()


def test_photos_can_be_searched_while_others_are_read(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window = empty_window
    many = [photos / "Harbour weekend" / f"copy {number}.jpg" for number in range(300)]
    picture = (photos / "Harbour weekend" / "LRC_4411.JPG").read_bytes()
    for number, path in enumerate(many):
        path.write_bytes(picture + bytes(f"{number}", "ascii"))
    drop_paths(window, photos)
    qtbot.waitUntil(lambda: len(window.pages.model) > 0, timeout=PATIENCE_MS)
    if not window.indexing.running:
        pytest.fail("the run ended before the first photos were shown")
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(window.top.box, "name:copy")
    qtbot.waitUntil(lambda: window.pages.model.listing.query == "name:copy", timeout=PATIENCE_MS)
    wait_indexed(window, qtbot)
    assert window.runner.wait_idle()
    if len(window.pages.model) < 300:  # the result stays as it was found, until it is asked for anew
        click(window, "searchAgain")
        assert window.runner.wait_idle()
    assert len(window.pages.model) == 300


def test_enter_opens_large_and_arrows_and_escape_lead_back(window: MainWindow, qtbot: QtBot) -> None:
    grid, large = window.pages.grid, window.pages.large
    wait_cards(window, grid, range(5))
    click_card(grid, 0)
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert window.pages.currentWidget() is large
    QTest.keyClick(large, Qt.Key.Key_Right)
    assert large.position == 1
    assert large.card is not None
    qtbot.waitUntil(lambda: window.details.card == large.card, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    QTest.keyClick(large, Qt.Key.Key_Escape)
    assert grid.hasFocus()
    assert grid.currentIndex().row() == 1


def test_a_double_click_opens_large(window: MainWindow) -> None:
    grid = window.pages.grid
    wait_cards(window, grid, range(5))
    middle = grid.visualRect(grid.model().index(2, 0)).center()
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseDClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert window.pages.currentWidget() is window.pages.large
    assert window.pages.large.position == 2


def test_details_follow_the_current_photo_and_can_be_put_away(window: MainWindow, qtbot: QtBot) -> None:
    grid = window.pages.grid
    wait_cards(window, grid, range(5))
    click_card(grid, 3)
    qtbot.waitUntil(lambda: window.details.card == window.pages.model.card(3), timeout=PATIENCE_MS)
    QTest.keyClick(grid, Qt.Key.Key_I)
    assert not window.details.isVisible()
    click(window, "toggleDetails")
    assert window.details.isVisible()
    assert window.runner.wait_idle()


def test_compare_needs_two_to_four(window: MainWindow) -> None:
    grid = window.pages.grid
    wait_cards(window, grid, range(6))
    click_card(grid, 0)
    button = child(window, QWidget, "compareButton")
    assert not button.isEnabled()
    click_card(grid, 2, Qt.KeyboardModifier.ShiftModifier)
    assert grid.selected_rows() == [0, 1, 2]
    click(window, "compareButton")
    assert len(window.pages.compare.cards) == 3
    assert not window.details.isVisible(), "the comparison shows the facts itself"
    press(window, Qt.Key.Key_Escape)
    click_card(grid, 5, Qt.KeyboardModifier.ShiftModifier)
    assert not button.isEnabled()


def test_the_sample_library_is_one_click_away(empty_window: MainWindow, qtbot: QtBot) -> None:
    click(empty_window, "welcomeSample")
    wait_indexed(empty_window, qtbot)
    assert len(empty_window.pages.model) >= 24
    assert empty_window.pages.currentWidget() is not empty_window.pages.welcome
