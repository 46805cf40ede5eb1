"""A whole search as a list of stages: filters, words, meaning, shortlist, floor, ranking, percentages."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from app.domain.errors import ModelUnavailable
from app.domain.ids import PhotoId
from app.domain.match import MatchedPhoto, RankedPhoto
from app.domain.ports import CancelToken, Ids, Neighbours, PassageMap, TextEmbedder, VectorIndex, WordIndex
from app.domain.query import Condition, FilterField, ParsedQuery, Term
from app.domain.words import Field, holds_words
from app.search.candidates import Hits, Scores, among, distinct, hybrid_ids, look_up, restrict, union
from app.search.looks import LISTED, LookScan, LookScores, best_listed, no_looks
from app.search.meaning import MeaningScores, VectorsOf, no_meaning, passages_to_ask, photos_to_measure, score_meaning
from app.search.percentage import compute_match_percentages
from app.search.ranking import rank_photos
from app.search.scoring import WordScores, near_enough, nearness, score_words, shares

NEAREST_SHOWN = 12
_LONGEST_VALUE = 300
_FIRST_BY_EQUALITY = {FilterField.TAG: Field.TAG, FilterField.PERSON: Field.PERSON}


class SearchKind(StrEnum):
    """What a search came to."""

    RANKED = "ranked"
    LISTED = "listed"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """The whole result, before any limit.

    `matches` are ranked, with percentages. `listed` is what filters or exclusions alone leave, by capture time. Where nothing matches,
    `nearest` are up to twelve photos whose meaning or look is nearest, best first. `meaning_missing` says why neither had a part, if so.
    `more` says that photos which only meaning or look speaks for were left out: `matches` hold the nearest of them.
    """

    kind: SearchKind
    matches: tuple[MatchedPhoto, ...] = ()
    listed: Ids = field(default_factory=lambda: np.empty(0, np.int64))
    nearest: tuple[PhotoId, ...] = ()
    meaning_missing: str | None = None
    more: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What words, meaning and looks say of the photos that filters leave, before any floor."""

    hits: Hits
    words: WordScores
    meaning: MeaningScores
    looks: LookScores
    meaning_missing: str | None


