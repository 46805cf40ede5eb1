"""A window over folders that are scanned again: what has not changed is not listed anew."""

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.gui.browsing import Browsing
from app.gui.window import MainWindow
from tests.gui.driving import PATIENCE_MS, drop_paths, wait_indexed


def test_a_scan_that_finds_nothing_new_lists_nothing_anew(
    empty_window: MainWindow, photos: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = empty_window
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    qtbot.waitUntil(lambda: len(window.pages.model) == 9, timeout=PATIENCE_MS)
    renewed: list[int] = []
    really = Browsing.renew

    def renew(browsing: Browsing) -> None:
        renewed.append(len(renewed))
        really(browsing)

    monkeypatch.setattr(Browsing, "renew", renew)
    with qtbot.waitSignal(window.indexing.finished, timeout=PATIENCE_MS):
        window.indexing.add([str(photos)])
    assert renewed == []
    shutil.copy(next(photos.rglob("*.jpg")), photos / "another.jpg")
    with qtbot.waitSignal(window.indexing.finished, timeout=PATIENCE_MS):
        window.indexing.add([str(photos)])
    qtbot.waitUntil(lambda: len(window.pages.model) == 10, timeout=PATIENCE_MS)
    assert renewed
