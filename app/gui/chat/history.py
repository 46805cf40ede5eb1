"""The conversation so far: turns below each other, the newest brought to the top of what is in sight; first a word and suggestions."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.domain.ids import PhotoId
from app.gui.chat.asking import Exchange
from app.gui.chat.chip import Chip
from app.gui.chat.column_layout import ColumnLayout
from app.gui.chat.flow_layout import FlowLayout
from app.gui.chat.harmless import harmless
from app.gui.chat.turn_view import TurnView
from app.gui.chat.wishes import Around
from app.gui.labels import plain_label

MARGIN, BETWEEN = 12, 20
SETTLED_MS = 150
"""After that long nothing moves any more."""
WELCOME = "Ask in your own words"
PROMISE = (
    "Candid answers from your photos and shows which ones. It checks every statement about them, and labels what it could not check. "
    "Nothing leaves this computer unless you connect a model."
)
EMPTY_LIBRARY = "There are no photos yet: add a folder first."


class Beginning(QWidget):
    """What an empty conversation shows."""

    def __init__(self, around: Around) -> None:
        super().__init__()
        self._around = around
        self.setObjectName("chatBeginning")
        self.buttons: list[Chip] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(plain_label(WELCOME, "heading", wrap=True))
        column.addWidget(plain_label(PROMISE, "muted", wrap=True))
        column.addSpacing(8)
        self._try = plain_label("Try", "muted")
        column.addWidget(self._try)
        self._chips = QWidget()
        self._flow = FlowLayout(6, self._chips)
        column.addWidget(self._chips)
        self.show_suggestions(())

    def show_suggestions(self, questions: Sequence[str]) -> None:
        """Questions that can be clicked."""
        for button in self.buttons:
            self._flow.removeWidget(button)
            button.deleteLater()
        self.buttons = [self._button(question) for question in questions]
        for button in self.buttons:
            self._flow.addWidget(button)
        self._try.setVisible(bool(questions))

    def _button(self, question: str) -> Chip:
        button = Chip(self._around.themes, "chat", question)
        button.setObjectName("suggestedQuestion")
        button.setAccessibleName(f"Ask: {harmless(question)}")
        button.clicked.connect(partial(self._ask, question))
        return button

    def _ask(self, question: str, *_: object) -> None:
        self._around.wishes.ask.emit(question)


class History(QScrollArea):
    """All turns."""

    settled = Signal()
    """What came of a question is shown."""

    def __init__(self, around: Around, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._around = around
        self.turns: list[TurnView] = []
        self._target: TurnView | None = None
        self._gone: frozenset[PhotoId] = frozenset()
        self.setObjectName("chatHistory")
        self.setAccessibleName("Conversation")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = self.page = QWidget()
        page.setObjectName("chatPage")
        page.setProperty("kind", "surface")
        page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._column = ColumnLayout(page, MARGIN, BETWEEN)
        self.beginning = Beginning(around)
        self._column.addWidget(self.beginning)
        self.setWidget(page)
        self._settled = QTimer(self, interval=SETTLED_MS, singleShot=True)
        self._settled.timeout.connect(self._stay)
        self.verticalScrollBar().rangeChanged.connect(self._bring_up)

    def begin(self, exchange: Exchange) -> None:
        """A question was asked."""
        self.beginning.hide()
        turn = TurnView(exchange, self._around)
        turn.settled.connect(partial(self._take, turn))
        self.turns.append(turn)
        self._column.addWidget(turn)
        self._show(turn)

    def settle(self, exchange: Exchange) -> None:
        """Something has come of it."""
        bar = self.verticalScrollBar()
        for turn in self.turns:
            if turn.exchange is exchange:
                turn.settle(0 if bar.isVisible() else bar.sizeHint().width())

    def _take(self, turn: TurnView) -> None:
        turn.note_gone(self._gone)
        self._show(turn)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, turn.spoken))
        self.settled.emit()

    def clear(self) -> None:
        """Begin anew."""
        for turn in self.turns:
            self._column.removeWidget(turn)
            turn.hide()
            turn.deleteLater()
        self.turns.clear()
        self.beginning.show()

    def note_gone(self, gone: frozenset[PhotoId]) -> None:
        """These cited photos are in the library no more."""
        self._gone = gone
        for turn in self.turns:
            turn.note_gone(gone)

    def cited(self) -> tuple[PhotoId, ...]:
        """Every photo that is cited in the conversation."""
        answers = (turn.exchange.answer for turn in self.turns)
        photos = (each.photo for answer in answers if answer for each in answer.cited)
        return tuple(dict.fromkeys(photo.id for photo in photos if photo is not None))

    def tab_order(self) -> tuple[QWidget, ...]:
        """Where the keyboard goes, from the top."""
        inner = self.beginning.buttons if not self.turns else [each for turn in self.turns for each in turn.tab_order()]
        return (self, *inner)

    def _show(self, turn: TurnView) -> None:
        self._target = turn
        self._settled.start()

    def _stay(self) -> None:
        """From now on only the person scrolls."""
        self._bring_up()
        self._target = None

    def _bring_up(self) -> None:
        """Scroll to the question with its answer below it; to the answer alone where the question would leave it no room.

        Heights are known only when everything is laid out, which takes several rounds: each of them tells by another range.
        """
        turn = self._target
        if turn is None or turn not in self.turns:
            return
        top = turn if turn.bubble.height() < self.viewport().height() // 3 else turn.body
        self.verticalScrollBar().setValue(top.mapTo(self.page, top.rect().topLeft()).y() - MARGIN)
