"""Garbage is collected on the GUI thread and nowhere else."""

import gc
import threading
import weakref

from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.gui.memory import GarbageCollector
from tests.gui.driving import PATIENCE_MS


class Cycle:
    """Something that only the garbage collector can free."""

    def __init__(self) -> None:
        self.me = self
        self.widget = QWidget()


def make_garbage(count: int) -> None:
    for _ in range(count):
        each: list[object] = []
        each.append(each)


def test_no_other_thread_collects(qapp: QApplication, qtbot: QtBot) -> None:
    collector = GarbageCollector()
    kept = weakref.ref(Cycle())
    other = threading.Thread(target=make_garbage, args=(200_000,))
    other.start()
    other.join()
    assert kept() is not None
    qtbot.waitUntil(lambda: kept() is None, timeout=PATIENCE_MS)
    collector.deleteLater()


def test_a_look_collects_what_is_due(qapp: QApplication) -> None:
    collector = GarbageCollector()
    gc.collect()
    kept = weakref.ref(Cycle())
    collector.look()
    assert kept() is not None
    make_garbage(gc.get_threshold()[0] + 1)
    collector.look()
    assert kept() is None
