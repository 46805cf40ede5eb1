"""More like one photo: how near what is said of others comes to what is said of it, and their looks to its look.

docs/decisions/0027-looks-by-exact-scan.md has the figures.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.ids import PassageId, PhotoId
from app.domain.match import LookPart, MeaningPart, RankedPhoto, Reason, WordPart
from app.domain.ports import Ids, LookRows, PassageMap, PassageRows
from app.domain.query import Term
from app.domain.words import Field, FieldValue
from app.search.candidates import SHORTLIST, Scores, among, distinct
from app.search.ranking import best_first
from app.search.reasons import LABELS, LONGEST, MOST_NAMES, excerpt
from app.search.scoring import STRONG, inverse_frequencies

NEAR_SENTENCE, NEAR_NAME = 0.5, 0.75
"""Cosine from which a caption or title, and a name, says nearly the same as another; below it says nothing."""
FAR_LOOK, SAME_LOOK = 0.775, 1.0
"""Cosine of two looks that says nothing, and that of one and the same. Listed from 0.85 on: looks are near to each other."""
LISTED_WORDS, LISTED_LOOK = 0.25, 1 / 3
"""What words or a look must give, of 1, to list a photo."""
HARDLY = 0.1
"""Words that give so much of what a look gives, or less, are no reason worth telling."""
MOST_SAID = 24
"""Things said of the photo that others are compared by: those that are said of the fewest."""
WHERE_IT_LIES = frozenset({Field.FOLDER, Field.NAME})
"""Where a photo lies and what its file is called is not said of what it shows, and so nothing to compare by."""
_THE_SAME = -1


@dataclass(frozen=True, slots=True)
class Said:
    """Something that is said of the photo, and those of whom the same is said or nearly, sorted.

    `cosines` say how nearly, and `passages` are theirs, -1 where it is the very same. `weight` grows with how few say it.
    """

    value: FieldValue
    weight: float
    photo_ids: Ids
    cosines: Scores
    passages: Ids


@dataclass(frozen=True, slots=True)
class Alike:
    """Nearness to the photo in one respect, 0 to 1, parallel to the sorted `photo_ids`. Empty where there is nothing to compare by."""

    photo_ids: Ids
    shares: Scores


def nothing_alike() -> Alike:
    """Where there is nothing to compare by."""
    return Alike(np.empty(0, np.int64), np.empty(0))


def said_of_all(value: FieldValue, photo_ids: Ids, photos: int) -> Said:
    """What is said of exactly these photos, in a library of so many. A folder tells less than a tag, as in a search."""
    rarity = float(inverse_frequencies(np.array([len(photo_ids)], np.float64), photos)[0])
    return Said(
        value,
        rarity * STRONG.get(value.field, STRONG[Field.TAG]) / STRONG[Field.TAG],
        photo_ids,
        np.ones(len(photo_ids)),
        np.full(len(photo_ids), _THE_SAME),
    )


def nearly_said(own: Mapping[PassageId, FieldValue], rows: PassageRows, passages: PassageMap, photos: int) -> Iterator[Said]:
    """For each of the photo's own passages who has it, or one that is near to it; but not for where the photo lies."""
    for passage_id, value in own.items():
        if value.field in WHERE_IT_LIES:
            continue
        same = said_of_all(value, distinct(passages.photos_of(np.array([passage_id]))[0]), photos)
        near, cosines = _spoken(*_near(passage_id, rows), passages)
        photo_ids, places = passages.photos_of(near)
        yield _best(same, np.concatenate([same.photo_ids, photo_ids]), np.concatenate([same.cosines, cosines[places]]),
                    np.concatenate([same.passages, near[places]]))  # fmt: skip


