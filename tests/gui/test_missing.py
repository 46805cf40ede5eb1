"""Photos out of reach in the panel of the folders: why, looking again, and saying that they are gone."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.domain.ids import FolderId
from app.domain.photo import Folder, Skipped
from app.gui.folders_panel import FoldersPanel
from app.gui.missing_notice import GoneDialog, MissingNotice, why_missing
from app.gui.shown_folders import ShownFolder
from app.gui.theme import ThemeKeeper
from app.gui.window import MainWindow
from app.library.missing import MissingPhotos
from tests.gui.driving import child, click, drop_paths, wait_indexed
from tests.gui.test_folders import listed, many_copies


def folder_at(path: Path) -> Folder:
    return Folder(FolderId(1), str(path), 3, 0, available=False)


def test_why_is_told_as_far_as_it_can_be_told(tmp_path: Path) -> None:
    assert why_missing(folder_at(tmp_path / "not there"), MissingPhotos(3)).startswith("Nothing is at ")
    assert "is empty: connect the disk" in why_missing(folder_at(tmp_path), MissingPhotos(3))
    (tmp_path / "a.jpg").write_bytes(b"a")
    assert "They were not there at the last look: too many at once" in why_missing(folder_at(tmp_path), MissingPhotos(3))
    closed = Skipped("/p/closed", "The folder cannot be listed (permission denied).", None)
    shut_in = why_missing(folder_at(tmp_path), MissingPhotos(1, shut_in=1, closed=(closed,)))
    assert shut_in == "/p/closed: The folder cannot be listed (permission denied)."
    unreadable = why_missing(folder_at(tmp_path), MissingPhotos(1, unreadable=1))
    assert unreadable == "1 photo cannot be read any more: the skipped files (F8) say why."
    many = why_missing(folder_at(tmp_path), MissingPhotos(30, shut_in=4, closed=(closed, closed), unreadable=1))
    assert "4 photos in 2 folders" in many
    assert "25 photos were not there" in many


def test_three_counts_take_two_lines() -> None:
    told = ShownFolder(Folder(FolderId(1), "/p", 95, 7, available=True), is_file=False, missing=1)
    assert told.lines == ("95 photos", "1 out of reach · 7 skipped")
    assert told.about == "95 photos · 1 out of reach · 7 skipped"
    assert ShownFolder(told.folder, is_file=False).lines == ("95 photos · 7 skipped",)


def test_an_unmounted_folder_is_looked_at_again(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window = empty_window
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    notice = child(window, MissingNotice, "missingNotice")
    assert not notice.isVisible()
    photos.rename(photos.parent / "unmounted")
    QTest.keyClick(window, Qt.Key.Key_F5)
    wait_indexed(window, qtbot)
    assert notice.isVisible()
    assert "Nothing is at" in child(window, QLabel, "missingWhy").text()
    assert not child(window, QPushButton, "missingGone").isVisible(), "nobody can say what became of photos on another disk"
    (photos.parent / "unmounted").rename(photos)
    click(window, "missingLook")
    wait_indexed(window, qtbot)
    assert not notice.isVisible()
    assert listed(window) == ["photos, 9 photos"]


def test_many_missing_photos_stay_until_it_is_said_that_they_are_gone(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window = empty_window
    many_copies(photos, 30)
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    for copy in photos.glob("copy *.jpg"):
        copy.unlink()
    QTest.keyClick(window, Qt.Key.Key_F5)
    wait_indexed(window, qtbot)
    assert listed(window) == ["photos, 39 photos · 30 out of reach"]
    assert len(window.pages.model) == 39
    click(window, "missingGone")
    dialog = child(window, GoneDialog, "goneDialog")
    assert "30 photos" in dialog.text()
    assert dialog.textFormat() is Qt.TextFormat.PlainText
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert not window.indexing.running, "keeping them is the default"
    click(window, "missingGone")
    click(window.findChildren(GoneDialog)[-1], "goneConfirm")
    wait_indexed(window, qtbot)
    assert listed(window) == ["photos, 9 photos"]
    assert len(window.pages.model) == 9
    assert not child(window, MissingNotice, "missingNotice").isVisible()


def test_where_nothing_can_be_changed_the_panel_of_folders_says_why(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    panel = FoldersPanel(ThemeKeeper(qapp, "light"))
    qtbot.addWidget(panel)
    panel.show_folders([ShownFolder(folder_at(tmp_path), is_file=False, missing=3, why="It is empty.")])
    names = ("foldersAdd", "foldersRescan", "foldersForget", "missingLook", "missingGone")
    panel.refuse("Read-only.")
    for name in names:
        button = child(panel, QPushButton, name)
        assert (button.isEnabled(), button.toolTip()) == (False, "Read-only."), name
    panel.refuse("")
    assert child(panel, QPushButton, "foldersAdd").isEnabled()
    assert child(panel, QPushButton, "missingLook").isEnabled()
