"""The ranking: the parts of every photo of the shortlist put together, best first."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from app.domain.ids import PassageId, PhotoId
from app.domain.match import LookPart, MeaningPart, RankedPhoto, WordPart
from app.domain.ports import Ids
from app.domain.query import Term
from app.domain.words import Field
from app.search.candidates import Hits, Scores
from app.search.looks import LOOK, LookScores
from app.search.meaning import MeaningScores
from app.search.scoring import MEANING, WordScores, exact_points

Parts = tuple[WordPart, ...]
_LEAST = 1e-3  # points


def rank_photos(
    shortlist: Ids, words: WordScores, meaning: MeaningScores, looks: LookScores, hits: Hits, chronological: Callable[[Ids], Ids]
) -> tuple[RankedPhoto, ...]:
    """The photos of the sorted shortlist by falling score; equal scores by capture time, then path.

    Photos whose words stand in the same fields share one tuple of parts. Meaning and look together give no more than meaning can, and a
    look alone less than whatever is said of any of the photos.
    """
    parts, points = word_parts(words, hits), words.points
    word_rows, look_rows = _rows(words.photo_ids, shortlist), _rows(looks.photo_ids, shortlist)
    meaning_rows = _rows(meaning.photo_ids, shortlist)
    guessed = (_at(look_rows, looks.listed) > 0) & (word_rows < 0) & (_at(meaning_rows, meaning.listed) == 0)
    meaning_rows = np.where(guessed, -1, meaning_rows)
    lexical = np.where(word_rows >= 0, points[words.kinds[word_rows]], 0.0) if len(points) else np.zeros(len(shortlist))
    seen = _at(look_rows, looks.points)
    semantic = np.minimum(_at(meaning_rows, meaning.points) + seen, MEANING)
    below = _below((lexical + semantic)[~guessed]) if guessed.any() else 1.0
    seen, semantic = (np.where(guessed, below * each, each) for each in (seen, semantic))
    order = best_first(shortlist, lexical + semantic, chronological)
    nearest = _meaning_parts(meaning)
    return tuple(
        RankedPhoto(
            PhotoId(photo_id), by_words, by_meaning,
            parts[int(words.kinds[word_row])] if word_row >= 0 else (),
            nearest(meaning_row) if meaning_row >= 0 else None,
            LookPart(by_look, bool(looks.by_people[look_row])) if by_look else None,
        )
        for photo_id, by_words, by_meaning, by_look, word_row, meaning_row, look_row in zip(
            *(each[order].tolist() for each in (shortlist, lexical, semantic, seen, word_rows, meaning_rows, look_rows)), strict=True
        )
    )  # fmt: skip


def _below(said: Scores) -> float:
    """By what to lessen guesses so that the best of them stays below the least of what is said."""
    return min(1.0, max(float(said.min()), _LEAST) / LOOK * 0.99) if len(said) else 1.0


def _at(rows: Ids, values: Scores | NDArray[np.bool_]) -> Scores:
    """The values at these places, 0 where there is none."""
    return np.where(rows >= 0, values[rows], 0.0).astype(np.float64) if len(values) else np.zeros(len(rows))


def word_parts(words: WordScores, hits: Hits) -> list[Parts]:
    """For each kind of photo its parts, the most points first. They sum to its lexical score."""
    strong_points, running_points = words.names, words.sentences
    quoted = words.quoted
    strong_points = strong_points + np.where(words.strong > 0, quoted, 0.0)
    running_points = running_points + np.where(words.strong > 0, 0.0, quoted)
    return [
        _parts(hits, exact, _columns(words.strong[kind], strong_points[kind]) + _columns(words.running[kind], running_points[kind]))
        for kind, exact in enumerate(words.exact.tolist())
    ]


def _columns(fields: np.ndarray[tuple[int], np.dtype[np.uint8]], points: Scores) -> list[tuple[int, int, float]]:
    return [(column, field, value) for column, (field, value) in enumerate(zip(fields.tolist(), points.tolist(), strict=True)) if field]


def _parts(hits: Hits, exact: int, columns: list[tuple[int, int, float]]) -> Parts:
    parts = [WordPart(hits.terms[column], Field(field), points) for column, field, points in columns]
    if exact:
        parts.append(WordPart((Term(hits.whole),), Field(exact), exact_points(Field(exact)), exact=True))
    return tuple(sorted(parts, key=lambda part: (not part.exact, -part.points)))


def _meaning_parts(meaning: MeaningScores) -> Callable[[int], MeaningPart]:
    made: dict[tuple[int, float, float], MeaningPart] = {}

    def part(row: int) -> MeaningPart:
        key = (int(meaning.passage_ids[row]), float(meaning.cosines[row]), float(meaning.points[row]))
        if key not in made:
            made[key] = MeaningPart(PassageId(key[0]), key[1], key[2])
        return made[key]

    return part


def _rows(ids: Ids, shortlist: Ids) -> Ids:
    """For each photo of the shortlist its place in the sorted `ids`, or -1."""
    if len(ids) == 0:
        return np.full(len(shortlist), -1, np.int64)
    places = np.minimum(np.searchsorted(ids, shortlist), len(ids) - 1)
    return np.where(ids[places] == shortlist, places, -1)


def best_first(shortlist: Ids, scores: Scores, chronological: Callable[[Ids], Ids]) -> Ids:
    """Places of the shortlist by falling score; only photos with an equal score are asked for their time."""
    _, inverse, counts = np.unique(scores, return_inverse=True, return_counts=True)
    tied = counts[inverse] > 1
    rank = np.zeros(len(shortlist), np.int64)
    if tied.any():
        in_time = chronological(shortlist[tied])
        rank[np.searchsorted(shortlist, in_time)] = np.arange(len(in_time))
    return np.lexsort((rank, -scores)).astype(np.int64)
