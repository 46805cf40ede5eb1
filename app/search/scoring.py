"""Points: what a word is worth in a field, what nearness of meaning is worth, and when either is enough to list a photo.

The figures are measured; docs/decisions/0004-ranking.md says how.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.ports import Ids, Postings, Vectors
from app.domain.words import RUNNING_TEXT, Field
from app.search.candidates import Hits, Scores, distinct

STRONG = {
    Field.TAG: 12.0, Field.PERSON: 12.0, Field.TITLE: 8.0, Field.PLACE: 8.0,
    Field.FOLDER: 5.0, Field.NAME: 5.0, Field.CAMERA: 5.0, Field.LENS: 5.0,
}  # fmt: skip
"""Points of the whole query in a field of names; a word has its share of them."""
EXACT = {
    Field.TAG: 8.0, Field.PERSON: 8.0, Field.TITLE: 6.0, Field.PLACE: 6.0, Field.NAME: 6.0,
    Field.FOLDER: 4.0, Field.CAMERA: 4.0, Field.LENS: 4.0,
}  # fmt: skip
"""Points on top where the whole query equals a value."""
PHRASE = 3.0
COMPLETE = 2.0
"""Points for holding every word of the query, as many as meaning alone can give: what says it stands before what only means it."""
RUNNING_PART, RUNNING_WHOLE, RUNNING_POWER = 0.1, 0.5, 8.0
"""Running text holding the share r of the query gives PART × r + WHOLE × r ^ POWER: half of a sentence says almost nothing."""

MEANING = 2.0
FLOOR = {True: 0.0, False: 0.2}
CEILING = {True: 1.0, False: 1.0}
"""Cosine that gives nothing, and the one that gives all, for running text (True) and names (False)."""
GENERALITY = 0.3
"""How much of a running text's nearness to its own neighbours is taken off its nearness to a query of several words."""
FULL_DETAIL = 4
"""Words from which a query is detailed enough for the whole of that; a single word is generic itself."""
NEIGHBOURHOOD, NEIGHBOURS, NEAR_DUPLICATE = 200, 10, 0.9
"""Texts around the query, the nearest of them that are looked at, and the cosine above which one is the same text again."""
SEMANTIC_FLOOR = {
    Field.CAPTION: 0.45, Field.TEXT: 0.45, Field.TITLE: 0.50, Field.TAG: 0.68, Field.FOLDER: 0.68, Field.PLACE: 0.75,
}  # fmt: skip
"""Cosine from which a photo is listed for its meaning alone. Names are nearer to each other than sentences are, places nearest of all."""
COVERED_FLOOR, STRONG_FLOOR = 0.6, 2.5
"""Share of the query that words must cover, or points that names must give (before that share lessens them), to list a photo."""

_WEIGHTS = np.array([STRONG.get(Field(field), 0.0) if field else 0.0 for field in range(max(Field) + 1)])
_EXACT = np.array([EXACT.get(Field(field), 0.0) if field else 0.0 for field in range(max(Field) + 1)])
_RUNNING = np.array([field in RUNNING_TEXT for field in range(max(Field) + 1)])
_FLOORS = np.array([SEMANTIC_FLOOR.get(Field(field), 1.0) if field else np.inf for field in range(max(Field) + 1)])
_FIELDS = len(_WEIGHTS)
_NOT_COUNTED = -2.0
_FAR = 0.25


