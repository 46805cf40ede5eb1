"""The ruler below an answer: where its question lies between other things and the photos, in words and without a number."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.assistant.answer import Answer
from app.domain.closeness import Band, Measurement, Thresholds
from app.domain.evidence import AnswerMode
from app.evidence.closeness import SHIPPED
from app.evidence.measuring import band
from app.gui.band_layout import Frame
from app.gui.band_marks import faded
from app.gui.labels import smaller
from app.gui.theme import Theme, ThemeKeeper, mode_color

WIDTH, TRACK, PIN, GAP = 360, 12.0, 7.0, 3.0
ENDS = ("other things", "your photos")
UNMEASURED = "How close this question comes could not be measured."
BY_FACTS = "Answered by facts, not by closeness."
BY_GUESSES = "Rests on what Candid guesses of pictures, not on closeness."
SHIPPED_NUMBERS = "Candid’s own numbers; measure your library for yours."
OTHERWISE = "Its label does not come from closeness alone."
BY_LOOK = "Near by look alone, which is a guess."
LIES = {
    AnswerMode.OPEN: "This question lies near other things.",
    AnswerMode.ADJACENT: "This question lies between other things and your photos.",
    AnswerMode.SOURCED: "This question lies near your photos.",
}
ZONE_ALPHA, BAND_ALPHA = 0.22, 0.55


@dataclass(frozen=True, slots=True)
class Reading:
    """What the ruler shows: both bands where they were measured, the thresholds, and where the question lies, if that is known.

    `held` says that the label follows from there.
    """

    thresholds: Thresholds
    off: Band | None
    on: Band | None
    closeness: float | None
    mode: AnswerMode
    held: bool
    caption: str


class Ruler(QWidget):
    """Draws a `Reading`: the three labels' zones with the bands in them, and a pin."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._reading: Reading | None = None
        self.setObjectName("ruler")
        self.setAccessibleName("How close this question comes to your photos")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFont(smaller(self))
        themes.changed.connect(self.update)

    @property
    def reading(self) -> Reading | None:
        """What is shown."""
        return self._reading

    def show_answer(self, answer: Answer, measurement: Measurement | None) -> None:
        """Show where an answer's question lies; `measurement` is the one in use, None for the numbers that come with Candid."""
        self._reading = read_ruler(answer, measurement)
        self.setAccessibleDescription(described(self._reading))
        self.setToolTip(described(self._reading))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Pin, track and two lines of words."""
        return QSize(WIDTH, round(PIN + GAP + TRACK + 2 * GAP + 2 * QFontMetricsF(self.font()).height()))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Narrow enough for a panel at the side."""
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw it."""
        if self._reading is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            track = QRectF(0, PIN + GAP, self.width(), TRACK)
            _paint_track(painter, track, self._reading, self._themes.theme)
            _paint_words(painter, track, self._reading, self._themes.theme)


def read_ruler(answer: Answer, measurement: Measurement | None) -> Reading:
    """What the ruler shows of an answer."""
    questions = measurement.questions if measurement else ()
    limits = answer.thresholds or (measurement.thresholds if measurement else None) or SHIPPED
    # The bands are made of what sentences say, and so is the place of the question.
    closeness = answer.closeness.sentences if answer.closeness else None
    held = not answer.question.covered and closeness is not None and zone(closeness, limits) is answer.mode
    off, on = band(questions, on_topic=False), band(questions, on_topic=True)
    return Reading(limits, off, on, closeness, answer.mode, held, _caption(answer, limits, measured=measurement is not None))


def zone(closeness: float, limits: Thresholds) -> AnswerMode:
    """The label that closeness alone would give."""
    if closeness >= limits.strong:
        return AnswerMode.SOURCED
    return AnswerMode.ADJACENT if closeness >= limits.adjacent else AnswerMode.OPEN


def described(reading: Reading) -> str:
    """The whole ruler in words, for who cannot see it."""
    if reading.closeness is None:
        return reading.caption
    where = LIES[zone(reading.closeness, reading.thresholds)]
    bands = "" if reading.off is None or reading.on is None else _bands_text(reading.off, reading.on)
    own = "" if reading.caption == where else reading.caption
    return " ".join(each for each in (where, own, bands) if each)


def _bands_text(off: Band, on: Band) -> str:
    apart = "apart" if off.high < on.low else "over each other"
    return f"The measured bands of questions about other things and about your photos lie {apart}."


def _caption(answer: Answer, limits: Thresholds, *, measured: bool) -> str:
    if answer.question.covered:
        return BY_FACTS if answer.mode is AnswerMode.SOURCED else BY_GUESSES
    if answer.closeness is None:
        return UNMEASURED
    if answer.by_look:
        return BY_LOOK
    where = zone(answer.closeness.sentences, limits)
    if where is not answer.mode:
        return OTHERWISE
    return LIES[where] if measured else SHIPPED_NUMBERS


def _paint_track(painter: QPainter, track: QRectF, reading: Reading, theme: Theme) -> None:
    frame = Frame(track.width(), track.height(), 0)
    marks = [frame.x(each) for each in (reading.thresholds.adjacent, reading.thresholds.strong)]
    painter.save()
    _paint_zones(painter, track, [0.0, *marks, track.width()], theme)
    for side, color in ((reading.off, theme.muted), (reading.on, theme.exact)):
        if side is not None:
            _paint_band(painter, track, frame.x(side.low), frame.x(side.high), color)
    painter.restore()
    for x, mode in zip(marks, (AnswerMode.ADJACENT, AnswerMode.SOURCED), strict=True):
        painter.setPen(QPen(mode_color(theme, mode), 2))
        painter.drawLine(QPointF(x, track.top() - 2), QPointF(x, track.bottom() + 2))
    if reading.closeness is not None:
        _paint_pin(painter, track, frame.x(reading.closeness), reading, theme)


def _paint_zones(painter: QPainter, track: QRectF, ends: list[float], theme: Theme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for left, right, mode in zip(ends, ends[1:], (AnswerMode.OPEN, AnswerMode.ADJACENT, AnswerMode.SOURCED), strict=False):
        painter.setBrush(faded(mode_color(theme, mode), ZONE_ALPHA))
        painter.drawRect(QRectF(left, track.top(), right - left, track.height()))


def _paint_band(painter: QPainter, track: QRectF, left: float, right: float, color: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(color, BAND_ALPHA))
    painter.drawRoundedRect(QRectF(left, track.top() + 3, max(2.0, right - left), track.height() - 6), 3, 3)


def _paint_pin(painter: QPainter, track: QRectF, x: float, reading: Reading, theme: Theme) -> None:
    """A pin through the track; hollow where the label does not follow from its place."""
    color = mode_color(theme, reading.mode) if reading.held else theme.text
    x = min(max(x, PIN), track.right() - PIN)
    head = QPolygonF([QPointF(x - PIN, 0.75), QPointF(x + PIN, 0.75), QPointF(x, PIN + GAP)])
    painter.setPen(QPen(color, 1.5))
    painter.setBrush(color if reading.held else theme.surface)
    painter.drawPolygon(head)
    painter.setPen(QPen(color, 2))
    painter.drawLine(QPointF(x, PIN + GAP), QPointF(x, track.bottom()))


def _paint_words(painter: QPainter, track: QRectF, reading: Reading, theme: Theme) -> None:
    metrics, whole = painter.fontMetrics(), Qt.TextFlag.TextDontClip
    line = QRectF(0, track.bottom() + GAP, track.width(), metrics.height())
    painter.setPen(theme.muted)
    painter.drawText(line, Qt.AlignmentFlag.AlignLeft | whole, f"← {ENDS[0]}")
    painter.drawText(line, Qt.AlignmentFlag.AlignRight | whole, f"{ENDS[1]} →")
    painter.setPen(theme.text)
    caption = metrics.elidedText(reading.caption, Qt.TextElideMode.ElideRight, int(track.width()))
    painter.drawText(line.translated(0, metrics.height() + GAP / 2), Qt.AlignmentFlag.AlignHCenter | whole, caption)
