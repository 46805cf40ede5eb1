"""Opening a library whatever has happened to it: a damaged one is kept aside and made anew, with all that only the person knew."""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from app.config.paths import LibraryPaths
from app.config.private_file import flush_folder
from app.domain.errors import LibraryUnavailable
from app.domain.ports import PlaceFinder
from app.library.catalogue import Catalogue
from app.library.database import PATIENCE
from app.library.failures import STRUCTURE, LibraryDamaged, as_written, clear_errors, damage_mark, shown_path
from app.library.folders import add_folder
from app.library.index_lock import IndexLock
from app.library.journal import Journal, Noted, number_in, write_number
from app.library.kept_aside import copy_aside, keep_aside, kept_name
from app.library.kept_words import KeptWords
from app.library.own_things import fill, homes, readable_things, things_of
from app.library.own_words import add_waiting
from app.library.values import check_indexes

_PARTS = ("", "-wal")


@dataclass(frozen=True, slots=True)
class Rescued:
    """What was saved of a library, in one sentence; its photos are to be read again from `folders`."""

    sentence: str
    folders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """An open library, and what had to be put right before."""

    catalogue: Catalogue
    rescued: Rescued | None = None


def open_catalogue(
    paths: LibraryPaths, places: PlaceFinder | None = None, on_wait: Callable[[float], None] | None = None, patience: float = PATIENCE
) -> Opened:
    """Open or create the library, as `Catalogue` does; one that is damaged, or lacks what the journal knows, is put right first.

    Raises `LibraryTooNew`; `LibraryUnavailable` also where it is damaged and cannot be made anew now.
    """

    def opened() -> Opened:
        catalogue = Catalogue(paths.catalogue, on_wait, patience, places, paths.journal)
        try:
            return Opened(catalogue, None if catalogue.read_only else _agree(catalogue))
        except BaseException:
            catalogue.close()
            raise

    rescued, found = _put_right(paths) if _needs_rescue(paths.catalogue) else None, None
    with contextlib.suppress(LibraryDamaged):
        found = opened()
    if found is None:
        rescued, found = _put_right(paths), opened()
    return Opened(found.catalogue, rescued or found.rescued)


def _agree(catalogue: Catalogue) -> Rescued | None:
    """Let catalogue and journal know the same; what to say where the journal knew more."""
    catalogue.journal.erase_forgotten(catalogue.changing)
    if catalogue.journal.last == catalogue.journal_number and (catalogue.journal.last or not catalogue.folders()):
        return None
    with catalogue.changing() as connection:
        # Asked again: another program may have been in the middle of a change.
        reached, last = number_in(connection), catalogue.journal.last
    if last > reached:
        return _put_back(catalogue)
    if last < reached or not last:
        _note_all(catalogue)
    return None


def _put_back(catalogue: Catalogue) -> Rescued | None:
    noted, before = catalogue.journal.read(), catalogue.folders()
    told = "" if noted.whole else _of_journal(catalogue.journal.path)
    with catalogue.changing() as connection:
        for folder in noted.folders:
            add_folder(connection, folder)
        found, homeless = homes(connection, noted.words)
        for each in homeless:
            add_waiting(connection, each.content_hash, each.path, each.words)
    changed = KeptWords(catalogue, catalogue.journal).change(found, lambda photo_id, _words, _facts: found[photo_id])
    _note_all(catalogue)
    folders, photos = catalogue.folders(), len(changed.after) + len(homeless)
    if len(folders) == len(before) and not photos and not told:
        return None
    said = f"lacked its last changes, which are put back: {_things(len(folders) - len(before), photos)}."
    nothing = len(folders) == len(before) and not photos
    return Rescued(f"The library {'may lack its last changes.' if nothing else said}{told}", tuple(each.path for each in folders))


def _note_all(catalogue: Catalogue) -> None:
    """Write the journal anew from what the catalogue holds."""
    with catalogue.changing() as connection, as_written():
        things = things_of(connection)
        number = max(things.last, catalogue.journal.last) + 1
        catalogue.journal.replace(replace(things, last=number))
        write_number(connection, number)


