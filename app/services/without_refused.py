"""The looks of all photos without what the person has refused of them: a picture that is no canoe is not found by its canoe."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.domain.errors import ModelUnavailable
from app.domain.ids import PhotoId
from app.domain.look import PEOPLE_PHRASES, is_refused
from app.domain.ports import CancelToken, LookQuery, LookRows, LookVectors, Vectors
from app.library.catalogue import Catalogue
from app.library.own_words import all_refused_guesses

LEAST_LEFT = 1e-3
"""Length of what is left of a unit vector below which nothing is: all that the picture seemed to show was refused."""


@dataclass(frozen=True, slots=True)
class _Kept:
    generation: int
    raw: LookRows
    rows: LookRows


class WithoutRefused:
    """The port `LookVectors` over another one, whose vectors stay as they are: what was refused and is allowed again is found again.

    Names are embedded once. Threads may share it: what is kept is replaced as a whole.
    """

    def __init__(self, looks: LookVectors, catalogue: Catalogue, query: LookQuery) -> None:
        self._looks = looks
        self._catalogue = catalogue
        self._query = query
        self._kept: _Kept | None = None
        self._named: dict[str, Vectors] = {}

    def rows(self) -> LookRows:
        """What the library holds now; as it is, where no model can tell what the refused names mean. Raises `LibraryUnavailable`."""
        with self._catalogue.one_view() as connection:
            generation, raw, kept = self._catalogue.generations[0], self._looks.rows(), self._kept
            if kept is not None and kept.generation == generation and kept.raw is raw:
                return kept.rows
            refused = all_refused_guesses(connection)
        try:
            rows = without(raw, self._vectors(refused), refused) if refused else raw
        except ModelUnavailable:
            return raw
        self._kept = _Kept(generation, raw, rows)
        return rows

    def prepare(self, token: CancelToken) -> None:
        """Read the looks now; names are embedded when they are needed. Raises `LibraryUnavailable` and `Cancelled`."""
        self._looks.prepare(token)

    def _vectors(self, refused: Mapping[PhotoId, Sequence[str]]) -> Mapping[str, Vectors]:
        new = [name for name in {each for names in refused.values() for each in names} if name not in self._named]
        if new:
            self._named = self._named | dict(zip(new, self._query.embed(new), strict=True))
        return self._named


def without(rows: LookRows, named: Mapping[str, Vectors], refused: Mapping[PhotoId, Sequence[str]]) -> LookRows:
    """The rows without the part of each vector that lies along a refused name, of unit length again; `named` are unit vectors."""
    asked = np.array(sorted(refused), np.int64)
    at = np.searchsorted(rows.photo_ids, asked).tolist()
    names = {row: refused[PhotoId(each)] for each, row in zip(asked.tolist(), at, strict=True) if _is_at(rows, row, each)}
    if not names:
        return rows
    changed = np.array(list(names), np.int64)
    directions = (np.stack([named[each] for each in theirs]) for theirs in names.values())
    left = np.stack([_left(*each) for each in zip(rows.vectors(changed), directions, strict=True)])
    people = rows.people.copy()
    people[[row for row, theirs in names.items() if is_refused(theirs, PEOPLE_PHRASES[people[row]])]] = 0
    people.flags.writeable = False
    return replace(rows.having(changed, left), people=people)


def _is_at(rows: LookRows, row: int, photo_id: int) -> bool:
    return row < len(rows.photo_ids) and bool(rows.photo_ids[row] == photo_id)


def _left(vector: Vectors, refused: Vectors) -> Vectors:
    """What is left of a vector at right angles to all refused ones (n, dimension); nothing where that is nearly nothing."""
    directions, _ = np.linalg.qr(refused.T.astype(np.float64))
    left = vector - directions @ (directions.T @ vector)
    length = float(np.linalg.norm(left))
    return np.asarray(left / length if length >= LEAST_LEFT else np.zeros_like(left), np.float32)
