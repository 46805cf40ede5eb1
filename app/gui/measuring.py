"""Measuring while the window is open: one run at a time that can be stopped, and what is known of earlier ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.domain.closeness import Thresholds
from app.domain.errors import AppError
from app.domain.ids import ModelId
from app.gui.jobs import Job, Runner
from app.library.records import StoredMeasurement
from app.services.measure import MeasureCloseness, Measured, MeasureProgress


@dataclass(frozen=True, slots=True)
class Standing:
    """The thresholds in use, the model that they are for, all that was measured with the latest first, and why to measure again, if so.

    `look_match` is the threshold of looks in use.
    """

    thresholds: Thresholds
    model_id: ModelId
    history: tuple[StoredMeasurement, ...]
    why_again: str
    look_match: float


def read_standing(measure: MeasureCloseness) -> Standing:
    """How things stand; for a job."""
    return Standing(measure.thresholds(), measure.model_id, measure.history(), measure.why_again(), measure.look_match())


def why_offer(measure: MeasureCloseness) -> str:
    """Why to offer measuring unasked: what was measured once holds no more. Empty where it does, or nothing was measured; for a job."""
    return measure.why_again() if measure.history() else ""


class Measuring(QObject):
    """Runs a measurement, and tells how it goes."""

    started = Signal()
    progressed = Signal(object)
    """A `MeasureProgress`."""
    measured = Signal(object)
    """The `StoredMeasurement` that a run has come to."""
    failed = Signal(str)
    """Why it came to nothing, as one sentence."""
    ended = Signal()
    """Last, however it went."""

    def __init__(self, measure: MeasureCloseness, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._measure = measure
        self._runner = runner
        self._job: Job | None = None
        self._begun = False

    @property
    def running(self) -> bool:
        """Whether a run goes on, or waits for its turn."""
        return self._job is not None

    def start(self, on: Sequence[str], off: Sequence[str]) -> None:
        """Measure these questions, or where a side is empty the library's own; nothing while a run goes on."""
        if self._job is not None:
            return
        self._begun = False
        run: list[Job] = []
        self._job = self._runner.stream(
            lambda token: self._measure.run(token, on, off), partial(self._heed, run), partial(self._end, run), partial(self._fail, run)
        )
        run.append(self._job)
        self.started.emit()

    def cancel(self) -> None:
        """Stop; nothing is kept. A run that waits behind other work is over at once."""
        job = self._job
        if job is None:
            return
        job.cancel()
        if not self._begun:
            self._end([job])

    def _heed(self, run: Sequence[Job], event: MeasureProgress | Measured) -> None:
        if run[0] is not self._job:
            return
        self._begun = True
        if isinstance(event, Measured):
            self.measured.emit(event.stored)
        else:
            self.progressed.emit(event)

    def _fail(self, run: Sequence[Job], error: AppError) -> None:
        if run[0] is self._job:
            self.failed.emit(str(error))

    def _end(self, run: Sequence[Job]) -> None:
        if run[0] is self._job:
            self._job = None
            self.ended.emit()
