"""Starting and ending: the event loop, folders from the command line, what is remembered, the second start."""

import shutil
import subprocess
import sys
import uuid
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSlider
from pytestqt.qtbot import QtBot

from app.bootstrap import build
from app.config.paths import LibraryPaths, shipped
from app.domain.ports import CancelToken
from app.embedding.sentence import SentenceModel
from app.gui.application import run_window
from app.gui.remembered import Remembered, recall, remember
from app.gui.window import MainWindow
from app.gui.window_body import first_size
from app.photos.workers import WorkerReader
from app.services.search_photos import SearchPhotos
from tests.gui.conftest import SAMPLE, OpenWindow
from tests.gui.driving import child, click
from tests.gui.test_single_instance import HAND_OVER, ROOT


def windows() -> list[MainWindow]:
    """The windows in sight."""
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow) and each.isVisible()]


def test_the_window_runs_indexes_its_arguments_and_ends_cleanly(
    qtbot: QtBot, tmp_path: Path, photos: Path, embedder: SentenceModel, reader: WorkerReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.gui.application.settle_memory", lambda: None)
    prepared: list[CancelToken] = []
    monkeypatch.setattr(SearchPhotos, "prepare", lambda _, token: map(prepared.append, (token,)))
    name = f"candid-test-{uuid.uuid4().hex[:12]}"
    shown: list[int] = []
    second: list[subprocess.Popen[bytes]] = []

    def look() -> None:
        """Called again and again: on a busy machine the window may take its time to come up, to read and to be the active one."""
        seen = windows()
        if seen and not second:
            second.append(subprocess.Popen([sys.executable, "-c", HAND_OVER, name], cwd=ROOT))
        if not seen or not second or second[0].poll() is None or seen[0].indexing.running or len(seen[0].pages.model) < 9:
            return
        if seen[0].isActiveWindow():
            looking.stop()
            shown.append(len(seen[0].pages.model))
            QTest.keyClick(seen[0], Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)

    looking, deadline = QTimer(interval=50), QTimer(interval=120_000, singleShot=True)
    looking.timeout.connect(look)
    deadline.timeout.connect(QApplication.quit)
    looking.start()
    deadline.start()
    with build(LibraryPaths(tmp_path / "library"), embedder, reader) as built:
        code = run_window(
            built.use_cases, shipped("resources"), SAMPLE, [str(photos)], settings_file=tmp_path / "w.ini", instance_name=name
        )
    assert code == 0
    assert shown == [9]
    assert second[0].returncode == 0
    assert len(prepared) == 1, "the first search need not wait"
    assert windows() == []
    assert sys.excepthook is sys.__excepthook__


def test_looks_are_remembered(open_window: OpenWindow, indexed: LibraryPaths, tmp_path: Path) -> None:
    library = Path(shutil.copytree(indexed.root, tmp_path / "library"))
    first = open_window(library)
    slider = child(first, QSlider, "sizeSlider")
    slider.setValue(232)
    QTest.keyClick(first, Qt.Key.Key_I)
    click(first, "toggleFolders")
    first.top.theme_chosen.emit("dark")
    first.browsing.set_newest_first(False)
    first.close()
    second = open_window(library)
    assert second.pages.grid.side == 232
    assert child(second, QSlider, "sizeSlider").value() == 232
    assert recall(tmp_path / "window.ini").mode == "dark"
    assert not recall(tmp_path / "window.ini").details
    assert not recall(tmp_path / "window.ini").folders
    second.top.theme_chosen.emit("light")


def test_sizes_by_keys(window: MainWindow) -> None:
    sides = []
    for key in (Qt.Key.Key_1, Qt.Key.Key_3, Qt.Key.Key_2):
        QTest.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
        sides.append(window.pages.grid.side)
    assert sides == [128, 240, 168]


def test_a_first_window_fits_with_its_frame_into_the_room_of_the_screen() -> None:
    assert first_size(QSize(1920, 1050)) == QSize(1280, 800)
    small = first_size(QSize(1280, 772))
    assert small.width() <= 1280
    assert small.height() <= 772 - 37


@given(
    values=st.builds(
        Remembered,
        geometry=st.binary(max_size=60),
        panels=st.binary(max_size=60),
        folders=st.booleans(),
        details=st.booleans(),
        side=st.integers(112, 320),
        newest_first=st.booleans(),
        stacked=st.booleans(),
        guesses=st.booleans(),
        mode=st.sampled_from(["system", "light", "dark"]),
        place=st.sampled_from(["", "/", "/home/x/My photos", "/a,b=c;d/ä 🌅"]),
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
def test_what_is_remembered_comes_back(tmp_path: Path, values: Remembered) -> None:
    remember(tmp_path / "w.ini", values)
    assert recall(tmp_path / "w.ini") == values


@given(content=st.binary(max_size=200))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
def test_a_spoilt_file_gives_the_beginnings(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "w.ini"
    file.write_bytes(content)
    values = recall(file)
    assert values.mode in ("system", "light", "dark")
    assert 112 <= values.side <= 320


@pytest.mark.parametrize("line", ["side=99999999999999", "side=-3", "side=@Invalid()", "mode=<b>", "geometry=@ByteArray(", "folders=7"])
def test_values_out_of_range_are_not_taken(tmp_path: Path, line: str) -> None:
    (tmp_path / "w.ini").write_text(f"[General]\n{line}\n")
    values = recall(tmp_path / "w.ini")
    assert values == replace(Remembered(), side=values.side, folders=values.folders)
    assert 112 <= values.side <= 320
