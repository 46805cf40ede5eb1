"""What one measure came to: its plot, what it means in a sentence, and the questions that cross."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from app.domain.closeness import Measured
from app.gui.bands import Bands
from app.gui.formatting import count
from app.gui.jobs import Runner
from app.gui.labels import ElidedLabel, plain_label
from app.gui.measure_tables import RowsTable, crossing_model
from app.gui.measure_texts import question_text
from app.gui.theme import ThemeKeeper

if TYPE_CHECKING:
    from app.gui.band_plot import BandPlot

PLOT_HEIGHT = 340
POINT = "Point at a dot, or go through them with the arrow keys, to read its question."


@dataclass(frozen=True, slots=True)
class Naming:
    """The names of the parts, for styles and tests, and of the table, for who cannot see it; `sides` as in `Bands`."""

    parts: str
    plot: str
    table: str
    crossing: str
    sides: tuple[str, str]


class BandSection(QWidget):
    """Shows the bands of one measure, or nothing."""

    made = Signal()
    """The plot is there."""

    def __init__(self, runner: Runner, themes: ThemeKeeper, names: Naming, below: QBoxLayout | None = None) -> None:
        """`below` stands under the sentence, above the questions that cross."""
        super().__init__()
        self._runner = runner
        self._themes = themes
        self._names = names
        self._bands: Bands | None = None
        self._plot: BandPlot | None = None
        self._about, self._explained = plain_label(kind="heading", wrap=True), plain_label(wrap=True)
        self._pointed, self._across = ElidedLabel(POINT), plain_label("", "heading")
        self._crossing = crossing_model(names.sides)
        self.table = RowsTable(self._crossing, names.crossing, names.table, wide=0)
        for part, name in ((self._about, "About"), (self._explained, "Explained"), (self._pointed, "Pointed")):
            part.setObjectName(f"{names.parts}{name}")
        self._explained.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._arrange(below)
        themes.changed.connect(self._follow_theme)
        self.hide()

    @property
    def plot(self) -> "BandPlot | None":
        """The plot; None until the first bands are shown."""
        return self._plot

    def show_bands(self, bands: Bands | None) -> None:
        """Show these."""
        if bands is not None and bands != self._bands:
            self._about.setText(bands.about)
            self._explained.setText(bands.explained)
            self._crossing.set_rows(bands.crossing)
            self._across.setText(f"{count(len(bands.crossing), 'question lies', 'questions lie')} on the wrong side")
            self._pointed.set_text(POINT)
        self._bands = bands
        self.setVisible(bands is not None)
        self._draw()
        self._show_parts()

    def _arrange(self, below: QBoxLayout | None) -> None:
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        for part in (self._about, self._pointed, self._explained):
            self._column.addWidget(part)
        if below is not None:
            self._column.addLayout(below)
        self._column.addSpacing(8)
        self._column.addWidget(self._across)
        self._column.addWidget(self.table)

    def _show_parts(self) -> None:
        across = bool(self._crossing.rows)
        self._pointed.setVisible(self._plot is not None)
        self._across.setVisible(across)
        self.table.setVisible(across)

    def _draw(self) -> None:
        if self._bands is None:
            return
        if self._plot is None:
            # pyqtgraph takes half a second to come: it is fetched on a thread, and only by those who look at a plot.
            self._runner.run(_plotting, self._make_plot, key=f"plotting {self._names.plot}")
        else:
            self._plot.show_bands(self._bands)

    def _make_plot(self, kind: "type[BandPlot]") -> None:
        if self._plot is None:
            self._plot = kind(self._themes.theme)
            self._plot.setObjectName(self._names.plot)
            self._plot.setFixedHeight(PLOT_HEIGHT)
            self._plot.pointed.connect(self._tell)
            self._column.insertWidget(1, self._plot)
            self._plot.show()
            self.made.emit()
        self._draw()
        self._show_parts()

    def _follow_theme(self) -> None:
        if self._plot is not None:
            self._plot.set_theme(self._themes.theme)

    def _tell(self, question: Measured) -> None:
        self._pointed.set_text(question_text(question, self._names.sides))


def _plotting() -> "type[BandPlot]":
    from app.gui.band_plot import BandPlot

    return BandPlot
