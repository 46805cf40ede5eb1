"""What a person asks of the window as a whole, by keys, by menus and by its bars."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QWidget

from app.gui.compare_view import FEWEST, MOST, to_compare
from app.gui.folder_actions import FolderActions
from app.gui.folders_panel import FoldersPanel
from app.gui.message_strip import MessageStrip
from app.gui.pages import Pages
from app.gui.photo_actions import PhotoActions
from app.gui.shortcuts_dialog import ShortcutsDialog
from app.gui.side_panels import SidePanels
from app.gui.top_bar import SIDES, TopBar

SELECT_TO_COMPARE = "Select two to four photos to compare them."


class Commands(QObject):
    """Does it with the parts of the window, on which it puts its keys. `changed` is called where panels have to follow."""

    def __init__(
        self, window: QWidget, top: TopBar, pages: Pages, panels: SidePanels, message: MessageStrip, changed: Callable[[], None]
    ) -> None:
        super().__init__(window)
        self._window = window
        self._top = top
        self._pages = pages
        self._panels = panels
        self._message = message
        self._changed = changed

    def add_shortcuts(self, folder_actions: FolderActions, folders: FoldersPanel, photo_actions: PhotoActions) -> None:
        """Put the keys on the window, and those of photos where photos are."""
        keys: dict[str, Callable[[], object]] = {
            "Ctrl+O": folder_actions.choose,
            "Ctrl+F": self._focus_search,
            "F5": folders.rescan_all,
            "F8": folder_actions.list_skipped,
            "F1": self.show_help,
            "Ctrl+M": self.toggle_measure,
            "Ctrl+D": self._top.alike_toggled.emit,
            "Ctrl+E": self._top.seeing_asked.emit,
            "Ctrl+J": self._turn_to_chat,
            "I": self._panels.toggle_details,
            "Ctrl+G": self._top.toggle_stacked,
            "Ctrl+Q": self._window.close,
            **{f"Ctrl+{number}": partial(self._top.side_chosen.emit, side) for number, side in enumerate(SIDES, start=1)},
        }
        for sequence, act in keys.items():
            self._add_shortcut(sequence, act)
        for widget in (self._pages.grid, self._pages.nothing.grid, self._pages.large, self._pages.compare):
            widget.addActions(list(photo_actions.actions()))
        # Where photos are compared the same key takes one out of the comparison.
        for widget in (self._pages.grid, self._pages.nothing.grid, self._pages.large):
            widget.addAction(photo_actions.move_to_trash)

    def _add_shortcut(self, sequence: str, act: Callable[[], object]) -> None:
        action = QAction(self._window)
        action.setShortcut(QKeySequence(sequence))
        action.triggered.connect(lambda: act())
        self._window.addAction(action)

    def toggle_measure(self) -> None:
        """There is nothing to measure on the first page."""
        if self._pages.measuring:
            self._pages.back()
        elif not self._pages.welcoming:
            self._pages.open_measure()
        self._changed()

    def open_large(self) -> None:
        """Look at the current photo of the list."""
        index = self._pages.list_grid.currentIndex()
        if index.isValid() and not self._pages.over:
            self._pages.open_large(index.row())

    def compare(self) -> None:
        """Put the chosen photos beside each other."""
        cards = to_compare(self._pages.chosen_cards())
        if self._pages.over:
            return
        if FEWEST <= len(cards) <= MOST:
            self._pages.open_compare(cards)
        else:
            self._message.say(SELECT_TO_COMPARE, "info")

    def show_help(self) -> None:
        """List all keys."""
        _open(ShortcutsDialog(self._window))

    def _turn_to_chat(self) -> None:
        if not self._panels.turn_to_chat() and not self._pages.welcoming:
            self._pages.focus_list()

    def _focus_search(self) -> None:
        if self._pages.over:
            self._pages.back()
        self._top.box.setFocus()
        self._top.box.selectAll()


def _open(dialog: QDialog) -> None:
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
