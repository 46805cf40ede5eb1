"""The searchable values of a photo as rows, one a value so that a phrase never spans two, and their entries in the two word indexes."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence

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

_Row = tuple[int, int, str | None, str]

_BOTH_INDEXES = ("stems", "plain")
_MANY = 1000


def write_values(connection: sqlite3.Connection, values: Mapping[PhotoId, Iterable[FieldValue]]) -> None:
    """Add the values of photos that have none of these fields."""
    read: dict[str, tuple[str | None, str]] = {}
    rows = [row for photo_id, each in values.items() for row in _rows(photo_id, each, read)]
    connection.executemany("INSERT INTO value(id, field, key, tokens) VALUES (?, ?, ?, ?)", rows)
    for index in _BOTH_INDEXES:
        connection.executemany(f"INSERT INTO {index}(rowid, tokens) VALUES (?, ?)", [(row[0], row[3]) for row in rows])  # noqa: S608


def erase_values(connection: sqlite3.Connection, photo_ids: Sequence[PhotoId], field: Field | None = None) -> None:
    """Remove all values of these photos, or those of one field."""
    fields = (0, FIELD_MASK + 1) if field is None else (int(field), field + 1)
    # Once each: what is taken out of an index twice damages it.
    ranges = [(_first_id(photo_id, fields[0]), _first_id(photo_id, fields[1])) for photo_id in dict.fromkeys(photo_ids)]
    # Three times faster, for nearly all of a large library, than taking out entry by entry.
    anew = field is None and len(ranges) >= _MANY and 2 * len(ranges) > connection.execute("SELECT count(*) FROM photo").fetchone()[0]
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


def _first_id(photo_id: int, field: int) -> int:
    if photo_id >> (63 - PHOTO_SHIFT):
        raise Damage("a photo has an id that was never given")
    return (photo_id << PHOTO_SHIFT) + (field << FIELD_SHIFT)


def _rows(photo_id: PhotoId, values: Iterable[FieldValue], read: dict[str, tuple[str | None, str]]) -> Iterator[_Row]:
    """`read` keeps what texts are folded to: many photos share them."""
    used: dict[Field, int] = {}
    for value in values:
        ordinal = used.setdefault(value.field, 0)
        if ordinal < MOST_VALUES:
            used[value.field] += 1
            if value.text not in read:
                read[value.text] = _folded(value.text)
            yield _first_id(photo_id, value.field) + ordinal, int(value.field), *read[value.text]


def _folded(text: str) -> tuple[str | None, str]:
    return fold(text) if len(text) <= LONGEST_KEY else None, " ".join(tokens(text))
