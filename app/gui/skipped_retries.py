"""Reading skipped files again from their list: what the list shows while it goes on, and afterwards."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.gui.indexing import Indexing
from app.gui.indexing_texts import progress_text
from app.gui.skipped_dialog import SkippedDialog
from app.services.events import IndexProgress


def follow_retries(dialog: SkippedDialog, indexing: Indexing, renew: Callable[[], None]) -> None:
    """Let a dialog ask for retries, show how far they are, and `renew` its rows after every run, whoever asked for it."""
    _Following(dialog, indexing, renew)


class _Following(QObject):
    """Lives as long as its dialog. Other runs than retries may go on meanwhile: they tell nothing here."""

    def __init__(self, dialog: SkippedDialog, indexing: Indexing, renew: Callable[[], None]) -> None:
        super().__init__(dialog)
        self._dialog = dialog
        self._indexing = indexing
        self._renew = renew
        dialog.retry_asked.connect(self._begin)
        dialog.retry_asked.connect(indexing.retry)
        dialog.stop_asked.connect(self._stop)
        indexing.progressed.connect(self._follow)
        indexing.finished.connect(self._end)

    def _begin(self) -> None:
        self._dialog.show_progress("Reading again…")

    def _follow(self, progress: IndexProgress) -> None:
        if self._indexing.retrying:
            self._dialog.show_progress(progress_text(progress))

    def _stop(self) -> None:
        self._indexing.cancel()
        if not self._indexing.retrying:
            self._dialog.show_progress("")

    def _end(self) -> None:
        if self._indexing.retrying:
            self._dialog.show_progress("")
        self._renew()
