"""Reading photos in worker processes: one file that hangs, crashes or swallows memory costs itself and nothing else."""

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Generic, TypeVar

from app.domain.photo import FoundFile, Picture, ReadPhoto, Skipped, Video
from app.photos.worker import Preparation, WorkerDied, WorkerLimits
from app.photos.worker_pool import WorkerPool

if TYPE_CHECKING:  # Workers import this module; the ports would bring numpy, and its address space, into each of them.
    from app.domain.ports import CancelToken

T = TypeVar("T")
F = TypeVar("F", bound=FoundFile)
Reading = Callable[[FoundFile], ReadPhoto | Video | Skipped]

_POLL_SECONDS = 0.1
_MEMORY = "The file needs more memory than one photo may use."
_BROKEN = "The programs that read photos do not start; restart Candid and try again."
_SENT_FROM_OUTSIDE = frozenset({"SIGHUP", "SIGINT", "SIGKILL", "SIGQUIT", "SIGTERM"})
"""Signals that no content causes by itself."""


@dataclass(frozen=True, slots=True)
class BrokenOff(Skipped):
    """A file with which its worker came to no end: it took too long, too much memory, or died."""


@dataclass(frozen=True, slots=True)
class NotStarted(Skipped):
    """A file for which there was no worker; `why` none starts, for the middle of a sentence about what was being prepared."""

    why: str = ""


def read_photo(found: FoundFile) -> ReadPhoto | Video | Skipped:
    """Everything about one file. The decoders are imported in the worker only."""
    from app.photos import reading

    return reading.read_photo(found)


def read_picture(found: FoundFile, longest_side: int) -> Picture | Skipped:
    """The pixels of one file, decoded in the worker."""
    from app.photos import reading

    return reading.read_picture(found, longest_side)


def guarded(function: Callable[..., T], found: FoundFile, *arguments: object) -> T | Skipped:
    """Any exception as a value: one that unpickles badly in the parent would take the whole pool with it."""
    try:
        return function(found, *arguments)
    except MemoryError:
        return BrokenOff(found.path, _MEMORY, found.stamp)
    except Exception as error:  # noqa: BLE001
        return Skipped(found.path, f"The file brought its reader down ({type(error).__name__}: {error}); please report this.", found.stamp)


class Workers:
    """Some worker processes for one kind of work. They start with the first file and end with `close`, which is final.

    May be used from several threads.
    """

    def __init__(self, limits: WorkerLimits, prepare: Preparation | None = None) -> None:
        """`prepare` is called in each worker before its first file, outside of that one's time; it must not raise."""
        self._pool = WorkerPool(limits, prepare)

    def each(
        self, function: Callable[..., T], files: Iterable[F], token: "CancelToken", *arguments: object
    ) -> Iterator[tuple[F, T | Skipped]]:
        """Each file with what the function gives for it and the arguments, in the order in which they finish. Raises `Cancelled`.

        `function` runs in a worker and must be importable there. Few are under way at once, so `files` may be a long generator.
        """
        batch = _Batch(self._pool, function, iter(files), arguments)
        try:
            while batch.fill():
                token.check()
                for outcome in batch.finished():
                    yield outcome
                    token.check()
        finally:
            batch.abandon()

    def close(self) -> None:
        """End the workers; what still waits for them raises `Cancelled`."""
        self._pool.close()


class WorkerReader:
    """A `PhotoReader` and `PictureReader`. Workers start with the first file and end with `close`, which is final.

    May be used from several threads. Pictures have one worker of their own at ordinary priority, so that indexing
    does not keep a person waiting.
    """

    def __init__(self, workers: int | None = None, limits: WorkerLimits | None = None, function: Reading = read_photo) -> None:
        """`workers` is the number of processors unless given. `function` runs in a worker and must be importable there."""
        chosen = limits or WorkerLimits()
        self._workers = Workers(replace(chosen, workers=workers or chosen.workers))
        self._pictures = WorkerPool(replace(chosen, workers=1, niceness=0))
        self._function = function

    def read(self, files: Iterable[FoundFile], token: "CancelToken") -> Iterator[ReadPhoto | Video | Skipped]:
        """Each file's outcome, in the order in which they finish. Raises `Cancelled`."""
        return (outcome for _, outcome in self._workers.each(self._function, files, token))

    def picture(self, file: FoundFile, longest_side: int) -> Picture | Skipped:
        """Upright 8-bit sRGB pixels, no side longer than `longest_side`. Waits for them: call it outside the GUI's thread."""
        return _outcome(self._pictures.submit(guarded, read_picture, file, longest_side), file, self._pictures.limits)

    def close(self) -> None:
        """End the workers; what still waits for them raises `Cancelled`."""
        self._workers.close()
        self._pictures.close()


class _Batch(Generic[T, F]):
    """The files of one call: those to come and the few under way."""

    def __init__(self, pool: WorkerPool, function: Callable[..., T], files: Iterator[F], arguments: tuple[object, ...]) -> None:
        self._pool = pool
        self._function = function
        self._files = files
        self._arguments = arguments
        self._under_way: dict[Future[T | Skipped], F] = {}

    def fill(self) -> bool:
        """Keep the workers busy; false if nothing is left to do."""
        room = 2 * self._pool.limits.workers + 2 - len(self._under_way)
        for found in islice(self._files, max(0, room)):
            self._under_way[self._pool.submit(guarded, self._function, found, *self._arguments)] = found
        return bool(self._under_way)

    def finished(self) -> Iterator[tuple[F, T | Skipped]]:
        """Outcomes that have come in, waiting a moment for the first."""
        for future in wait(self._under_way, _POLL_SECONDS, FIRST_COMPLETED).done:
            found = self._under_way.pop(future)
            yield found, _outcome(future, found, self._pool.limits)

    def abandon(self) -> None:
        """Give up what has not begun. What has begun ends by itself or by its time limit."""
        for future in self._under_way:
            future.cancel()


def _outcome(future: "Future[T]", found: FoundFile, limits: WorkerLimits) -> T | Skipped:
    """What a task gave, or why it gave nothing. Only a verdict about the content carries the file's stamp. Raises `Cancelled`."""
    try:
        return future.result()
    except TimeoutError:
        return BrokenOff(found.path, f"Reading the file took longer than {limits.seconds:g} seconds; it was given up.", found.stamp)
    except MemoryError:
        return BrokenOff(found.path, _MEMORY, found.stamp)
    except WorkerDied as error:
        return _died(found, _cause(error.exit_code))
    except BrokenProcessPool as error:
        return NotStarted(found.path, _BROKEN, why=str(error))


def _died(found: FoundFile, cause: str) -> BrokenOff:
    if cause in _SENT_FROM_OUTSIDE:
        return BrokenOff(found.path, f"The program that read the file was ended from outside ({cause}); the next scan tries again.")
    return BrokenOff(found.path, f"The file crashed its reader ({cause}); it is probably damaged.", found.stamp)


def _cause(exit_code: int | None) -> str:
    if exit_code is None or exit_code >= 0:
        return f"exit code {exit_code}"
    try:
        return signal.Signals(-exit_code).name
    except ValueError:
        return f"signal {-exit_code}"
