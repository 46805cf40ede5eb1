"""Looks in whatever order they are stored, against the plain matrix in the order of the photos; and what was refused of some of them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.domain.ports import LookRows, Refused

QUESTION = np.array([0.6, 0.8, 0.0], np.float32)


@given(st.integers(1, 9), st.integers(0, 5), st.data())
def test_cosines_and_vectors_are_those_of_the_plain_matrix(photos: int, others: int, data: st.DataObject) -> None:
    stored = np.random.default_rng(photos * 10 + others).normal(size=(photos + others, 3)).astype(np.float32)
    places = np.array(data.draw(st.permutations(range(photos + others)))[:photos])
    rows = LookRows(np.arange(photos), stored, np.zeros(photos, np.uint8), places)
    assert np.array_equal(rows.vectors(np.arange(photos)), stored[places])
    assert np.allclose(rows.cosines(QUESTION), stored[places] @ QUESTION, atol=1e-5)
    assert rows.stored is stored


def test_rows_in_the_order_of_their_photos_need_no_places() -> None:
    rows = LookRows(np.arange(3), np.eye(3, dtype=np.float32), np.zeros(3, np.uint8))
    assert np.array_equal(rows.cosines(QUESTION), QUESTION)
    assert np.array_equal(rows.vectors(np.array([1, 0])), rows.stored[[1, 0]])


def test_a_question_that_is_as_near_to_a_refused_name_as_its_limit_finds_the_picture_no_more() -> None:
    names, limits = np.eye(3, dtype=np.float32)[[0, 1, 1]], np.array([0.6, 0.8, 0.81], np.float32)
    rows = LookRows(np.arange(3), np.eye(3, dtype=np.float32), np.zeros(3, np.uint8), None, Refused(np.array([0, 1, 2]), names, limits))
    assert rows.cosines(QUESTION).tolist() == [0, 0, 0]
    assert rows.cosines(QUESTION * np.float32(0.99)).tolist() == (QUESTION * np.float32(0.99)).tolist()
    assert rows.cosines(-QUESTION).tolist() == (-QUESTION).tolist()
