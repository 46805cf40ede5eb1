"""What the band plot shows beside its dots: zones, bands, thresholds and the gap, drawn in pixels from the top left of its inner part."""

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsLineItem, QGraphicsPolygonItem, QGraphicsRectItem, QGraphicsSimpleTextItem

from app.domain.closeness import Band
from app.domain.evidence import AnswerMode
from app.gui.band_layout import Frame, Row, placed
from app.gui.formatting import cosine
from app.gui.theme import Theme, mode_color

Limits = Sequence[tuple[AnswerMode, float]]
"""The labels beside open, each with the cosine that it begins at."""
ZONE_ALPHA, BAND_ALPHA = 0.08, 0.25
ARROW = 5.0
"""Half of an arrow's head, in pixels."""
_BEHIND = -10.0


class TextMark:
    """One line of plain text."""

    def __init__(self, parent: QGraphicsItem, *, bold: bool = False) -> None:
        self._item = QGraphicsSimpleTextItem(parent)
        font = QFont(self._item.font())
        font.setBold(bold)
        self._item.setFont(font)
        self._item.setZValue(10)

    @property
    def width(self) -> float:
        """Pixels across."""
        return self._item.boundingRect().width()

    @property
    def rect(self) -> QRectF:
        """What it covers."""
        return self._item.mapRectToParent(self._item.boundingRect())

    @property
    def text(self) -> str:
        """What it says; empty while it is not shown."""
        return self._item.text() if self._item.isVisible() else ""

    def say(self, text: str, color: QColor) -> None:
        """Show a text."""
        self._item.setText(text)
        self._item.setBrush(QBrush(color))
        self._item.show()

    def put(self, left: float, middle: float) -> None:
        """Move it: its left end, and the middle of its height."""
        self._item.setPos(round(left), round(middle - self._item.boundingRect().height() / 2))

    def hide(self) -> None:
        """Show nothing."""
        self._item.hide()


def put_in_line(marks: Sequence[TextMark], wanted: Sequence[float], middle: float, frame: Frame) -> None:
    """Put texts on one line near their wanted left ends, none over another."""
    for mark, left in zip(marks, placed(wanted, [each.width for each in marks], frame.width), strict=True):
        mark.put(left, middle)


def hide_all(parts: Sequence[QGraphicsItem | TextMark]) -> None:
    """Show none of them."""
    for part in parts:
        part.hide()


class Zones:
    """The modes that an answer may have, as tinted grounds with their words."""

    def __init__(self, parent: QGraphicsItem) -> None:
        self._rects = [QGraphicsRectItem(parent) for _ in range(3)]
        self.words = [TextMark(parent, bold=True) for _ in range(3)]
        for rect in self._rects:
            rect.setZValue(2 * _BEHIND)
            rect.setPen(QPen(Qt.PenStyle.NoPen))

    def draw(self, limits: Limits, frame: Frame, middle: float, theme: Theme) -> None:
        """Show the zones of these limits; none without."""
        hide_all((*self._rects, *self.words))
        if not limits:
            return
        ends = (0.0, *(frame.x(value) for _, value in limits), frame.width)
        modes = (AnswerMode.OPEN, *(mode for mode, _ in limits))
        for rect, word, mode, left, right in zip(self._rects, self.words, modes, ends, ends[1:], strict=False):
            color = mode_color(theme, mode)
            word.say(mode.value, color)
            rect.setRect(QRectF(QPointF(left, 0), QPointF(right, frame.height)))
            rect.setBrush(faded(color, ZONE_ALPHA))
            rect.show()
        words = self.words[: len(modes)]
        put_in_line(
            words, [(left + right - word.width) / 2 for left, right, word in zip(ends[:-1], ends[1:], words, strict=True)], middle, frame
        )


