"""Percentages: 1 to 100, the top is 100, order kept, equal for equal, unmoved by scale and by limits."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from app.domain.ids import PhotoId
from app.domain.match import RankedPhoto
from app.search.percentage import compute_match_percentages

SCORES = st.lists(st.floats(0, 1e6, allow_nan=False), min_size=1, max_size=50).map(lambda scores: sorted(scores, reverse=True))


def percentages(scores: Sequence[float]) -> list[int]:
    ranked = [RankedPhoto(PhotoId(number), score, 0.0) for number, score in enumerate(scores)]
    matched = compute_match_percentages(ranked)
    assert [each.ranked for each in matched] == ranked
    return [each.match_percentage for each in matched]


@given(SCORES)
def test_one_to_a_hundred_and_the_top_is_a_hundred(scores: list[float]) -> None:
    found = percentages(scores)
    assert all(1 <= each <= 100 for each in found)
    assert found[0] == 100


@given(SCORES)
def test_order_is_kept_and_equal_scores_are_equal(scores: list[float]) -> None:
    found = percentages(scores)
    assert found == sorted(found, reverse=True)
    assert len(set(zip(scores, found, strict=True))) == len(set(scores))


@given(SCORES.filter(lambda scores: all(score == 0 or score > 1e-200 for score in scores)), st.integers(-40, 40))
def test_scaling_all_scores_by_a_power_of_two_changes_nothing(scores: list[float], power: int) -> None:
    assert percentages([score * 2.0**power for score in scores]) == percentages(scores)


@given(SCORES, st.integers(1, 50))
def test_a_limit_changes_nothing(scores: list[float], limit: int) -> None:
    ranked = [RankedPhoto(PhotoId(number), score, 0.0) for number, score in enumerate(scores)]
    assert compute_match_percentages(ranked)[:limit] == compute_match_percentages(ranked[:limit])
