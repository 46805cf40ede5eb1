"""What shows that a card stands for several files: their number on its picture, LIVE where a film belongs to it, and words for both."""

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from app.domain.photo import Photo
from app.gui.formatting import count, file_name
from app.gui.icons import paint_icon
from app.gui.theme import Theme
from app.services.listing import Card, Version

INSET, PAD, GAP = 6.0, 5.0, 3.0
MOST_NAMED = 8
"""Versions that are called by name."""
SHARE = 0.86
"""Side of the icon by the height of the line."""
GROUND = 0.9
"""Opacity of the ground of a mark: what is under it must not make it hard to read."""


def versions_line(card: Card) -> str:
    """`3 versions: a-edited.jpg (edited), a.jpg (from the camera), a.dng (RAW)`; empty for a photo by itself."""
    stills = card.stills
    if len(stills) < 2:
        return ""
    named = [*map(_named, stills[:MOST_NAMED]), *((f"{len(stills) - MOST_NAMED} more",) if len(stills) > MOST_NAMED else ())]
    return f"{count(len(stills), 'version')}: {', '.join(named)}"


def live_line(card: Card) -> str:
    """`Live Photo with IMG_9140.MOV`; empty for others."""
    films = [file_name(each.path) for each in card.versions if each.photo is None]
    return f"Live Photo with {', '.join(films)}" if films else ""


def place_in_stack(card: Card) -> str:
    """`Version 2 of 3 · RAW` of the photo that is shown; empty for a photo by itself."""
    stills = card.stills
    at = next((number for number, each in enumerate(stills, 1) if each.path == card.photo.path), 0)
    return f"Version {at} of {len(stills)} · {stills[at - 1].word}" if at and len(stills) > 1 else ""


def paint_version_marks(painter: QPainter, box: QRectF, card: Card, font: QFont, theme: Theme) -> None:
    """Draw the marks into the upper corners of the picture in its box: LIVE at the left, the number of versions at the right."""
    picture, metrics = _picture_in(box, card.photo), QFontMetricsF(font)
    painter.setFont(font)
    if card.live:
        _paint_mark(painter, picture.topLeft() + QPointF(INSET, INSET), "live", "LIVE", metrics, theme)
    if len(card.stills) > 1:
        number = f"{len(card.stills)}"
        right = picture.right() - INSET - _width(number, metrics)
        _paint_mark(painter, QPointF(right, picture.top() + INSET), "stack", number, metrics, theme)


def _named(version: Version) -> str:
    return f"{file_name(version.path)} ({version.word})"


def _picture_in(box: QRectF, photo: Photo) -> QRectF:
    """Where the picture stands in its box, at the lower left, never enlarged."""
    size = QSizeF(max(photo.width, 1), max(photo.height, 1))
    picture = QRectF(QPointF(), size.scaled(box.size().boundedTo(size), Qt.AspectRatioMode.KeepAspectRatio))
    picture.moveBottomLeft(box.bottomLeft())
    return picture


def _width(text: str, metrics: QFontMetricsF) -> float:
    return 2 * PAD + round(metrics.height() * SHARE) + GAP + metrics.horizontalAdvance(text)


def _paint_mark(painter: QPainter, at: QPointF, sign: str, text: str, metrics: QFontMetricsF, theme: Theme) -> None:
    side = round(metrics.height() * SHARE)
    mark = QRectF(at, QSizeF(_width(text, metrics), metrics.height() + 4))
    ground = QColor(theme.raised)
    ground.setAlphaF(GROUND)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(mark, 4, 4)
    paint_icon(painter, sign, QRectF(mark.left() + PAD, round(mark.center().y() - side / 2), side, side), theme.text)
    painter.setPen(theme.text)
    words = mark.adjusted(PAD + side + GAP, 0, 0, 0)
    painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
