"""Gives passages that have no vector yet their meaning; without a model, words alone are searchable."""

from collections.abc import Callable, Iterator, Sequence

from app.domain.errors import ModelUnavailable
from app.domain.ids import PassageId
from app.domain.ports import CancelToken, TextEmbedder, Vectors
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

    def understand(self, passage_ids: Sequence[PassageId]) -> None:
        """Give these passages their meaning now; without a model they wait for one."""
        texts = sorted((each, text) for each, (_, text) in self._catalogue.passage_texts(passage_ids).items())
        for start in range(0, len(texts), BATCH):
            some = texts[start : start + BATCH]
            try:
                vectors = self._embedder.embed([text for _, text in some])
            except ModelUnavailable:
                return
            self._keep([each for each, _ in some], vectors)

    def forget(self, passage_ids: Sequence[PassageId]) -> None:
        """These passages are no more."""
        self._vectors.remove(passage_ids)

    def _keep(self, passage_ids: Sequence[PassageId], vectors: Vectors) -> None:
        """Make vectors searchable, save those of passages that are gone meanwhile."""
        kept = set(self._catalogue.store_vectors(self._embedder.model_id, passage_ids, vectors))
        rows = [row for row, each in enumerate(passage_ids) if each in kept]
        self._vectors.add([passage_ids[row] for row in rows], vectors[rows])

    def pass_over(self) -> "Pass":
        """One pass over all passages, begun now."""
        return Pass(self._catalogue, self._embedder, self._keep)


class Pass:
    """One pass over the passages without a vector. `missing` says why there is no model, once that was met."""

    def __init__(self, catalogue: Catalogue, embedder: TextEmbedder, keep: Callable[[Sequence[PassageId], Vectors], None]) -> None:
        self._catalogue = catalogue
        self._embedder = embedder
        self._keep = keep
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
            self._keep([each for each, _ in pending], vectors)
            yield len(pending)
