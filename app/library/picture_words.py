"""The words that stand in pictures, among those that can be searched: what was read of a picture as it is now, in passages."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from app.domain.ids import PhotoId
from app.domain.words import Field, FieldValue, passages_of_lines
from app.library.columns import as_list
from app.library.face_counts import read_seen
from app.library.looks_codec import LONGEST, Told


def words_in_pictures(connection: sqlite3.Connection, photo_ids: Iterable[PhotoId]) -> Mapping[PhotoId, tuple[FieldValue, ...]]:
    """What was read in those of these photos in which something was; of several models the latest counts."""
    lines: dict[PhotoId, Sequence[str]] = {}
    for photo_id, seen in connection.execute(_SEEN, (as_list(photo_ids),)):
        parts = read_seen(seen) or {}
        if Told.TEXT in parts:
            lines[PhotoId(photo_id)] = parts[Told.TEXT]
    return {photo_id: tuple(FieldValue(Field.TEXT, text) for text in passages_of_lines(each)) for photo_id, each in lines.items()}


_SEEN = f"""SELECT photo_id, CAST(seen AS BLOB) FROM look JOIN photo ON photo.id = photo_id AND photo.content_hash = look.content_hash
            WHERE photo_id IN (SELECT value FROM json_each(?)) AND length(seen) < {LONGEST} AND seen LIKE '%"{Told.TEXT}":%'
            ORDER BY look.id"""  # noqa: S608
