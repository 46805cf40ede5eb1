"""One turn of the conversation: the question, and below it what came of it or that it is on its way."""

from collections.abc import Iterator
from time import perf_counter

from PySide6.QtCore import QElapsedTimer, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSpacerItem,
    QVBoxLayout,
    QWidget,
)

from app.domain.errors import AppError, ModelTrouble
from app.domain.ids import PhotoId
from app.gui.chat.answer_card import AnswerCard
from app.gui.chat.answer_lines import beside
from app.gui.chat.asking import Exchange
from app.gui.chat.flow_layout import FlowLayout
from app.gui.chat.harmless import breakable, harmless
from app.gui.chat.line_marks import marks_of
from app.gui.chat.mode_chip import label_of
from app.gui.chat.said import said
from app.gui.chat.sign import Sign
from app.gui.chat.wishes import Around
from app.gui.labels import plain_label, smaller

OF_THE_CONNECTION = frozenset(
    {
        "address",
        "no_key",
        "key",
        "no_model",
        "model",
        "no_consent",
        "forbidden",
        "credit",
        "no_connection",
        "name",
        "tls",
        "refused",
        "redirect",
        "not_json",
    }
)
"""Kinds of `ModelTrouble` that the settings of the model may mend."""
CANCELLED = "Cancelled. Nothing came of this question."
AT_ONCE = 0.004
"""Seconds of making before others have their turn."""
PADDING = 28
"""Of the style sheet, both sides, and two pixels so that nothing is rounded away."""
LESS_WIDE, NARROWEST = 36, 120
"""Pixels by which a question is narrower than the panel at least, and how narrow it may become."""


