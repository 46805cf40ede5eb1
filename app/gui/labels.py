"""Small widgets that every view uses: labels that never read markup, labels that elide, buttons whose icon follows the theme."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QMessageBox, QSizePolicy, QSpacerItem, QToolButton, QWidget

from app.gui.icons import icon
from app.gui.theme import ThemeKeeper

READABLE = 440
"""Least width in pixels of a question with several lines."""


def plain_label(text: str = "", kind: str = "", *, wrap: bool = False) -> QLabel:
    """A label that shows text as it is. `kind` is one of the style sheet's: muted, heading, warning, danger."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    if kind:
        label.setProperty("kind", kind)
    return label


class ElidedLabel(QWidget):
    """One line of plain text that is cut in the middle, or at its `end`, where it does not fit; the tooltip then has all of it."""

    def __init__(self, text: str = "", *, muted: bool = False, bold: bool = False, right: bool = False, end: bool = False) -> None:
        super().__init__()
        self._text = ""
        self._cut = Qt.TextElideMode.ElideRight if end else Qt.TextElideMode.ElideMiddle
        self._side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        self._muted = muted
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if bold:
            font = self.font()
            font.setBold(True)
            self.setFont(font)
        self.set_text(text)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show other text."""
        self._text = " ".join(text.split())
        self.setAccessibleName(self._text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """The whole text on one line."""
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self._text) + 2, metrics.height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """A few letters."""
        return QSize(24, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw as much as there is room for."""
        shown = QFontMetrics(self.font()).elidedText(self._text, self._cut, self.width())
        self.setToolTip("" if shown == self._text else as_tooltip(self._text))
        role = QPalette.ColorRole.PlaceholderText if self._muted else QPalette.ColorRole.WindowText
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(role))
            painter.drawText(self.rect(), self._side | Qt.AlignmentFlag.AlignVCenter, shown)


class IconButton(QToolButton):
    """A flat button with an icon, a name for screen readers and a tooltip."""

    def __init__(
        self, themes: ThemeKeeper, icon_name: str, name: str, clicked: Callable[[], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._icon_name = icon_name
        self.setToolTip(name)
        self.setAccessibleName(name)
        self.setAutoRaise(True)
        self.setIconSize(QSize(20, 20))
        self.clicked.connect(lambda: clicked())
        themes.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self.setIcon(icon(self._icon_name, self._themes.theme.text))


def smaller(widget: QWidget) -> QFont:
    """The font of a widget for what is said beside the point."""
    font = widget.font()
    if font.pointSizeF() > 0:
        font.setPointSizeF(font.pointSizeF() * 0.85)
    return font


def reveal(widget: QWidget, *, visible: bool) -> None:
    """Show or hide a widget; one that is in no window yet is shown with it, not as a window of its own."""
    if not visible or widget.parentWidget() is not None:
        widget.setVisible(visible)


def widen(box: QMessageBox) -> None:
    """Give a question room for lines of a readable length, once it has its texts and buttons; Qt makes it as narrow as its heading."""
    grid = box.layout()
    if isinstance(grid, QGridLayout):
        grid.addItem(QSpacerItem(READABLE, 0), grid.rowCount(), 0, 1, grid.columnCount())


def as_tooltip(text: str) -> str:
    """Text for a tooltip, which Qt would read as markup if it looked like it."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", "<br>")
    return f"<span style='white-space:pre-wrap'>{escaped}</span>"
