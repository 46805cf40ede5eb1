"""Lines under the top bar: what went wrong or what to know, until it is closed or something newer is said; and what holds all the time."""

from typing import Literal

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.gui.icons import icon
from app.gui.labels import IconButton, plain_label
from app.gui.strips import framed_row
from app.gui.theme import ThemeKeeper

Kind = Literal["info", "warning"]
SHOWN_MS = 12_000
"""How long news stay; warnings stay until they are closed."""


class MessageStrip(QWidget):
    """A sentence with a sign and a button to close it."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._kind: Kind = "info"
        self.setObjectName("messageStrip")
        self._sign, self._text = QLabel(), plain_label(wrap=True)
        self._close = IconButton(themes, "close", "Close this message", self.hide)
        self._text.setObjectName("messageText")
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._close.setObjectName("messageClose")
        row = framed_row(self)
        for part in (self._sign, self._text, self._close):
            row.addWidget(part)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        themes.changed.connect(self._paint_sign)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence; empty while nothing is shown."""
        return "" if self.isHidden() else self._text.text()

    def say(self, text: str, kind: Kind = "warning") -> None:
        """Show a sentence in place of the one before."""
        self._kind = kind
        self._text.setText(text)
        self.setAccessibleName(text)
        self._paint_sign()
        self.show()
        if kind == "info":
            self._timer.start(SHOWN_MS)
        else:
            self._timer.stop()

    def take_back(self, text: str) -> None:
        """This sentence is true no more; another one that is shown meanwhile stays."""
        if self.text == text:
            self._timer.stop()
            self.hide()

    def _paint_sign(self) -> None:
        theme = self._themes.theme
        sign = ("warning", theme.warning) if self._kind == "warning" else ("info", theme.accent)
        self._sign.setPixmap(icon(*sign).pixmap(QSize(20, 20), self.devicePixelRatioF()))


class StandingStrip(QWidget):
    """A sentence that holds as long as the window is open, and cannot be closed."""

    def __init__(self, themes: ThemeKeeper, text: str | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setObjectName("standingStrip")
        self.setAccessibleName(text or "")
        self._sign, label = QLabel(), plain_label(text or "", wrap=True)
        label.setObjectName("standingText")
        label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row = framed_row(self)
        for part in (self._sign, label):
            row.addWidget(part)
        themes.changed.connect(self._paint_sign)
        self._paint_sign()
        if text is None:
            self.hide()

    def _paint_sign(self) -> None:
        self._sign.setPixmap(icon("warning", self._themes.theme.warning).pixmap(QSize(20, 20), self.devicePixelRatioF()))
