"""How many faces a photo shows, in its row: as other programs have marked them, else as they were found, once it was looked at."""

import sqlite3
from collections.abc import Iterable
from typing import Any

from app.domain.ids import PhotoId
from app.domain.look import people_phrase
from app.library.columns import as_list
from app.library.looks_codec import LONGEST, Told, decode_look, decode_regions


def count_faces(connection: sqlite3.Connection, photo_ids: Iterable[PhotoId]) -> None:
    """Bring the rows of these photos into step with their regions and looks."""
    asked = as_list(photo_ids)
    heights: dict[int, list[float] | None] = {}
    # The latest look counts.
    for photo_id, seen in connection.execute(_SEEN, (asked,)):
        if (found := _found(seen)) is not None:
            heights[photo_id] = found
    for photo_id, regions in connection.execute(_REGIONS, (asked,)):
        heights[photo_id] = _marked(regions) or heights.get(photo_id)
    rows = [(None if each is None else len(each), people_phrase(each or ()), photo_id) for photo_id, each in heights.items()]
    connection.executemany("UPDATE photo SET faces = ?, people = ? WHERE id = ?", rows)


def _found(seen: Any) -> list[float] | None:
    """The heights of found faces; None from a model that looks for none."""
    parts = read_seen(seen)
    return [face.height for face in parts[Told.FACES]] if parts and Told.FACES in parts else None


def _marked(regions: Any) -> list[float]:
    try:
        return [region.height for region in decode_regions(regions.decode())]
    except ValueError:
        return []


def read_seen(seen: bytes) -> dict[Told, Any] | None:
    """The parts of a stored look; None of one that is damaged, which costs itself alone."""
    try:
        return decode_look(seen.decode())
    except ValueError:
        return None


_SEEN = f"""SELECT photo_id, CAST(seen AS BLOB) FROM look JOIN photo ON photo.id = photo_id AND photo.content_hash = look.content_hash
            WHERE photo_id IN (SELECT value FROM json_each(?)) AND length(seen) < {LONGEST} ORDER BY look.id"""  # noqa: S608
_REGIONS = "SELECT photo_id, CAST(regions AS BLOB) FROM photo_facts WHERE photo_id IN (SELECT value FROM json_each(?))"
