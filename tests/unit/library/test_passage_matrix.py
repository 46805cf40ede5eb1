"""The matrix of all passages holds what the library holds now: never a forgotten passage, never a damaged vector."""

import sqlite3
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from app.domain.errors import LibraryUnavailable
from app.domain.ids import FolderId, ModelId, PassageId, PhotoId
from app.domain.look import Look
from app.domain.photo import Folder
from app.domain.ports import PassageRows, PassageVectors
from app.domain.words import SENTENCES, Field
from app.library.catalogue import Catalogue
from app.library.exact import ExactIndex
from app.library.looks import Looks
from app.library.passage_matrix import PassageMatrix
from app.library.reread import PictureWords
from tests.unit.library.made import read_photo, units

MODEL, OTHER = ModelId("model"), ModelId("other")
DIMENSION = 8


@pytest.fixture
def matrix(catalogue: Catalogue) -> PassageMatrix:
    return PassageMatrix(catalogue, MODEL, DIMENSION)


def embed(catalogue: Catalogue, model: ModelId = MODEL, seed: int = 0) -> tuple[PassageId, ...]:
    """Give a vector to every passage that has none."""
    ids = [each for each, _ in catalogue.passages_without_vector(model, 10_000)]
    return catalogue.store_vectors(model, ids, units(len(ids), DIMENSION, seed)) if ids else ()


def fill(catalogue: Catalogue, folder: Folder, count: int = 30) -> list[PhotoId]:
    """Photos with a caption, a title, a tag, a place and a folder of their own or shared, and vectors for all of that."""
    words = [f"{'abcdefghij'[n % 10]}word {'abcdefghij'[n // 10 % 10]}word" for n in range(count)]
    photos = [
        read_photo(
            f"{folder.path}/{word}/{n}.jpg", caption=f"caption {word}", title=f"title {word}", tags=(word[:5],), place=f"Rome {word}"
        )
        for n, word in enumerate(words)
    ]
    stored = catalogue.store(folder.id, photos)
    embed(catalogue)
    return [each.photo_id for each in stored.photos]


def check(catalogue: Catalogue, rows: PassageRows, model: ModelId = MODEL, dimension: int = DIMENSION) -> None:
    """Hold the rows to what the catalogue gives by other ways."""
    ids, vectors = catalogue.vectors(model)
    kinds = np.isin(catalogue.fields_of(rows.ids), list(SENTENCES))
    assert kinds.tolist() == [True] * rows.sentences + [False] * (len(rows.ids) - rows.sentences)
    for part in (rows.ids[: rows.sentences], rows.ids[rows.sentences :]):
        assert (np.diff(part) > 0).all()
    order = np.argsort(rows.ids)
    assert rows.ids[order].tolist() == ids.tolist()
    assert np.array_equal(rows.matrix[order], vectors.reshape(len(ids), dimension))
    assert rows.passages == catalogue.counts().passages
    assert rows.matrix.flags.c_contiguous
    assert [rows.matrix.dtype, rows.ids.dtype] == [np.dtype(np.float32), np.dtype(np.int64)]
    assert rows.matrix.shape == (len(ids), dimension)


def test_it_holds_all_vectors_sentences_first(catalogue: Catalogue, folder: Folder, matrix: PassageMatrix) -> None:
    fill(catalogue, folder)
    rows = matrix.rows()
    check(catalogue, rows)
    assert 0 < rows.sentences < len(rows.ids) == rows.passages == len(catalogue.vector_ids(MODEL))
    assert not rows.matrix.flags.writeable
    assert not rows.ids.flags.writeable


def test_it_is_an_implementation_of_the_port(matrix: PassageMatrix) -> None:
    port: PassageVectors = matrix
    assert port.rows().passages == 0


