"""The log of discarded replies: what was asked, why the reply was not shown, and its text, which is nothing but text here."""

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from app.assistant.gates.verdict import CODES
from app.domain.errors import AppError
from app.gui.chat.dialog_jobs import DialogJobs
from app.gui.chat.harmless import harmless
from app.gui.chat.payload_view import PayloadView
from app.gui.formatting import count
from app.gui.jobs import Runner
from app.gui.labels import plain_label
from app.gui.measure_tables import RowsModel, RowsTable
from app.gui.measure_texts import one_line, when
from app.gui.question import Question
from app.library.discarded import DiscardedReply
from app.services.connect import ConnectModel

COLUMNS = ("When", "Question", "Model")
READING = "Reading the log…"
EMPTY = (
    "No reply has been discarded. A reply is discarded when something in it cannot be checked against your photos; it is then kept here."
)
KEPT = "not shown, because something could not be checked. Nothing of what is said below is known to be true."


class DiscardedDialog(QDialog):
    """Shows the log and clears it; closes by Escape."""

    def __init__(self, connect: ConnectModel, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("discardedDialog")
        self.setWindowTitle("Discarded replies")
        self.resize(820, 560)
        self._connect = connect
        self._jobs = DialogJobs(runner, self)
        self._rows: RowsModel[DiscardedReply] = RowsModel(COLUMNS, cells, frozenset())
        self._says, self._reasons = plain_label(READING, wrap=True), plain_label(wrap=True)
        self._table = RowsTable(self._rows, "Discarded replies, the latest first", "discardedTable", wide=1)
        self._text = PayloadView("The reply as it came", "discardedText")
        self._clear = QPushButton("Clear all…")
        self._arrange()
        self._clear.clicked.connect(self._ask_clear)
        self._table.selectionModel().currentRowChanged.connect(self._choose)
        self._show(())
        self._says.setText(READING)
        self._read()

    def _arrange(self) -> None:
        self._says.setObjectName("discardedSays")
        self._reasons.setObjectName("discardedReasons")
        self._clear.setObjectName("discardedClear")
        self._about = QWidget()
        about = QVBoxLayout(self._about)
        about.setContentsMargins(0, 0, 0, 0)
        about.setSpacing(8)
        for label in (plain_label("Why it was discarded", "heading"), self._reasons, plain_label("What it said", "heading")):
            about.addWidget(label)
        about.addWidget(self._text, 1)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(self._says)
        column.addWidget(self._table)
        column.addWidget(self._about, 1)
        column.addWidget(self._buttons())

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self._clear, QDialogButtonBox.ButtonRole.ResetRole)
        self._clear.setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        return buttons

    def _read(self) -> None:
        self._jobs.run("read", lambda _: self._connect.discarded(), self._show, self._fail)

    def _show(self, replies: Sequence[DiscardedReply]) -> None:
        self._says.setText(f"{count(len(replies), 'reply', 'replies')}, {KEPT}" if replies else EMPTY)
        self._rows.set_rows(replies)
        for part in (self._table, self._about):
            part.setVisible(bool(replies))
        self._column.setStretchFactor(self._says, 0 if replies else 1)
        self._says.setAlignment(Qt.AlignmentFlag.AlignLeft if replies else Qt.AlignmentFlag.AlignCenter)
        self._clear.setEnabled(bool(replies))
        if replies:
            self._table.selectRow(0)

    def _choose(self, current: QModelIndex) -> None:
        if current.isValid():
            reply = self._rows.rows[current.row()]
            self._reasons.setText(reasons_text(reply.reasons))
            self._text.show_text(reply.text)

    def _ask_clear(self) -> None:
        question = ClearQuestion(len(self._rows.rows), self)
        question.accepted.connect(self._clear_all)
        question.open()

    def _clear_all(self) -> None:
        self._clear.setEnabled(False)
        self._jobs.run("clear", lambda _: self._connect.clear_discarded(), lambda _: self._read(), self._fail)

    def _fail(self, error: AppError) -> None:
        self._says.setText(str(error))
        self._clear.setEnabled(bool(self._rows.rows))


class ClearQuestion(Question):
    """Asks whether the log is to be erased; `accepted` is emitted if so."""

    def __init__(self, number: int, parent: QWidget) -> None:
        heading = f"Erase {count(number, 'discarded reply', 'discarded replies')} from this computer?"
        told = "This cannot be undone. Your photos and the answers that you were shown stay as they are."
        choices = ("Erase", "discardedErase"), ("Keep", "discardedKeep")
        super().__init__("discardedQuestion", "Clear the log?", heading, told, *choices, parent)


def cells(reply: DiscardedReply) -> tuple[str, ...]:
    """When, question and model for showing."""
    return when(one_line(reply.at)), harmless(one_line(reply.question)), harmless(one_line(reply.model))


def reasons_text(reasons: Sequence[tuple[str, str, str]]) -> str:
    """Each reason once, in words, a line each: `• It names a photo twice (3 times).`"""
    told = Counter(CODES.get(code, harmless(one_line(detail))) for _, code, detail in reasons)
    return "\n".join(f"• {_sentence(what, times)}" for what, times in told.items()) or "• The reason was not kept."


def _sentence(what: str, times: int) -> str:
    return f"{what[:1].upper()}{what[1:]}{f' ({times} times)' if times > 1 else ''}."
