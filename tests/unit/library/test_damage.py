"""A library whose bytes have changed anywhere works, or says in one sentence that it is damaged: nothing else comes out of it."""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.bootstrap import Built, build
from app.config.paths import LibraryPaths
from app.domain.closeness import MeasuredQuestion, Measurement, Thresholds
from app.domain.errors import LibraryUnavailable, MeasurementUnusable
from app.domain.evidence import Closeness
from app.domain.ids import FolderId, PhotoId
from app.domain.own_words import Change, OwnWords
from app.domain.photo import Tag
from app.domain.query import Term
from app.embedding.sentence import SentenceModel
from app.library.alike_rows import alike_rows
from app.library.catalogue import Catalogue
from app.library.kept_words import KeptWords
from app.library.passage_matrix import PassageMatrix
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from tests.unit.library.made import read_photo

TODAY = date(2026, 11, 29)
QUERIES = (
    "harbour boat",
    "boat -sea",
    "rating:>=3",
    "tag:sea",
    "old lighthouse near the beach",
    "harb*",
    "date:2019",
    "name:1",
    "camera:canon",
    "",
)
SEVENTH = read_photo("/pictures/6.jpg")
WORDS = ("boat", "harbour", "lighthouse", "beach", "dog", "meadow", "night", "snow")


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory, embedder: SentenceModel, reader: WorkerReader) -> LibraryPaths:
    """A library of two folders, with vectors, an index file, gone and skipped files."""
    root = tmp_path_factory.mktemp("healthy")
    paths = LibraryPaths(root / "library")
    with build(paths, embedder, reader) as built:
        folder, other = built.catalogue.add_folder("/pictures"), built.catalogue.add_folder("/other")
        rng = random.Random(0)
        photos = [
            read_photo(
                f"/pictures/{n}.jpg",
                content=f"{n:064x}",
                caption=" ".join(rng.sample(WORDS, 4)) + f" {n}",
                tags=("sea", Tag("Italy", ("Places",))) if n % 3 else (),
                taken=f"20{10 + n % 15}-06-14T10:20:30",
                rating=n % 6,
                camera="Canon EOS 20D",
                title=rng.choice(WORDS),
                perceptual_hash=f"{n:064x}",
            )
            for n in range(120)
        ]
        stored = built.catalogue.store(folder.id, photos)
        built.catalogue.mark_gone([each.photo_id for each in stored.photos[:5]])
        built.catalogue.store(other.id, [read_photo("/other/é.jpg", caption="a harbour")])
        pending = built.catalogue.passages_without_vector(embedder.model_id, 10_000)
        built.catalogue.store_vectors(embedder.model_id, [each for each, _ in pending], embedder.embed([text for _, text in pending]))
        assert len(built.vectors) == len(pending) > 100
        built.use_cases.describe.change([PhotoId(each) for each in range(4, 12)], Change(rating=4, caption="mine", remove_tags=("sea",)))
        asked = tuple(MeasuredQuestion(" ".join(rng.sample(WORDS, 3)), n % 2 == 0, Closeness(n / 40, n / 50)) for n in range(40))
        for thresholds in (Thresholds(0.4, 0.5), None):
            last = built.catalogue.measurements.store(
                Measurement(embedder.model_id, 120, len(pending), len(pending), "2026-11-29T10:20:30", asked, thresholds)
            )
        built.catalogue.measurements.apply(last - 1)
        built.catalogue.checkpoint()
    return paths


@pytest.fixture
def paths(healthy: LibraryPaths, tmp_path: Path) -> LibraryPaths:
    shutil.copytree(healthy.root, tmp_path / "library")
    return LibraryPaths(tmp_path / "library")


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    folder.mkdir()
    for n in range(3):
        Image.new("RGB", (16, 16), (n, 0, 0)).save(folder / f"boat{n}.jpg")
    return folder


def complaint(step: Callable[[], object]) -> str:
    """What the library says of itself, or nothing where all went well."""
    try:
        step()
    except (LibraryUnavailable, MeasurementUnusable) as error:
        return str(error)
    return ""


def use(built: Built, photos: Path) -> None:
    """Call everything, reading first, then changing."""
    for step in (*_reading(built), *_searching(built), *_changing(built, photos)):
        sentence = complaint(step)
        assert sentence.endswith(".") or not sentence
        assert "\n" not in sentence


