"""Duplicates and bursts in the real window: found, compared, moved to a real trash and put back, by clicks and by keys."""

import os
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QListWidget, QMessageBox, QPushButton, QTabBar, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.bootstrap import build
from app.config.paths import LibraryPaths
from app.domain.best import Alike
from app.domain.own_words import Change
from app.embedding.sentence import SentenceModel
from app.gui.alike import texts
from app.gui.alike.page import AlikePage
from app.gui.alike.trashing import Trashing
from app.gui.jobs import Runner
from app.gui.labels import ElidedLabel
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.gui.tick_box import TickBox
from app.gui.window import MainWindow
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from app.services.trash import Trashed
from app.services.use_cases import only_reading
from tests.gui.conftest import OpenWindow
from tests.gui.driving import PATIENCE_MS, child, click, click_card
from tests.originals import seen

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def folder(alike_folder: Path) -> Path:
    return alike_folder


@pytest.fixture
def library(alike_library: LibraryPaths) -> LibraryPaths:
    return alike_library


@pytest.fixture
def window(open_window: OpenWindow, library: LibraryPaths) -> MainWindow:
    return open_window(library.root)


@pytest.fixture
def index_again(folder: Path, library: LibraryPaths, embedder: SentenceModel, reader: WorkerReader) -> Callable[[], None]:
    """Takes up what a test has added."""

    def index() -> None:
        with build(library, embedder, reader) as built:
            list(built.use_cases.index.run([os.fspath(folder)], CancelSwitch()))

    return index


def open_page(window: MainWindow) -> AlikePage:
    """Ctrl+D."""
    QTest.keyClick(window, Qt.Key.Key_D, CONTROL)
    assert window.runner.wait_idle()
    page = child(window, AlikePage, "alikePage")
    assert page.isVisible()
    return page


def turn_to(window: MainWindow, kind: Alike) -> AlikePage:
    """The keyboard in the tabs, as it is when the page opens."""
    page = child(window, AlikePage, "alikePage")
    while page.kind is not kind:
        QTest.keyClick(page.tabs, Qt.Key.Key_Right if list(Alike).index(kind) > page.tabs.currentIndex() else Qt.Key.Key_Left)
    assert window.runner.wait_idle()
    return page


def names(page: AlikePage) -> list[list[str]]:
    return [["/".join(Path(each.card.photo.path).parts[-2:]) for each in row.cards] for row in page.rows]


def notes(page: AlikePage) -> dict[str, str]:
    return {Path(each.card.photo.path).name: each.note for row in page.rows for each in row.cards}


def answer(window: MainWindow, qtbot: QtBot, button: str) -> str:
    """Wait for the question, give the answer, wait for what follows; what was asked."""
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "trashQuestion") is not None, timeout=PATIENCE_MS)
    question = child(window, QMessageBox, "trashQuestion")
    listed = child(question, QListWidget, "trashList")
    going = [listed.item(row).text() for row in range(listed.count())]
    asked = "\n".join((question.text(), question.informativeText(), *going))
    way = child(question, QPushButton, button)
    assert question.rect().contains(way.mapTo(question, way.rect().center()))
    click(question, button)
    assert window.runner.wait_idle()
    return asked


