"""Signs over the large picture that can be pressed: which version it is, and that a film belongs to it."""

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.gui.icons import paint_icon
from app.gui.theme import ThemeKeeper
from app.gui.version_marks import live_line, place_in_stack
from app.services.listing import Card, Version

PAD, GAP, SIDE = 8, 6, 16
LEAST = 80
APART = 12
"""Pixels between the corner of the picture and the signs, and between them."""
GROUND = 0.92
"""Opacity of the ground, so that it is read over any picture."""


class VersionSign(QAbstractButton):
    """An icon and a few words on a ground of their own; hidden while it has no words."""

    def __init__(self, themes: ThemeKeeper, icon_name: str, action: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._icon_name = icon_name
        self.setToolTip(action)
        self.setAccessibleDescription(action)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()
        themes.changed.connect(self.update)

    def show_words(self, words: str) -> None:
        """Say this, or be hidden for nothing."""
        self.setText(words)
        self.setAccessibleName(words)
        hint, room = self.sizeHint(), self.parentWidget()
        self.resize(min(hint.width(), max(room.width() - 2 * APART, LEAST)) if room else hint.width(), hint.height())
        self.setVisible(bool(words))

    def sizeHint(self) -> QSize:  # noqa: N802
        """One line with its icon."""
        metrics = QFontMetricsF(self.font())
        return QSize(round(2 * PAD + SIDE + GAP + metrics.horizontalAdvance(self.text())), round(metrics.height() + PAD))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw the ground, the icon and the words."""
        theme = self._themes.theme
        ground = QColor(theme.selection if self.underMouse() or self.isDown() else theme.raised)
        ground.setAlphaF(GROUND)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.accent, 2) if self.hasFocus() else QPen(theme.line, 1))
            painter.setBrush(ground)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)
            paint_icon(painter, self._icon_name, QRectF(PAD, round((self.height() - SIDE) / 2), SIDE, SIDE), theme.text)
            painter.setPen(theme.text)
            words = QRectF(self.rect()).adjusted(PAD + SIDE + GAP, 0, 1 - PAD, 0)
            shown = QFontMetricsF(self.font()).elidedText(self.text(), Qt.TextElideMode.ElideMiddle, words.width())
            painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


class VersionSigns(QObject):
    """Both signs, in the upper left corner of the picture."""

    next_asked = Signal()
    """Show the next version of the picture."""
    film_asked = Signal(object)
    """Open this `Version`, the film of a Live Photo."""

    def __init__(self, themes: ThemeKeeper, picture: QWidget) -> None:
        super().__init__(picture)
        self._film: Version | None = None
        self._version = VersionSign(themes, "stack", "Show the next version of the picture (V)", picture)
        self._version.setObjectName("largeVersion")
        self._version.clicked.connect(self.next_asked)
        self._live = VersionSign(themes, "live", "Open the video of this Live Photo", picture)
        self._live.setObjectName("largeFilm")
        self._live.clicked.connect(lambda: self.film_asked.emit(self._film))

    @property
    def words(self) -> str:
        """What they say; empty where they are hidden."""
        return ", ".join(filter(None, (self._version.text(), self._live.text())))

    def show_card(self, card: Card | None) -> None:
        """Say what there is to say of a card."""
        self._film = next((each for each in card.versions if each.photo is None), None) if card else None
        self._version.show_words(place_in_stack(card) if card else "")
        self._live.show_words(live_line(card) if card else "")
        self._version.move(APART, APART)
        self._live.move(APART, 2 * APART + self._version.height() if self._version.text() else APART)