@dataclass(frozen=True, slots=True)
class WordScores:
    """Points for words. Photos that hold the same words in the same fields are of one kind and are scored once.

    `photo_ids` is sorted and `kinds` (photos,) says of which kind each is. Of the kinds, `strong` and `running` (kinds, groups)
    are the best field of names and of running text that holds each group, `exact` (kinds,) the field that equals the whole query,
    0 where there is none. `shares` (groups,) sum to 1.
    """

    photo_ids: Ids
    kinds: NDArray[np.int64]
    strong: NDArray[np.uint8]
    running: NDArray[np.uint8]
    exact: NDArray[np.uint8]
    shares: Scores
    phrases: tuple[bool, ...]

    @property
    def held(self) -> NDArray[np.bool_]:
        """(kinds, groups): which groups stand in any field."""
        return np.asarray((self.strong > 0) | (self.running > 0))

    @property
    def covered(self) -> Scores:
        """(kinds,): the share of the query that stands in any field."""
        return np.asarray((self.held * self.shares).sum(axis=1))

    @property
    def names(self) -> Scores:
        """(kinds, groups): points that names give, less where other words of the query stand nowhere: `Big Meadows` is no Big Ben."""
        return np.asarray(_WEIGHTS[self.strong] * self.shares * self.covered[:, None])

    @property
    def sentences(self) -> Scores:
        """(kinds, groups): points that running text gives, each group its share of them."""
        parts = np.where(self.running > 0, self.shares, 0.0)
        total = parts.sum(axis=1, keepdims=True)
        return np.asarray(parts * running_points(total) / np.where(total > 0, total, 1.0))

    @property
    def quoted(self) -> Scores:
        """(kinds, groups): points for quoted phrases, and each group's share of those for holding all of them."""
        phrases = self.held & np.array(self.phrases, dtype=np.bool_)
        return np.asarray(PHRASE * phrases + COMPLETE * self.shares * self.held.all(axis=1, keepdims=True))

    @property
    def points(self) -> Scores:
        """(kinds,): all of these and the points for equalling the whole query."""
        return np.asarray((self.names + self.sentences + self.quoted).sum(axis=1) + _EXACT[self.exact])

    @property
    def complete(self) -> NDArray[np.bool_]:
        """(kinds,): which hold every group, or equal the whole query."""
        return np.asarray((self.held.all(axis=1) & (len(self.shares) > 0)) | (self.exact > 0))

    @property
    def listed(self) -> NDArray[np.bool_]:
        """(kinds,): which words are reason enough to list."""
        named = (_WEIGHTS[self.strong] * self.shares + self.quoted).sum(axis=1)
        return np.asarray(self.complete | (self.covered >= COVERED_FLOOR) | (named >= STRONG_FLOOR))


def inverse_frequencies(frequencies: Scores, photos: int) -> Scores:
    """ln(1 + (N − df + 0.5) / (df + 0.5)), the form of BM25 that is never negative (Lucene's)."""
    total = np.maximum(photos, frequencies)
    return np.log1p((total - frequencies + 0.5) / (frequencies + 0.5))


def shares(hits: Hits, photos: int) -> Scores:
    """Each group's share of the query's mass of inverse frequency; an OR group is one term with the union of its photos."""
    frequencies = np.array([len(distinct(each.photo_ids)) for each in hits.groups], dtype=np.float64)
    mass = inverse_frequencies(frequencies, photos)
    return np.asarray(mass / mass.sum()) if len(mass) else mass


def score_words(hits: Hits, share: Scores) -> WordScores:
    """Points of every photo that holds a word of the query."""
    ids, width = hits.photo_ids, len(hits.groups)
    fields = np.zeros((len(ids), 2 * width + 1), np.uint8)
    for column, postings in enumerate(hits.groups):
        running = _RUNNING[postings.fields]
        fields[:, column] = _best_fields(ids, postings, ~running, _WEIGHTS)
        fields[:, width + column] = _best_fields(ids, postings, running, _RUNNING.astype(np.float64))
    fields[:, -1] = _best_fields(ids, hits.equal, _EXACT[hits.equal.fields] > 0, _EXACT)
    kinds, inverse = _unique_rows(fields)
    return WordScores(ids, inverse, kinds[:, :width], kinds[:, width:-1], kinds[:, -1], share, hits.phrases)


def exact_points(field: Field) -> float:
    """Points for equalling a value of this field."""
    return EXACT.get(field, 0.0)


