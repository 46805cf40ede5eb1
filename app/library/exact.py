"""The exact twin of the vector index: a scan over all vectors."""

from collections.abc import Iterable, Sequence

import numpy as np

from app.domain.ids import PassageId
from app.domain.ports import Neighbours, Vectors
from app.library.vectors import checked_query, checked_vectors, nearest_first, no_neighbours, unique_rows

_FIRST_ROOM = 256


class ExactIndex:
    """Finds the true nearest in time linear in its size. One thread changes it at a time; searches beside a change are not safe."""

    def __init__(self, dimension: int) -> None:
        self._dimension = dimension
        self._rows: dict[int, int] = {}
        self._ids = np.empty(_FIRST_ROOM, np.int64)
        self._matrix = np.empty((_FIRST_ROOM, dimension), np.float32)

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._dimension

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, ids: Sequence[PassageId], vectors: Vectors) -> None:
        """Add or replace. Raises ValueError on a wrong shape, a non-finite value or a vector that is not of unit length."""
        checked = checked_vectors(vectors, len(ids), self._dimension)
        each, rows = unique_rows([int(passage_id) for passage_id in ids], checked)
        places = [self._rows.setdefault(passage_id, len(self._rows)) for passage_id in each]
        self._make_room(len(self._rows))
        self._matrix[places] = rows
        self._ids[places] = each

    def remove(self, ids: Iterable[PassageId]) -> None:
        """Forget these; unknown ids are ignored."""
        for passage_id in ids:
            place = self._rows.pop(passage_id, None)
            if place is not None:
                self._fill(place, len(self._rows))

    def nearest(self, query: Vectors, k: int) -> Neighbours:
        """Up to k nearest of a unit query (dimension,), equal ones by id. Raises ValueError on a wrong shape or k < 1."""
        row = checked_query(query, self._dimension, k)
        count = len(self._rows)
        if count == 0:
            return no_neighbours()
        cosines = self._matrix[:count] @ row
        if k >= count:
            return nearest_first(self._ids[:count], cosines, k)
        # Ties with the k-th are all kept until they are ordered by id.
        least = np.partition(cosines, count - k)[count - k]
        among = np.flatnonzero(cosines >= least)
        return nearest_first(self._ids[among], cosines[among], k)

    def _make_room(self, count: int) -> None:
        if count > len(self._ids):
            room = max(count, 2 * len(self._ids))
            self._ids = np.resize(self._ids, room)
            grown = np.empty((room, self._dimension), np.float32)
            grown[: len(self._matrix)] = self._matrix
            self._matrix = grown

    def _fill(self, place: int, last: int) -> None:
        if place != last:
            self._ids[place] = self._ids[last]
            self._matrix[place] = self._matrix[last]
            self._rows[int(self._ids[last])] = place
