"""The real window over real rooms: a library in a temporary place, the real model, real worker processes, photos of the sample library."""

import gc
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from app.bootstrap import build
from app.config.paths import LibraryPaths, shipped
from app.embedding.sentence import SentenceModel
from app.gui.application import build_window
from app.gui.memory import settle_memory
from app.gui.window import MainWindow
from app.photos.workers import WorkerReader
from tests.gui.alike_library import Alikes, fill
from tests.indexed import CopyOf
from tests.trashing import use_trash

TODAY = date(2026, 6, 14)
SAMPLE = shipped("resources") / "sample"
WEEKEND = SAMPLE / "2019" / "Harbour weekend"
OpenWindow = Callable[[Path], MainWindow]


@pytest.fixture(scope="session", autouse=True)
def _settled() -> None:
    """What was there before, thousands of collected tests among it, is not gone through again after each test."""
    settle_memory()


@pytest.fixture(autouse=True)
def _collected_here() -> Iterator[None]:
    """As in the program, garbage is collected on the GUI thread alone: see `app/gui/memory.py`.

    What was closed is gone at once, as it is in an event loop: else the next window's style sheet is laid on all of it again (0.2 s).
    """
    gc.disable()
    yield
    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.enable()


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """A folder of a person's photos: nine of the sample's, of which one is tagged harbour."""
    return Path(shutil.copytree(WEEKEND, tmp_path / "photos" / "Harbour weekend")).parent


@pytest.fixture(scope="session")
def indexed(copy_of: CopyOf) -> LibraryPaths:
    """A library that holds the sample, indexed once; tests copy it."""
    return copy_of(SAMPLE)[0]


@pytest.fixture(scope="session")
def _alikes(tmp_path_factory: pytest.TempPathFactory, copy_of: CopyOf) -> Alikes:
    base = tmp_path_factory.mktemp("alike")
    fill(base / "photos")
    shutil.copytree(base / "photos", base / "copies")
    return Alikes(base / "photos", base / "copies", copy_of(base / "photos")[0].root)


@pytest.fixture
def alike_folder(_alikes: Alikes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Photos that are alike, as they were indexed, whatever a test before did to them; the trash is the test's own."""
    use_trash(tmp_path, monkeypatch)
    shutil.rmtree(_alikes.folder)
    return Path(shutil.copytree(_alikes.copies, _alikes.folder))


@pytest.fixture
def alike_library(_alikes: Alikes, alike_folder: Path, tmp_path: Path) -> LibraryPaths:
    """A library that was indexed over them."""
    return LibraryPaths(Path(shutil.copytree(_alikes.library, tmp_path / "library")))


@pytest.fixture
def open_window(qtbot: QtBot, embedder: SentenceModel, reader: WorkerReader, tmp_path: Path) -> Iterator[OpenWindow]:
    """Opens windows, over the library in a folder; all are closed at the end, and no job may be left."""
    with ExitStack() as stack:
        windows: list[MainWindow] = []

        def open_one(library: Path) -> MainWindow:
            built = stack.enter_context(build(LibraryPaths(library), embedder, reader))
            window = build_window(built.use_cases, shipped("resources"), SAMPLE, settings_file=tmp_path / "window.ini", today=lambda: TODAY)
            windows.append(window)
            window.resize(1280, 800)
            window.show()
            qtbot.waitExposed(window)
            assert window.runner.wait_idle()
            return window

        yield open_one
        for window in windows:
            assert window.shut_down()
            window.close()
            window.deleteLater()


@pytest.fixture
def empty_window(open_window: OpenWindow, tmp_path: Path) -> MainWindow:
    """A window over a new library."""
    return open_window(tmp_path / "library")


@pytest.fixture
def window(open_window: OpenWindow, indexed: LibraryPaths, tmp_path: Path) -> MainWindow:
    """A window over the indexed sample."""
    return open_window(Path(shutil.copytree(indexed.root, tmp_path / "library")))
