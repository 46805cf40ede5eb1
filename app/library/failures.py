"""SQLite's errors that a person can do something about, as one clear sentence each."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.domain.errors import LibraryUnavailable

_SENTENCES = {
    sqlite3.SQLITE_FULL: "The disk that holds the library {path} is full: free some space and try again.",
    sqlite3.SQLITE_BUSY: "Another program has kept the library {path} locked: close it and try again.",
    sqlite3.SQLITE_LOCKED: "Another program has kept the library {path} locked: close it and try again.",
    sqlite3.SQLITE_CORRUPT: "The library {path} is damaged: move it away and add the folders again, or restore a copy.",
    sqlite3.SQLITE_NOTADB: "{path} is not a library of Candid: move it away or choose another folder for the library.",
    sqlite3.SQLITE_READONLY: "The library {path} cannot be written: check the permissions of the file and of its folder.",
    sqlite3.SQLITE_PERM: "The library {path} cannot be written: check the permissions of the file and of its folder.",
    sqlite3.SQLITE_CANTOPEN: "The library {path} cannot be opened: check that its folder exists and can be written.",
    sqlite3.SQLITE_IOERR: "The disk failed while the library {path} was read or written: check the disk and try again.",
    sqlite3.SQLITE_NOMEM: "There is not enough memory for the library {path}: close other programs and try again.",
}


def sentence_for(error: sqlite3.Error, path: Path) -> str | None:
    """The sentence for an error of the machine, or None for an error of the program."""
    code = getattr(error, "sqlite_errorcode", None)
    # The low byte is the kind of error, the rest its detail (sqlite.org/rescode.html).
    text = None if code is None else _SENTENCES.get(code & 0xFF)
    return text and text.format(path=str(path).encode("utf-8", "replace").decode())


@contextmanager
def clear_errors(path: Path) -> Iterator[None]:
    """Raise `LibraryUnavailable` in place of an error of the machine; errors of the program pass."""
    try:
        yield
    except sqlite3.Error as error:
        text = sentence_for(error, path)
        if text is None:
            raise
        raise LibraryUnavailable(text) from error
    except OSError as error:
        raise LibraryUnavailable(f"The library {path} cannot be used: {error.strerror or error}.") from error
