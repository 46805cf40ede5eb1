"""One SQLite file: a connection for each thread, transactions that wait for their turn, and clear errors."""

import contextlib
import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.config.private_file import OWNER_ALONE, OWNER_ALONE_ENTERS
from app.domain.errors import Cancelled, LibraryUnavailable
from app.library.failures import clear_errors, shown_path
from app.library.migrations import check_version, copy_kept, migrate, roll_back, version_of

PATIENCE = 60.0
"""Seconds to wait for another writer before giving up."""
LONGEST_END = 2.0
"""Seconds that closing waits for a thread that still reads or writes; after that its connection is left to the end of the program."""
_SOON = 0.02
LONGEST_BUSY = 2.0
"""Seconds that SQLite waits by itself: as often it is told how long the wait was."""

_PRAGMAS = (
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = -16000",
    "PRAGMA journal_size_limit = 16000000",
)


class _Handle:
    """Holds a thread's connection, which closes when the thread ends or the database does. `in_use` is held while statements run."""

    __slots__ = ("__weakref__", "close", "connection", "in_use")

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.in_use = threading.RLock()
        self.close = weakref.finalize(self, connection.close)


class Database:
    """A library file, migrated to this version. Methods may be called from any thread."""

    def __init__(self, path: Path, on_wait: Callable[[float], None] | None = None, patience: float = PATIENCE) -> None:
        """Open or create the file. `on_wait` hears the seconds waited so far, about every two seconds, while another writer is at work.

        Raises `LibraryTooNew`, `LibraryDamaged` and `LibraryUnavailable`.
        """
        self.path = path
        self.read_only = os.path.exists(path) and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
        # Where nobody can make a write-ahead log SQLite may read the file as it is; a log would have to be read with it.
        self._immutable = self.read_only and not os.path.exists(_log(path)) and not os.access(path.parent, os.W_OK)
        self._refusal: str | None = None
        self._on_wait = on_wait
        self._patience = patience
        self._local = threading.local()
        self._handles: weakref.WeakSet[_Handle] = weakref.WeakSet()
        self._handles_lock = threading.Lock()
        self._is_open = self._is_closed = False
        try:
            with clear_errors(path):
                self._open()
        except BaseException:
            # A connection that is closed later would take the log of the library along that is made in this one's place.
            self.close()
            raise

    def _open(self) -> None:
        if self.read_only:
            check_version(self._connection(), self.path)
        else:
            self.path.parent.mkdir(OWNER_ALONE_ENTERS, parents=True, exist_ok=True)
            if not self.path.exists():
                with contextlib.suppress(OSError):  # SQLite says better why it cannot be made.
                    self.path.touch(OWNER_ALONE)
            migrate(self._connection(), self.path, self._begin)
        self._is_open = True

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One unchanging view of the library, for as long as the block runs. Raises `LibraryUnavailable`."""
        if self._immutable and os.path.exists(_log(self.path)):
            raise LibraryUnavailable(f"Another program changes the library {shown_path(self.path)} now: start Candid again.")
        with clear_errors(self.path), self._used() as own, _transaction(own, lambda each: each.execute("BEGIN")) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All changes of the block, or none if it raises. Waits for another writer; raises `LibraryUnavailable`."""
        if self._refusal is not None:
            raise LibraryUnavailable(self._refusal)
        with clear_errors(self.path), self._used() as own, _transaction(own, self._begin) as connection:
            yield connection

    def refuse_changes(self, why: str) -> None:
        """From now on `writing` raises `LibraryUnavailable` with this sentence, in all threads."""
        self._refusal = why

    def checkpoint(self) -> None:
        """Move what the write-ahead log holds into the file; meant for idle moments. A busy reader only makes it incomplete."""
        if self.read_only or self._refusal is not None:
            return
        with clear_errors(self.path), self._used() as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    def erase_traces(self) -> None:
        """Leave nothing of what was erased in the files beside the library: the log, and the copy from before the last migration."""
        self.checkpoint()
        with clear_errors(self.path):
            copy_kept(self.path).unlink(missing_ok=True)

    def close(self) -> None:
        """Close the connections of all threads; what is begun afterwards raises `Cancelled`."""
        self._is_closed = True
        with self._handles_lock:
            handles = list(self._handles)
        for handle in handles:
            # SQLite takes the process down if a connection is closed in the middle of a statement.
            if handle.in_use.acquire(timeout=LONGEST_END):
                handle.close()
                handle.in_use.release()

    @contextmanager
    def _used(self) -> Iterator[sqlite3.Connection]:
        """This thread's connection, which is not closed while the block runs."""
        handle = self._handle()
        with handle.in_use:
            if self._is_closed:
                raise _closed()
            yield handle.connection

    def _handle(self) -> _Handle:
        handle: _Handle | None = getattr(self._local, "handle", None)
        if handle is None:
            if self._is_closed:
                raise _closed()
            handle = self._local.handle = _Handle(self._connect())
            with self._handles_lock:
                self._handles.add(handle)
        return handle

    def _connection(self) -> sqlite3.Connection:
        return self._handle().connection

    def _connect(self) -> sqlite3.Connection:
        # Used by its own thread alone; close() is the one call from another.
        connection = sqlite3.connect(
            self._address(), timeout=self._patience, isolation_level=None, check_same_thread=False, cached_statements=256, uri=True
        )
        try:
            # Before the first change: a library of a later version, or of another program, stays as it is.
            version_of(connection, self.path)
            if not self.read_only:
                self._into_wal(connection)
            for pragma in _PRAGMAS:
                connection.execute(pragma).fetchone()
            connection.execute(f"PRAGMA busy_timeout = {int(min(LONGEST_BUSY, self._patience) * 1000)}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _into_wal(self, connection: sqlite3.Connection) -> None:
        """Change the journal's mode. While others make the same library SQLite may refuse at once, however long it is told to wait."""
        until = time.monotonic() + self._patience
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL").fetchone()
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
            time.sleep(_SOON)

    def _address(self) -> str:
        """The file as a URI (sqlite.org/uri.html), which says how it may be opened."""
        # Only the first connection may make the file: if it was deleted since, an empty one in its place would be no library.
        how = "immutable=1" if self._immutable else "mode=ro" if self.read_only else "mode=rw" if self._is_open else "mode=rwc"
        return self.path.absolute().as_uri() + f"?{how}"

    def _begin(self, connection: sqlite3.Connection) -> None:
        started = time.monotonic()
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                waited = time.monotonic() - started
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or waited > self._patience:
                    raise
                if self._on_wait:
                    self._on_wait(waited)


def _closed() -> Cancelled:
    return Cancelled("The library was closed.")


def _log(path: Path) -> Path:
    """The write-ahead log of a library."""
    return path.with_name(f"{path.name}-wal")


@contextmanager
def _transaction(connection: sqlite3.Connection, begin: Callable[[sqlite3.Connection], object]) -> Iterator[sqlite3.Connection]:
    """A transaction, or the one that is already open."""
    if connection.in_transaction:
        yield connection
        return
    begin(connection)
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        roll_back(connection)
        raise
