"""Worker processes with limits: started at the first task, restarted when they break, ended with their parent.

On Linux a worker's memory is held by RLIMIT_AS and its priority lowered by nice. macOS does not enforce RLIMIT_AS and Windows has neither:
there only the time limit and the bounds in `pixels` hold.
"""

import contextlib
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
    """A process pool that starts lazily. Used from one thread at a time, but for `close`."""

    def __init__(self, limits: WorkerLimits) -> None:
        self.limits = limits
        self._pool: ProcessPool | None = None
        self._unfinished: set[Future[Any]] = set()

    def submit(self, function: Callable[..., R], *arguments: object) -> "Future[R]":
        """Run a module-level function in a worker. Its future raises TimeoutError, `ProcessExpired` or `BrokenProcessPool`."""
        if self._pool is None or not self._pool.active:
            self.close()
            self._pool = self._started()
        future: Future[R] = self._pool.schedule(function, args=arguments, timeout=self.limits.seconds)
        self._unfinished.add(future)
        future.add_done_callback(self._unfinished.discard)
        return future

    def close(self) -> None:
        """End all workers. What is unfinished is cancelled, else its futures would wait for ever. May be used again after."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for future in tuple(self._unfinished):
            future.cancel()
        pool.stop()  # type: ignore[no-untyped-call]
        with contextlib.suppress(TimeoutError):
            pool.join(timeout=_JOIN_SECONDS)

    def _started(self) -> ProcessPool:
        return ProcessPool(
            max_workers=max(1, self.limits.workers),
            initializer=start_worker,
            initargs=(self.limits, os.getpid()),
            context=multiprocessing.get_context("spawn"),
        )


def start_worker(limits: WorkerLimits, parent: int) -> None:
    """What every worker does first: take its limits, watch its parent, load the decoders outside of any file's time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle; it ends its workers.
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if sys.platform != "win32":
        _limit(limits)
    from app.photos import reading
    from app.photos.raw import silence_exiv2

    silence_exiv2()
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
