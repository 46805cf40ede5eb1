"""One photo of a group: its picture, what distinguishes it, whether it is the one to keep, and whether it is to go to the trash."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from app.domain.best import Suggestion
from app.domain.ids import PhotoId
from app.domain.written import day_and_clock, safe_line
from app.gui.alike.texts import OTHER_TIME, SAID_MORE, WHY, folder_below
from app.gui.card_delegate import small
from app.gui.formatting import dimensions, file_name, file_size, shown_date
from app.gui.icons import paint_icon
from app.gui.labels import as_tooltip
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.gui.tick_box import TickBox
from app.services.listing import Card

WIDTH, HEIGHT = 220, 150
"""Of the box that the picture is fitted into: four beside each other in a window of 1280 pixels."""
PAD, RADIUS = 8, 4
CORNER = 8.0
GOING = 0.35
"""Opacity of a picture that is to go."""
ICON = 14.0
LEADING = 3
"""Pixels between lines."""
INSET = 6
"""Pixels from the edge of the picture to what is written on it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is written under a picture."""

    name: str
    folder: str
    when: str
    size: str

    @property
    def facts(self) -> tuple[str, ...]:
        """All but the name."""
        return self.folder, self.when, self.size


def told_of(card: Card, roots: Sequence[str]) -> Told:
    """`roots` are the folders that were added."""
    path = card.photo.path
    return Told(safe_line(file_name(path)), safe_line(folder_below(path, roots)), _when(card), _size_text(card))


def _thought(photo_id: PhotoId, suggested: Suggestion) -> tuple[str, str]:
    """What is thought of a photo of a group, and what that means; empty where nothing is."""
    if photo_id == suggested.keep:
        return f"Suggested: {suggested.why}", WHY[suggested.why]
    if photo_id in suggested.apart:
        return "Taken at another time", OTHER_TIME
    return ("", "") if photo_id in suggested.spare else ("Has words of its own", SAID_MORE)


class AlikeCard(QWidget):
    """Draws a photo and holds its box to tick. `toggled` tells that it is to go, or not any more."""

    toggled = Signal()

    def __init__(
        self, card: Card, told: Told, differs: Sequence[bool], suggested: Suggestion, thumbnails: Thumbnails, themes: ThemeKeeper
    ) -> None:
        """`differs`: which of the facts that are told are not the same for all of the group."""
        super().__init__()
        self.card, self._told, self._differs = card, told, differs
        self._thumbnails, self._themes = thumbnails, themes
        self._is_suggested = card.photo.id == suggested.keep
        self.note, explained = _thought(card.photo.id, suggested)
        self.folder = told.folder
        self._explain(explained)
        self.check = TickBox(themes, "To the trash", self)
        self.check.setObjectName("alikeCheck")
        self.check.setAccessibleName(f"To the trash: {told.name}" + (f", suggested to keep: {suggested.why}" if self._is_suggested else ""))
        self.check.toggled.connect(self._turn)
        self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """The picture, faint where it is to go; what is thought of it; its name; and its facts, of which those that differ stand out."""
        theme = self._themes.theme
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            if self._is_suggested:
                self._paint_frame(painter, theme.exact)
            self._paint_picture(painter, theme.window)
            if self.note:
                self._paint_note(painter)
            self._write(painter, 0, self._told.name, theme.text, self._bold)
            for at, (text, differs) in enumerate(zip(self._told.facts, self._differs, strict=True), start=1):
                self._write(painter, at, text, theme.text if differs else theme.muted, self.font())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A click on the picture does what one on its box does."""
        if event.button() is Qt.MouseButton.LeftButton and self._box.contains(event.position().toPoint()):
            self.check.toggle()

    def heed(self, content_hash: str) -> None:
        """The thumbnail of this content can be drawn."""
        if content_hash == self.card.photo.content_hash:
            self.update(self._box)

    def _explain(self, why: str) -> None:
        """As a tooltip, and for those who do not see it."""
        said = tuple(filter(None, (self.note, why)))
        self.setToolTip(as_tooltip("\n".join((safe_line(self.card.photo.path), *self._told.facts[1:], *said))))
        self.setAccessibleName(", ".join((self._told.name, *self._told.facts)))
        self.setAccessibleDescription(" ".join(said))

    def _lay_out(self) -> None:
        self._box = QRect(PAD, PAD, WIDTH, HEIGHT)
        self._bold = QFont(self.font())
        self._bold.setBold(True)
        self._line = QFontMetrics(self._bold).height() + LEADING
        ticked = self.check.sizeHint()
        top = self._box.bottom() + INSET + (1 + len(self._told.facts)) * self._line + 2
        self.check.setGeometry(PAD, top, min(ticked.width(), WIDTH), ticked.height())
        self.setFixedSize(WIDTH + 2 * PAD, top + ticked.height() + PAD - 3)

    def _turn(self) -> None:
        self.update()
        self.toggled.emit()

    def _paint_frame(self, painter: QPainter, color: QColor) -> None:
        painter.setPen(QPen(color, 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), CORNER, CORNER)

    def _paint_picture(self, painter: QPainter, ground: QColor) -> None:
        """In the middle of a box, so that pictures of every shape stand in one row."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(self._box, RADIUS, RADIUS)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ratio = self.devicePixelRatioF()
        pixmap = self._thumbnails.pixmap(self.card.photo, self._box.size() * ratio, round(RADIUS * ratio))
        if pixmap is not None:
            painter.setOpacity(GOING if self.check.isChecked() else 1)
            painter.drawPixmap(_fitted(pixmap, QRectF(self._box), ratio), pixmap, QRectF(pixmap.rect()))
            painter.setOpacity(1)

    def _paint_note(self, painter: QPainter) -> None:
        """On a corner of the picture."""
        theme = self._themes.theme
        ground, ink = (theme.exact, theme.accent_text) if self._is_suggested else (theme.raised, theme.text)
        font = small(self.font())
        room = WIDTH - 2 * INSET - round(ICON) - 16
        text = QFontMetrics(font).elidedText(self.note, Qt.TextElideMode.ElideRight, room)
        pill = QRectF(PAD + INSET, PAD + INSET, QFontMetrics(font).horizontalAdvance(text) + ICON + 16, self._line + 4)
        painter.setPen(Qt.PenStyle.NoPen if self._is_suggested else QPen(theme.line, 1))
        painter.setBrush(ground)
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
        paint_icon(painter, "check" if self._is_suggested else "tag", QRectF(pill.x() + 6, pill.center().y() - ICON / 2, ICON, ICON), ink)
        painter.setPen(ink)
        painter.setFont(font)
        painter.drawText(pill.adjusted(ICON + 9, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)

    def _write(self, painter: QPainter, at: int, text: str, color: QColor, font: QFont) -> None:
        """One of the lines below the picture."""
        line = QRect(PAD, self._box.bottom() + INSET + at * self._line, WIDTH, self._line)
        painter.setPen(color)
        painter.setFont(font)
        cut = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideMiddle, WIDTH)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, cut)


def _fitted(pixmap: QPixmap, box: QRectF, ratio: float) -> QRectF:
    """Where a picture goes: as large as there is room for, but never larger than it is."""
    size = pixmap.size().toSizeF().scaled(box.size(), Qt.AspectRatioMode.KeepAspectRatio)
    if pixmap.width() < size.width() * ratio:
        size = pixmap.size().toSizeF() / ratio
    place = QRectF(0, 0, size.width(), size.height())
    place.moveCenter(box.center())
    return place


def _when(card: Card) -> str:
    """The day, and the time to the last digit that is known: it tells the pictures of a burst apart."""
    taken = card.photo.facts.taken
    read = day_and_clock(taken.value) if taken else None
    return f"{shown_date(card.photo)}, {read[1]}" if read and read[1] else shown_date(card.photo)


def _size_text(card: Card) -> str:
    photo = card.photo
    pixels = dimensions(photo.width, photo.height).split(",")[0]
    others = len(card.versions) - 1 if card.as_one else 0
    versions = f" · {others + 1} versions" if others > 0 else ""
    return f"{file_size(photo.stamp.size)} · {pixels}{versions}"
