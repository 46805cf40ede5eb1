"""Between the panel of questions and the photos: cited ones are selected, listed and compared; chosen ones are asked about."""

from collections.abc import Sequence

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolButton
from pytestqt.qtbot import QtBot

from app.domain.ids import LocalTime, PhotoId
from app.domain.written import day
from app.gui.chat.citation_strip import CitedPhoto
from app.gui.folders_panel import FoldersList
from app.gui.forget_dialog import ForgetDialog
from app.gui.window import MainWindow
from tests.gui.chatting import ask, cited, open_chat, strip, texts
from tests.gui.driving import PATIENCE_MS, child, click, click_card, type_query, wait_cards

COUNT_2019 = "How many photos were taken in 2019?"


def ids(pictures: Sequence[CitedPhoto]) -> list[PhotoId]:
    """The photos of pictures."""
    return [each.citation.photo.id for each in pictures if each.citation.photo]


def press(picture: CitedPhoto, window: MainWindow) -> None:
    """Click it."""
    window.desk.panel.history.ensureWidgetVisible(picture)
    QTest.mouseClick(picture, Qt.MouseButton.LeftButton)
    assert window.runner.wait_idle()


def heading(window: MainWindow) -> QToolButton:
    return child(window, QToolButton, "givenPhotos")


def scope(window: MainWindow) -> str:
    return child(window, QToolButton, "scopeChip").text()


