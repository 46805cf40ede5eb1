"""What a person does with the window, and what they see: used by the tests instead of calling methods."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote_from_bytes

from PySide6.QtCore import QMimeData, QModelIndex, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.domain.match import Evidence
from app.gui.grid import PhotoGrid
from app.gui.listing_model import EvidenceRole, PercentageRole, ReasonsRole
from app.gui.window import MainWindow

PATIENCE_MS = 240_000
"""The longest wait for anything: on a machine that others keep busy, nothing is slow but everything takes its time."""
Q = TypeVar("Q", bound=QObject)
_NO_MODIFIER = Qt.KeyboardModifier.NoModifier


def child(window: QWidget, kind: type[Q], name: str) -> Q:
    """The widget or action of an object name; it must be there."""
    found = window.findChild(kind, name)
    assert isinstance(found, kind), f"no {kind.__name__} called {name}"
    return found


def uri_list(paths: Iterable[str | Path]) -> bytes:
    """Addresses as a file manager gives them, whatever bytes the names consist of."""
    return b"".join(b"file://" + quote_from_bytes(os.fsencode(path)).encode() + b"\r\n" for path in paths)


def mime_of(raw: bytes) -> QMimeData:
    """What a drag carries."""
    mime = QMimeData()
    mime.setData("text/uri-list", raw)
    return mime


def hold_over(window: MainWindow, mime: QMimeData) -> bool:
    """Drag something over the window; whether it may be dropped."""
    enter = QDragEnterEvent(QPoint(200, 200), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, _NO_MODIFIER)
    enter.ignore()
    QApplication.sendEvent(window, enter)
    return enter.isAccepted()


def take_away(window: MainWindow) -> None:
    """Drag it out of the window again."""
    QApplication.sendEvent(window, QDragLeaveEvent())


def drop(window: MainWindow, mime: QMimeData) -> None:
    """Drop something on the window as a file manager does."""
    assert hold_over(window, mime)
    event = QDropEvent(QPointF(200, 200), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, _NO_MODIFIER)
    QApplication.sendEvent(window, event)
    assert event.isAccepted()


def drop_paths(window: MainWindow, *paths: str | Path) -> None:
    """Drop files or folders."""
    drop(window, mime_of(uri_list(paths)))


def wait_indexed(window: MainWindow, qtbot: QtBot) -> None:
    """Until nothing is being indexed and the grid shows what came of it."""
    qtbot.waitUntil(lambda: not window.indexing.running, timeout=PATIENCE_MS)
    wait_followed(window, qtbot)


def wait_followed(window: MainWindow, qtbot: QtBot) -> None:
    """Until the list has followed a run that has ended: half a second later where a search was under way just then."""
    browsing = window.browsing

    def followed() -> bool:
        return window.runner.wait_idle() and not (browsing._changed is None and browsing._timer.isActive())

    qtbot.waitUntil(followed, timeout=PATIENCE_MS)


def type_query(window: MainWindow, qtbot: QtBot, text: str) -> None:
    """Ctrl+F, type, and wait for the answer."""
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.top.box.hasFocus()
    QTest.keyClicks(window.top.box, text)
    qtbot.waitUntil(lambda: window.pages.model.listing.query == text, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()


def wait_cards(window: MainWindow, grid: PhotoGrid, rows: Sequence[int]) -> None:
    """Until the cards of rows have come."""
    for row in rows:
        grid.model().data(grid.model().index(row, 0), PercentageRole)
    assert window.runner.wait_idle()


def bars(grid: PhotoGrid) -> list[int | None]:
    """The percentages of all rows, read from the model as the delegate does."""
    return [_told(grid, row, PercentageRole) for row in range(_length(grid))]  # type: ignore[misc]


def evidence(grid: PhotoGrid) -> list[Evidence]:
    """The kinds of evidence of all rows."""
    return [Evidence(str(_told(grid, row, EvidenceRole))) for row in range(_length(grid))]


def reasons(grid: PhotoGrid, row: int) -> list[str]:
    """The reasons of a row as plain text."""
    return [reason.plain for reason in _told(grid, row, ReasonsRole)]  # type: ignore[attr-defined]


def names(grid: PhotoGrid) -> list[str]:
    """The file names of all rows."""
    return [str(_told(grid, row, int(Qt.ItemDataRole.DisplayRole))) for row in range(_length(grid))]


def click_card(grid: PhotoGrid, row: int, modifier: Qt.KeyboardModifier = _NO_MODIFIER) -> None:
    """Click the middle of a card."""
    index = grid.model().index(row, 0)
    grid.scrollTo(index)
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, modifier, grid.visualRect(index).center())


def click(window: QWidget, name: str) -> None:
    """Click a button."""
    for kind in (QPushButton, QToolButton):
        button = window.findChild(kind, name)
        if button is not None:
            assert button.isVisible(), f"{name} cannot be seen"
            assert button.isEnabled(), f"{name} cannot be pressed"
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            return
    raise AssertionError(f"no button called {name}")


def _length(grid: PhotoGrid) -> int:
    return grid.model().rowCount(QModelIndex())


def _told(grid: PhotoGrid, row: int, role: int) -> object:
    return grid.model().index(row, 0).data(role)


def press(window: MainWindow, key: Qt.Key) -> None:
    """Press a key where the keyboard is."""
    focused = window.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)


def menu_texts() -> list[str]:
    """What the open menu offers; it is closed then."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    texts = [action.text() for action in menu.actions() if action.text()]
    menu.close()
    return texts
