"""Where a question is typed: it grows with the text, sends on Enter, and remembers what was asked before."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.gui.icons import icon
from app.gui.labels import ElidedLabel, smaller
from app.gui.theme import ThemeKeeper

MOST_LINES = 5
LONGEST_QUESTION = 2_000
PLACEHOLDER = "Ask about your photos…"
HINT, THESE = "Shift+Enter: new line", "“These”: {label}"


class QuestionEdit(QPlainTextEdit):
    """The text itself."""

    sent = Signal()
    left = Signal()
    """Escape."""
    focused = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._earlier: list[str] = []
        self._at = 0
        self._unsent = ""
        self.setObjectName("questionBox")
        self.setAccessibleName("Your question")
        self.setPlaceholderText(PLACEHOLDER)
        self.setProperty("kind", "bare")
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self.updateGeometry)
        self.textChanged.connect(self._bound)

    def remember(self, question: str) -> None:
        """Up brings it back."""
        if not self._earlier or self._earlier[-1] != question:
            self._earlier.append(question)
        self._at = len(self._earlier)

    def put(self, text: str) -> None:
        """Show a text with the cursor behind it."""
        self.setPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def sizeHint(self) -> QSize:  # noqa: N802
        """As many lines as the text has, five at most."""
        lines = min(max(1, round(self.document().size().height())), MOST_LINES)
        return QSize(200, lines * self.fontMetrics().lineSpacing() + 4)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """The same: the panel makes room."""
        return QSize(80, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter sends, Shift+Enter is a line break, Up and Down go through earlier questions, Escape leaves."""
        key, shift = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if shift:
                self.insertPlainText("\n")
            else:
                self.sent.emit()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key not in (Qt.Key.Key_Up, Qt.Key.Key_Down) or shift or not self._recalled(-1 if key == Qt.Key.Key_Up else 1):
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """The frame shows it."""
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """The frame shows it."""
        super().focusOutEvent(event)
        self.focused.emit(False)

    def _recalled(self, step: int) -> bool:
        """Go to an earlier or later question, from the first or last line; whether there is one."""
        edge = QTextCursor.MoveOperation.Up if step < 0 else QTextCursor.MoveOperation.Down
        if QTextCursor(self.textCursor()).movePosition(edge) or not 0 <= self._at + step <= len(self._earlier):
            return False
        if self._at == len(self._earlier):
            self._unsent = self.toPlainText()
        self._at += step
        self.put(self._unsent if self._at == len(self._earlier) else self._earlier[self._at])
        return True

    def _bound(self) -> None:
        text = self.toPlainText()
        if len(text) > LONGEST_QUESTION:
            self.put(text[:LONGEST_QUESTION])


class QuestionBox(QFrame):
    """The text, what it is asked about above it, and the button below it that sends, or cancels while an answer comes."""

    asked = Signal(str)
    cancelled = Signal()
    left = Signal()

    def __init__(self, themes: ThemeKeeper, scope: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._waiting = False
        self.setProperty("kind", "composer")
        self.setProperty("active", False)
        self.edit = QuestionEdit()
        self.button = QToolButton()
        self.button.setObjectName("sendQuestion")
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setIconSize(QSize(16, 16))
        self.button.setProperty("kind", "send")
        self.button.clicked.connect(self._press)
        self._hint = ElidedLabel(HINT, muted=True)
        self._hint.setObjectName("questionHint")
        self._hint.setFont(smaller(self._hint))
        self._arrange(scope, self._hint)
        self.edit.sent.connect(self._send)
        self.edit.left.connect(self.left)
        self.edit.focused.connect(self._show_focus)
        self.edit.textChanged.connect(self._show_state)
        themes.changed.connect(self._show_state)
        self._show_state()

    def set_waiting(self, waiting: bool) -> None:
        """Whether an answer is coming: then the button cancels."""
        self._waiting = waiting
        self._show_state()

    def show_scope(self, label: str) -> None:
        """Say what "these" are in a question; nothing of it where the label is empty."""
        self._hint.set_text(THESE.format(label=label) if label else HINT)

    def ask(self, text: str) -> None:
        """Ask this as if it had been typed; what is being typed stays."""
        if not self._waiting:
            self.edit.remember(text)
            self.asked.emit(text)

    def event(self, event: QEvent) -> bool:
        """A click beside the text is meant for it."""
        if event.type() is QEvent.Type.MouseButtonPress:
            self.edit.setFocus()
        return super().event(event)

    def _arrange(self, scope: QWidget, hint: QWidget) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 8, 8)
        column.setSpacing(8)
        column.addWidget(scope, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
        column.addWidget(self.edit)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(hint, 1)
        row.addWidget(self.button)
        column.addLayout(row)

    def _press(self) -> None:
        if self._waiting:
            self.cancelled.emit()
        else:
            self._send()
        self.edit.setFocus()

    def _send(self) -> None:
        text = self.edit.toPlainText().strip()
        if text and not self._waiting:
            self.edit.remember(text)
            self.edit.clear()
            self.asked.emit(text)

    def _show_state(self) -> None:
        name, sign = ("Cancel", "stop") if self._waiting else ("Send", "send")
        self.button.setText(name)
        self.button.setAccessibleName("Cancel the question" if self._waiting else "Send the question")
        self.button.setEnabled(self._waiting or bool(self.edit.toPlainText().strip()))
        theme = self._themes.theme
        self.button.setIcon(icon(sign, theme.accent_text if self.button.isEnabled() else theme.edge, 16))

    def _show_focus(self, focused: bool) -> None:
        self.setProperty("active", focused)
        self.style().unpolish(self)
        self.style().polish(self)
