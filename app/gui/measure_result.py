"""What one measurement came to: its plot, what it means in a sentence, the questions that cross, and the button that applies it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.domain.closeness import MeasuredQuestion, Measurement
from app.evidence.measuring import crossing, explain
from app.gui.formatting import count
from app.gui.icons import icon
from app.gui.jobs import Runner
from app.gui.labels import ElidedLabel, plain_label
from app.gui.measure_tables import RowsTable, crossing_model
from app.gui.measure_texts import about_measurement, question_text
from app.gui.measuring import Standing
from app.gui.theme import ThemeKeeper
from app.library.records import StoredMeasurement

if TYPE_CHECKING:
    from app.gui.band_plot import BandPlot

PLOT_HEIGHT = 340
NOTHING = "Nothing was measured yet.\nOnce it is, every question is a dot here,\nby how close it comes to the words of your photos."
POINT = "Point at a dot, or go through them with the arrow keys, to read its question."


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
        self._runner = runner
        self._themes = themes
        self._stored: StoredMeasurement | None = None
        self._standing: Standing | None = None
        self._plot: BandPlot | None = None
        self._about, self._explained = plain_label(kind="heading", wrap=True), plain_label(wrap=True)
        self._nothing = NothingYet(themes)
        self._pointed = ElidedLabel(POINT)
        self._apply, self._state = QPushButton("Apply these numbers"), plain_label("", "muted", wrap=True)
        self._crossing = crossing_model()
        self._across = plain_label("", "heading")
        self._table = RowsTable(self._crossing, "Questions on the wrong side", "crossingTable", wide=0)
        self._prepare()
        self._arrange()
        themes.changed.connect(self._follow_theme)
        self._show_parts()

    @property
    def plot(self) -> "BandPlot | None":
        """The plot; None until the first measurement is shown."""
        return self._plot

    @property
    def stored(self) -> StoredMeasurement | None:
        """What is shown."""
        return self._stored

    def show_measurement(self, stored: StoredMeasurement | None, standing: Standing) -> None:
        """Show this one beside the numbers that are in use."""
        same = stored is not None and self._stored is not None and stored.id == self._stored.id
        self._stored, self._standing = stored, standing
        if stored is not None and not same:
            measurement = stored.measurement
            across = crossing(measurement.questions)
            self._about.setText(about_measurement(measurement))
            self._explained.setText(explain(measurement.questions))
            self._crossing.set_rows(across)
            self._across.setText(f"{count(len(across), 'question lies', 'questions lie')} on the wrong side")
            self._pointed.set_text(POINT)
            self._draw()
        self._show_parts()

    def tab_order(self) -> tuple[QWidget, ...]:
        """The parts as the keyboard goes through them; the plot will stand before them."""
        return (self._apply, self._table)

    def _prepare(self) -> None:
        names = ((self._about, "measureAbout"), (self._explained, "measureExplained"), (self._apply, "measureApply"))
        for part, name in (*names, (self._state, "measureState"), (self._pointed, "measurePointed")):
            part.setObjectName(name)
        self._explained.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._apply.clicked.connect(self._ask_apply)

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self._apply)
        row.addWidget(self._state, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        for part in (self._nothing, self._about, self._pointed, self._explained):
            self._column.addWidget(part)
        self._column.addLayout(row)
        self._column.addSpacing(8)
        self._column.addWidget(self._across)
        self._column.addWidget(self._table)

    def _show_parts(self) -> None:
        there, across = self._stored is not None, bool(self._crossing.rows)
        self._nothing.setVisible(not there)
        for part in (self._about, self._explained, self._apply, self._state):
            part.setVisible(there)
        if self._plot is not None:
            self._plot.setVisible(there)
        self._pointed.setVisible(there and self._plot is not None)
        self._across.setVisible(there and across)
        self._table.setVisible(there and across)
        if self._stored is not None and self._standing is not None:
            says = _why_not(self._stored.measurement, self._standing)
            self._apply.setEnabled(not says)
            self._state.setText(says)

    def _draw(self) -> None:
        if self._plot is None:
            # pyqtgraph takes half a second to come: it is fetched on a thread, and only by those who look at a plot.
            self._runner.run(_plotting, self._make_plot, key="plotting")
        elif self._stored is not None:
            self._plot.show_measurement(self._stored.measurement)

    def _make_plot(self, kind: "type[BandPlot]") -> None:
        if self._plot is None:
            self._plot = kind(self._themes.theme)
            self._plot.setFixedHeight(PLOT_HEIGHT)
            self._plot.pointed.connect(self._tell)
            self._column.insertWidget(2, self._plot)
            self._plot.show()
            QWidget.setTabOrder(self._apply.previousInFocusChain() or self, self._plot)
            QWidget.setTabOrder(self._plot, self._apply)
        self._draw()
        self._show_parts()

    def _follow_theme(self) -> None:
        if self._plot is not None:
            self._plot.set_theme(self._themes.theme)

    def _tell(self, question: MeasuredQuestion) -> None:
        self._pointed.set_text(question_text(question))

    def _ask_apply(self) -> None:
        if self._stored is not None:
            self.apply_asked.emit(self._stored.id)


def _why_not(measurement: Measurement, standing: Standing) -> str:
    """Why there is nothing to apply, as one sentence; empty where there is."""
    if measurement.thresholds is None:
        return "There is nothing to apply."
    if measurement.model_id != standing.model_id:
        return "Another language model measured these numbers, so they cannot be applied: measure again."
    return "These numbers are in use." if measurement.thresholds == standing.thresholds else ""


def _plotting() -> "type[BandPlot]":
    from app.gui.band_plot import BandPlot

    return BandPlot
