"""The grid of photos: cards of any size, chosen, opened and dragged out; it finds its place again when the list changes."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QDrag, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from app.domain.ids import PhotoId
from app.domain.ports import Ids
from app.gui.card_delegate import PAD, CardDelegate
from app.gui.grid_geometry import fitted_width
from app.gui.grid_view import GridView
from app.gui.listing_changes import runs
from app.gui.listing_model import ListingModel
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.services.listing import Card

SMALLEST, LARGEST = 112, 320
"""Widths of a picture that can be chosen, in logical pixels."""
MOST_CHOSEN = 2_000
"""Photos that an action is for at once."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a person looks at: the photo at the top with the pixels scrolled beyond its top, the current one and the selected ones."""

    top: PhotoId | None
    below: int
    current: PhotoId | None
    selected: Ids


class PhotoGrid(GridView):
    """Shows a `ListingModel` as cards in a grid."""

    opened = Signal(int)
    """A photo should be shown large: double-click or Enter on this row."""
    chosen = Signal()
    """The selection or the current photo changed."""
    menu_asked = Signal(QPoint)
    """The context menu is wanted at this point of the screen."""

    def __init__(self, model: ListingModel, thumbnails: Thumbnails, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._rows = model
        self._thumbnails = thumbnails
        self._delegate = CardDelegate(thumbnails, themes, self)
        self._side = self._delegate.side
        self.start(self._delegate)
        self.setDragEnabled(True)
        self.scrolled.connect(thumbnails.drop_waiting)  # what left the sight is not needed any more
        thumbnails.arrived.connect(self._redraw)
        themes.changed.connect(self.viewport().update)
        model.modelReset.connect(self.chosen)

    @property
    def side(self) -> int:
        """The least width of a picture in logical pixels; pictures grow until they fill the line."""
        return self._side

    def set_side(self, side: int) -> None:
        """Make pictures larger or smaller, keeping the place."""
        self._arrange(min(max(side, SMALLEST), LARGEST), self._delegate.ranked)

    def set_ranked(self, ranked: bool) -> None:
        """Make room for match bars and reasons, or not."""
        self._arrange(self._side, ranked)

    def selected_rows(self) -> list[int]:
        """Rows of the selection, ascending."""
        return [int(row) for row in self._selected()]

    def selected_count(self) -> int:
        """How many photos are selected."""
        return sum(part.height() for part in self._parts())

    def selected_ids(self) -> Ids:
        """The photos of the selection, however many, in the order of the rows, (n,) int64."""
        return self._rows.ids[self._selected()]

    def selected_cards(self) -> list[Card]:
        """The cards of the selection that are there, of `MOST_CHOSEN` rows at most; others come and are told by the model's `ready`."""
        return [card for card in map(self._rows.card, map(int, self._selected()[:MOST_CHOSEN])) if card is not None]

    def place(self) -> Place:
        """Where the person is, to be found again after the list was replaced."""
        visible = self.visible_rows()
        ids = self._rows.ids
        top = PhotoId(int(ids[visible.start])) if visible else None
        below = -self.cell(visible.start).top() if visible else 0
        current = self.currentIndex().row()
        return Place(top, below, PhotoId(int(ids[current])) if current >= 0 else None, ids[self._selected()])

    def return_to(self, place: Place) -> None:
        """Select, focus and scroll to what `place` says, as far as it is in the list."""
        selection, behind = QItemSelection(), self._rows.listing.behind
        instead = behind[np.isin(behind[:, 0], place.selected), 1]
        for run in runs(np.isin(self._rows.ids, np.append(place.selected, instead))):
            selection.select(self._rows.index(run.first), self._rows.index(run.last))
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        current = None if place.current is None else self._rows.position_of(place.current)
        if current is not None:
            self.selectionModel().setCurrentIndex(self._rows.index(current), QItemSelectionModel.SelectionFlag.NoUpdate)
        top = None if place.top is None else self._rows.position_of(place.top)
        self.verticalScrollBar().setValue(0 if top is None else self.layout_of_cells().corner(top)[1] + place.below)

    def go_to(self, row: int) -> None:
        """Make a row the current and only selected one, in sight."""
        if 0 <= row < len(self._rows):
            # Not by way of the view, to which it matters whether Ctrl happens to be held.
            self.selectionModel().setCurrentIndex(self._rows.index(row), QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def cell_size(self) -> QSize:
        """The size of a card."""
        return self._delegate.layout(self.font()).size

    def fit_cells(self, width: int) -> None:
        """Let pictures grow until they fill the line."""
        self._delegate.side = fitted_width(width, self._side + 2 * PAD) - 2 * PAD

    def currentChanged(self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex) -> None:  # noqa: N802
        """Tell that another photo is the current one."""
        super().currentChanged(current, previous)
        self.chosen.emit()

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:  # noqa: N802
        """Tell that the selection changed."""
        super().selectionChanged(selected, deselected)
        self.chosen.emit()

    def startDrag(self, supported: Qt.DropAction) -> None:  # noqa: N802, ARG002
        """Drag the selected photos out as copies."""
        cards = self.selected_cards()
        mime = self._rows.mimeData([self._rows.index(int(row)) for row in self._selected()[:MOST_CHOSEN]])
        drag = QDrag(self)
        drag.setMimeData(mime)
        picture = self._thumbnails.pixmap(cards[0].photo, QSize(192, 192), 4) if cards else None
        if picture is not None:
            drag.setPixmap(picture.scaled(QSize(96, 96), Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation))
        drag.exec(Qt.DropAction.CopyAction)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter opens a photo; everything else is the view's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex().row())
            return
        super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Open the photo."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() is Qt.MouseButton.LeftButton:
            self.opened.emit(index.row())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Ask for the menu: at the pointer, or with the menu key at the current photo."""
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            self.menu_asked.emit(event.globalPos())
        elif self.currentIndex().isValid():
            self.menu_asked.emit(self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).center()))

    def _selected(self) -> Ids:
        """Rows of the selection, ascending, (n,) int64."""
        stretches = [np.arange(part.top(), part.bottom() + 1) for part in self._parts()]
        return np.sort(np.concatenate(stretches)) if stretches else np.empty(0, dtype=np.int64)

    def _parts(self) -> list[QItemSelectionRange]:
        selection = self.selectionModel().selection()
        return [selection.at(each) for each in range(selection.count())]

    def _arrange(self, side: int, ranked: bool) -> None:
        if (side, ranked) == (self._side, self._delegate.ranked):
            return
        top = self.visible_rows().start
        self._side, self._delegate.ranked = side, ranked
        self.doItemsLayout()
        if top:
            self.verticalScrollBar().setValue(self.layout_of_cells().corner(top)[1])

    def _redraw(self, content_hash: str) -> None:
        for row in self.visible_rows():
            card = self._rows.card(row)
            if card is not None and card.photo.content_hash == content_hash:
                self.viewport().update(self.cell(row))
