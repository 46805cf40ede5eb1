"""Damaged files of a library, kept aside under a name with the moment: how they come there, and which there are."""

import os
import shutil
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from app.config.private_file import OWNER_ALONE, flush_folder

_NAMES = ("catalogue.damaged-*.sqlite3", "own.damaged-*.jsonl")


def keep_aside(path: Path, parts: Sequence[str] = ("",)) -> Path:
    """Give damaged files a second name, which stays; the path of the first of them. Raises `OSError`."""
    kept = _free_name(path)
    for part in reversed(parts):
        source = path.with_name(path.name + part)
        if source.exists() and (not part or source.stat().st_size):
            _second_name(source, kept.with_name(kept.name + part))
    flush_folder(path.parent)
    return kept


def copy_aside(path: Path) -> Path:
    """The same of a file that may still be written to: its copy, for the owner alone. Raises `OSError`."""
    kept = _free_name(path)
    opened = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ALONE)
    with open(opened, "wb") as file:
        file.write(path.read_bytes())
        file.flush()
        os.fsync(file.fileno())
    flush_folder(path.parent)
    return kept


def kept_name(path: Path, moment: str) -> str:
    """What a damaged file is called that was kept at this moment."""
    return f"{path.stem}.damaged-{moment}{path.suffix}"


def kept_files(folder: Path) -> tuple[Path, ...]:
    """The damaged libraries and journals that lie in the folder of a library, by name."""
    return tuple(sorted(each for name in _NAMES for each in folder.glob(name)))


def _free_name(path: Path) -> Path:
    moment = f"{datetime.now().astimezone():%Y-%m-%dT%H%M}"
    kept = path.with_name(kept_name(path, moment))
    number = 1
    while kept.exists():
        number += 1
        kept = path.with_name(kept_name(path, f"{moment}-{number}"))
    return kept


def _second_name(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # Not every file system has links.
        shutil.copyfile(source, target)
