"""One photo of a group: its picture, what distinguishes it, whether it is the one to keep, and whether it is to go to the trash."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from app.domain.best import Suggestion
from app.domain.written import day_and_clock, safe_line
from app.gui.alike.texts import SAID_MORE, WHY, folder_below
from app.gui.formatting import dimensions, file_name, file_size, shown_date
from app.gui.icons import paint_icon
from app.gui.labels import as_tooltip
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.gui.tick_box import TickBox
from app.services.listing import Card

WIDTH, HEIGHT = 200, 150
"""Of the box that the picture is fitted into."""
PAD, RADIUS = 8, 4
CORNER = 8.0
GOING = 0.35
"""Opacity of a picture that is to go."""
ICON = 14.0


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
        said_more = not self._is_suggested and card.photo.id not in suggested.spare
        self.note = f"Suggested: {suggested.why}" if self._is_suggested else "Has words of its own" if said_more else ""
        self.folder = told.folder
        self._explain(WHY[suggested.why] if self._is_suggested else SAID_MORE if said_more else "")
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
            lines = _Lines(painter, QRect(PAD, PAD + HEIGHT + 6, WIDTH, self._line))
            self._paint_note(lines)
            lines.write(self._told.name, theme.text, self._bold, Qt.TextElideMode.ElideMiddle)
            for text, differs in zip(self._told.facts, self._differs, strict=True):
                cut = Qt.TextElideMode.ElideMiddle if text is self._told.folder else Qt.TextElideMode.ElideRight
                lines.write(text, theme.text if differs else theme.muted, self.font(), cut)

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
        self._line = QFontMetrics(self._bold).height() + 1
        ticked = self.check.sizeHint()
        top = PAD + HEIGHT + 6 + (2 + len(self._told.facts)) * self._line + 2
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

    def _paint_note(self, lines: "_Lines") -> None:
        """In a line of its own, which is there for every card so that all are alike."""
        theme = self._themes.theme
        if self._is_suggested:
            lines.write(self.note, theme.exact, self._bold, Qt.TextElideMode.ElideRight, "check")
        else:
            lines.write(self.note, theme.warning, self.font(), Qt.TextElideMode.ElideRight, "tag" if self.note else "")


class _Lines:
    """Writes line below line."""

    def __init__(self, painter: QPainter, line: QRect) -> None:
        self._painter, self._line = painter, line

    def write(self, text: str, color: QColor, font: QFont, cut: Qt.TextElideMode, icon: str = "") -> None:
        """One line, behind an icon if there is one."""
        beside = 0
        if icon:
            top = self._line.y() + (self._line.height() - ICON) / 2
            paint_icon(self._painter, icon, QRectF(self._line.x(), top, ICON, ICON), color)
            beside = round(ICON) + 4
        place = self._line.adjusted(beside, 0, 0, 0)
        self._painter.setPen(color)
        self._painter.setFont(font)
        self._painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, QFontMetrics(font).elidedText(text, cut, place.width()))
        self._line = self._line.translated(0, self._line.height())


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
