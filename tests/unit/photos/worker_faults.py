"""What a worker does to a file in these tests: reads it, unless its name asks for a fault. Imported by the workers."""

import os
import signal
import time
from pathlib import Path

from app.domain.photo import FoundFile, ReadPhoto, Skipped, Video
from app.photos.reading import read_photo

NOBODY = 65_534


class Unpicklable(Exception):
    """An exception that pickles and does not unpickle."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def read_or_fail(found: FoundFile) -> ReadPhoto | Video | Skipped:
    """Reads a file, or fails in the way that its name says."""
    name = os.path.basename(found.path)
    if name.startswith("kill"):
        os.kill(os.getpid(), signal.SIGKILL)
    if name.startswith("crash"):
        os.kill(os.getpid(), signal.SIGSEGV)
    if name.startswith("hang"):
        time.sleep(600)
    if name.startswith("memory"):
        return Skipped(found.path, str(len(bytearray(8_000_000_000))))
    if name.startswith("error"):
        raise Unpicklable("one", "two")
    if name.startswith("exit"):
        os._exit(3)
    if name.startswith("forbidden") and os.geteuid() == 0:
        os.seteuid(NOBODY)
        try:
            return read_photo(found)
        finally:
            os.seteuid(0)
    return read_photo(found)


def slow(found: FoundFile) -> ReadPhoto | Video | Skipped:
    """Takes a fifth of a second and leaves a mark that it ran."""
    time.sleep(0.2)
    Path(found.path + ".ran").write_bytes(b"")
    return Skipped(found.path, "slow")


def long_answer(found: FoundFile) -> ReadPhoto | Video | Skipped:
    """An answer of 15 MB, so that workers are mostly busy sending."""
    return Skipped(found.path, "long " * 3_000_000, found.stamp)


def pid_of_worker(found: FoundFile) -> ReadPhoto | Video | Skipped:
    """The worker's process id and niceness as a reason."""
    import resource

    return Skipped(found.path, f"{os.getpid()} {os.nice(0)} {resource.getrlimit(resource.RLIMIT_AS)[0]}")


def never_ready() -> None:
    """What is to be prepared before the first file takes for ever."""
    time.sleep(600)