class PhotoSearch:
    """Searches a library through its ports. Holds no state of its own."""

    def __init__(
        self,
        *,
        words: WordIndex,
        passages: PassageMap,
        vectors: VectorIndex,
        embedder: TextEmbedder,
        vectors_of: VectorsOf,
        looks: LookScan | None = None,
    ) -> None:
        self._words = words
        self._passages = passages
        self._vectors = vectors
        self._embedder = embedder
        self._vectors_of = vectors_of
        self._looks = looks

    def run(self, query: ParsedQuery) -> SearchOutcome:
        """The whole result of a query. Raises `LibraryUnavailable`."""
        if query.refusal:
            return SearchOutcome(SearchKind.NOTHING)
        allowed = self._allowed(query)
        if not query.has_positive_text:
            return self._listed(query, allowed)
        found = self._found(query, allowed)
        shortlist = _shortlist(found)
        worth_listing = shortlist[_over_floor(found, shortlist)]
        matches = compute_match_percentages(self._ranked(found, worth_listing))
        if matches:
            return SearchOutcome(SearchKind.RANKED, matches, meaning_missing=found.meaning_missing, more=_left_out(found, shortlist))
        return SearchOutcome(SearchKind.NOTHING, nearest=self._nearest(found), meaning_missing=found.meaning_missing)

    def prepare(self, token: CancelToken) -> None:
        """Read now what the first search would wait for longest, the looks. Raises `LibraryUnavailable` and `Cancelled`."""
        if self._looks:
            self._looks.prepare(token)

    def complete(self, query: ParsedQuery) -> Ids:
        """Sorted ids of all photos that satisfy every filter and hold every word, however far they stand in a result."""
        if query.refusal:
            return np.empty(0, np.int64)
        allowed = self._allowed(query)
        for group in query.groups:
            holders = distinct(union([self._words.holding(term) for term in group]).photo_ids)
            allowed = holders if allowed is None else allowed[among(allowed, holders)]
        return np.empty(0, np.int64) if allowed is None else allowed

    def ranking(self, query: ParsedQuery) -> tuple[RankedPhoto, ...]:
        """The shortlist before the floor, for measuring the ranking itself."""
        found = self._found(query, self._allowed(query))
        return self._ranked(found, _shortlist(found))

    def _allowed(self, query: ParsedQuery) -> Ids | None:
        """Sorted ids of the photos that filters and exclusions leave; None where there are none of them."""
        if not query.conditions and not query.excluded:
            return None
        allowed = self._words.satisfying(query.conditions)
        for term in query.excluded:
            allowed = allowed[~among(allowed, distinct(self._words.holding(term).photo_ids))]
        return allowed

    def _listed(self, query: ParsedQuery, allowed: Ids | None) -> SearchOutcome:
        """By capture time; where a tag or person is asked for, photos that carry exactly that before those that only contain it."""
        if allowed is None or len(allowed) == 0:
            return SearchOutcome(SearchKind.NOTHING)
        in_time = self._words.chronological(allowed)
        later = ~self._carriers(query.conditions, in_time)
        return SearchOutcome(SearchKind.LISTED, listed=in_time[np.argsort(later, kind="stable")])

    def _carriers(self, conditions: tuple[Condition, ...], ids: Ids) -> NDArray[np.bool_]:
        carriers = np.zeros(len(ids), np.bool_)
        for each in (each for condition in conditions if not condition.negated for each in condition.any_of):
            if each.field in _FIRST_BY_EQUALITY and isinstance(each.value, Term):
                equal = self._words.equal_to(each.value.text)
                carriers |= among(ids, distinct(equal.photo_ids[equal.fields == _FIRST_BY_EQUALITY[each.field]]))
        return carriers

    def _found(self, query: ParsedQuery, allowed: Ids | None) -> Found:
        hits = look_up(self._words, query.groups, _wholes(query))
        share = shares(hits, self._words.photo_count())
        kept = replace(hits, groups=tuple(restrict(each, allowed) for each in hits.groups), equal=restrict(hits.equal, allowed))
        words = score_words(kept, share)
        meaning, missing = self._meaning(query, allowed, words)
        looks, unseen = self._seen(query, allowed)
        return Found(kept, words, meaning, looks, missing or unseen)

    def _seen(self, query: ParsedQuery, allowed: Ids | None) -> tuple[LookScores, str | None]:
        try:
            return (self._looks.scores(query, allowed) if self._looks else no_looks()), None
        except ModelUnavailable as error:
            return no_looks(), str(error)

    def _meaning(self, query: ParsedQuery, allowed: Ids | None, words: WordScores) -> tuple[MeaningScores, str | None]:
        k = passages_to_ask(len(self._vectors), self._words.photo_count(), allowed)
        if not holds_words(query.meaning) or k == 0 or (allowed is not None and len(allowed) == 0):
            return no_meaning(), None
        try:
            vector = self._embedder.embed([query.meaning])[0]
        except ModelUnavailable as error:
            return no_meaning(), str(error)
        nearest, to_measure = self._vectors.nearest(vector, k), photos_to_measure(words, allowed)
        pairs = self._pairs(nearest.ids, to_measure)
        scores = score_meaning(vector, len(query.groups), pairs, self._vectors_of, self._passages.fields_of, allowed)
        return replace(scores, more=k < len(self._vectors) and to_measure is not allowed and self._ends_near(nearest)), None

    def _ends_near(self, nearest: Neighbours) -> bool:
        """Whether the last of the nearest passages is still reason enough to list a photo."""
        return bool(near_enough(nearest.cosines[-1:].astype(np.float64), self._passages.fields_of(nearest.ids[-1:])).any())

    def _pairs(self, nearest: Ids, to_measure: Ids) -> tuple[Ids, Ids]:
        """Passages and photos that hold them: all photos of the nearest passages, and all passages of the photos to measure."""
        photo_ids, places = self._passages.photos_of(nearest)
        theirs, holders = self._passages.passages_of(to_measure)
        return np.concatenate([nearest[places], theirs]), np.concatenate([photo_ids, holders])

    def _nearest(self, found: Found) -> tuple[PhotoId, ...]:
        """The photos that come nearest to being listed, for what is said of them or for their look, whichever is the nearer."""
        meaning, looks = found.meaning, found.looks
        said = nearness(meaning.cosines, self._passages.fields_of(meaning.passage_ids))
        near = np.concatenate([said, looks.points / LISTED])
        ids = np.concatenate([meaning.photo_ids, looks.photo_ids])
        best = np.lexsort((ids, -near)).tolist()
        return tuple(dict.fromkeys(PhotoId(int(ids[each])) for each in best[: 2 * NEAREST_SHOWN]))[:NEAREST_SHOWN]

    def _ranked(self, found: Found, ids: Ids) -> tuple[RankedPhoto, ...]:
        return rank_photos(ids, found.words, found.meaning, found.looks, found.hits, self._words.chronological)


def _wholes(query: ParsedQuery) -> tuple[str, ...]:
    """The texts that a value may equal: all that was typed ("what a day" may be a tag), else what is asked for."""
    texts = dict.fromkeys((" ".join(query.text.split()), query.whole))
    return tuple(each for each in texts if each and len(each) <= _LONGEST_VALUE)


def _shortlist(found: Found) -> Ids:
    """The best by words and meaning, and the best of those that their look would list: no guess takes the place of what is said."""
    return distinct(np.concatenate([_said(found), best_listed(found.looks)]))


def _said(found: Found) -> Ids:
    ids = distinct(np.concatenate([found.words.photo_ids, found.meaning.photo_ids]))
    lexical = _spread(found.words.photo_ids, found.words.points[found.words.kinds], ids)
    semantic = _spread(found.meaning.photo_ids, found.meaning.points, ids)
    by_words = _spread(found.words.photo_ids, found.words.listed[found.words.kinds], ids) > 0
    return hybrid_ids(ids, lexical, semantic, by_words)


def _over_floor(found: Found, ids: Ids) -> NDArray[np.bool_]:
    by_words = _spread(found.words.photo_ids, found.words.listed[found.words.kinds], ids)
    by_meaning = _spread(found.meaning.photo_ids, found.meaning.listed, ids)
    return np.asarray(by_words + by_meaning + _spread(found.looks.photo_ids, found.looks.listed, ids) > 0)


def _left_out(found: Found, shortlist: Ids) -> bool:
    """Whether there are photos that meaning or look alone would list and that are not on the shortlist."""
    near = found.meaning.photo_ids[found.meaning.listed], found.looks.photo_ids[found.looks.listed]
    return found.meaning.more or not all(among(ids, shortlist).all() for ids in near)


def _spread(ids: Ids, values: NDArray[np.bool_] | Scores, over: Ids) -> Scores:
    """The values of sorted `ids` spread over sorted ids that include them, 0 elsewhere."""
    spread = np.zeros(len(over))
    places = np.searchsorted(over, ids)
    inside = among(ids, over)
    spread[places[inside]] = values[inside]
    return spread
