"""What finding photos that are alike needs of each of them, for all that are there at once."""

import os
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.bursts import Shot
from app.domain.file_names import stem_and_extension
from app.domain.ids import ContentHash, LocalTime, PhotoId
from app.domain.moments import read_moment
from app.domain.words import camera_name
from app.library.columns import path_of, text_of
from app.library.failures import Damage, as_written

_DIGITS = 64
_HASH = re.compile("[0-9a-f]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class AlikeRow:
    """A photo: its content, its perceptual hash of 64 hex digits if it has one, whether it stands for its versions; and as a shot."""

    id: PhotoId
    content: ContentHash
    likeness: str | None
    shown: bool
    shot: Shot


@as_written()
def alike_rows(connection: sqlite3.Connection) -> list[AlikeRow]:
    """All photos whose files are there, by time, those of unknown time last."""
    return list(_rows(connection))


def _rows(connection: sqlite3.Connection) -> Iterator[AlikeRow]:
    for photo_id, path, content, likeness, stack, taken, offset, make, model, serial in connection.execute(_ROWS):
        likeness = likeness if likeness is not None and len(text_of(likeness)) == _DIGITS else None
        if likeness and not _HASH.fullmatch(likeness):
            raise Damage("a hash is not hexadecimal")
        look = int(likeness, 16) if likeness else None
        moment = read_moment(LocalTime(text_of(taken)), offset) if taken is not None else None
        camera = (camera_name(make, model), str(serial or "")) if model else None
        shot = Shot(PhotoId(photo_id), os.path.basename(stem_and_extension(path_of(path))[0]), moment, camera, look)
        yield AlikeRow(shot.id, ContentHash(text_of(content)), likeness, not stack or stack == photo_id, shot)


_ROWS = """SELECT photo.id, path, content_hash, perceptual_hash, stack, taken, json_extract(facts, '$.offset[0]'),
                  json_extract(facts, '$.make[0]'), json_extract(facts, '$.model[0]'), json_extract(facts, '$.serial[0]')
           FROM photo JOIN photo_facts ON photo_id = photo.id WHERE state = 0 ORDER BY taken IS NULL, taken, path"""
