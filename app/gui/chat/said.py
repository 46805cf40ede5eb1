"""Labels for text out of a reply or a file: plain, harmless, wrapped, of bounded length, and never wider than they are let be."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton, QSizePolicy, QVBoxLayout

from app.gui.chat.harmless import breakable, paragraphs
from app.gui.chat.payload_view import PayloadView

MOST_CHARACTERS, MOST_LINES = 600, 12
"""Of one statement that are painted: sentences of people are shorter, and a window must not halt for a page of signs."""
MORE = "… show all"
USUAL_WIDTH = 240
"""Logical pixels."""


class Said(QLabel):
    """Shows a text, to be selected with the mouse. `spoken` is what a screen reader tells for it."""

    def __init__(self, text: str, kind: str = "", spoken: str = "") -> None:
        super().__init__()
        self.whole = text
        short = _bounded(paragraphs(text))
        self.cut = short != paragraphs(text)
        self._heights: dict[int, int] = {}
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setText(breakable(f"{short.rstrip()}…" if self.cut else short))
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAccessibleName(_bounded(spoken))
        if kind:
            self.setProperty("kind", kind)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def widths(self) -> tuple[int, ...]:
        """The widths in logical pixels that it has been laid out for."""
        return tuple(self._heights)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Its width is for others to say."""
        return QSize(USUAL_WIDTH, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """No text pushes anything wider."""
        return QSize(0, self.fontMetrics().height())

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """The layouts around ask again and again, and a text is slow to lay out."""
        if width not in self._heights:
            self._heights[width] = super().heightForWidth(width)
        return self._heights[width]

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Another font has other heights."""
        self._heights.clear()
        super().changeEvent(event)


def said(text: str, kind: str = "") -> Said:
    """A label for a text that says nothing beside itself."""
    return Said(text, kind)


def show_all(text: Said) -> QPushButton:
    """A button that opens the whole of a text that was cut."""
    button = QPushButton(MORE)
    button.setObjectName("showWhole")
    button.setProperty("kind", "small")
    button.setAccessibleName("Show all of this text")
    button.clicked.connect(lambda: _open(text))
    return button


def _open(text: Said) -> None:
    dialog = QDialog(text.window())
    dialog.setObjectName("wholeText")
    dialog.setWindowTitle("The whole text")
    dialog.resize(520, 420)
    view, buttons = PayloadView("The whole text", "wholeTextView"), QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    view.show_text(text.whole)
    buttons.rejected.connect(dialog.reject)
    column = QVBoxLayout(dialog)
    column.addWidget(view)
    column.addWidget(buttons)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _bounded(text: str) -> str:
    return "\n".join(text[:MOST_CHARACTERS].split("\n")[:MOST_LINES])
