"""The looks of all photos with what the person has refused of them: a picture that is no canoe is not found by canoes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from app.domain.errors import ModelUnavailable
from app.domain.ids import PhotoId
from app.domain.look import PEOPLE_PHRASES, is_refused
from app.domain.ports import CancelToken, LookQuery, LookRows, LookVectors, Refused, Vectors
from app.library.catalogue import Catalogue
from app.library.own_words import all_refused_guesses

SAME = 0.6
"""Of the way from a text of something else to a name, from where on a text means nearly that: "puppy", "dogs" and "my dog" mean a dog,
"cat" and "wolf" do not, so that a cat that was taken for a dog is still found as a cat."""


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
        self._people: Vectors | None = None

    def rows(self) -> LookRows:
        """What the library holds now; as it is, where no model can tell what the refused names mean. Raises `LibraryUnavailable`."""
        with self._catalogue.one_view() as connection:
            generation, raw, kept = self._catalogue.generations[0], self._looks.rows(), self._kept
            if kept is not None and kept.generation == generation and kept.raw is raw:
                return kept.rows
            refused = all_refused_guesses(connection)
        try:
            rows = without(raw, self._vectors(refused), self._phrases(), refused) if refused else raw
        except ModelUnavailable:
            return raw
        self._kept = _Kept(generation, raw, rows)
        return rows

    def prepare(self, token: CancelToken) -> None:
        """Read the looks now; names are embedded when they are needed. Raises `LibraryUnavailable` and `Cancelled`."""
        self._looks.prepare(token)

    def _phrases(self) -> Vectors:
        if self._people is None:
            self._people = self._query.embed(PEOPLE_PHRASES[1:])
        return self._people

    def _vectors(self, refused: Mapping[PhotoId, Sequence[str]]) -> Mapping[str, Vectors]:
        new = [name for name in {each for names in refused.values() for each in names} if name not in self._named]
        if new:
            self._named = self._named | dict(zip(new, self._query.embed(new), strict=True))
        return self._named


def without(rows: LookRows, named: Mapping[str, Vectors], phrases: Vectors, refused: Mapping[PhotoId, Sequence[str]]) -> LookRows:
    """The rows with what was refused of their pictures; `named` and `phrases` (for people) are unit vectors.

    A question is after a refused name from `SAME` of the way between a text of something else, as the phrases are, and the name itself.
    """
    asked = np.array(sorted(refused), np.int64)
    at = np.searchsorted(rows.photo_ids, asked).tolist()
    theirs = {row: refused[PhotoId(each)] for each, row in zip(asked.tolist(), at, strict=True) if _is_at(rows, row, each)}
    if not theirs:
        return rows
    names = np.stack([named[each] for each in chain.from_iterable(theirs.values())])
    usual = (names @ phrases.T).mean(axis=1)
    photos = np.repeat(np.array(list(theirs), np.int64), [len(each) for each in theirs.values()])
    people = rows.people.copy()
    people[[row for row, each in theirs.items() if is_refused(each, PEOPLE_PHRASES[people[row]])]] = 0
    people.flags.writeable = False
    return replace(rows, people=people, refused=Refused(photos, names, usual + SAME * (1 - usual)))


def _is_at(rows: LookRows, row: int, photo_id: int) -> bool:
    return row < len(rows.photo_ids) and bool(rows.photo_ids[row] == photo_id)
