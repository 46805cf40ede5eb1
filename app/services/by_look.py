"""What the looks of the photos, which are guesses, say of a question: how near it comes to each, and which photos that leaves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.ids import ModelId, PhotoId
from app.domain.ports import Ids, LookRows, Vectors
from app.evidence.closeness import LOOK_MATCH, look_cosines, top_look
from app.search.looks import ChosenSpace, LookSpace, phrases_of_people


@dataclass(frozen=True, slots=True)
class Seen:
    """The cosine of one question to the look of every photo that was looked at: `photo_ids` int64 (n,), `cosines` float32 (n,)."""

    photo_ids: Ids
    cosines: Vectors

    @property
    def nearest(self) -> float:
        """The best of them."""
        return float(self.cosines.max())

    def photos(self, threshold: float, allowed: Ids | None) -> tuple[PhotoId, ...]:
        """The allowed photos from the threshold on, the nearest first; None allows all."""
        over = self.cosines >= threshold
        if allowed is not None:
            over &= np.isin(self.photo_ids, allowed)
        ids, cosines = self.photo_ids[over], self.cosines[over]
        return tuple(PhotoId(each) for each in ids[np.argsort(-cosines.round(6), kind="stable")].tolist())


class LookRuler:
    """Measures questions by the looks of one space. What the phrases for people mean is embedded once. Threads may share it."""

    def __init__(self, space: LookSpace) -> None:
        self._space = space
        self._phrases: Vectors | None = None

    @property
    def model_id(self) -> ModelId:
        """The model whose looks these are; numbers of another mean nothing to it."""
        return self._space.model_id

    @property
    def enough(self) -> float:
        """The cosine from which a look may answer a question, until the person has measured their own photos."""
        return LOOK_MATCH if self._space.enough is None else self._space.enough

    def rows(self) -> LookRows:
        """The looks there are now. Raises `LibraryUnavailable`."""
        return self._space.vectors.rows()

    def seen(self, wording: str) -> Seen | None:
        """How near a wording comes to each look; None where no photo was looked at. Raises `ModelUnavailable`, `LibraryUnavailable`."""
        rows = self.rows()
        if not len(rows.photo_ids):
            return None
        return Seen(rows.photo_ids, look_cosines(self._space.question.embed([wording])[0], rows, self._people()))

    def nearest(self, wordings: Sequence[str], rows: LookRows) -> tuple[float, ...]:
        """The cosine of each wording to the nearest of these looks. Raises `ModelUnavailable`."""
        return tuple(top_look(each, rows, self._people()) for each in self._space.question.embed(wordings))

    def _people(self) -> Vectors:
        if self._phrases is None:
            self._phrases = phrases_of_people(self._space.question)
        return self._phrases


ChosenRuler = Callable[[], LookRuler | None]
"""The ruler of the space that counts now; None where no model looks. It may raise `LibraryUnavailable`."""


def rulers(chosen: ChosenSpace) -> ChosenRuler:
    """The rulers of the spaces that count, one after the other. Threads may share what is returned."""
    kept: list[tuple[LookSpace, LookRuler]] = []

    def ruler() -> LookRuler | None:
        space = chosen()
        if space is None:
            return None
        for known, made in tuple(kept):
            if known is space:
                return made
        kept[:] = [(space, LookRuler(space))]
        return kept[0][1]

    return ruler
