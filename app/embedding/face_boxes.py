"""Boxes around faces as the detector BlazeFace gives them: read from what it gives, compared, and overlapping ones blended into one.

Boxes are float64 (n, 5): left, top, right and bottom in pixels, and a score from 0 to 1. The method is that of Bazarevsky et al.,
"BlazeFace: Sub-millisecond Neural Face Detection on Mobile GPUs" (2019), section 3.
"""

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

Boxes = NDArray[np.float64]
Numbers = NDArray[np.float32]

SAME_FACE = 0.3
"""The overlap from which two boxes are one face."""
_LARGEST_LOGIT = 80.0
_MARGIN = 1e-3
"""How far below the least score a logit is still looked at exactly."""


def no_boxes() -> Boxes:
    """None at all."""
    return np.empty((0, 5))


@cache
def anchors(rows: int, columns: int, cell: int, each: int = 1) -> NDArray[np.float64]:
    """The middles of cells of so many pixels, (n, 2) across and down, row by row, and so many in each. They have no size of their own.

    Pictures have few sizes: those of one are kept, not to be written to.
    """
    cells = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2)
    middles: NDArray[np.float64] = np.repeat((cells + 0.5) * cell, each, axis=0)
    middles.flags.writeable = False
    return middles


def boxes_of(offsets: Numbers, logits: Numbers, middles: NDArray[np.float64], least: float) -> Boxes:
    """The boxes of at least a score, one for each anchor.

    `offsets` (n, 16) are centre from the anchor and size in pixels, then six points of the face; `logits` (n,), `middles` (n, 2).
    """
    # Of thousands of anchors few are left, which costs less than a score for each.
    lowest = math.log(least / (1 - least)) - _MARGIN if 0 < least < 1 else -math.inf
    likely = np.flatnonzero(logits > lowest)
    scores = 1 / (1 + np.exp(-np.clip(logits[likely].astype(np.float64), -_LARGEST_LOGIT, _LARGEST_LOGIT)))
    likely, scores = likely[scores >= least], scores[scores >= least]
    centre, size = np.split(offsets[likely, :4].astype(np.float64), 2, axis=1)
    lower, upper = middles[likely] + centre - size / 2, middles[likely] + centre + size / 2
    return sound(np.concatenate([lower, upper, scores[:, None]], axis=1))


def sound(boxes: Boxes) -> Boxes:
    """Without those that are no boxes: not finite, or without extent."""
    return boxes[np.isfinite(boxes).all(axis=1) & (boxes[:, 2:4] > boxes[:, :2]).all(axis=1)]


def overlaps(box: Boxes, boxes: Boxes) -> NDArray[np.float64]:
    """Intersection over union of one box (5,) with each of others, 0 to 1."""
    shared = np.clip(np.minimum(box[2:4], boxes[:, 2:4]) - np.maximum(box[:2], boxes[:, :2]), 0, None).prod(axis=1)
    areas = (boxes[:, 2:4] - boxes[:, :2]).prod(axis=1)
    union = (box[2:4] - box[:2]).prod() + areas - shared
    parts: NDArray[np.float64] = np.divide(shared, union, out=np.zeros_like(shared), where=union > 0)
    return parts


def blended(boxes: Boxes) -> Boxes:
    """One box for each face, the best score first: the mean of all that overlap the best, weighted by their scores.

    BlazeFace's own alternative to suppressing all but the best; boxes stay steadier that way.
    """
    left = boxes[np.argsort(-boxes[:, 4], kind="stable")]
    faces = []
    while len(left):
        same = overlaps(left[0], left) > SAME_FACE
        same[0] = True
        weights = left[same, 4] + np.finfo(float).tiny
        faces.append([*np.average(left[same, :4], axis=0, weights=weights), left[0, 4]])
        left = left[~same]
    return np.array(faces) if faces else no_boxes()


def best_over(box: Boxes, boxes: Boxes) -> Boxes:
    """Of `boxes` the one with the best score that is the same face as `box`: (1, 5), or (0, 5)."""
    same = boxes[overlaps(box, boxes) > SAME_FACE]
    return same[np.argsort(-same[:, 4], kind="stable")[:1]]
