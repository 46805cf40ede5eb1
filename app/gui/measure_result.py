"""What one measurement came to, by words and by looks, and the button that applies it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.gui.band_section import PLOT_HEIGHT, BandSection, Naming
from app.gui.bands import bands_of_looks, bands_of_words
from app.gui.icons import icon
from app.gui.jobs import Runner
from app.gui.labels import plain_label
from app.gui.measure_texts import LOOK_SIDES, SIDES
from app.gui.measuring import Standing
from app.gui.theme import ThemeKeeper
from app.library.records import StoredMeasurement

if TYPE_CHECKING:
    from app.gui.band_plot import BandPlot

OF_WORDS = Naming("measure", "bandPlot", "crossingTable", "Questions on the wrong side", SIDES)
OF_LOOKS = Naming("look", "lookPlot", "lookCrossingTable", "Questions on the wrong side by look", LOOK_SIDES)
NOTHING = "Nothing was measured yet.\nOnce it is, every question is a dot here,\nby how close it comes to the words of your photos."


class NothingYet(QFrame):
    """Stands where the plot will be."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setObjectName("nothingMeasured")
        self.setProperty("kind", "strip")
        self.setFixedHeight(PLOT_HEIGHT)
        self._sign, text = QLabel(), plain_label(NOTHING, "muted")
        text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setSpacing(16)
        column.addStretch(1)
        for part in (self._sign, text):
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        themes.changed.connect(self._paint)
        self._paint()

    def _paint(self) -> None:
        sign = icon("ruler", self._themes.theme.muted, 48)
        self._sign.setPixmap(sign.pixmap(QSize(48, 48), self.devicePixelRatioF()))


class MeasureResult(QWidget):
    """Shows a measurement, or that there is none."""

    apply_asked = Signal(int)
    """The measurement of this id is to be applied."""

    def __init__(self, runner: Runner, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stored: StoredMeasurement | None = None
        self._nothing = NothingYet(themes)
        self._apply, self._state = QPushButton("Apply these numbers"), plain_label("", "muted", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self._apply)
        row.addWidget(self._state, 1)
        self._words, self._looks = BandSection(runner, themes, OF_WORDS, row), BandSection(runner, themes, OF_LOOKS)
        self._apply.setObjectName("measureApply")
        self._state.setObjectName("measureState")
        self._apply.clicked.connect(self._ask_apply)
        self._words.made.connect(lambda: _before(self._words.plot, self._apply))
        self._looks.made.connect(lambda: _before(self._looks.plot, self._looks.table))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        for part in (self._nothing, self._words, self._looks):
            column.addWidget(part)

    @property
    def plot(self) -> "BandPlot | None":
        """The plot of words; None until the first measurement is shown."""
        return self._words.plot

    @property
    def stored(self) -> StoredMeasurement | None:
        """What is shown."""
        return self._stored

    def show_measurement(self, stored: StoredMeasurement | None, standing: Standing) -> None:
        """Show this one beside the numbers that are in use."""
        self._stored = stored
        measurement = stored.measurement if stored else None
        looks = measurement.looks if measurement else None
        self._nothing.setVisible(measurement is None)
        self._words.show_bands(bands_of_words(measurement) if measurement else None)
        self._looks.show_bands(bands_of_looks(looks) if looks else None)
        if stored is not None:
            says = _why_not(stored, standing)
            self._apply.setEnabled(not says)
            self._state.setText(says)

    def tab_order(self) -> tuple[QWidget, ...]:
        """The parts as the keyboard goes through them; the plots will stand before and between them."""
        return (self._apply, self._words.table, self._looks.table)

    def _ask_apply(self) -> None:
        if self._stored is not None:
            self.apply_asked.emit(self._stored.id)


def _before(plot: QWidget | None, part: QWidget) -> None:
    """Let the keyboard come to a plot before this part."""
    if plot is not None:
        QWidget.setTabOrder(part.previousInFocusChain() or plot, plot)
        QWidget.setTabOrder(plot, part)


def _why_not(stored: StoredMeasurement, standing: Standing) -> str:
    """Why there is nothing to apply, as one sentence; empty where there is."""
    measurement = stored.measurement
    if measurement.thresholds is None and (measurement.looks is None or measurement.looks.threshold is None):
        return "There is nothing to apply."
    if measurement.model_id != standing.model_id:
        return "Another language model measured these numbers, so they cannot be applied: measure again."
    return "These numbers are in use." if stored.applied else ""
