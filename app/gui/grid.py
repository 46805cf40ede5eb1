"""The grid of photos: a list view whose layout is plain arithmetic, so that it stays smooth however long the list is."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QCursor, QDrag, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionRubberBand, QStyleOptionViewItem, QWidget

from app.domain.ids import PhotoId
from app.gui.card_delegate import PAD, CardDelegate
from app.gui.grid_geometry import GridGeometry, fitted_width
from app.gui.listing_changes import runs
from app.gui.listing_model import ListingModel
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.services.listing import Card

SMALLEST, LARGEST = 112, 320
"""Widths of a picture that can be chosen, in logical pixels."""
MOST_CHOSEN = 2_000
"""Photos that an action is for at once."""
_SELECT = QItemSelectionModel.SelectionFlag.Select


@dataclass(frozen=True, slots=True)
class Place:
    """What a person looks at: the photo at the top with the pixels scrolled beyond its top, the current one and the selected ones."""

    top: PhotoId | None
    below: int
    current: PhotoId | None
    selected: frozenset[PhotoId]


class PhotoGrid(QListView):
    """Shows a `ListingModel` as cards in a grid."""

    opened = Signal(int)
    """A photo should be shown large: double-click or Enter on this row."""
    chosen = Signal()
    """The selection or the current photo changed."""
    menu_asked = Signal(QPoint)
    """The context menu is wanted at this point of the screen."""

    def __init__(self, model: ListingModel, thumbnails: Thumbnails, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = model
        self._thumbnails = thumbnails
        self._delegate = CardDelegate(thumbnails, themes, self)
        self._band = QRect()
        self._side = self._delegate.side
        self._laid = GridGeometry(0, 1, 1, 1)
        self._empty_text = ""
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setItemDelegate(self._delegate)
        self.setModel(model)
        thumbnails.arrived.connect(self._redraw)
        themes.changed.connect(self.viewport().update)
        model.modelReset.connect(self.chosen)

    @property
    def side(self) -> int:
        """The least width of a picture in logical pixels; pictures grow until they fill the line."""
        return self._side

    def say_when_empty(self, text: str) -> None:
        """What to say in the middle while there are no photos."""
        self._empty_text = text
        self.viewport().update()

    def set_side(self, side: int) -> None:
        """Make pictures larger or smaller, keeping the place."""
        self._arrange(min(max(side, SMALLEST), LARGEST), self._delegate.ranked)

    def set_ranked(self, ranked: bool) -> None:
        """Make room for match bars and reasons, or not."""
        self._arrange(self._side, ranked)

    def selected_rows(self) -> list[int]:
        """Rows of the selection, ascending."""
        return sorted(row for part in self._parts() for row in range(part.top(), part.bottom() + 1))

    def selected_count(self) -> int:
        """How many photos are selected."""
        return sum(part.height() for part in self._parts())

    def selected_cards(self) -> list[Card]:
        """The cards of the selection that are there, of `MOST_CHOSEN` rows at most; others come and are told by the model's `ready`."""
        return [card for card in map(self._rows.card, self.selected_rows()[:MOST_CHOSEN]) if card is not None]

    def place(self) -> Place:
        """Where the person is, to be found again after the list was replaced."""
        visible = self._visible()
        ids = self._rows.ids
        top = PhotoId(int(ids[visible.start])) if visible else None
        below = -self._cell(visible.start).top() if visible else 0
        current = self.currentIndex().row()
        selected = frozenset(PhotoId(int(ids[row])) for row in self.selected_rows())
        return Place(top, below, PhotoId(int(ids[current])) if current >= 0 else None, selected)

    def return_to(self, place: Place) -> None:
        """Select, focus and scroll to what `place` says, as far as it is in the list."""
        selection = QItemSelection()
        for run in runs(np.isin(self._rows.ids, list(place.selected))):
            selection.select(self._rows.index(run.first), self._rows.index(run.last))
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        current = None if place.current is None else self._rows.position_of(place.current)
        if current is not None:
            self.selectionModel().setCurrentIndex(self._rows.index(current), QItemSelectionModel.SelectionFlag.NoUpdate)
        top = None if place.top is None else self._rows.position_of(place.top)
        self.verticalScrollBar().setValue(0 if top is None else self._geometry().corner(top)[1] + place.below)

    def go_to(self, row: int) -> None:
        """Make a row the current and only selected one, in sight."""
        if 0 <= row < len(self._rows):
            self.setCurrentIndex(self._rows.index(row))

    # What Qt asks of a view.

    def doItemsLayout(self) -> None:  # noqa: N802
        """Nothing is laid out one by one: only the scroll bar is set."""
        QAbstractItemView.doItemsLayout(self)

    def updateGeometries(self) -> None:  # noqa: N802
        """Let pictures fill the lines, and set the scroll bar to the height of all lines."""
        bar, height = self.verticalScrollBar(), self.viewport().height()
        self._fit(self.width())
        # Decided by the width without the bar, so that showing it cannot make it needless.
        if self._geometry(self.width()).height > height:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        else:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fit(self.viewport().width())
        self._laid = geometry = self._geometry()
        bar.setPageStep(height)
        bar.setSingleStep(max(24, geometry.line_height // 4))
        bar.setRange(0, max(0, geometry.height - height))
        QAbstractItemView.updateGeometries(self)

    def horizontalOffset(self) -> int:  # noqa: N802
        """The grid never scrolls sideways."""
        return 0

    def verticalOffset(self) -> int:  # noqa: N802
        """Pixels scrolled."""
        return self.verticalScrollBar().value()

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: N802
        """Move what is drawn; thumbnails that left are not needed any more."""
        self._thumbnails.drop_waiting()
        self.viewport().scroll(dx, dy)

    def visualRect(self, index: QModelIndex | QPersistentModelIndex) -> QRect:  # noqa: N802
        """The cell of a row in the viewport."""
        return self._cell(index.row()) if index.isValid() else QRect()

    def indexAt(self, point: QPoint) -> QModelIndex:  # noqa: N802
        """The row at a point of the viewport."""
        row = self._geometry().at(point.x(), point.y() + self.verticalOffset())
        return QModelIndex() if row is None else self._rows.index(row)

    def scrollTo(  # noqa: N802
        self, index: QModelIndex | QPersistentModelIndex, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Bring a row into sight."""
        cell, bar, height = self.visualRect(index), self.verticalScrollBar(), self.viewport().height()
        if hint is QAbstractItemView.ScrollHint.PositionAtCenter:
            bar.setValue(bar.value() + cell.center().y() - height // 2)
        elif cell.top() < 0 or hint is QAbstractItemView.ScrollHint.PositionAtTop:
            bar.setValue(bar.value() + cell.top() - 4)
        elif cell.bottom() > height or hint is QAbstractItemView.ScrollHint.PositionAtBottom:
            bar.setValue(bar.value() + min(cell.top() - 4, cell.bottom() + 4 - height))

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:  # noqa: N802, ARG002
        """Where a key leads."""
        if not len(self._rows):
            return QModelIndex()
        current = self.currentIndex()
        if not current.isValid():
            return self._rows.index(0)
        return self._rows.index(self._reached(current.row(), action))

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:  # noqa: N802
        """Select what a rubber band touches; from one photo to another, everything between them in reading order."""
        selection = QItemSelection()
        if self.state() is QAbstractItemView.State.DragSelectingState:
            self._band = rect.normalized()
            self.viewport().update()
            box = self._band.translated(0, self.verticalOffset())
            for part in self._geometry().within(box.left(), box.top(), box.right(), box.bottom()):
                selection.select(self._rows.index(part.start), self._rows.index(part.stop - 1))
        else:
            start, end = self.indexAt(rect.topLeft()), self.indexAt(rect.bottomRight())
            ends = sorted(each.row() for each in (start, end) if each.isValid())
            if ends:
                selection.select(self._rows.index(ends[0]), self._rows.index(ends[-1]))
        self.selectionModel().select(selection, command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:  # noqa: N802
        """The selected cells that are in sight."""
        region = QRegion()
        for row in self._visible():
            if selection.contains(self._rows.index(row)):
                region = region.united(self._cell(row))
        return region

    def keyboardSearch(self, search: str) -> None:  # noqa: N802
        """Letters are shortcuts here; looking through every name would fetch every card."""

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
        mime = self._rows.mimeData([self._rows.index(row) for row in self.selected_rows()[:MOST_CHOSEN]])
        drag = QDrag(self)
        drag.setMimeData(mime)
        picture = self._thumbnails.pixmap(cards[0].photo, QSize(192, 192), 4) if cards else None
        if picture is not None:
            drag.setPixmap(picture.scaled(QSize(96, 96), Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation))
        drag.exec(Qt.DropAction.CopyAction)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the cells in sight and the rubber band."""
        with QPainter(self.viewport()) as painter:
            option = QStyleOptionViewItem()
            self.initViewItemOption(option)
            hovered = self.indexAt(self.viewport().mapFromGlobal(QCursor.pos())).row() if self.viewport().underMouse() else -1
            for row in self._visible():
                cell = self._cell(row)
                if event.rect().intersects(cell):
                    self._paint_cell(painter, QStyleOptionViewItem(option), row, cell, hovered=row == hovered)
            self._paint_band(painter)
            if not len(self._rows):
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._empty_text)

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

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """The rubber band ends."""
        super().mouseReleaseEvent(event)
        self._band = QRect()
        self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Ask for the menu: at the pointer, or with the menu key at the current photo."""
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            self.menu_asked.emit(event.globalPos())
        elif self.currentIndex().isValid():
            self.menu_asked.emit(self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).center()))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep the photo at the top where it is when the number of columns changes."""
        top = self._laid.between(self.verticalOffset(), self.verticalOffset()).start
        super().resizeEvent(event)
        if top and self._visible().start != top:
            self.verticalScrollBar().setValue(self._geometry().corner(top)[1])

    def _parts(self) -> list[QItemSelectionRange]:
        selection = self.selectionModel().selection()
        return [selection.at(each) for each in range(selection.count())]

    def _arrange(self, side: int, ranked: bool) -> None:
        if (side, ranked) == (self._side, self._delegate.ranked):
            return
        top = self._visible().start
        self._side, self._delegate.ranked = side, ranked
        self.doItemsLayout()
        if top:
            self.verticalScrollBar().setValue(self._geometry().corner(top)[1])

    def _fit(self, width: int) -> None:
        self._delegate.side = fitted_width(width, self._side + 2 * PAD) - 2 * PAD

    def _geometry(self, width: int = 0) -> GridGeometry:
        cell = self._delegate.layout(self.font()).size
        return GridGeometry(len(self._rows), width or self.viewport().width(), cell.width(), cell.height())

    def _cell(self, row: int) -> QRect:
        geometry = self._geometry()
        left, top = geometry.corner(row)
        return QRect(left, top - self.verticalOffset(), geometry.cell_width, geometry.cell_height)

    def _visible(self) -> range:
        top = self.verticalOffset()
        return self._geometry().between(top, top + self.viewport().height())

    def _reached(self, row: int, action: QAbstractItemView.CursorAction) -> int:
        geometry, last = self._geometry(), len(self._rows) - 1
        if action in _STEPS:
            return min(max(row + _STEPS[action], 0), last)
        if action in (_Move.MoveHome, _Move.MoveEnd):
            return 0 if action is _Move.MoveHome else last
        page = max(1, self.viewport().height() // geometry.line_height)
        return geometry.vertically(row, page * _LINES[action] if action in _PAGES else _LINES[action])

    def _paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, row: int, cell: QRect, *, hovered: bool) -> None:
        index = self._rows.index(row)
        state = QStyle.StateFlag.State_Enabled
        if self.selectionModel().isSelected(index):
            state |= QStyle.StateFlag.State_Selected
        if index == self.currentIndex() and self.hasFocus():
            state |= QStyle.StateFlag.State_HasFocus
        if hovered:
            state |= QStyle.StateFlag.State_MouseOver
        option.rect, option.state = cell, state
        self._delegate.paint(painter, option, index)

    def _paint_band(self, painter: QPainter) -> None:
        if self._band.isEmpty():
            return
        option = QStyleOptionRubberBand()
        option.initFrom(self)
        option.rect = self._band
        self.style().drawControl(QStyle.ControlElement.CE_RubberBand, option, painter, self)

    def _redraw(self, content_hash: str) -> None:
        for row in self._visible():
            card = self._rows.card(row)
            if card is not None and card.photo.content_hash == content_hash:
                self.viewport().update(self._cell(row))


_Move = QAbstractItemView.CursorAction
_STEPS = {_Move.MoveLeft: -1, _Move.MovePrevious: -1, _Move.MoveRight: 1, _Move.MoveNext: 1}
_LINES = {_Move.MoveUp: -1, _Move.MoveDown: 1, _Move.MovePageUp: -1, _Move.MovePageDown: 1}
_PAGES = (_Move.MovePageUp, _Move.MovePageDown)
