"""What is done with folders: listed, added through a dialog, read again, forgotten after a question, their skipped files shown."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QDir, QObject, QStandardPaths, QTimer, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget
from shiboken6 import isValid

from app.domain.photo import Folder, Skipped
from app.gui.folders_panel import FoldersPanel
from app.gui.forget_dialog import ForgetDialog
from app.gui.formatting import count, file_name
from app.gui.indexing import Indexing
from app.gui.jobs import Runner
from app.gui.missing_notice import GoneDialog
from app.gui.shown_folders import ShownFolder, shown_folders
from app.gui.skipped_dialog import SkippedDialog
from app.gui.skipped_retries import follow_retries
from app.library.forecast import ForgetForecast
from app.services.folders import ManageFolders

COUNT_MS = 500
"""How often the counts follow what is being read."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folders of the library, how many photos there are, and how many files were skipped."""

    folders: tuple[ShownFolder, ...]
    photos: int
    skipped: int = 0


class FolderActions(QObject):
    """Joins the panel of the folders, the use case and the indexing."""

    known = Signal(Shelf)
    """The folders were listed anew."""
    forgotten = Signal()
    """Photos are no more."""
    told = Signal(str)
    """A sentence about what was done."""
    untold = Signal(str)
    """A sentence that was told and is true no more."""

    def __init__(
        self,
        folders: ManageFolders,
        indexing: Indexing,
        runner: Runner,
        panel: FoldersPanel,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._folders = folders
        self._indexing = indexing
        self._runner = runner
        self._panel = panel
        self._window = window
        panel.add_asked.connect(self.choose)
        panel.rescan_asked.connect(indexing.add)
        panel.forget_asked.connect(self.ask_forget)
        panel.gone_asked.connect(self.ask_gone)
        panel.skipped_asked.connect(lambda folder: self.list_skipped(folder.path))
        self._soon = QTimer(self, interval=COUNT_MS, singleShot=True)
        self._soon.timeout.connect(self.reload)
        self._first = False
        self._forgotten: dict[str, str] = {}
        self.place = ""
        """The folder in which the person chose the last one to add; empty before."""
        indexing.started.connect(self._begin)
        indexing.progressed.connect(self._follow)
        indexing.finished.connect(self.reload)

    def reload(self, *_: object) -> None:
        """List the folders anew."""
        self._soon.stop()
        self._runner.run(partial(self._listed, self._indexing.paths), self._take, key="folders")

    def choose(self) -> None:
        """Let the person choose a folder to add, beginning where they chose one last."""
        if self._indexing.refuse():
            return
        dialog = QFileDialog(self._window, "Add a folder of photos")
        dialog.setObjectName("addFolderDialog")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setDirectory(first_place(self.place))
        dialog.filesSelected.connect(partial(self._add_chosen, dialog))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _add_chosen(self, dialog: QFileDialog, paths: Sequence[str]) -> None:
        self.place = dialog.directory().absolutePath()
        self._indexing.add(paths)

    def ask_forget(self, folder: Folder) -> None:
        """Count what would go, ask whether a folder should be forgotten, and forget it then."""
        self._runner.run(partial(self._folders.would_forget, folder.id), partial(self._ask_forget, folder))

    def ask_gone(self, folder: Folder, missing: int) -> None:
        """Ask whether photos that are out of reach are gone, and take them out then."""
        dialog = GoneDialog(folder, missing, self._window)
        dialog.accepted.connect(partial(self._indexing.accept_missing, folder.path))
        _open(dialog)

    def list_skipped(self, path: str | None = None) -> None:
        """List all files that could not be read, or those in or below a path."""
        self._runner.run(self._skipped_and_videos, partial(self._show_skipped, path))

    def _ask_forget(self, folder: Folder, forecast: ForgetForecast) -> None:
        dialog = ForgetDialog(folder, forecast, self._window)
        dialog.accepted.connect(lambda: self._forget(folder, keep_words=dialog.keeps_words))
        _open(dialog)

    def _forget(self, folder: Folder, *, keep_words: bool) -> None:
        self._indexing.give_up(folder.path)
        work = partial(self._folders.forget, folder.id, keep_words=keep_words)
        self._runner.run(work, partial(self._was_forgotten, folder), lane=True)

    def _was_forgotten(self, folder: Folder, _outcome: object) -> None:
        text = f"“{file_name(folder.path)}” is forgotten: {count(folder.photos, 'photo')}. The files are where they were."
        self._forgotten[folder.path] = text
        self.told.emit(text)
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
        counts = self._folders.counts()
        return Shelf(shown_folders(self._folders.folders(), read_now, self._folders.missing()), counts.photos, counts.skipped)

    def _take(self, shelf: Shelf) -> None:
        for told in shelf.folders:
            if text := self._forgotten.pop(told.folder.path, ""):
                self.untold.emit(text)
        self._panel.show_folders(shelf.folders)
        self.known.emit(shelf)

    def _skipped_and_videos(self) -> tuple[tuple[Skipped, ...], int]:
        return self._folders.skipped(), self._folders.counts().videos

    def _show_skipped(self, path: str | None, found: tuple[tuple[Skipped, ...], int]) -> None:
        dialog = SkippedDialog(*found, self._window)
        if path is not None:
            dialog.show_folder(path)
        follow_retries(dialog, self._indexing, lambda: self._renew_skipped(dialog))
        _open(dialog)

    def _renew_skipped(self, dialog: SkippedDialog) -> None:
        # The dialog may be closed and gone before the answer comes.
        self._runner.run(self._skipped_and_videos, lambda found: dialog.show_files(*found) if isValid(dialog) else None)


def first_place(place: str) -> str:
    """Where choosing a folder begins: in the last place if it is still there, else among the pictures of the system, else at home."""
    pictures = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
    return next((each for each in (place, pictures) if each and os.path.isdir(each)), QDir.homePath())


def _open(dialog: QDialog) -> None:
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
