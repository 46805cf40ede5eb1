"""Skipped files as rows of a table, and which of them are wanted: those of one reason, of one folder."""

import os
from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from app.domain.photo import Skipped
from app.domain.words import shown
from app.gui.formatting import file_name
from app.gui.labels import as_tooltip

COLUMNS = ("File", "Why it was skipped", "Folder")
MOST_GROUPS = 30
"""Reasons and folders that can be chosen: the commonest."""
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class ElidedCell(QStyledItemDelegate):
    """A cell that keeps the part that tells it from others: a name both ends, a folder its end."""

    def __init__(self, mode: Qt.TextElideMode, parent: QObject) -> None:
        super().__init__(parent)
        self._mode = mode

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802
        """Cut where it says nothing new."""
        super().initStyleOption(option, index)
        option.textElideMode = self._mode


class SkippedTable(QAbstractTableModel):
    """The wanted rows, by path."""

    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[Skipped, ...] = ()
        self._rows: tuple[Skipped, ...] = ()
        self._reason: str | None = None
        self._folder: str | None = None

    @property
    def wanted(self) -> tuple[Skipped, ...]:
        """What the rows stand for."""
        return self._rows

    @property
    def total(self) -> int:
        """How many there are, wanted or not."""
        return len(self._all)

    def show_files(self, skipped: Sequence[Skipped]) -> None:
        """Other files; what is wanted of them stays the same, as long as there is any."""
        ordered = tuple(sorted(skipped, key=lambda each: each.path))
        if ordered == self._all:
            return
        self._all = ordered
        if not any(map(self._is_wanted, self._all)):
            self._reason = self._folder = None
        self._choose()

    def want(self, reason: str | None, folder: str | None) -> None:
        """Only the files of this reason, and in or below this folder; None for all."""
        self._reason, self._folder = reason, folder
        self._choose()

    def reasons(self) -> list[tuple[str, int]]:
        """The commonest reasons and how many files each has, in the chosen folder."""
        return Counter(each.reason for each in self._all if self._lies_in(each)).most_common(MOST_GROUPS)

    def folders(self) -> list[tuple[str, int]]:
        """The folders with the most of the files of the chosen reason, and how many."""
        return Counter(os.path.dirname(each.path) for each in self._all if self._has_reason(each)).most_common(MOST_GROUPS)

    @property
    def reason(self) -> str | None:
        """The reason that is wanted."""
        return self._reason

    @property
    def folder(self) -> str | None:
        """The folder that is wanted."""
        return self._folder

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802
        """One row for each file."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:  # noqa: N802
        """Name, reason, folder."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The texts."""
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        text = cells(self._rows[index.row()])[index.column()]
        return as_tooltip(text) if role == Qt.ItemDataRole.ToolTipRole else text

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # noqa: N802
        """The names of the columns."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        return None

    def as_text(self) -> str:
        """Every row: name, reason and folder with tabs between."""
        return "\n".join("\t".join(cells(each)) for each in self._rows)

    def _choose(self) -> None:
        self.beginResetModel()
        self._rows = tuple(filter(self._is_wanted, self._all))
        self.endResetModel()

    def _is_wanted(self, each: Skipped) -> bool:
        return self._has_reason(each) and self._lies_in(each)

    def _has_reason(self, each: Skipped) -> bool:
        return self._reason is None or each.reason == self._reason

    def _lies_in(self, each: Skipped) -> bool:
        return self._folder is None or each.path == self._folder or each.path.startswith(os.path.join(self._folder, ""))


def cells(skipped: Skipped) -> tuple[str, str, str]:
    """Name, reason and folder for showing."""
    return file_name(skipped.path), shown(skipped.reason), shown(os.path.dirname(skipped.path))
