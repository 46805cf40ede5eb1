"""A check box whose box can be seen on every ground; Fusion's own disappears on a dark one."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from app.gui.icons import paint_icon
from app.gui.theme import ThemeKeeper

BOX, GAP = 16.0, 8


class TickBox(QCheckBox):
    """A check box in the colours of the theme."""

    def __init__(self, themes: ThemeKeeper, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._themes = themes
        themes.changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Box and words."""
        metrics = QFontMetrics(self.font())
        return QSize(round(BOX) + GAP + metrics.horizontalAdvance(self.text()) + 4, max(round(BOX), metrics.height()) + 6)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """The same: words are not cut."""
        return self.sizeHint()

    def hitButton(self, pos: object) -> bool:  # noqa: N802, ARG002
        """A click anywhere on box and words counts."""
        return True

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw box, tick and words; the keyboard's place as a thicker line."""
        theme, focus = self._themes.theme, self.hasFocus()
        box = QRectF(1.5, (self.height() - BOX) / 2, BOX, BOX)
        line = theme.line if not self.isEnabled() else theme.text if focus else theme.accent if self.isChecked() else theme.edge
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(line, 2 if focus else 1.2))
            painter.setBrush(theme.accent if self.isChecked() and self.isEnabled() else theme.raised)
            painter.drawRoundedRect(box, 4, 4)
            if self.isChecked():
                paint_icon(painter, "check", box.adjusted(1.5, 1.5, -1.5, -1.5), theme.accent_text if self.isEnabled() else theme.edge)
            painter.setPen(theme.text if self.isEnabled() else theme.edge)
            words = QRectF(self.rect()).adjusted(BOX + GAP + 1.5, 0, 0, 0)
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
