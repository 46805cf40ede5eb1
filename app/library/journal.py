"""The journal of what only the person knows, folders that were added and own words: what a damaged catalogue is rescued from."""

import contextlib
import errno
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.config.private_file import OWNER_ALONE, flush_folder, write_private
from app.domain.errors import LibraryUnavailable
from app.domain.ids import ContentHash
from app.library.journal_lines import Entry, JournalWords, Noted, encode_entry, last_number, live_lines, read_lines

__all__ = ["Journal", "JournalWords", "Noted"]

GROWN = 2
"""The file is written anew when it is so many times as long as what counts in it …"""
SMALL = 65_536
"""… and by so many bytes longer."""
FORGOTTEN = b'"forgotten":'
"""Stands in a line about a forgotten folder and in no other: a quotation mark inside a text is escaped."""
_NO_LINKS: int = getattr(os, "O_NOFOLLOW", 0)


@dataclass(frozen=True, slots=True)
class _Known:
    """The file as this program has left it: its length up to the end of its last line, its inode, the number of its last entry,
    and the length of what counts."""

    size: int
    inode: int
    last: int
    live: int


class _Mine(threading.local):
    """What this thread has noted in its block: the lengths of the file before and after; None where it has noted nothing."""

    in_block = False
    span: tuple[int, int] | None = None


class Journal:
    """A file of JSON lines beside the catalogue, each written to the disk before the change counts as done.

    Entries are written by whoever holds the library's lock for writing (`Catalogue.changing`): one at a time, whichever program.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: _Known | None = None
        self._mine = _Mine()

    @property
    def path(self) -> Path:
        """The file, which need not be there."""
        return self._path

    def folder_added(self, path: str) -> None:
        """Note a folder. Raises `LibraryUnavailable`."""
        self._append(Entry(0, added=path))

    def folder_forgotten(self, path: str, content_hashes: tuple[ContentHash, ...]) -> None:
        """Note that a folder is gone, with the words of these contents; `erase_forgotten` then leaves nothing of them.

        Raises `LibraryUnavailable`.
        """
        self._append(Entry(0, forgotten=path, contents=content_hashes))

    def words_changed(self, changed: tuple[JournalWords, ...]) -> None:
        """Note the whole words of photos as they are now, of all of them or of none. Raises `LibraryUnavailable`."""
        if changed:
            self._append(Entry(0, words=changed))

    def read(self) -> Noted:
        """All that it says; nothing where there is no file. Raises `LibraryUnavailable`."""
        return read_lines(self._content())

    @property
    def last(self) -> int:
        """The number of the last entry, 0 where there is none. Raises `LibraryUnavailable`."""
        content = self._content()
        return last_number(content) if content else 0

    def erase_forgotten(self, alone: Callable[[], AbstractContextManager[object]]) -> None:
        """Write the file anew if there is something forgotten in it, `alone`: while nobody else can add to it.

        Where that cannot be done now, the next start does so.
        """
        with contextlib.suppress(LibraryUnavailable):
            if FORGOTTEN in self._content():
                with alone():
                    self.compact()

    def compact(self) -> None:
        """Write the file anew with what counts alone. Raises `LibraryUnavailable`; it is as it was then."""
        self.replace(self.read())

    def replace(self, noted: Noted) -> None:
        """Let the journal say this and nothing else. Raises `LibraryUnavailable`; it is as it was then."""
        try:
            write_private(self._path, live_lines(noted).decode("ascii"))
        except OSError as error:
            raise self._trouble(error) from error
        self._known = None

    @contextmanager
    def only_if_done(self) -> Iterator[None]:
        """What is noted in the block is taken back if the block raises: a change that failed is not to be put back at the next start."""
        if self._mine.in_block:
            yield
            return
        self._mine.in_block, self._mine.span = True, None
        try:
            yield
        except BaseException:
            self._take_back()
            raise
        finally:
            self._mine.in_block, self._mine.span = False, None

    def number_into(self, connection: sqlite3.Connection) -> None:
        """Let the library know up to which entry it has come, if the block of `only_if_done` has noted anything."""
        if self._known is not None and self._mine.span is not None:
            write_number(connection, self._known.last)

    def _append(self, entry: Entry) -> None:
        try:
            known = self._made_short(self._looked_at())
            line = encode_entry(Entry(known.last + 1, entry.added, entry.forgotten, entry.contents, entry.words))
            self._write(line, known)
        except OSError as error:
            raise self._trouble(error) from error

    def _write(self, line: bytes, known: _Known) -> None:
        opened = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _NO_LINKS, OWNER_ALONE)
        with open(opened, "ab", buffering=0) as file:
            try:
                # A last line that was never finished.
                os.ftruncate(file.fileno(), known.size)
                _write_all(file.fileno(), line)
                os.fsync(file.fileno())
            except OSError:
                with contextlib.suppress(OSError):
                    os.ftruncate(file.fileno(), known.size)
                raise
            inode = os.fstat(file.fileno()).st_ino
        if known.size == 0:
            flush_folder(self._path.parent)
        self._known = _Known(known.size + len(line), inode, known.last + 1, known.live)
        if self._mine.in_block:
            began = self._mine.span[0] if self._mine.span else known.size
            self._mine.span = (began, self._known.size)

    def _looked_at(self) -> _Known:
        """The file as it is: what is known of it already where nobody else has written to it."""
        try:
            found = os.stat(self._path)
        except FileNotFoundError:
            return _Known(0, 0, 0, 0)
        if self._known is not None and (found.st_size, found.st_ino) == (self._known.size, self._known.inode):
            return self._known
        content = self._path.read_bytes()
        noted = read_lines(content)
        return _Known(content.rfind(b"\n") + 1, found.st_ino, noted.last, len(live_lines(noted)))

    def _made_short(self, known: _Known) -> _Known:
        if known.size <= GROWN * known.live + SMALL or self._mine.span is not None:
            return known
        # Where there is no room for a shorter one the long one does as well.
        with contextlib.suppress(LibraryUnavailable):
            self.compact()
        return self._looked_at()

    def _take_back(self) -> None:
        self._known = None
        with contextlib.suppress(OSError):
            if self._mine.span is not None and os.stat(self._path).st_size == self._mine.span[1]:
                os.truncate(self._path, self._mine.span[0])

    def _content(self) -> bytes:
        try:
            return self._path.read_bytes()
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise self._trouble(error) from error

    def _trouble(self, error: OSError) -> LibraryUnavailable:
        shown = str(self._path).encode("utf-8", "replace").decode()
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return LibraryUnavailable(f"The disk that holds {shown} is full: free some space and try again; nothing was changed.")
        return LibraryUnavailable(
            f"What you add cannot be noted in {shown} ({error.strerror or error}): check the file and its permissions."
        )


def write_number(connection: sqlite3.Connection, number: int) -> None:
    """Note in the library that everything up to this entry of the journal is in it."""
    connection.execute("INSERT OR REPLACE INTO meta(name, value) VALUES ('journal', ?)", (number,))


def number_in(connection: sqlite3.Connection) -> int:
    """Up to which entry of the journal the library has come."""
    row = connection.execute("SELECT value FROM meta WHERE name = 'journal'").fetchone()
    return row[0] if row and isinstance(row[0], int) else 0


def _write_all(descriptor: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