def _near(passage_id: PassageId, rows: PassageRows) -> tuple[Ids, Scores]:
    """The passages that are near to one, and their cosines; none where it has no vector."""
    own = np.flatnonzero(rows.ids == passage_id)
    if not len(own):
        return np.empty(0, np.int64), np.empty(0)
    cosines = (rows.matrix @ rows.matrix[own[0]]).astype(np.float64).round(6)
    cosines[own[0]] = -1
    over = np.concatenate([
        np.flatnonzero(cosines[: rows.sentences] >= NEAR_SENTENCE), rows.sentences + np.flatnonzero(cosines[rows.sentences :] >= NEAR_NAME)
    ])  # fmt: skip
    best = over[np.argsort(-cosines[over], kind="stable")[:SHORTLIST]]
    return rows.ids[best], np.minimum(cosines[best], 1.0)


def _spoken(near: Ids, cosines: Scores, passages: PassageMap) -> tuple[Ids, Scores]:
    """Those that are said of photos."""
    kept = ~np.isin(passages.fields_of(near), [int(each) for each in WHERE_IT_LIES])
    return near[kept], cosines[kept]


def _best(said: Said, photo_ids: Ids, cosines: Scores, passages: Ids) -> Said:
    order = np.lexsort((passages, -cosines, photo_ids))
    unique, first = np.unique(photo_ids[order], return_index=True)
    best = order[first]
    return Said(said.value, said.weight, unique, cosines[best], passages[best])


def telling(said: Sequence[Said]) -> tuple[Said, ...]:
    """Those that others are compared by, the most telling first."""
    return tuple(sorted(said, key=lambda each: -each.weight)[:MOST_SAID])


def alike_in_words(said: Sequence[Said], photos: int) -> Alike:
    """What is shared, each by its weight, of all that is said; what many share tells little even where nothing else is said."""
    ids = distinct(np.concatenate([np.empty(0, np.int64), *(each.photo_ids for each in said)]))
    most = float(inverse_frequencies(np.ones(1), photos)[0])
    shares = np.zeros(len(ids))
    for each in said:
        shares[np.searchsorted(ids, each.photo_ids)] += each.weight * each.cosines
    return Alike(ids, np.minimum(shares / max(most, sum(each.weight for each in said)), 1.0))


def alike_in_look(photo_id: PhotoId, rows: LookRows, far: float | None = None) -> Alike:
    """By the cosine of looks, of which `far` says nothing; empty where the photo was not looked at."""
    place = int(np.searchsorted(rows.photo_ids, photo_id))
    if place >= len(rows.photo_ids) or rows.photo_ids[place] != photo_id:
        return nothing_alike()
    cosines = rows.cosines(rows.vectors(np.array([place]))[0]).astype(np.float64).round(6)
    far = FAR_LOOK if far is None else far
    return Alike(rows.photo_ids, np.clip((cosines - far) / (SAME_LOOK - far), 0.0, 1.0))


def as_copies(looks: Alike, copies: Ids) -> Alike:
    """The same, with nearly identical pictures as alike as can be."""
    ids = distinct(np.concatenate([looks.photo_ids, copies]))
    shares = np.zeros(len(ids))
    shares[np.searchsorted(ids, looks.photo_ids)] = looks.shares
    shares[np.searchsorted(ids, copies)] = 1.0
    return Alike(ids, shares)


def rank_alike(
    photo_id: PhotoId, said: Sequence[Said], words: Alike, looks: Alike, copies: Ids, by_look: float, chronological: Callable[[Ids], Ids]
) -> tuple[RankedPhoto, ...]:
    """The photo itself, then those that are like it, best first; `by_look` is from 0, words alone, to 1, looks alone.

    Where there is nothing to compare by in one respect, the other alone counts. Copies are as alike as the photo itself unless words
    alone count.
    """
    by_look = 1.0 if not len(words.photo_ids) else 0.0 if not len(looks.photo_ids) else by_look
    ids = _worth_listing(photo_id, words, looks, by_look)
    lexical, semantic = (1 - by_look) * _of(words, ids), by_look * _of(looks, ids)
    if by_look:
        semantic = np.where(among(ids, np.sort(copies)), 1 - lexical, semantic)
    order = best_first(ids, lexical + semantic, chronological)[:SHORTLIST]
    enough = _of(words, ids) >= LISTED_WORDS
    found = (
        _ranked(PhotoId(int(ids[each])), float(lexical[each]), float(semantic[each]), said if enough[each] else ())
        for each in order.tolist()
    )
    return (_itself(photo_id), *found)