def _needs_rescue(path: Path) -> bool:
    """Whether it was found damaged and is: where SQLite finds nothing, and nothing stored was wrong, a disk has erred once."""
    mark = damage_mark(path)
    try:
        kind = mark.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    if not _is_sound(path):
        return True
    # A second time within a day it would be the program that errs, and making it anew would not help.
    if kind != STRUCTURE and not any(path.parent.glob(kept_name(path, f"{datetime.now().astimezone():%Y-%m-%d}*"))):
        return True
    with contextlib.suppress(OSError):
        mark.unlink()
    return False


def _is_sound(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            # FTS5 looks itself through as if it wrote; nothing of that is to reach the file.
            connection.execute("BEGIN IMMEDIATE")
            check_indexes(connection)
            return bool(connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))
    except (sqlite3.Error, UnicodeDecodeError):
        return False


def _put_right(paths: LibraryPaths) -> Rescued | None:
    """Make a damaged library anew. None where another program has done so meanwhile."""
    path = paths.catalogue
    if not os.access(path.parent, os.W_OK):
        raise LibraryUnavailable(
            f"The library {shown_path(path)} is damaged and cannot be made anew, for its folder cannot be written: check its permissions."
        )
    with clear_errors(path), _alone(paths):
        if not damage_mark(path).exists():
            return None
        kept, noted = keep_aside(path, _PARTS), Journal(paths.journal).read()
        things = readable_things(noted, kept)
        told = _of_journal(paths.journal) if _has_gap(noted, things) else ""
        fresh = _made_anew(path, things, paths.journal)
        # Until here the damaged library is where it was, and a start after a kill begins again.
        for end in ("-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        os.replace(fresh, path)
        flush_folder(path.parent)
        damage_mark(path).unlink(missing_ok=True)
    said = _things(len(things.folders), len(things.words))
    made = f"The library was damaged and has been made anew with {said}; the damaged one is kept as {kept.name}."
    return Rescued(made + told, things.folders)


def _has_gap(noted: Noted, things: Noted) -> bool:
    """Whether the journal did not know all: it has lines that are not ours, or came not as far as the library."""
    return not noted.whole or things.last > noted.last


def _of_journal(path: Path) -> str:
    """What to say of a damaged journal, which is kept aside; nothing where there is none."""
    with clear_errors(path):
        if path.exists() and path.stat().st_size:
            kept = copy_aside(path).name
            return (
                f" The record of what you add, {path.name}, was damaged and is kept as {kept}: what stood nowhere but in its "
                "unreadable lines is missing, so look through your folders and your own words."
            )
    return ""


def _things(folders: int, photos: int) -> str:
    said = (f"what you have said of {_count(photos, 'photo')}",) if photos else ()
    return " and ".join((*((_count(folders, "folder"),) if folders or not said else ()), *said))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


@contextmanager
def _alone(paths: LibraryPaths) -> Iterator[None]:
    """While nobody else has the library open, or puts it right. Raises `LibraryUnavailable` if somebody has."""
    lock = IndexLock(paths.index_lock)
    if not lock.take():
        raise _in_use(paths.catalogue)
    try:
        if _is_open_elsewhere(paths.catalogue):
            raise _in_use(paths.catalogue)
        yield
    finally:
        lock.release()


def _in_use(path: Path) -> LibraryUnavailable:
    return LibraryUnavailable(
        f"The library {shown_path(path)} is damaged, and another Candid has it open: close that one and start again, and it is made anew."
    )


def _is_open_elsewhere(path: Path) -> bool:
    """Whether another program holds the lock that SQLite holds on every open library (sqlite.org/src, `os_unix.c`: SHARED_FIRST)."""
    if os.name != "posix":
        return False  # There a file that is open cannot be replaced.
    import fcntl

    with contextlib.suppress(FileNotFoundError), path.open("rb+") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 510, 0x40000002)
        except OSError:
            return True
    return False


def _made_anew(path: Path, things: Noted, journal: Path) -> Path:
    """A new library with these things, whole and in one file."""
    fresh = path.with_name(f"{path.stem}.new{path.suffix}")
    for end in ("", "-wal", "-shm"):
        fresh.with_name(fresh.name + end).unlink(missing_ok=True)
    with Catalogue(fresh, journal=journal) as catalogue:
        with catalogue.changing() as connection:
            fill(connection, things)
        catalogue.checkpoint()
    return fresh
