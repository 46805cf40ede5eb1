"""Opens the dialogs around a conversation: the model, what is sent to it, what was discarded, and where answers are written."""

import os
from collections.abc import Callable
from datetime import date
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from app.gui.chat.asking import Asking
from app.gui.chat.connect_dialog import ConnectDialog
from app.gui.chat.consent_dialog import ConsentDialog
from app.gui.chat.discarded_dialog import DiscardedDialog
from app.gui.chat.export import write_markdown
from app.gui.chat.export_pdf import write_pdf
from app.gui.formatting import file_name
from app.gui.jobs import Runner
from app.gui.theme import ThemeKeeper
from app.services.ask import Draft
from app.services.use_cases import UseCases

MARKDOWN, PDF = "Markdown with pictures (*.md)", "PDF (*.pdf)"


class ChatDialogs(QObject):
    """All of them are modal to the window and delete themselves."""

    told = Signal(str)

    def __init__(
        self, use_cases: UseCases, asking: Asking, runner: Runner, themes: ThemeKeeper, today: Callable[[], date], window: QWidget
    ) -> None:
        super().__init__(window)
        self.use_cases = use_cases
        self._asking = asking
        self._runner = runner
        self._themes = themes
        self._today = today
        self._window = window
        asking.consent_asked.connect(self._ask_consent)

    def connect_model(self) -> None:
        """Let the person choose who answers."""
        dialog = ConnectDialog(self.use_cases.connect, self._runner, self._themes, self._window)
        dialog.finished.connect(lambda _: self._asking.look_who_replies())
        _open(dialog)

    def show_discarded(self) -> None:
        """Show the log of discarded replies."""
        _open(DiscardedDialog(self.use_cases.connect, self._runner, self._window))

    def export(self) -> None:
        """Let the person choose a file for all answers, and write it."""
        dialog = QFileDialog(self._window, "Export the answers")
        dialog.setObjectName("exportDialog")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([PDF, MARKDOWN])
        dialog.setDefaultSuffix("pdf")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("md" if chosen == MARKDOWN else "pdf"))
        dialog.fileSelected.connect(self._write)
        _open(dialog)

    def _write(self, path: str) -> None:
        turns = tuple((each.text, each.answer) for each in self._asking.exchanges if each.answer is not None)
        write = write_markdown if os.path.splitext(path)[1].lower() in (".md", ".markdown") else write_pdf
        work = partial(write, turns, path, self.use_cases.look.thumbnail, self._today())
        self._runner.run(work, lambda _: self.told.emit(f"The answers were written to “{file_name(path)}”."))

    def _ask_consent(self, draft: Draft) -> None:
        dialog = ConsentDialog(self.use_cases.ask, self.use_cases.connect, draft, self._runner, self._themes, self._window)
        dialog.accepted.connect(lambda: self._asking.go_on(dialog.draft))
        dialog.rejected.connect(self._asking.cancel)
        _open(dialog)


def _open(dialog: QDialog) -> None:
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
