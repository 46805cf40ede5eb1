"""What the looks of the photos, which are guesses, say of a question: how near it comes to each, and which photos that leaves."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.ids import ModelId, PhotoId
from app.domain.ports import Ids, LookRows, Vectors
from app.domain.query import FilterField, Known, ParsedQuery
from app.evidence.closeness import LOOK_MATCH, look_cosines, top_look
from app.search.looks import ChosenSpace, LookSpace, phrases_of_people
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


def look_wording(text: str, query: ParsedQuery) -> str:
    """What of a question is compared with looks: where it asks for photos, the thing that they are to show, as it is asked for.

    "Which photos show a dog?" asks for "a dog": the asking says nothing of it, and the article tells a thing from freedom (decision 28).
    """
    if not speaks_of_photos(text) or not query.meaning:
        return text
    typed = re.search(rf"\b(?:an?|the)\s+{re.escape(query.meaning)}", text, re.IGNORECASE)
    return typed[0] if typed else query.meaning


_ASKS_FOR_FACES = re.compile(
    r"(?:(?:(?:how many|which|what|show(?: me)?|find|do (?:i|we) have|are there) )?(?:any |all |my |the )*"
    r"(?:photos?|pictures?|images?) (?:there are |are there )?(?:that |which )?(?:have|has|with|show|showing|contain|containing|of) "
    r"|(?:how many|are there any|do (?:i|we) have any) )"
    r"(?:a |any )?faces?(?: (?:are there|in (?:it|them|my photos|my pictures|these photos)))?"
)


def asks_for_faces(text: str) -> bool:
    """Whether a question is after photos with faces and nothing else: what `has:faces` finds, for which nobody writes a caption."""
    return _ASKS_FOR_FACES.fullmatch(" ".join(text.casefold().split()).rstrip("?.! ")) is not None


def rests_on_guesses(query: ParsedQuery) -> bool:
    """Whether a filter asks for what pictures seem to show: how many faces were found is no fact, whoever asks for it."""
    filters = (each for condition in query.conditions for each in condition.any_of)
    return any(each.field is FilterField.FACES or each.value is Known.FACES for each in filters)
