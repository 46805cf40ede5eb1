"""Joins moving photos to the trash to the window: Delete asks about the chosen photos, the list follows, Ctrl+Z takes it back."""

from collections.abc import Callable, Iterable

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QSizePolicy, QWidget

from app.domain.ids import PhotoId
from app.domain.ports import Ids
from app.gui.alike.trashing import Trashing
from app.gui.describing import SELECT_FIRST
from app.gui.labels import plain_label
from app.gui.own.floating import UndoNotice
from app.gui.pages import Pages
from app.gui.strips import framed_row
from app.services.listing import Listing
from app.services.trash import Chosen

SOON_MS = 500
"""Most is moved before that, and then nothing in the window has to make room."""


class Deleting(QObject):
    """`trouble` and `told` are sentences for the person. `refused` says why nothing can be moved; empty where it can."""

    trouble = Signal(str)
    told = Signal(str)
    untold = Signal(str)
    """This trouble is over."""

    def __init__(self, trashing: Trashing, pages: Pages, notice: UndoNotice, refused: str, window: QWidget) -> None:
        super().__init__(window)
        self._trashing, self._pages, self._notice, self._refused = trashing, pages, notice, refused
        self._next: tuple[PhotoId, ...] = ()
        self._troubled = ""
        self.strip = TrashStrip(trashing, lambda: pages.apart)
        trashing.told.connect(self._tell)
        trashing.troubled.connect(self._tell_trouble)
        trashing.went.connect(self._find_next)
        trashing.came_back.connect(self._return_to)

    def ask(self) -> None:
        """Ask about the chosen photos, or say why they cannot be moved."""
        ids = tuple(map(PhotoId, self._pages.chosen_ids().tolist()))
        if self._refused:
            self.trouble.emit(f"Nothing can be moved to the trash. {self._refused}")
        elif not ids:
            self.told.emit(SELECT_FIRST)
        else:
            seen = {card.photo.id: card.photo.content_hash for card in self._pages.chosen_cards()}
            model = self._pages.list_model
            self._trashing.ask_chosen(Chosen(ids, seen, model.ids, model.listing.all_ids, model.listing.as_one))

    def follow(self, _: Listing) -> None:
        """The list is without what went, or with what came back: be at the photo after it, or at what came back."""
        rows = (self._pages.list_model.position_of(each) for each in self._next)
        row = next((row for row in rows if row is not None), None)
        self._next = ()
        if row is None or self._pages.aside:
            return
        self._pages.list_grid.go_to(row)
        if self._pages.currentWidget() is self._pages.large:
            self._pages.open_large(row)

    def _find_next(self, gone: frozenset[PhotoId]) -> None:
        current, large = self._pages.list_grid.currentIndex().row(), self._pages.large.card
        self._next = tuple(_after(self._pages.list_model.ids, current, gone)) if current >= 0 else ()
        # What is shown large may be a version of a photo of the list that stays.
        if current >= 0 and not self._next and large is not None and large.photo.id in gone:
            self._next = (PhotoId(int(self._pages.list_model.ids[current])),)

    def _return_to(self, ids: frozenset[PhotoId]) -> None:
        self._next = tuple(sorted(ids))

    def _tell(self, text: str) -> None:
        """Where a page is shown that says it itself, what is told at the bottom is old."""
        self.untold.emit(self._troubled)
        if self._pages.apart or not text:
            self._notice.hide()
        else:
            self._notice.say(text, "undo" if self._trashing.undoable else None)

    def _tell_trouble(self, text: str) -> None:
        self._notice.hide()
        self._troubled = text
        if not self._pages.apart:
            self.trouble.emit(text)


class TrashStrip(QWidget):
    """Shows how far moving is, and stops it; `told_elsewhere`: whether a page is shown that does so."""

    def __init__(self, trashing: Trashing, told_elsewhere: Callable[[], bool]) -> None:
        super().__init__()
        self._trashing, self._told_elsewhere = trashing, told_elsewhere
        self.setObjectName("trashStrip")
        self._text, self._bar, self._stop = plain_label(), QProgressBar(), QPushButton("Cancel")
        self._text.setObjectName("trashText")
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(240)
        self._bar.setAccessibleName("Photos moved")
        self._stop.setObjectName("trashStop")
        self._stop.clicked.connect(trashing.cancel)
        row = framed_row(self)
        row.setSpacing(12)
        row.addWidget(self._text, 1)
        row.addWidget(self._bar)
        row.addWidget(self._stop)
        self._soon = QTimer(self, interval=SOON_MS, singleShot=True)
        self._soon.timeout.connect(self._show)
        trashing.progressed.connect(self._progress)
        trashing.turned.connect(self._turn)
        self.hide()

    def _progress(self, text: str, done: int, total: int) -> None:
        self._text.setText(text)
        self._bar.setRange(0, total)
        self._bar.setValue(done)
        self._turn()

    def _turn(self) -> None:
        if not self._trashing.running or self._told_elsewhere():
            self._soon.stop()
            self.hide()
        elif self.isHidden() and not self._soon.isActive():
            self._soon.start()

    def _show(self) -> None:
        self.setVisible(self._trashing.running and not self._told_elsewhere())


def _after(ids: Ids, current: int, gone: Iterable[PhotoId]) -> Iterable[PhotoId]:
    """If the current photo of a list went: the next one that stays, else the last one before."""
    stays = ~np.isin(ids, np.fromiter(gone, np.int64))
    if stays[current]:
        return ()
    after, before = np.flatnonzero(stays[current:]), np.flatnonzero(stays[:current])
    there = [*(after[:1] + current), *before[-1:]]
    return (PhotoId(int(ids[row])) for row in there)
