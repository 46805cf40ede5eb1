"""More like this, in the real window: by key and menu, the photo itself first, compared by words or looks as the slider says."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QSlider, QToolButton
from pytestqt.qtbot import QtBot

from app.gui.like_slider import LikeSlider
from app.gui.window import MainWindow
from tests.gui.driving import PATIENCE_MS, bars, child, click, click_card, menu_texts, names, press, type_query


def ask_for_more(window: MainWindow, qtbot: QtBot, row: int = 0) -> str:
    """Press L on a photo; its name."""
    name = names(window.pages.grid)[row]
    click_card(window.pages.grid, row)
    QTest.keyClick(window.pages.grid, Qt.Key.Key_L)
    qtbot.waitUntil(lambda: window.pages.model.listing.like is not None, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    return name


def test_the_photo_itself_comes_first_and_the_way_back_leads_to_the_search(window: MainWindow, qtbot: QtBot) -> None:
    type_query(window, qtbot, "harbour")
    before = names(window.pages.grid)
    name = ask_for_more(window, qtbot, 1)
    assert names(window.pages.grid)[0] == name
    assert bars(window.pages.grid)[0] == 100
    heading = child(window, QToolButton, "givenPhotos")
    assert heading.text().startswith("More like ")
    assert child(window, LikeSlider, "likeSlider").isVisible()
    assert window.top.box.text() == ""
    click(window, "givenPhotos")
    qtbot.waitUntil(lambda: window.pages.model.listing.query == "harbour", timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    assert names(window.pages.grid) == before
    assert not child(window, LikeSlider, "likeSlider").isVisible()


def test_the_slider_is_moved_by_keys_and_asks_once_it_rests(window: MainWindow, qtbot: QtBot) -> None:
    ask_for_more(window, qtbot)
    slider, first = child(window, QSlider, "likeBy"), window.pages.model.listing
    slider.setFocus()
    chosen: list[float] = []
    child(window, LikeSlider, "likeSlider").chosen.connect(chosen.append)
    for _ in range(5):
        QTest.keyClick(slider, Qt.Key.Key_Left)
    assert chosen == []
    assert "words alone" in slider.accessibleName()
    qtbot.waitUntil(lambda: chosen == [0.0], timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    assert window.pages.model.listing is not first
    assert window.pages.model.listing.like == first.like
    press(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.pages.model.listing.like is None, timeout=PATIENCE_MS)


def test_what_is_asked_for_meanwhile_is_not_taken_away_by_the_slider(window: MainWindow, qtbot: QtBot) -> None:
    ask_for_more(window, qtbot)
    QTest.keyClick(child(window, QSlider, "likeBy"), Qt.Key.Key_Right)
    type_query(window, qtbot, "boats")
    QTest.qWait(400)
    assert window.runner.wait_idle()
    assert window.pages.model.listing.query == "boats"


def test_it_stands_in_the_menu_of_one_photo_and_not_of_two(window: MainWindow, qtbot: QtBot) -> None:
    click_card(window.pages.grid, 0)
    window.pages.grid.menu_asked.emit(window.pages.grid.mapToGlobal(window.pages.grid.rect().center()))
    assert "More like this" in menu_texts()
    click_card(window.pages.grid, 1, Qt.KeyboardModifier.ControlModifier)
    assert not window.actions_for_photos.more_like.isEnabled()
    menu = window.actions_for_photos.menu()
    assert isinstance(menu, QMenu)
    assert isinstance(window.actions_for_photos.more_like, QAction)
    menu.deleteLater()


def test_from_the_large_view_it_goes_back_to_the_list(window: MainWindow, qtbot: QtBot) -> None:
    click_card(window.pages.grid, 2)
    QTest.keyClick(window.pages.grid, Qt.Key.Key_Return)
    assert window.pages.currentWidget() is window.pages.large
    assert window.runner.wait_idle()
    name = names(window.pages.grid)[2]
    QTest.keyClick(window.pages.large, Qt.Key.Key_L)
    qtbot.waitUntil(lambda: window.pages.model.listing.like is not None, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    assert not window.pages.over
    assert names(window.pages.grid)[0] == name
    assert QApplication.activePopupWidget() is None


def test_what_is_said_of_a_comparison_goes_with_it(window: MainWindow, qtbot: QtBot) -> None:
    ask_for_more(window, qtbot)
    notice = window.pages.model.listing.notice
    assert notice is not None
    assert window.message.text == notice
    click(window, "givenPhotos")
    qtbot.waitUntil(lambda: window.pages.model.listing.like is None, timeout=PATIENCE_MS)
    assert window.message.text == ""
