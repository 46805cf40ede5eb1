"""Two small panels of the Measure page: a sentence with a sign, and the numbers in use."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from app.domain.evidence import AnswerMode
from app.gui.formatting import cosine
from app.gui.icons import icon
from app.gui.labels import plain_label
from app.gui.measure_card import card_column
from app.gui.measure_texts import source_text
from app.gui.measuring import Standing
from app.gui.theme import ThemeKeeper, mode_color


class Notice(QFrame):
    """A sentence with a sign, or nothing."""

    def __init__(self, themes: ThemeKeeper, sign: str, object_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._icon_name = sign
        self.setObjectName(object_name)
        self.setProperty("kind", "strip")
        self._sign, self._text = QLabel(), plain_label(wrap=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(8)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._text, 1)
        themes.changed.connect(self._paint)
        self._paint()
        self.hide()

    @property
    def text(self) -> str:
        """The sentence; empty while nothing is shown."""
        return "" if self.isHidden() else self._text.text()

    def say(self, text: str) -> None:
        """Show a sentence; an empty one shows nothing."""
        self._text.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))

    def _paint(self) -> None:
        theme = self._themes.theme
        color = theme.warning if self._icon_name == "warning" else theme.accent
        self._sign.setPixmap(icon(self._icon_name, color).pixmap(QSize(20, 20), self.devicePixelRatioF()))


class NumbersInUse(QFrame):
    """By which numbers answers are labelled now, and where they come from."""

    shipped_asked = Signal()

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setObjectName("numbersInUse")
        self.setProperty("kind", "strip")
        self.shipped = QPushButton("Use the shipped numbers")
        self.shipped.setObjectName("measureUseShipped")
        self.shipped.clicked.connect(self.shipped_asked)
        self._numbers = {mode: plain_label("", "heading") for mode in (AnswerMode.ADJACENT, AnswerMode.SOURCED)}
        self._modes = {mode: plain_label(mode.value) for mode in self._numbers}
        self._look, self._look_mode = plain_label("", "heading"), plain_label(AnswerMode.ADJACENT.value)
        self._source = plain_label("", "muted", wrap=True)
        self._source.setObjectName("measureSource")
        self._arrange()
        themes.changed.connect(self._paint)
        self._paint()

    def show_standing(self, standing: Standing) -> None:
        """Show what is in use."""
        values = {AnswerMode.ADJACENT: standing.thresholds.adjacent, AnswerMode.SOURCED: standing.thresholds.strong}
        for mode, value in values.items():
            self._numbers[mode].setText(cosine(value))
        self._look.setText(cosine(standing.look_match))
        self._source.setText(source_text(standing.thresholds, standing.history))
        self.shipped.setEnabled(any(each.applied for each in standing.history))

    def _arrange(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        words = [(self._modes[mode], number, "from", mode.value) for mode, number in self._numbers.items()]
        for line, (name, number, of, key) in enumerate([*words, (self._look_mode, self._look, "by look, a guess, from", "look")]):
            font = name.font()
            font.setBold(True)
            name.setFont(font)
            number.setObjectName(f"inUse-{key}")
            grid.addWidget(name, line, 0)
            grid.addWidget(plain_label(of, "muted"), line, 1, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(number, line, 2, Qt.AlignmentFlag.AlignRight)
        column = card_column(self, "Numbers in use")
        column.addLayout(grid)
        column.addWidget(self._source)
        column.addSpacing(4)
        column.addWidget(self.shipped, 0, Qt.AlignmentFlag.AlignLeft)

    def _paint(self) -> None:
        for mode, label in (*self._modes.items(), (AnswerMode.ADJACENT, self._look_mode)):
            palette = label.palette()
            palette.setColor(label.foregroundRole(), mode_color(self._themes.theme, mode))
            label.setPalette(palette)
