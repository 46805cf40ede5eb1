"""What the library says by itself is seen in the window, and one that was made anew is filled again without being asked."""

import os
import shutil
import threading
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.bootstrap import build
from app.config.paths import LibraryPaths, shipped
from app.embedding.sentence import SentenceModel
from app.gui.application import build_window
from app.gui.refusal import refusal_box
from app.photos.workers import WorkerReader
from app.services.notices import WAITING, Notices
from tests.gui.conftest import SAMPLE, OpenWindow
from tests.gui.driving import PATIENCE_MS


def test_a_damaged_library_is_said_and_its_photos_are_read_again(
    qtbot: QtBot, open_window: OpenWindow, indexed: LibraryPaths, tmp_path: Path
) -> None:
    library = Path(shutil.copytree(indexed.root, tmp_path / "library"))
    os.truncate(LibraryPaths(library).catalogue, 10_000)
    window = open_window(library)
    assert window.message.text.startswith("The library was damaged and has been made anew with 1 folder; ")
    assert window.indexing.running is window.message.text.endswith(".sqlite3. Your photos are being read again.")
    qtbot.waitUntil(lambda: not window.indexing.running and len(window.pages.model) >= 24, timeout=PATIENCE_MS)
    assert window.message.text.endswith(".sqlite3."), "they are being read no more"


def test_waiting_for_another_program_is_said_from_any_thread(
    qtbot: QtBot, embedder: SentenceModel, reader: WorkerReader, tmp_path: Path
) -> None:
    notices = Notices()
    with build(LibraryPaths(tmp_path / "library"), embedder, reader, notices) as built:
        window = build_window(built.use_cases, shipped("resources"), SAMPLE, settings_file=tmp_path / "window.ini")
        window.show()
        thread = threading.Thread(target=notices.waits, args=(2.0,))
        thread.start()
        thread.join()
        qtbot.waitUntil(lambda: window.message.text == WAITING, timeout=PATIENCE_MS)
        assert window.shut_down()
        window.close()
        window.deleteLater()


def test_a_refusal_is_plain_text(qtbot: QtBot) -> None:
    box = refusal_box("The library <b>/x</b> was written by a later version.")
    qtbot.addWidget(box)
    assert box.textFormat() is Qt.TextFormat.PlainText
    assert any(each.text() == "The library <b>/x</b> was written by a later version." for each in box.findChildren(QLabel))
