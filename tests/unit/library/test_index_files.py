"""The vector index on disk is used if it agrees with the catalogue, and made again if not."""

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from app.config.paths import LibraryPaths
from app.domain.errors import LibraryUnavailable
from app.domain.ids import ModelId, PassageId
from app.library import index_files
from app.library.catalogue import Catalogue
from app.library.hnsw import HnswIndex
from app.library.index_files import open_vector_index, save_vector_index
from tests.unit.library.made import read_photo, units

MODEL = ModelId("a model/with: any name")
DIMENSION = 16


@pytest.fixture
def paths(tmp_path: Path) -> LibraryPaths:
    return LibraryPaths(tmp_path / "日本 and spaces")


@pytest.fixture
def catalogue(paths: LibraryPaths) -> Iterator[Catalogue]:
    with Catalogue(paths.catalogue) as opened:
        opened.add_folder("/p")
        add(opened, 0, 300)
        yield opened


def add(catalogue: Catalogue, first: int, count: int) -> None:
    folder = catalogue.folders()[0]
    new = catalogue.store(
        folder.id, [read_photo(f"/p/{n}.jpg", caption=f"picture number {n}") for n in range(first, first + count)]
    ).new_passages
    catalogue.store_vectors(MODEL, new, units(len(new), DIMENSION, seed=first))


def opened(paths: LibraryPaths, catalogue: Catalogue) -> HnswIndex:
    return open_vector_index(paths, catalogue, MODEL, DIMENSION)


def assert_agrees(index: HnswIndex, catalogue: Catalogue) -> None:
    ids, rows = catalogue.vectors(MODEL)
    assert index.ids.tolist() == ids.tolist()
    assert np.array_equal(index.vectors_of(ids.tolist()), rows)
    assert [index.nearest(row, 1).ids.tolist() for row in rows[::20]] == [[each] for each in ids[::20].tolist()]