def test_its_greatest_cosines_are_those_of_the_exact_index(catalogue: Catalogue, folder: Folder, matrix: PassageMatrix) -> None:
    fill(catalogue, folder, 100)
    rows = matrix.rows()
    ids, vectors = catalogue.vectors(MODEL)
    sentence = np.isin(catalogue.fields_of(ids), list(SENTENCES))
    exact = {True: ExactIndex(DIMENSION), False: ExactIndex(DIMENSION)}
    for kind, index in exact.items():
        index.add([PassageId(each) for each in ids[sentence == kind].tolist()], vectors[sentence == kind])
    for query in units(50, DIMENSION, seed=9):
        cosines = rows.matrix @ query
        parts = {True: slice(0, rows.sentences), False: slice(rows.sentences, None)}
        for kind, part in parts.items():
            best = exact[kind].nearest(query, 1)
            assert cosines[part].max() == pytest.approx(best.cosines[0], abs=1e-6)
            assert rows.ids[part][cosines[part].argmax()] == best.ids[0]


def test_what_was_read_in_pictures_stands_behind_what_was_said(catalogue: Catalogue, folder: Folder, matrix: PassageMatrix) -> None:
    first, *others = fill(catalogue, folder, 5)
    photo = catalogue.photo(first)
    assert photo is not None
    Looks(catalogue).store(ModelId("reader"), [(first, photo.content_hash, Look(text=("two cups of espresso and a cake", "Total 12")))])
    PictureWords(catalogue).reread([first])
    embed(catalogue)
    rows = matrix.rows()
    assert (rows.read, rows.said + rows.read) == (1, rows.sentences)
    assert set(catalogue.fields_of(rows.ids[: rows.said]).tolist()) == {Field.CAPTION, Field.TITLE}
    assert catalogue.fields_of(rows.ids[rows.said : rows.sentences]).tolist() == [Field.TEXT]
    catalogue.mark_gone([first])
    assert (matrix.rows().read, matrix.rows().said) == (0, 2 * len(others))


def test_it_is_read_once_until_the_library_changes(catalogue: Catalogue, folder: Folder, matrix: PassageMatrix) -> None:
    photos = fill(catalogue, folder)
    rows = matrix.rows()
    assert matrix.rows() is rows
    catalogue.mark_unavailable(photos)
    again = matrix.rows()
    assert (again.ids is rows.ids, again.matrix is rows.matrix) == (True, True)
    catalogue.store(folder.id, [read_photo("/pictures/new.jpg", caption="not yet embedded")])
    more = matrix.rows()
    assert (more.passages, len(more.ids)) == (rows.passages + 1, len(rows.ids))
    embed(catalogue)
    check(catalogue, matrix.rows())
    assert len(matrix.rows().ids) == len(rows.ids) + 1


def test_what_was_forgotten_never_counts_again(catalogue: Catalogue, folder: Folder, matrix: PassageMatrix) -> None:
    photos = fill(catalogue, folder)
    other = catalogue.add_folder("/other")
    catalogue.store(other.id, [read_photo("/other/x.jpg", caption="only here")])
    (secret, *_) = embed(catalogue, seed=5)
    rows = matrix.rows()
    query = catalogue.vectors_of(MODEL, np.array([secret]))[1][0]
    assert (rows.matrix @ query).max() == pytest.approx(1)
    catalogue.forget_folder(other.id)
    left = matrix.rows()
    assert secret not in left.ids
    assert (left.matrix @ query).max() < 0.999
    check(catalogue, left)
    for gone in (photos[:7], photos[7:]):
        catalogue.mark_gone(gone)
        check(catalogue, matrix.rows())
    assert (matrix.rows().passages, matrix.rows().matrix.shape) == (0, (0, DIMENSION))
    assert secret in rows.ids, "what was handed out stays as it was"


def test_another_program_changes_the_library(catalogue: Catalogue, folder: Folder, matrix: PassageMatrix, tmp_path: Path) -> None:
    photos = fill(catalogue, folder)
    matrix.rows()
    with Catalogue(tmp_path / "library" / "catalogue.sqlite3") as program:
        program.mark_gone(photos[:3])
        check(catalogue, matrix.rows())
        program.store(folder.id, [read_photo("/pictures/new.jpg", caption="embedded elsewhere")])
        embed(program)
        check(catalogue, matrix.rows())


