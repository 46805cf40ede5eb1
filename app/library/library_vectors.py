"""The vector index of one library and model: opened at the first use, saved when something changed."""

import contextlib
from collections.abc import Iterable, Sequence
from threading import Lock

from app.config.paths import LibraryPaths
from app.domain.errors import LibraryUnavailable
from app.domain.ids import ModelId, PassageId
from app.domain.ports import Neighbours, Vectors
from app.library.catalogue import Catalogue
from app.library.hnsw import HnswIndex
from app.library.index_files import open_vector_index, save_vector_index


class LibraryVectors:
    """A `VectorIndex` whose truth is in the catalogue: what it misses while it is closed, it catches up with when it opens."""

    def __init__(self, paths: LibraryPaths, catalogue: Catalogue, model_id: ModelId, dimension: int) -> None:
        self._paths = paths
        self._catalogue = catalogue
        self._model_id = model_id
        self._dimension = dimension
        self._index: HnswIndex | None = None
        self._changed = False
        # Indexing and searching may both come first: the second waits instead of opening again.
        self._opening = Lock()

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._dimension

    def __len__(self) -> int:
        return len(self._opened())

    def add(self, ids: Sequence[PassageId], vectors: Vectors) -> None:
        """Add or replace, as `VectorIndex.add`."""
        self._opened().add(ids, vectors)
        self._changed = True

    def remove(self, ids: Iterable[PassageId]) -> None:
        """Forget these; unknown ids are ignored."""
        gone = list(ids)
        if self._index is not None and gone:
            self._index.remove(gone)
            self._changed = True

    def nearest(self, query: Vectors, k: int) -> Neighbours:
        """Up to k nearest of a unit query, as `VectorIndex.nearest`."""
        return self._opened().nearest(query, k)

    def drop_damaged(self) -> None:
        """Forget damaged vectors, here and in the catalogue: their passages have none and are embedded like new ones.

        To look at each takes its time: it is done where damage was met since the library was opened.
        """
        self._catalogue.settle_dimension(self._model_id, self._dimension)
        if self._catalogue.damaged_vectors_met:
            self.remove(self._catalogue.drop_damaged_vectors(self._model_id, self._dimension))
            self._catalogue.damaged_vectors_met = False

    def save(self) -> None:
        """Write the file if anything changed. It is a cache: where it cannot be written, the next start takes longer."""
        if self._index is not None and self._changed:
            with contextlib.suppress(LibraryUnavailable):
                save_vector_index(self._paths, self._catalogue, self._model_id, self._index)
                self._changed = False

    def erase(self, ids: Sequence[PassageId]) -> None:
        """Forget these so that nothing is left of them, in memory or in the file."""
        if not ids:
            return
        index = self._opened()
        index.remove(ids)
        index.compact()
        self._changed = True
        self.save()

    def _opened(self) -> HnswIndex:
        with self._opening:
            if self._index is None:
                self._index = open_vector_index(self._paths, self._catalogue, self._model_id, self._dimension)
                self._catalogue.damaged_vectors_met |= len(self._index) < len(self._catalogue.vector_ids(self._model_id))
            return self._index
