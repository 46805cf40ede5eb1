"""Worker processes with limits: started at the first task, replaced when they break, ended with their parent.

Each is driven by a thread of its own that waits for it. On Linux a worker's memory is held by RLIMIT_AS and its priority lowered
by nice. macOS does not enforce RLIMIT_AS and Windows has neither: there only the time limit and the bounds in `pixels` hold.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from app.domain.errors import Cancelled
from app.photos.worker import Worker, WorkerLimits, WorkerLost

R = TypeVar("R")

_MOST_STARTS = 3


class WorkerPool:
    """Workers that take one task at a time. May be used from several threads: indexing reads while a window asks for pictures."""

    def __init__(self, limits: WorkerLimits) -> None:
        self.limits = limits
        self._threads = ThreadPoolExecutor(max(1, limits.workers), "worker")
        self._lock = threading.Lock()  # Held only to agree on who has which worker.
        self._is_closed = False
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []

    def submit(self, function: Callable[..., R], *arguments: object) -> "Future[R]":
        """Run a module-level function in a worker. Raises `Cancelled` once the pool is closed.

        The future raises TimeoutError, MemoryError, `WorkerDied`, `Cancelled` if the pool is closed before it is done,
        or `BrokenProcessPool` if workers do not even start. The function itself must not raise anything else.
        """
        with self._lock:
            self._check_open()
            return self._threads.submit(self._run, function, arguments)

    def close(self) -> None:
        """End all workers for good. What is unfinished raises `Cancelled`."""
        with self._lock:
            self._is_closed = True
            for worker in self._workers:
                worker.kill()
        self._threads.shutdown()
        for worker in self._idle:
            worker.end()

    def _run(self, function: Callable[..., R], arguments: tuple[object, ...]) -> R:
        for _ in range(_MOST_STARTS):
            try:
                with self._worker() as worker:
                    return worker.call(function, arguments, self.limits.seconds)
            except WorkerLost:
                continue
        raise BrokenProcessPool

    @contextmanager
    def _worker(self) -> Iterator[Worker]:
        """A worker to oneself. One that fails in any way is ended: there may be half an answer in its pipe."""
        worker = self._taken()
        try:
            yield worker
        except BaseException:
            self._discard(worker)
            self._check_open()
            raise
        self._idle.append(worker)

    def _taken(self) -> Worker:
        with self._lock:
            self._check_open()
            worker = self._idle.pop() if self._idle else Worker(self.limits)
            self._workers.add(worker)
            return worker

    def _discard(self, worker: Worker) -> None:
        with self._lock:
            self._workers.discard(worker)
        worker.end()

    def _check_open(self) -> None:
        if self._is_closed:
            raise Cancelled("Reading photos was stopped.")
