"""The head of the page: the way back, what it is, and how far looking or moving is."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QWidget

from app.gui.alike.parts import button, line
from app.gui.alike.texts import TITLE
from app.gui.labels import IconButton, plain_label
from app.gui.theme import ThemeKeeper

LARGER = 1.4
BAR = 160
"""Pixels."""


class Heading(QWidget):
    """Its signals are what the person wants."""

    closed = Signal()
    cancelled = Signal()
    again = Signal()
    all_wanted = Signal()

    def __init__(self, themes: ThemeKeeper) -> None:
        super().__init__()
        back = IconButton(themes, "back", "Back to the photos (Escape)", self.closed.emit)
        back.setObjectName("alikeBack")
        self._progress, self._bar = plain_label("", "muted"), QProgressBar()
        self._progress.setObjectName("alikeProgress")
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(BAR)
        self._bar.setAccessibleName("Looking for photos that are alike")
        self._cancel, self._again = button("Cancel", "alikeCancel"), button("Look again", "alikeAgain")
        self._all = button("Show all groups", "alikeAll")
        self._cancel.clicked.connect(self.cancelled)
        self._again.clicked.connect(self.again)
        self._all.clicked.connect(self.all_wanted)
        self.setLayout(line(back, _title(), None, self._progress, self._bar, self._cancel, self._all, self._again))

    def show_progress(self, text: str, done: int = 0, total: int = 0) -> None:
        """What goes on, and for how many of how many; of 0 where that is not known."""
        self._progress.setText(text)
        self._bar.setRange(0, total)
        self._bar.setValue(done)

    def show_state(self, *, looking: bool, moving: bool, for_one: bool) -> None:
        """What goes on, and whether only what is alike to one photo is shown."""
        for each in (self._progress, self._bar, self._cancel):
            each.setVisible(looking or moving)
        self._again.setVisible(not looking)
        self._all.setVisible(not looking and for_one)


def _title() -> QLabel:
    title = plain_label(TITLE, "heading")
    font = title.font()
    font.setPointSizeF(font.pointSizeF() * LARGER)
    title.setFont(font)
    return title
