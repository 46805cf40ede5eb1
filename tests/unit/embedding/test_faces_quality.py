"""The shares that the benchmark of faces tells: Wilson's intervals, and nothing where nothing is known."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks.face_quality import Share, has_a_person

# All or none of n: the formula leaves n / (n + 1.96²) and its mirror image.
KNOWN = [((15, 15), (0.7961, 1.0)), ((0, 10), (0.0, 0.2775))]


@pytest.mark.parametrize(("counted", "ends"), KNOWN)
def test_the_interval_is_wilsons(counted: tuple[int, int], ends: tuple[float, float]) -> None:
    assert Share(*counted).interval() == pytest.approx(ends, abs=1e-4)


def test_nothing_counted_may_be_anything() -> None:
    assert Share(0, 0).interval() == (0.0, 1.0)


@given(st.integers(1, 10_000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_share_lies_in_its_interval(counted: tuple[int, int]) -> None:
    low, high = Share(*counted).interval()
    assert 0 <= low <= counted[0] / counted[1] + 1e-12
    assert counted[0] / counted[1] - 1e-12 <= high <= 1


def test_a_file_that_tells_of_no_people_gives_no_figures(tmp_path: Path) -> None:
    queries = tmp_path / "queries.tsv"
    queries.write_text("kind\tquery\trelevant_paths\ncaption\ta boat\ta.jpg\n")
    assert has_a_person(tmp_path, queries) == {}
