"""The files that could not be read, each with its reason; the whole list can be copied."""

import os
from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QDialog, QDialogButtonBox, QHeaderView, QTableView, QVBoxLayout, QWidget

from app.domain.photo import Skipped
from app.domain.words import shown
from app.gui.formatting import count, file_name
from app.gui.labels import as_tooltip, plain_label

COLUMNS = ("File", "Why it was skipped", "Folder")
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class SkippedTable(QAbstractTableModel):
    """Skipped files as rows."""

    def __init__(self, skipped: Sequence[Skipped]) -> None:
        super().__init__()
        self._rows = tuple(sorted(skipped, key=lambda each: each.path))

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


class SkippedDialog(QDialog):
    """Shows skipped files; closes by Escape."""

    def __init__(self, skipped: Sequence[Skipped], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("skippedDialog")
        self.setWindowTitle("Skipped files")
        self.resize(860, 420)
        self._model = SkippedTable(skipped)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(plain_label(f"{count(len(skipped), 'file')} could not be read. Nothing else is affected.", wrap=True))
        column.addWidget(self._table(), 1)
        column.addWidget(self._buttons())

    def copy(self) -> None:
        """Put the list on the clipboard."""
        QGuiApplication.clipboard().setText(self._model.as_text())

    def _table(self) -> QTableView:
        table = QTableView()
        table.setModel(self._model)
        table.setObjectName("skippedTable")
        table.setAccessibleName("Skipped files")
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.resizeSection(0, 220)
        header.resizeSection(1, 380)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        QShortcut(QKeySequence.StandardKey.Copy, table, self.copy)
        return table

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        copy = buttons.addButton("Copy list", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(self.copy)
        return buttons


def cells(skipped: Skipped) -> tuple[str, str, str]:
    """Name, reason and folder for showing."""
    return file_name(skipped.path), skipped.reason, shown(os.path.dirname(skipped.path))