@pytest.fixture
def rebuilt(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one whenever an index is made anew."""
    made: list[int] = []
    add_all = index_files._add

    def count(index: HnswIndex, catalogue: Catalogue, model_id: ModelId, ids: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        if len(index) == 0:
            made.append(len(ids))
        add_all(index, catalogue, model_id, ids)

    monkeypatch.setattr(index_files, "_add", count)
    return made


def test_a_first_index_is_made_and_the_next_start_loads_it(paths: LibraryPaths, catalogue: Catalogue, rebuilt: list[int]) -> None:
    assert_agrees(opened(paths, catalogue), catalogue)
    assert_agrees(opened(paths, catalogue), catalogue)
    assert len(rebuilt) == 1
    assert len(list(paths.vectors.iterdir())) == 2


def test_what_changed_since_is_brought_up_to_date(paths: LibraryPaths, catalogue: Catalogue, rebuilt: list[int]) -> None:
    opened(paths, catalogue)
    catalogue.mark_gone(catalogue.browse()[:30].tolist())
    add(catalogue, 1000, 40)
    index = opened(paths, catalogue)
    assert_agrees(index, catalogue)
    save_vector_index(paths, catalogue, MODEL, index)
    assert_agrees(opened(paths, catalogue), catalogue)
    assert len(rebuilt) == 1


def test_an_index_of_mostly_dead_nodes_is_made_anew(paths: LibraryPaths, catalogue: Catalogue, rebuilt: list[int]) -> None:
    opened(paths, catalogue)
    catalogue.mark_gone(catalogue.browse()[:200].tolist())
    index = opened(paths, catalogue)
    assert (len(rebuilt), index.dead_nodes) == (2, 0)
    assert_agrees(index, catalogue)


def test_an_empty_library_has_an_empty_index(paths: LibraryPaths, catalogue: Catalogue) -> None:
    catalogue.forget_folder(catalogue.folders()[0].id)
    for _ in range(2):
        assert len(opened(paths, catalogue)) == 0


def graph_file(paths: LibraryPaths) -> Path:
    (found,) = paths.vectors.glob("*.hnsw")
    return found


def map_file(paths: LibraryPaths) -> Path:
    (found,) = paths.vectors.glob("*.map")
    return found


def _cut(paths: LibraryPaths) -> None:
    graph_file(paths).write_bytes(graph_file(paths).read_bytes()[:-1000])


def _flip(paths: LibraryPaths) -> None:
    content = bytearray(graph_file(paths).read_bytes())
    content[len(content) // 2] ^= 0xFF
    graph_file(paths).write_bytes(content)


def _poison(paths: LibraryPaths) -> None:
    content = bytearray(graph_file(paths).read_bytes())
    content[-5000:-4000] = np.full(250, np.nan, np.float32).tobytes()
    graph_file(paths).write_bytes(content)


def _cut_map(paths: LibraryPaths) -> None:
    map_file(paths).write_bytes(map_file(paths).read_bytes()[:-7])


def _flip_map(paths: LibraryPaths) -> None:
    content = bytearray(map_file(paths).read_bytes())
    content[-1] ^= 1
    map_file(paths).write_bytes(content)


def _change_header(paths: LibraryPaths, **changes: object) -> None:
    header, body = map_file(paths).read_bytes().split(b"\n", 1)
    map_file(paths).write_bytes(json.dumps(json.loads(header) | changes).encode() + b"\n" + body)


DAMAGE: dict[str, Callable[[LibraryPaths], object]] = {
    "graph cut": _cut,
    "graph flipped": _flip,
    "graph with nan": _poison,
    "graph missing": lambda paths: graph_file(paths).unlink(),
    "graph empty": lambda paths: graph_file(paths).write_bytes(b""),
    "map cut": _cut_map,
    "map flipped": _flip_map,
    "map empty": lambda paths: map_file(paths).write_bytes(b""),
    "map of zeros": lambda paths: map_file(paths).write_bytes(b"\0" * 500),
    "map of no object": lambda paths: map_file(paths).write_bytes(b"[]\n"),
    "another library": lambda paths: _change_header(paths, library_id="0" * 32),
    "another model": lambda paths: _change_header(paths, model_id="other"),
    "another dimension": lambda paths: _change_header(paths, dimension=17),
    "another format": lambda paths: _change_header(paths, format="candid vector index 0"),
    "a wrong count": lambda paths: _change_header(paths, ids=299),
    "a wrong number of nodes": lambda paths: _change_header(paths, nodes=299),
    "a graph elsewhere": lambda paths: _change_header(paths, graph="../" + graph_file(paths).name),
    "a field too many": lambda paths: _change_header(paths, more=1),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_file_that_is_not_wholly_right_is_made_again(paths: LibraryPaths, catalogue: Catalogue, rebuilt: list[int], damage: str) -> None:
    opened(paths, catalogue)
    DAMAGE[damage](paths)
    assert_agrees(opened(paths, catalogue), catalogue)
    assert_agrees(opened(paths, catalogue), catalogue)
    assert len(rebuilt) == 2


def test_a_model_of_another_dimension_or_name_gets_its_own(paths: LibraryPaths, catalogue: Catalogue) -> None:
    opened(paths, catalogue)
    other = ModelId("other")
    passages = [passage for passage, _ in catalogue.passages_without_vector(other, 50)]
    catalogue.store_vectors(other, passages, units(50, dimension=5))
    assert len(open_vector_index(paths, catalogue, other, 5)) == 50
    assert_agrees(opened(paths, catalogue), catalogue)
    assert len(list(paths.vectors.glob("*.map"))) == 2


def test_a_catalogue_put_back_from_a_copy_is_noticed(paths: LibraryPaths, catalogue: Catalogue, rebuilt: list[int], tmp_path: Path) -> None:
    catalogue.checkpoint()
    shutil.copy(paths.catalogue, tmp_path / "copy")
    add(catalogue, 1000, 10)
    opened(paths, catalogue)
    catalogue.close()
    for each in paths.root.glob("catalogue*"):
        each.unlink()
    shutil.copy(tmp_path / "copy", paths.catalogue)
    with Catalogue(paths.catalogue) as restored:
        add(restored, 2000, 10)  # the same ids as the ten before, other texts
        assert_agrees(opened(paths, restored), restored)
    assert len(rebuilt) == 2


def test_a_cache_that_cannot_be_written_costs_only_time(paths: LibraryPaths, catalogue: Catalogue) -> None:
    paths.vectors.write_text("a file where the folder should be")
    index = opened(paths, catalogue)
    assert_agrees(index, catalogue)
    with pytest.raises(LibraryUnavailable, match="vector index"):
        save_vector_index(paths, catalogue, MODEL, index)


def test_saving_leaves_no_other_files(paths: LibraryPaths, catalogue: Catalogue) -> None:
    index = opened(paths, catalogue)
    for _ in range(3):
        save_vector_index(paths, catalogue, MODEL, index)
    (paths.vectors / f"{map_file(paths).stem}-dead.hnsw").write_bytes(b"left by a crash")
    (paths.vectors / "of somebody else").write_bytes(b"")
    save_vector_index(paths, catalogue, MODEL, index)
    assert sorted(each.suffix for each in paths.vectors.iterdir()) == ["", ".hnsw", ".map"]


def test_compacting_leaves_nothing_of_what_was_removed(paths: LibraryPaths, catalogue: Catalogue) -> None:
    index = opened(paths, catalogue)
    ids, rows = catalogue.vectors(MODEL)
    removed = rows[10].tobytes()
    index.remove([PassageId(int(ids[10]))])
    save_vector_index(paths, catalogue, MODEL, index)
    assert removed in graph_file(paths).read_bytes()
    index.compact()
    save_vector_index(paths, catalogue, MODEL, index)
    assert removed not in graph_file(paths).read_bytes()
    assert (len(index), index.dead_nodes) == (len(ids) - 1, 0)
    assert index.nearest(rows[11], 1).ids.tolist() == [ids[11]]


def test_compacting_keeps_up_with_changes_and_searches(paths: LibraryPaths, catalogue: Catalogue) -> None:
    index, rows = HnswIndex(DIMENSION), units(3_000, DIMENSION)
    index.add([PassageId(each) for each in range(3_000)], rows)
    index.remove([PassageId(each) for each in range(1_000)])
    compacting = threading.Thread(target=index.compact)
    compacting.start()
    searched = 0
    while compacting.is_alive() and searched < 900:
        index.remove([PassageId(1_000 + searched)])
        index.add([PassageId(searched), PassageId(2_999)], rows[[searched, searched]])
        assert index.nearest(rows[2_500], 1).ids.tolist() == [2_500]
        searched += 1
    compacting.join()
    assert searched > 0
    assert index.ids.tolist() == sorted({*range(searched), *range(1_000 + searched, 3_000)})
    assert all(np.array_equal(index.vectors_of([each])[0], rows[each]) for each in (*range(searched), 2_998))
    assert np.array_equal(index.vectors_of([2_999])[0], rows[searched - 1])