def trigger(text: str) -> None:
    """Choose from the open menu."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if action.text() == text).trigger()
    menu.close()


# Cited photos


def test_a_citation_in_the_list_is_selected_there(window: MainWindow, qtbot: QtBot) -> None:
    picture = cited(ask(window, qtbot, COUNT_2019))[1]
    press(picture, window)
    assert window.pages.grid.selected_ids().tolist() == ids([picture])
    assert not heading(window).isVisible()


def test_a_citation_that_is_not_listed_is_shown_with_the_others(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, COUNT_2019)
    type_query(window, qtbot, "zxqvwk")
    press(cited(turn)[1], window)
    assert window.pages.model.ids.tolist() == ids(cited(turn))
    assert window.pages.grid.isVisible()
    assert window.pages.grid.selected_ids().tolist() == ids(cited(turn)[1:2])
    assert heading(window).isVisible()
    assert heading(window).text() == "Photos of the answer"


def test_a_citation_leads_back_from_looking_large(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, COUNT_2019)
    window.pages.open_large(0)
    press(cited(turn)[0], window)
    assert window.pages.grid.isVisible()
    assert window.pages.grid.selected_ids().tolist() == ids(cited(turn)[:1])


@pytest.mark.parametrize("query", ["", "tag:harbour"])
@pytest.mark.parametrize("way", ["click", "escape"])
def test_cited_photos_are_listed_and_left_again(window: MainWindow, qtbot: QtBot, query: str, way: str) -> None:
    if query:
        type_query(window, qtbot, query)
    before = window.pages.model.ids.tolist()
    turn = ask(window, qtbot, COUNT_2019)
    click(turn, "showCited")
    assert window.runner.wait_idle()
    assert window.pages.model.ids.tolist() == ids(cited(turn))
    assert window.windowTitle() == "Photos of the answer"
    assert window.top.box.text() == ""
    assert child(window, QLabel, "status").text() == f"{len(cited(turn))} photos"
    if way == "click":
        QTest.mouseClick(heading(window), Qt.MouseButton.LeftButton)
    else:
        QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.runner.wait_idle()
    assert window.pages.model.ids.tolist() == before
    assert window.top.box.text() == query
    assert not heading(window).isVisible()


def test_all_photos_of_an_answer_are_listed_and_left_again(window: MainWindow, qtbot: QtBot) -> None:
    type_query(window, qtbot, "tag:harbour")
    turn = ask(window, qtbot, "How many photos are there?")
    everything = len(window.browsing._search.browse())
    assert strip(turn).show_all.text() == f"Show all {everything}"
    click(turn, "showAll")
    assert window.runner.wait_idle()
    assert len(window.pages.model.ids) == everything > len(cited(turn))
    assert window.pages.model.ids.tolist()[: len(cited(turn))] == ids(cited(turn))
    assert heading(window).text() == "Photos of the answer"
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.runner.wait_idle()
    assert window.top.box.text() == "tag:harbour"


def test_an_answer_that_shows_all_of_its_photos_offers_no_more(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, "Which is the oldest photo?")
    assert not strip(turn).show_all.isVisible()


def test_a_new_search_replaces_the_listed_photos(window: MainWindow, qtbot: QtBot) -> None:
    click(ask(window, qtbot, COUNT_2019), "showCited")
    assert window.runner.wait_idle()
    type_query(window, qtbot, "tag:harbour")
    assert not heading(window).isVisible()
    assert window.browsing.text == "tag:harbour"


def test_listed_photos_stay_when_the_library_is_read_again(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, COUNT_2019)
    click(turn, "showCited")
    assert window.runner.wait_idle()
    window.browsing.renew()
    assert window.runner.wait_idle()
    assert window.pages.model.ids.tolist() == ids(cited(turn))


def test_two_to_four_cited_photos_are_compared(window: MainWindow, qtbot: QtBot) -> None:
    facts = window.browsing._search.facts()
    few = next(name.removeprefix("per_day.") for name, number in facts.items() if name.startswith("per_day.") and number in (2, 3, 4))
    turn = ask(window, qtbot, f"Show photos from {day(LocalTime(few))}")
    assert len(cited(turn)) == facts[f"per_day.{few}"]
    click(turn, "compareCited")
    assert window.pages.comparing
    assert [card.photo.id for card in window.pages.compare.cards] == ids(cited(turn))


def test_many_cited_photos_offer_no_comparison(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, COUNT_2019)
    assert len(cited(turn)) > 4
    assert not strip(turn).compare.isVisible()


def test_photos_of_a_forgotten_folder_leave_a_placeholder(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, COUNT_2019)
    folder = child(window, FoldersList, "foldersList").item(0)
    child(window, FoldersList, "foldersList").setCurrentItem(folder)
    click(window, "foldersForget")
    qtbot.waitUntil(lambda: window.findChild(ForgetDialog) is not None, timeout=PATIENCE_MS)
    child(window, ForgetDialog, "forgetDialog").accept()
    qtbot.waitUntil(lambda: all(each.gone for each in cited(turn)), timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    assert all("not in the library any more" in each.accessibleName() for each in cited(turn))
    assert not strip(turn).show_these.isEnabled()


# What is asked about


def test_ask_about_the_selection(window: MainWindow, qtbot: QtBot) -> None:
    wait_cards(window, window.pages.grid, range(3))
    for row in range(3):
        click_card(window.pages.grid, row, Qt.KeyboardModifier.ControlModifier)
    chosen = window.pages.grid.selected_ids().tolist()
    assert len(chosen) == 3
    window.pages.grid.menu_asked.emit(QPoint(100, 100))
    trigger("Ask about these photos")
    assert window.runner.wait_idle()
    assert window.focusWidget() is window.desk.panel.box.edit
    assert scope(window) == "3 selected photos"
    assert window.desk.asking.scope is not None
    assert list(window.desk.asking.scope.photo_ids) == chosen
    turn = ask(window, qtbot, "How many photos are there?")
    assert turn.exchange.scope is window.desk.asking.scope
    click(window, "scopeChip")
    assert scope(window) == "All photos"
    assert window.desk.asking.scope is None


def test_an_answer_keeps_to_what_is_asked_about(window: MainWindow, qtbot: QtBot) -> None:
    wait_cards(window, window.pages.grid, range(3))
    for row in range(3):
        click_card(window.pages.grid, row, Qt.KeyboardModifier.ControlModifier)
    chosen = set(window.pages.grid.selected_ids().tolist())
    window.actions_for_photos.ask_these.trigger()
    assert window.runner.wait_idle()
    turn = ask(window, qtbot, "Which is the oldest photo?")
    assert texts(turn, "turnScope") == ["About 3 selected photos"]
    assert cited(turn)
    assert set(ids(cited(turn))) <= chosen


def test_a_suggested_search_is_put_into_the_box(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, "What is the capital of Norway?")
    window.desk.wishes.search.emit("tag:harbour")
    assert window.runner.wait_idle()
    assert window.top.box.text() == "tag:harbour"
    assert window.pages.model.listing.query == "tag:harbour"
    assert turn.isVisible()


def test_ask_about_everything_that_is_selected_however_much(window: MainWindow) -> None:
    window.pages.grid.selectAll()
    window.actions_for_photos.ask_these.trigger()
    assert window.runner.wait_idle()
    assert window.desk.asking.scope is not None
    assert set(window.desk.asking.scope.photo_ids) == set(window.pages.model.ids.tolist())


def test_ask_about_the_result_of_a_search(window: MainWindow, qtbot: QtBot) -> None:
    type_query(window, qtbot, "harbour")
    click(window, "askAboutThese")
    assert window.runner.wait_idle()
    assert scope(window) == "the search “harbour”"
    assert window.desk.asking.scope is not None
    assert list(window.desk.asking.scope.photo_ids) == window.pages.model.ids.tolist()


def test_ask_about_those_of_a_result_that_are_selected(window: MainWindow, qtbot: QtBot) -> None:
    type_query(window, qtbot, "harbour")
    button = child(window, QToolButton, "askAboutThese")
    wait_cards(window, window.pages.grid, range(2))
    click_card(window.pages.grid, 0)
    assert button.text() == "Ask about these"
    click_card(window.pages.grid, 1, Qt.KeyboardModifier.ControlModifier)
    assert button.text() == "Ask about 2 selected photos"
    click(window, "askAboutThese")
    assert window.runner.wait_idle()
    assert scope(window) == "2 selected photos"
    assert window.desk.asking.scope is not None
    assert list(window.desk.asking.scope.photo_ids) == window.pages.grid.selected_ids().tolist()
    window.pages.grid.clearSelection()
    assert button.text() == "Ask about these"


def test_there_is_nothing_to_ask_beside_all_photos(window: MainWindow) -> None:
    assert not child(window, QToolButton, "askAboutThese").isVisible()


def test_ask_about_a_folder(window: MainWindow) -> None:
    folders = child(window, FoldersList, "foldersList")
    folders.setCurrentItem(folders.item(0))
    folders.customContextMenuRequested.emit(QPoint(5, 5))
    trigger("Ask about these photos")
    assert window.runner.wait_idle()
    assert scope(window) == "folder sample"
    assert window.desk.asking.scope is not None
    assert set(window.desk.asking.scope.photo_ids) == set(window.pages.model.listing.all_ids.tolist())


def test_ask_about_a_day(window: MainWindow, qtbot: QtBot) -> None:
    type_query(window, qtbot, "date:2019")
    wait_cards(window, window.pages.grid, range(1))
    click_card(window.pages.grid, 0)
    photo = window.pages.chosen_cards()[0].photo
    window.pages.grid.menu_asked.emit(QPoint(100, 100))
    trigger("Ask about this day")
    assert window.runner.wait_idle()
    assert photo.facts.taken is not None
    same_day = window.browsing._search.search(f"date:{photo.facts.taken.value[:10]}", window.desk._today())
    assert window.desk.asking.scope is not None
    assert scope(window).endswith("2019")
    assert set(window.desk.asking.scope.photo_ids) == set(np.asarray(same_day.listed).tolist())
    assert photo.id in window.desk.asking.scope.photo_ids


def test_ask_about_the_day_from_the_details(window: MainWindow, qtbot: QtBot) -> None:
    type_query(window, qtbot, "date:2019")
    wait_cards(window, window.pages.grid, range(1))
    click_card(window.pages.grid, 0)
    qtbot.waitUntil(child(window.details, QToolButton, "askAboutDay").isVisible, timeout=PATIENCE_MS)
    click(window.details, "askAboutDay")
    assert window.runner.wait_idle()
    assert scope(window).endswith("2019")


def test_a_new_conversation_is_about_all_photos(window: MainWindow) -> None:
    window.pages.grid.selectAll()
    window.actions_for_photos.ask_these.trigger()
    assert window.runner.wait_idle()
    assert scope(window) != "All photos"
    QTest.keyClick(window.desk.panel.box.edit, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert window.desk.asking.scope is None
    assert scope(window) == "All photos"


def test_suggestions_follow_what_is_forgotten(window: MainWindow, qtbot: QtBot) -> None:
    open_chat(window)
    assert window.desk.panel.history.beginning.buttons
    folders = child(window, FoldersList, "foldersList")
    folders.setCurrentItem(folders.item(0))
    click(window, "foldersForget")
    qtbot.waitUntil(lambda: window.findChild(ForgetDialog) is not None, timeout=PATIENCE_MS)
    child(window, ForgetDialog, "forgetDialog").accept()
    qtbot.waitUntil(lambda: not window.desk.panel.history.beginning.buttons, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()


def test_this_photo_is_the_one_that_is_selected(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, "What does this photo show?")
    assert any("Which photo?" in each for each in texts(turn))
    wait_cards(window, window.pages.grid, range(4))
    click_card(window.pages.grid, 3)
    selected = window.pages.grid.selected_ids().tolist()
    turn = ask(window, qtbot, "What does this photo show?")
    assert ids(strip(turn).pictures) == selected
    assert scope(window) == "All photos"
