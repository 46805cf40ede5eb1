"""A reason on one line: its label, its text with the matching words bold, shortened so that they stay in sight. Never rich text."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.domain.match import Reason
from app.gui.labels import as_tooltip, reveal
from app.gui.theme import Theme, ThemeKeeper

ELLIPSIS = "…"
LEAST_WITH_TAIL = 130.0
"""Logical pixels of a line in which there is room for the tail of a reason, which stays where the rest is cut, and something before it."""
BEFORE = 14
"""Characters kept in front of the first bold word when the beginning of a long text is left out."""
LONGEST = 400
"""Characters of a text that are looked at at all: a line shows fewer."""

_BREAKS = dict.fromkeys((*range(0x20), 0x7F, 0x85, 0x2028, 0x2029), " ")


@dataclass(frozen=True, slots=True)
class Line:
    """One line to draw: `text`, the length of its muted beginning, the bold spans, and its `tail`, which says that it is a guess."""

    text: str
    muted: int
    bold: tuple[tuple[int, int], ...]
    tail: str = ""


def line_of(reason: Reason) -> Line:
    """The whole line of a reason, line breaks being spaces."""
    text, lead = reason.text[:LONGEST].translate(_BREAKS), reason.lead.translate(_BREAKS)
    bold = _moved(reason.emphasis, len(lead), len(lead) + len(text))
    return Line(lead + text + reason.tail, len(lead), bold, reason.tail)


def shortened(line: Line) -> Line:
    """The same with the words before the first bold one left out, so that the bold one is seen on a short line."""
    start = line.bold[0][0] if line.bold else 0
    cut = start - BEFORE
    if cut <= line.muted:
        return line
    space = line.text.find(" ", cut, start)
    cut = space + 1 if space >= 0 else cut
    lead = line.text[: line.muted] + ELLIPSIS
    text = lead + line.text[cut:]
    return replace(line, text=text, bold=_moved(line.bold, len(lead) - cut, len(text)))


def paint_reason(painter: QPainter, rect: QRectF, reason: Reason, theme: Theme) -> None:
    """Draw a reason into a rectangle on one line with the painter's font, with an ellipsis where it does not fit."""
    line = line_of(reason)
    laid, fits = fitted(line, painter.font(), rect.width(), theme)
    if not fits:
        laid, _ = fitted(shortened(line), painter.font(), rect.width(), theme)
    painter.save()
    painter.setPen(theme.text)
    top = rect.y() + max(0.0, (rect.height() - laid.boundingRect().height()) / 2)
    laid.draw(painter, QPointF(rect.x(), top))
    painter.restore()


class ReasonLabel(QWidget):
    """One reason as a widget; hidden without one."""

    def __init__(self, themes: ThemeKeeper, reason: Reason | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._reason: Reason | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self.update)
        self.show_reason(reason)

    @property
    def reason(self) -> Reason | None:
        """What is shown."""
        return self._reason

    def show_reason(self, reason: Reason | None) -> None:
        """Show another reason, or nothing."""
        self._reason = reason
        self.setAccessibleName(reason.plain if reason else "")
        self.setToolTip(as_tooltip(reason.plain) if reason else "")
        reveal(self, visible=reason is not None)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """One line of text."""
        return QSize(120, round(QFontMetricsF(self.font()).height() + 2))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Any width will do: the text is shortened."""
        return QSize(40, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw the reason."""
        if self._reason is None:
            return
        with QPainter(self) as painter:
            paint_reason(painter, QRectF(self.rect()), self._reason, self._themes.theme)


def _moved(spans: tuple[tuple[int, int], ...], by: int, limit: int) -> tuple[tuple[int, int], ...]:
    moved = ((max(0, start + by), min(limit, end + by)) for start, end in spans)
    return tuple((start, end) for start, end in moved if start < end)


def fitted(line: Line, font: QFont, width: float, theme: Theme) -> tuple[QTextLayout, bool]:
    """The line laid out within a width, and whether nothing had to be cut."""
    laid = _laid(line, font, width, theme)
    if _seen(laid) >= _units(line.text):
        return laid, True
    tail = line.tail if width >= LEAST_WITH_TAIL else ""
    room = width - QFontMetricsF(font).horizontalAdvance(ELLIPSIS + tail)
    kept = _first_units(line.text, _seen(_laid(line, font, room, theme))).rstrip()
    cut = replace(line, text=kept + ELLIPSIS + tail, muted=min(line.muted, len(kept)), bold=_moved(line.bold, 0, len(kept)))
    return _laid(cut, font, max(width, 1e6), theme), False


def _laid(line: Line, font: QFont, width: float, theme: Theme) -> QTextLayout:
    laid = QTextLayout(line.text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAnywhere)
    laid.setTextOption(option)
    lead = theme.content if line.tail else theme.muted
    laid.setFormats([_range(line.text, 0, line.muted, color=lead), *(_range(line.text, *span, bold=True) for span in line.bold)])
    laid.beginLayout()
    first = laid.createLine()
    first.setLineWidth(max(1.0, width))
    laid.endLayout()
    return laid


def _seen(laid: QTextLayout) -> int:
    """Code units on the first line. The layout has to be held by a name: its lines do not keep it alive."""
    return laid.lineAt(0).textLength()


def _range(text: str, start: int, end: int, *, bold: bool = False, color: QColor | None = None) -> QTextLayout.FormatRange:
    each = QTextLayout.FormatRange()
    each.start, each.length = _units(text[:start]), _units(text[start:end])
    kind = QTextCharFormat()
    if bold:
        kind.setFontWeight(QFont.Weight.Bold)
    if color is not None:
        kind.setForeground(color)
    each.format = kind
    return each


def _units(text: str) -> int:
    """Length as Qt counts it: in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _first_units(text: str, units: int) -> str:
    return text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore")


__all__ = ["Line", "ReasonLabel", "fitted", "line_of", "paint_reason", "shortened"]
