"""The look of every photo as one matrix in memory: what the exact scan looks at. Of a changed library only what is new is read."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.ids import ModelId
from app.domain.look import PEOPLE_PHRASES
from app.domain.ports import Ids, LookRows, Vectors
from app.library.catalogue import Catalogue
from app.library.columns import as_list, select_pairs
from app.library.looks import unit_vector

_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class _Kept:
    """`look_ids` int64 (n,) are the stored looks from which the rows were read; `unsound` those from which none could be."""

    generations: tuple[int, int]
    look_ids: Ids
    unsound: frozenset[int]
    rows: LookRows


class LookMatrix:
    """The port `LookVectors` for one model, 4 × dimension bytes a photo. Threads may share it: what is kept is replaced as a whole."""

    def __init__(self, catalogue: Catalogue, model_id: ModelId, dimension: int) -> None:
        self._catalogue = catalogue
        self._model_id = model_id
        self._dimension = dimension
        nothing = LookRows(np.empty(0, np.int64), np.empty((0, dimension), np.float32), np.empty(0, np.uint8))
        self._kept = _Kept((-1, -1), np.empty(0, np.int64), frozenset(), nothing)

    def rows(self) -> LookRows:
        """What the library holds now. Raises `LibraryUnavailable`."""
        with self._catalogue.one_view() as connection:
            generations, kept = (self._catalogue.generations[0], self._catalogue.looks_generation), self._kept
            if kept.generations != generations:
                kept = self._kept = self._read(connection, kept, generations)
                self._catalogue.damaged_looks_met |= bool(kept.unsound)
        return kept.rows

    def _read(self, connection: sqlite3.Connection, kept: _Kept, generations: tuple[int, int]) -> _Kept:
        photo_ids, look_ids = select_pairs(connection, _IDS, (self._model_id,))
        matrix, sound = kept.rows.matrix, np.ones(len(look_ids), np.bool_)
        if not np.array_equal(look_ids, kept.look_ids):
            matrix, sound = self._filled(connection, kept, look_ids)
        if not sound.all():
            photo_ids, matrix = photo_ids[sound], matrix[sound]
        rows = LookRows(photo_ids, matrix, _people(connection, photo_ids))
        for each in (rows.photo_ids, rows.matrix, rows.people):
            each.flags.writeable = False
        return _Kept(generations, look_ids[sound], frozenset(look_ids[~sound].tolist()), rows)

    def _filled(self, connection: sqlite3.Connection, kept: _Kept, look_ids: Ids) -> tuple[Vectors, NDArray[np.bool_]]:
        """A row for each look, and whether it could be read. A stored look never changes: what was read of it stays true."""
        matrix, sound = np.empty((len(look_ids), self._dimension), np.float32), np.isin(look_ids, kept.look_ids)
        matrix[sound] = kept.rows.matrix[_places(kept.look_ids, look_ids[sound])]
        row_of = {each: row for row, each in enumerate(look_ids.tolist()) if not sound[row] and each not in kept.unsound}
        for look_id, vector in self._vectors(connection, list(row_of)):
            matrix[row_of[look_id]], sound[row_of[look_id]] = vector, True
        return matrix, sound

    def _vectors(self, connection: sqlite3.Connection, look_ids: list[int]) -> Iterator[tuple[int, Vectors]]:
        for start in range(0, len(look_ids), _AT_ONCE):
            for look_id, components in connection.execute(_VECTORS, (as_list(look_ids[start : start + _AT_ONCE]),)):
                vector = unit_vector(components)
                if vector is not None and len(vector) == self._dimension:
                    yield look_id, vector


def _places(ids: Ids, wanted: Ids) -> Ids:
    """Where among the ids, in whatever order, the wanted ones stand, all of which are there."""
    order = np.argsort(ids)
    return np.asarray(order[np.searchsorted(ids, wanted, sorter=order)], np.int64)


def _people(connection: sqlite3.Connection, photo_ids: Ids) -> NDArray[np.uint8]:
    """What the faces of these photos say, by places in `look.PEOPLE_PHRASES`."""
    people = np.zeros(len(photo_ids), np.uint8)
    said, phrases = select_pairs(connection, _PEOPLE, (len(PEOPLE_PHRASES) - 1,))
    known = np.isin(said, photo_ids, assume_unique=True)
    people[np.searchsorted(photo_ids, said[known])] = phrases[known]
    return people


_IDS = """SELECT group_concat(photo_id), group_concat(id) FROM (
            SELECT photo_id, look.id FROM look JOIN photo ON photo.id = photo_id AND photo.content_hash = look.content_hash
            WHERE model = ? AND state < 2 AND components IS NOT NULL ORDER BY photo_id)"""
_PEOPLE = """SELECT group_concat(id), group_concat(people) FROM photo
             WHERE people BETWEEN 1 AND ? AND typeof(people) = 'integer' AND state < 2"""
_VECTORS = "SELECT id, components FROM look WHERE id IN (SELECT value FROM json_each(?))"
