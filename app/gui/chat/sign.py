"""A small icon beside a text, in a colour of the theme."""

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.gui.icons import paint_icon
from app.gui.theme import Theme, ThemeKeeper


class Sign(QWidget):
    """Draws an icon; `name` is what a screen reader says, nothing for one that only adorns."""

    def __init__(self, themes: ThemeKeeper, icon_name: str, color: Callable[[Theme], QColor], side: int = 16, name: str = "") -> None:
        super().__init__()
        self._themes = themes
        self._icon_name = icon_name
        self._color = color
        self.setFixedSize(side, side + 2)
        self.setAccessibleName(name)
        themes.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw it a little lower, where the first line of the text beside it is."""
        with QPainter(self) as painter:
            paint_icon(painter, self._icon_name, QRectF(0, 0.5, self.width(), self.width()), self._color(self._themes.theme))
