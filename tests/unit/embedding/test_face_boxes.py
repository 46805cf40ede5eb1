"""Boxes around faces: read from what the detector gives, compared and blended; whatever the numbers, none is NaN or outside."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from app.embedding.face_boxes import SAME_FACE, anchors, best_over, blended, boxes_of, no_boxes, overlaps

PLACES = st.floats(-500, 500, width=32)
SIZES = st.floats(0.125, 500, width=32)


@st.composite
def any_boxes(draw: st.DrawFn) -> np.ndarray:
    rows = draw(st.lists(st.tuples(PLACES, PLACES, SIZES, SIZES, st.floats(0, 1)), max_size=12))
    return np.array([(x, y, x + w, y + h, score) for x, y, w, h, score in rows]).reshape(-1, 5)


def lists(count: int) -> tuple[np.ndarray, np.ndarray]:
    """A detector's two lists that tell of no face."""
    return np.zeros((count, 16), np.float32), np.full(count, -50, np.float32)


def test_anchors_are_the_middles_of_cells_row_by_row() -> None:
    assert anchors(2, 3, 4).tolist() == [[2, 2], [6, 2], [10, 2], [2, 6], [6, 6], [10, 6]]
    assert anchors(1, 2, 16, 2).tolist() == [[8, 8], [8, 8], [24, 8], [24, 8]]


def test_a_box_lies_around_its_anchor() -> None:
    offsets, logits = lists(12)
    offsets[6, :4] = 1, -1, 8, 6
    logits[6] = 0
    (box,) = boxes_of(offsets, logits, anchors(3, 4, 4), 0.3)
    middle = 2.5 * 4 + 1, 1.5 * 4 - 1
    assert box.tolist() == [middle[0] - 4, middle[1] - 3, middle[0] + 4, middle[1] + 3, 0.5]


def test_only_scores_that_are_high_enough_count() -> None:
    offsets, logits = lists(2)
    offsets[:, 2:4] = 8
    logits[:] = 2, -2
    assert len(boxes_of(offsets, logits, anchors(1, 2, 4), 0.5)) == 1
    assert len(boxes_of(offsets, logits, anchors(1, 2, 4), 0.1)) == 2


def test_a_box_without_extent_is_none() -> None:
    offsets, logits = lists(1)
    logits[:] = 9
    offsets[0, 2:4] = 8, -8
    assert len(boxes_of(offsets, logits, anchors(1, 1, 4), 0.3)) == 0


@given(
    arrays.arrays(np.float32, (6, 16), elements=st.floats(width=32)),
    arrays.arrays(np.float32, 6, elements=st.floats(width=32)),
)
def test_whatever_the_lists_hold_boxes_are_finite(offsets: np.ndarray, logits: np.ndarray) -> None:
    with np.errstate(all="ignore"):
        boxes = boxes_of(offsets, logits, anchors(2, 3, 4), 0.3)
    assert np.isfinite(boxes).all()
    assert (boxes[:, 2:4] > boxes[:, :2]).all()
    assert ((boxes[:, 4] >= 0.3) & (boxes[:, 4] <= 1)).all()


def test_half_a_box_overlaps_by_half() -> None:
    box = np.array([0.0, 0, 2, 2, 1])
    others = np.array([[0.0, 0, 2, 1, 1], [0, 0, 2, 2, 1], [5, 5, 6, 6, 1]])
    assert overlaps(box, others).tolist() == [0.5, 1, 0]


def test_one_face_is_the_weighted_mean_of_its_boxes() -> None:
    boxes = np.array([[0.0, 0, 10, 10, 0.25], [1, 1, 11, 11, 0.75], [50, 50, 60, 60, 0.5]])
    assert blended(boxes).tolist() == [[0.75, 0.75, 10.75, 10.75, 0.75], [50, 50, 60, 60, 0.5]]


def test_no_boxes_are_no_faces() -> None:
    assert blended(no_boxes()).shape == (0, 5)


@given(any_boxes())
def test_blending_never_leaves_what_it_was_given(boxes: np.ndarray) -> None:
    faces = blended(boxes)
    assert np.isfinite(faces).all()
    assert len(faces) <= len(boxes)
    assert (np.diff(faces[:, 4]) <= 0).all()
    if len(boxes):
        assert len(faces)
        assert faces[0, 4] == boxes[:, 4].max()
        assert (faces[:, :4] >= boxes[:, :4].min(axis=0) - 1e-3).all()
        assert (faces[:, :4] <= boxes[:, :4].max(axis=0) + 1e-3).all()


@given(any_boxes(), any_boxes())
def test_the_best_over_a_place_is_one_of_those_there(boxes: np.ndarray, others: np.ndarray) -> None:
    for box in boxes:
        best = best_over(box, others)
        there = others[overlaps(box, others) > SAME_FACE]
        assert best[:, 4].tolist() == ([there[:, 4].max()] if len(there) else [])


@pytest.mark.parametrize("logit", [1e30, -1e30])
def test_extreme_scores_stay_between_nothing_and_certain(logit: float) -> None:
    offsets, logits = lists(1)
    offsets[:, 2:4], logits[:] = 8, logit
    assert boxes_of(offsets, logits, anchors(1, 1, 4), 0.0)[0, 4] == pytest.approx(float(logit > 0))
