"""Five stars that are clicked, previewed under the mouse and changed by keys, and the buttons for favourite and rejected beside them."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractSlider, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from app.domain.own_words import Change
from app.gui.icons import icon, paint_icon
from app.gui.labels import ElidedLabel, smaller
from app.gui.shown_words import ShownWords, rating_change, rating_word
from app.gui.theme import ThemeKeeper

MOST = 5
GAP = 2
MARGIN = 3


class StarRow(QAbstractSlider):
    """Stars from 1 to 5. A click on the star that is set already takes them away. For screen readers it is a slider."""

    chosen = Signal(int)

    def __init__(self, themes: ThemeKeeper, side: int = 18, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._side = side
        self._hovered = 0
        self.setObjectName("stars")
        self.setRange(0, MOST)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self.update)
        self.show_rating(0)

    def show_rating(self, rating: int | None) -> None:
        """So many stars; None where photos differ, -1 for rejected."""
        self.setValue(max(rating or 0, 0))
        self.setAccessibleName("Stars: various" if rating is None else f"Stars: {rating_word(rating)}")
        self.update()

    @property
    def previewed(self) -> int:
        """The stars under the mouse; 0 where it is elsewhere."""
        return self._hovered

    def sizeHint(self) -> QSize:  # noqa: N802
        """Five stars and room for the ring of the focus."""
        return QSize(MOST * (self._side + GAP) - GAP + 2 * MARGIN, self._side + 2 * MARGIN)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """The same."""
        return self.sizeHint()

    def star_at(self, x: float) -> int:
        """The star at a place, 1 to 5."""
        return min(max(int((x - MARGIN) // (self._side + GAP)) + 1, 1), MOST)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Preview."""
        self._preview(self.star_at(event.position().x()))

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Preview no more."""
        super().leaveEvent(event)
        self._preview(0)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Choose, when the button is let go."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Choose what is under the mouse."""
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.chosen.emit(self.star_at(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Left and Right take and give a star; digits are actions of the window, and work here too."""
        step = _STEPS.get(Qt.Key(event.key()), 0)
        if step and not event.modifiers():
            wanted = min(max(self.value() + step, 0), MOST)
            if wanted != self.value():
                # The star that is set is never chosen here, which would take all away.
                self.chosen.emit(wanted or self.value())
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw as many as are set, or previewed."""
        theme, lit = self._themes.theme, self._hovered if self.isEnabled() and self._hovered else self.value()
        color = theme.accent if self._hovered and self.isEnabled() else theme.text if self.isEnabled() else theme.edge
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for star in range(MOST):
                box = QRectF(MARGIN + star * (self._side + GAP), MARGIN, self._side, self._side)
                name, ink = ("star-filled", color) if star < lit else ("star", theme.edge)
                paint_icon(painter, name, box, ink)
            if self.hasFocus():
                painter.setPen(QPen(theme.accent, 2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)

    def _preview(self, star: int) -> None:
        if star != self._hovered:
            self._hovered = star
            self.setToolTip(rating_word(star) if star else "")
            self.update()


class SignButton(QToolButton):
    """A sign that is on or off, in a colour of its own while it is on; pressing it asks and changes nothing by itself."""

    def __init__(self, themes: ThemeKeeper, signs: tuple[str, str], color: Callable[[], QColor], pressed: Callable[[], object]) -> None:
        """`signs` are the icons for off and on."""
        super().__init__()
        self._themes, self._signs, self._color = themes, signs, color
        self._on = self._partly = False
        self.setAutoRaise(True)
        self.setIconSize(QSize(18, 18))
        self.setFixedSize(28, 28)  # the icon with its frame: the narrowest panel has room for “XMP xmp:Rating” behind it
        self.clicked.connect(lambda: pressed())
        themes.changed.connect(self._draw)
        self._draw()

    @property
    def on(self) -> bool:
        """Whether it is lit."""
        return self._on

    def show_state(self, on: bool, name: str, tip: str, *, partly: bool = False) -> None:
        """Lit or not, with a name for screen readers that says which; `partly` has the colour alone."""
        self._on, self._partly = on, partly
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self._draw()

    def _draw(self) -> None:
        self.setIcon(icon(self._signs[self._on], self._color() if self._on or self._partly else self._themes.theme.muted, 18))


class RatingRow(QWidget):
    """Stars, heart and the sign for rejected in one line. `wanted` tells the change that was asked for."""

    wanted = Signal(Change)

    def __init__(self, themes: ThemeKeeper, side: int = 18, *, sources: bool = False, parent: QWidget | None = None) -> None:
        """`sources`: say at the end of the line where the stars were read, or that photos differ."""
        super().__init__(parent)
        self._words = ShownWords()
        self.stars = StarRow(themes, side)
        self.heart = SignButton(themes, ("heart", "heart-filled"), lambda: themes.theme.danger, self._press_heart)
        self.reject = SignButton(themes, ("reject", "reject"), lambda: themes.theme.danger, lambda: self._choose(-1))
        self.heart.setObjectName("favourite")
        self.reject.setObjectName("rejected")
        self._source = ElidedLabel(muted=True, right=True, end=True)
        self._source.setFont(smaller(self._source))
        self._source.setObjectName("ratingSource")
        self._source.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.stars.chosen.connect(self._choose)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self.stars)
        row.addSpacing(4)
        row.addWidget(self.heart)
        row.addWidget(self.reject)
        if sources:
            row.addSpacing(4)
            row.addWidget(self._source, 1)
        self.show_words(self._words)

    def show_words(self, words: ShownWords) -> None:
        """What is set."""
        self._words = words
        self.stars.show_rating(words.rating)
        self._source.set_text("various" if words.rating is None else words.rating_source)
        partly = f" ({words.favourites:,} of {words.number:,})" if words.some_favourites else ""
        name = f"Favourite: {'yes' if words.all_favourites else 'no'}{partly}"
        self.heart.show_state(words.all_favourites, name, f"Favourite{partly} (F)", partly=words.some_favourites)
        rejected = words.rating is not None and words.rating < 0
        self.reject.show_state(rejected, f"Rejected: {'yes' if rejected else 'no'}", "Rejected (X)")

    def refuse(self, reason: str) -> None:
        """Nothing can be changed, and why; an empty reason lets it be changed."""
        self.setEnabled(not reason)
        self.setToolTip(reason)

    def _choose(self, rating: int) -> None:
        self.wanted.emit(rating_change(self._words, rating))

    def _press_heart(self) -> None:
        self.wanted.emit(Change(favourite=not self._words.all_favourites))


def paint_stars(painter: QPainter, at: QPointF, side: float, rating: int, color: QColor) -> None:
    """Filled stars beside each other, from the left."""
    for star in range(min(rating, MOST)):
        paint_icon(painter, "star-filled", QRectF(at.x() + star * side, at.y(), side, side), color)


_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1}
