"""Gives passages that have no vector yet their meaning; without a model, words alone are searchable."""

from collections.abc import Iterator

from app.domain.errors import ModelUnavailable
from app.domain.ids import PassageId
from app.domain.ports import CancelToken, TextEmbedder
from app.library.catalogue import Catalogue
from app.library.library_vectors import LibraryVectors

BATCH = 32
"""Passages embedded at once."""

_BEFORE_ALL = PassageId(0)


class Understanding:
    """Embeds passages and makes their vectors searchable."""

    def __init__(self, catalogue: Catalogue, embedder: TextEmbedder, vectors: LibraryVectors) -> None:
        self._catalogue = catalogue
        self._embedder = embedder
        self._vectors = vectors

    def pass_over(self) -> "Pass":
        """One pass over all passages, begun now."""
        return Pass(self._catalogue, self._embedder, self._vectors)


class Pass:
    """One pass over the passages without a vector. `missing` says why there is no model, once that was met."""

    def __init__(self, catalogue: Catalogue, embedder: TextEmbedder, vectors: LibraryVectors) -> None:
        self._catalogue = catalogue
        self._embedder = embedder
        self._vectors = vectors
        self._reached = _BEFORE_ALL
        self.missing: str | None = None

    def go_on(self, token: CancelToken, *, everything: bool) -> Iterator[int]:
        """Embed what is pending, yielding after each batch; what does not fill a batch waits unless `everything`."""
        while self.missing is None and not token.cancelled:
            # Ids only grow, so what lies behind the last batch need not be looked at again.
            pending = self._catalogue.passages_without_vector(self._embedder.model_id, BATCH, self._reached)
            if not pending or (len(pending) < BATCH and not everything):
                return
            try:
                vectors = self._embedder.embed([text for _, text in pending])
            except ModelUnavailable as error:
                self.missing = str(error)
                return
            self._reached = pending[-1][0]
            kept = set(self._catalogue.store_vectors(self._embedder.model_id, [each for each, _ in pending], vectors))
            rows = [row for row, (each, _) in enumerate(pending) if each in kept]
            self._vectors.add([pending[row][0] for row in rows], vectors[rows])
            yield len(pending)
