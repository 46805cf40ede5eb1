"""What the looks of the photos, which are guesses, say of a question: how near it comes to each, and which photos that leaves."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.ids import ModelId, PhotoId
from app.domain.look import PEOPLE_PHRASES
from app.domain.ports import Ids, LookQuery, LookRows, LookVectors, Vectors
from app.domain.query import FilterField, Known, ParsedQuery
from app.evidence.closeness import look_cosines, top_look
from app.search.world_knowledge import speaks_of_photos


@dataclass(frozen=True, slots=True)
class Seen:
    """The cosine of one question to the look of every photo that was looked at: `photo_ids` int64 (n,), `cosines` float32 (n,)."""

    photo_ids: Ids
    cosines: Vectors

    @property
    def nearest(self) -> float:
        """The best of them."""
        return float(self.cosines.max())

    def photos(self, threshold: float, allowed: Ids | None, most: int) -> tuple[PhotoId, ...]:
        """Up to `most` of the allowed photos from the threshold on, the nearest first; None allows all."""
        over = self.cosines >= threshold
        if allowed is not None:
            over &= np.isin(self.photo_ids, allowed)
        ids, cosines = self.photo_ids[over], self.cosines[over]
        return tuple(PhotoId(each) for each in ids[np.argsort(-cosines.round(6), kind="stable")][:most].tolist())


class LookRuler:
    """Measures questions by looks. What the phrases for people mean is embedded once. Threads may share it."""

    def __init__(self, vectors: LookVectors, query: LookQuery) -> None:
        self._vectors = vectors
        self._query = query
        self._phrases: Vectors | None = None

    @property
    def model_id(self) -> ModelId:
        """The model whose looks these are; numbers of another mean nothing to it."""
        return self._query.model_id

    def rows(self) -> LookRows:
        """The looks there are now. Raises `LibraryUnavailable`."""
        return self._vectors.rows()

    def seen(self, wording: str) -> Seen | None:
        """How near a wording comes to each look; None where no photo was looked at. Raises `ModelUnavailable`, `LibraryUnavailable`."""
        rows = self.rows()
        if not len(rows.photo_ids):
            return None
        return Seen(rows.photo_ids, look_cosines(self._query.embed([wording])[0], rows, self._people()))

    def nearest(self, wordings: Sequence[str], rows: LookRows) -> tuple[float, ...]:
        """The cosine of each wording to the nearest of these looks. Raises `ModelUnavailable`."""
        return tuple(top_look(each, rows, self._people()) for each in self._query.embed(wordings))

    def _people(self) -> Vectors:
        """(phrases, dimension), that of no people being nothing."""
        if self._phrases is None:
            said = self._query.embed(PEOPLE_PHRASES[1:])
            self._phrases = np.concatenate([np.zeros_like(said[:1]), said])
        return self._phrases


def look_wording(text: str, query: ParsedQuery) -> str:
    """What of a question is compared with looks: where it asks for photos, the thing that they are to show, as it is asked for.

    "Which photos show a dog?" asks for "a dog": the asking says nothing of it, and the article tells a thing from freedom (decision 28).
    """
    if not speaks_of_photos(text) or not query.meaning:
        return text
    typed = re.search(rf"\b(?:an?|the)\s+{re.escape(query.meaning)}", text, re.IGNORECASE)
    return typed[0] if typed else query.meaning


def rests_on_guesses(query: ParsedQuery) -> bool:
    """Whether a filter asks for what pictures seem to show: how many faces were found is no fact, whoever asks for it."""
    filters = (each for condition in query.conditions for each in condition.any_of)
    return any(each.field is FilterField.FACES or each.value is Known.FACES for each in filters)