class ThresholdLines:
    """From where on an answer has a label: a line for each, with its number."""

    def __init__(self, parent: QGraphicsItem) -> None:
        self._lines = [QGraphicsLineItem(parent) for _ in range(2)]
        self.labels = [TextMark(parent) for _ in range(2)]
        for line in self._lines:
            line.setZValue(_BEHIND / 2)

    def draw(self, limits: Limits, frame: Frame, middle: float, theme: Theme) -> None:
        """Show each; none without limits."""
        hide_all((*self._lines, *self.labels))
        for line, label, (mode, value) in zip(self._lines, self.labels, limits, strict=False):
            x = round(frame.x(value)) + 0.5
            line.setLine(QLineF(x, middle - frame.line / 2, x, frame.height))
            line.setPen(QPen(mode_color(theme, mode), 1.5, Qt.PenStyle.DashLine))
            line.show()
            label.say(f"{mode.value} from {cosine(value)}", theme.text)
        labels = self.labels[: len(limits)]
        # The first stands before its line, the other behind its own.
        wanted = [
            frame.x(value) + (6 if number else -label.width - 6)
            for number, (label, (_, value)) in enumerate(zip(labels, limits, strict=True))
        ]
        put_in_line(labels, wanted, middle, frame)


class BandBar:
    """Where most questions of one side lie: a translucent bar with the numbers of its edges above or below."""

    def __init__(self, parent: QGraphicsItem) -> None:
        self._bar = QGraphicsRectItem(parent)
        self._bar.setZValue(_BEHIND)
        self.edges = [TextMark(parent) for _ in range(2)]

    def draw(self, band: Band | None, row: Row, numbers: float, frame: Frame, color: QColor, theme: Theme) -> None:
        """Show a band; `row` and `numbers` are heights above the bottom."""
        hide_all((self._bar, *self.edges))
        if band is None:
            return
        left, right = frame.x(band.low), frame.x(band.high)
        self._bar.setRect(QRectF(left, frame.height - row.middle - row.half, max(2.0, right - left), 2 * row.half))
        self._bar.setBrush(faded(color, BAND_ALPHA))
        self._bar.setPen(QPen(color, 1))
        self._bar.show()
        for mark, value in zip(self.edges, (band.low, band.high), strict=True):
            mark.say(cosine(value), theme.text)
        # Over the band, not beside it: there the thresholds are.
        put_in_line(self.edges, (left + 2, right - self.edges[1].width - 2), frame.height - numbers, frame)


class GapMark:
    """The gap between both bands as an arrow with its width, or that there is none."""

    def __init__(self, parent: QGraphicsItem) -> None:
        self._line, self._ground = QGraphicsLineItem(parent), QGraphicsRectItem(parent)
        self._heads = [QGraphicsPolygonItem(parent) for _ in range(2)]
        self.label = TextMark(parent)
        self._ground.setPen(QPen(Qt.PenStyle.NoPen))

    def draw(self, off: Band | None, on: Band | None, frame: Frame, height: float, theme: Theme) -> None:
        """Show how far apart the bands are; nothing without both of them."""
        hide_all((self._line, self._ground, *self._heads, self.label))
        if off is None or on is None:
            return
        y, gap = frame.height - height, on.low - off.high
        color = theme.text if gap > 0 else theme.warning
        left, right = sorted((frame.x(off.high), frame.x(on.low)))
        self._draw_arrow(left, right, y, color)
        self.label.say(f"gap {cosine(gap)}" if gap > 0 else f"no gap: the bands overlap by {cosine(-gap)}", color)
        within, before, after = (left + right - self.label.width) / 2, left - self.label.width - 2 * ARROW, right + 2 * ARROW
        fits = self.label.width + 8 * ARROW < right - left
        put_in_line([self.label], [within if fits else before if before > 0 else after], y, frame)
        self._ground.setRect(self.label.rect.adjusted(-4, 0, 4, 0))
        self._ground.setBrush(theme.surface)
        self._ground.setVisible(fits)

    def _draw_arrow(self, left: float, right: float, y: float, color: QColor) -> None:
        self._line.setLine(QLineF(left, y, right, y))
        self._line.setPen(QPen(color, 1.5))
        self._line.show()
        for head, tip, inwards in zip(self._heads, (left, right), (1, -1), strict=True):
            base = tip + 2 * ARROW * inwards
            head.setPolygon(QPolygonF([QPointF(tip, y), QPointF(base, y - ARROW), QPointF(base, y + ARROW)]))
            head.setBrush(color)
            head.setPen(QPen(Qt.PenStyle.NoPen))
            head.setVisible(right - left > 5 * ARROW)


def faded(color: QColor, alpha: float) -> QColor:
    """The same colour, translucent."""
    result = QColor(color)
    result.setAlphaF(alpha)
    return result