def _reading(built: Built) -> Iterator[Callable[[], object]]:
    catalogue, model = built.catalogue, built.embedder.model_id
    ids, passages = np.arange(1, 130), np.arange(1, 400)
    some = [PhotoId(each) for each in range(1, 130)]
    yield lambda: (catalogue.library_id, catalogue.generation)
    yield lambda: (catalogue.folders(), catalogue.folder_paths(), catalogue.counts(), catalogue.known_hashes())
    yield lambda: [catalogue.known_files(folder.id) for folder in catalogue.folders()]
    yield lambda: [catalogue.skipped(folder.id) for folder in catalogue.folders()]
    yield catalogue.skipped
    yield lambda: [(each.path, *each.facts.known()) for each in catalogue.photos(some).values()]
    yield lambda: [catalogue.photo(each) for each in some[:9]]
    yield lambda: (catalogue.by_path("/pictures/3.jpg"), catalogue.browse(), catalogue.browse(ascending=True), catalogue.photo_count())
    yield lambda: [catalogue.holding(Term(word, prefix=prefix)) for word in (*WORDS, "2") for prefix in (False, True)]
    yield lambda: (catalogue.equal_to("sea"), catalogue.equal_to("3"), catalogue.satisfying([]), catalogue.chronological(ids))
    yield lambda: (catalogue.photos_of(passages), catalogue.passages_of(ids), catalogue.fields_of(passages))
    yield lambda: (catalogue.passage_texts(passages.tolist()), catalogue.passages_without_vector(model, 1000))
    yield lambda: (catalogue.tag_paths(), catalogue.people_names())
    yield lambda: (catalogue.measurements.kept(), catalogue.measurements.applied(model))
    yield PassageMatrix(catalogue, model, built.embedder.dimension).rows
    yield lambda: (catalogue.library_facts(catalogue.browse()), catalogue.library_facts(ids))
    yield lambda: (catalogue.vector_ids(model), catalogue.vectors(model), catalogue.vectors_of(model, passages))


def _searching(built: Built) -> Iterator[Callable[[], object]]:
    def search(query: str) -> None:
        listing = built.use_cases.search.search(query, TODAY)
        built.use_cases.search.cards(listing, 0, 2000)
        built.use_cases.search.nearest_cards(listing)

    for query in QUERIES:
        yield partial(search, query)


def _changing(built: Built, photos: Path) -> Iterator[Callable[[], object]]:
    catalogue, model = built.catalogue, built.embedder.model_id
    some = [PhotoId(each) for each in range(1, 60)]
    unit = np.eye(1, built.embedder.dimension, dtype=np.float32)
    yield lambda: list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    yield lambda: catalogue.drop_damaged_vectors(model, built.embedder.dimension)
    yield lambda: [catalogue.store_vectors(model, [each], unit) for each, _ in catalogue.passages_without_vector(model, 1)]
    yield lambda: catalogue.store(
        catalogue.add_folder("/pictures").id, [read_photo(f"/pictures/{n}.jpg", caption="new") for n in range(100, 140)]
    )
    yield lambda: built.use_cases.describe.change(some, Change(favourite=True, title="mine", add_tags=("Trips/Porto",)))
    yield built.use_cases.describe.undo
    yield lambda: (catalogue.mark_gone(some[30:40]), catalogue.mark_present(some[:50]))
    yield lambda: catalogue.mark_unavailable(some[50:52])
    yield lambda: catalogue.set_unavailable(catalogue.add_folder("/pictures").id, unavailable=True)
    yield lambda: catalogue.set_unavailable(catalogue.add_folder("/pictures").id, unavailable=False)
    yield from (partial(catalogue.measurements.apply, number) for number in (1, 2))
    yield catalogue.check
    yield lambda: [catalogue.forget_folder(folder.id) for folder in catalogue.folders()]
    yield catalogue.checkpoint


def page_places(path: Path, name: str) -> list[int]:
    """Where the pages of a table or an index begin."""
    with closing(sqlite3.connect(path)) as connection:
        try:
            rows = connection.execute("SELECT pageno FROM dbstat WHERE name = ?", (name,)).fetchall()
        except sqlite3.OperationalError:
            pytest.skip("this SQLite cannot say where its pages are")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    return [(number - 1) * size for (number,) in rows]


def survive(paths: LibraryPaths, photos: Path, embedder: SentenceModel, reader: WorkerReader) -> None:
    """Open a library and call everything."""

    def open_and_use() -> None:
        with build(paths, embedder, reader) as built:
            use(built, photos)

    sentence = complaint(open_and_use)
    assert sentence.endswith(".") or not sentence


