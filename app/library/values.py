"""The searchable values of a photo as rows, one a value so that a phrase never spans two, and their entries in the two word indexes."""

import sqlite3
from collections.abc import Iterable, Sequence

from app.domain.ids import PhotoId
from app.domain.words import Field, FieldValue
from app.library.failures import Damage
from app.library.fold import fold, tokens

FIELD_SHIFT = 16
PHOTO_SHIFT = 20
FIELD_MASK = 0xF
MOST_VALUES = 1 << FIELD_SHIFT
"""Values of one field of one photo; further ones are not indexed."""

LONGEST_KEY = 300
"""Characters of a folded value that can be found by equality; names of files always fit."""

_BOTH_INDEXES = ("stems", "plain")
_MANY = 1000


def write_values(connection: sqlite3.Connection, photo_id: PhotoId, values: Iterable[FieldValue]) -> None:
    """Add the values of a photo that has none."""
    used: dict[Field, int] = {}
    rows = []
    for value in values:
        ordinal = used.setdefault(value.field, 0)
        if ordinal < MOST_VALUES:
            used[value.field] += 1
            rows.append(_row(photo_id, ordinal, value))
    connection.executemany("INSERT INTO value(id, field, key, tokens) VALUES (?, ?, ?, ?)", rows)
    for index in _BOTH_INDEXES:
        connection.executemany(f"INSERT INTO {index}(rowid, tokens) VALUES (?, ?)", [(row[0], row[3]) for row in rows])  # noqa: S608


def erase_values(connection: sqlite3.Connection, photo_ids: Sequence[PhotoId]) -> None:
    """Remove all values of these photos."""
    ranges = [(_first_id(photo_id), _first_id(photo_id + 1)) for photo_id in photo_ids]
    # Three times faster, for nearly all of a large library, than taking out entry by entry.
    anew = len(ranges) >= _MANY and 2 * len(ranges) > connection.execute("SELECT count(*) FROM photo").fetchone()[0]
    if not anew:
        _erase_entries(connection, ranges)
    connection.executemany("DELETE FROM value WHERE id >= ? AND id < ?", ranges)
    if anew:
        _command(connection, "rebuild")


def _erase_entries(connection: sqlite3.Connection, ranges: Sequence[tuple[int, int]]) -> None:
    # An index without content of its own must be told what it had indexed (sqlite.org/fts5.html#the_delete_command).
    for index in _BOTH_INDEXES:
        connection.executemany(
            f"INSERT INTO {index}({index}, rowid, tokens) SELECT 'delete', id, tokens FROM value WHERE id >= ? AND id < ?",  # noqa: S608
            ranges,
        )


def merge_indexes(connection: sqlite3.Connection) -> None:
    """Rewrite the word indexes without the words that were deleted: until then their old segments still hold them."""
    _command(connection, "optimize")


def _command(connection: sqlite3.Connection, command: str) -> None:
    for index in _BOTH_INDEXES:
        connection.execute(f"INSERT INTO {index}({index}) VALUES (?)", (command,))  # noqa: S608


def check_indexes(connection: sqlite3.Connection) -> None:
    """Compare the word indexes with the values. Raises `sqlite3.DatabaseError` if they differ."""
    for index in _BOTH_INDEXES:
        connection.execute(f"INSERT INTO {index}({index}, rank) VALUES ('integrity-check', 1)")  # noqa: S608


def _first_id(photo_id: int) -> int:
    if photo_id >> (63 - PHOTO_SHIFT):
        raise Damage("a photo has an id that was never given")
    return photo_id << PHOTO_SHIFT


def _row(photo_id: PhotoId, ordinal: int, value: FieldValue) -> tuple[int, int, str | None, str]:
    key = fold(value.text) if len(value.text) <= LONGEST_KEY else None
    row_id = _first_id(photo_id) | value.field << FIELD_SHIFT | ordinal
    return row_id, int(value.field), key, " ".join(tokens(value.text))