def _itself(photo_id: PhotoId) -> RankedPhoto:
    return RankedPhoto(photo_id, 1.0, 0.0, (WordPart((), Field.NAME, 1.0, exact=True),))


def _worth_listing(photo_id: PhotoId, words: Alike, looks: Alike, by_look: float) -> Ids:
    said = words.photo_ids[words.shares >= LISTED_WORDS] if by_look < 1 else words.photo_ids[:0]
    seen = looks.photo_ids[looks.shares >= LISTED_LOOK] if by_look > 0 else looks.photo_ids[:0]
    ids = distinct(np.concatenate([said, seen]))
    return np.asarray(ids[ids != photo_id], np.int64)


def _of(alike: Alike, ids: Ids) -> Scores:
    if not len(alike.photo_ids):
        return np.zeros(len(ids))
    places = np.minimum(np.searchsorted(alike.photo_ids, ids), len(alike.photo_ids) - 1)
    return np.where(alike.photo_ids[places] == ids, alike.shares[places], 0.0)


def _ranked(photo_id: PhotoId, lexical: float, semantic: float, said: Sequence[Said]) -> RankedPhoto:
    """With what tells most of its likeness. Nothing is `said` where only its look lists it."""
    parts = [(each.weight * float(each.cosines[place]), each, place) for each in said for place in _place(each.photo_ids, photo_id)]
    look = LookPart(semantic) if semantic else None
    if not parts or lexical <= HARDLY * semantic:
        return RankedPhoto(photo_id, lexical, semantic, look=look)
    _, best, place = max(parts, key=lambda part: part[0])
    passage = int(best.passages[place])
    if passage == _THE_SAME:
        return RankedPhoto(photo_id, lexical, semantic, (WordPart((Term(best.value.text),), best.value.field, lexical),), look=look)
    meaning = MeaningPart(PassageId(passage), float(best.cosines[place]), lexical)
    return RankedPhoto(photo_id, lexical, semantic, (), meaning, look)


def _place(ids: Ids, photo_id: PhotoId) -> range:
    """The one place of a photo among sorted ids, or none."""
    first, after = np.searchsorted(ids, (photo_id, photo_id + 1)).tolist()
    return range(first, after)


def reasons_alike(ranked: RankedPhoto, passages: Mapping[PassageId, FieldValue], seen: Sequence[str], *, copy: bool) -> tuple[Reason, ...]:
    """Why a photo is like another: `same tag harbour`, `caption near: “boats at dawn”`, `looks alike: canoe (a guess)`.

    `passages` are the texts of passages by id, `seen` names of what it may show, and `copy` says that the two are nearly one picture.
    """
    if ranked.words and ranked.words[0].exact:
        return (Reason("the photo itself"),)
    found = [Reason(f"same {LABELS[part.field]}", excerpt(term.text[:LONGEST], ())[0]) for part in ranked.words for term in part.terms]
    nearest = passages.get(ranked.meaning.passage_id) if ranked.meaning else None
    found += [Reason(f"{LABELS[nearest.field]} near", f"“{excerpt(nearest.text[:LONGEST], ())[0]}”")] if nearest else []
    if copy:
        return (Reason("nearly the same picture"), *found)
    if ranked.look and ranked.look.points > 0:
        found.append(Reason("looks alike", ", ".join(seen[:MOST_NAMES]), guessed=True))
    by_look_first = ranked.semantic > ranked.lexical
    return tuple(found[::-1] if by_look_first else found) or (Reason("meaning only"),)