def running_points(share: Scores) -> Scores:
    """Points for the share of a query that running text holds."""
    return np.asarray(RUNNING_PART * share + RUNNING_WHOLE * share**RUNNING_POWER)


def meaning_points(cosines: Scores, fields: NDArray[np.uint8], generality: Scores) -> Scores:
    """0 to 2 points for passages of these fields, of which `generality` is taken off the cosine first."""
    floor = np.where(_RUNNING[fields], FLOOR[True], FLOOR[False])
    ceiling = np.where(_RUNNING[fields], CEILING[True], CEILING[False])
    return np.asarray(MEANING * np.clip((cosines - generality - floor) / (ceiling - floor), 0.0, 1.0))


def generality(vectors: Vectors, cosines: Scores, fields: NDArray[np.uint8], words: int) -> Scores:
    """What to take off the cosines of these passages, the nearest ones of a query of so many words: 0 on average, more for generic texts.

    A caption that is near to everything around it is near to the query for no reason of its own: hubness, here corrected within
    the neighbourhood of the query in the manner of cross-domain similarity local scaling (Conneau and others, ICLR 2018).
    Names are left as they are.
    """
    taken = np.zeros(len(vectors))
    running = np.flatnonzero(_RUNNING[fields])
    strength = GENERALITY * min(1.0, max(0, words - 1) / (FULL_DETAIL - 1))
    around = running[np.argsort(-cosines[running], kind="stable")[:NEIGHBOURHOOD]]
    count = min(NEIGHBOURS, len(around) // 4)
    if count and strength:
        nearness = _nearness(vectors[running], vectors[around], count)
        taken[running] = np.round(strength * (nearness - nearness.mean()), 6)
    return taken


def _nearness(vectors: Vectors, around: Vectors, count: int) -> Scores:
    """The mean cosine of each text to the nearest of those around the query that are not itself or nearly the same text.

    A text that has no such neighbours is as near as the others are on average.
    """
    cosines = vectors @ around.T
    cosines[cosines > NEAR_DUPLICATE] = _NOT_COUNTED
    cosines.partition(around.shape[0] - count, axis=1)
    nearest = cosines[:, -count:].astype(np.float64)
    counted = nearest > _NOT_COUNTED
    sums, counts = (nearest * counted).sum(axis=1), counted.sum(axis=1)
    mean = sums.sum() / max(1, counts.sum())
    return np.asarray(np.where(counts > 0, sums / np.maximum(1, counts), mean))


def near_enough(cosines: Scores, fields: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which passages are reason enough to list a photo that no word speaks for."""
    return np.asarray(cosines >= _FLOORS[fields])


def nearness(cosines: Scores, fields: NDArray[np.uint8]) -> Scores:
    """How near passages come to being reason enough to list a photo, which is 1; 0 and less is as near as anything comes."""
    return np.asarray((cosines - _FAR) / (_FLOORS[fields] - _FAR))


def _best_fields(ids: Ids, postings: Postings, keep: NDArray[np.bool_], weights: Scores) -> NDArray[np.uint8]:
    """For each photo the kept field of greatest weight, the first of equal ones; 0 where there is none."""
    fields = postings.fields[keep]
    codes = np.zeros(len(ids), np.int64)
    # One number orders by weight, then by falling field; the field can be read off it.
    code = np.rint(weights[fields] * 10).astype(np.int64) * _FIELDS + (_FIELDS - fields.astype(np.int64))
    np.maximum.at(codes, np.searchsorted(ids, postings.photo_ids[keep]), code)
    return np.where(codes > 0, _FIELDS - codes % _FIELDS, 0).astype(np.uint8)


def _unique_rows(rows: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The different rows, and for each row which of them it is; whole rows are compared as bytes."""
    whole = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.shape[1]))).ravel()
    _, first, inverse = np.unique(whole, return_index=True, return_inverse=True)
    return rows[first], inverse.astype(np.int64)
