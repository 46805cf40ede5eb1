"""Every passage of words as one matrix in memory: what the exact scan looks at, read again only when the library has changed."""

from dataclasses import dataclass

from app.domain.ids import ModelId
from app.domain.ports import PassageRows
from app.library.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class _Kept:
    generations: tuple[int, int]
    rows: PassageRows


class PassageMatrix:
    """The port `PassageVectors` for one model, 4 × dimension bytes a passage. Threads may share it: what is kept is replaced as a whole."""

    def __init__(self, catalogue: Catalogue, model_id: ModelId, dimension: int) -> None:
        self._catalogue = catalogue
        self._model_id = model_id
        self._dimension = dimension
        self._kept: _Kept | None = None

    def rows(self) -> PassageRows:
        """What the library holds now. Raises `LibraryUnavailable`."""
        with self._catalogue.one_view():
            generations, kept = self._catalogue.generations, self._kept
            if kept is None or kept.generations[1] != generations[1]:
                # Two matrices at once would be twice the memory.
                kept = self._kept = None
                kept = _Kept(generations, self._catalogue.passage_rows(self._model_id, self._dimension))
            elif kept.generations != generations:
                kept = _Kept(generations, self._catalogue.without_removed(self._model_id, kept.rows))
            self._kept = kept
        return kept.rows
