"""Passages: each text of a field once, however many photos share it, and which photos those are."""

import hashlib
import sqlite3
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from app.domain.ids import PassageId, PhotoId
from app.domain.ports import Ids
from app.domain.words import Field, FieldValue, has_meaning
from app.library.columns import as_list, parse_ids, select_ids


def link_passages(connection: sqlite3.Connection, photo_id: PhotoId, values: Iterable[FieldValue]) -> list[PassageId]:
    """Link a photo to the passages of its values; the ids of those that are new."""
    new: list[PassageId] = []
    for value in filter(has_meaning, values):
        passage_id, is_new = _passage(connection, value)
        connection.execute("INSERT OR IGNORE INTO photo_passage(passage_id, photo_id) VALUES (?, ?)", (passage_id, photo_id))
        if is_new:
            new.append(passage_id)
    return new


def unlink_passages(connection: sqlite3.Connection, photo_ids: Iterable[PhotoId]) -> set[PassageId]:
    """Unlink photos from all passages; the ids of passages that may have lost their last photo."""
    rows = connection.execute(
        "DELETE FROM photo_passage WHERE photo_id IN (SELECT value FROM json_each(?)) RETURNING passage_id", (as_list(photo_ids),)
    )
    return {PassageId(passage_id) for (passage_id,) in rows}


def drop_orphans(connection: sqlite3.Connection, candidates: Iterable[PassageId]) -> tuple[PassageId, ...]:
    """Remove those of the passages that no photo holds, with their vectors; the ids removed."""
    rows = connection.execute(
        """DELETE FROM passage WHERE id IN (SELECT value FROM json_each(?))
           AND NOT EXISTS (SELECT 1 FROM photo_passage WHERE passage_id = passage.id) RETURNING id""",
        (as_list(candidates),),
    )
    return tuple(sorted(PassageId(passage_id) for (passage_id,) in rows))


def passage_texts(connection: sqlite3.Connection, passage_ids: Iterable[int]) -> dict[PassageId, tuple[Field, str]]:
    """Field and text of each passage that exists."""
    rows = connection.execute("SELECT id, field, text FROM passage WHERE id IN (SELECT value FROM json_each(?))", (as_list(passage_ids),))
    return {PassageId(passage_id): (Field(field), text) for passage_id, field, text in rows}


def fields_of(connection: sqlite3.Connection, passage_ids: Ids) -> NDArray[np.uint8]:
    """The field of each passage, 0 for one that does not exist."""
    rows = connection.execute("SELECT id, field FROM passage WHERE id IN (SELECT value FROM json_each(?))", (as_list(passage_ids),))
    fields = dict(rows.fetchall())
    return np.array([fields.get(passage_id, 0) for passage_id in passage_ids.tolist()], dtype=np.uint8)


def photos_of(connection: sqlite3.Connection, passage_ids: Ids) -> tuple[Ids, NDArray[np.int64]]:
    """Pairs as two arrays: photo ids, and for each the index into `passage_ids`."""
    rows = connection.execute(
        """SELECT passage_id, group_concat(photo_id) FROM photo_passage
           WHERE passage_id IN (SELECT value FROM json_each(?)) GROUP BY passage_id""",
        (as_list(passage_ids),),
    )
    photos = {passage_id: parse_ids(text) for passage_id, text in rows}
    nobody = np.empty(0, np.int64)
    lists = [photos.get(passage_id, nobody) for passage_id in passage_ids.tolist()]
    lengths = np.array([len(each) for each in lists], dtype=np.int64)
    return np.concatenate([nobody, *lists]), np.repeat(np.arange(len(lists), dtype=np.int64), lengths)


def passages_of(connection: sqlite3.Connection, photo_ids: Ids) -> Ids:
    """Sorted ids of the passages that any of these photos holds."""
    held = "SELECT passage_id FROM photo_passage WHERE photo_id IN (SELECT value FROM json_each(?)) GROUP BY passage_id"
    return np.sort(select_ids(connection, f"SELECT group_concat(passage_id) FROM ({held})", (as_list(photo_ids),)))  # noqa: S608


def _passage(connection: sqlite3.Connection, value: FieldValue) -> tuple[PassageId, bool]:
    text = value.text.encode("utf-8", "replace").decode()
    # The digest stands for the text in the unique index, which would hold a caption of any length a second time.
    key: Sequence[int | bytes] = (int(value.field), hashlib.blake2b(text.encode(), digest_size=16).digest())
    found = connection.execute("SELECT id FROM passage WHERE field = ? AND digest = ?", key).fetchone()
    if found:
        return PassageId(found[0]), False
    made = connection.execute("INSERT INTO passage(field, digest, text) VALUES (?, ?, ?)", (*key, text))
    return PassageId(int(made.lastrowid or 0)), True
