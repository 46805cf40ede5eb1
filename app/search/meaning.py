"""The meaning of a query against the passages of the library: the nearest passages, measured exactly, and the photos that share them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.ports import Ids, PassageMap, VectorIndex, Vectors
from app.search.candidates import Scores, among
from app.search.scoring import meaning_points, near_enough

NEAREST, MOST_NEAREST = 200, 3_200
"""Passages to ask the index for, and how many at most where filters leave too few photos of them."""

VectorsOf = Callable[[Ids], tuple[Ids, Vectors]]
"""The stored vectors of those of the passages that have one, with their ids."""


@dataclass(frozen=True, slots=True)
class MeaningScores:
    """Points of photos for their best passage, parallel to the sorted `photo_ids`; `listed` where that is reason enough to list it."""

    photo_ids: Ids
    points: Scores
    passage_ids: Ids
    cosines: Scores
    listed: NDArray[np.bool_]


def no_meaning() -> MeaningScores:
    """Where nothing was embedded."""
    nothing = np.empty(0, np.int64)
    return MeaningScores(nothing, np.empty(0), nothing, np.empty(0), np.empty(0, np.bool_))


def score_meaning(
    query: Vectors, index: VectorIndex, vectors_of: VectorsOf, passages: PassageMap, allowed: Ids | None, nearest: int = NEAREST
) -> MeaningScores:
    """Points of the allowed photos that share one of the passages nearest to a unit query (dimension,).

    `allowed` is sorted, and None allows all. Where filters leave too few photos, more passages are asked for.
    """
    k, size = nearest, len(index)
    while size:
        found = index.nearest(query, min(k, size))
        scores = _photos(found.ids, query, vectors_of, passages, allowed)
        if k >= min(size, MOST_NEAREST) or allowed is None or len(scores.photo_ids) >= min(len(allowed), nearest):
            return scores
        k *= 4
    return no_meaning()


def _photos(nearest: Ids, query: Vectors, vectors_of: VectorsOf, passages: PassageMap, allowed: Ids | None) -> MeaningScores:
    ids, vectors = vectors_of(nearest)
    # Rounded, so that one text in two fields is equally near and the order of the rows makes no difference.
    cosines = np.asarray((vectors @ query).astype(np.float64).round(6))
    fields = passages.fields_of(ids)
    photo_ids, places = passages.photos_of(ids)
    if allowed is not None:
        keep = among(photo_ids, allowed)
        photo_ids, places = photo_ids[keep], places[keep]
    points, near = meaning_points(cosines, fields), near_enough(cosines, fields)
    order = np.lexsort((ids[places], -cosines[places], -points[places], ~near[places], photo_ids))
    unique, first = np.unique(photo_ids[order], return_index=True)
    best = places[order][first]
    return MeaningScores(unique, points[best], ids[best], cosines[best], near[best])
