"""One version in the panel of details: its name, its format, what it is, its stars and its heart. Pressing it shows it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.gui.formatting import file_name
from app.gui.icons import paint_icon
from app.gui.labels import as_tooltip, smaller
from app.gui.shown_words import is_favourite, rating_of, rating_word
from app.gui.theme import Theme, ThemeKeeper
from app.services.listing import Version

PAD, GAP, SIGN = 6, 8, 18


class VersionRow(QAbstractButton):
    """Shows a version; it can show one after the other. `asked` tells which one is wanted."""

    asked = Signal(object)
    """This `Version` should be shown, or opened where it is a film."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._version = Version("", "")
        self._current = False
        self.setObjectName("versionRow")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(lambda: self.asked.emit(self._version))
        themes.changed.connect(self.update)

    @property
    def version(self) -> Version:
        """What is shown."""
        return self._version

    @property
    def about(self) -> str:
        """`DNG · RAW · 4 stars · favourite`."""
        photo = self._version.photo
        rating = rating_of(photo) if photo else 0
        marks = (rating_word(rating) if rating else "", "favourite" if photo and is_favourite(photo) else "")
        return " · ".join(filter(None, (self._version.format, self._version.word, *marks)))

    def show_version(self, shown: tuple[Version, bool]) -> None:
        """Show a version, and whether the panel is about it."""
        self._version, self._current = shown
        name = file_name(self._version.path)
        action = "open it" if self._version.photo is None else "look at it"
        self.setAccessibleName(f"{name}, {self.about}, {'shown here' if self._current else f'press to {action}'}")
        self.setToolTip(as_tooltip(f"{name}\n{self.about}" if self._current else f"{name}\n{self.about}: press to {action}"))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Two lines."""
        lines = QFontMetricsF(self.font()).height() + QFontMetricsF(smaller(self)).height()
        return QSize(120, round(lines + 2 * PAD))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter presses it as Space does."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw the sign, the name and what it is."""
        theme = self._themes.theme
        sign = "external" if self._version.photo is None else "check" if self._current else "large"
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_ground(painter, theme)
            square = QRectF(PAD, round((self.height() - SIGN) / 2), SIGN, SIGN)
            paint_icon(painter, sign, square, theme.accent if self._current else theme.muted)
            self._paint_words(painter, theme)

    def _paint_ground(self, painter: QPainter, theme: Theme) -> None:
        painter.setPen(QPen(theme.accent, 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._current or self.underMouse() or self.isDown():
            painter.setBrush(theme.selection if self._current else theme.raised)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)

    def _paint_words(self, painter: QPainter, theme: Theme) -> None:
        left = PAD + SIGN + GAP
        upper, lower = QFontMetricsF(self.font()), QFontMetricsF(smaller(self))
        name = upper.elidedText(file_name(self._version.path), Qt.TextElideMode.ElideMiddle, self.width() - left - PAD)
        about = lower.elidedText(self.about, Qt.TextElideMode.ElideRight, self.width() - left - PAD)
        painter.setPen(theme.text)
        painter.drawText(QPointF(left, PAD + upper.ascent()), name)
        painter.setFont(smaller(self))
        painter.setPen(theme.muted)
        painter.drawText(QPointF(left, PAD + upper.height() + lower.ascent()), about)
