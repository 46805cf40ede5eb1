"""Looking at pictures while the window is open: one run at a time, which gives way to indexing, can be paused, and goes on by itself."""

from collections.abc import Iterator
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.errors import AppError
from app.domain.ports import CancelToken
from app.gui.jobs import Job, Runner
from app.services.events import LooksStored, SeeEvent, SeeProgress, SeeSummary

AGAIN_MS = 1_500
"""After indexing: what changes in a folder often changes several times in a row."""
LATER_MS = 10_000
"""After a run that did nothing because another program looks."""
AFTER_FAILURE_MS = 600_000
"""After a run that failed, as on a full disk: to try costs as much as to begin."""


class Sees(Protocol):
    """Looks at pictures; called in a job. `SeePhotos` is one."""

    def run(self, token: CancelToken) -> Iterator[SeeEvent]:
        """Look at all that was not looked at yet, and tell how it goes, a `SeeSummary` last."""


class Seeing(QObject):
    """Runs it whenever there may be something to look at. Nothing runs before `begin`."""

    started = Signal()
    progressed = Signal(SeeProgress)
    stored = Signal(tuple)
    """Ids of photos that are found by their look from now on."""
    ended = Signal(object)
    """A `SeeSummary`; None where the run failed: then the runner has told why."""
    paused_changed = Signal()
    troubled = Signal(str)
    """What kept a model from looking, in one sentence; not the same one twice, unless the person wanted to try again."""

    def __init__(self, see: Sees, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._see = see
        self._runner = runner
        self._job: Job | None = None
        self._summary: SeeSummary | None = None
        self._failure = ""
        self._begun = self._held = self._wanted = False
        self.paused = False
        self.missing = ""
        """What kept a model from looking the last time, as one sentence; empty where nothing did."""
        self.progress: SeeProgress | None = None
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._go)

    @property
    def running(self) -> bool:
        """Whether pictures are being looked at."""
        return self._job is not None

    @property
    def held(self) -> bool:
        """Whether it waits until photos have been read."""
        return self._held

    def begin(self) -> None:
        """Look at what is left of the last time, from now on also at what comes."""
        self._begun = True
        self._go()

    def hold(self) -> None:
        """Give way: photos are being read."""
        self._held = True
        self._soon.stop()
        self._stop()

    def release(self) -> None:
        """Photos have been read: go on soon."""
        self._held = False
        self._soon.start(AGAIN_MS)

    def pause(self) -> None:
        """Stop until the person goes on, or starts Candid again."""
        self.paused = True
        self._stop()
        self.paused_changed.emit()

    def go_on(self) -> None:
        """The person wants it to go on, or to try again."""
        self.paused, self.missing, self._failure = False, "", ""
        self.paused_changed.emit()
        self._go()

    def turn(self) -> None:
        """The person pauses it, or wants it to go on."""
        if self.paused:
            self.go_on()
        else:
            self.pause()

    def renew(self) -> None:
        """What is to be looked for is another: a run that goes on begins anew."""
        if self._job is not None:
            self._wanted = True
            self._job.cancel()
        else:
            self._go()

    def finish(self) -> None:
        """The window closes: stop, and begin nothing more. It goes on where it was the next time."""
        self._begun = self._wanted = False
        self._soon.stop()
        self._stop()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _go(self) -> None:
        if not self._begun or self._held or self.paused:
            return
        if self._job is not None:
            self._wanted = True  # as soon as the run that was stopped has ended
            return
        self._soon.stop()
        self._summary = self.progress = None
        self._job = self._runner.stream(self._see.run, self._heed, self._end, self._fail, lane=False, aside=True)
        self.started.emit()

    def _heed(self, event: SeeEvent) -> None:
        if isinstance(event, LooksStored):
            self.stored.emit(event.photo_ids)
        elif isinstance(event, SeeProgress):
            self.progress = event
            self.progressed.emit(event)
        else:
            self._summary, self._failure = event, ""
            known, self.missing = self.missing, event.missing or ""
            if self.missing not in ("", known):
                self.troubled.emit(self.missing)

    def _fail(self, error: AppError) -> None:
        known, self._failure = self._failure, str(error)
        if self._failure != known:
            self._runner.trouble.emit(self._failure)

    def _end(self) -> None:
        self._job = None
        wanted, self._wanted = self._wanted, False
        self.ended.emit(self._summary)
        if wanted:
            self._go()
        elif self._begun and not self._held:
            self._try_again()

    def _try_again(self) -> None:
        """Later, where what kept it passes by itself: nobody tells when it has."""
        if self._summary is None:
            self._soon.start(AFTER_FAILURE_MS)
        elif self._summary.later:
            self._soon.start(LATER_MS)
