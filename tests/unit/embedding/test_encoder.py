"""Batches: every text once, similar lengths together, bounded memory."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.embedding.encoder import BATCH_TEXTS, BATCH_TOKENS, batches, padded

LENGTHS = st.lists(st.integers(2, 256), max_size=200)


@given(LENGTHS)
def test_every_text_is_in_one_batch(lengths: list[int]) -> None:
    assert sorted(index for batch in batches(lengths) for index in batch) == list(range(len(lengths)))


@given(LENGTHS)
def test_no_batch_is_larger_than_allowed(lengths: list[int]) -> None:
    for batch in batches(lengths):
        assert 0 < len(batch) <= BATCH_TEXTS
        assert len(batch) * max(lengths[index] for index in batch) <= BATCH_TOKENS


@given(LENGTHS)
def test_lengths_do_not_fall_from_batch_to_batch(lengths: list[int]) -> None:
    order = [lengths[index] for batch in batches(lengths) for index in batch]
    assert order == sorted(order)


def test_a_text_longer_than_a_batch_goes_alone() -> None:
    assert list(batches([BATCH_TOKENS + 1, 3, BATCH_TOKENS + 1])) == [[1], [0], [2]]


def test_padding_is_masked() -> None:
    ids, mask = padded([np.array([101, 7, 102]), np.array([101, 102])])
    assert ids.tolist() == [[101, 7, 102], [101, 102, 0]]
    assert mask.tolist() == [[1, 1, 1], [1, 1, 0]]
    assert ids.dtype == mask.dtype == np.int64
