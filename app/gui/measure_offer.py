"""A quiet offer under the top bar: what was measured holds no more, so measure again. Whoever declines is not asked again."""

from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget

from app.gui.icons import icon
from app.gui.jobs import Runner
from app.gui.labels import IconButton, plain_label
from app.gui.measuring import why_offer
from app.gui.strips import framed_row
from app.gui.theme import ThemeKeeper
from app.services.measure import MeasureCloseness


class MeasureOffer(QWidget):
    """Asks, when told to consider it, whether measuring again is worth while, and then shows why."""

    asked = Signal()
    """The person wants to."""

    def __init__(self, measure: MeasureCloseness, runner: Runner, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measure = measure
        self._runner = runner
        self._themes = themes
        self._declined = False
        self.setObjectName("measureOffer")
        self._sign, self._text = QLabel(), plain_label(wrap=True)
        self._text.setObjectName("measureOfferText")
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._open = QPushButton("Measure…")
        self._open.setObjectName("measureOfferOpen")
        self._open.clicked.connect(self._accept)
        self._close = IconButton(themes, "close", "Not now", self._decline)
        self._close.setObjectName("measureOfferClose")
        row = framed_row(self)
        row.setSpacing(8)
        for part in (self._sign, self._text, self._open, self._close):
            row.addWidget(part)
        themes.changed.connect(self._paint_sign)
        self._paint_sign()
        self.hide()

    def consider(self) -> None:
        """Offer it if there is a reason, unless the person has declined while this window was open."""
        if not self._declined:
            self._runner.run(partial(why_offer, self._measure), self._offer, key="measure offer")

    def _offer(self, why: str) -> None:
        self._text.setText(why)
        self.setAccessibleName(why)
        self.setVisible(bool(why) and not self._declined)

    def _accept(self) -> None:
        self.hide()
        self.asked.emit()

    def _decline(self) -> None:
        self._declined = True
        self.hide()

    def _paint_sign(self) -> None:
        self._sign.setPixmap(icon("ruler", self._themes.theme.accent).pixmap(QSize(20, 20), self.devicePixelRatioF()))
