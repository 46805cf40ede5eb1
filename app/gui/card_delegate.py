"""Draws one card of the grid: the picture, its name and day, and in ranked results the match bar and the first reason."""

from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap, QStaticText, QTransform
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain.photo import Photo, PhotoState
from app.gui.card_marks import marked, paint_marked_day
from app.gui.formatting import shown_date
from app.gui.icons import paint_icon
from app.gui.listing_model import CardRole, name_of
from app.gui.match_bar import match_bar_height, paint_match_bar
from app.gui.reason_text import paint_reason
from app.gui.theme import Theme, ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.gui.version_marks import paint_version_marks
from app.services.listing import Card

PAD = 8
RADIUS = 4.0
AWAY = 0.45
"""Opacity of a photo whose file cannot be reached."""
SMALLER = 0.92
KEPT_LINES = 4_000
"""Lines of text kept laid out: names and days of some two thousand cards."""
SHAPE = 0.75
"""Height of the picture's box by its width: most photos lie."""


@dataclass(frozen=True, slots=True)
class CardLayout:
    """Where the parts of a card are, in a cell whose picture is `side` logical pixels wide."""

    side: int
    line: float
    small_line: float
    bar: float
    ranked: bool

    @property
    def picture_height(self) -> int:
        """Of the box that the picture is fitted into."""
        return round(self.side * SHAPE)

    @property
    def size(self) -> QSize:
        """Of the whole cell."""
        height = 2 * PAD + self.picture_height + 6 + self.line + self.small_line
        if self.ranked:
            height += 5 + self.bar + 3 + self.small_line
        return QSize(self.side + 2 * PAD, round(height))

    def picture(self, cell: QRectF) -> QRectF:
        """The box of the picture."""
        return QRectF(cell.x() + PAD, cell.y() + PAD, self.side, self.picture_height)

    def name(self, cell: QRectF) -> QRectF:
        """The line of the name."""
        return QRectF(cell.x() + PAD, self.picture(cell).bottom() + 6, self.side, self.line)

    def date(self, cell: QRectF) -> QRectF:
        """The line of the day."""
        return QRectF(cell.x() + PAD, self.name(cell).bottom(), self.side, self.small_line)

    def match(self, cell: QRectF) -> QRectF:
        """The match bar with its words."""
        return QRectF(cell.x() + PAD, self.date(cell).bottom() + 5, self.side, self.bar)

    def reason(self, cell: QRectF) -> QRectF:
        """The line of the first reason."""
        return QRectF(cell.x() + PAD, self.match(cell).bottom() + 3, self.side, self.small_line)


def small(font: QFont) -> QFont:
    """The font of the lesser lines."""
    result = QFont(font)
    result.setPointSizeF(font.pointSizeF() * SMALLER)
    return result


def layout_of(font: QFont, side: int, *, ranked: bool) -> CardLayout:
    """The layout for a font."""
    lesser = QFontMetricsF(small(font))
    return CardLayout(side, QFontMetricsF(font).height(), lesser.height(), match_bar_height(lesser), ranked)


class Lines:
    """Lines of text of one font, cut to one width and laid out once: laying them out is most of what drawing a card costs."""

    def __init__(self, font: QFont, width: float) -> None:
        self.font = font
        self._width = width
        self._metrics = QFontMetricsF(font)
        self._laid: dict[str, tuple[QStaticText, float]] = {}

    def paint(self, painter: QPainter, at: QPointF, text: str, color: QColor, elide: Qt.TextElideMode) -> None:
        """Draw a line from its top left."""
        laid, rise = self._laid.get(text) or self._lay(text, elide)
        painter.setFont(self.font)
        painter.setPen(color)
        painter.drawStaticText(at - QPointF(0, rise), laid)

    def _lay(self, text: str, elide: Qt.TextElideMode) -> tuple[QStaticText, float]:
        """A line laid out, and how much higher it is drawn: fonts of other scripts are taller, and would reach into the line below."""
        if len(self._laid) >= KEPT_LINES:
            self._laid.clear()
        laid = QStaticText(self._metrics.elidedText(text.replace("\n", " "), elide, self._width))
        laid.setTextFormat(Qt.TextFormat.PlainText)
        laid.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
        rise = 0.0
        if not text.isascii():
            laid.prepare(QTransform(), self.font)
            rise = max(0.0, laid.size().height() - ceil(self._metrics.height()))
        self._laid[text] = laid, rise
        return laid, rise


