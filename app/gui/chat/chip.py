"""A chip with an icon that can be clicked."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QToolButton

from app.gui.chat.harmless import breakable, one_line
from app.gui.icons import icon
from app.gui.labels import as_tooltip
from app.gui.theme import ThemeKeeper

GAP = 4
PADDING = {"chip": 24, "quiet": 12}
"""Of the style sheet, both sides with the line around, by kind."""
LONGEST = 44
"""Characters that are shown; the tooltip has all of a longer text."""


class Chip(QToolButton):
    """Shows text from anywhere, made harmless. `kind` is one of the style sheet's: chip, quiet."""

    def __init__(self, themes: ThemeKeeper, sign: str, text: str, kind: str = "chip") -> None:
        super().__init__()
        self._themes = themes
        self._sign = sign
        self.setProperty("kind", kind)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(14, 14))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.show_text(text)
        themes.changed.connect(self._draw)
        self._draw()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Icon and text with the same room on both sides, of which the style would leave more behind the text."""
        icon_width = self.iconSize().width() + GAP
        width = icon_width + self.fontMetrics().horizontalAdvance(self.text().replace("&&", "&")) + PADDING[str(self.property("kind"))]
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """It may be cut where there is no room at all."""
        return QSize(48, self.sizeHint().height())

    def show_text(self, text: str) -> None:
        """Show another text."""
        line = one_line(text)
        self.setText(fitted(line).replace("&", "&&"))
        self.setToolTip("" if len(line) <= LONGEST else as_tooltip(breakable(line)))

    def show_sign(self, sign: str) -> None:
        """Show another icon."""
        self._sign = sign
        self._draw()

    def _draw(self) -> None:
        self.setIcon(icon(self._sign, self._themes.theme.muted, 14))


def fitted(line: str) -> str:
    """A line cut to `LONGEST` characters."""
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
