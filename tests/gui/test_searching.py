"""Searching in the real window: as one types, by Enter, by chips; when nothing matches; what arrives late."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.domain.match import Evidence
from app.domain.own_words import Change
from app.gui.chips import ChipButton, without
from app.gui.grid import PhotoGrid
from app.gui.window import MainWindow
from app.services.search_photos import SearchPhotos
from tests.gui.driving import PATIENCE_MS, bars, child, click_card, evidence, names, type_query, wait_cards


def chips(window: MainWindow) -> list[ChipButton]:
    """The chips in sight."""
    return [each for each in window.top.chips.findChildren(ChipButton) if each.isVisible()]


def test_a_chip_is_removed_by_a_click(window: MainWindow, qtbot: QtBot) -> None:
    type_query(window, qtbot, "tag:harbour date:2019")
    assert len(chips(window)) == 2
    date = next(each for each in chips(window) if "2019" in each.text())
    QTest.mouseClick(date, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.pages.model.listing.query == "tag:harbour", timeout=PATIENCE_MS)
    assert window.top.box.text() == "tag:harbour"
    assert len(chips(window)) == 1
    assert window.runner.wait_idle()


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_chip_is_reached_and_removed_by_keys(window: MainWindow, qtbot: QtBot, key: Qt.Key) -> None:
    type_query(window, qtbot, "tag:harbour -rain")
    for _ in range(12):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        if window.focusWidget() is chips(window)[0]:
            break
    assert window.focusWidget() is chips(window)[0]
    QTest.keyClick(window.focusWidget(), key)
    qtbot.waitUntil(lambda: window.pages.model.listing.query == "-rain", timeout=PATIENCE_MS)
    assert window.top.box.hasFocus()
    assert window.runner.wait_idle()


def test_a_list_that_is_answered_anew_leaves_the_keyboard_on_the_chip(window: MainWindow, qtbot: QtBot) -> None:
    type_query(window, qtbot, "tag:harbour -rain")
    chip = chips(window)[1]
    chip.setFocus()
    window.browsing.refresh()
    assert window.runner.wait_idle()
    assert chips(window)[1] is chip
    assert chip.hasFocus()


def test_filters_alone_give_a_list_without_bars_that_can_be_turned_around(window: MainWindow, qtbot: QtBot) -> None:
    grid = window.pages.grid
    type_query(window, qtbot, "date:2019")
    wait_cards(window, grid, range(len(window.pages.model)))
    newest_first = names(grid)
    assert len(newest_first) > 3
    assert set(bars(grid)) == {None}
    assert not child(window, QWidget, "matchLegend").isVisible()
    window.browsing.set_newest_first(False)
    qtbot.waitUntil(lambda: list(window.pages.model.ids) != [] and names(grid)[0] != newest_first[0], timeout=PATIENCE_MS)
    wait_cards(window, grid, range(len(window.pages.model)))
    assert set(names(grid)) == set(newest_first)
    assert names(grid)[-1] == newest_first[0]


def test_nothing_matches_and_the_nearest_are_set_apart_without_bars(window: MainWindow, qtbot: QtBot) -> None:
    type_query(window, qtbot, "zxqvwk")
    nearest = child(window, PhotoGrid, "nearestGrid")
    assert child(window, QLabel, "nothingSentence").text().startswith("No photo matches “zxqvwk”.")
    assert child(window, QLabel, "nearestHeading").isVisible()
    assert nearest.isVisible()
    assert not window.pages.grid.isVisible()
    wait_cards(window, nearest, range(len(window.pages.nothing.model)))
    assert len(names(nearest)) > 0
    assert set(bars(nearest)) == {None}
    assert child(window, QLabel, "status").text() == "No results"


def test_the_nearest_can_be_looked_at_large(window: MainWindow, qtbot: QtBot) -> None:
    type_query(window, qtbot, "zxqvwk")
    nearest = child(window, PhotoGrid, "nearestGrid")
    wait_cards(window, nearest, range(3))
    QTest.keyClick(window.top.box, Qt.Key.Key_Down)
    assert nearest.hasFocus()
    QTest.keyClick(nearest, Qt.Key.Key_Return)
    assert window.pages.currentWidget() is window.pages.large
    assert window.pages.large.card == window.pages.nothing.model.card(0)
    QTest.keyClick(window.pages.large, Qt.Key.Key_Escape)
    assert nearest.hasFocus()
    assert window.runner.wait_idle()


def test_the_nearest_stay_where_they_are_while_other_things_happen(window: MainWindow, qtbot: QtBot) -> None:
    type_query(window, qtbot, "zxqvwk")
    nearest = child(window, PhotoGrid, "nearestGrid")
    wait_cards(window, nearest, range(5))
    click_card(nearest, 3)
    window.folder_actions.reload()
    assert window.runner.wait_idle()
    assert nearest.selected_rows() == [3]


def test_enter_asks_at_once_and_goes_to_the_results(window: MainWindow, qtbot: QtBot) -> None:
    QTest.keyClicks(window.top.box, "harbour")
    QTest.keyClick(window.top.box, Qt.Key.Key_Return)
    assert window.browsing.text == "harbour", "no pause is waited for"
    assert window.pages.grid.hasFocus()
    assert window.runner.wait_idle()
    assert window.pages.model.listing.query == "harbour"


def test_enter_searches_again_for_the_same_words(window: MainWindow, qtbot: QtBot) -> None:
    grid = window.pages.grid
    type_query(window, qtbot, "harbour")
    before = window.pages.model.listing
    wait_cards(window, grid, range(len(window.pages.model)))
    untold = next(row for row in range(len(window.pages.model)) if evidence(grid)[row] is not Evidence.EXACT)
    photo_id = window.pages.model.listing.photo_id(untold)
    window.describing.change((photo_id,), Change(add_tags=("harbour",)))
    qtbot.waitUntil(lambda: not window.describing.changes.busy, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    assert window.pages.model.listing is before
    QTest.keyClick(window.top.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.pages.model.listing is not before, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    row = window.pages.model.position_of(photo_id)
    assert row is not None
    wait_cards(window, grid, [row])
    assert evidence(grid)[row] is Evidence.EXACT
    assert grid.hasFocus()
    assert not child(window, QToolButton, "searchAgain").isVisible()


def test_escape_in_the_box_clears_it_and_browses(window: MainWindow, qtbot: QtBot) -> None:
    everything = len(window.pages.model)
    type_query(window, qtbot, "harbour")
    assert len(window.pages.model) < everything
    QTest.keyClick(window.top.box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: len(window.pages.model) == everything, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()


def test_the_cross_in_the_box_clears_it_and_is_there_only_with_text(window: MainWindow, qtbot: QtBot) -> None:
    everything = len(window.pages.model)
    cross = child(window.top.box, QAction, "clearSearch")
    assert not cross.isVisible()
    type_query(window, qtbot, "harbour")
    assert cross.isVisible()
    button = next(each for each in window.top.box.findChildren(QToolButton) if each.defaultAction() is cross)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(window.pages.model) == everything, timeout=PATIENCE_MS)
    assert not cross.isVisible()
    assert window.top.box.hasFocus()
    assert window.runner.wait_idle()


def test_an_answer_that_comes_late_is_dropped(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    slow, real = threading.Event(), SearchPhotos.search

    def search(self: SearchPhotos, text: str, today: object) -> object:
        if text == "slow":
            slow.wait(10)
        return real(self, text, today)  # type: ignore[arg-type]

    monkeypatch.setattr(SearchPhotos, "search", search)
    shown: list[str] = []
    window.browsing.shown.connect(lambda listing: shown.append(listing.query))
    window.top.box.ask_for("slow")
    window.top.box.ask_for("harbour")
    qtbot_wait = window.runner
    slow.set()
    assert qtbot_wait.wait_idle()
    assert shown == ["harbour"]


def test_a_query_too_strange_is_answered_all_the_same(window: MainWindow, qtbot: QtBot) -> None:
    for text in ('"', "-", "date:yesterday-ish", "((", "a OR", "tag:", "<b>bold</b> & 'quotes'", "%_*"):
        window.top.box.ask_for(text)
        assert window.runner.wait_idle()
        assert window.pages.model.listing.query in ("", text)


def test_without_takes_a_span_out() -> None:
    from app.domain.query import Chip

    assert without("tag:a  -b c", Chip("tag a", 0, 5)) == "-b c"
    assert without("tag:a -b c", Chip("not b", 6, 8)) == "tag:a c"
    assert without("only", Chip("only", 0, 4)) == ""