def test_a_vector_that_was_replaced_counts_as_it_is(catalogue: Catalogue, folder: Folder, matrix: PassageMatrix) -> None:
    fill(catalogue, folder)
    ids = matrix.rows().ids.tolist()
    catalogue.store_vectors(MODEL, [PassageId(ids[4])], units(1, DIMENSION, seed=77))
    check(catalogue, matrix.rows())
    assert np.array_equal(matrix.rows().matrix[4], units(1, DIMENSION, seed=77)[0])


def test_each_model_has_its_own(catalogue: Catalogue, folder: Folder, matrix: PassageMatrix) -> None:
    fill(catalogue, folder)
    other = PassageMatrix(catalogue, OTHER, 5)
    assert (len(other.rows().ids), other.rows().matrix.shape, other.rows().passages) == (0, (0, 5), matrix.rows().passages)
    ids = [each for each, _ in catalogue.passages_without_vector(OTHER, 10_000)]
    catalogue.store_vectors(OTHER, ids[::2], units(len(ids[::2]), 5))
    check(catalogue, other.rows(), OTHER, 5)
    check(catalogue, matrix.rows())
    assert len(other.rows().ids) == len(ids[::2])


DAMAGE = {
    "not finite": np.full(DIMENSION, np.nan, "<f4").tobytes(),
    "not of unit length": np.full(DIMENSION, 3, "<f4").tobytes(),
    "zero": bytes(4 * DIMENSION),
    "too short": bytes(4),
    "a text": "x" * 4 * DIMENSION,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_vector_never_counts(catalogue: Catalogue, folder: Folder, tmp_path: Path, damage: str) -> None:
    fill(catalogue, folder)
    ids = catalogue.vector_ids(MODEL)
    with closing(sqlite3.connect(tmp_path / "library" / "catalogue.sqlite3", isolation_level=None)) as connection:
        for broken in (ids[3], ids[10]):
            connection.execute("UPDATE vector SET components = ? WHERE passage_id = ?", (DAMAGE[damage], int(broken)))
        matrix = PassageMatrix(catalogue, MODEL, DIMENSION)
        rows = matrix.rows()
        check(catalogue, rows)
        assert set(ids.tolist()) - set(rows.ids.tolist()) == {ids[3], ids[10]}
        assert rows.passages == len(ids)
        connection.execute("UPDATE vector SET components = ?", (DAMAGE[damage],))
    catalogue.drop_damaged_vectors(MODEL, DIMENSION)
    unreadable = matrix.rows()
    assert (len(unreadable.ids), unreadable.sentences, unreadable.passages) == (0, 0, len(ids))
    embed(catalogue, seed=3)
    check(catalogue, matrix.rows())
    assert len(matrix.rows().ids) == len(ids)


def test_a_dimension_that_was_damaged_hides_no_vector(catalogue: Catalogue, folder: Folder, tmp_path: Path) -> None:
    fill(catalogue, folder)
    with closing(sqlite3.connect(tmp_path / "library" / "catalogue.sqlite3", isolation_level=None)) as connection:
        connection.execute("UPDATE model SET dimension = 9")
    rows = PassageMatrix(catalogue, MODEL, DIMENSION).rows()
    assert len(rows.ids) == rows.passages > 0
    catalogue.settle_dimension(MODEL, DIMENSION)
    check(catalogue, rows)


def test_a_library_that_cannot_be_read_says_so_and_keeps_nothing_old(
    catalogue: Catalogue, folder: Folder, matrix: PassageMatrix, tmp_path: Path
) -> None:
    fill(catalogue, folder)
    matrix.rows()
    with closing(sqlite3.connect(tmp_path / "library" / "catalogue.sqlite3", isolation_level=None)) as connection:
        connection.execute("UPDATE meta SET value = 'many' WHERE name = 'vectors_generation'")
        with pytest.raises(LibraryUnavailable, match="is damaged"):
            matrix.rows()
        connection.execute("UPDATE meta SET value = 99 WHERE name = 'vectors_generation'")
    check(catalogue, matrix.rows())


def test_threads_share_it_while_the_library_changes(catalogue: Catalogue, folder: Folder, matrix: PassageMatrix) -> None:
    fill(catalogue, folder)
    states = [frozenset(catalogue.vector_ids(MODEL).tolist())]

    def look(_: int) -> list[PassageRows]:
        return [matrix.rows() for _ in range(30)]

    with ThreadPoolExecutor(4) as threads:
        looking = [threads.submit(look, n) for n in range(4)]
        for n in range(15):
            catalogue.store(
                folder.id, [read_photo("/pictures/moving.jpg", caption=f"caption number {'abcdefghijklmno'[n]}xx", modified_ns=n)]
            )
            states.append(frozenset(catalogue.vector_ids(MODEL).tolist()))
            embed(catalogue, seed=n)
            states.append(frozenset(catalogue.vector_ids(MODEL).tolist()))
        seen = [rows for each in looking for rows in each.result()]
    assert {frozenset(rows.ids.tolist()) for rows in seen} <= set(states)
    check(catalogue, matrix.rows())


class LibraryThatChanges(RuleBasedStateMachine):
    """Any order of changes, by this program and by another, and after each the matrix is the library's."""

    def __init__(self) -> None:
        super().__init__()
        self.place = tempfile.TemporaryDirectory()
        self.catalogue = Catalogue(Path(self.place.name) / "catalogue.sqlite3")
        self.folders = [self.catalogue.add_folder(path) for path in ("/pictures", "/other")]
        self.matrix = PassageMatrix(self.catalogue, MODEL, DIMENSION)
        self.seed = 0

    def teardown(self) -> None:
        self.catalogue.close()
        self.place.cleanup()

    @rule(
        folder=st.integers(0, 1), names=st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=4), word=st.sampled_from(["sea", "hill"])
    )
    def store(self, folder: int, names: Sequence[str], word: str) -> None:
        each = self.catalogue.add_folder(self.folders[folder].path)
        self.catalogue.store(each.id, [read_photo(f"{each.path}/{n}xxx/1.jpg", caption=f"{word} {n}xxx", tags=(word,)) for n in set(names)])

    @rule(model=st.sampled_from([MODEL, OTHER]), limit=st.integers(1, 5))
    def embed_some(self, model: ModelId, limit: int) -> None:
        self.seed += 1
        ids = [each for each, _ in self.catalogue.passages_without_vector(model, limit)]
        if ids:
            self.catalogue.store_vectors(model, ids, units(len(ids), DIMENSION, self.seed))

    @rule(place=st.integers(0, 30))
    def replace(self, place: int) -> None:
        self.seed += 1
        ids = self.catalogue.vector_ids(MODEL)
        if len(ids):
            self.catalogue.store_vectors(MODEL, [PassageId(int(ids[place % len(ids)]))], units(1, DIMENSION, self.seed))

    @rule(ids=st.lists(st.integers(1, 20).map(PhotoId), max_size=5))
    def lose(self, ids: list[PhotoId]) -> None:
        self.catalogue.mark_gone(ids)

    @rule(ids=st.lists(st.integers(1, 20).map(PhotoId), max_size=5))
    def find_again(self, ids: list[PhotoId]) -> None:
        self.catalogue.mark_present(ids)

    @rule(folder=st.integers(1, 4).map(FolderId))
    def forget(self, folder: FolderId) -> None:
        self.catalogue.forget_folder(folder)

    @invariant()
    def the_matrix_is_the_librarys(self) -> None:
        check(self.catalogue, self.matrix.rows())


LibraryThatChanges.TestCase.settings = settings(max_examples=40, stateful_step_count=15)
TestLibraryThatChanges = LibraryThatChanges.TestCase
