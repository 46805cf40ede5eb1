"""Small files for the owner's eyes alone, replaced whole."""

import contextlib
import os
import secrets
import threading
from pathlib import Path

OWNER_ALONE = 0o600
OWNER_ALONE_ENTERS = 0o700
"""Of a folder."""
_UNFINISHED = ".part"

_ONE_AT_A_TIME = threading.Lock()
"""So that what is being written is not taken for what was left behind."""


def write_private(path: Path, text: str) -> None:
    """Write a file beside its place, which nobody else may read, and move it there. Raises `OSError`; the file before then stays.

    What an earlier writing left behind, because the computer or the program stopped in it, goes away.
    """
    with _ONE_AT_A_TIME:
        with contextlib.suppress(OSError):
            _remove_unfinished(path)
        _write(path, text)


def write_settings(path: Path, text: str, *, spoilt: bool) -> None:
    """Write a file of what a person has chosen; one that is `spoilt` is kept as `….spoilt`. Raises `OSError`."""
    if spoilt and path.exists():
        os.replace(path, f"{path}.spoilt")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_private(path, text)


def erase_private(path: Path) -> None:
    """Erase a file, if it is there, and what unfinished writings of it left behind. Raises `OSError`."""
    with _ONE_AT_A_TIME:
        path.unlink(missing_ok=True)
        _remove_unfinished(path)


def flush_folder(folder: Path) -> None:
    """Bring a new or changed name of a folder to the disk, where the system can do that."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _write(path: Path, text: str) -> None:
    unfinished = path.with_name(f".{path.name}-{secrets.token_hex(8)}{_UNFINISHED}")
    try:
        opened = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ALONE)
        with open(opened, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
        flush_folder(path.parent)
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink()


def _remove_unfinished(path: Path) -> None:
    if path.parent.is_dir():
        for each in path.parent.iterdir():
            if each.name.startswith(f".{path.name}-") and each.name.endswith(_UNFINISHED):
                each.unlink(missing_ok=True)
