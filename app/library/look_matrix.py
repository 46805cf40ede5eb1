"""The look of every photo as one matrix in memory: what the exact scan looks at. Of a changed library only what is new is read."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from app.domain.ids import ModelId
from app.domain.look import PEOPLE_PHRASES
from app.domain.ports import CancelToken, Ids, LookRows, Vectors
from app.library.columns import as_list, select_pairs
from app.library.looks import Looks
from app.library.vectors import are_units

_FORM = np.dtype("<f4")
_AT_ONCE = 5_000
_SPARE = 1.25
"""Room for so many times the rows there are, so that those of a pass over the photos are not copied for each that comes."""
_VOID = 0.25
"""The share of rows of looks that are no more from which on all are read anew."""
_NO_VECTOR, _DAMAGED = -1, -2


@dataclass(frozen=True, slots=True)
class _Read:
    """The looks that were read, by sorted `look_ids`: of which content each is, as a hash, and its row in `matrix`, or why it has none.

    int64 (n,) each. `matrix` float32 (m, dimension) has room for more rows than the `used` ones, which never change.
    """

    look_ids: Ids
    contents: Ids
    places: Ids
    matrix: Vectors
    used: int

    def at(self, look_ids: Ids) -> tuple[Ids, NDArray[np.bool_]]:
        """Where these looks stand, and whether they do."""
        if not len(self.look_ids):
            return np.zeros(len(look_ids), np.int64), np.zeros(len(look_ids), np.bool_)
        at = np.minimum(np.searchsorted(self.look_ids, look_ids), len(self.look_ids) - 1)
        return at, self.look_ids[at] == look_ids


@dataclass(frozen=True, slots=True)
class _Kept:
    """`photos` are the sorted ids of all that can be found, and a hash of the content of each; None where no look needs them."""

    generations: tuple[int, int]
    photos: tuple[Ids, Ids] | None
    read: _Read
    rows: LookRows


class LookMatrix:
    """The port `LookVectors` for one model, 4 × dimension bytes a photo. Threads may share it: one reads, and the others wait for it."""

    def __init__(self, looks: Looks, model_id: ModelId, dimension: int) -> None:
        self._looks = looks
        self._catalogue = looks.catalogue
        self._model_id = model_id
        self._dimension = dimension
        self._reading = Lock()
        read = self._nothing_read()
        nothing = LookRows(read.look_ids, read.matrix, np.empty(0, np.uint8))
        self._kept = _Kept((-1, -1), None, read, nothing)

    def rows(self) -> LookRows:
        """What the library holds now. Raises `LibraryUnavailable`."""
        return self._now(lambda: None)

    def prepare(self, token: CancelToken) -> None:
        """Read now what `rows` would read. Raises `LibraryUnavailable`, and `Cancelled` soon after the person has asked to stop."""
        self._now(token.check)

    def _now(self, check: Callable[[], None]) -> LookRows:
        with self._reading, self._catalogue.one_view() as connection:
            generations = self._catalogue.generations[0], self._catalogue.looks_generation
            if self._kept.generations != generations:
                self._kept = self._follow(connection, self._kept, generations, check)
            return self._kept.rows

    def _follow(self, connection: sqlite3.Connection, kept: _Kept, generations: tuple[int, int], check: Callable[[], None]) -> _Kept:
        photo_ids, look_ids = select_pairs(connection, _PRESENT, (self._model_id,))
        photos = kept.photos if kept.generations[0] == generations[0] else None
        if photos is None and len(look_ids):
            photos = _contents(connection)
        read = self._with_new(connection, kept.read, look_ids, check)
        at, _ = read.at(look_ids)
        if (read.places[at] == _DAMAGED).any():
            self._looks.meet_damage()
        valid = (read.places[at] >= 0) & _are_of(photo_ids, read.contents[at], photos)
        photo_ids, places = photo_ids[valid], read.places[at][valid]
        rows = LookRows(photo_ids, read.matrix[: read.used], _people(connection, photo_ids), places)
        for each in (rows.photo_ids, rows.stored, rows.people, places):
            each.flags.writeable = False
        return _Kept(generations, photos, read, rows)

    def _with_new(self, connection: sqlite3.Connection, read: _Read, look_ids: Ids, check: Callable[[], None]) -> _Read:
        at, known = read.at(look_ids)
        void = read.used - np.count_nonzero(read.places[at[known]] >= 0)
        if void > _VOID * read.used:
            read, known = self._nothing_read(), np.zeros_like(known)
        new = np.sort(look_ids[~known])
        for start in range(0, len(new), _AT_ONCE):
            check()
            read = self._joined(read, connection.execute(_LOOKS, (as_list(new[start : start + _AT_ONCE]),)).fetchall(), len(new) - start)
        return read

    def _joined(self, read: _Read, looks: list[tuple[int, bytes, object]], coming: int) -> _Read:
        """With these looks, of so many that come."""
        places, vectors = self._placed([components for _, _, components in looks], read.used)
        matrix, used = read.matrix, read.used + len(vectors)
        if used > len(matrix):
            matrix = np.empty((int((read.used + coming) * _SPARE), self._dimension), np.float32)
            matrix[: read.used] = read.matrix[: read.used]
        matrix[read.used : used] = vectors
        look_ids = np.concatenate([read.look_ids, np.array([each for each, _, _ in looks], np.int64)])
        contents = np.concatenate([read.contents, np.array([hash(content) for _, content, _ in looks], np.int64)])
        order = np.argsort(look_ids, kind="stable")
        return _Read(look_ids[order], contents[order], np.concatenate([read.places, places])[order], matrix, used)

    def _placed(self, stored: list[object], first: int) -> tuple[Ids, Vectors]:
        """The row of each of these stored vectors, counted from `first`, or why it has none; and the rows."""
        whole = [each if isinstance(each, bytes) and len(each) == _FORM.itemsize * self._dimension else b"" for each in stored]
        vectors = np.frombuffer(b"".join(whole), _FORM).reshape(-1, self._dimension)
        sound = are_units(vectors)
        right = np.array([bool(each) for each in whole], np.bool_)
        right[right] = sound
        places = np.array([_NO_VECTOR if each is None else _DAMAGED for each in stored], np.int64)
        places[right] = first + np.arange(np.count_nonzero(sound))
        return places, vectors[sound]

    def _nothing_read(self) -> _Read:
        none = np.empty(0, np.int64)
        return _Read(none, none, none, np.empty((0, self._dimension), np.float32), 0)


def _contents(connection: sqlite3.Connection) -> tuple[Ids, Ids]:
    """The ids of the photos that can be found, sorted, and a hash of the content of each."""
    photos = connection.execute(_CONTENTS).fetchall()
    return np.array([each for each, _ in photos], np.int64), np.array([hash(content) for _, content in photos], np.int64)


def _are_of(photo_ids: Ids, contents: Ids, photos: tuple[Ids, Ids] | None) -> NDArray[np.bool_]:
    """Whether photos are among those that can be found, and of these contents."""
    if photos is None or not len(photos[0]):
        return np.zeros(len(photo_ids), np.bool_)
    found, theirs = photos
    at = np.minimum(np.searchsorted(found, photo_ids), len(found) - 1)
    return np.asarray((found[at] == photo_ids) & (theirs[at] == contents))


def _people(connection: sqlite3.Connection, photo_ids: Ids) -> NDArray[np.uint8]:
    """What the faces of these photos say, by places in `look.PEOPLE_PHRASES`."""
    people = np.zeros(len(photo_ids), np.uint8)
    said, phrases = select_pairs(connection, _PEOPLE, (len(PEOPLE_PHRASES) - 1,))
    known = np.isin(said, photo_ids, assume_unique=True)
    people[np.searchsorted(photo_ids, said[known])] = phrases[known]
    return people


# By the index over photos and models alone: the rows of the looks would be 170 MB to go over at 100,000 photos.
_PRESENT = "SELECT group_concat(photo_id), group_concat(id) FROM (SELECT photo_id, id FROM look WHERE model = ? ORDER BY photo_id)"
_CONTENTS = "SELECT id, CAST(content_hash AS BLOB) FROM photo WHERE state < 2 ORDER BY id"
_LOOKS = "SELECT id, CAST(content_hash AS BLOB), components FROM look WHERE id IN (SELECT value FROM json_each(?))"
_PEOPLE = """SELECT group_concat(id), group_concat(people) FROM photo
             WHERE people BETWEEN 1 AND ? AND typeof(people) = 'integer' AND state < 2"""
