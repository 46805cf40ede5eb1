"""The sentence model as Candid's text embedder: loaded on first use, given clean text, safe to share between threads."""

import unicodedata
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from app.domain.ids import ModelId
from app.domain.ports import Vectors
from app.embedding.encoder import Encoder, load_encoder
from app.embedding.manifest import read_manifest
from app.embedding.once import Once

LONGEST_TEXT = 20_000  # characters; 256 tokens of ordinary text are some 1,500


class SentenceModel:
    """Text in, unit vectors out (the port `TextEmbedder`), by the model of the manifest's `sentence` table."""

    def __init__(self, models: Path, threads: int = 2) -> None:
        """Read the manifest of a models folder. Raises `ModelUnavailable` if that is not possible.

        The model's own files are opened, checked and loaded by the first `embed`.
        """
        self._entry = read_manifest(models).sentence
        self._threads = threads
        self._encoder = Once(self._load)

    @property
    def model_id(self) -> ModelId:
        """Identifies weights and form; vectors of different ids are never compared."""
        return self._entry.id

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._entry.dimension

    def load(self) -> None:
        """Load now what `embed` would load (0.2 to 0.5 s). Raises `ModelUnavailable` if a file is missing, altered or refused."""
        self._encoder()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32 (n, dimension), in the order of the texts; text beyond 256 tokens is not read.

        Any string is accepted, and none gives NaN. Raises `ModelUnavailable` like `load`.
        """
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        return self._encoder().encode([clean(text) for text in texts])

    def _load(self) -> Encoder:
        entry = self._entry
        return load_encoder(
            entry.model.read(),
            entry.tokenizer.read(),
            dimension=entry.dimension,
            maximum_tokens=entry.maximum_tokens,
            threads=self._threads,
        )


def clean(text: str) -> str:
    """A text as the tokenizer takes it: bounded, in NFC, halves of a surrogate pair joined, lone ones U+FFFD (which it ignores)."""
    bounded = text.strip()[:LONGEST_TEXT]
    valid = bounded.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return unicodedata.normalize("NFC", valid)