def undo(window: MainWindow, qtbot: QtBot) -> None:
    """Ctrl+Z, once the window has the keyboard again after a question."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=PATIENCE_MS)
    QTest.keyClick(child(window, AlikePage, "alikePage").tabs, Qt.Key.Key_Z, CONTROL)
    assert window.runner.wait_idle()


def told(page: AlikePage) -> str:
    return child(page, QLabel, "alikeTold").text()


def test_all_three_kinds_are_found_and_nothing_is_checked(window: MainWindow) -> None:
    page = open_page(window)
    tabs = child(page, QTabBar, "alikeTabs")
    assert tabs.hasFocus()
    assert [tabs.tabText(at) for at in range(3)] == ["Identical files (1)", "Near copies (1)", "Bursts (1)"]
    assert names(page) == [["backup/twin.jpg", "trip/twin.jpg"]]
    assert sorted(names(turn_to(window, Alike.COPIES))[0]) == ["backup/small.jpg", "trip/large.jpg"]
    assert names(turn_to(window, Alike.BURST)) == [["trip/run0.jpg", "trip/run1.jpg", "trip/run2.jpg"]]
    assert not any(row.going for row in page.rows)
    assert not child(page, QPushButton, "alikeMove").isEnabled()


def test_the_larger_of_near_copies_is_suggested_and_the_other_checked(window: MainWindow) -> None:
    open_page(window)
    page = turn_to(window, Alike.COPIES)
    assert notes(page) == {"small.jpg": "", "large.jpg": "Suggested: larger"}
    click(page, "alikeCheckAll")
    checked = [Path(each.card.photo.path).name for row in page.rows for each in row.cards if each.check.isChecked()]
    assert checked == ["small.jpg"]
    assert child(page, QPushButton, "alikeMove").text() == "Move 1 photo to the trash…"


def test_moved_to_the_trash_and_put_back(window: MainWindow, folder: Path, tmp_path: Path, qtbot: QtBot) -> None:
    before = seen(folder)
    open_page(window)
    page = turn_to(window, Alike.COPIES)
    click(page, "alikeCheckAll")
    click(page, "alikeMove")
    asked = answer(window, qtbot, "trashConfirm")
    assert "Move 1 photo" in asked
    assert "backup/small.jpg" in asked
    assert "Nothing remains" not in asked
    assert told(page) == "1 photo moved to the trash. Ctrl+Z brings it back."
    assert not (folder / "backup" / "small.jpg").exists()
    assert (tmp_path / "share" / "Trash" / "files" / "small.jpg").exists()
    assert names(page) == []
    assert len(window.pages.model.listing) == 7
    qtbot.waitUntil(lambda: child(page, QPushButton, "alikeUndo").isEnabled(), timeout=PATIENCE_MS)
    click(page, "alikeUndo")
    assert window.runner.wait_idle()
    assert told(page) == "1 photo put back."
    after = seen(folder)
    assert {path: each[:6] for path, each in after.items() if path.endswith("jpg")} == {
        path: each[:6] for path, each in before.items() if path.endswith("jpg")
    }
    assert len(names(page)) == 1
    assert len(window.pages.model.listing) == 8


def test_the_tabs_count_what_is_left_and_ctrl_z_puts_it_back(window: MainWindow, folder: Path, qtbot: QtBot) -> None:
    page = open_page(window)
    click(page, "alikeCheckAll")
    click(page, "alikeMove")
    answer(window, qtbot, "trashConfirm")
    assert page.tabs.tabText(0) == "Identical files (0)"
    assert child(page, QLabel, "alikeEmpty").text() == "No file of your library is there twice."
    undo(window, qtbot)
    assert told(page) == "1 photo put back."
    assert page.tabs.tabText(0) == "Identical files (1)"
    assert all((folder / each / "twin.jpg").exists() for each in ("trip", "backup"))


def test_the_question_lists_every_photo_with_the_folders_below_the_added_one(
    open_window: OpenWindow, folder: Path, library: LibraryPaths, index_again: Callable[[], None], qtbot: QtBot
) -> None:
    deep = folder / "old" / "2019"
    deep.mkdir(parents=True)
    for number in range(12):
        (deep / f"{number}.jpg").write_bytes((folder / "trip" / "twin.jpg").read_bytes())
    index_again()
    window = open_window(library.root)
    page = open_page(window)
    assert "photos/old/2019" in {each.folder for each in page.rows[0].cards}
    click(page, "alikeCheckAll")
    click(page, "alikeMove")
    asked = answer(window, qtbot, "trashKeep")
    assert len([line for line in asked.splitlines() if ".jpg (" in line]) == 13
    assert "photos/old/2019/7.jpg (" in asked


def test_keep_them_moves_nothing(window: MainWindow, folder: Path, qtbot: QtBot) -> None:
    before = seen(folder)
    page = open_page(window)
    QTest.keyClick(page.rows[0].cards[0].check, Qt.Key.Key_Space)
    click(page, "alikeMove")
    answer(window, qtbot, "trashKeep")
    assert seen(folder) == before
    assert page.rows[0].going
    undo(window, qtbot)
    assert window.describing.notice.text == "There is nothing to undo."


def test_ctrl_z_says_where_photos_are_put_back_that_only_the_system_can(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(Trashed, "undoable", False)
    page = open_page(window)
    click(page, "alikeCheckAll")
    click(page, "alikeMove")
    answer(window, qtbot, "trashConfirm")
    assert not child(page, QPushButton, "alikeUndo").isVisible()
    child(page, QLabel, "alikeTold").clear()
    undo(window, qtbot)
    assert told(page) == "1 photo moved to the trash. They can be put back in the system's trash."


def test_the_last_copy_is_said_in_the_question(window: MainWindow, folder: Path, qtbot: QtBot) -> None:
    page = open_page(window)
    for each in page.rows[0].cards:
        QTest.mouseClick(each.check, Qt.MouseButton.LeftButton)
    click(page, "alikeMove")
    asked = answer(window, qtbot, "trashKeep")
    assert "Move 2 photos" in asked
    assert "Nothing remains of “twin.jpg”" in asked


def test_a_file_that_was_changed_since_stays_and_is_told(window: MainWindow, folder: Path) -> None:
    page = open_page(window)
    QTest.mouseClick(page.rows[0].cards[0].check, Qt.MouseButton.LeftButton)
    changed = Path(page.rows[0].cards[0].card.photo.path)
    changed.write_bytes(changed.read_bytes() + b"more")
    click(page, "alikeMove")
    assert window.runner.wait_idle()
    assert "was changed since" in told(page)
    assert changed.exists()


def test_what_was_said_of_a_photo_is_not_checked(
    open_window: OpenWindow, folder: Path, library: LibraryPaths, embedder: SentenceModel, reader: WorkerReader
) -> None:
    with build(library, embedder, reader) as built:
        small, large = (built.catalogue.by_path(os.fspath(folder / each)) for each in ("backup/small.jpg", "trip/large.jpg"))
        assert small is not None
        assert large is not None
        built.use_cases.describe.change([small.id], Change(add_tags=("boat",)))
        built.use_cases.describe.change([large.id], Change(rating=5))
    window = open_window(library.root)
    open_page(window)
    page = turn_to(window, Alike.COPIES)
    click(page, "alikeCheckAll")
    assert not any(row.going for row in page.rows)
    assert notes(page)["small.jpg"] == "Has words of its own"


def test_compare_and_back_again(window: MainWindow) -> None:
    page = open_page(window)
    click(page, "alikeCompare")
    assert window.pages.comparing
    assert len(window.pages.compare.cards) == 2
    assert {"Suggested: known first", "photos/trip"} <= {each.text for each in window.pages.compare.findChildren(ElidedLabel)}
    QTest.keyClick(window.pages.compare.findChildren(TickBox, "comparedCheck")[1], Qt.Key.Key_Space)
    QTest.keyClick(window.pages.compare, Qt.Key.Key_Escape)
    assert page.isVisible()
    (going,) = page.rows[0].going
    assert going != page.rows[0].group.suggested.keep
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not window.pages.over


def test_a_search_is_put_aside_while_the_whole_library_is_looked_through(window: MainWindow) -> None:
    window.top.box.ask_for("tag:none")
    assert window.runner.wait_idle()
    status = child(window, QLabel, "status")
    before = status.text()
    assert window.top.chips.isVisible()
    page = open_page(window)
    assert (window.top.chips.isVisible(), status.text()) == (False, "Duplicates and bursts of the whole library")
    click(page, "alikeCompare")
    assert (window.top.chips.isVisible(), status.text()) == (False, "Duplicates and bursts of the whole library")
    QTest.keyClick(window.pages.compare, Qt.Key.Key_Escape)
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert (window.top.chips.isVisible(), status.text()) == (True, before)


def test_the_button_in_the_bar_opens_and_closes_it(window: MainWindow) -> None:
    button = child(window, QToolButton, "toggleAlike")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.runner.wait_idle()
    assert (window.pages.apart, button.isChecked()) == (True, True)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (window.pages.apart, button.isChecked()) == (False, False)


def select(window: MainWindow, name: str) -> None:
    grid = window.pages.grid
    rows = range(len(window.pages.model.listing))
    assert window.runner.wait_idle()
    for row in rows:
        window.pages.model.card(row)
    assert window.runner.wait_idle()
    cards = {row: window.pages.model.card(row) for row in rows}
    click_card(grid, next(row for row, card in cards.items() if card is not None and Path(card.photo.path).name == name))
    assert grid.hasFocus()


def test_near_copies_of_one_photo(window: MainWindow) -> None:
    select(window, "large.jpg")
    QTest.keyClick(window.pages.grid, Qt.Key.Key_D, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert window.runner.wait_idle()
    page = child(window, AlikePage, "alikePage")
    assert page.kind is Alike.COPIES
    assert len(page.rows) == 1
    click(page, "alikeAll")
    assert window.runner.wait_idle()
    assert page.tabs.tabText(2) == "Bursts (1)"


def test_a_photo_without_near_copies_is_said_to_have_none(window: MainWindow) -> None:
    select(window, "alone.jpg")
    QTest.keyClick(window.pages.grid, Qt.Key.Key_D, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert window.runner.wait_idle()
    page = child(window, AlikePage, "alikePage")
    assert child(page, QLabel, "alikeEmpty").text() == "Candid knows no near copy of “alone.jpg”, and no file that is identical with it."


def test_stopped_before_the_end_says_so(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = Event()
    monkeypatch.setattr("app.services.groups.bursts", lambda _: () if stopped.wait(PATIENCE_MS / 1000) else None)
    QTest.keyClick(window, Qt.Key.Key_D, CONTROL)
    page = child(window, AlikePage, "alikePage")
    click(page, "alikeCancel")
    stopped.set()
    assert window.runner.wait_idle()
    assert (child(page, QLabel, "alikeEmpty").text(), page.rows) == (texts.STOPPED, [])
    click(page, "alikeAgain")
    assert window.runner.wait_idle()
    assert len(page.rows) == 1


def test_what_came_back_is_looked_for_where_it_was_gone_when_others_were_found(window: MainWindow, qtbot: QtBot) -> None:
    page = open_page(window)
    click(page, "alikeCheckAll")
    click(page, "alikeMove")
    answer(window, qtbot, "trashConfirm")
    click(page, "alikeAgain")
    assert window.runner.wait_idle()
    assert page.tabs.tabText(0) == "Identical files (0)"
    click(page, "alikeUndo")
    assert window.runner.wait_idle()
    assert page.tabs.tabText(0) == "Identical files (1)"


def test_there_is_nothing_to_open_on_the_first_page(empty_window: MainWindow) -> None:
    QTest.keyClick(empty_window, Qt.Key.Key_D, CONTROL)
    assert empty_window.pages.welcoming


def test_names_that_are_markup_or_turn_the_line_around_are_shown_as_they_are(
    open_window: OpenWindow, folder: Path, library: LibraryPaths, index_again: Callable[[], None], qtbot: QtBot
) -> None:
    evil = folder / "backup" / "<b>x\u202egpj.jpg"
    evil.write_bytes((folder / "trip" / "twin.jpg").read_bytes())
    index_again()
    window = open_window(library.root)
    page = open_page(window)
    for each in page.rows[0].cards:
        each.check.setChecked(each.card.photo.path == os.fspath(evil))
    click(page, "alikeMove")
    asked = answer(window, qtbot, "trashKeep")
    assert "<b>x" in asked
    assert "\u202e" not in asked


def test_in_a_library_that_cannot_be_written_nothing_can_be_moved(
    library: LibraryPaths, embedder: SentenceModel, reader: WorkerReader, qapp: QApplication, qtbot: QtBot
) -> None:
    with build(library, embedder, reader) as built:
        runner = Runner()
        look = built.use_cases.look
        use_cases, above = only_reading(built.use_cases, "Not now."), QWidget()
        trashing = Trashing(use_cases.trash, runner, lambda: False, lambda: 0, above)
        page = AlikePage(use_cases, runner, ThemeKeeper(qapp, "light"), Thumbnails(look.thumbnail, runner), trashing)
        qtbot.addWidget(page)
        qtbot.addWidget(above)
        page.show()
        page.open()
        assert runner.wait_idle()
        click(page, "alikeCheckAll")
        assert any(row.going for row in page.rows)
        move = child(page, QPushButton, "alikeMove")
        assert (move.isEnabled(), move.toolTip()) == (False, "Not now.")
        assert runner.wait_idle()
