"""Worker processes with limits: started at the first task, replaced when they break, ended with their parent.

Each is driven by a thread of its own. On Linux a worker's memory is held by RLIMIT_AS and its priority lowered by nice.
macOS does not enforce RLIMIT_AS and Windows has neither: there only the time limit and the bounds in `pixels` hold.
"""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from app.domain.errors import Cancelled
from app.photos.worker import Preparation, Worker, WorkerLimits, WorkerLost

R = TypeVar("R")

_AHEAD = 2
"""Tasks in a worker's pipe, the one that it works on included: it need not wait for its parent between two."""
_MOST_STARTS = 3


@dataclass(frozen=True, slots=True)
class _Task:
    future: Future[Any]
    function: Callable[..., Any]
    arguments: tuple[object, ...]


class WorkerPool:
    """Some workers and one queue of tasks. May be used from several threads: indexing reads while a window asks for pictures."""

    def __init__(self, limits: WorkerLimits, prepare: Preparation | None = None) -> None:
        self.limits = limits
        self._prepare = prepare
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._lock = threading.Lock()  # Held only to start and to close.
        self._drivers: tuple[_Driver, ...] = ()
        self._is_closed = False

    def submit(self, function: Callable[..., R], *arguments: object) -> "Future[R]":
        """Run a module-level function in a worker. Raises `Cancelled` once the pool is closed.

        The future raises TimeoutError, MemoryError, `WorkerDied`, `Cancelled` if the pool is closed before it is done,
        or `BrokenProcessPool` with the reason if workers do not even start. The function itself must not raise anything else.
        """
        future: Future[R] = Future()
        with self._lock:
            if self._is_closed:
                raise _stopped()
            if not self._drivers:
                self._drivers = tuple(_Driver(self._tasks, self.limits, self._prepare) for _ in range(max(1, self.limits.workers)))
            self._tasks.put(_Task(future, function, arguments))
        return future

    def close(self) -> None:
        """End all workers for good. What is unfinished raises `Cancelled`."""
        with self._lock:
            self._is_closed = True
            for driver in self._drivers:
                driver.close()
            self._tasks.put(None)
        for driver in self._drivers:
            driver.join()


class _Driver:
    """A thread that takes tasks from the queue to one worker, a new one after each that failed, until it finds None there."""

    def __init__(self, tasks: "SimpleQueue[_Task | None]", limits: WorkerLimits, prepare: Preparation | None) -> None:
        self._tasks = tasks
        self._limits = limits
        self._prepare = prepare
        self._lock = threading.Lock()  # Held only to agree on the worker that `close` has to kill.
        self._is_closed = False
        self._worker: Worker | None = None
        self._under_way: deque[_Task] = deque()
        self._sent = 0
        self._lost = 0
        self._thread = threading.Thread(target=self._run, name="worker's driver", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the worker whatever it does; all that is in the queue will be cancelled."""
        with self._lock:
            self._is_closed = True
            if self._worker is not None:
                self._worker.kill()

    def join(self) -> None:
        """Wait for the end, after `close`."""
        self._thread.join()

    def _run(self) -> None:
        while self._fill():
            self._finish_first()
        self._drop_worker()

    def _fill(self) -> bool:
        """Take tasks from the queue, waiting for the first; false at its end."""
        while len(self._under_way) < _AHEAD:
            try:
                task = self._tasks.get(block=not self._under_way)
            except Empty:
                break
            if task is None:
                self._tasks.put(None)  # For the other drivers, and for this one when nothing is under way.
                return bool(self._under_way)
            if task.future.set_running_or_notify_cancel():
                self._under_way.append(task)
        return True

    def _finish_first(self) -> None:
        try:
            answer = self._answer()
        except WorkerLost as lost:
            self._drop_worker()
            self._lost += 1
            if lost.slow or self._lost >= _MOST_STARTS:  # What was slow would only take as long again.
                self._fail_first(BrokenProcessPool(_why(lost, self._limits)))
        except Exception as error:  # noqa: BLE001
            self._drop_worker()  # There may be half an answer in its pipe.
            self._fail_first(error)
        else:
            self._sent -= 1
            self._lost = 0
            self._under_way.popleft().future.set_result(answer)

    def _answer(self) -> object:
        worker = self._ready_worker()
        for task in islice(self._under_way, self._sent, None):
            try:
                worker.hand_over(task.function, task.arguments)
            except WorkerLost:
                if not self._sent:
                    raise
                break  # It died of the task before; its answer will tell.
            self._sent += 1
        return worker.answer(self._limits.seconds)

    def _ready_worker(self) -> Worker:
        with self._lock:
            if self._is_closed:
                raise _stopped()
            if self._worker is None:
                self._worker = Worker(self._limits, self._prepare)
            return self._worker

    def _drop_worker(self) -> None:
        with self._lock:
            worker, self._worker = self._worker, None
        self._sent = 0
        if worker is not None:
            worker.end()

    def _fail_first(self, error: Exception) -> None:
        self._lost = 0
        self._under_way.popleft().future.set_exception(_stopped() if self._is_closed else error)


def _why(lost: WorkerLost, limits: WorkerLimits) -> str:
    return f"it took longer than {limits.start_seconds:g} seconds" if lost.slow else "it ended its program"


def _stopped() -> Cancelled:
    return Cancelled("Reading photos was stopped.")
