"""The words that stand in pictures, among those that can be searched: what was read of a picture as it is now, in passages."""

import sqlite3
from collections.abc import Iterable, Mapping

from app.domain.ids import PhotoId
from app.domain.look import Told
from app.domain.words import Field, FieldValue, passages_of_lines
from app.library.latest_told import latest_told


def words_in_pictures(connection: sqlite3.Connection, photo_ids: Iterable[PhotoId]) -> Mapping[PhotoId, tuple[FieldValue, ...]]:
    """What was read in those of these photos in which something was; of several models the latest counts."""
    lines = latest_told(connection, photo_ids, Told.TEXT)
    return {photo_id: tuple(FieldValue(Field.TEXT, text) for text in passages_of_lines(each)) for photo_id, each in lines.items()}
