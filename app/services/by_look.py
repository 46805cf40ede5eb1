"""What the looks of the photos, which are guesses, say of a question: how near it comes to each, and which photos that leaves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.ids import ModelId, PhotoId
from app.domain.ports import Ids, LookRows, Vectors
from app.evidence.closeness import LOOK_MATCH
from app.search.looks import ChosenSpace, LookSpace


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


@dataclass(frozen=True, slots=True)
class LookRuler:
    """Measures questions by the looks of one space."""

    space: LookSpace

    @property
    def model_id(self) -> ModelId:
        """The model whose looks these are; numbers of another mean nothing to it."""
        return self.space.model_id

    @property
    def enough(self) -> float:
        """The cosine from which a look may answer a question, until the person has measured their own photos."""
        return LOOK_MATCH if self.space.enough is None else self.space.enough

    def rows(self) -> LookRows:
        """The looks there are now. Raises `LibraryUnavailable`."""
        return self.space.vectors.rows()

    def seen(self, wording: str) -> Seen | None:
        """How near a wording comes to each look; None where no photo was looked at. Raises `ModelUnavailable`, `LibraryUnavailable`."""
        rows = self.rows()
        if not len(rows.photo_ids):
            return None
        (cosines,) = self.space.cosines([wording], rows)
        return Seen(rows.photo_ids, cosines.nearer)

    def nearest(self, wordings: Sequence[str], rows: LookRows) -> tuple[float, ...]:
        """The cosine of each wording to the nearest of these looks, of which there are some. Raises `ModelUnavailable`."""
        return tuple(float(each.nearer.max()) for each in self.space.cosines(wordings, rows))


ChosenRuler = Callable[[], LookRuler | None]
"""The ruler of the space that counts now; None where no model looks. It may raise `LibraryUnavailable`."""


def rulers(chosen: ChosenSpace) -> ChosenRuler:
    """The ruler of whichever space counts."""

    def ruler() -> LookRuler | None:
        space = chosen()
        return None if space is None else LookRuler(space)

    return ruler
