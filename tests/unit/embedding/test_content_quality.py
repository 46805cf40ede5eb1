"""The benchmark of looks: its files are read as they are written, and its measures are those that one gets by hand."""

from pathlib import Path

import numpy as np
import pytest

from tests.benchmarks.content_quality import Query, measures, read_queries, read_universes

QUERIES = 'kind\tquery\trelevant_paths\ncaption\ta "red" boat\ta/1.jpg|b/2.jpg\nobject\tdog\tb/2.jpg\n'


@pytest.fixture
def queries(tmp_path: Path) -> Path:
    """A file of two queries, the second of a kind that is complete over one photo."""
    file = tmp_path / "queries.tsv"
    file.write_text(QUERIES, "utf-8")
    (tmp_path / "object_universe.tsv").write_text("path\nb/2.jpg\n", "utf-8")
    return file


def test_queries_are_read_with_their_photos(queries: Path) -> None:
    assert read_queries(queries) == [
        Query("caption", 'a "red" boat', frozenset({"a/1.jpg", "b/2.jpg"})),
        Query("object", "dog", frozenset({"b/2.jpg"})),
    ]


def test_a_file_beside_the_queries_says_over_which_photos_a_kind_is_complete(queries: Path) -> None:
    assert read_universes(queries, ["caption", "object"]) == {"object": frozenset({"b/2.jpg"})}


def test_a_file_without_the_columns_is_refused(tmp_path: Path) -> None:
    (tmp_path / "queries.tsv").write_text("kind\ttext\ncaption\tboat\n", "utf-8")
    with pytest.raises(KeyError):
        read_queries(tmp_path / "queries.tsv")


def test_recall_counts_the_first_relevant_photo() -> None:
    cosines = np.array([[0.9, 0.8, 0.7, 0.6, 0.5, 0.4], [0.4, 0.5, 0.6, 0.7, 0.8, 0.9]], np.float32)
    relevant = np.zeros((2, 6), bool)
    relevant[0, [0, 3]] = True
    relevant[1, 0] = True
    found = measures(cosines, relevant)
    assert (found["R@1"], found["R@5"], found["R@10"]) == (0.5, 0.5, 1.0)
    assert found["mAP"] == pytest.approx(((1 + 2 / 4) / 2 + 1 / 6) / 2)
