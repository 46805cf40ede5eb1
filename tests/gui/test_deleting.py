"""Delete in the real window: asked about, moved to a real trash, told, followed by the list, and taken back in the right order."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QListWidget, QMenu, QMessageBox, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from app.config.paths import LibraryPaths
from app.domain.ids import PhotoId
from app.domain.ports import CancelToken
from app.gui.alike import texts
from app.gui.alike.page import AlikePage
from app.gui.alike.trashing import ALREADY
from app.gui.describing import SELECT_FIRST
from app.gui.shown_words import rating_of
from app.gui.window import MainWindow
from app.services.groups import FindGroups, FoundGroups, Looking
from app.services.throwing import Thrown
from app.services.trash import Trashed, TrashPhotos
from tests.gui.conftest import OpenWindow
from tests.gui.driving import PATIENCE_MS, child, click, click_card, names, type_query, wait_cards, wait_indexed

CONTROL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(open_window: OpenWindow, alike_library: LibraryPaths) -> MainWindow:
    window = open_window(alike_library.root)
    wait_cards(window, window.pages.grid, range(8))
    return window


def activate(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=PATIENCE_MS)


def press(window: MainWindow, qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE, on: QWidget | None = None) -> None:
    """Where the keyboard is, once the window has it again after a question."""
    activate(window, qtbot)
    focused = on or window.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key, modifier)
    assert window.runner.wait_idle()


def answer(window: MainWindow, qtbot: QtBot, button: str = "trashConfirm") -> str:
    """Wait for the question and give the answer; what was asked."""
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "trashQuestion") is not None, timeout=PATIENCE_MS)
    question = child(window, QMessageBox, "trashQuestion")
    listed = child(question, QListWidget, "trashList")
    asked = "\n".join((question.text(), question.informativeText(), *(listed.item(row).text() for row in range(listed.count()))))
    click(question, button)
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "trashQuestion") is None, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    return asked


@dataclass(frozen=True)
class Held:
    """What is alike was found `without` a photo, and waits until it may be told."""

    without: Event = field(default_factory=Event)
    may_be_told: Event = field(default_factory=Event)


def hold_finding(monkeypatch: pytest.MonkeyPatch) -> Held:
    held, really = Held(), FindGroups.run

    def run(groups: FindGroups, token: CancelToken) -> Iterator[Looking | FoundGroups]:
        events = list(really(groups, token))
        held.without.set()
        assert held.may_be_told.wait(PATIENCE_MS / 1000)
        yield from events

    monkeypatch.setattr(FindGroups, "run", run)
    return held


def current(window: MainWindow) -> str:
    grid = window.pages.list_grid
    assert grid.selected_rows() == [grid.currentIndex().row()]
    return names(grid)[grid.currentIndex().row()]


def test_delete_in_the_grid_and_ctrl_z_in_the_order_of_what_was_done(window: MainWindow, alike_folder: Path, qtbot: QtBot) -> None:
    grid, notice = window.pages.grid, window.describing.notice
    before = names(grid)
    click_card(grid, 3)
    press(window, qtbot, Qt.Key.Key_Delete)
    asked = answer(window, qtbot)
    assert "Move 1 photo" in asked
    assert texts.UNDOABLE in asked
    assert before[3] in asked
    assert notice.text == "1 photo moved to the trash. Ctrl+Z brings it back."
    assert (names(grid), current(window)) == (before[:3] + before[4:], before[4])
    assert not [path for path in alike_folder.rglob(before[3]) if "twin" not in before[3]]
    press(window, qtbot, Qt.Key.Key_5)
    rated = PhotoId(int(window.pages.model.ids[3]))
    assert window.actions_for_photos.menu(window.describing.fill_menu).findChildren(QMenu)
    press(window, qtbot, Qt.Key.Key_Z, CONTROL)
    assert len(names(grid)) == 7
    card = window.pages.model.card(window.pages.model.position_of(rated) or 0)
    assert card is not None
    assert not rating_of(card.photo)
    press(window, qtbot, Qt.Key.Key_Z, CONTROL)
    assert notice.text == "1 photo put back."
    assert (names(grid), current(window)) == (before, before[3])
    press(window, qtbot, Qt.Key.Key_Z, CONTROL)
    assert notice.text == "There is nothing to undo."


def test_delete_in_the_viewer_shows_the_next_photo_and_at_the_end_the_one_before(window: MainWindow, qtbot: QtBot) -> None:
    grid, large = window.pages.grid, window.pages.large
    before = names(grid)
    click_card(grid, 6)
    press(window, qtbot, Qt.Key.Key_Return)
    for shown in (before[7], before[5]):
        press(window, qtbot, Qt.Key.Key_Delete)
        answer(window, qtbot)
        assert window.pages.currentWidget() is large
        assert large.card is not None
        assert Path(large.card.photo.path).name == shown == child(large, QWidget, "largeName").text  # type: ignore[attr-defined]
    for number in (7, 8):
        press(window, qtbot, Qt.Key.Key_Z, CONTROL)
        assert len(names(grid)) == number
    assert names(grid) == before


def test_all_selected_photos_of_a_result_go_and_the_result_follows(window: MainWindow, alike_folder: Path, qtbot: QtBot) -> None:
    type_query(window, qtbot, "name:twin")
    press(window, qtbot, Qt.Key.Key_Down)
    wait_cards(window, window.pages.grid, range(2))
    press(window, qtbot, Qt.Key.Key_A, CONTROL)
    menu = window.actions_for_photos.menu(window.describing.fill_menu)
    next(action for action in menu.actions() if action.text() == "Move to the trash…").trigger()
    menu.close()
    asked = answer(window, qtbot, "trashKeep")
    assert "Move 2 photos" in asked
    assert "Nothing remains of “twin.jpg”, “twin.jpg”" in asked
    assert len(list(alike_folder.rglob("twin.jpg"))) == 2
    press(window, qtbot, Qt.Key.Key_Delete)
    answer(window, qtbot)
    assert not list(alike_folder.rglob("twin.jpg"))
    assert len(window.pages.model.listing) == 0
    window.top.box.setFocus()
    window.top.box.ask_for("")
    assert window.runner.wait_idle()
    assert len(names(window.pages.grid)) == 6
    press(window, qtbot, Qt.Key.Key_Z, CONTROL, on=window.pages.grid)
    assert len(names(window.pages.grid)) == 8


def test_a_version_that_a_search_did_not_find_is_told_and_one_behind_a_card_is_not(
    window: MainWindow, alike_folder: Path, qtbot: QtBot
) -> None:
    shutil.copy(alike_folder / "trip" / "alone.jpg", alike_folder / "trip" / "alone-edited.jpg")
    with open(alike_folder / "trip" / "alone-edited.jpg", "ab") as file:
        file.write(b" ")
    press(window, qtbot, Qt.Key.Key_F5)
    told = "1 of them is a version that is not in the list and goes along: “alone-edited.jpg”."
    for query, expected in (("name:alone", False), ("name:alone.jpg", True)):
        activate(window, qtbot)
        type_query(window, qtbot, query)
        press(window, qtbot, Qt.Key.Key_Down)
        wait_cards(window, window.pages.grid, range(1))
        press(window, qtbot, Qt.Key.Key_A, CONTROL)
        press(window, qtbot, Qt.Key.Key_Delete)
        asked = answer(window, qtbot, "trashKeep")
        assert ("Move 2 photos" in asked, told in asked) == (True, expected)


def test_what_was_moved_on_the_page_comes_back_anywhere_and_its_counts_are_right(
    window: MainWindow, alike_folder: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    press(window, qtbot, Qt.Key.Key_D, CONTROL)
    page = child(window, AlikePage, "alikePage")
    tabs = child(page, QTabBar, "alikeTabs")
    tabs.setCurrentIndex(1)
    assert window.runner.wait_idle()
    click(page, "alikeCheckAll")
    click(page, "alikeMove")
    answer(window, qtbot)
    assert tabs.tabText(1) == "Near copies (0)"
    press(window, qtbot, Qt.Key.Key_Escape, on=page)
    press(window, qtbot, Qt.Key.Key_Z, CONTROL)
    assert window.describing.notice.text == "1 photo put back."
    click_card(window.pages.grid, window.pages.grid.currentIndex().row())
    press(window, qtbot, Qt.Key.Key_Delete)
    answer(window, qtbot)
    found, told = hold_finding(monkeypatch), child(page, QLabel, "alikeTold")
    activate(window, qtbot)
    QTest.keyClick(window, Qt.Key.Key_D, CONTROL)
    assert found.without.wait(PATIENCE_MS / 1000)
    QTest.keyClick(tabs, Qt.Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: told.text() == "1 photo put back.", timeout=PATIENCE_MS)
    found.may_be_told.set()
    assert window.runner.wait_idle()
    assert tabs.tabText(1) == "Near copies (1)"
    shutil.copy(alike_folder / "trip" / "alone.jpg", alike_folder / "backup" / "small.jpg")
    with qtbot.waitSignal(window.indexing.finished, timeout=PATIENCE_MS):
        window.indexing.look_again([os.fspath(alike_folder)])
    assert window.runner.wait_idle()
    assert [tabs.tabText(at) for at in range(2)] == ["Identical files (2)", "Near copies (0)"]


def test_what_could_not_be_put_back_is_put_back_when_the_way_is_free(window: MainWindow, alike_folder: Path, qtbot: QtBot) -> None:
    grid = window.pages.grid
    click_card(grid, 3)
    name = names(grid)[3]
    path = next(alike_folder.rglob(name))
    press(window, qtbot, Qt.Key.Key_Delete)
    answer(window, qtbot)
    path.write_bytes(b"in the way")
    press(window, qtbot, Qt.Key.Key_Z, CONTROL)
    assert "There is another file at" in window.message.text
    assert path.read_bytes() == b"in the way"
    path.unlink()
    press(window, qtbot, Qt.Key.Key_Z, CONTROL)
    assert (window.describing.notice.text, window.message.text) == ("1 photo put back.", "")
    assert path.exists()


def test_a_photo_that_waits_to_be_moved_is_not_asked_about_again(window: MainWindow, qtbot: QtBot) -> None:
    grid, may_go_on = window.pages.grid, Event()
    before = names(grid)
    window.runner.run(lambda: may_go_on.wait(PATIENCE_MS / 1000), lambda _: None, lane=True)
    for row in (3, 4):
        click_card(grid, row)
        activate(window, qtbot)
        QTest.keyClick(grid, Qt.Key.Key_Delete)
        qtbot.waitUntil(lambda: window.findChild(QMessageBox, "trashQuestion") is not None, timeout=PATIENCE_MS)
        click(child(window, QMessageBox, "trashQuestion"), "trashConfirm")
        qtbot.waitUntil(lambda: window.findChild(QMessageBox, "trashQuestion") is None, timeout=PATIENCE_MS)
        activate(window, qtbot)
        QTest.keyClick(grid, Qt.Key.Key_Delete)
        qtbot.waitUntil(window.message.isVisible, timeout=PATIENCE_MS)
        assert window.message.text == ALREADY
        window.message.hide()
    click_card(grid, 5, CONTROL)
    activate(window, qtbot)
    QTest.keyClick(grid, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "trashQuestion") is not None, timeout=PATIENCE_MS)
    question = child(window, QMessageBox, "trashQuestion")
    assert "Move 1 photo" in question.text()
    click(question, "trashKeep")
    may_go_on.set()
    assert window.runner.wait_idle()
    assert window.describing.notice.text == "1 photo moved to the trash. Ctrl+Z brings it back."
    assert names(grid) == before[:3] + before[5:]
    for _ in range(2):
        press(window, qtbot, Qt.Key.Key_Z, CONTROL)
    assert names(grid) == before


def test_after_a_version_went_that_was_shown_large_its_picture_is_shown(window: MainWindow, alike_folder: Path, qtbot: QtBot) -> None:
    shutil.copy(alike_folder / "trip" / "alone.jpg", alike_folder / "trip" / "alone-edited.jpg")
    with open(alike_folder / "trip" / "alone-edited.jpg", "ab") as file:
        file.write(b" ")
    press(window, qtbot, Qt.Key.Key_F5)
    large, model = window.pages.large, window.pages.model
    wait_indexed(window, qtbot)
    wait_cards(window, window.pages.grid, range(8))
    card = next(card for row in range(8) if (card := model.card(row)) is not None and card.versions)
    (version,) = (each.photo for each in card.stills if each.photo and each.photo.id != card.photo.id)
    click_card(window.pages.grid, model.position_of(card.photo.id) or 0)
    window.pages.show_version(version.id)
    assert window.runner.wait_idle()
    press(window, qtbot, Qt.Key.Key_Delete, on=large)
    answer(window, qtbot)
    assert not os.path.exists(version.path)
    assert window.pages.currentWidget() is large
    assert large.card is not None
    assert large.card.photo.path == card.photo.path
    assert os.path.exists(card.photo.path)


def test_the_first_of_many_moves_can_be_taken_back(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    moves = [Trashed((Thrown(PhotoId(number), {f"/photos/{number}.jpg": f"/trash/{number}.jpg"}, {}),)) for number in range(1, 151)]
    back: list[PhotoId] = []

    def undo(_: TrashPhotos, trashed: Trashed) -> Trashed:
        back.append(trashed.thrown[0].photo_id)
        return trashed

    monkeypatch.setattr(TrashPhotos, "undo", undo)
    for each in moves:
        window.trashing._heed(each)
    while window.trashing.undoable:
        window.trashing.undo()
    assert window.runner.wait_idle()
    assert back == [PhotoId(number) for number in range(150, 0, -1)]


def test_why_nothing_can_be_moved(window: MainWindow, alike_folder: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    click_card(window.pages.grid, 0)
    window.pages.grid.clearSelection()
    press(window, qtbot, Qt.Key.Key_Delete)
    assert window.message.text == SELECT_FIRST
    click_card(window.pages.grid, 0)
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: os.fspath(path).endswith(".jpg") and access(path, mode))
    press(window, qtbot, Qt.Key.Key_Delete)
    answer(window, qtbot)
    assert "cannot be written" in window.message.text
    assert len(list(alike_folder.rglob("*.jpg"))) == 8
    assert len(names(window.pages.grid)) == 8
    monkeypatch.setattr(window.deleting, "_refused", "The library is in use.")
    press(window, qtbot, Qt.Key.Key_Delete)
    assert window.message.text == "Nothing can be moved to the trash. The library is in use."
