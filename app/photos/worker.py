"""One worker process, seen from both ends of its pipe.

A worker shares nothing with its neighbours, neither a queue nor a lock: whatever ends it, only its own task is lost.
"""

import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any

_POLL_PARENT_SECONDS = 1.0
_JOIN_SECONDS = 10.0

_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""For libraries that would start a thread a processor, each with a stack of its own out of this worker's address space."""

_children = threading.Lock()  # multiprocessing's list of children is not made for several threads.


Preparation = tuple[Callable[..., object], tuple[object, ...]]
"""A module-level function with its arguments, which a worker calls before its first task."""


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """How many workers, and what one of them may use: seconds for a file and until it is ready for the first, bytes of address space."""

    workers: int = os.cpu_count() or 1
    seconds: float = 30.0
    memory_bytes: int = 1_500_000_000
    niceness: int = 10
    start_seconds: float = 180.0


class WorkerLost(Exception):
    """A worker ended before it took a task, which is not the task's fault; or, `slow`, it was not ready for one in its time."""

    def __init__(self, *, slow: bool = False) -> None:
        super().__init__("slow" if slow else "ended")
        self.slow = slow


class WorkerDied(Exception):
    """A worker ended while it worked; `exit_code` is that of its process, a signal's number negative, None if it is not known."""

    def __init__(self, exit_code: int | None) -> None:
        super().__init__(f"exit code {exit_code}")
        self.exit_code = exit_code


class Worker:
    """The parent's end. One thread at a time may call it; `kill` may come from any."""

    def __init__(self, limits: WorkerLimits, prepare: Preparation | None = None) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, limits, os.getpid(), prepare), daemon=True)
        self._start_seconds = limits.start_seconds
        self._is_ready = False
        with _children, _deaf_to_interrupts():
            self._process.start()
        theirs.close()  # Else its death would not be the end of what can be read.

    def hand_over(self, function: Callable[..., object], arguments: tuple[object, ...]) -> None:
        """Send a call of a module-level function, perhaps behind one that is not answered yet. Raises `WorkerLost`."""
        try:
            if not self._is_ready:
                self._is_ready = self._received(self._start_seconds)
            self._connection.send((function, arguments))
        except TimeoutError as error:
            raise WorkerLost(slow=True) from error
        except (EOFError, OSError) as error:
            raise WorkerLost() from error

    def answer(self, seconds: float) -> Any:
        """What the oldest unanswered call returns. Raises MemoryError; or TimeoutError or `WorkerDied`, and is of no more use then."""
        try:
            answer = self._received(seconds)
        except TimeoutError:
            raise
        except (EOFError, OSError) as error:
            raise WorkerDied(self.end()) from error
        if isinstance(answer, MemoryError):
            raise answer
        return answer

    def kill(self) -> None:
        """End the process wherever it is."""
        self._process.kill()

    def end(self) -> int | None:
        """End the process, release what belongs to it, and tell its exit code."""
        self.kill()
        with _children:
            self._process.join(_JOIN_SECONDS)
            self._connection.close()
            return self._process.exitcode

    def _received(self, seconds: float) -> Any:
        if not self._connection.poll(seconds):
            raise TimeoutError
        return self._connection.recv()


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """A process that is started here gets no Ctrl+C, which a terminal sends to all, before it can ignore it."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # It would be started with the process, and would end the deafness.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work(connection: Connection, limits: WorkerLimits, parent: int, prepare: Preparation | None = None) -> None:
    """The worker's end: take the limits, load the decoders and what is to be prepared outside of any file's time, then answer tasks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle; it ends its workers.
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if sys.platform != "win32":
        _limit(limits)
    _load()
    if prepare is not None:
        prepare[0](*prepare[1])
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):  # The parent is gone.
        connection.send(True)
        while True:
            _answer_one(connection)


def _answer_one(connection: Connection) -> None:
    function, arguments = connection.recv()
    try:
        connection.send(function(*arguments))
    except MemoryError as error:
        connection.send(error)


def _load() -> None:
    os.environ.update(_ONE_THREAD)
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
