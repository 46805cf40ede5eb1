"""Passages: each text of a field once, however many photos share it, and which photos those are."""

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from app.domain.ids import PassageId, PhotoId
from app.domain.ports import Ids
from app.domain.words import Field, FieldValue, has_meaning
from app.library.columns import as_list, select_pairs, text_of
from app.library.failures import Damage, as_written


def link_passages(connection: sqlite3.Connection, values: Mapping[PhotoId, Iterable[FieldValue]]) -> list[PassageId]:
    """Link photos to the passages of their values; the ids of those that are new."""
    met: dict[FieldValue, tuple[PassageId, bool] | None] = {}
    links: list[tuple[PassageId, PhotoId]] = []
    for photo_id, each in values.items():
        for value in each:
            if value not in met:
                met[value] = _passage(connection, value) if has_meaning(value) else None
            if found := met[value]:
                links.append((found[0], photo_id))
    connection.executemany("INSERT OR IGNORE INTO photo_passage(passage_id, photo_id) VALUES (?, ?)", links)
    return [found[0] for found in met.values() if found and found[1]]


def unlink_passages(connection: sqlite3.Connection, photo_ids: Iterable[PhotoId], field: Field | None = None) -> set[PassageId]:
    """Unlink photos from all passages, or from those of one field; the ids of passages that may have lost their last photo."""
    rows = connection.execute(_UNLINK, (as_list(photo_ids), field and int(field)))
    return {PassageId(passage_id) for (passage_id,) in rows}


def drop_orphans(connection: sqlite3.Connection, candidates: Iterable[PassageId]) -> tuple[PassageId, ...]:
    """Remove those of the passages that no photo holds, with their vectors; the ids removed."""
    rows = connection.execute(
        """DELETE FROM passage WHERE id IN (SELECT value FROM json_each(?))
           AND NOT EXISTS (SELECT 1 FROM photo_passage WHERE passage_id = passage.id) RETURNING id""",
        (as_list(candidates),),
    )
    return tuple(sorted(PassageId(passage_id) for (passage_id,) in rows))


@as_written()
def passage_texts(connection: sqlite3.Connection, passage_ids: Iterable[int]) -> dict[PassageId, tuple[Field, str]]:
    """Field and text of each passage that exists."""
    rows = connection.execute("SELECT id, field, text FROM passage WHERE id IN (SELECT value FROM json_each(?))", (as_list(passage_ids),))
    return {PassageId(passage_id): (Field(field), text_of(text)) for passage_id, field, text in rows}


def fields_of(connection: sqlite3.Connection, passage_ids: Ids) -> NDArray[np.uint8]:
    """The field of each passage, 0 for one that does not exist."""
    ids, fields = select_pairs(connection, _FIELDS_OF, (as_list(passage_ids),))
    if not np.isin(fields, list(Field)).all():
        raise Damage("a passage is of no field")
    order = np.argsort(ids)
    places = np.minimum(np.searchsorted(ids, passage_ids, sorter=order), max(0, len(ids) - 1))
    if not len(ids):
        return np.zeros(len(passage_ids), np.uint8)
    return np.where(ids[order][places] == passage_ids, fields[order][places], 0).astype(np.uint8)


def photos_of(connection: sqlite3.Connection, passage_ids: Ids) -> tuple[Ids, NDArray[np.int64]]:
    """Pairs as two arrays: photo ids, and for each the index into `passage_ids`."""
    held, photo_ids = select_pairs(connection, _PHOTOS_OF, (as_list(passage_ids),))
    asked = np.argsort(passage_ids, kind="stable")
    places = asked[np.searchsorted(passage_ids, held, sorter=asked)]
    order = np.lexsort((photo_ids, places))
    return photo_ids[order], places[order]


def passages_of(connection: sqlite3.Connection, photo_ids: Ids) -> tuple[Ids, Ids]:
    """Pairs as two arrays: passage ids, and for each one of these photos that holds it."""
    return select_pairs(connection, _PASSAGES_OF, (as_list(photo_ids),))


def _passage(connection: sqlite3.Connection, value: FieldValue) -> tuple[PassageId, bool]:
    text = value.text.encode("utf-8", "replace").decode()
    # The digest stands for the text in the unique index, which would hold a caption of any length a second time.
    key: Sequence[int | bytes] = (int(value.field), hashlib.blake2b(text.encode(), digest_size=16).digest())
    found = connection.execute("SELECT id FROM passage WHERE field = ? AND digest = ?", key).fetchone()
    if found:
        return PassageId(found[0]), False
    made = connection.execute("INSERT INTO passage(field, digest, text) VALUES (?, ?, ?)", (*key, text))
    return PassageId(int(made.lastrowid or 0)), True


def count_since(connection: sqlite3.Connection, last_passage: int) -> tuple[int, int]:
    """How many passages have ids up to `last_passage`, and how many above it."""
    kept, new = connection.execute(_COUNT_SINCE, (last_passage, last_passage)).fetchone()
    return int(kept), int(new)


_UNLINK = """DELETE FROM photo_passage WHERE photo_id IN (SELECT value FROM json_each(?1))
    AND (?2 IS NULL OR (SELECT field FROM passage WHERE id = passage_id) = ?2) RETURNING passage_id"""
_FIELDS_OF = "SELECT group_concat(id), group_concat(field) FROM passage WHERE id IN (SELECT value FROM json_each(?))"
_PASSAGES_OF = (
    "SELECT group_concat(passage_id), group_concat(photo_id) FROM photo_passage WHERE photo_id IN (SELECT value FROM json_each(?))"
)
_PHOTOS_OF = (
    "SELECT group_concat(passage_id), group_concat(photo_id) FROM photo_passage WHERE passage_id IN (SELECT value FROM json_each(?))"
)
_COUNT_SINCE = "SELECT count(*) FILTER (WHERE id <= ?), count(*) FILTER (WHERE id > ?) FROM passage"
