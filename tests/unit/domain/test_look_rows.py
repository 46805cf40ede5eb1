"""Looks in whatever order they are stored, and with other vectors for some of them, against the plain matrix in the order of the photos."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.domain.ports import LookRows

QUESTION = np.array([0.6, 0.8, 0.0], np.float32)


@given(
    st.integers(1, 9), st.integers(0, 5), st.lists(st.lists(st.integers(0, 8), min_size=1, max_size=9, unique=True), max_size=3), st.data()
)
def test_cosines_and_vectors_are_those_of_the_plain_matrix(photos: int, others: int, changes: list[list[int]], data: st.DataObject) -> None:
    stored = np.random.default_rng(photos * 10 + others).normal(size=(photos + others, 3)).astype(np.float32)
    places = np.array(data.draw(st.permutations(range(photos + others)))[:photos])
    plain, rows = stored[places], LookRows(np.arange(photos), stored, np.zeros(photos, np.uint8), places)
    for number, change in enumerate(changes):
        changed = np.array([each for each in change if each < photos], np.int64)
        if len(changed):
            vectors = np.full((len(changed), 3), number, np.float32)
            before, unchanged = rows, rows.vectors(np.arange(photos))
            plain[changed], rows = vectors, rows.having(changed, vectors)
            assert np.array_equal(before.vectors(np.arange(photos)), unchanged)
    assert np.array_equal(rows.vectors(np.arange(photos)), plain)
    assert np.allclose(rows.cosines(QUESTION), plain @ QUESTION, atol=1e-5)
    assert rows.stored is stored


def test_rows_in_the_order_of_their_photos_need_no_places() -> None:
    rows = LookRows(np.arange(3), np.eye(3, dtype=np.float32), np.zeros(3, np.uint8))
    assert np.array_equal(rows.cosines(QUESTION), QUESTION)
    others = rows.having(np.array([1]), QUESTION[None]).vectors(np.array([1, 0]))
    assert np.array_equal(others, np.stack([QUESTION, rows.stored[0]]))
