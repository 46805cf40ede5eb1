"""Runs one text encoder: tokens by `tokenizers`, vectors by `onnxruntime`. Both are imported when first needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.ports import Vectors
from app.embedding.session import load_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

BATCH_TEXTS = 32
BATCH_TOKENS = 2048  # padding included; keeps the attention scores of a batch below 25 MB

Tokens = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Encoder:
    """A loaded encoder. It keeps no state between calls, so any number of threads may use it."""

    tokenizer: Tokenizer
    session: InferenceSession
    dimension: int

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32 (n, dimension), in the order of the texts, which must be valid Unicode.

        Texts of similar length share a batch, so that little is spent on padding. Padding is masked:
        a text's vector is the same to float32's last digits whatever stands beside it.
        """
        tokens = [np.array(encoding.ids, np.int64) for encoding in self.tokenizer.encode_batch_fast(list(texts))]
        vectors = np.empty((len(tokens), self.dimension), np.float32)
        for batch in batches([len(row) for row in tokens]):
            vectors[batch] = self._run([tokens[index] for index in batch])
        return vectors

    def _run(self, batch: Sequence[Tokens]) -> Vectors:
        ids, mask = padded(batch)
        (vectors,) = self.session.run(["embedding"], {"input_ids": ids, "attention_mask": mask})
        embedding: Vectors = vectors
        return embedding


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Indices grouped by similar length, shortest first: at most 32 texts and 2048 tokens with padding, but at least one text."""
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) == BATCH_TEXTS or (len(batch) + 1) * lengths[index] > BATCH_TOKENS):
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def padded(batch: Sequence[Tokens]) -> tuple[Tokens, Tokens]:
    """Token ids and attention mask, int64 (n, longest): token 0 is padding and masked."""
    ids = np.zeros((len(batch), max(map(len, batch))), np.int64)
    mask = np.zeros_like(ids)
    for row, tokens in enumerate(batch):
        ids[row, : len(tokens)] = tokens
        mask[row, : len(tokens)] = 1
    return ids, mask


def load_encoder(model: bytes, tokenizer: bytes, *, dimension: int, maximum_tokens: int, threads: int) -> Encoder:
    """Load an encoder from the content of its two files. Raises `ModelUnavailable` if onnxruntime is missing or refuses it."""
    return Encoder(_tokenizer(tokenizer, maximum_tokens), load_session(model, "the sentence model", threads), dimension)


def _tokenizer(content: bytes, maximum_tokens: int) -> Tokenizer:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_buffer(content)
    tokenizer.no_padding()
    tokenizer.enable_truncation(maximum_tokens)
    # A caption that says "[SEP]" says so in letters; it does not end the sentence.
    tokenizer.encode_special_tokens = True
    return tokenizer
