"""What stands where in the window: bars at the top and at the bottom, and panels with the photos between them."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QSplitter, QVBoxLayout, QWidget

NARROWEST_FOLDERS, NARROWEST_PAGES = 180, 280
FIRST_SIZE = (1280, 800)
FRAME = (4, 40)
"""Pixels that the system's title bar and borders may take; how many they are is known only when a window is shown."""


class WindowBody(QWidget):
    """Bars below each other, and what lies between them beside each other."""

    def __init__(self, above: Sequence[QWidget], beside: "Columns", below: Sequence[QWidget]) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        first, *others = above
        for part in (first, _line(), *others):
            column.addWidget(part)
        column.addWidget(beside, 1)
        *others, last = below
        for part in (*others, _line(), last):
            column.addWidget(part)


class Columns(QSplitter):
    """The folders, the photos, and the panels on the right; the photos take what room there is."""

    def __init__(self, folders: QWidget, pages: QWidget, right: Sequence[QWidget], widths: Sequence[int]) -> None:
        """`widths` of all of them at first, in logical pixels."""
        super().__init__(Qt.Orientation.Horizontal)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        for part in (folders, pages, *right):
            self.addWidget(part)
            self.setStretchFactor(self.indexOf(part), int(part is pages))
        folders.setMinimumWidth(NARROWEST_FOLDERS)
        pages.setMinimumWidth(NARROWEST_PAGES)
        self.setSizes(list(widths))


def _line() -> QFrame:
    line = QFrame()
    line.setProperty("kind", "line")
    line.setFixedHeight(1)
    return line


def first_size(available: QSize) -> QSize:
    """The size of a first window, which with its frame fits into what the screen has room for."""
    return QSize(*FIRST_SIZE).boundedTo(available - QSize(*FRAME))
