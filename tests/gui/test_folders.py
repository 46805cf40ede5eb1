"""Folders in the real window: listed, read again, cancelled, queued, forgotten; originals are never touched."""

import os
import re
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QDir, QPoint, QStandardPaths, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton, QTableView, QWidget
from pytestqt.qtbot import QtBot

from app.domain.ids import FolderId
from app.domain.photo import Folder, PhotoState
from app.gui.folder_actions import first_place
from app.gui.folders_panel import FoldersList
from app.gui.forget_dialog import ForgetDialog, sentence
from app.gui.remembered import recall
from app.gui.skipped_dialog import SkippedDialog
from app.gui.window import MainWindow
from app.library.forecast import ForgetForecast
from tests.gui.conftest import WEEKEND
from tests.gui.driving import PATIENCE_MS, child, click, drop_paths, menu_texts, wait_cards, wait_indexed


def many_copies(folder: Path, number: int) -> None:
    """Files enough to be in the midst of."""
    picture = (WEEKEND / "LRC_4411.JPG").read_bytes()
    for each in range(number):
        (folder / f"copy {each}.jpg").write_bytes(picture + bytes(f"{each}", "ascii"))


def select_folder(window: MainWindow, row: int) -> None:
    """Click a folder in the panel."""
    folders = child(window, FoldersList, "foldersList")
    QTest.mouseClick(folders.viewport(), Qt.MouseButton.LeftButton, pos=folders.visualItemRect(folders.item(row)).center())


