"""The card that starts measuring: which questions to ask, a button, and while it runs how far it is."""

from itertools import pairwise

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QProgressBar, QPushButton, QRadioButton, QVBoxLayout, QWidget

from app.evidence.questions import own_questions
from app.gui.labels import plain_label
from app.gui.measure_texts import list_text, progress_text
from app.gui.measuring import Measuring
from app.services.measure import MeasureProgress

Questions = tuple[tuple[str, ...], tuple[str, ...]]
"""About the photos, and about other things; empty where Candid's own are to be asked."""
LIBRARY_HINT = (
    "Beginnings of your photos’ captions, the tags of photos that were looked at, and questions about other things that come with Candid."
)
WAITING = "Measuring begins when the folders are indexed…"
STARTING = "Reading the words of your photos…"
LIST_HEIGHT = 92


class QuestionList(QWidget):
    """A field for questions, one a line, with their number below."""

    changed = Signal()

    def __init__(self, name: str, object_name: str, example: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QPlainTextEdit()
        self.field.setObjectName(object_name)
        self.field.setAccessibleName(f"{name}, one a line")
        self.field.setPlaceholderText(example)
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(LIST_HEIGHT)
        self._number = plain_label("", "muted", wrap=True)
        self._number.setObjectName(f"{object_name}Count")
        self._questions: tuple[str, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for part in (plain_label(f"{name}, one a line"), self.field, self._number):
            column.addWidget(part)
        self.field.textChanged.connect(self._count)
        self._count()

    @property
    def questions(self) -> tuple[str, ...]:
        """Each once."""
        return self._questions

    def _count(self) -> None:
        self._questions = own_questions(self.field.toPlainText())
        self._number.setText(list_text(len(self._questions)))
        self.changed.emit()


class MeasureCard(QFrame):
    """Says which questions are to be asked, and shows a `Measuring`."""

    asked = Signal(tuple, tuple)
    """Measure: the person's own questions about the photos and about other things."""

    def __init__(self, measuring: Measuring, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measuring = measuring
        self._stopping = False
        self.setObjectName("measureCard")
        self.setProperty("kind", "strip")
        self._library, self._own = QRadioButton("Questions made from my photos"), QRadioButton("My own questions")
        self.on = QuestionList("About your photos", "measureOnList", "which photos have a dog in them\nkids playing baseball")
        self.off = QuestionList("About other things", "measureOffList", "how do I renew my passport\nwho wrote the Odyssey")
        self._start, self._cancel = QPushButton("Measure"), QPushButton("Cancel")
        self._bar, self._progress = QProgressBar(), plain_label(wrap=True)
        self._lists, self._run = QWidget(), QWidget()
        self._hint = plain_label(LIBRARY_HINT, "muted", wrap=True)
        self._prepare()
        self._arrange()
        self._connect()
        self._show_choice()
        self._show_running()

    @property
    def questions(self) -> Questions:
        """What is to be asked."""
        return (self.on.questions, self.off.questions) if self._own.isChecked() else ((), ())

    def begin(self, *, waits: bool) -> None:
        """A run has been started; `waits` if folders are being indexed, which goes first."""
        self._progress.setText(WAITING if waits else STARTING)
        self._bar.setRange(0, 0)
        self._stopping = False
        self._show_running()

    def main_button(self) -> QPushButton:
        """What a person wants first: the button that measures, or while it does the one that stops it."""
        return self._cancel if self._measuring.running else self._start

    def tab_order(self) -> tuple[QWidget, ...]:
        """The parts as the keyboard goes through them."""
        return (self._library, self._own, self.on.field, self.off.field, self._start, self._cancel)

    def _prepare(self) -> None:
        names: tuple[tuple[QWidget, str], ...] = (
            (self._library, "measureLibrary"), (self._own, "measureOwn"), (self._start, "measureStart"), (self._cancel, "measureCancel"),
            (self._bar, "measureBar"), (self._progress, "measureProgress"),
        )  # fmt: skip
        for part, name in names:
            part.setObjectName(name)
        self._library.setChecked(True)
        self._start.setProperty("kind", "primary")
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName("Questions measured")

    def _arrange(self) -> None:
        lists, run, row = QVBoxLayout(self._lists), QVBoxLayout(self._run), QHBoxLayout()
        lists.setContentsMargins(0, 4, 0, 0)
        lists.setSpacing(12)
        lists.addWidget(self.on)
        lists.addWidget(self.off)
        run.setContentsMargins(0, 0, 0, 0)
        run.setSpacing(8)
        run.addWidget(self._progress)
        run.addWidget(self._bar)
        for button in (self._start, self._cancel):
            row.addWidget(button)
        row.addStretch(1)
        column = card_column(self, "Measure")
        for part in (self._library, self._own, self._hint, self._lists, self._run):
            column.addWidget(part)
        column.addSpacing(4)
        column.addLayout(row)
        for earlier, later in pairwise(self.tab_order()):
            QWidget.setTabOrder(earlier, later)

    def _connect(self) -> None:
        self._own.toggled.connect(self._show_choice)
        for each in (self.on, self.off):
            each.changed.connect(self._show_choice)
        self._start.clicked.connect(lambda: self.asked.emit(*self.questions))
        self._cancel.clicked.connect(self._stop)
        self._measuring.progressed.connect(self._show_progress)
        self._measuring.ended.connect(self._show_running)

    def _show_choice(self) -> None:
        self._lists.setVisible(self._own.isChecked())
        self._hint.setVisible(not self._own.isChecked())
        self._start.setEnabled(self._library.isChecked() or any(self.questions))

    def _show_running(self) -> None:
        running = self._measuring.running
        keyboard = self.main_button() if self._start.hasFocus() or self._cancel.hasFocus() else None
        self._run.setVisible(running)
        self._cancel.setVisible(running)
        self._start.setVisible(not running)
        for part in (self._library, self._own, self._lists):
            part.setEnabled(not running)
        if keyboard is not None:
            keyboard.setFocus()

    def _show_progress(self, progress: MeasureProgress) -> None:
        if not self._stopping:
            self._progress.setText(progress_text(progress))
            self._bar.setRange(0, progress.total)
            self._bar.setValue(progress.done)

    def _stop(self) -> None:
        # The button stays as it is: a disabled one would give the keyboard away.
        self._stopping = True
        self._progress.setText("Stopping…")
        self._measuring.cancel()


def card_column(card: QFrame, title: str) -> QVBoxLayout:
    """A column in a card, under its title."""
    column = QVBoxLayout(card)
    column.setContentsMargins(16, 12, 16, 16)
    column.setSpacing(8)
    column.addWidget(plain_label(title, "heading"))
    return column
