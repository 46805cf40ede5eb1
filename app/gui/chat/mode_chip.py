"""The label of an answer: a colour, an icon and a word, none of them alone."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.assistant.answer import Answer
from app.domain.evidence import AnswerMode
from app.gui.icons import paint_icon
from app.gui.theme import Theme, ThemeKeeper, mode_color

SIGN = 16
PAD = 9
HEIGHT = 26
WORDS = {AnswerMode.SOURCED: "Sourced", AnswerMode.ADJACENT: "Adjacent", AnswerMode.OPEN: "Open"}
SIGNS = {AnswerMode.SOURCED: "exact", AnswerMode.ADJACENT: "adjacent", AnswerMode.OPEN: "open-answer"}
MEANINGS = {
    AnswerMode.SOURCED: "This answer comes from your photos. Every sentence with a check mark was checked against them.",
    AnswerMode.ADJACENT: "Your photos come near to this question; whether they answer it, Candid cannot tell. "
    "Every sentence with a check mark was checked against them.",
    AnswerMode.OPEN: "Your photos do not come near to this question. Nothing in this answer comes from them.",
}
DISCARDED = "Discarded"


def label_of(answer: Answer) -> str:
    """The word that the chip of an answer shows."""
    return DISCARDED if answer.rejected else WORDS[answer.mode]


class ModeChip(QWidget):
    """Sourced, adjacent or open; None for an answer that was discarded."""

    def __init__(self, themes: ThemeKeeper, mode: AnswerMode | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._mode = mode
        self.setObjectName("modeChip")
        self.setAccessibleName(self.word)
        self.setToolTip(MEANINGS[mode] if mode else "A reply came, but something in it could not be checked against your photos.")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        font = self.font()
        font.setBold(True)
        self.setFont(font)
        themes.changed.connect(self.update)

    @property
    def word(self) -> str:
        """What it says."""
        return WORDS[self._mode] if self._mode else DISCARDED

    @property
    def color(self) -> QColor:
        """The colour of word and icon."""
        return _color(self._themes.theme, self._mode)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Icon and word in a pill."""
        return QSize(round(QFontMetricsF(self.font()).horizontalAdvance(self.word)) + SIGN + 2 * PAD + 6, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw it: a line around a tinted ground, so that the word keeps its contrast."""
        color, rect = self.color, QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        ground = QColor(color)
        ground.setAlphaF(0.10)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(color, 1.5))
            painter.setBrush(ground)
            painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
            sign = SIGNS[self._mode] if self._mode else "cancel"
            paint_icon(painter, sign, QRectF(PAD, (self.height() - SIGN) / 2, SIGN, SIGN), color)
            painter.setPen(color)
            painter.drawText(rect.adjusted(PAD + SIGN + 5, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.word)


def _color(theme: Theme, mode: AnswerMode | None) -> QColor:
    return mode_color(theme, mode) if mode else theme.danger
