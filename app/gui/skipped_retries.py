"""Reading skipped files again from their list: what the list shows while it goes on, and afterwards."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.domain.words import shown
from app.gui.formatting import count
from app.gui.indexing import Indexing
from app.gui.indexing_texts import progress_text
from app.gui.skipped_dialog import SkippedDialog
from app.services.events import IndexProgress, IndexSummary


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
        self._asked = 0
        dialog.retry_asked.connect(self._begin)
        dialog.retry_asked.connect(indexing.retry)
        dialog.stop_asked.connect(self._stop)
        indexing.progressed.connect(self._follow)
        indexing.finished.connect(self._end)

    def _begin(self, paths: tuple[str, ...]) -> None:
        self._asked = len(paths)
        self._dialog.say("")
        self._dialog.show_progress("Reading again…")

    def _follow(self, progress: IndexProgress) -> None:
        if self._indexing.retrying:
            self._dialog.show_progress(progress_text(progress))

    def _stop(self) -> None:
        self._indexing.cancel()
        if not self._indexing.retrying:
            self._dialog.show_progress("")

    def _end(self, summary: IndexSummary | None) -> None:
        if self._indexing.retrying:
            self._dialog.show_progress("")
            self._dialog.say(outcome(self._asked, summary) if summary else "")
        self._renew()


def outcome(asked: int, summary: IndexSummary) -> str:
    """`2 of 3 still cannot be read`, and why if that is the same for all of them."""
    left, reasons = len(summary.skipped), {each.reason for each in summary.skipped}
    if summary.cancelled:
        return "Stopped; what was read stays."
    if not left:
        return f"{count(asked, 'file')} can be read now."
    text = f"{left:,} of {max(asked, left):,} still cannot be read"
    return f"{text}: {shown(reasons.pop())}" if len(reasons) == 1 else f"{text}."
