"""The line above ranked results that says what the bars are and what they are not, and the longer explanation behind its button."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.domain.match import Evidence
from app.gui.formatting import evidence_word
from app.gui.icons import paint_icon
from app.gui.labels import ElidedLabel, IconButton, plain_label
from app.gui.match_bar import EVIDENCE_ICONS
from app.gui.theme import ThemeKeeper, evidence_color

SENTENCE = "Bars compare each photo with the best match of this search, not with other searches."
SHORTER = (SENTENCE, "Bars compare with the best match here.", "Full bar: best match.", "")
"""What is said where there is less and less room; the button has it all."""
EXPLANATION = (
    "100 % is the best match here, not certainty. 50 % means half the points of the best one. "
    "The best match of a poor search is still 100 %: look at the kind of evidence and at the reason under each photo."
)
KINDS = (
    (Evidence.EXACT, "A tag, name, title, place or phrase is exactly what you typed."),
    (Evidence.WORDS, "Some words of your search stand in the photo's tags, texts or names."),
    (Evidence.MEANING, "No word is shared: a text of the photo means something near."),
    (Evidence.CONTENT, "Nothing that is said of the photo: the picture looks like it to this machine. A guess, which may be wrong."),
)


class MatchLegend(QWidget):
    """One line, and a button that explains."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setObjectName("matchLegend")
        self.setAccessibleName(SENTENCE)
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(16, 2, 8, 2)
        row.setSpacing(8)
        self._sentence = ElidedLabel(SENTENCE, muted=True)
        self._button = IconButton(themes, "info", "What the bars mean", self.explain)
        row.addWidget(self._sentence, 1)
        row.addWidget(self._button)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """The longest sentence that fits: none is cut."""
        super().resizeEvent(event)
        room = self._row.contentsRect().width() - self._row.spacing() - self._button.sizeHint().width()
        metrics = QFontMetrics(self._sentence.font())
        self._sentence.set_text(next(each for each in SHORTER if metrics.horizontalAdvance(each) <= max(room, 0)))

    def explain(self) -> "Explanation":
        """Show the explanation below the button until the next click elsewhere or Escape."""
        popup = Explanation(self._themes, self)
        popup.adjustSize()
        corner = self._button.mapToGlobal(QPoint(self._button.width() - popup.width(), self._button.height() + 4))
        popup.move(corner)
        popup.show()
        popup.setFocus()
        return popup


class Explanation(QFrame):
    """What the bars mean, with the kinds of evidence; deletes itself when it closes."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("matchExplanation")
        self.setProperty("kind", "strip")
        self.setFixedWidth(400)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addWidget(plain_label("What the bars mean", "heading"))
        column.addWidget(plain_label(SENTENCE, wrap=True))
        column.addWidget(plain_label(EXPLANATION, wrap=True))
        column.addLayout(_kinds(themes))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Any key closes it."""
        self.close()
        event.accept()


class EvidenceMark(QWidget):
    """The icon of a kind of evidence."""

    def __init__(self, themes: ThemeKeeper, evidence: Evidence, side: int = 18, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._evidence = evidence
        self.setFixedSize(QSize(side, side))
        self.setAccessibleName(evidence_word(evidence))
        themes.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw it."""
        with QPainter(self) as painter:
            color = evidence_color(self._themes.theme, self._evidence)
            paint_icon(painter, EVIDENCE_ICONS[self._evidence], QRectF(self.rect()), color)


def _kinds(themes: ThemeKeeper) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(8)
    grid.setColumnStretch(2, 1)
    for line, (evidence, sentence) in enumerate(KINDS):
        grid.addWidget(EvidenceMark(themes, evidence), line, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(plain_label(evidence_word(evidence), "heading"), line, 1, Qt.AlignmentFlag.AlignTop)
        text: QLabel = plain_label(sentence, wrap=True)
        grid.addWidget(text, line, 2)
    return grid
