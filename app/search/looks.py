"""What the pictures seem to show against a query: an exact scan over the look of every photo.

A look is a machine's guess and counts less than what is said of a photo; docs/decisions/0027-looks-by-exact-scan.md has the figures.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from app.domain.ids import ModelId
from app.domain.look import PEOPLE_PHRASES
from app.domain.ports import CancelToken, Ids, LookQuery, LookRows, LookVectors, Vectors
from app.domain.query import ParsedQuery
from app.domain.words import holds_words
from app.search.candidates import SHORTLIST, Scores, among

LOOK = 0.5
"""Points that a look can give: fewer than whatever is said of a photo gives where that is reason enough to list it."""
ENOUGH = 0.4
"""The share of these points from which a look alone is reason enough to list a photo."""
LISTED = LOOK * ENOUGH


@dataclass(frozen=True, slots=True)
class LookScale:
    """The cosine that gives nothing, and the one that gives all, for looks of one kind."""

    floor: float
    ceiling: float

    def points(self, cosines: Scores) -> Scores:
        """0 to LOOK points."""
        return np.asarray(LOOK * np.clip((cosines - self.floor) / (self.ceiling - self.floor), 0.0, 1.0))


CONTENT = LookScale(0.25, 1.0)
"""Of the shipped content model: listed from 0.55 on, which questions about other things hardly reach."""
SENTENCE = LookScale(0.25, 0.8125)
"""The same by itself where a query says more than a thing: from 0.475 on, for no picture is as near to all that a sentence says."""
SENTENCE_WORDS = 3
PEOPLE = LookScale(0.2, 0.775)
"""Of the phrases for the faces in a picture: listed from 0.43 on."""


@dataclass(frozen=True, slots=True)
class LookCosines:
    """Of one question to every look: `content` (n,) to what each picture shows, `phrases` to the phrases for people, float32.

    `people` uint8 (n,) is the place of each picture's phrase; nobody in the picture is near to nothing.
    """

    content: Vectors
    phrases: Vectors
    people: NDArray[np.uint8]

    @property
    def nearer(self) -> Vectors:
        """To the content or to the people, float32 (n,)."""
        return np.asarray(np.maximum(self.content, self.phrases[self.people]))


@dataclass(frozen=True)
class LookSpace:
    """Looks, how questions come into their space, and what nearness is worth there. Threads may share it.

    `enough` is the cosine from which a look may answer a question, `far` that of two looks which says nothing; None where they are as in
    the space of the shipped content model.
    """

    vectors: LookVectors
    question: LookQuery
    scale: LookScale = CONTENT
    enough: float | None = None
    far: float | None = None

    @property
    def model_id(self) -> ModelId:
        """The model that looked."""
        return self.question.model_id

    @cached_property
    def phrases(self) -> Vectors:
        """What the phrases for people mean, (phrases, dimension), that of no people being of zeros. Raises `ModelUnavailable`."""
        said = self.question.embed(PEOPLE_PHRASES[1:])
        return np.concatenate([np.zeros_like(said[:1]), said])

    def cosines(self, wordings: Sequence[str], rows: LookRows) -> tuple[LookCosines, ...]:
        """Those of each wording to these looks. Raises `ModelUnavailable`."""
        return tuple(look_cosines(each, rows, self.phrases) for each in self.question.embed(wordings))

    def scale_alone(self, meaning: str) -> LookScale:
        """What nearness to this meaning of a query is worth where nothing of people is near."""
        return SENTENCE if self.scale is CONTENT and len(meaning.split()) >= SENTENCE_WORDS else self.scale


ChosenSpace = Callable[[], LookSpace | None]
"""The space that counts now; None where no model looks. It may raise `LibraryUnavailable`."""


def look_cosines(question: Vectors, rows: LookRows, phrases: Vectors) -> LookCosines:
    """Those of a unit question (dimension,): an exact scan. `phrases` are as in a space."""
    to_phrases = phrases @ question
    to_phrases[0] = -1.0
    return LookCosines(rows.cosines(question), to_phrases, rows.people)


@dataclass(frozen=True, slots=True)
class LookScores:
    """Points of the photos whose look gives any, parallel to the sorted `photo_ids`.

    `by_people` where the faces in the picture give most of them, not its content.
    """

    photo_ids: Ids
    points: Scores
    by_people: NDArray[np.bool_]

    @property
    def listed(self) -> NDArray[np.bool_]:
        """Where a look is reason enough to list the photo."""
        return np.asarray(self.points >= LISTED)


def no_looks() -> LookScores:
    """Where no photo was looked at, or the query is none that a look can answer."""
    return LookScores(np.empty(0, np.int64), np.empty(0), np.empty(0, np.bool_))


def is_seen(query: ParsedQuery) -> bool:
    """Whether a look can answer the query. A phrase in quotes asks for these very words, and no look holds any."""
    return holds_words(query.meaning) and all(any(not term.phrase for term in group) for group in query.groups)


class LookScan:
    """Scores all photos by their look. Threads may share it."""

    def __init__(self, space: ChosenSpace) -> None:
        self._space = space

    def scores(self, query: ParsedQuery, allowed: Ids | None) -> LookScores:
        """Of the allowed photos that were looked at; None allows all. Raises `ModelUnavailable` or `LibraryUnavailable`."""
        if not is_seen(query) or (allowed is not None and len(allowed) == 0):
            return no_looks()
        space = self._space()
        if space is None or len((rows := space.vectors.rows()).photo_ids) == 0:
            return no_looks()
        (cosines,) = space.cosines([query.meaning], rows)
        scores = score_looks(rows.photo_ids, cosines, space.scale, space.scale_alone(query.meaning))
        return scores if allowed is None else _restricted(scores, allowed)

    def prepare(self, token: CancelToken) -> None:
        """Read now what the first query would read of the looks. Raises `LibraryUnavailable` and `Cancelled`."""
        space = self._space()
        if space is not None:
            space.vectors.prepare(token)


def score_looks(photo_ids: Ids, cosines: LookCosines, scale: LookScale = CONTENT, alone: LookScale | None = None) -> LookScores:
    """Points by the nearness of a question to the content of each picture and to the phrase for its people.

    The better of the two counts whole and the other half: of people at a table, both are in the picture. At least the content counts by
    itself, `alone` saying what it is worth then.
    """
    by_people = cosines.phrases.astype(np.float64).round(6)
    # Most photos have no points at all, and each step over all of them would take a millisecond at 100,000.
    some = np.flatnonzero((cosines.content > scale.floor) | (by_people > PEOPLE.floor)[cosines.people])
    by_content, phrase = cosines.content[some].astype(np.float64).round(6), cosines.people[some]
    content_points, people_points = scale.points(by_content), PEOPLE.points(by_people)[phrase]
    both = np.maximum(content_points, people_points) + np.minimum(content_points, people_points) / 2
    by_itself = content_points if alone is None else alone.points(by_content)
    people = (people_points > content_points) & (both > by_itself)
    return LookScores(photo_ids[some], np.minimum(np.maximum(both, by_itself), LOOK), people)


def best_listed(scores: LookScores, size: int = SHORTLIST) -> Ids:
    """Sorted ids of the photos that their look alone would list, if they are more than `size` the best and all that tie with the last."""
    points = scores.points[scores.listed]
    least = np.partition(points, -size)[-size] if len(points) > size else 0.0
    return scores.photo_ids[scores.listed & (scores.points >= least)]


def _restricted(scores: LookScores, allowed: Ids) -> LookScores:
    keep = among(scores.photo_ids, allowed)
    return LookScores(scores.photo_ids[keep], scores.points[keep], scores.by_people[keep])
