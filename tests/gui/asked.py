"""What the tests of whole questions share: all that a widget tells a person, what would be wrong in it, and a beat of the GUI thread."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import Qt, QTextDocument
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QTextBrowser, QTextEdit, QWidget

from app.domain.question import Scope
from app.gui.chat.turn_view import TurnView
from app.gui.window import MainWindow
from tests.gui.driving import PATIENCE_MS, child

ROUNDS = 5
"""Of the event loop, until everything is laid out."""
TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e]|[\x00-\x09\x0b-\x1f\x7f-\x9f]|[\u2028\u2029\ufff9-\ufffb]")
"""Marks and overrides of direction, control characters but the line break, and other breaks of lines."""
_OPENING, _CLOSING = "\u2066\u2067\u2068", "\u2069"


def told(widget: QWidget) -> list[str]:
    """All that a widget and what is in it tell, seen or not: texts, tooltips, names for screen readers."""
    return [text for each in (widget, *widget.findChildren(QWidget)) for text in (*_texts(each), *_beside(each)) if text]


def told_anywhere() -> list[str]:
    """The same of every window of the program."""
    return [text for window in QApplication.topLevelWidgets() for text in told(window)]


def rich(widget: QWidget) -> list[str]:
    """What in a widget could be read as markup, be followed as a link, or show a picture out of a text."""
    labels = [each for each in (widget, *widget.findChildren(QLabel)) if isinstance(each, QLabel)]
    found = [f"label {each.text()!r}" for each in labels if each.textFormat() != Qt.TextFormat.PlainText or each.openExternalLinks()]
    found += [f"{type(each).__name__} reads markup" for each in (*widget.findChildren(QTextBrowser), *widget.findChildren(QTextEdit))]
    tips = (each.toolTip() for each in (widget, *widget.findChildren(QWidget)))
    return found + [f"tooltip {tip!r}" for tip in tips if tip and _linked(tip)]


def turned(text: str) -> bool:
    """Whether a text can turn its surroundings round, or hides control characters."""
    depth = 0
    for sign in text:
        depth = 0 if sign == "\n" else depth + (sign in _OPENING) - (sign in _CLOSING)
        if depth < 0 or depth > 1:
            return True
    return TURNING.search(text) is not None or any(_open_at_end(line) for line in text.split("\n"))


def too_wide(window: MainWindow) -> bool:
    """Whether anything pushes the conversation beyond its panel."""
    history = window.desk.panel.history
    room, page = history.viewport().width(), child(history, QWidget, "chatPage")
    return page.minimumSizeHint().width() > room or any(each.width() > room for each in history.turns)


def ask_anew(window: MainWindow, text: str, scope: Scope | None = None) -> TurnView:
    """Begin a conversation with a question; all that comes of it is laid out, and nothing is left of the one before."""
    panel = window.desk.panel
    panel.new.trigger()
    window.desk.asking.set_scope(scope)
    panel.box.ask(text)
    assert window.runner.wait_idle(PATIENCE_MS)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    turn = panel.history.turns[-1]
    while turn.settling:
        QCoreApplication.processEvents()
    for _ in range(ROUNDS):
        QCoreApplication.processEvents()
    return turn


def painted_of(painted: str, text: str) -> bool:
    """Whether this is how a text is painted: whole, or the beginning of a long one."""
    return painted == text or (painted[-1:] == "…" and text.startswith(painted[:-1]))


@contextmanager
def beats() -> Iterator[list[int]]:
    """A list that a timer of the GUI thread makes longer."""
    counted: list[int] = []
    timer = QTimer(interval=2, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(lambda: counted.append(1))
    timer.start()
    yield counted
    timer.stop()


def _texts(widget: QWidget) -> tuple[str, ...]:
    if isinstance(widget, QLabel | QAbstractButton):
        return (_unbroken(widget.text()),)
    if isinstance(widget, QLineEdit):
        return (widget.displayText(), widget.placeholderText())
    if isinstance(widget, QPlainTextEdit | QTextEdit):
        return (widget.toPlainText(), widget.placeholderText())
    return tuple(widget.itemText(each) for each in range(widget.count())) if isinstance(widget, QComboBox) else ()


def _beside(widget: QWidget) -> tuple[str, ...]:
    spoken = (widget.accessibleName(), widget.accessibleDescription())
    return (*spoken, _as_read(widget.toolTip()), widget.statusTip(), widget.whatsThis(), widget.windowTitle())


def _unbroken(text: str) -> str:
    """Without the places where a line may break."""
    return text.replace("\u200b", "")


def _as_read(tip: str) -> str:
    """A tooltip as it is shown."""
    document = QTextDocument()
    document.setHtml(tip)
    return document.toPlainText() if Qt.mightBeRichText(tip) else tip


def _linked(tip: str) -> bool:
    """Whether a tooltip holds more than text and line breaks in the one form that all have."""
    return Qt.mightBeRichText(tip) and not set(re.findall("<[^ >]*", tip)) <= {"<span", "</span", "<br"}


def _open_at_end(line: str) -> bool:
    return sum(line.count(each) for each in _OPENING) != line.count(_CLOSING)
