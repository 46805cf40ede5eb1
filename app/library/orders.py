"""The chronological order of all photos, kept until the library changes, so that sorting a result costs no look at the dates."""

import sqlite3

import numpy as np

from app.domain.ports import Ids
from app.library.photos import in_order


class Orders:
    """Sorts ids by capture time and path. Threads may share it: what is kept is replaced as a whole."""

    def __init__(self) -> None:
        self._kept: tuple[int, Ids, Ids] | None = None

    def sort(self, connection: sqlite3.Connection, generation: int, photo_ids: Ids) -> Ids:
        """The same ids in order, for the view of the library that the connection has; ids that cannot be found are last, by id."""
        ids, ranks = self._ranks(connection, generation)
        if not len(ids):
            return np.sort(photo_ids)
        places = np.minimum(np.searchsorted(ids, photo_ids), len(ids) - 1)
        known = ids[places] == photo_ids
        return photo_ids[np.lexsort((photo_ids, np.where(known, ranks[places], len(ids))))]

    def _ranks(self, connection: sqlite3.Connection, generation: int) -> tuple[Ids, Ids]:
        kept = self._kept
        if kept is None or kept[0] != generation:
            ordered = in_order(connection, ascending=True)
            ranks = np.argsort(ordered)
            kept = self._kept = (generation, ordered[ranks], ranks)
        return kept[1], kept[2]
