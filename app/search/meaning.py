"""The meaning of a query against the passages of the library: the nearest passages, measured exactly, and the photos that share them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.ports import Ids, Vectors
from app.search.candidates import Scores, among, distinct
from app.search.scoring import WordScores, generality, meaning_points, near_enough

NEAREST, MOST = 200, 3_200
"""Passages to ask the index for, and the most passages or photos to look at: in a library of 100,000, what lies beyond is over no floor."""

FieldsOf = Callable[[Ids], NDArray[np.uint8]]
VectorsOf = Callable[[Ids], tuple[Ids, Vectors]]
"""The stored vectors of those of the passages that have one, with their ids, sorted."""


@dataclass(frozen=True, slots=True)
class MeaningScores:
    """Points of photos for their best passage, parallel to the sorted `photo_ids`; `listed` where that is reason enough to list it.

    `more` says that passages beyond the nearest that were asked for may be reason enough too.
    """

    photo_ids: Ids
    points: Scores
    passage_ids: Ids
    cosines: Scores
    listed: NDArray[np.bool_]
    more: bool = False


def no_meaning() -> MeaningScores:
    """Where nothing was embedded."""
    nothing = np.empty(0, np.int64)
    return MeaningScores(nothing, np.empty(0), nothing, np.empty(0), np.empty(0, np.bool_))


def passages_to_ask(index: int, photos: int, allowed: Ids | None) -> int:
    """How many nearest passages to ask an index of this size for; more where filters leave few photos, so that enough are theirs."""
    k = NEAREST if allowed is None else NEAREST * max(1, photos // max(1, len(allowed)))
    return min(k, index, MOST)


def photos_to_measure(words: WordScores, allowed: Ids | None) -> Ids:
    """Photos whose meaning is measured wherever it lies: all that filters leave if they are few, else those that words alone would list.

    Without this a photo's points would depend on whether its caption is among the nearest passages, and bars would drop at that edge.
    """
    if allowed is not None and len(allowed) <= MOST:
        return allowed
    listed = np.flatnonzero(words.listed[words.kinds])
    points = words.points[words.kinds[listed]]
    if len(points) > MOST:
        # Photos with equal points are measured together or not at all.
        listed = listed[points > np.partition(points, -MOST - 1)[-MOST - 1]]
    return words.photo_ids[listed]


def score_meaning(
    query: Vectors, words: int, pairs: tuple[Ids, Ids], vectors_of: VectorsOf, fields_of: FieldsOf, allowed: Ids | None
) -> MeaningScores:
    """Points of the allowed photos for their best passage, by its nearness to a unit query (dimension,) of so many words.

    `pairs` are passages and photos that hold them. Passages are measured from their stored vectors, and one without a vector does not
    count. `allowed` is sorted, and None allows all.
    """
    ids, vectors = vectors_of(distinct(pairs[0]))
    keep = among(pairs[0], ids) if allowed is None else among(pairs[0], ids) & among(pairs[1], allowed)
    places, photo_ids = np.searchsorted(ids, pairs[0][keep]), pairs[1][keep]
    # Rounded, so that one text in two fields is equally near and the order of the rows makes no difference.
    cosines = np.asarray((vectors @ query).astype(np.float64).round(6))
    fields = fields_of(ids)
    points, near = meaning_points(cosines, fields, generality(vectors, cosines, fields, words)), near_enough(cosines, fields)
    order = np.lexsort((ids[places], -cosines[places], -points[places], ~near[places], photo_ids))
    unique, first = np.unique(photo_ids[order], return_index=True)
    best = places[order][first]
    return MeaningScores(unique, points[best], ids[best], cosines[best], near[best])
