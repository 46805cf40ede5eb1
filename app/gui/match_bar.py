"""The match bar: how a result compares with the best one of the same search, and by what kind of evidence. It is no probability."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.domain.match import Evidence
from app.gui.formatting import evidence_word, percentage_text
from app.gui.icons import paint_icon
from app.gui.labels import reveal
from app.gui.theme import Theme, ThemeKeeper, evidence_color

TRACK = 4.0
"""Thickness of the track in logical pixels."""
GAP = 4.0

EVIDENCE_ICONS = {
    Evidence.EXACT: "exact",
    Evidence.WORDS: "words",
    Evidence.MEANING: "meaning",
    Evidence.CONTENT: "look",
    Evidence.FILTER: "check",
}
"""Kinds of evidence never differ by colour alone: each has an icon and a word."""


def match_bar_height(metrics: QFontMetricsF) -> float:
    """The height that `paint_match_bar` needs with a font: one line and the track under it."""
    return metrics.height() + GAP + TRACK


def paint_match_bar(painter: QPainter, rect: QRectF, percentage: int, evidence: Evidence, theme: Theme) -> None:
    """Draw icon and word of the evidence, `62 % of best`, and the track under them, with the painter's font.

    Where the width is not enough for both, the word gives way; the icon and the label stay.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    metrics = QFontMetricsF(painter.font())
    line = QRectF(rect.x(), rect.y(), rect.width(), metrics.height())
    _paint_words(painter, line, metrics, percentage, evidence, theme)
    track = QRectF(rect.x(), rect.y() + metrics.height() + GAP, rect.width(), TRACK)
    paint_track(painter, track, percentage, evidence, theme)
    painter.restore()


def paint_track(painter: QPainter, track: QRectF, percentage: int, evidence: Evidence, theme: Theme) -> None:
    """Draw the bar alone; its filled length is exactly `percentage` hundredths of the track."""
    radius = track.height() / 2
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.bar_track)
    painter.drawRoundedRect(track, radius, radius)
    filled = QRectF(track)
    filled.setWidth(track.width() * min(max(percentage, 0), 100) / 100)
    painter.setBrush(evidence_color(theme, evidence))
    painter.drawRoundedRect(filled, min(radius, filled.width() / 2), radius)


def _paint_words(painter: QPainter, line: QRectF, metrics: QFontMetricsF, percentage: int, evidence: Evidence, theme: Theme) -> None:
    label, word, side = percentage_text(percentage), evidence_word(evidence), round(metrics.height())
    paint_icon(painter, EVIDENCE_ICONS[evidence], QRectF(line.x(), line.y(), side, side), evidence_color(theme, evidence))
    left = side + GAP
    painter.setPen(theme.text)
    painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, label)
    if left + metrics.horizontalAdvance(word) + 2 * GAP + metrics.horizontalAdvance(label) <= line.width():
        painter.setPen(theme.muted)
        painter.drawText(line.adjusted(left, 0, 0, 0), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, word)


class MatchBar(QWidget):
    """A match bar as a widget; it is hidden while there is nothing to compare with."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._percentage: int | None = None
        self._evidence = Evidence.FILTER
        self.setObjectName("matchBar")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVisible(False)
        themes.changed.connect(self.update)

    @property
    def text(self) -> str:
        """What the bar says, for tests and screen readers; empty where it is hidden."""
        return "" if self._percentage is None else f"{percentage_text(self._percentage)}, {evidence_word(self._evidence)}"

    def show_match(self, percentage: int | None, evidence: Evidence) -> None:
        """Show a percentage of the best match, or nothing for None."""
        self._percentage, self._evidence = percentage, evidence
        self.setAccessibleName(self.text)
        reveal(self, visible=percentage is not None)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """One line of text and the track."""
        return QSize(160, round(match_bar_height(QFontMetricsF(self.font()))))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As narrow as icon and label allow."""
        metrics = QFontMetricsF(self.font())
        return QSize(round(metrics.height() + 2 * GAP + metrics.horizontalAdvance(percentage_text(99))), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw the bar."""
        if self._percentage is None:
            return
        with QPainter(self) as painter:
            paint_match_bar(painter, QRectF(self.rect()), self._percentage, self._evidence, self._themes.theme)