class Bubble(QLabel):
    """The question as it was typed, as wide as its text if there is room."""

    def __init__(self, text: str) -> None:
        super().__init__(breakable(text))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setIndent(0)  # of itself, a label with a frame adds half an x
        self.setObjectName("questionBubble")
        self.setProperty("kind", "bubble")
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        policy = QSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Every line on one line."""
        self.ensurePolished()
        width = max(self.fontMetrics().horizontalAdvance(line) for line in self.text().splitlines() or [""]) + PADDING
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """A few words beside each other."""
        return QSize(min(self.sizeHint().width(), NARROWEST), self.fontMetrics().height())


class Pending(QWidget):
    """That an answer is coming, and for how long already."""

    def __init__(self, exchange: Exchange) -> None:
        super().__init__()
        self._exchange = exchange
        self.setObjectName("pendingAnswer")
        self._text = plain_label("", "muted", wrap=True)
        self._text.setObjectName("pendingText")
        bar = QProgressBar()
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        bar.setProperty("kind", "quiet")
        bar.setAccessibleName("An answer is coming")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.setSpacing(6)
        column.addWidget(self._text)
        column.addWidget(bar)
        self._since = QElapsedTimer()
        self._since.start()
        self._timer = QTimer(self, interval=500)
        self._timer.timeout.connect(self._tell)
        self._timer.start()
        self._tell()

    def _tell(self) -> None:
        seconds = self._since.elapsed() // 1000
        waits_for = self._exchange.replier
        what = f"Waiting for {harmless(waits_for)}" if waits_for else "Looking through your photos"
        self._text.setText(f"{what}… {seconds} s" if seconds else f"{what}…")


class TroubleCard(QFrame):
    """Why there is no answer, in one sentence, and what can be done."""

    def __init__(self, exchange: Exchange, error: AppError, around: Around) -> None:
        super().__init__()
        self.setObjectName("troubleCard")
        self.setProperty("kind", "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 12)
        column.setSpacing(10)
        row = FlowLayout(8)
        text = said(str(error))
        text.setObjectName("troubleText")
        beside(column, Sign(around.themes, "warning", lambda theme: theme.warning, 18, "Trouble")).addWidget(text)
        self.again = _small_button("Ask again", "askAgain")
        self.again.clicked.connect(lambda: around.wishes.ask.emit(exchange.text))
        row.addWidget(self.again)
        self.alone = _small_button("Answer without the model", "answerAlone")
        self.alone.clicked.connect(lambda: around.wishes.ask_alone.emit(exchange.text))
        row.addWidget(self.alone)
        self.connection = _small_button("Connection…", "openConnection")
        self.connection.clicked.connect(around.wishes.connection)
        row.addWidget(self.connection)
        column.addLayout(row)
        self.alone.setVisible(isinstance(error, ModelTrouble))
        self.connection.setVisible(isinstance(error, ModelTrouble) and error.kind in OF_THE_CONNECTION)


class TurnView(QWidget):
    """A question with its answer. `body` is what came of it; it is seen once it is settled."""

    settled = Signal()
    body: QWidget

    def __init__(self, exchange: Exchange, around: Around) -> None:
        super().__init__()
        self.exchange = exchange
        self._around = around
        self.setObjectName("turn")
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.bubble = Bubble(exchange.text)
        if exchange.scope is not None:
            scope = plain_label(f"About {breakable(exchange.scope.label)}", "muted", wrap=True)
            scope.setFont(smaller(scope))
            scope.setAlignment(Qt.AlignmentFlag.AlignRight)
            scope.setObjectName("turnScope")
            column.addWidget(scope)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addItem(QSpacerItem(LESS_WIDE, 0, QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Minimum))
        row.addWidget(self.bubble)
        column.addLayout(row)
        self.body = self._waits = Pending(exchange)
        column.addWidget(self.body)
        self._bar = 0
        self._steps: Iterator[None] = iter(())
        self._step = QTimer(self)
        self._step.timeout.connect(self._go_on)

    def sizeHint(self) -> QSize:  # noqa: N802
        """As it is."""
        return self.size()

    @property
    def settling(self) -> bool:
        """Whether what came is being made ready to be seen."""
        return self._step.isActive()

    def settle(self, bar: int = 0) -> None:
        """Begin to show what came of the question; `settled` says that it is there. It may take `bar` pixels of width to scroll it."""
        self._bar = bar
        self.body = self._made()
        self.body.setParent(self)
        self._steps = self._fill()
        self._step.start()

    def _go_on(self) -> None:
        started = perf_counter()
        for _ in self._steps:
            if perf_counter() - started > AT_ONCE:
                return
        self._step.stop()
        self.body.resize(self.width(), max(self.body.heightForWidth(self.width()), 0))
        self._column.replaceWidget(self._waits, self.body)
        self._waits.hide()
        self._waits.deleteLater()
        self.body.show()
        self.settled.emit()

    def _fill(self) -> Iterator[None]:
        """Make the body, with its style, and the heights of its texts, while the waiting goes on."""
        if isinstance(self.body, AnswerCard):
            yield from self.body.fill()
        for each in (self.body, *self.body.findChildren(QWidget)):
            each.ensurePolished()
            yield
        layout = self.body.layout()
        if layout is not None:
            for width in dict.fromkeys((self.width(), self.width() - self._bar)):
                yield from _heights(self.body, layout, width)

    @property
    def spoken(self) -> str:
        """What came of the question, as a screen reader tells it unasked."""
        answer, trouble = self.exchange.answer, self.exchange.trouble
        if answer is not None:
            return f"{label_of(answer)}. {' '.join(marks_of(answer, line).spoken for line in answer.lines)}"
        return harmless(str(trouble)) if trouble is not None else CANCELLED

    def tab_order(self) -> tuple[QWidget, ...]:
        """Where the keyboard goes, from the top."""
        if isinstance(self.body, AnswerCard):
            return self.body.tab_order()
        return (self.body.again, self.body.alone, self.body.connection) if isinstance(self.body, TroubleCard) else ()

    def note_gone(self, gone: frozenset[PhotoId]) -> None:
        """These photos are in the library no more."""
        if isinstance(self.body, AnswerCard):
            self.body.note_gone(gone)

    def _made(self) -> QWidget:
        exchange = self.exchange
        if exchange.answer is not None:
            return AnswerCard(exchange.answer, self._around, exchange.measurement)
        if exchange.trouble is not None:
            return TroubleCard(exchange, exchange.trouble, self._around)
        label = plain_label(CANCELLED, "muted")
        label.setObjectName("cancelled")
        return label


def _heights(widget: QWidget | None, layout: QLayout, width: int) -> Iterator[None]:
    """Let every text in a column of columns find its height for the width that it will have; texts remember theirs."""
    margins = [each.contentsMargins() for each in (layout, widget) if each is not None]
    inner = width - sum(each.left() + each.right() for each in margins)
    for item in filter(None, map(layout.itemAt, range(layout.count()))):
        own = item.widget()
        nested = own.layout() if own is not None else item.layout()
        if isinstance(nested, QVBoxLayout):
            yield from _heights(own, nested, inner)
        elif item.hasHeightForWidth():
            item.heightForWidth(inner)
            yield


def _small_button(text: str, name: str) -> QPushButton:
    button = QPushButton(text)
    button.setObjectName(name)
    button.setProperty("kind", "small")
    return button
