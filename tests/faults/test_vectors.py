"""The vector index: what other indexes return wrong, crash on or load although they should not."""

import json
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from app.bootstrap import build
from app.config.paths import LibraryPaths
from app.domain.ids import ModelId, PassageId
from app.domain.ports import Vectors
from app.embedding.sentence import SentenceModel
from app.library import index_files
from app.library.catalogue import Catalogue
from app.library.exact import ExactIndex
from app.library.hnsw import HnswIndex
from app.library.index_files import open_vector_index
from app.photos.workers import WorkerReader
from tests.unit.library.made import read_photo, units

MODEL, DIMENSION, COUNT = ModelId("model"), 16, 200
KINDS: tuple[Callable[[int], HnswIndex | ExactIndex], ...] = (HnswIndex, ExactIndex)


def filled(kind: Callable[[int], HnswIndex | ExactIndex], rows: Vectors) -> HnswIndex | ExactIndex:
    index = kind(rows.shape[1])
    index.add([PassageId(each) for each in range(len(rows))], rows)
    return index


@pytest.mark.parametrize("kind", KINDS)
def test_more_neighbours_than_there_are(kind: Callable[[int], HnswIndex | ExactIndex]) -> None:
    index = filled(kind, units(7, DIMENSION))
    assert sorted(index.nearest(units(1, DIMENSION, seed=9)[0], 1_000).ids.tolist()) == list(range(7))


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_index_answers_nothing(kind: Callable[[int], HnswIndex | ExactIndex]) -> None:
    index = kind(DIMENSION)
    assert len(index.nearest(units(1, DIMENSION)[0], 10).ids) == 0
    index.add([PassageId(1)], units(1, DIMENSION))
    index.remove([PassageId(1), PassageId(2)])
    assert len(index.nearest(units(1, DIMENSION)[0], 10).ids) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_deleted_entries_are_never_answered(kind: Callable[[int], HnswIndex | ExactIndex]) -> None:
    rows = units(COUNT, DIMENSION)
    index = filled(kind, rows)
    index.remove(PassageId(each) for each in range(5, COUNT))
    assert sorted(index.nearest(rows[100], 50).ids.tolist()) == [0, 1, 2, 3, 4]


def test_five_thousand_identical_vectors_hide_no_other() -> None:
    rows = units(300, DIMENSION)
    same = np.tile(rows[:1], (5_000, 1))
    everything = np.concatenate([same, rows[1:]])
    index, exact = filled(HnswIndex, everything), filled(ExactIndex, everything)
    assert [index.nearest(row, 1).ids.tolist() for row in rows[1:]] == [[5_000 + n] for n in range(299)]
    for row in rows[:20]:
        assert index.nearest(row, 10).ids.tolist() == exact.nearest(row, 10).ids.tolist()
    assert len(index.nearest(rows[0], 5_000).ids) == 5_000


def test_a_filter_that_leaves_fewer_gives_a_short_answer(tmp_path: Path, embedder: SentenceModel, reader: WorkerReader) -> None:
    with build(LibraryPaths(tmp_path / "日本 and spaces"), embedder, reader) as built:
        folder = built.catalogue.add_folder("/p")
        captions = [f"a boat in the harbour {n}" for n in range(60)]
        photos = [read_photo(f"/p/{n}.jpg", caption=text, rating=5 if n in (3, 44) else 1) for n, text in enumerate(captions)]
        built.catalogue.store(folder.id, photos)
        pending = built.catalogue.passages_without_vector(embedder.model_id, 1_000)
        built.catalogue.store_vectors(embedder.model_id, [each for each, _ in pending], embedder.embed([text for _, text in pending]))
        for query in ("ships in a port rating:5", "boat rating:5"):
            listing = built.use_cases.search.search(query, date(2026, 11, 30))
            found = {card.photo.path for card in built.use_cases.search.cards(listing, 0, 100)}
            assert found <= {"/p/3.jpg", "/p/44.jpg"}
        assert found == {"/p/3.jpg", "/p/44.jpg"}


@pytest.fixture
def paths(tmp_path: Path) -> LibraryPaths:
    return LibraryPaths(tmp_path / "日本 and spaces")


@pytest.fixture
def catalogue(paths: LibraryPaths) -> Iterator[Catalogue]:
    with Catalogue(paths.catalogue) as opened:
        photos = [read_photo(f"/p/{n}.jpg", caption=f"picture {n}") for n in range(COUNT)]
        new = opened.store(opened.add_folder("/p").id, photos).new_passages
        opened.store_vectors(MODEL, new, units(len(new), DIMENSION))
        yield opened


def _spoil(paths: LibraryPaths, catalogue: Catalogue, value: float) -> None:
    """Write something else over one vector of the graph."""
    open_vector_index(paths, catalogue, MODEL, DIMENSION)
    (found,) = paths.vectors.glob("*.hnsw")
    row = catalogue.vectors(MODEL)[1][1].tobytes()
    content = found.read_bytes()
    assert content.count(row) == 1
    found.write_bytes(content.replace(row, np.full(DIMENSION, value, np.float32).tobytes()))


def _saved_of(paths: LibraryPaths, catalogue: Catalogue, **changes: object) -> None:
    open_vector_index(paths, catalogue, MODEL, DIMENSION)
    (found,) = paths.vectors.glob("*.map")
    first, body = found.read_bytes().split(b"\n", 1)
    found.write_bytes(json.dumps(json.loads(first) | changes).encode() + b"\n" + body)


def _half(paths: LibraryPaths, catalogue: Catalogue, ending: str) -> None:
    open_vector_index(paths, catalogue, MODEL, DIMENSION)
    (found,) = paths.vectors.glob(f"*{ending}")
    found.write_bytes(found.read_bytes()[: found.stat().st_size // 2])


SPOILED: dict[str, Callable[[LibraryPaths, Catalogue], None]] = {
    "a vector that is no number": lambda paths, catalogue: _spoil(paths, catalogue, np.nan),
    "a vector of zeros": lambda paths, catalogue: _spoil(paths, catalogue, 0),
    "another dimension": lambda paths, catalogue: _saved_of(paths, catalogue, dimension=DIMENSION + 1),
    "another model": lambda paths, catalogue: _saved_of(paths, catalogue, model_id="another"),
    "half a graph": lambda paths, catalogue: _half(paths, catalogue, ".hnsw"),
    "half a map": lambda paths, catalogue: _half(paths, catalogue, ".map"),
}


@pytest.mark.parametrize("kind", SPOILED)
def test_a_file_that_is_not_right_is_refused_and_made_again(paths: LibraryPaths, catalogue: Catalogue, kind: str) -> None:
    SPOILED[kind](paths, catalogue)
    assert index_files._load(paths.vectors, catalogue.library_id, MODEL, DIMENSION) is None
    index = open_vector_index(paths, catalogue, MODEL, DIMENSION)
    ids, rows = catalogue.vectors(MODEL)
    assert [index.nearest(row, 1).ids.tolist() for row in rows] == [[each] for each in ids.tolist()]
    assert index_files._load(paths.vectors, catalogue.library_id, MODEL, DIMENSION) is not None
