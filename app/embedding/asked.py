"""Questions as vectors: the one that is asked last is kept, and where looks lie among sentences the sentence model answers for both."""

from collections.abc import Sequence

from app.domain.ids import ModelId
from app.domain.ports import TextEmbedder, Vectors


class LastAsked:
    """The port `TextEmbedder` over another, with the vector of the last single text: a search asks for it by words and by look.

    Threads may share it: what is kept is replaced as a whole.
    """

    def __init__(self, model: TextEmbedder) -> None:
        self._model = model
        self._last: tuple[str, Vectors] | None = None

    @property
    def model_id(self) -> ModelId:
        """The model's."""
        return self._model.model_id

    @property
    def dimension(self) -> int:
        """The model's."""
        return self._model.dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        """The model's. Raises `ModelUnavailable`."""
        if len(texts) != 1:
            return self._model.embed(texts)
        last = self._last
        if last is None or last[0] != texts[0]:
            last = self._last = (texts[0], self._model.embed(texts))
            last[1].flags.writeable = False
        return last[1]


class AmongSentences:
    """The port `LookQuery` for looks that a model of content has made in the space of a sentence model."""

    def __init__(self, content: ModelId, model: TextEmbedder) -> None:
        self._content = content
        self._model = model

    @property
    def model_id(self) -> ModelId:
        """The model of content."""
        return self._content

    def embed(self, texts: Sequence[str]) -> Vectors:
        """The sentence model's. Raises `ModelUnavailable`."""
        return self._model.embed(texts)
