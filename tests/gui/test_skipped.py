"""The list of skipped files: by reason and folder, read again, revealed, copied; reachable at any time."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QStyleOptionViewItem, QTableView, QToolButton
from pytestqt.qtbot import QtBot

from app.domain.photo import Skipped
from app.gui.skipped_dialog import SkippedDialog
from app.gui.skipped_retries import outcome
from app.gui.skipped_table import ElidedCell
from app.gui.window import MainWindow
from app.services.events import IndexSummary
from tests.gui.conftest import WEEKEND
from tests.gui.driving import PATIENCE_MS, child, click, drop_paths, wait_indexed

EMPTY, HALF = "The file is empty (0 bytes).", "Only half of the picture is there. " * 8
SKIPPED = (
    Skipped("/photos/b.jpg", EMPTY),
    Skipped("/photos/a\n<b>\udcff.jpg", EMPTY),
    Skipped("/photos/2019/c.jpg", HALF),
    Skipped("/other/d.jpg", EMPTY),
)


@pytest.fixture
def dialog(qtbot: QtBot) -> SkippedDialog:
    """Four skipped files."""
    shown = SkippedDialog(SKIPPED, 3)
    qtbot.addWidget(shown)
    shown.show()
    return shown


def rows(dialog: SkippedDialog) -> list[list[str]]:
    model = child(dialog, QTableView, "skippedTable").model()
    return [[model.data(model.index(row, column)) for column in range(3)] for row in range(model.rowCount())]


def names(dialog: SkippedDialog) -> list[str]:
    return [name for name, _, _ in rows(dialog)]


def said(dialog: SkippedDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel) if label.isVisible())


def choose(dialog: SkippedDialog, button: str, number: int) -> list[str]:
    """Choose from a filter; what it offered."""
    menu = child(dialog, QPushButton, button).menu()
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    texts = [action.text() for action in menu.actions()]
    menu.actions()[number].trigger()
    return texts


def select(dialog: SkippedDialog, *chosen: int) -> None:
    table = child(dialog, QTableView, "skippedTable")
    table.setSelectionMode(QTableView.SelectionMode.MultiSelection)
    for row in chosen:
        table.selectRow(row)


def test_all_are_listed_with_reasons_as_plain_text(dialog: SkippedDialog) -> None:
    assert names(dialog) == ["d.jpg", "c.jpg", "a\u23ce<b>\ufffd.jpg", "b.jpg"]
    assert "4 files could not be read" in said(dialog)
    assert "3 videos are known and counted, not skipped." in said(dialog)
    model = child(dialog, QTableView, "skippedTable").model()
    assert "&lt;b&gt;" in model.data(model.index(2, 0), Qt.ItemDataRole.ToolTipRole)


def test_they_can_be_chosen_by_reason_and_folder(dialog: SkippedDialog) -> None:
    texts = choose(dialog, "skippedReason", 1)
    assert texts[:2] == ["All reasons", f"3 · {EMPTY}"]
    assert names(dialog) == ["d.jpg", "a\u23ce<b>\ufffd.jpg", "b.jpg"]
    assert choose(dialog, "skippedFolder", 1) == ["All folders", "2 · /photos", "1 · /other"]
    assert names(dialog) == ["a\u23ce<b>\ufffd.jpg", "b.jpg"]
    assert "2 of them are listed" in said(dialog)
    choose(dialog, "skippedReason", 0)
    assert names(dialog) == ["c.jpg", "a\u23ce<b>\ufffd.jpg", "b.jpg"]


def test_a_choice_that_nothing_is_left_of_is_given_up(dialog: SkippedDialog) -> None:
    choose(dialog, "skippedFolder", 3)
    dialog.show_files(SKIPPED[:1])
    assert names(dialog) == ["b.jpg"]
    dialog.show_files(())
    assert "everything could be read" in said(dialog)


def test_what_is_selected_stays_selected_when_the_list_is_renewed(dialog: SkippedDialog) -> None:
    select(dialog, 1, 3)
    dialog.show_files(SKIPPED[:3])
    assert names(dialog) == ["c.jpg", "a\u23ce<b>\ufffd.jpg", "b.jpg"]
    assert [each.path for each in dialog.chosen] == ["/photos/2019/c.jpg", "/photos/b.jpg"]


def test_a_long_reason_can_be_read_whole(dialog: SkippedDialog) -> None:
    select(dialog, 1)
    detail = child(dialog, QLabel, "skippedDetail")
    assert detail.text() == f"/photos/2019/c.jpg\n{HALF}"
    assert detail.textFormat() is Qt.TextFormat.PlainText
    assert detail.wordWrap()


def test_retry_is_of_the_selected_or_of_all(dialog: SkippedDialog) -> None:
    spy = QSignalSpy(dialog.retry_asked)
    QTest.keyClick(dialog, Qt.Key.Key_R)
    assert len(spy.at(0)[0]) == 4
    select(dialog, 0, 3)
    assert child(dialog, QPushButton, "skippedRetry").text() == "Retry 2 selected"
    QTest.keyClick(dialog, Qt.Key.Key_R)
    assert spy.at(1)[0] == ("/other/d.jpg", "/photos/b.jpg")
    assert not child(dialog, QPushButton, "skippedStop").isVisible(), "nothing is being read"
    dialog.show_progress("Reading 1 of 2")
    QTest.keyClick(dialog, Qt.Key.Key_R)
    assert spy.count() == 2
    assert child(dialog, QPushButton, "skippedStop").isVisible()


def test_keys_reveal_copy_and_close(dialog: SkippedDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    revealed: list[list[str]] = []
    monkeypatch.setattr("app.gui.skipped_dialog.show_in_file_manager", revealed.append)
    select(dialog, 3)
    QTest.keyClick(dialog, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert revealed == [["/photos/b.jpg"]]
    QTest.keyClick(dialog, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().splitlines()[-1] == f"b.jpg\t{EMPTY}\t/photos"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_where_nothing_can_show_or_open_a_file_that_is_said(dialog: SkippedDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.gui.file_manager._show_items", lambda _: False)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: False)
    select(dialog, 3)
    click(dialog, "skippedReveal")
    assert "No file manager could be opened. The path can be copied instead." in said(dialog)
    click(dialog, "skippedOpen")
    assert "No program is set for this kind of file." in said(dialog)
    assert "No file manager" not in said(dialog)


def test_what_came_of_reading_again_is_said() -> None:
    def summary(*skipped: Skipped, cancelled: bool = False) -> IndexSummary:
        return IndexSummary(0, 0, 0, skipped, 1.0, cancelled=cancelled)

    assert outcome(1, summary(SKIPPED[0])) == f"1 of 1 still cannot be read: {EMPTY}"
    assert outcome(3, summary(SKIPPED[0], SKIPPED[2])) == "2 of 3 still cannot be read."
    assert outcome(3, summary()) == "3 files can be read now."
    assert outcome(3, summary(cancelled=True)) == "Stopped; what was read stays."


def test_the_end_of_a_folder_is_never_cut(dialog: SkippedDialog) -> None:
    table = child(dialog, QTableView, "skippedTable")
    for column, mode in ((0, Qt.TextElideMode.ElideMiddle), (2, Qt.TextElideMode.ElideLeft)):
        option, index = QStyleOptionViewItem(), table.model().index(0, column)
        cell = table.itemDelegateForIndex(index)
        assert isinstance(cell, ElidedCell)
        cell.initStyleOption(option, index)
        assert option.textElideMode is mode


def test_a_repaired_file_is_read_again_from_the_list(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window, broken = empty_window, photos / "broken.jpg"
    broken.write_bytes(b"")
    (photos / "hopeless.jpg").write_bytes(b"")
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    button = child(window, QToolButton, "statusSkipped")
    qtbot.waitUntil(lambda: button.text() == "2 skipped files", timeout=PATIENCE_MS)
    click(window, "statusSkipped")
    assert window.runner.wait_idle()
    dialog = child(window, SkippedDialog, "skippedDialog")
    assert names(dialog) == ["broken.jpg", "hopeless.jpg"]
    shutil.copy(WEEKEND / "LRC_4411.JPG", broken)
    click(dialog, "skippedRetry")
    assert said(dialog).endswith("Reading again…") or "Reading" in said(dialog)
    qtbot.waitUntil(lambda: names(dialog) == ["hopeless.jpg"], timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    assert len(window.pages.model) == 10
    assert button.text() == "1 skipped file"
    assert "1 of 2 still cannot be read: " in child(dialog, QLabel, "skippedSaid").text()
    assert child(window, QPushButton, "skippedButton").text() == "1 skipped in this run: show"
    dialog.close()


def test_f8_lists_them_at_any_time(window: MainWindow) -> None:
    assert not child(window, QToolButton, "statusSkipped").isVisible()
    QTest.keyClick(window, Qt.Key.Key_F8)
    assert window.runner.wait_idle()
    dialog = child(window, SkippedDialog, "skippedDialog")
    assert "everything could be read" in said(dialog)
    dialog.close()
