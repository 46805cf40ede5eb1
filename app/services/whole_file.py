"""Files that a person asks for, written whole or not at all: a full disk neither cuts one nor takes the one before."""

import contextlib
import errno
import os
import secrets
import shutil


def write_whole(path: str, content: bytes) -> None:
    """Write a file beside its place and move it there; pipes and devices are written as they are.

    Raises `OSError`, or ValueError for a name that is not possible.
    """
    if _is_no_file(path):
        with open(path, "wb") as special:
            special.write(content)
        return
    target = os.path.realpath(path)
    unfinished = _beside(target)
    try:
        with open(unfinished, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _take_place(unfinished, target)
    finally:
        with contextlib.suppress(OSError):
            os.unlink(unfinished)


def check_place(path: str) -> None:
    """Find out now what `write_whole` would stumble over, save a disk that is too small; raises what that raises. Nothing changes."""
    if os.path.isdir(path) or not os.path.basename(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if _is_no_file(path):
        return
    with contextlib.suppress(FileNotFoundError), open(path, "r+b"):
        pass
    trial = _beside(os.path.realpath(path))
    with open(trial, "xb"):
        pass
    os.unlink(trial)


def _is_no_file(path: str) -> bool:
    """Whether it is a folder, a pipe or a device."""
    return not os.path.basename(path) or (os.path.exists(path) and not os.path.isfile(path))


def _take_place(unfinished: str, target: str) -> None:
    """As opening it would, this keeps the permissions of a file that is there, and is refused where it is read-only."""
    if os.path.exists(target):
        with open(target, "r+b"):
            shutil.copymode(target, unfinished)
    os.replace(unfinished, target)


def _beside(target: str) -> str:
    """A name in the same folder that nobody else uses, and short enough whatever the target's is."""
    return os.path.join(os.path.dirname(target), f".candid-{secrets.token_hex(8)}.part")
