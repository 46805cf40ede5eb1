"""The page on which a person measures how close questions come to their photos, and decides by which numbers answers are labelled."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.domain.errors import AppError
from app.gui.jobs import Runner
from app.gui.labels import IconButton, plain_label
from app.gui.measure_card import MeasureCard
from app.gui.measure_panels import Notice, NumbersInUse
from app.gui.measure_result import MeasureResult
from app.gui.measure_tables import RowsTable, history_model
from app.gui.measuring import Measuring, Standing, read_standing
from app.gui.theme import ThemeKeeper
from app.library.records import StoredMeasurement
from app.services.measure import MeasureCloseness

INTRODUCTION = (
    "How close must a question be to your photos’ words before an answer may claim to come from them? "
    "Candid asks questions that your photos cover and questions that have nothing to do with them, and puts the thresholds between both. "
    "What photos show by their look is a guess, and measured apart."
)
NARROW = 860
"""Pixels below which the cards stand under the plot, not beside it."""
SIDE_WIDTH = 312
WIDEST = 1400


class MeasurePage(QWidget):
    """Measure, look, apply. `lane_taken` says whether folders are being indexed, which a measurement waits for."""

    closed = Signal()
    measured = Signal()
    """There is a new measurement."""

    def __init__(
        self,
        measure: MeasureCloseness,
        runner: Runner,
        themes: ThemeKeeper,
        lane_taken: Callable[[], bool],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._measure = measure
        self._runner = runner
        self._lane_taken = lane_taken
        self._standing: Standing | None = None
        self._chosen: int | None = None
        self.measuring = Measuring(measure, runner, self)
        self.card, self.in_use = MeasureCard(self.measuring), NumbersInUse(themes)
        self.result = MeasureResult(runner, themes)
        self.again, self.trouble = Notice(themes, "info", "measureAgain"), Notice(themes, "warning", "measureTrouble")
        self._history = history_model()
        self.history = RowsTable(self._history, "All that was measured, the latest first", "measureHistory", wide=3)
        self._history_title = plain_label("History", "heading")
        self._back = IconButton(themes, "back", "Back to the photos (Escape)", self.closed.emit)
        self._name()
        self._arrange()
        self._connect()

    def open(self) -> None:
        """Show how things stand now, with the keyboard where measuring begins."""
        self.trouble.say("")
        self._read()
        self.card.main_button().setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Escape goes back to the photos."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Put the cards beside the plot where there is room, else below it."""
        super().resizeEvent(event)
        narrow = event.size().width() < NARROW
        self._parts.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)
        self._side.setMaximumWidth(WIDEST if narrow else SIDE_WIDTH)
        self._side.setMinimumWidth(0 if narrow else SIDE_WIDTH)

    # Building

    def _name(self) -> None:
        self.setObjectName("measurePage")
        self.setAccessibleName("Measure closeness")
        self.setProperty("kind", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._back.setObjectName("measureBack")

    def _arrange(self) -> None:
        content = QWidget()
        content.setMaximumWidth(WIDEST)
        column = QVBoxLayout(content)
        column.setContentsMargins(24, 16, 24, 24)
        column.setSpacing(12)
        column.addLayout(self._heading())
        for part in (plain_label(INTRODUCTION, wrap=True), self.again, self.trouble):
            column.addWidget(part)
        column.addSpacing(4)
        column.addLayout(self._columns())
        column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(content)
        content.setAutoFillBackground(False)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(self._scroll)
        order = (self._back, *self.card.tab_order(), self.in_use.shipped, *self.result.tab_order(), self.history)
        for earlier, later in pairwise(order):
            QWidget.setTabOrder(earlier, later)

    def _heading(self) -> QHBoxLayout:
        title = plain_label("Measure closeness", "heading")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 1.4)
        title.setFont(font)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._back)
        row.addWidget(title, 1)
        return row

    def _columns(self) -> QBoxLayout:
        self._side, main = QWidget(), QWidget()
        side, left = QVBoxLayout(self._side), QVBoxLayout(main)
        for column in (side, left):
            column.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(12)
        side.addWidget(self.card)
        side.addWidget(self.in_use)
        side.addStretch(1)
        left.setSpacing(8)
        left.addWidget(self.result)
        left.addSpacing(8)
        left.addWidget(self._history_title)
        left.addWidget(self.history)
        left.addStretch(1)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._parts.setSpacing(24)
        self._parts.addWidget(main, 1)
        self._parts.addWidget(self._side)
        return self._parts

    def _connect(self) -> None:
        self.card.asked.connect(self._start)
        self.measuring.measured.connect(self._take)
        self.measuring.failed.connect(self.trouble.say)
        self.measuring.ended.connect(self._read)
        self.result.apply_asked.connect(lambda number: self._change(partial(self._measure.apply, number)))
        self.in_use.shipped_asked.connect(lambda: self._change(self._measure.use_shipped))
        self.history.selectionModel().currentRowChanged.connect(self._choose)

    # What happens

    def _start(self, on: tuple[str, ...], off: tuple[str, ...]) -> None:
        self.trouble.say("")
        self.measuring.start(on, off)
        self.card.begin(waits=self._lane_taken())

    def _take(self, stored: StoredMeasurement) -> None:
        self._chosen = stored.id
        self.measured.emit()

    def _change(self, work: Callable[[], None]) -> None:
        """Apply something, and see what came of it."""
        self.trouble.say("")
        self._runner.run(work, lambda _: None, self._fail, ended=self._read, lane=True)

    def _read(self) -> None:
        self._runner.run(partial(read_standing, self._measure), self._show, self._fail, key="measure standing")

    def _fail(self, error: AppError) -> None:
        self.trouble.say(str(error))

    def _show(self, standing: Standing) -> None:
        chosen = self._chosen
        self._standing = standing
        self.again.say(standing.why_again)
        self.in_use.show_standing(standing)
        self._history.set_rows(standing.history)
        for part in (self._history_title, self.history):
            part.setVisible(bool(standing.history))
        row = next((number for number, each in enumerate(standing.history) if each.id == chosen), 0)
        if standing.history:
            self.history.selectRow(row)
        self._show_chosen(standing.history[row] if standing.history else None, standing)

    def _choose(self, current: QModelIndex) -> None:
        if current.isValid() and self._standing is not None:
            stored = self._history.rows[current.row()]
            self._show_chosen(stored, self._standing)

    def _show_chosen(self, stored: StoredMeasurement | None, standing: Standing) -> None:
        self._chosen = stored.id if stored is not None else None
        self.result.show_measurement(stored, standing)
