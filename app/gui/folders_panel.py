"""The panel of the folders: what was added, how many photos each gave, and adding, reading again and forgetting."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.domain.photo import Folder
from app.domain.words import shown
from app.gui.folder_delegate import FolderDelegate, FolderRole
from app.gui.formatting import count
from app.gui.labels import as_tooltip, plain_label
from app.gui.missing_notice import MissingNotice, gone_text
from app.gui.shown_folders import ShownFolder
from app.gui.theme import ThemeKeeper


class FoldersList(QListWidget):
    """The list itself; Delete asks to forget."""

    delete_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Delete asks to forget; everything else is the list's."""
        if event.key() == Qt.Key.Key_Delete:
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)


class FoldersPanel(QWidget):
    """Lists folders and asks for what a person wants done with them."""

    chosen = Signal(object)
    """The photos of a `Folder` should be listed, or for None those of all."""
    add_asked = Signal()
    rescan_asked = Signal(tuple)
    """Paths to read again."""
    ask_asked = Signal(object)
    """Questions should be about the photos of a `Folder`."""
    forget_asked = Signal(object)
    """A `Folder` to forget; the panel has not asked yet whether it is meant."""
    skipped_asked = Signal(object)
    """The skipped files of a `Folder` should be shown."""
    gone_asked = Signal(object, int)
    """So many photos of a `Folder` that are out of reach are gone; the panel has not asked yet whether it is meant."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("foldersPanel")
        self._list = FoldersList()
        self._missing = MissingNotice()
        self._refused = ""
        self._all = QPushButton("All photos")
        self._add, self._rescan, self._forget = QPushButton("Add folder…"), QPushButton("Rescan"), QPushButton("Forget…")
        self._prepare(themes)
        self._arrange()
        self.show_folders(())

    def show_folders(self, folders: Sequence[ShownFolder]) -> None:
        """Show these, keeping the selected one selected; where only counts changed, nothing moves."""
        listed = [self._list.item(row).data(FolderRole) for row in range(self._list.count())]
        if [each.folder.id for each in listed] != [each.folder.id for each in folders]:
            self._list_anew(folders)
        for row, told in enumerate(folders):
            _tell(self._list.item(row), told)
        self._enable()

    def _list_anew(self, folders: Sequence[ShownFolder]) -> None:
        before = self.selected()
        with QSignalBlocker(self._list):
            self._list.clear()
            for told in folders:
                item = QListWidgetItem()
                _tell(item, told)
                self._list.addItem(item)
                if before is not None and told.folder.id == before.id:
                    self._list.setCurrentItem(item)
        if before is not None and self.selected() is None:
            self._follow_selection()

    def selected(self) -> Folder | None:
        """The folder that is selected."""
        items = self._list.selectedItems()
        return items[0].data(FolderRole).folder if items else None

    def choose_all(self) -> None:
        """No folder is selected: the photos of all are listed, or something else. Asks for nothing."""
        with QSignalBlocker(self._list):
            self._list.clearSelection()
        self._all.setChecked(True)
        self._enable()

    def refuse(self, reason: str) -> None:
        """Nothing can be changed, and why; an empty reason lets it be changed."""
        self._refused = reason
        self._add.setEnabled(not reason)
        self._add.setToolTip(reason)
        self._enable()

    def rescan_all(self) -> None:
        """Ask for every folder to be read again."""
        paths = tuple(self._list.item(row).data(FolderRole).folder.path for row in range(self._list.count()))
        if paths:
            self.rescan_asked.emit(paths)

    def _prepare(self, themes: ThemeKeeper) -> None:
        self._list.setObjectName("foldersList")
        self._list.setAccessibleName("Folders")
        self._list.setItemDelegate(FolderDelegate(themes, self._list))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._show_menu)
        self._list.itemSelectionChanged.connect(self._follow_selection)
        self._all.setProperty("kind", "row")
        self._all.setCheckable(True)
        self._all.setChecked(True)
        self._list.delete_pressed.connect(self._ask_forget)
        self._missing.look_asked.connect(self._look_again)
        self._missing.gone_asked.connect(self._ask_gone)
        for button, name, slot in (
            (self._all, "foldersAll", self._show_all),
            (self._add, "foldersAdd", self.add_asked.emit),
            (self._rescan, "foldersRescan", self._ask_rescan),
            (self._forget, "foldersForget", self._ask_forget),
        ):
            button.setObjectName(name)
            button.clicked.connect(partial(_without_arguments, slot))
        themes.changed.connect(self._list.viewport().update)

    def _arrange(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 12, 8, 8)
        layout.setSpacing(8)
        heading = plain_label("Folders", "heading")
        heading.setContentsMargins(8, 0, 0, 0)
        layout.addWidget(heading)
        layout.addWidget(self._all)
        layout.addWidget(self._list, 1)
        layout.addWidget(self._missing)
        layout.addWidget(self._add)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._rescan)
        row.addWidget(self._forget)
        layout.addLayout(row)

    def _show_all(self) -> None:
        self.choose_all()
        self.chosen.emit(None)

    def _follow_selection(self) -> None:
        self._all.setChecked(self.selected() is None)
        self._enable()
        self.chosen.emit(self.selected())

    def _enable(self) -> None:
        self._rescan.setEnabled(self._list.count() > 0 and not self._refused)
        self._rescan.setToolTip(self._refused or ("Look again at the selected folder, or at all of them" if self._list.count() else ""))
        self._forget.setEnabled(self.selected() is not None and not self._refused)
        self._forget.setToolTip(self._refused)
        told = self._told_missing()
        if told is None:
            self._missing.hide()
        else:
            self._missing.tell(told.folder, told.missing or told.folder.photos, told.why)
            self._missing.refuse(self._refused)

    def _told_missing(self) -> ShownFolder | None:
        """The folder of which it is told what is missing: the selected one, else the first that misses any."""
        rows = [self._list.item(row) for row in range(self._list.count())]
        told: list[ShownFolder] = [row.data(FolderRole) for row in self._list.selectedItems() or rows]
        return next((each for each in told if each.why and not each.reading), None)

    def _look_again(self) -> None:
        told = self._told_missing()
        if told is not None:
            self.rescan_asked.emit((told.folder.path,))

    def _ask_gone(self) -> None:
        told = self._told_missing()
        if told is not None:
            self.gone_asked.emit(told.folder, told.missing)

    def _ask_rescan(self) -> None:
        folder = self.selected()
        if folder is None:
            self.rescan_all()
        else:
            self.rescan_asked.emit((folder.path,))

    def _ask_forget(self) -> None:
        folder = self.selected()
        if folder is not None and not self._refused:
            self.forget_asked.emit(folder)

    def _ask_about(self) -> None:
        folder = self.selected()
        if folder is not None:
            self.ask_asked.emit(folder)

    def _ask_skipped(self) -> None:
        folder = self.selected()
        if folder is not None:
            self.skipped_asked.emit(folder)

    def _show_menu(self, point: QPoint) -> None:
        folder = self.selected()
        if folder is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if folder.photos:
            menu.addAction(_action(menu, "Ask about these photos", self._ask_about))
            menu.addSeparator()
        changing = [_action(menu, "Rescan", self._ask_rescan)]
        told = self._told_missing()
        if told is not None and told.missing and folder.available:
            changing.append(_action(menu, gone_text(told.missing), self._ask_gone))
        menu.addActions(changing)
        if folder.skipped:
            menu.addAction(_action(menu, f"Show {count(folder.skipped, 'skipped file')}…", self._ask_skipped))
        menu.addSeparator()
        changing.append(_action(menu, "Forget…", self._ask_forget))
        menu.addAction(changing[-1])
        for action in changing:
            action.setEnabled(not self._refused)
        menu.popup(self._list.viewport().mapToGlobal(point))


def _tell(item: QListWidgetItem, told: ShownFolder) -> None:
    if item.data(FolderRole) != told:
        item.setText(told.name)
        item.setData(FolderRole, told)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{told.name}, {told.about}")
        item.setToolTip(as_tooltip(shown(told.folder.path)))


def _action(menu: QMenu, text: str, slot: Callable[[], None]) -> QAction:
    action = QAction(text, menu)
    action.triggered.connect(partial(_without_arguments, slot))
    return action


def _without_arguments(slot: Callable[[], None], *_: object) -> None:
    slot()