class CardDelegate(QStyledItemDelegate):
    """Draws cards. `side` is the picture's width in logical pixels; `ranked` makes room for the bar and the reason."""

    def __init__(self, thumbnails: Thumbnails, themes: ThemeKeeper, parent: QWidget) -> None:
        super().__init__(parent)
        self._thumbnails = thumbnails
        self._themes = themes
        self.side = 168
        self.ranked = False
        self._laid_for = ("", 0, False)
        self._lay_out(parent.font())

    def layout(self, font: QFont) -> CardLayout:
        """Where the parts of a card are now."""
        key = (font.key(), self.side, self.ranked)
        if key != self._laid_for:
            self._laid_for = key
            self._lay_out(font)
        return self._layout

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802, ARG002
        """Of every cell alike."""
        return self.layout(option.font).size

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Draw the card, or its placeholder while it is fetched."""
        layout, cell, theme = self.layout(option.font), QRectF(option.rect), self._themes.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_ground(painter, cell, option.state, theme)
        card = index.data(CardRole)
        if isinstance(card, Card):
            self._paint_picture(painter, layout.picture(cell), card.photo, theme)
            if card.versions:
                paint_version_marks(painter, layout.picture(cell), card, self._lesser.font, theme)
            self._paint_words(painter, layout, cell, card, theme)
        else:
            _paint_placeholder(painter, layout, cell, theme)
        painter.restore()

    def _lay_out(self, font: QFont) -> None:
        self._layout = layout_of(font, self.side, ranked=self.ranked)
        self._names, self._lesser = Lines(QFont(font), self.side), Lines(small(font), self.side)

    def _paint_words(self, painter: QPainter, layout: CardLayout, cell: QRectF, card: Card, theme: Theme) -> None:
        self._names.paint(painter, layout.name(cell).topLeft(), name_of(card), theme.text, Qt.TextElideMode.ElideMiddle)
        if marked(card.marked):
            paint_marked_day(painter, layout.date(cell), shown_date(card.photo), card.marked, self._lesser.font, theme)
        else:
            self._lesser.paint(painter, layout.date(cell).topLeft(), shown_date(card.photo), theme.muted, Qt.TextElideMode.ElideRight)
        if not layout.ranked or card.match_percentage is None:
            return
        painter.setFont(self._lesser.font)
        paint_match_bar(painter, layout.match(cell), card.match_percentage, card.evidence, theme)
        if card.reasons:
            paint_reason(painter, layout.reason(cell), card.reasons[0], theme)

    def _paint_picture(self, painter: QPainter, box: QRectF, photo: Photo, theme: Theme) -> None:
        ratio = painter.device().devicePixelRatioF()
        pixmap = self._thumbnails.pixmap(photo, (box.size() * ratio).toSize(), round(RADIUS * ratio))
        away = photo.state is not PhotoState.PRESENT
        painter.setOpacity(AWAY if away else 1.0)
        if pixmap is not None:
            _paint_pixmap(painter, box, pixmap, ratio)
        else:
            _paint_frame(painter, box, photo, theme)
        painter.setOpacity(1.0)
        if away or self._thumbnails.known_missing(photo):
            _paint_mark(painter, box, theme)


def _paint_ground(painter: QPainter, cell: QRectF, state: QStyle.StateFlag, theme: Theme) -> None:
    inner = cell.adjusted(1, 1, -1, -1)
    focused = bool(state & QStyle.StateFlag.State_HasFocus)
    if state & QStyle.StateFlag.State_Selected:
        painter.setPen(QPen(theme.accent, 2 if focused else 1))
        painter.setBrush(theme.selection)
    elif focused and state & QStyle.StateFlag.State_KeyboardFocusChange:
        painter.setPen(QPen(theme.accent, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.raised)
    else:
        return
    painter.drawRoundedRect(inner, 6, 6)


def _paint_pixmap(painter: QPainter, box: QRectF, pixmap: QPixmap, ratio: float) -> None:
    """Standing on its name, flush with it; on the device's own pixels where the pixmap was made for this box, else scaled."""
    size, room = QSizeF(pixmap.size()) / ratio, box.size()
    made_for_it = abs(size.width() - room.width()) < 1 or abs(size.height() - room.height()) < 1
    exact = made_for_it and size.width() < room.width() + 1 and size.height() < room.height() + 1
    if not exact:
        # A small picture has one pixel on each logical pixel at most.
        size = QSizeF(pixmap.size()).scaled(room.boundedTo(QSizeF(pixmap.size())), Qt.AspectRatioMode.KeepAspectRatio)
    left = round(box.left() * ratio) / ratio
    top = round((box.bottom() - size.height()) * ratio) / ratio
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not exact)
    painter.drawPixmap(QRectF(QPointF(left, top), size), pixmap, QRectF(pixmap.rect()))


def _paint_frame(painter: QPainter, box: QRectF, photo: Photo, theme: Theme) -> None:
    """The outline that the picture will fill."""
    size = QSizeF(max(photo.width, 1), max(photo.height, 1)).scaled(box.size(), Qt.AspectRatioMode.KeepAspectRatio)
    frame = QRectF(QPointF(), size)
    frame.moveBottomLeft(box.bottomLeft())
    _paint_block(painter, frame, theme)


def _paint_block(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    color = QColor(theme.bar_track)
    color.setAlphaF(0.6)
    painter.setBrush(color)
    painter.drawRoundedRect(rect, RADIUS, RADIUS)


def _paint_placeholder(painter: QPainter, layout: CardLayout, cell: QRectF, theme: Theme) -> None:
    _paint_block(painter, layout.picture(cell), theme)
    _paint_block(painter, layout.name(cell).adjusted(0, 3, -layout.side * 0.3, -3), theme)
    _paint_block(painter, layout.date(cell).adjusted(0, 3, -layout.side * 0.5, -3), theme)


def _paint_mark(painter: QPainter, box: QRectF, theme: Theme) -> None:
    disc = QRectF(box.left() + 6, box.bottom() - 28, 22, 22)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.raised)
    painter.drawEllipse(disc)
    paint_icon(painter, "warning", QRectF(disc.topLeft() + QPointF(3, 3), disc.bottomRight() - QPointF(3, 3)), theme.warning)
