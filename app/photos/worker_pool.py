"""Worker processes with limits: started at the first task, restarted when they break, ended with their parent.

On Linux a worker's memory is held by RLIMIT_AS and its priority lowered by nice. macOS does not enforce RLIMIT_AS and Windows has neither:
there only the time limit and the bounds in `pixels` hold.
"""

import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

from pebble import ProcessPool

from app.domain.errors import Cancelled

R = TypeVar("R")

_POLL_PARENT_SECONDS = 1.0
_JOIN_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """How many workers, and what one of them may use: seconds for a file, bytes of address space."""

    workers: int = os.cpu_count() or 1
    seconds: float = 30.0
    memory_bytes: int = 1_500_000_000
    niceness: int = 10


class WorkerPool:
    """A process pool that starts with its first task. May be used from several threads: indexing reads while a window asks for pictures."""

    def __init__(self, limits: WorkerLimits) -> None:
        self.limits = limits
        self._lock = threading.Lock()  # Held only to agree on which pool is the current one.
        self._pool: ProcessPool | None = None
        self._is_closed = False
        self._unfinished: set[Future[Any]] = set()

    def submit(self, function: Callable[..., R], *arguments: object) -> "Future[R]":
        """Run a module-level function in a worker. Raises `Cancelled` once the pool is closed.

        The future raises TimeoutError, `ProcessExpired` or, without fault of the task, `BrokenProcessPool` or CancelledError.
        """
        future: Future[R] = self._current().schedule(function, args=arguments, timeout=self.limits.seconds)
        self._unfinished.add(future)
        future.add_done_callback(self._unfinished.discard)
        return future

    def close(self) -> None:
        """End all workers for good. What is unfinished is cancelled, else its futures would wait for ever."""
        with self._lock:
            self._is_closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            for future in tuple(self._unfinished):
                future.cancel()
            _end(pool)

    def _current(self) -> ProcessPool:
        with self._lock:
            if self._is_closed:
                raise Cancelled("Reading photos was stopped.")
            if self._pool is not None and not self._pool.active:
                _end(self._pool)
                self._pool = None
            if self._pool is None:
                self._pool = self._new()
            return self._pool

    def _new(self) -> ProcessPool:
        return ProcessPool(
            max_workers=max(1, self.limits.workers),
            initializer=start_worker,
            initargs=(self.limits, os.getpid()),
            context=multiprocessing.get_context("spawn"),
        )


def _end(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]
    with contextlib.suppress(TimeoutError):
        pool.join(timeout=_JOIN_SECONDS)


def start_worker(limits: WorkerLimits, parent: int) -> None:
    """What every worker does first: take its limits, watch its parent, load the decoders outside of any file's time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle; it ends its workers.
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if sys.platform != "win32":
        _limit(limits)
    from app.photos import reading
    from app.photos.raw import silence_exiv2

    silence_exiv2()
    logging.getLogger("PIL").setLevel(logging.CRITICAL)
    reading.warm_up()


def _limit(limits: WorkerLimits) -> None:
    import resource

    os.nice(limits.niceness)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = limits.memory_bytes if hard == resource.RLIM_INFINITY else min(limits.memory_bytes, hard)
    with contextlib.suppress(ValueError, OSError):  # macOS refuses a limit below what is mapped already.
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _end_with(parent: int) -> None:
    """Ends this process when its parent is gone: a killed parent cannot end its workers itself."""
    while os.getppid() == parent:
        time.sleep(_POLL_PARENT_SECONDS)
    os._exit(0)
