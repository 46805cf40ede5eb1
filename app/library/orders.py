"""The chronological order of all photos, kept until the library changes, so that sorting a result costs no look at the dates."""

import sqlite3
from dataclasses import dataclass

import numpy as np

from app.domain.ports import Ids
from app.library.columns import select_ids

_DATED = """SELECT group_concat(id) FROM (
    SELECT id FROM photo WHERE state < 2 AND (taken IS NULL) = 0 ORDER BY (taken IS NULL), taken, path)"""
_UNDATED = """SELECT group_concat(id) FROM (
    SELECT id FROM photo WHERE state < 2 AND (taken IS NULL) = 1 ORDER BY (taken IS NULL), taken, path)"""


@dataclass(frozen=True, slots=True)
class Chronology:
    """All photos that can be found: the dated by capture time and path, the others by path; and the rank of each id in that order."""

    dated: Ids
    undated: Ids
    ids: Ids
    ranks: Ids

    def sort(self, photo_ids: Ids) -> Ids:
        """The same ids in order; ids that cannot be found are last, by id."""
        if not len(self.ids):
            return np.sort(photo_ids)
        places = np.minimum(np.searchsorted(self.ids, photo_ids), len(self.ids) - 1)
        known = self.ids[places] == photo_ids
        return photo_ids[np.lexsort((photo_ids, np.where(known, self.ranks[places], len(self.ids))))]


class Orders:
    """Keeps the latest chronology. Threads may share it: what is kept is replaced as a whole."""

    def __init__(self) -> None:
        self._kept: tuple[int, Chronology] | None = None

    def at(self, connection: sqlite3.Connection, generation: int) -> Chronology:
        """The chronology of the library in the view that the connection has."""
        kept = self._kept
        if kept is None or kept[0] != generation:
            kept = self._kept = (generation, _read(connection))
        return kept[1]


def _read(connection: sqlite3.Connection) -> Chronology:
    dated, undated = select_ids(connection, _DATED), select_ids(connection, _UNDATED)
    ordered = np.concatenate([dated, undated])
    ranks = np.argsort(ordered)
    return Chronology(dated, undated, ordered[ranks], ranks)