def listed(window: MainWindow) -> list[str]:
    """The folders as a screen reader reads them."""
    folders = child(window, FoldersList, "foldersList")
    return [folders.item(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(folders.count())]


def state_of(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Everything about the originals."""
    return {str(path): (path.stat().st_mtime_ns, path.stat().st_size, path.read_bytes()) for path in folder.rglob("*") if path.is_file()}


def states(window: MainWindow) -> set[PhotoState]:
    """What the cards say of their files."""
    wait_cards(window, window.pages.grid, range(len(window.pages.model)))
    return {card.photo.state for row in range(len(window.pages.model)) if (card := window.pages.model.card(row))}


def forget(window: MainWindow, row: int) -> ForgetDialog:
    """Ask to forget a folder; the dialog that then asks."""
    select_folder(window, row)
    click(window, "foldersForget")
    return asked(window)


def asked(window: MainWindow) -> ForgetDialog:
    """The question, which comes when it was counted what would go."""
    for _ in range(PATIENCE_MS // 10):
        if any(each.isVisible() for each in window.findChildren(ForgetDialog)):
            break
        QTest.qWait(10)
    (dialog,) = (each for each in window.findChildren(ForgetDialog) if each.isVisible())
    return dialog


def test_folders_and_single_files_are_listed_with_their_counts(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    single = Path(shutil.copy(WEEKEND / "LRC_4410.JPG", photos.parent / "a single.jpg"))
    (photos / "broken.jpg").write_bytes(b"\xff\xd8\xff")
    drop_paths(empty_window, single, photos)
    wait_indexed(empty_window, qtbot)
    assert listed(empty_window) == ["photos, 9 photos · 1 skipped", "a single.jpg, 1 photo"]


def test_a_folder_is_listed_and_counted_while_it_is_read(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window, seen = empty_window, set[str]()
    many_copies(photos, 900)
    drop_paths(window, photos)

    def done() -> bool:
        seen.update(listed(window))
        return not window.indexing.running

    qtbot.waitUntil(lambda: done() or len(seen) > 2, timeout=PATIENCE_MS)
    assert window.indexing.running, "the counts came only at the end"
    assert all(re.fullmatch(r"photos, \d+ photos? so far", each) for each in seen)
    select_folder(window, 0)
    folder = window.folders.selected()
    assert folder is not None
    wait_indexed(window, qtbot)
    assert listed(window) == ["photos, 909 photos"]
    kept = window.folders.selected()
    assert kept is not None
    assert kept.id == folder.id


def test_forgetting_a_folder_says_what_it_erases_and_touches_no_original(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window, before = empty_window, state_of(photos)
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    dialog = forget(window, 0)
    assert "9 photos: facts, " in dialog.informativeText()
    assert "9 thumbnails" in dialog.informativeText()
    assert dialog.checkBox() is None, "nothing was said of them that could be kept"
    assert "not touched" in dialog.informativeText()
    assert dialog.textFormat() is Qt.TextFormat.PlainText
    click(dialog, "forgetConfirm")
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.pages.welcome, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    assert len(window.pages.model) == 0
    assert listed(window) == []
    assert state_of(photos) == before
    assert "is forgotten" in window.message.text
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    assert listed(window) == ["photos, 9 photos"]
    assert window.message.text == "", "it is listed again"


def test_a_folder_is_chosen_where_one_was_chosen_last(empty_window: MainWindow, photos: Path, tmp_path: Path, qtbot: QtBot) -> None:
    window = empty_window
    window.folder_actions.place = str(photos.parent)
    window.folder_actions.choose()
    dialog = child(window, QFileDialog, "addFolderDialog")
    assert dialog.directory().absolutePath() == str(photos.parent)
    dialog.setDirectory(str(tmp_path))
    dialog.filesSelected.emit([str(photos)])
    dialog.reject()
    wait_indexed(window, qtbot)
    assert listed(window) == ["photos, 9 photos"]
    assert window.folder_actions.place == str(tmp_path)
    window.close()
    assert recall(tmp_path / "window.ini").place == str(tmp_path)


def test_choosing_begins_among_pictures_or_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(tmp_path))
    assert first_place("") == str(tmp_path)
    assert first_place("/gone/long ago") == str(tmp_path)
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: "")
    assert first_place("") == QDir.homePath()


def test_the_button_that_changes_nothing_is_called_cancel(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = ForgetDialog(Folder(FolderId(1), "/photos", 1, 0, available=True), ForgetForecast(1, 0, 1, 1, 1, 1), parent)
    assert [button.text() for button in dialog.buttons()] == ["Forget", "Cancel"]
    assert dialog.defaultButton().text() == "Cancel"
    assert dialog.escapeButton().text() == "Cancel"


def test_what_the_person_said_is_kept_unless_it_is_not_wanted(qtbot: QtBot) -> None:
    folder = Folder(FolderId(1), "/photos", 630, 0, available=True)
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = ForgetDialog(folder, ForgetForecast(630, 12, 628, 1204, 1190, 41), parent)
    assert dialog.informativeText().startswith(
        "Candid erases from its own library what it knows of 630 photos and 12 videos: facts, 1,204 texts (captions, tags, places, names), "
        "1,190 vectors and 628 thumbnails."
    )
    assert "of 41 photos can wait in Candid for when you add the folder again" in dialog.informativeText()
    assert dialog.checkBox().text() == "Keep my own words of 41 photos"
    assert dialog.keeps_words
    dialog.checkBox().click()
    assert not dialog.keeps_words


def test_damaged_libraries_that_were_kept_aside_are_told_of_before_a_folder_is_forgotten() -> None:
    folder, files = (
        Folder(FolderId(1), "/photos", 1, 0, available=True),
        (Path("/l/catalogue.damaged-1.sqlite3"), Path("/l/own.damaged-1.jsonl")),
    )
    assert "damaged" not in sentence(folder, ForgetForecast(1, 0, 1, 0, 0, 0))
    assert sentence(folder, ForgetForecast(1, 0, 1, 0, 0, 0, kept_aside=files[:1])).endswith(
        "1 damaged file of the library was kept aside earlier in /l and may still hold what was known of this folder: "
        "delete catalogue.damaged-1.sqlite3 there yourself if nobody should read it."
    )
    assert "2 damaged files of the library were kept aside earlier in /l" in sentence(
        folder, ForgetForecast(1, 0, 1, 0, 0, 0, kept_aside=files)
    )


def test_keeping_a_folder_is_the_default(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    drop_paths(empty_window, photos)
    wait_indexed(empty_window, qtbot)
    dialog = forget(empty_window, 0)
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert not dialog.isVisible()
    dialog = forget(empty_window, 0)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert empty_window.runner.wait_idle()
    assert len(empty_window.pages.model) == 9


def test_delete_in_the_list_asks_too(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    drop_paths(empty_window, photos)
    wait_indexed(empty_window, qtbot)
    select_folder(empty_window, 0)
    QTest.keyClick(child(empty_window, FoldersList, "foldersList"), Qt.Key.Key_Delete)
    asked(empty_window).reject()
    assert len(empty_window.pages.model) == 9


def test_cancel_keeps_what_was_read(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window = empty_window
    many_copies(photos, 300)
    drop_paths(window, photos)
    qtbot.waitUntil(lambda: len(window.pages.model) > 0, timeout=PATIENCE_MS)
    click(window, "cancelButton")
    assert window.strip.text == "Stopping; what was read stays…"
    wait_indexed(window, qtbot)
    assert window.strip.text.startswith("Stopped: ")
    assert 0 < len(window.pages.model) < 309
    QTest.keyClick(window, Qt.Key.Key_F5)
    wait_indexed(window, qtbot)
    assert len(window.pages.model) == 309


def test_a_drop_while_indexing_waits_its_turn(empty_window: MainWindow, photos: Path, tmp_path: Path, qtbot: QtBot) -> None:
    window = empty_window
    many_copies(photos, 60)
    others = [Path(shutil.copytree(WEEKEND, tmp_path / name)) for name in ("second", "third")]
    drop_paths(window, photos)
    drop_paths(window, *others)
    drop_paths(window, others[0], photos)
    assert child(window, QLabel, "indexingThen").text() == "then: 2 more folders"
    assert child(window, QLabel, "indexingThen").isVisible()
    wait_indexed(window, qtbot)
    assert [line.partition(",")[0] for line in listed(window)] == ["photos", "second", "third"]
    assert not child(window, QLabel, "indexingThen").isVisible()


def test_rescan_finds_what_changed(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window = empty_window
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    (photos / "Harbour weekend" / "receipt.png").unlink()
    (photos / "Harbour weekend" / "ferry.gif").rename(photos / "moved ferry.gif")
    click(window, "foldersRescan")
    wait_indexed(window, qtbot)
    assert len(window.pages.model) == 8
    assert "1 gone" in window.strip.text
    assert "1 moved" in window.strip.text


def test_skipped_files_are_listed_with_their_reasons(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window = empty_window
    (photos / "empty.jpg").write_bytes(b"")
    (photos / "<b>page.jpg").write_bytes(b"<html>404</html>")
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    button = child(window, QPushButton, "skippedButton")
    assert button.text() == "2 skipped in this run: show"
    click(window, "skippedButton")
    assert window.runner.wait_idle()
    table = child(window, QTableView, "skippedTable").model()
    rows = [[table.index(row, column).data() for column in range(2)] for row in range(table.rowCount())]
    assert [name for name, _ in rows] == ["<b>page.jpg", "empty.jpg"]
    assert all(reason for _, reason in rows)
    child(window, SkippedDialog, "skippedDialog").close()
    click(window, "dismissButton")
    assert not window.strip.isVisible()


def test_a_folder_that_is_not_there_is_said_in_a_sentence(empty_window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    drop_paths(empty_window, tmp_path / "nowhere")
    wait_indexed(empty_window, qtbot)
    assert "nowhere" in empty_window.message.text
    assert empty_window.pages.currentWidget() is empty_window.pages.welcome
    click(empty_window, "messageClose")
    assert empty_window.message.text == ""


def test_a_folder_that_is_not_there_costs_no_other(empty_window: MainWindow, photos: Path, tmp_path: Path, qtbot: QtBot) -> None:
    drop_paths(empty_window, tmp_path / "nowhere", photos)
    wait_indexed(empty_window, qtbot)
    assert "nowhere" in empty_window.message.text
    assert len(empty_window.pages.model) == 9


def test_a_folder_can_be_forgotten_while_it_is_read(empty_window: MainWindow, photos: Path, tmp_path: Path, qtbot: QtBot) -> None:
    window = empty_window
    many_copies(photos, 150)
    other = Path(shutil.copytree(WEEKEND, tmp_path / "other"))
    drop_paths(window, photos)
    qtbot.waitUntil(lambda: len(window.pages.model) > 0, timeout=PATIENCE_MS)
    drop_paths(window, other)
    click(forget(window, 0), "forgetConfirm")
    wait_indexed(window, qtbot)
    assert [line.partition(",")[0] for line in listed(window)] == ["other"]
    assert len(window.pages.model) == 9


def test_a_folder_out_of_reach_is_marked_and_comes_back(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window = empty_window
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    photos.rename(photos.parent / "unmounted")
    QTest.keyClick(window, Qt.Key.Key_F5)
    wait_indexed(window, qtbot)
    assert listed(window) == ["photos, 9 photos · out of reach"]
    assert len(window.pages.model) == 9
    assert states(window) == {PhotoState.UNAVAILABLE}
    (photos.parent / "unmounted").rename(photos)
    QTest.keyClick(window, Qt.Key.Key_F5)
    wait_indexed(window, qtbot)
    assert listed(window) == ["photos, 9 photos"]
    assert states(window) == {PhotoState.PRESENT}


def test_the_panel_can_be_hidden(window: MainWindow) -> None:
    assert window.folders.isVisible()
    click(window, "toggleFolders")
    assert not window.folders.isVisible()
    click(window, "toggleFolders")
    assert window.folders.isVisible()


def test_the_menu_of_a_folder(window: MainWindow) -> None:
    select_folder(window, 0)
    folders = child(window, FoldersList, "foldersList")
    folders.customContextMenuRequested.emit(QPoint(folders.visualItemRect(folders.item(0)).center()))
    texts = menu_texts()
    assert texts[:2] == ["Ask about these photos", "Rescan"]
    assert texts[-1] == "Forget…"
    assert os.path.isdir(WEEKEND)
