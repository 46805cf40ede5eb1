"""What a query finds by words and by meaning, as arrays over photos, and the shortlist that both rankings agree on."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.ids import PhotoId
from app.domain.ports import Ids, Postings, WordIndex
from app.domain.query import Term

Scores = NDArray[np.float64]

RECIPROCAL_RANK = 60
"""k of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009)."""
SHORTLIST = 200
"""Photos that only the meaning of the query speaks for; those that its words alone would list are never cut."""


@dataclass(frozen=True, slots=True)
class Hits:
    """Where the words of a query stand: one posting list for each group, and one for values that equal the whole query.

    `terms` are the alternatives of each group, `whole` is the text that the values of `equal` equal.
    """

    groups: tuple[Postings, ...]
    terms: tuple[tuple[Term, ...], ...]
    equal: Postings
    whole: str = ""

    @property
    def phrases(self) -> tuple[bool, ...]:
        """Which groups hold a quoted phrase."""
        return tuple(any(term.phrase for term in group) for group in self.terms)

    @property
    def photo_ids(self) -> Ids:
        """Sorted ids of all photos that hold any of it."""
        return distinct(np.concatenate([self.equal.photo_ids, *(each.photo_ids for each in self.groups)]))


def look_up(index: WordIndex, groups: Sequence[tuple[Term, ...]], wholes: Sequence[str]) -> Hits:
    """The postings of each group, of its alternatives together, and of the values that equal the first of the `wholes` that any equals."""
    equal = ((index.equal_to(whole), whole) for whole in wholes)
    return Hits(
        tuple(union([index.holding(term) for term in group]) for group in groups),
        tuple(groups),
        *next((each for each in equal if len(each[0].photo_ids)), (union([]), "")),
    )


def union(postings: Sequence[Postings]) -> Postings:
    """Postings of any of these, sorted by photo, pairs unique."""
    if len(postings) == 1:
        return postings[0]
    if not postings:
        return Postings(np.empty(0, np.int64), np.empty(0, np.uint8))
    pairs = distinct(np.concatenate([each.photo_ids * 256 + each.fields for each in postings]))
    return Postings(pairs // 256, (pairs % 256).astype(np.uint8))


def distinct(ids: Ids) -> Ids:
    """Sorted ids, each once. numpy's own `unique` hashes, which takes five times as long for a few thousand."""
    ordered = np.sort(ids)
    return ordered[np.concatenate([[True], ordered[1:] != ordered[:-1]])] if len(ordered) else ordered


def restrict(postings: Postings, allowed: Ids | None) -> Postings:
    """Only the postings of allowed photos; `allowed` is sorted, and None allows all."""
    if allowed is None:
        return postings
    keep = among(postings.photo_ids, allowed)
    return Postings(postings.photo_ids[keep], postings.fields[keep])


def of_those(ids: Ids, photo_ids: tuple[PhotoId, ...] | None) -> Ids:
    """Sorted ids of those that are in both; None keeps all."""
    return ids if photo_ids is None else np.intersect1d(ids, np.array(photo_ids, np.int64))


def among(ids: Ids, allowed: Ids) -> NDArray[np.bool_]:
    """For each id whether it is one of the sorted `allowed`."""
    if len(allowed) == 0:
        return np.zeros(len(ids), dtype=np.bool_)
    places = np.minimum(np.searchsorted(allowed, ids), len(allowed) - 1)
    return np.asarray(allowed[places] == ids)


def hybrid_ids(photo_ids: Ids, lexical: Scores, semantic: Scores, whole: NDArray[np.bool_], size: int = SHORTLIST) -> Ids:
    """The shortlist: the `size` best of both rankings fused by reciprocal rank, all that tie with the last of them, all `whole` ones.

    Sorted ids. `photo_ids` are unique, the other arrays are parallel to them; a score of 0 is no rank in that ranking.
    """
    if len(photo_ids) <= size:
        return np.sort(photo_ids)
    fused = _reciprocal_ranks(lexical) + _reciprocal_ranks(semantic)
    least = np.partition(fused, -size)[-size]
    return np.sort(photo_ids[whole | ((fused >= least) & (fused > 0))])


def _reciprocal_ranks(scores: Scores) -> Scores:
    """1 / (60 + rank) for positive scores, equal scores sharing the best rank among them; 0 for the others."""
    values, inverse = np.unique(-scores, return_inverse=True)
    counts = np.bincount(inverse, minlength=len(values))
    ranks = 1 + np.concatenate([[0], np.cumsum(counts)[:-1]])
    return np.where(scores > 0, 1 / (RECIPROCAL_RANK + ranks[inverse]), 0.0)
