"""The catalogue: everything the library knows, behind one object. It looks words up, maps passages to photos and keeps the vectors."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from app.config.paths import LibraryPaths
from app.domain.earth import CITY_KILOMETRES
from app.domain.evidence import LibraryFact
from app.domain.ids import ContentHash, FolderId, ModelId, PassageId, PhotoId
from app.domain.photo import Folder, Photo, ReadPhoto, Skipped
from app.domain.ports import Ids, PassageRows, PlaceFinder, Postings, Vectors
from app.domain.query import Around, Condition, Term
from app.domain.words import Field
from app.library import (
    filters,
    folders,
    library_facts,
    lookup,
    measurements,
    own_words,
    passages,
    photos,
    positions,
    stored_vectors,
    storing,
)
from app.library.columns import whole_number
from app.library.database import PATIENCE, Database
from app.library.failures import as_written
from app.library.journal import Journal, number_in
from app.library.lookup import PostingsCache
from app.library.measurements import Measurements
from app.library.orders import Orders
from app.library.own_things import forgetting
from app.library.records import ForgottenFolder, KnownFiles, LibraryCounts, Stored
from app.library.values import check_indexes, merge_indexes

_FIRST_PASSAGE = PassageId(0)


class Catalogue:
    """One library file. Every method may be called from any thread, is one transaction, and raises `LibraryUnavailable`.

    It implements the ports `WordIndex` and `PassageMap`. Photos that are gone are never found; unavailable ones are.
    """

    def __init__(
        self,
        path: Path,
        on_wait: Callable[[float], None] | None = None,
        patience: float = PATIENCE,
        places: PlaceFinder | None = None,
        journal: Path | None = None,
    ) -> None:
        """Open the library, or create it. `on_wait` hears how many seconds a change has waited for another writer; `patience` is the most.

        Without `places` no photo lies around a place. `journal` is beside the library unless it is given. `rescue.open_catalogue`
        opens also what is damaged.

        Raises `LibraryTooNew` or `LibraryUnavailable`.
        """
        self._database = Database(path, on_wait, patience)
        self.journal = Journal(journal or LibraryPaths(path.parent).journal)
        self.measurements = Measurements(self._database)
        self._orders = Orders()
        self._places = places
        self._postings = PostingsCache()
        self.damaged_vectors_met = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file for all threads."""
        self._database.close()

    def checkpoint(self) -> None:
        """Empty the write-ahead log into the file; for idle moments."""
        self._database.checkpoint()

    @property
    def read_only(self) -> bool:
        """Whether nothing can be changed: the file or its folder cannot be written."""
        return self._database.read_only

    def refuse_changes(self, why: str) -> None:
        """From now on every change raises `LibraryUnavailable` with this sentence."""
        self._database.refuse_changes(why)

    @property
    def journal_number(self) -> int:
        """Up to which entry of the journal this library has come."""
        with self._database.reading() as connection:
            return number_in(connection)

    @property
    def library_id(self) -> str:
        """A random name that was given when the library was made; files beside it carry it."""
        with self._database.reading() as connection:
            return str(_meta(connection, "library_id"))

    @property
    def generation(self) -> int:
        """Grows whenever anything changes, by whichever program."""
        with self._database.reading() as connection:
            return sum(_generations(connection))

    @property
    def generations(self) -> tuple[int, int]:
        """Two numbers that grow: with any change of photos and passages, and whenever vectors are stored or dropped as damaged."""
        with self._database.reading() as connection:
            return _generations(connection)

    @property
    def looks_generation(self) -> int:
        """Grows whenever what pictures seem to show was stored or dropped as damaged."""
        with self._database.reading() as connection:
            return whole_number(_meta(connection, "looks_generation"))

    @contextmanager
    def one_view(self) -> Iterator[sqlite3.Connection]:
        """What this thread reads inside the block is the library of one moment; other objects of this room read by the connection."""
        with self._database.reading() as connection:
            yield connection

    # Folders and files

    def folders(self) -> tuple[Folder, ...]:
        """The added folders by path."""
        with self._database.reading() as connection:
            return folders.all_folders(connection)

    def folder_paths(self) -> dict[FolderId, str]:
        """The path of each added folder."""
        with self._database.reading() as connection:
            return folders.folder_paths(connection)

    def add_folder(self, path: str) -> Folder:
        """Add a folder; the same path again is the same folder, and it may lie inside another or around it."""
        with self.changing() as connection:
            known = folders.folder_paths(connection).values()
            folder = folders.add_folder(connection, path)
            if folder.path not in known:
                self.journal.folder_added(folder.path)
            return folder

    def folder_at(self, path: str) -> Folder | None:
        """The folder of this path, if it was added."""
        with self._database.reading() as connection:
            return folders.folder_at(connection, path)

    def forget_folder(self, folder_id: FolderId, keep_words: bool = False) -> ForgottenFolder:
        """Erase a folder with all that came from it, save for photos that lie below another added folder too.

        The person's own words go with it, or wait for their photos (`keep_words`).
        """
        with self.changing() as connection, forgetting(connection, self.journal, folder_id):
            forgotten = folders.forget_folder(connection, folder_id, keep_words)
            measurements.erase_texts(connection)
            merge_indexes(connection)
        self._database.erase_traces()
        self.journal.erase_forgotten(self._database.writing)
        return forgotten

    def set_unavailable(self, folder_id: FolderId, unavailable: bool) -> None:
        """Mark a folder and its photos as out of reach, or the folder as back; its photos are by `mark_present`."""
        with self.changing() as connection:
            folders.set_unavailable(connection, folder_id, unavailable)

    def known_files(self, folder_id: FolderId) -> KnownFiles:
        """Every file below a folder that the library has met, also where another added folder owns it."""
        with self._database.reading() as connection:
            return folders.known_files(connection, folder_id)

    def record_skipped(self, folder_id: FolderId, skipped: Iterable[Skipped]) -> None:
        """Note files that could not be read; nothing if the folder was forgotten."""
        with self.changing() as connection:
            folders.record_skipped(connection, folder_id, skipped)

    def clear_skipped(self, paths: Iterable[str]) -> None:
        """Forget that these files were skipped."""
        with self.changing() as connection:
            folders.clear_skipped(connection, paths)

    def skipped(self, folder_id: FolderId | None = None) -> tuple[Skipped, ...]:
        """The skipped files of a folder, or of all, by path."""
        with self._database.reading() as connection:
            return folders.skipped_files(connection, folder_id)

    # Storing photos

    def store(self, folder_id: FolderId, found: Sequence[ReadPhoto], missing: Collection[PhotoId] = frozenset()) -> Stored:
        """Insert or update photos by path, all or none.

        A new path whose content belongs to a photo in `missing`, or to one that is gone or unavailable, moves that photo.
        Raises `FolderUnavailable` if the folder was forgotten meanwhile.
        """
        if not found:
            return Stored()
        with self.changing() as connection:
            batch = storing.Batch(connection)
            for each in found:
                batch.store(folder_id, each, missing)
            self.journal.words_changed(tuple(batch.moved_words))
            folders.clear_skipped(connection, (each.path for each in found))
            return batch.finish()

    def mark_gone(self, photo_ids: Sequence[PhotoId]) -> Stored:
        """Take photos out of everything that can be found; their facts stay, to know them again by their content."""
        with self.changing() as connection:
            return storing.mark_gone(connection, photo_ids)

    def mark_unavailable(self, photo_ids: Sequence[PhotoId]) -> None:
        """Photos that cannot be reached now and can still be found."""
        with self.changing() as connection:
            storing.mark_unavailable(connection, photo_ids)

    def mark_present(self, photo_ids: Sequence[PhotoId]) -> Stored:
        """Photos that are back, unchanged, whether they were unavailable or gone."""
        with self.changing() as connection:
            return storing.mark_present(connection, photo_ids)

    # Reading photos

    def photo(self, photo_id: PhotoId) -> Photo | None:
        """One photo, whatever its state."""
        return self.photos([photo_id]).get(photo_id)

    def photos(self, photo_ids: Iterable[PhotoId]) -> dict[PhotoId, Photo]:
        """Full records in the order asked, without ids that do not exist."""
        with self._database.reading() as connection:
            return photos.photos_by_id(connection, photo_ids)

    def by_path(self, path: str) -> Photo | None:
        """The photo that has, or last had, this path."""
        with self._database.reading() as connection:
            return photos.photo_by_path(connection, path)

    def paths_of_content(self, hashes: Sequence[ContentHash]) -> dict[PhotoId, str]:
        """The paths of the photos of these contents that were there when they were last looked for."""
        with self._database.reading() as connection:
            return folders.paths_of_content(connection, hashes)

    def tag_paths(self) -> tuple[str, ...]:
        """The paths of all tags, the commonest first."""
        with self._database.reading() as connection:
            return own_words.tag_paths(connection)

    def people_names(self) -> tuple[str, ...]:
        """The names of all people, the commonest first."""
        with self._database.reading() as connection:
            return own_words.people_names(connection)

    def browse(self, ascending: bool = False) -> Ids:
        """All photos that can be found, newest first unless `ascending`; those of unknown time are last, by path."""
        with self._database.reading() as connection:
            order = self._orders.at(connection, _photos_generation(connection))
        return np.concatenate([order.dated if ascending else order.dated[::-1], order.undated])

    def known_hashes(self) -> frozenset[ContentHash]:
        """The contents of all photos that can be found; no other thumbnail is ever shown."""
        with self._database.reading() as connection:
            return photos.known_hashes(connection)

    def counts(self) -> LibraryCounts:
        """The sizes of the library."""
        with self._database.reading() as connection:
            return photos.count_all(connection)

    def library_facts(self, photo_ids: Ids) -> dict[str, LibraryFact]:
        """Named facts over a whole result: `matching`, `first`, `last`, `undated`, `per_year.2015` … (`library_facts.library_facts`)."""
        with self._database.reading() as connection:
            return library_facts.library_facts(connection, photo_ids)

    # Words (port WordIndex)

    def photo_count(self) -> int:
        """How many photos can be found."""
        with self._database.reading() as connection:
            return len(self._orders.at(connection, _photos_generation(connection)).ids)

    def holding(self, term: Term) -> Postings:
        """Every photo and field that holds the term, folded and stemmed; only folded where it ends in a star."""
        with self._database.reading() as connection:
            return self._postings.at(connection, _photos_generation(connection), term)

    def equal_to(self, text: str) -> Postings:
        """Every photo and field with a value that equals the whole text, folded; a file name also without its extension."""
        with self._database.reading() as connection:
            return lookup.equal_to(connection, text)

    def around(self, name: str) -> Around | None:
        """The towns of this name with a photo near (`CITY_KILOMETRES`); None if there are none."""
        named = self._places.positions(name) if self._places else ()
        with self._database.reading() as connection:
            near = positions.with_photos(connection, named, CITY_KILOMETRES)
        return Around(name, near, CITY_KILOMETRES) if near else None

    def satisfying(self, conditions: Sequence[Condition]) -> Ids:
        """Sorted ids of the photos for which all conditions hold."""
        with self._database.reading() as connection:
            return filters.satisfying(connection, conditions)

    def chronological(self, photo_ids: Ids) -> Ids:
        """The same ids by capture time (unknown last), then path; ids that cannot be found come last."""
        with self._database.reading() as connection:
            order = self._orders.at(connection, _photos_generation(connection))
        return order.sort(photo_ids)

    # Passages (port PassageMap) and their vectors

    def photos_of(self, passage_ids: Ids) -> tuple[Ids, NDArray[np.int64]]:
        """Pairs as two arrays: photo ids, and for each the index into `passage_ids`."""
        with self._database.reading() as connection:
            return passages.photos_of(connection, passage_ids)

    def passages_of(self, photo_ids: Ids) -> tuple[Ids, Ids]:
        """Pairs as two arrays: passage ids, and for each one of these photos that holds it."""
        with self._database.reading() as connection:
            return passages.passages_of(connection, photo_ids)

    def fields_of(self, passage_ids: Ids) -> NDArray[np.uint8]:
        """The field of each passage (`words.Field`), 0 for one that does not exist."""
        with self._database.reading() as connection:
            return passages.fields_of(connection, passage_ids)

    def passage_texts(self, passage_ids: Iterable[int]) -> dict[PassageId, tuple[Field, str]]:
        """Field and text of each passage that exists."""
        with self._database.reading() as connection:
            return passages.passage_texts(connection, passage_ids)

    def passages_since(self, last_passage: int) -> tuple[int, int]:
        """How many passages of words there are up to that id, and how many above it, which have come since."""
        with self._database.reading() as connection:
            return passages.count_since(connection, last_passage)

    def passages_without_vector(
        self, model_id: ModelId, limit: int, after: PassageId = _FIRST_PASSAGE
    ) -> tuple[tuple[PassageId, str], ...]:
        """Up to `limit` passages above the id `after` that the model has not embedded, by id."""
        with self._database.reading() as connection:
            return stored_vectors.passages_without_vector(connection, model_id, limit, after)

    def store_vectors(self, model_id: ModelId, passage_ids: Sequence[PassageId], matrix: Vectors) -> tuple[PassageId, ...]:
        """Keep unit vectors (n, dimension); the ids of passages that still exist, which alone were kept.

        Raises ValueError on a wrong shape or dimension, a non-finite value or a vector that is not of unit length.
        """
        with self._database.writing() as connection:
            _raise_generation(connection, "vectors_generation")
            return stored_vectors.store_vectors(connection, model_id, passage_ids, matrix)

    def vector_ids(self, model_id: ModelId) -> Ids:
        """Sorted ids of all passages that have a vector of the model."""
        with self._database.reading() as connection:
            return stored_vectors.vector_ids(connection, model_id)

    def vectors(self, model_id: ModelId) -> tuple[Ids, Vectors]:
        """All vectors of a model by passage id: int64 (n,) and float32 (n, dimension)."""
        with self._database.reading() as connection:
            return stored_vectors.all_vectors(connection, model_id)

    def vectors_of(self, model_id: ModelId, passage_ids: Ids) -> tuple[Ids, Vectors]:
        """The vectors of those of the passages that have one, by passage id; a damaged vector counts as none."""
        with self._database.reading() as connection:
            return stored_vectors.vectors_of(connection, model_id, passage_ids)

    def passage_rows(self, model_id: ModelId, dimension: int) -> PassageRows:
        """The vectors (dimension,) of a model of all passages of words, read anew; `PassageMatrix` keeps them."""
        with self._database.reading() as connection:
            rows, damaged = stored_vectors.passage_rows(connection, model_id, dimension)
        self.damaged_vectors_met |= damaged
        return rows

    def without_removed(self, model_id: ModelId, known: PassageRows) -> PassageRows:
        """The rows as they are now, if no vector was stored since they were read."""
        with self._database.reading() as connection:
            return stored_vectors.without_removed(connection, model_id, known)

    def drop_damaged_vectors(self, model_id: ModelId, dimension: int) -> tuple[PassageId, ...]:
        """Remove what is no unit vector (dimension,) any more; the ids of the passages that have none now."""
        self.settle_dimension(model_id, dimension)
        with self._database.reading() as connection:
            damaged = stored_vectors.damaged_ids(connection, model_id)
        if len(damaged):
            with self._database.writing() as connection:
                _raise_generation(connection, "vectors_generation")
                stored_vectors.drop_vectors(connection, model_id, damaged)
        return tuple(PassageId(each) for each in damaged.tolist())

    def latest_model(self) -> tuple[ModelId, int] | None:
        """The id and the dimension of the model whose vectors came last; None where no vector was ever stored."""
        with self._database.reading() as connection:
            return stored_vectors.latest_model(connection)

    def settle_dimension(self, model_id: ModelId, dimension: int) -> None:
        """Put right of which dimension the vectors of a model are, if the library has it otherwise."""
        with self._database.reading() as connection:
            right = stored_vectors.has_dimension(connection, model_id, dimension)
        if not right:
            with self._database.writing() as connection:
                stored_vectors.settle_dimension(connection, model_id, dimension)

    def check(self) -> None:
        """Compare the word indexes with the values they were made of. Raises `LibraryUnavailable` if they differ."""
        with self._database.writing() as connection:
            check_indexes(connection)

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that changes photos or passages, for the other objects of this room."""
        with self.journal.only_if_done(), self._database.writing() as connection:
            _raise_generation(connection, "photos_generation")
            yield connection
            self.journal.number_into(connection)

    @contextmanager
    def noting_looks(self) -> Iterator[sqlite3.Connection]:
        """One transaction that changes what pictures seem to show; photos and passages only by a `changing` inside it."""
        with self._database.writing() as connection:
            _raise_generation(connection, "looks_generation")
            yield connection


@as_written()
def _meta(connection: sqlite3.Connection, name: str) -> str | int:
    (value,) = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return int(value) if isinstance(value, int) else str(value)


def _photos_generation(connection: sqlite3.Connection) -> int:
    return whole_number(_meta(connection, "photos_generation"))


def _generations(connection: sqlite3.Connection) -> tuple[int, int]:
    return _photos_generation(connection), whole_number(_meta(connection, "vectors_generation"))


def _raise_generation(connection: sqlite3.Connection, name: str) -> None:
    connection.execute("UPDATE meta SET value = value + 1 WHERE name = ?", (name,))
