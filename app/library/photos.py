"""Photos as rows: reading whole records, and counting them. Writing is in `storing`."""

import json
import os
import re
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from app.domain.ids import ContentHash, FolderId, PhotoId
from app.domain.photo import FileStamp, Photo, PhotoState
from app.library.columns import as_list, path_of, text_of, whole_number
from app.library.facts_codec import decode_facts
from app.library.failures import Damage, as_written
from app.library.looks_codec import decode_regions
from app.library.records import LibraryCounts

STATES = (PhotoState.PRESENT, PhotoState.UNAVAILABLE, PhotoState.GONE)
"""A state is stored as its place here; the first two can be found (`state < 2` in the indexes)."""

PRESENT, UNAVAILABLE, GONE = range(3)

_RECORD = """SELECT photo.id, folder.id, photo.path, size, modified_ns, content_hash, format, width, height, state, facts, notes,
                    perceptual_hash, sidecars, content_identifier, stack, said, regions
             FROM photo JOIN photo_facts ON photo_id = photo.id LEFT JOIN folder ON folder.id = folder_id WHERE """
_HEX = re.compile("[0-9a-f]+")
_RECORDS_BY_ID = _RECORD + "photo.id IN (SELECT value FROM json_each(?))"  # noqa: S608
_RECORD_BY_PATH = _RECORD + "photo.path = ?"


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


def known_hashes(connection: sqlite3.Connection) -> frozenset[ContentHash]:
    """The contents of all photos that can be found."""
    rows = connection.execute("SELECT content_hash FROM photo WHERE state < 2")
    return frozenset(ContentHash(text_of(content_hash)) for (content_hash,) in rows)


def unused_hashes(connection: sqlite3.Connection, hashes: Iterable[ContentHash]) -> tuple[ContentHash, ...]:
    """Those of the contents that no photo has that can be found, each once."""
    used = "SELECT 1 FROM photo WHERE content_hash = ? AND state < 2"
    return tuple(each for each in dict.fromkeys(hashes) if connection.execute(used, (each,)).fetchone() is None)


def count_all(connection: sqlite3.Connection) -> LibraryCounts:
    """The sizes of the library."""
    row = connection.execute(
        """SELECT (SELECT count(*) FROM photo WHERE state < 2), (SELECT count(*) FROM passage), (SELECT count(*) FROM vector),
                  (SELECT count(*) FROM folder), (SELECT count(*) FROM skipped), (SELECT count(*) FROM photo WHERE state = 1),
                  (SELECT count(*) FROM video)"""
    ).fetchone()
    return LibraryCounts(*row)


def stamp_of(size: object, modified_ns: int | str, sidecars: object = "") -> FileStamp:
    """A stored stamp; the time may be a text (`columns.storable`)."""
    return FileStamp(whole_number(size), int(modified_ns), text_of(sidecars))


def state_of(state: object) -> PhotoState:
    """The state that is stored as this number."""
    if not isinstance(state, int) or not 0 <= state < len(STATES):
        raise Damage("a photo is in no state")
    return STATES[state]


@as_written()
def _photo(row: Sequence[Any]) -> Photo:
    photo_id, folder_id, path, size, modified_ns, content_hash, form, width, height, state, facts, notes, *rest = row
    likeness, sidecars, identifier, stack, said, regions = rest
    return Photo(
        PhotoId(photo_id), FolderId(whole_number(folder_id)), path_of(path), stamp_of(size, modified_ns, sidecars),
        ContentHash(text_of(content_hash)), text_of(form), whole_number(width), whole_number(height),
        decode_facts(facts), state_of(state), _notes(notes), _digits(likeness),
        None if identifier is None else text_of(identifier), PhotoId(whole_number(stack)) if stack else None,
        None if said is None else decode_facts(said), decode_regions(text_of(regions)),
    )  # fmt: skip


def _digits(value: object) -> str | None:
    if value is None or (isinstance(value, str) and _HEX.fullmatch(value)):
        return value
    raise Damage("a hash is not hexadecimal")


def _notes(text: str) -> tuple[str, ...]:
    return tuple(map(text_of, json.loads(text)))
