"""A damaged library with a header that SQLite takes, to read what stands behind it."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

_HEADER = 100
"""Bytes (sqlite.org/fileformat2.html#the_database_header)."""


@contextmanager
def with_header(damaged: Path) -> Iterator[Path]:
    """The library itself where SQLite opens it, else a copy with a new header, for as long as the block runs. Raises `OSError`."""
    if _opens(damaged):
        yield damaged
        return
    copy = damaged.with_name(f"{damaged.name}.mended")
    try:
        shutil.copyfile(damaged, copy)
        with copy.open("r+b") as file:
            file.write(_fresh_header()[: os.path.getsize(copy)])
        yield copy
    finally:
        copy.unlink(missing_ok=True)


def _opens(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except (sqlite3.Error, UnicodeDecodeError):
        return False
    return True


def _fresh_header() -> bytes:
    """That of a database of one table: as many pages as the file has, none of them free."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("PRAGMA page_size = 4096")
        connection.execute("CREATE TABLE one(id)")
        header = bytearray(connection.serialize()[:_HEADER])
    header[28:40] = bytes(12)
    return bytes(header)
