"""What a person can do something about, as one clear sentence each: SQLite's errors, and a file whose bytes have changed."""

import contextlib
import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.domain.errors import LibraryUnavailable

_DAMAGED = (
    "The library {path} is damaged: start Candid again, and it is made anew from your photos. "
    "They are untouched, and what you have said of them is kept."
)
_SENTENCES = {
    sqlite3.SQLITE_FULL: "The disk that holds the library {path} is full: free some space and try again.",
    sqlite3.SQLITE_BUSY: "Another program has kept the library {path} locked: close it and try again.",
    sqlite3.SQLITE_LOCKED: "Another program has kept the library {path} locked: close it and try again.",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    # Whatever may meet what is there already says so (OR IGNORE, ON CONFLICT): otherwise table and index contradict each other.
    sqlite3.SQLITE_CONSTRAINT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_READONLY: "The library {path} cannot be written: check the permissions of the file and of its folder.",
    sqlite3.SQLITE_PERM: "The library {path} cannot be written: check the permissions of the file and of its folder.",
    sqlite3.SQLITE_CANTOPEN: "The library {path} cannot be opened: check that its folder exists and can be written.",
    sqlite3.SQLITE_IOERR: "The disk failed while the library {path} was read or written: check the disk and try again.",
    sqlite3.SQLITE_NOMEM: "There is not enough memory for the library {path}: close other programs and try again.",
}

_OF_SYSTEM = {
    errno.EACCES: sqlite3.SQLITE_CANTOPEN,
    errno.EPERM: sqlite3.SQLITE_CANTOPEN,
    errno.EROFS: sqlite3.SQLITE_CANTOPEN,
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.EIO: sqlite3.SQLITE_IOERR,
}
"""SQLite's codes for what the system says where Candid opens files itself."""


VALUE, STRUCTURE = "value", "structure"
"""What a mark says was damaged: something stored, or what SQLite itself can look through."""
_OF_STRUCTURE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT)

_LEAST_ROOM = 65_536
"""Bytes; the index of a write-ahead log takes half of them."""

_BROKEN_FORMATS = (
    "unsupported file format",
    "invalid fts5 file format",
    "vtable constructor failed",
    "malformed JSON",
    "JSON cannot hold BLOB",
)
"""How messages begin for which SQLite has only the code of an error in SQL."""


class Damage(Exception):
    """Something stored that Candid cannot have written. Nobody outside this room sees it: it becomes `LibraryUnavailable`."""


class LibraryDamaged(LibraryUnavailable):
    """The library holds what Candid cannot have written; the next start repairs it (`rescue`)."""


@contextmanager
def as_written() -> Iterator[None]:
    """Around code that only turns stored values into ours: whatever has no such value is `Damage`. Also a decorator."""
    try:
        yield
    except (ValueError, TypeError, AttributeError, LookupError, ArithmeticError) as error:
        raise Damage(str(error)) from error


def sentence_for(error: Exception, path: Path) -> str | None:
    """The sentence for an error of the machine or of the file, or None for an error of the program."""
    code = _code(error) & 0xFF
    if code == sqlite3.SQLITE_IOERR and _is_full(path):
        code = sqlite3.SQLITE_FULL
    text = _DAMAGED if _is_damage(error) else _SENTENCES.get(code)
    return text and text.format(path=shown_path(path))


def _is_full(path: Path) -> bool:
    """Whether the disk has no room for what SQLite needs even to read, which it calls a failure of the disk."""
    try:
        return shutil.disk_usage(path.parent).free < _LEAST_ROOM
    except OSError:
        return False


def shown_path(path: Path) -> str:
    """A path for a sentence, with a sign in place of bytes that are no text."""
    return str(path).encode("utf-8", "replace").decode()


def damage_mark(path: Path) -> Path:
    """The file that says that this library was found damaged, in its values or its structure: whoever opens it next looks it through."""
    return path.with_name(f"{path.name}.damaged")


def mark_damaged(path: Path, error: Exception) -> None:
    """Leave the mark, where that is possible."""
    kind = STRUCTURE if _code(error) & 0xFF in _OF_STRUCTURE else VALUE
    with contextlib.suppress(OSError):
        damage_mark(path).write_text(kind, "utf-8")


def _is_damage(error: Exception) -> bool:
    # SQLite quotes a broken schema in its message, which then is no UTF-8 either; text of a column that is none has no code.
    if type(error) is sqlite3.OperationalError:
        return not _code(error) or str(error).startswith(_BROKEN_FORMATS)
    return isinstance(error, Damage | UnicodeDecodeError)


def _code(error: Exception) -> int:
    """Its low byte is the kind of error, the rest its detail (sqlite.org/rescode.html); 0 where there is none."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code


@contextmanager
def clear_errors(path: Path) -> Iterator[None]:
    """Raise `LibraryUnavailable` in place of an error of the machine or of the file; errors of the program pass."""
    try:
        yield
    except (sqlite3.Error, Damage, UnicodeDecodeError) as error:
        text = sentence_for(error, path)
        if text is None:
            raise
        if text == _DAMAGED.format(path=shown_path(path)):
            mark_damaged(path, error)
            raise LibraryDamaged(text) from error
        raise LibraryUnavailable(text) from error
    except OSError as error:
        known = _SENTENCES.get(_OF_SYSTEM.get(error.errno or 0, -1))
        other = f"The library {shown_path(path)} cannot be used: {error.strerror or error}."
        raise LibraryUnavailable(known.format(path=shown_path(path)) if known else other) from error
