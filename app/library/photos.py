"""Photos as rows: reading whole records, and counting them. Writing is in `storing`."""

import json
import os
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from app.domain.errors import LibraryUnavailable
from app.domain.ids import ContentHash, FolderId, PhotoId
from app.domain.photo import FileStamp, Photo, PhotoState
from app.library.columns import as_list
from app.library.facts_codec import decode_facts
from app.library.records import LibraryCounts

STATES = (PhotoState.PRESENT, PhotoState.UNAVAILABLE, PhotoState.GONE)
"""A state is stored as its place here; the first two can be found (`state < 2` in the indexes)."""

PRESENT, UNAVAILABLE, GONE = range(3)

_RECORD = """SELECT id, folder_id, path, size, modified_ns, content_hash, format, width, height, state, facts, notes
             FROM photo JOIN photo_facts ON photo_id = id WHERE """
_RECORDS_BY_ID = _RECORD + "id IN (SELECT value FROM json_each(?))"  # noqa: S608
_RECORD_BY_PATH = _RECORD + "path = ?"


def photos_by_id(connection: sqlite3.Connection, photo_ids: Iterable[PhotoId]) -> dict[PhotoId, Photo]:
    """Full records in the order asked, without ids that do not exist."""
    asked = list(photo_ids)
    rows = connection.execute(_RECORDS_BY_ID, (as_list(asked),))
    found = {photo.id: photo for photo in map(_photo, rows)}
    return {photo_id: found[photo_id] for photo_id in asked if photo_id in found}


def photo_by_path(connection: sqlite3.Connection, path: str) -> Photo | None:
    """The photo that has, or last had, this path."""
    row = connection.execute(_RECORD_BY_PATH, (os.fsencode(path),)).fetchone()
    return _photo(row) if row else None


def content_hash_of(connection: sqlite3.Connection, photo_id: PhotoId) -> ContentHash | None:
    """The content hash of a photo, or None if it does not exist."""
    row = connection.execute("SELECT content_hash FROM photo WHERE id = ?", (photo_id,)).fetchone()
    return ContentHash(row[0]) if row else None


def count_all(connection: sqlite3.Connection) -> LibraryCounts:
    """The sizes of the library."""
    row = connection.execute(
        """SELECT (SELECT count(*) FROM photo WHERE state < 2), (SELECT count(*) FROM passage), (SELECT count(*) FROM vector),
                  (SELECT count(*) FROM folder), (SELECT count(*) FROM skipped), (SELECT count(*) FROM photo WHERE state = 1)"""
    ).fetchone()
    return LibraryCounts(*row)


def _photo(row: Sequence[Any]) -> Photo:
    photo_id, folder_id, path, size, modified_ns, content_hash, form, width, height, state, facts, notes = row
    try:
        known, remarks = decode_facts(facts), tuple(json.loads(notes))
    except ValueError as error:
        raise LibraryUnavailable(f"The library is damaged: what it holds of photo {photo_id} cannot be read ({error}).") from error
    return Photo(
        PhotoId(photo_id), FolderId(folder_id), os.fsdecode(path), FileStamp(size, int(modified_ns)), ContentHash(content_hash),
        form, width, height, known, STATES[state], remarks,
    )  # fmt: skip
