"""Heart and stars on a card of the grid: small, at the right end of the line of the day."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from app.domain.photo import Photo
from app.gui.icons import paint_icon
from app.gui.rating_row import paint_stars
from app.gui.shown_words import is_favourite, rating_of, rating_word
from app.gui.theme import Theme

GAP = 4.0
SHARE = 0.84
"""Side of a sign by the height of the line."""


def marked(photo: Photo) -> bool:
    """Whether a photo has stars, a heart, or is rejected."""
    return is_favourite(photo) or rating_of(photo) != 0


def paint_marked_day(painter: QPainter, line: QRectF, day: str, photo: Photo, font: QFont, theme: Theme) -> None:
    """Draw the day of a marked photo, cut where it must be, and the marks behind it: five stars, or `5 ★` where there is no room."""
    metrics, side, rating = QFontMetricsF(font), float(round(line.height() * SHARE)), rating_of(photo)
    heart = side + (GAP if rating else 0.0) if is_favourite(photo) else 0.0
    free = line.width() - metrics.horizontalAdvance(day) - 2 * GAP - heart
    brief = rating > 1 and rating * side > free
    stars = metrics.horizontalAdvance(f"{rating} ") + side if brief else abs(rating) * side
    left, top = line.right() - stars - heart, line.top() + round((line.height() - side) / 2)
    painter.setFont(font)
    painter.setPen(theme.muted)
    shown = metrics.elidedText(day, Qt.TextElideMode.ElideRight, left - GAP - line.left())
    painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, shown)
    if heart:
        paint_icon(painter, "heart-filled", QRectF(left, top, side, side), theme.danger)
    if rating < 0:
        paint_icon(painter, "reject", QRectF(left + heart, top, side, side), theme.danger)
    elif brief:
        painter.drawText(QPointF(left + heart, line.top() + metrics.ascent()), str(rating))
        paint_stars(painter, QPointF(line.right() - side, top), side, 1, theme.muted)
    else:
        paint_stars(painter, QPointF(left + heart, top), side, rating, theme.muted)


def spoken_marks(photo: Photo) -> tuple[str, ...]:
    """The same for screen readers: `favourite`, `4 stars`."""
    rating = rating_of(photo)
    return (*(("favourite",) if is_favourite(photo) else ()), *((rating_word(rating),) if rating else ()))
