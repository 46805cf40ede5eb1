"""The search box: asks while a person types, and at once on Enter."""

from PySide6.QtCore import QEvent, QKeyCombination, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.gui.icons import icon
from app.gui.theme import ThemeKeeper

TYPING_MS = 150
"""A pause that long in typing asks."""
LONGEST_QUERY = 2_000
UNDO = QKeyCombination(Qt.Modifier.CTRL, Qt.Key.Key_Z)
LOOKING = QKeyCombination(Qt.Modifier.CTRL, Qt.Key.Key_E)
PLACEHOLDER = "Search your photos: words, “phrases”, -not, tag: place: camera: date: …"


class SearchBox(QLineEdit):
    """One box for every query."""

    asked = Signal(str)
    """Search for this; empty text browses."""
    again = Signal()
    """Search for the same once more: what is in the library may be otherwise by now."""
    left = Signal()
    """The person wants to go on to the results: Enter, Down, or Escape in an empty box."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._last = ""
        self.setObjectName("searchBox")
        self.setAccessibleName("Search your photos")
        self.setPlaceholderText(PLACEHOLDER)
        self.setMaxLength(LONGEST_QUERY)
        self._sign, self._clear = QAction(self), QAction("Clear the search", self)
        self.addAction(self._sign, QLineEdit.ActionPosition.LeadingPosition)
        self.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self._clear.setObjectName("clearSearch")
        self._clear.setToolTip("Clear the search (Esc)")
        self._clear.setVisible(False)
        self._clear.triggered.connect(lambda: self.ask_for(""))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TYPING_MS)
        self._timer.timeout.connect(self._ask)
        self.textChanged.connect(self._typed)
        themes.changed.connect(self._paint_signs)
        self._paint_signs()

    def ask_for(self, text: str) -> None:
        """Put a query into the box and ask for it at once."""
        self.setText(text)
        self._ask()

    def forget(self) -> None:
        """Be empty without asking for anything."""
        self._last = ""
        self.clear()

    def event(self, event: QEvent) -> bool:
        """Ctrl+E is a command of the window here as everywhere, and not the way to the end of the line, to which End leads.

        So is Ctrl+Z where nothing was typed that it could undo.
        """
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            for_window = (LOOKING,) if self.isUndoAvailable() else (LOOKING, UNDO)
            if event.keyCombination() in for_window:
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter asks, Escape clears, Down goes to the results."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
            self.left.emit()
        elif key == Qt.Key.Key_Escape and self.text():
            self.ask_for("")
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Escape):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _typed(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        if text:
            self._timer.start()
        else:
            self._ask()

    def _enter(self) -> None:
        if self.text() == self._last:
            self.again.emit()
        self._ask()

    def _ask(self) -> None:
        self._timer.stop()
        if self.text() != self._last:
            self._last = self.text()
            self.asked.emit(self._last)

    def _paint_signs(self) -> None:
        self._sign.setIcon(icon("search", self._themes.theme.muted))
        self._clear.setIcon(icon("close", self._themes.theme.muted))
