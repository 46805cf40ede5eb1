"""One suite for every vector index: the exact scan, hnswlib's graph, and the graph as it comes back from its file."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from app.domain.ids import PassageId
from app.domain.ports import VectorIndex, Vectors
from app.library.exact import ExactIndex
from app.library.hnsw import HnswIndex
from tests.unit.library.made import unit_rows
from tests.unit.library.made import units as any_units

DIMENSION = 24

MakeIndex = Callable[[int], VectorIndex]


@pytest.fixture(params=[ExactIndex, HnswIndex])
def make(request: pytest.FixtureRequest) -> MakeIndex:
    chosen: MakeIndex = request.param
    return chosen


@pytest.fixture
def index(make: MakeIndex) -> VectorIndex:
    return make(DIMENSION)


def units(count: int, seed: int = 0, dimension: int = DIMENSION) -> Vectors:
    return any_units(count, dimension, seed)


def numbers(first: int, count: int) -> list[PassageId]:
    return [PassageId(each) for each in range(first, first + count)]


def nearest_ids(index: VectorIndex, query: Vectors, k: int) -> list[int]:
    found: list[int] = index.nearest(query, k).ids.tolist()
    return found


def test_an_empty_index_answers_with_nothing(index: VectorIndex) -> None:
    found = index.nearest(units(1)[0], 5)
    assert len(index) == len(found.ids) == len(found.cosines) == 0
    assert found.ids.dtype == np.int64
    assert found.cosines.dtype == np.float32


def test_neighbours_come_by_falling_cosine(index: VectorIndex) -> None:
    rows = units(200)
    index.add(numbers(1000, 200), rows)
    query = units(1, seed=9)[0]
    found = index.nearest(query, 10)
    expected = np.argsort(-(rows @ query))[:10]
    assert found.ids.tolist() == (expected + 1000).tolist()
    assert found.cosines == pytest.approx(np.sort(rows @ query)[::-1][:10], abs=1e-5)
    assert found.ids.dtype == np.int64
    assert found.cosines.dtype == np.float32


def test_a_vector_is_nearest_to_itself(index: VectorIndex) -> None:
    rows = units(100)
    index.add(numbers(1, 100), rows)
    assert [nearest_ids(index, row, 1) for row in rows] == [[each] for each in range(1, 101)]


@pytest.mark.parametrize("k", [7, 8, 100_000])
def test_more_than_there_are_is_all_there_are(index: VectorIndex, k: int) -> None:
    index.add(numbers(1, 7), units(7))
    assert sorted(nearest_ids(index, units(1, seed=3)[0], k)) == list(range(1, 8))


def test_adding_an_id_again_replaces_its_vector(index: VectorIndex) -> None:
    rows = units(20)
    index.add(numbers(1, 20), rows)
    index.add([PassageId(5), PassageId(6), PassageId(5)], units(3, seed=1))
    assert len(index) == 20
    replaced = index.nearest(units(3, seed=1)[2], 1)
    assert (replaced.ids.tolist(), replaced.cosines[0]) == ([5], pytest.approx(1, abs=1e-5))
    assert index.nearest(rows[4], 1).cosines[0] < 0.99
    index.add([PassageId(5)], rows[4:5])
    assert nearest_ids(index, rows[4], 1) == [5]


def test_what_was_removed_is_not_found(index: VectorIndex) -> None:
    rows = units(50)
    index.add(numbers(1, 50), rows)
    index.remove(numbers(1, 40))
    index.remove([PassageId(3), PassageId(999)])
    assert len(index) == 10
    assert sorted(nearest_ids(index, rows[0], 50)) == list(range(41, 51))
    index.add(numbers(1, 1), rows[:1])
    assert nearest_ids(index, rows[0], 1) == [1]
    index.remove(numbers(1, 50))
    assert (len(index), nearest_ids(index, rows[0], 5)) == (0, [])


def test_nearly_all_removed_still_finds_the_rest(make: MakeIndex) -> None:
    index = make(DIMENSION)
    rows = units(3000)
    index.add(numbers(1, 3000), rows)
    index.remove(numbers(1, 2950))
    assert sorted(nearest_ids(index, rows[0], 1000)) == list(range(2951, 3001))


def test_it_grows_far_beyond_its_first_room(index: VectorIndex) -> None:
    rows = units(5000)
    for start in range(0, 5000, 700):
        part = rows[start : start + 700]
        index.add(numbers(start + 1, len(part)), part)
    assert len(index) == 5000
    assert nearest_ids(index, rows[4999], 1) == [5000]


def test_equal_vectors_are_all_found_by_id(index: VectorIndex) -> None:
    rows = units(30)
    rows[[4, 9, 14]] = rows[2]
    index.add([PassageId(each) for each in range(30, 0, -1)], rows[::-1].copy())
    found = index.nearest(rows[2], 4)
    assert found.ids.tolist() == [3, 5, 10, 15]
    index.remove([PassageId(5)])
    assert nearest_ids(index, rows[2], 3) == [3, 10, 15]


def _bad_rows() -> dict[str, Vectors]:
    good = units(3)
    nan, infinite, zero, long = good.copy(), good.copy(), good.copy(), good.copy()
    nan[1, 3], infinite[2, 0], zero[1], long[0] = np.nan, np.inf, 0, long[0] * np.float32(1.01)
    huge = good.copy()
    huge[1] *= np.float32(1e30)
    return {
        "nan": nan, "infinite": infinite, "zero": zero, "long": long, "huge": huge, "narrow": good[:, 1:], "flat": good.reshape(-1),
        "wide": units(3, dimension=DIMENSION + 1), "few": good[:2],
    }  # fmt: skip


@pytest.mark.parametrize("kind", _bad_rows())
def test_bad_vectors_are_refused_and_change_nothing(index: VectorIndex, kind: str) -> None:
    rows = units(10, seed=5)
    index.add(numbers(1, 10), rows)
    with pytest.raises(ValueError, match="vector"):
        index.add(numbers(4, 3), _bad_rows()[kind])
    assert len(index) == 10
    assert [nearest_ids(index, row, 1) for row in rows] == [[each] for each in range(1, 11)]


@pytest.mark.parametrize("count", [0, 5])
def test_bad_queries_are_refused(index: VectorIndex, count: int) -> None:
    index.add(numbers(1, count), units(count))
    good = units(1)[0]
    broken = good.copy()
    broken[0] = np.nan
    for query in (good[1:], np.append(good, np.float32(0)), broken, good * 0, good[None, :], good * 3):
        with pytest.raises(ValueError, match=r"vector|shape"):
            index.nearest(query, 3)
    for k in (0, -1):
        with pytest.raises(ValueError, match="k is"):
            index.nearest(good, k)


def test_nothing_added_is_nothing(index: VectorIndex) -> None:
    index.add([], np.empty((0, DIMENSION), np.float32))
    assert (len(index), index.dimension) == (0, DIMENSION)


def test_vectors_of_another_kind_of_float_are_taken(index: VectorIndex) -> None:
    rows = units(4).astype(np.float64)[:, ::-1]
    index.add(numbers(1, 4), rows)  # type: ignore[arg-type]
    assert nearest_ids(index, rows[2].astype(np.float32), 1) == [3]


# Against the exact twin


def recall(index: VectorIndex, exact: VectorIndex, queries: Vectors, k: int = 10) -> float:
    """Share of the true k that are found; one as near as the k-th counts, whichever of equals it is."""
    hits = 0
    for query in queries:
        least = exact.nearest(query, k).cosines[-1]
        hits += int(np.count_nonzero(index.nearest(query, k).cosines >= least - 1e-6))
    return hits / (k * len(queries))


def both(rows: Vectors) -> tuple[HnswIndex, ExactIndex]:
    index, exact = HnswIndex(rows.shape[1]), ExactIndex(rows.shape[1])
    for each in (index, exact):
        each.add(numbers(1, len(rows)), rows)
    return index, exact


def clustered(count: int, seed: int) -> Vectors:
    """Unit vectors around 600 centres in a space of few directions, as sentences are."""
    rng, frame = np.random.default_rng(seed), np.random.default_rng(1)
    spread, centres = frame.normal(size=(48, 384)), frame.normal(size=(600, 48))
    rows = (centres[rng.integers(0, 600, count)] + 0.6 * rng.normal(size=(count, 48))) @ spread
    return unit_rows(rows)


def test_recall_over_twelve_thousand_clustered_vectors() -> None:
    index, exact = both(clustered(12_500, seed=2))
    assert recall(index, exact, clustered(300, seed=3)) >= 0.995


def test_five_thousand_equal_vectors_leave_recall_unharmed() -> None:
    rows = clustered(5_000, seed=2)
    same = np.repeat(rows[:1], 5_000, axis=0)
    index, exact = both(np.concatenate([same, rows]))
    queries = clustered(200, seed=3)
    assert recall(index, exact, queries) >= 0.995
    assert recall(index, exact, rows[:1]) == 1.0
    assert len(index) == 10_000


@pytest.mark.shared
def test_recall_over_the_captions(shared: Path) -> None:
    """The shipped model's vectors of 12,500 captions; queries are questions that were never indexed, and captions."""
    from app.embedding.sentence import SentenceModel

    lines = (shared / "text" / "captions_dev.tsv").read_text(encoding="utf-8").splitlines()[1:]
    captions = list(dict.fromkeys(caption for line in lines for caption in line.split("\t")[1:]))
    questions = [
        line for name in ("on", "adjacent", "off") for line in (shared / "text" / f"questions_{name}.txt").read_text("utf-8").splitlines()
    ]
    model = SentenceModel(Path(__file__).parents[2] / "models")
    rows = model.embed(captions)
    index, exact = both(rows)
    assert len(rows) > 12_000
    assert recall(index, exact, rows[::25]) >= 0.995
    assert recall(index, exact, model.embed(questions)) >= 0.99
