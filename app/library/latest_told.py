"""One part of what models tell of photos, from the looks that are kept of them as they are now."""

import sqlite3
from collections.abc import Iterable
from typing import Any

from app.domain.ids import PhotoId
from app.domain.look import Told
from app.library.columns import as_list
from app.library.looks_codec import LONGEST, read_seen


def latest_told(connection: sqlite3.Connection, photo_ids: Iterable[PhotoId], part: Told) -> dict[PhotoId, Any]:
    """The part, as `Look` has it, of those of these photos of which a look tells it; of several the latest, and none that is damaged."""
    told: dict[PhotoId, Any] = {}
    for photo_id, seen in connection.execute(_SEEN, (as_list(photo_ids), f'%"{part}":%')):
        parts = read_seen(seen) or {}
        if part in parts:
            told[PhotoId(photo_id)] = parts[part]
    return told


_SEEN = f"""SELECT photo_id, CAST(seen AS BLOB) FROM look JOIN photo ON photo.id = photo_id AND photo.content_hash = look.content_hash
            WHERE photo_id IN (SELECT value FROM json_each(?)) AND length(seen) <= {LONGEST} AND seen LIKE ?
            ORDER BY look.id"""  # noqa: S608
