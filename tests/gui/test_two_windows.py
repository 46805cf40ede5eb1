"""Two real programs on one library: the second raises the first, or opens read-only where the first does not answer."""

import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtNetwork import QLocalServer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from app.bootstrap import build
from app.config.paths import LibraryPaths, shipped, window_name
from app.embedding.sentence import SentenceModel
from app.gui.application import build_window, run_window
from app.gui.window import MainWindow
from app.photos.workers import WorkerReader
from app.services.use_cases import only_reading
from tests.gui.conftest import SAMPLE
from tests.gui.driving import child, drop_paths, type_query, wait_indexed
from tests.gui.test_application import windows
from tests.gui.test_single_instance import HOLD, ROOT

PATIENCE = 120
Process = subprocess.Popen[bytes]


def candid(library: Path, *arguments: str) -> Process:
    """Another Candid, with its window."""
    environment = {**os.environ, "CANDID_LIBRARY": str(library), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.Popen([sys.executable, "-m", "app", *arguments], cwd=ROOT, env=environment, stderr=subprocess.PIPE)


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Process]:
    """A window that is open on the library."""
    socket, until = Path(window_name(LibraryPaths(tmp_path / "library"))), time.monotonic() + PATIENCE
    with candid(tmp_path / "library") as process:
        try:
            while not socket.exists():
                assert time.monotonic() < until
                time.sleep(0.05)
            yield process
        finally:
            process.kill()


@pytest.fixture
def silent() -> Iterator[str]:
    """The name under which another window listens that does not answer."""
    name = f"candid-test-{uuid.uuid4().hex[:12]}"
    with subprocess.Popen([sys.executable, "-c", HOLD, name], cwd=ROOT, stdout=subprocess.PIPE) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline().strip() == b"True"
            other.send_signal(signal.SIGSTOP)
            yield name
        finally:
            other.kill()
    QLocalServer.removeServer(name)


def photos_in(library: Path) -> int:
    """Asked of the terminal, while windows are open."""
    told = subprocess.run(
        [sys.executable, "-m", "app", "status", "--library", str(library)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return int(told.stdout.split()[0])


def test_a_second_start_hands_its_folder_to_the_first(first: Process, photos: Path, tmp_path: Path) -> None:
    second = candid(tmp_path / "library", str(photos))
    assert second.wait(PATIENCE) == 0
    assert second.communicate()[1] == b""
    until = time.monotonic() + PATIENCE
    while photos_in(tmp_path / "library") < 9:
        assert time.monotonic() < until
    first.terminate()
    assert first.wait(PATIENCE) == 0


@pytest.mark.usefixtures("qapp")
def test_where_the_first_does_not_answer_the_second_only_reads(
    silent: str, tmp_path: Path, indexed: LibraryPaths, embedder: SentenceModel, reader: WorkerReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.gui.application.settle_memory", lambda: None)
    monkeypatch.setattr("app.gui.single_instance.TALK_MS", 300)
    library = LibraryPaths(Path(shutil.copytree(indexed.root, tmp_path / "library")))
    seen: list[str] = []

    def look() -> None:
        for window in windows():
            seen.append(child(window, QLabel, "standingText").text())
            seen.append(str(window.watching.active))
            window.close()

    looking, deadline = QTimer(interval=50), QTimer(interval=PATIENCE * 1000, singleShot=True)
    looking.timeout.connect(look)
    deadline.timeout.connect(QApplication.quit)
    looking.start()
    deadline.start()
    with build(library, embedder, reader) as built:
        run_window(built.use_cases, shipped("resources"), SAMPLE, [str(SAMPLE)], settings_file=tmp_path / "w.ini", instance_name=silent)
    looking.stop()
    deadline.stop()
    assert seen[0].startswith("Read-only. The library can be searched and looked at, but not changed: another Candid has it open")
    assert seen[1] == "False"


def test_a_library_that_is_only_read_can_be_searched_and_refuses_changes(
    qtbot: QtBot, tmp_path: Path, photos: Path, indexed: LibraryPaths, embedder: SentenceModel, reader: WorkerReader
) -> None:
    library = LibraryPaths(Path(shutil.copytree(indexed.root, tmp_path / "library")))
    with build(library, embedder, reader) as built:
        use_cases = only_reading(built.use_cases, "Not now.")
        window = build_window(use_cases, shipped("resources"), SAMPLE, settings_file=tmp_path / "w.ini")
        window.show()
        assert window.runner.wait_idle()
        assert child(window, QLabel, "standingText").text() == "Read-only. Not now."
        type_query(window, qtbot, "harbour")
        assert len(window.pages.model) > 0
        drop_paths(window, photos)
        wait_indexed(window, qtbot)
        assert window.message.text == "Not now."
        assert len(built.catalogue.folders()) == 1
        for ask in (Qt.Key.Key_F5, Qt.Key.Key_O):
            window.message.hide()
            control = Qt.KeyboardModifier.ControlModifier if ask is Qt.Key.Key_O else Qt.KeyboardModifier.NoModifier
            QTest.keyClick(window, ask, control)
            assert window.message.text == "Not now."
            assert not window.indexing.running
        assert window.findChild(QFileDialog) is None
        assert window.shut_down()
        window.close()
        window.deleteLater()


def test_a_library_that_can_be_changed_says_nothing_of_it(window: MainWindow) -> None:
    assert not child(window, QLabel, "standingText").isVisible()