@pytest.mark.parametrize("seed", range(24))
def test_bytes_that_changed_anywhere(paths: LibraryPaths, photos: Path, embedder: SentenceModel, reader: WorkerReader, seed: int) -> None:
    rng = random.Random(seed)
    content = bytearray(paths.catalogue.read_bytes())
    for _ in range((1, 5, 50, 400)[seed % 4]):
        content[rng.randrange(len(content))] ^= rng.randrange(1, 256)
    paths.catalogue.write_bytes(content)
    survive(paths, photos, embedder, reader)


@pytest.mark.parametrize(
    "table",
    [
        "meta",
        "photo",
        "photo_time",
        "photo_facts",
        "stems_data",
        "stems_config",
        "passage",
        "photo_passage",
        "model",
        "measurement",
        "own_words",
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_bytes_that_changed_in_one_table(
    paths: LibraryPaths, photos: Path, embedder: SentenceModel, reader: WorkerReader, table: str, seed: int
) -> None:
    rng = random.Random(seed)
    content = bytearray(paths.catalogue.read_bytes())
    for place in page_places(paths.catalogue, table):
        # Cells lie at the end of a page, its header and their pointers at the beginning.
        for offset in (rng.randrange(12), rng.randrange(2048, 4096), rng.randrange(4000, 4096)):
            content[place + offset] ^= 1 << rng.randrange(8)
    paths.catalogue.write_bytes(content)
    survive(paths, photos, embedder, reader)


@pytest.mark.parametrize("place", [18, 19, 20, 23, 28, 44, 47, 52, 56, 59, 60, 63, 68, 92, 96])
def test_bytes_that_changed_in_the_header(
    paths: LibraryPaths, photos: Path, embedder: SentenceModel, reader: WorkerReader, place: int
) -> None:
    content = bytearray(paths.catalogue.read_bytes())
    content[place] ^= 0x81
    paths.catalogue.write_bytes(content)
    survive(paths, photos, embedder, reader)


BAD = {
    "facts that are no JSON": "UPDATE photo_facts SET facts = '{\"taken' WHERE photo_id = 7",
    "facts of another kind": 'UPDATE photo_facts SET facts = \'{"iso": ["x", "EXIF"]}\' WHERE photo_id = 7',
    "facts that are no text": "UPDATE photo_facts SET facts = x'ff00' WHERE photo_id = 7",
    "text that is no UTF-8": "UPDATE photo SET format = CAST(x'4aff' AS TEXT) WHERE id = 7",
    "facts of the file that are no JSON": "UPDATE photo_facts SET said = '[]' WHERE photo_id = 7",
    "notes that are no list of texts": "UPDATE photo_facts SET notes = '[1]' WHERE photo_id = 7",
    "a path with a zero": "UPDATE photo SET path = x'2f0061' WHERE id = 7",
    "a width that is none": "UPDATE photo SET width = 1.5 WHERE id = 7",
    "a hash that is none": "UPDATE photo SET perceptual_hash = 'likeness' WHERE id = 7",
    "a hash that is no text": "UPDATE photo SET perceptual_hash = x'0f' WHERE id = 7",
    "a time that is none": "UPDATE photo SET modified_ns = 'soon' WHERE id = 7",
    "a state there is not": "UPDATE photo SET state = -1 WHERE id = 7",
    "a folder there is not": "UPDATE photo SET folder_id = 99 WHERE id = 7",
}


@pytest.mark.parametrize("damage", BAD)
def test_a_photo_that_cannot_be_read_says_what_to_do(paths: LibraryPaths, damage: str) -> None:
    change(paths, BAD[damage])
    with Catalogue(paths.catalogue) as catalogue:
        assert set(catalogue.photos([PhotoId(6), PhotoId(8)])) == {6, 8}
        with pytest.raises(
            LibraryUnavailable, match=r"is damaged: start Candid again, and it is made anew from your photos\. They are untouched"
        ):
            catalogue.photo(PhotoId(7))


@pytest.mark.parametrize(
    "damage",
    [
        f"photo SET perceptual_hash = '0x{'0' * 62}'",
        f"photo SET perceptual_hash = ' {'0' * 63}'",
        f"photo SET perceptual_hash = '{'0' * 31}_{'0' * 32}'",
        "photo_facts SET facts = json_set(facts, '$.make', json('[7, 1]'), '$.model', json('[7, 1]'))",
        "photo_facts SET facts = json_set(facts, '$.offset', json('[7, 1]'))",
    ],
)
def test_photos_that_cannot_be_compared_say_what_to_do(paths: LibraryPaths, damage: str) -> None:
    change(paths, f"UPDATE {damage}")
    with Catalogue(paths.catalogue) as catalogue, pytest.raises(LibraryUnavailable, match="is damaged"), catalogue.one_view() as connection:
        alike_rows(connection)


@pytest.mark.parametrize(
    "sql",
    [
        "PRAGMA user_version = 0",
        "PRAGMA user_version = -3",
        "ALTER TABLE photo RENAME TO phoso",
        "DROP INDEX photo_time",
        "DELETE FROM meta WHERE name = 'library_id'",
        "UPDATE meta SET value = 'many' WHERE name = 'photos_generation'",
        "UPDATE stems_config SET v = 0",
    ],
)
def test_a_library_that_is_not_as_it_was_made_says_so(paths: LibraryPaths, sql: str) -> None:
    change(paths, sql)
    with pytest.raises(LibraryUnavailable, match="is damaged"), Catalogue(paths.catalogue) as catalogue:
        assert catalogue.library_id + str(catalogue.generation) + str(catalogue.holding(Term("boat")))


@pytest.mark.parametrize("words", ["'{'", "'{\"rating\":9}'", "x'7b7d'", "7"])
def test_own_words_that_were_never_written_say_what_to_do(paths: LibraryPaths, words: str) -> None:
    change(paths, f"UPDATE own_words SET words = {words} WHERE photo_id = 7")
    with Catalogue(paths.catalogue) as catalogue:
        kept = KeptWords(catalogue, catalogue.journal)
        assert kept.change([PhotoId(8)], lambda *_: OwnWords(rating=1)).after
        for step in (lambda: kept.change([PhotoId(7)], lambda *_: OwnWords(rating=1)), lambda: catalogue.store(FolderId(1), [SEVENTH])):
            with pytest.raises(LibraryUnavailable, match="is damaged"):
                step()


def test_a_photo_without_its_facts_is_not_stored_a_second_time(paths: LibraryPaths) -> None:
    change(paths, "DELETE FROM photo_facts WHERE photo_id = 31")
    with Catalogue(paths.catalogue) as catalogue, pytest.raises(LibraryUnavailable, match="is damaged"):
        catalogue.store(catalogue.folders()[1].id, [read_photo("/pictures/30.jpg")])


@pytest.mark.parametrize("exponent", [0x7F, 0xFF, 0x5A])
def test_a_damaged_vector_counts_as_none_until_it_is_made_again(
    paths: LibraryPaths, photos: Path, embedder: SentenceModel, reader: WorkerReader, exponent: int
) -> None:
    with build(paths, embedder, reader) as built:
        ids, rows = built.catalogue.vectors(embedder.model_id)
    broken = rows[3].astype("<f4").tobytes()[:-1] + bytes([exponent])
    change(paths, "UPDATE vector SET components = ? WHERE passage_id = ?", broken, int(ids[3]))
    change(paths, "UPDATE vector SET components = x'00' WHERE passage_id = ?", int(ids[5]))
    shutil.rmtree(paths.vectors)
    with build(paths, embedder, reader) as built:
        assert built.use_cases.search.search("harbour boat", TODAY).matches
        assert len(built.vectors) == len(ids) - 2
        list(built.use_cases.index.run([str(photos)], CancelSwitch()))
        found, again = built.catalogue.vectors_of(embedder.model_id, ids)
        assert found.tolist() == ids.tolist()
        assert again == pytest.approx(rows, abs=1e-5)
        assert set(ids.tolist()) <= set(built.catalogue.vector_ids(embedder.model_id).tolist())
        assert built.vectors.nearest(rows[3], 1).ids.tolist() == [ids[3]]


def test_a_dimension_that_changed_is_put_right(paths: LibraryPaths, embedder: SentenceModel, reader: WorkerReader) -> None:
    change(paths, "UPDATE model SET dimension = dimension + 1")
    with build(paths, embedder, reader) as built:
        assert built.use_cases.search.search("harbour boat", TODAY).matches
        assert len(built.vectors) == len(built.catalogue.vectors(embedder.model_id)[0]) > 100
        assert built.catalogue.drop_damaged_vectors(embedder.model_id, embedder.dimension) == ()


def change(paths: LibraryPaths, sql: str, *parameters: object) -> None:
    """Change a library behind its back."""
    with closing(sqlite3.connect(paths.catalogue, isolation_level=None)) as connection:
        connection.execute(sql, parameters)
