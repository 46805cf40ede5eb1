"""Reading photos in worker processes: one file that hangs, crashes or swallows memory costs itself and nothing else."""

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from pebble import ProcessExpired

from app.domain.photo import FoundFile, Picture, ReadPhoto, Skipped
from app.photos.worker_pool import WorkerLimits, WorkerPool

if TYPE_CHECKING:  # Workers import this module; the ports would bring numpy, and its address space, into each of them.
    from app.domain.ports import CancelToken

T = TypeVar("T")
Reading = Callable[[FoundFile], ReadPhoto | Skipped]

_POLL_SECONDS = 0.1
_MOST_BREAKS = 3
_MEMORY = "The file needs more memory than one photo may use."
_BROKEN = "The programs that read photos end again and again; restart Candid and try again."


def read_photo(found: FoundFile) -> ReadPhoto | Skipped:
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
        return Skipped(found.path, _MEMORY, found.stamp)
    except Exception as error:  # noqa: BLE001
        return Skipped(found.path, f"The file brought its reader down ({type(error).__name__}: {error}); please report this.", found.stamp)


class WorkerReader:
    """A `PhotoReader` and `PictureReader`. Workers start with the first file and end with `close`, which is final.

    May be used from several threads. Pictures have one worker of their own at ordinary priority, so that indexing
    does not keep a person waiting.
    """

    def __init__(self, workers: int | None = None, limits: WorkerLimits | None = None, function: Reading = read_photo) -> None:
        """`workers` is the number of processors unless given. `function` runs in a worker and must be importable there."""
        chosen = limits or WorkerLimits()
        self._pool = WorkerPool(replace(chosen, workers=workers or chosen.workers))
        self._pictures = WorkerPool(replace(chosen, workers=1, niceness=0))
        self._function = function

    def read(self, files: Iterable[FoundFile], token: "CancelToken") -> Iterator[ReadPhoto | Skipped]:
        """Each file's outcome, in the order in which they finish. Raises `Cancelled`.

        Only a few files are under way at once, so `files` may be a long generator.
        """
        batch = _Batch(self._pool, self._function, iter(files))
        try:
            while batch.fill():
                token.check()
                for outcome in batch.finished():
                    yield outcome
                    token.check()
        finally:
            batch.abandon()

    def picture(self, file: FoundFile, longest_side: int) -> Picture | Skipped:
        """Upright 8-bit sRGB pixels, no side longer than `longest_side`. Waits for them: call it outside the GUI's thread."""
        for _ in range(_MOST_BREAKS):
            future = self._pictures.submit(guarded, read_picture, file, longest_side)
            wait((future,))
            outcome = _result(future, file.path, self._pictures.limits)
            if outcome is not None:
                return outcome
        return Skipped(file.path, _BROKEN, file.stamp)

    def close(self) -> None:
        """End the workers; what still waits for them raises `Cancelled`."""
        self._pool.close()
        self._pictures.close()


class _Batch:
    """The files of one `read`: those to come and the few under way."""

    def __init__(self, pool: WorkerPool, function: Reading, files: Iterator[FoundFile]) -> None:
        self._pool = pool
        self._function = function
        self._files = files
        self._under_way: dict[Future[ReadPhoto | Skipped], FoundFile] = {}
        self._breaks = 0

    def fill(self) -> bool:
        """Keep the workers busy; false if nothing is left to do."""
        room = 2 * self._pool.limits.workers + 2 - len(self._under_way)
        for found in islice(self._files, max(0, room)):
            self._submit(found)
        return bool(self._under_way)

    def finished(self) -> Iterator[ReadPhoto | Skipped]:
        """Outcomes that have come in, waiting a moment for the first. Files whose pool broke are put on their way again."""
        broken = []
        for future in wait(self._under_way, _POLL_SECONDS, FIRST_COMPLETED).done:
            found = self._under_way.pop(future)
            outcome = _result(future, found.path, self._pool.limits)
            if outcome is None:
                broken.append(found)
            else:
                yield _stamped(outcome, found)
        if broken:
            yield from self._again(broken)

    def abandon(self) -> None:
        """Give up what has not begun. What has begun ends by itself or by its time limit; cancelling it would kill its worker."""
        for future in self._under_way:
            if not future.running():
                future.cancel()

    def _submit(self, found: FoundFile) -> None:
        self._under_way[self._pool.submit(guarded, self._function, found)] = found

    def _again(self, broken: list[FoundFile]) -> Iterator[Skipped]:
        self._breaks += 1
        for found in broken:
            if self._breaks > _MOST_BREAKS:
                yield Skipped(found.path, _BROKEN, found.stamp)
            else:
                self._submit(found)


def _stamped(outcome: ReadPhoto | Skipped, found: FoundFile) -> ReadPhoto | Skipped:
    return replace(outcome, stamp=found.stamp) if outcome.stamp is None else outcome


def _result(future: "Future[T]", path: str, limits: WorkerLimits) -> T | Skipped | None:
    """What a finished task gave, or why it gave nothing; None if that was not the file's fault."""
    try:
        return future.result()
    except TimeoutError:
        return Skipped(path, f"Reading the file took longer than {limits.seconds:g} seconds; it was given up.")
    except MemoryError:
        return Skipped(path, _MEMORY)
    except ProcessExpired as error:
        return Skipped(path, f"The file crashed its reader ({_cause(error.exitcode)}); it is probably damaged.")
    except (BrokenProcessPool, CancelledError):
        return None


def _cause(exit_code: int) -> str:
    if exit_code >= 0:
        return f"exit code {exit_code}"
    try:
        return signal.Signals(-exit_code).name
    except ValueError:
        return f"signal {-exit_code}"
