"""The two tables of the Measure page: questions that lie on the wrong side, and all that was measured."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from app.domain.closeness import Measured
from app.gui.formatting import cosine
from app.gui.labels import as_tooltip
from app.gui.measure_texts import SIDES, asked, one_line, when
from app.library.records import StoredMeasurement

MOST_ROWS = 8
"""Rows that a table shows before it scrolls by itself."""
Index = QModelIndex | QPersistentModelIndex
R = TypeVar("R")
_ROOT = QModelIndex()
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class RowsModel(QAbstractTableModel, Generic[R]):
    """Values as rows of plain text; columns named in `numbers` are set to the right."""

    def __init__(self, columns: Sequence[str], cells: Callable[[R], tuple[str, ...]], numbers: frozenset[int]) -> None:
        super().__init__()
        self._columns = tuple(columns)
        self._cells = cells
        self._numbers = numbers
        self._rows: tuple[R, ...] = ()

    @property
    def rows(self) -> tuple[R, ...]:
        """What is shown."""
        return self._rows

    def set_rows(self, rows: Sequence[R]) -> None:
        """Show other values."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802
        """One row for each value."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:  # noqa: N802
        """As many as have a name."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The texts, and on which side they stand."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if index.column() in self._numbers else _LEFT
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        text = self._cells(self._rows[index.row()])[index.column()]
        return as_tooltip(text) if role == Qt.ItemDataRole.ToolTipRole else text

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # noqa: N802
        """The names of the columns."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section in self._numbers else _LEFT
        return self._columns[section] if role == Qt.ItemDataRole.DisplayRole else None


class RowsTable(QTableView):
    """A table without a grid that is as high as its rows, up to a bound. `wide` is the column that takes the room that is left."""

    def __init__(self, model: RowsModel[Any], name: str, object_name: str, wide: int) -> None:
        super().__init__()
        self.setModel(model)
        self.setObjectName(object_name)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
        model.modelReset.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        rows = max(1, min(MOST_ROWS, self.model().rowCount()))
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + rows * self.verticalHeader().defaultSectionSize() + 2)


def crossing_model(sides: tuple[str, str] = SIDES) -> RowsModel[Measured]:
    """For questions that cross."""

    def cells(question: Measured) -> tuple[str, ...]:
        return asked(question), sides[question.on_topic], cosine(question.cosine)

    return RowsModel(("Question", "Side", "Closeness"), cells, frozenset({2}))


def history_model() -> RowsModel[StoredMeasurement]:
    """For all that was measured."""
    columns = ("Measured", "Photos", "Passages", "Model", "Adjacent", "Sourced", "By look", "")
    return RowsModel(columns, _history_cells, frozenset({1, 2, 4, 5, 6}))


def _history_cells(stored: StoredMeasurement) -> tuple[str, ...]:
    measurement, thresholds = stored.measurement, stored.measurement.thresholds
    numbers = (cosine(thresholds.adjacent), cosine(thresholds.strong)) if thresholds else ("none", "none")
    looks = measurement.looks
    by_look = "none" if looks is None or looks.threshold is None else cosine(looks.threshold)
    applied = "✓ applied" if stored.applied else ""
    sizes = (f"{measurement.photos:,}", f"{measurement.passages:,}")
    return when(measurement.measured_at), *sizes, one_line(str(measurement.model_id)), *numbers, by_look, applied
