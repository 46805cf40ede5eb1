"""The files that could not be read, each with its reason: by reason and folder, read again, revealed, opened, copied as a list."""

from collections.abc import Callable, Collection, Sequence
from functools import partial

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QActionGroup, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.domain.photo import Skipped
from app.domain.words import shown
from app.gui.file_manager import NO_FILE_MANAGER, NO_PROGRAM, open_files, show_in_file_manager
from app.gui.formatting import count
from app.gui.labels import plain_label, reveal
from app.gui.skipped_table import ElidedCell, SkippedTable

LONGEST_CHOICE = 56
"""Characters of a reason or folder in a menu."""


class SkippedDialog(QDialog):
    """Shows skipped files and asks for what a person wants done with them; closes by Escape."""

    retry_asked = Signal(tuple)
    """Paths to read again, although nothing about them has changed."""
    stop_asked = Signal()
    """The reading that goes on should stop."""

    def __init__(self, skipped: Sequence[Skipped], videos: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("skippedDialog")
        self.setWindowTitle("Skipped files")
        self.resize(940, 520)
        self._model = SkippedTable()
        self._heading, self._videos = plain_label(wrap=True), plain_label(kind="muted", wrap=True)
        self._detail, self._progress = plain_label(wrap=True), plain_label(kind="muted")
        self._said = plain_label(wrap=True)
        self._reason, self._folder = _MenuButton("skippedReason"), _MenuButton("skippedFolder")
        self._table = self._made_table()
        self._retry, self._reveal, self._open, self._copy, self._stop = map(QPushButton, ("", "Reveal", "Open", "Copy list", "Stop"))
        self._prepare()
        self._arrange()
        self.show_files(skipped, videos)
        self._table.setFocus()

    @property
    def chosen(self) -> tuple[Skipped, ...]:
        """The selected files."""
        return tuple(self._model.wanted[index.row()] for index in self._table.selectionModel().selectedRows())

    def show_files(self, skipped: Sequence[Skipped], videos: int = 0) -> None:
        """Show these, keeping what is wanted and what is selected of them."""
        chosen = {each.path for each in self.chosen}
        self._model.show_files(skipped)
        self._select(chosen)
        self._videos.setText(f"{count(videos, 'video')} {'is' if videos == 1 else 'are'} known and counted, not skipped.")
        reveal(self._videos, visible=videos > 0)
        self._follow_choice()

    def show_folder(self, folder: str) -> None:
        """Only what lies in or below a folder."""
        self._want(self._model.reason, folder)

    def show_progress(self, text: str) -> None:
        """How far reading again has come; empty when it is over."""
        if self._retry.hasFocus() or self._stop.hasFocus():  # they are about to be disabled, or to go
            self._table.setFocus()
        self._progress.setText(text)
        reveal(self._stop, visible=bool(text))
        self._enable()

    def say(self, text: str) -> None:
        """What came of what was done last."""
        self._said.setText(text)
        reveal(self._said, visible=bool(text))

    def copy(self) -> None:
        """Put the list on the clipboard, as it is filtered."""
        QGuiApplication.clipboard().setText(self._model.as_text())

    def retry(self) -> None:
        """Ask for the selected files to be read again, or for all that are listed."""
        if self._retry.isEnabled():
            self.retry_asked.emit(tuple(each.path for each in self.chosen or self._model.wanted))

    def show_chosen(self) -> None:
        """Show the selected files in the file manager."""
        self.say("" if show_in_file_manager([each.path for each in self.chosen]) else NO_FILE_MANAGER)

    def open_chosen(self) -> None:
        """Open the first of the selected files with the program that the desktop has for it."""
        self.say("" if open_files([each.path for each in self.chosen[:1]]) else NO_PROGRAM)

    def _made_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self._model)
        table.setObjectName("skippedTable")
        table.setAccessibleName("Skipped files")
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.setItemDelegateForColumn(0, ElidedCell(Qt.TextElideMode.ElideMiddle, table))
        table.setItemDelegateForColumn(2, ElidedCell(Qt.TextElideMode.ElideLeft, table))
        table.verticalHeader().hide()
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.resizeSection(0, 220)
        header.resizeSection(1, 420)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        return table

    def _prepare(self) -> None:
        self._detail.setObjectName("skippedDetail")
        self._detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._detail.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._detail.setMinimumHeight(3 * self.fontMetrics().lineSpacing())
        self._progress.setObjectName("skippedProgress")
        self._said.setObjectName("skippedSaid")
        self._said.hide()
        doings: tuple[tuple[QPushButton, str, Callable[[], None], str], ...] = (
            (self._retry, "skippedRetry", self.retry, "R"),
            (self._reveal, "skippedReveal", self.show_chosen, "Ctrl+R"),
            (self._open, "skippedOpen", self.open_chosen, "Ctrl+Return"),
            (self._copy, "skippedCopy", self.copy, "Ctrl+C"),
        )
        for button, name, act, keys in doings:
            button.setObjectName(name)
            button.setAutoDefault(False)
            button.clicked.connect(partial(_without_arguments, act))
            button.setToolTip(QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText))
            QShortcut(QKeySequence(keys), self, act)
        self._stop.setObjectName("skippedStop")
        self._stop.setAutoDefault(False)
        self._stop.clicked.connect(partial(_without_arguments, self.stop_asked.emit))
        self._table.doubleClicked.connect(partial(_without_arguments, self.open_chosen))
        self._table.selectionModel().selectionChanged.connect(partial(_without_arguments, self._enable))

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        filters, below = QHBoxLayout(), QHBoxLayout()
        filters.addWidget(self._reason)
        filters.addWidget(self._folder)
        filters.addStretch(1)
        for part in (self._retry, self._reveal, self._open, self._copy):
            below.addWidget(part)
        below.addWidget(self._progress, 1)
        below.addWidget(self._stop)
        below.addWidget(self._closing())
        column.addWidget(self._heading)
        column.addWidget(self._videos)
        column.addLayout(filters)
        column.addWidget(self._table, 1)
        column.addWidget(self._detail)
        column.addWidget(self._said)
        column.addLayout(below)
        self._stop.hide()

    def _closing(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        return buttons

    def _select(self, paths: Collection[str]) -> None:
        selection, rows = self._table.selectionModel(), self._model.wanted
        how = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        for row in (row for row, each in enumerate(rows) if each.path in paths):
            selection.select(self._model.index(row, 0), how)

    def _want(self, reason: str | None, folder: str | None) -> None:
        self._model.want(reason, folder)
        self._follow_choice()

    def _follow_choice(self) -> None:
        """Say what is listed, and what else could be."""
        model = self._model
        self._reason.offer("All reasons", model.reasons(), model.reason, lambda reason: self._want(reason, model.folder))
        self._folder.offer("All folders", model.folders(), model.folder, lambda folder: self._want(model.reason, folder))
        listed = "" if len(model.wanted) == model.total else f" {len(model.wanted):,} of them are listed."
        whole = f"{count(model.total, 'file')} could not be read. Nothing else is affected.{listed}"
        self._heading.setText(whole if model.total else "No file is skipped: everything could be read.")
        if not self._table.currentIndex().isValid():
            self._table.selectionModel().setCurrentIndex(model.index(0, 0), QItemSelectionModel.SelectionFlag.NoUpdate)
        self._enable()

    def _enable(self) -> None:
        chosen, busy = self.chosen, bool(self._progress.text())
        self._retry.setText(f"Retry {len(chosen):,} selected" if chosen else "Retry all")
        self._retry.setEnabled(bool(self._model.wanted) and not busy)
        for button in (self._reveal, self._open):
            button.setEnabled(bool(chosen))
        self._copy.setEnabled(bool(self._model.wanted))
        detail = f"{shown(chosen[0].path)}\n{shown(chosen[0].reason)}" if len(chosen) == 1 else ""
        self._detail.setText(detail or "Select a file to read all that is known of it.")
        self._detail.setEnabled(bool(detail))


class _MenuButton(QPushButton):
    """A choice of one, with how many files each has."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAutoDefault(False)
        self._choices: Sequence[tuple[str | None, str]] = ()
        self._chosen: str | None = None
        self._choose: Callable[[str | None], None] | None = None
        self._group = QActionGroup(self)
        self.setMenu(QMenu(self))
        # Filled when it opens: a choice changes what can be chosen, and a menu must not lose an action that is being chosen.
        self.menu().aboutToShow.connect(self._fill)

    def offer(self, everything: str, groups: Sequence[tuple[str, int]], chosen: str | None, choose: Callable[[str | None], None]) -> None:
        """Offer all, and each group of files."""
        self._choices = [(None, everything), *((each, f"{number:,} · {_short(each)}") for each, number in groups)]
        self._chosen, self._choose = chosen, choose
        self.setText((everything if chosen is None else _short(chosen)).replace("&", "&&"))
        self.setEnabled(bool(groups))

    def _fill(self) -> None:
        self.menu().clear()
        for value, text in self._choices:
            action = self.menu().addAction(text.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(value == self._chosen)
            action.setActionGroup(self._group)
            if self._choose is not None:
                action.triggered.connect(partial(_without_arguments, partial(self._choose, value)))


def _short(text: str) -> str:
    line = shown(text)
    return line if len(line) <= LONGEST_CHOICE else f"{line[: LONGEST_CHOICE // 2]}…{line[-LONGEST_CHOICE // 2 :]}"


def _without_arguments(act: Callable[[], None], *_: object) -> None:
    act()
