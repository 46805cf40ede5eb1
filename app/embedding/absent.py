"""What stands in for a sentence model whose manifest cannot be read: vectors that are stored stay as they are, and none is made."""

from collections.abc import Sequence

from app.domain.errors import ModelUnavailable
from app.domain.ids import ModelId
from app.domain.ports import Vectors


class AbsentModel:
    """The port `TextEmbedder` under the id and the dimension of the model that is missing, as far as the library knows them."""

    def __init__(self, model_id: ModelId, dimension: int, reason: str) -> None:
        """`reason` is the sentence for the person."""
        self._model_id = model_id
        self._dimension = dimension
        self._reason = reason

    @property
    def model_id(self) -> ModelId:
        """Of the vectors that are stored."""
        return self._model_id

    @property
    def dimension(self) -> int:
        """Length of a stored vector."""
        return self._dimension

    def embed(self, texts: Sequence[str]) -> Vectors:  # noqa: ARG002 - the port's
        """Raises `ModelUnavailable`, whatever the texts."""
        raise ModelUnavailable(self._reason)
