"""What is done with folders: listed, added through a dialog, read again, forgotten after a question, their skipped files shown."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.domain.photo import Folder, Skipped
from app.gui.folders_panel import FoldersPanel, ShownFolder, shown_folders
from app.gui.forget_dialog import ForgetDialog
from app.gui.formatting import count, file_name
from app.gui.indexing import Indexing
from app.gui.jobs import Runner
from app.services.folders import ManageFolders

COUNT_MS = 500
"""How often the counts follow what is being read."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folders of the library and how many photos there are."""

    folders: tuple[ShownFolder, ...]
    photos: int


class FolderActions(QObject):
    """Joins the panel of the folders, the use case and the indexing."""

    known = Signal(Shelf)
    """The folders were listed anew."""
    forgotten = Signal()
    """Photos are no more."""
    told = Signal(str)
    """A sentence about what was done."""

    def __init__(
        self,
        folders: ManageFolders,
        indexing: Indexing,
        runner: Runner,
        panel: FoldersPanel,
        show_skipped: Callable[[tuple[Skipped, ...]], None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._folders = folders
        self._indexing = indexing
        self._runner = runner
        self._panel = panel
        self._window = window
        self._show_skipped = show_skipped
        panel.add_asked.connect(self.choose)
        panel.rescan_asked.connect(indexing.add)
        panel.forget_asked.connect(self.ask_forget)
        panel.skipped_asked.connect(self._list_skipped)
        self._soon = QTimer(self, interval=COUNT_MS, singleShot=True)
        self._soon.timeout.connect(self.reload)
        self._first = False
        indexing.started.connect(self._begin)
        indexing.progressed.connect(self._follow)
        indexing.finished.connect(self.reload)

    def reload(self, *_: object) -> None:
        """List the folders anew."""
        self._soon.stop()
        self._runner.run(partial(self._listed, self._indexing.paths), self._take, key="folders")

    def choose(self) -> None:
        """Let the person choose a folder to add."""
        dialog = QFileDialog(self._window, "Add a folder of photos")
        dialog.setObjectName("addFolderDialog")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.filesSelected.connect(self._indexing.add)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask_forget(self, folder: Folder) -> None:
        """Ask whether a folder should be forgotten, and forget it then."""
        dialog = ForgetDialog(folder, self._window)
        dialog.accepted.connect(partial(self._forget, folder))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _forget(self, folder: Folder) -> None:
        self._indexing.give_up(folder.path)
        self._runner.run(partial(self._folders.forget, folder.id), partial(self._was_forgotten, folder), lane=True)

    def _was_forgotten(self, folder: Folder, _outcome: object) -> None:
        self.told.emit(f"“{file_name(folder.path)}” is forgotten: {count(folder.photos, 'photo')}. The files are where they were.")
        self.reload()
        self.forgotten.emit()

    def _begin(self) -> None:
        self._first = True
        self._soon.start()

    def _follow(self, *_: object) -> None:
        """The folders are in the library before the first progress is told: list them then, and count on now and then."""
        if self._first:
            self._first = False
            self.reload()
        elif not self._soon.isActive():
            self._soon.start()

    def _listed(self, read_now: frozenset[str]) -> Shelf:
        return Shelf(shown_folders(self._folders.folders(), read_now), self._folders.counts().photos)

    def _take(self, shelf: Shelf) -> None:
        self._panel.show_folders(shelf.folders)
        self.known.emit(shelf)

    def _list_skipped(self, folder: Folder) -> None:
        self._runner.run(partial(self._folders.skipped, folder.id), self._show_skipped)
