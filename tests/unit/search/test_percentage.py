"""The match percentage by examples."""

import math

import pytest

from app.domain.ids import PhotoId
from app.domain.match import RankedPhoto
from app.search.percentage import compute_match_percentages


def ranked(*scores: float) -> list[RankedPhoto]:
    return [RankedPhoto(PhotoId(number), lexical=score, semantic=0.0) for number, score in enumerate(scores, 1)]


def percentages(*scores: float) -> list[int]:
    return [matched.match_percentage for matched in compute_match_percentages(ranked(*scores))]


def test_nothing_gives_nothing() -> None:
    assert compute_match_percentages([]) == ()


def test_the_best_is_100_and_the_others_are_relative_to_it() -> None:
    assert percentages(21.5, 10.75, 5.0) == [100, 50, 23]
    assert percentages(0.2, 0.1) == [100, 50]


def test_each_percentage_belongs_to_its_photo() -> None:
    photos = ranked(1.0, 4.0)
    assert [(each.ranked, each.match_percentage) for each in compute_match_percentages(photos)] == [(photos[0], 25), (photos[1], 100)]


def test_halves_round_up_and_nothing_falls_below_one() -> None:
    assert percentages(200.0, 1.0, 0.1, 0.0) == [100, 1, 1, 1]
    assert percentages(1000.0, 625.0 - 0.01, 625.0) == [100, 62, 63]


def test_where_all_scores_are_zero_all_are_equally_good() -> None:
    assert percentages(0.0, 0.0) == [100, 100]


def test_lexical_and_semantic_points_count_alike() -> None:
    photos = [RankedPhoto(PhotoId(1), 1.0, 1.0), RankedPhoto(PhotoId(2), 0.0, 1.0)]
    assert [matched.match_percentage for matched in compute_match_percentages(photos)] == [100, 50]


@pytest.mark.parametrize("score", [math.nan, math.inf, -math.inf, -0.5])
def test_a_score_that_is_no_score_is_refused(score: float) -> None:
    with pytest.raises(ValueError, match=r"^a score must be finite and not negative$"):
        percentages(3.0, score)
