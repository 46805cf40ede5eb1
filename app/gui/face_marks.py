"""Outlines around faces, drawn over a picture: readable on light and dark, with the names that other programs have written."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.domain.look import FaceRegion
from app.domain.photo import Photo
from app.domain.written import safe_line
from app.gui.formatting import count
from app.services.seen import Seen

CORNER = 5.0
PAD, GAP, APART = 6.0, 4.0, 12.0
NARROWEST_NAME, WIDEST_NAME = 110.0, 220.0
"""Logical pixels that a name may take beneath a small box, and at most."""
LONGEST = 80
"""Characters of a name that are looked at."""
OUTER, INNER, GROUND, INK = QColor(0, 0, 0, 150), QColor(255, 255, 255, 235), QColor(0, 0, 0, 170), QColor(255, 255, 255)
"""The same in both themes: what lies beneath is the picture."""
NOT_YET, NO_FACES = "Not looked at for faces yet", "No faces found (a guess)"


@dataclass(frozen=True, slots=True)
class Mark:
    """A face as fractions of the upright picture; found ones have no name."""

    left: float
    top: float
    width: float
    height: float
    name: str = ""

    def placed(self, picture: QRectF) -> QRectF:
        """Where it lies, given where the whole picture does."""
        return QRectF(
            picture.x() + self.left * picture.width(),
            picture.y() + self.top * picture.height(),
            self.width * picture.width(),
            self.height * picture.height(),
        )


def marks_of(photo: Photo, seen: Seen | None) -> tuple[Mark, ...]:
    """The faces that other programs have marked; where there are none, those that were found."""
    boxes = photo.regions or (seen.faces if seen else ())
    return tuple(Mark(each.left, each.top, each.width, each.height, _name(each)) for each in boxes)


def faces_line(photo: Photo, seen: Seen | None) -> str:
    """`2 faces found (a guess)`, or by whom they were marked."""
    if photo.regions:
        return f"{count(len(photo.regions), 'face')} marked by another program"
    if seen is None:
        return NOT_YET
    return f"{count(len(seen.faces), 'face')} found (a guess)" if seen.faces else NO_FACES


def paint_marks(painter: QPainter, picture: QRectF, room: QRectF, marks: Sequence[Mark]) -> None:
    """Draw the marks of a picture that lies at `picture`; names stay within `room`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for mark in marks:
        box = mark.placed(picture)
        if box.intersects(room):
            _outline(painter, box)
    for mark in marks:
        box = mark.placed(picture)
        if mark.name and box.intersects(room):
            _paint_name(painter, box, room, mark.name)
    painter.restore()


def paint_line(painter: QPainter, room: QRectF, line: str) -> None:
    """Say in the lower left corner what the marks are."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    metrics = QFontMetricsF(painter.font())
    shown = metrics.elidedText(line, Qt.TextElideMode.ElideRight, max(0.0, room.width() - 2 * (APART + PAD)))
    height = metrics.height() + PAD
    ground = QRectF(room.left() + APART, room.bottom() - APART - height, metrics.horizontalAdvance(shown) + 2 * PAD, height)
    _paint_words(painter, ground, shown)
    painter.restore()


def _outline(painter: QPainter, box: QRectF) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    crisp = QRectF(box.toRect())
    for color, width in ((OUTER, 4.0), (INNER, 2.0)):
        painter.setPen(QPen(color, width))
        painter.drawRoundedRect(crisp, CORNER, CORNER)


def _paint_name(painter: QPainter, box: QRectF, room: QRectF, name: str) -> None:
    metrics = QFontMetricsF(painter.font())
    widest = min(max(box.width(), NARROWEST_NAME), WIDEST_NAME)
    shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, widest)
    ground = QRectF(0, 0, metrics.horizontalAdvance(shown) + 2 * PAD, metrics.height() + 2)
    ground.moveCenter(QPointF(box.center().x(), box.bottom() + GAP + ground.height() / 2))
    ground.moveLeft(min(max(ground.left(), room.left()), max(room.left(), room.right() - ground.width())))
    ground.moveTop(min(ground.top(), room.bottom() - ground.height() - 2))
    _paint_words(painter, ground, shown)


def _paint_words(painter: QPainter, ground: QRectF, words: str) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(GROUND)
    painter.drawRoundedRect(ground, CORNER, CORNER)
    painter.setPen(INK)
    painter.drawText(ground, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, words)


def _name(face: object) -> str:
    return safe_line((face.name or "")[:LONGEST]) if isinstance(face, FaceRegion) else ""
