"""A list view that lays out equal cells by plain arithmetic, so that it stays smooth however long the list is."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAccessible, QCursor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QRegion, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QListView,
    QStyle,
    QStyleOptionRubberBand,
    QStyleOptionViewItem,
    QWidget,
)

from app.gui.grid_geometry import GridGeometry


class GridView(QListView):
    """Shows the rows of a model as cells, all of the size that `cell_size` gives; QListView's own layout takes 0.4 s for 100,000 rows."""

    scrolled = Signal()

    def __init__(self, rows: QAbstractListModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = rows
        self._band = QRect()
        self._laid = GridGeometry(0, 1, 1, 1)
        self._empty_text = ""
        self._by_keys = False

    def start(self, delegate: QAbstractItemDelegate) -> None:
        """Begin to show the rows, drawn by a delegate; from here on `cell_size` is asked."""
        self.setItemDelegate(delegate)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setModel(self.rows)

    def cell_size(self) -> QSize:
        """The size of every cell, in logical pixels."""
        raise NotImplementedError

    def fit_cells(self, width: int) -> None:
        """Called before cells are laid out in a width: they may grow to fill it."""

    def say_when_empty(self, text: str) -> None:
        """What to say in the middle while there are no rows."""
        self._empty_text = text
        self.viewport().update()

    def layout_of_cells(self, width: int = 0) -> GridGeometry:
        """Where all cells are, in the viewport's width or another."""
        cell = self.cell_size()
        return GridGeometry(self.rows.rowCount(), width or self.viewport().width(), cell.width(), cell.height())

    def cell(self, row: int) -> QRect:
        """Where a row is in the viewport."""
        return self._cell_in(self.layout_of_cells(), row)

    def visible_rows(self) -> range:
        """The rows of every line that is at least partly in sight."""
        top = self.verticalOffset()
        return self.layout_of_cells().between(top, top + self.viewport().height())

    def doItemsLayout(self) -> None:  # noqa: N802
        """Nothing is laid out one by one: only the scroll bar is set."""
        QAbstractItemView.doItemsLayout(self)

    def updateGeometries(self) -> None:  # noqa: N802
        """Let cells fill the lines, and set the scroll bar to the height of all lines."""
        bar, height = self.verticalScrollBar(), self.viewport().height()
        self.fit_cells(self.width())
        # Decided by the width without the bar, so that showing it cannot make it needless.
        if self.layout_of_cells(self.width()).height > height:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        else:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.fit_cells(self.viewport().width())
        self._laid = geometry = self.layout_of_cells()
        bar.setPageStep(height)
        bar.setSingleStep(max(24, geometry.line_height // 4))
        bar.setRange(0, max(0, geometry.height - height))
        QAbstractItemView.updateGeometries(self)

    def dataChanged(  # noqa: N802
        self, top_left: QModelIndex | QPersistentModelIndex, bottom_right: QModelIndex | QPersistentModelIndex, roles: Sequence[int] = ()
    ) -> None:
        """Draw again if a row in sight changed; Qt would look at every changed row, but tells screen readers."""
        if QAccessible.isActive():
            super().dataChanged(top_left, bottom_right, roles)
        seen = self.visible_rows()
        if top_left.row() < seen.stop and bottom_right.row() >= seen.start:
            self.viewport().update()

    def horizontalOffset(self) -> int:  # noqa: N802
        """The grid never scrolls sideways."""
        return 0

    def verticalOffset(self) -> int:  # noqa: N802
        """Pixels scrolled."""
        return self.verticalScrollBar().value()

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: N802
        """Move what is drawn."""
        self.scrolled.emit()
        self.viewport().scroll(dx, dy)

    def visualRect(self, index: QModelIndex | QPersistentModelIndex) -> QRect:  # noqa: N802
        """The cell of a row in the viewport."""
        return self.cell(index.row()) if index.isValid() else QRect()

    def indexAt(self, point: QPoint) -> QModelIndex:  # noqa: N802
        """The row at a point of the viewport."""
        row = self.layout_of_cells().at(point.x(), point.y() + self.verticalOffset())
        return QModelIndex() if row is None else self.rows.index(row)

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
        if not self.rows.rowCount():
            return QModelIndex()
        current = self.currentIndex()
        if not current.isValid():
            return self.rows.index(0)
        return self.rows.index(self._reached(current.row(), action))

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:  # noqa: N802
        """Select what a rubber band touches; from one photo to another, everything between them in reading order."""
        selection = QItemSelection()
        if self.state() is QAbstractItemView.State.DragSelectingState:
            self._band = rect.normalized()
            self.viewport().update()
            box = self._band.translated(0, self.verticalOffset())
            for part in self.layout_of_cells().within(box.left(), box.top(), box.right(), box.bottom()):
                selection.select(self.rows.index(part.start), self.rows.index(part.stop - 1))
        else:
            start, end = self.indexAt(rect.topLeft()), self.indexAt(rect.bottomRight())
            ends = sorted(each.row() for each in (start, end) if each.isValid())
            if ends:
                selection.select(self.rows.index(ends[0]), self.rows.index(ends[-1]))
        self.selectionModel().select(selection, command)

    def selectAll(self) -> None:  # noqa: N802
        """Select every row at once: the list view would look at each."""
        if self.rows.rowCount():
            everything = QItemSelection(self.rows.index(0), self.rows.index(self.rows.rowCount() - 1))
            self.selectionModel().select(everything, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:  # noqa: N802
        """The selected cells that are in sight."""
        region = QRegion()
        for row in self.visible_rows():
            if selection.contains(self.rows.index(row)):
                region = region.united(self.cell(row))
        return region

    def keyboardSearch(self, search: str) -> None:  # noqa: N802
        """Letters are shortcuts here; looking through every name would fetch every row."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the cells in sight and the rubber band."""
        with QPainter(self.viewport()) as painter:
            option = QStyleOptionViewItem()
            self.initViewItemOption(option)
            hovered = self.indexAt(self.viewport().mapFromGlobal(QCursor.pos())).row() if self.viewport().underMouse() else -1
            geometry = self.layout_of_cells()
            for row in self.visible_rows():
                cell = self._cell_in(geometry, row)
                if event.rect().intersects(cell):
                    self._paint_cell(painter, QStyleOptionViewItem(option), row, cell, hovered=row == hovered)
            self._paint_band(painter)
            if not self.rows.rowCount():
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._empty_text)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Whoever comes by keys sees where the keyboard is."""
        if event.reason() in _KEYS_BROUGHT:
            self._by_keys = True
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Show where the keyboard is from the first key on."""
        if event.key() not in _MODIFIERS:
            self._by_keys = True
            self.viewport().update()
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Whoever clicks knows where they are."""
        self._by_keys = False
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """The rubber band ends."""
        super().mouseReleaseEvent(event)
        self._band = QRect()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep the photo at the top where it is when the number of columns changes."""
        top = self._laid.between(self.verticalOffset(), self.verticalOffset()).start
        super().resizeEvent(event)
        if top and self.visible_rows().start != top:
            self.verticalScrollBar().setValue(self.layout_of_cells().corner(top)[1])

    def _cell_in(self, geometry: GridGeometry, row: int) -> QRect:
        left, top = geometry.corner(row)
        return QRect(left, top - self.verticalOffset(), geometry.cell_width, geometry.cell_height)

    def _reached(self, row: int, action: QAbstractItemView.CursorAction) -> int:
        geometry, last = self.layout_of_cells(), self.rows.rowCount() - 1
        if action in _STEPS:
            return min(max(row + _STEPS[action], 0), last)
        if action in (_Move.MoveHome, _Move.MoveEnd):
            return 0 if action is _Move.MoveHome else last
        page = max(1, self.viewport().height() // geometry.line_height)
        return geometry.vertically(row, page * _LINES[action] if action in _PAGES else _LINES[action])

    def _paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, row: int, cell: QRect, *, hovered: bool) -> None:
        index = self.rows.index(row)
        state = QStyle.StateFlag.State_Enabled
        if self.selectionModel().isSelected(index):
            state |= QStyle.StateFlag.State_Selected
        if index == self.currentIndex() and self.hasFocus():
            state |= QStyle.StateFlag.State_HasFocus
            if self._by_keys:
                state |= QStyle.StateFlag.State_KeyboardFocusChange
        if hovered:
            state |= QStyle.StateFlag.State_MouseOver
        option.rect, option.state = cell, state
        self.itemDelegate().paint(painter, option, index)

    def _paint_band(self, painter: QPainter) -> None:
        if self._band.isEmpty():
            return
        option = QStyleOptionRubberBand()
        option.initFrom(self)
        option.rect = self._band
        self.style().drawControl(QStyle.ControlElement.CE_RubberBand, option, painter, self)


_Move = QAbstractItemView.CursorAction
_STEPS = {_Move.MoveLeft: -1, _Move.MovePrevious: -1, _Move.MoveRight: 1, _Move.MoveNext: 1}
_LINES = {_Move.MoveUp: -1, _Move.MoveDown: 1, _Move.MovePageUp: -1, _Move.MovePageDown: 1}
_KEYS_BROUGHT = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
_MODIFIERS = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)
_PAGES = (_Move.MovePageUp, _Move.MovePageDown)
