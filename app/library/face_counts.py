"""How many faces a photo shows, in its row: as other programs have marked them, else as they were found, once it was looked at."""

import sqlite3
from collections.abc import Iterable
from typing import Any

from app.domain.ids import PhotoId
from app.domain.look import Told, people_phrase
from app.library.columns import as_list
from app.library.latest_told import latest_told
from app.library.looks_codec import decode_regions


def count_faces(connection: sqlite3.Connection, photo_ids: Iterable[PhotoId]) -> None:
    """Bring the rows of these photos into step with their regions and looks."""
    asked = tuple(photo_ids)
    found = latest_told(connection, asked, Told.FACES)
    heights: dict[PhotoId, list[float] | None] = {photo_id: [face.height for face in faces] for photo_id, faces in found.items()}
    for photo_id, regions in connection.execute(_REGIONS, (as_list(asked),)):
        heights[photo_id] = _marked(regions) or heights.get(photo_id)
    rows = [(None if each is None else len(each), people_phrase(each or ()), photo_id) for photo_id, each in heights.items()]
    connection.executemany("UPDATE photo SET faces = ?, people = ? WHERE id = ?", rows)


def _marked(regions: Any) -> list[float]:
    try:
        return [region.height for region in decode_regions(regions.decode())]
    except ValueError:
        return []


_REGIONS = "SELECT photo_id, CAST(regions AS BLOB) FROM photo_facts WHERE photo_id IN (SELECT value FROM json_each(?))"
