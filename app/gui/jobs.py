"""Background work of the window: the only QRunnable, and the runner that brings results back on the GUI thread and drops late ones."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from types import TracebackType
from typing import Any, TypeVar

from PySide6.QtCore import QEventLoop, QObject, QRunnable, Qt, QThreadPool, QTimer, Signal

from app.domain.errors import AppError, Cancelled
from app.domain.ports import CancelToken
from app.services.cancel import CancelSwitch

T = TypeVar("T")
E = TypeVar("E")

THREADS = 4
"""Jobs at once besides the serial lane: most of them wait for a disk or a worker process, so more than there are cores."""


class _Kind(IntEnum):
    EVENT = 0
    DONE = 1
    ERROR = 2


class Job:
    """One piece of background work, as whoever asked for it holds it. Used on the GUI thread."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.switch = CancelSwitch()
        self.ended = False

    def cancel(self) -> None:
        """Ask a stream to stop at its next step; the result of a single job is dropped, and it does not start if it has not yet."""
        self.switch.cancel()


@dataclass(frozen=True, slots=True)
class _Callbacks:
    """What to call on the GUI thread; `ended` is called last, however the job went."""

    job: Job
    each: Callable[[Any], None] | None
    done: Callable[[Any], None]
    failed: Callable[[AppError], None]
    ended: Callable[[], None]


class _Work(QRunnable):
    """Runs a body on a thread of a pool, which owns and deletes it."""

    def __init__(self, body: Callable[[], None]) -> None:
        super().__init__()
        self._body = body

    def run(self) -> None:
        """Called by the pool."""
        self._body()


class _Carry:
    """Carries whatever ends a piece of work to the GUI thread: expected failures are shown there, all others reach `sys.excepthook`."""

    def __init__(self, send: Callable[[int, object], None]) -> None:
        self._send = send

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        if error is not None:
            self._send(_Kind.ERROR, error)
        return True


def _nothing() -> None:
    pass


class Runner(QObject):
    """Runs jobs on threads. All methods are called, and all callbacks come, on the thread that made it: the GUI thread."""

    trouble = Signal(str)
    """An expected failure that nobody else handles, as one sentence."""
    idle = Signal()
    """The last open job has ended."""
    _arrived = Signal(int, int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool, self._lane, self._aside = QThreadPool(self), QThreadPool(self), QThreadPool(self)
        self._pool.setMaxThreadCount(THREADS)
        self._lane.setMaxThreadCount(1)
        self._aside.setMaxThreadCount(1)
        self._open: dict[int, _Callbacks] = {}
        self._newest: dict[str, Job] = {}
        self._next = 0
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        work: Callable[[], T],
        done: Callable[[T], None],
        failed: Callable[[AppError], None] | None = None,
        *,
        key: str | None = None,
        ended: Callable[[], None] = _nothing,
        lane: bool = False,
    ) -> Job:
        """Run `work` on a thread and hand its result to `done`. A newer job of the same `key` makes this one's result be dropped.

        `lane` puts it behind everything else that writes the library. `ended` is called last, also when the result was dropped.
        """
        job = self._opened(None, done, failed, ended)
        if key is not None:
            self._supersede(key, job)

        def body() -> None:
            result = None if job.switch.cancelled else work()
            self._arrived.emit(job.number, _Kind.DONE, result)

        self._start(job, body, self._lane if lane else self._pool)
        return job

    def stream(
        self,
        work: Callable[[CancelToken], Iterator[E]],
        each: Callable[[E], None],
        finished: Callable[[], None],
        failed: Callable[[AppError], None] | None = None,
        *,
        lane: bool = True,
        aside: bool = False,
    ) -> Job:
        """Hand every event of `work` to `each`, and call `finished` last, however it ended. `lane`: one after the other.

        `aside`: on a thread of its own, where work of hours keeps nothing else waiting.
        """
        job = self._opened(each, lambda _: None, failed, finished)

        def body() -> None:
            for event in work(job.switch):
                self._arrived.emit(job.number, _Kind.EVENT, event)
            self._arrived.emit(job.number, _Kind.DONE, None)

        self._start(job, body, self._aside if aside else self._lane if lane else self._pool)
        return job

    def cancel_all(self) -> None:
        """Ask every open job to stop."""
        for callbacks in tuple(self._open.values()):
            callbacks.job.cancel()

    @property
    def busy(self) -> bool:
        """Whether a job is open: running, waiting, or with a result on its way."""
        return bool(self._open)

    def wait_idle(self, milliseconds: int = 30_000) -> bool:
        """Wait for every open job and its callbacks, with the event loop running; False if the time was not enough."""
        loop, timer = QEventLoop(), QTimer()
        timer.setSingleShot(True)
        timer.timeout.connect(loop.quit)
        self.idle.connect(loop.quit)
        timer.start(milliseconds)
        # What ends may begin something else: only the timer gives up.
        while self._open and timer.isActive():
            loop.exec()
        self.idle.disconnect(loop.quit)
        return not self._open

    def _opened(
        self,
        each: Callable[[Any], None] | None,
        done: Callable[[Any], None],
        failed: Callable[[AppError], None] | None,
        ended: Callable[[], None],
    ) -> Job:
        self._next += 1
        job = Job(self._next)
        self._open[job.number] = _Callbacks(job, each, done, failed or self._show, ended)
        return job

    def _supersede(self, key: str, job: Job) -> None:
        older = self._newest.get(key)
        if older is not None:
            older.cancel()
        self._newest[key] = job

    def _start(self, job: Job, body: Callable[[], None], pool: QThreadPool) -> None:
        carry = _Carry(lambda kind, error: self._arrived.emit(job.number, kind, error))

        def carried() -> None:
            with carry:
                body()

        pool.start(_Work(carried))

    def _deliver(self, number: int, kind: int, value: object) -> None:
        callbacks = self._open[number]
        if kind == _Kind.EVENT and callbacks.each is not None:
            callbacks.each(value)
            return
        try:
            self._finish(callbacks, kind, value)
        finally:
            self._close(callbacks)

    def _finish(self, callbacks: _Callbacks, kind: int, value: object) -> None:
        if isinstance(value, BaseException) and kind == _Kind.ERROR:
            self._fail(callbacks, value)
        elif not callbacks.job.switch.cancelled:
            callbacks.done(value)

    def _fail(self, callbacks: _Callbacks, error: BaseException) -> None:
        if not isinstance(error, AppError):
            sys.excepthook(type(error), error, error.__traceback__)
        elif not isinstance(error, Cancelled) and not (callbacks.each is None and callbacks.job.switch.cancelled):
            callbacks.failed(error)

    def _close(self, callbacks: _Callbacks) -> None:
        callbacks.job.ended = True
        del self._open[callbacks.job.number]
        callbacks.ended()
        if not self._open:
            self.idle.emit()

    def _show(self, error: AppError) -> None:
        self.trouble.emit(str(error))
