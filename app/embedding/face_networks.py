"""The two networks of BlazeFace that are shipped, from a view of a picture to boxes that may be faces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.embedding.face_boxes import Boxes, anchors, boxes_of
from app.embedding.manifest import FacesEntry
from app.embedding.session import load_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Pixels = NDArray[np.uint8]

BACK_SIDE = 256
_BACK_ANCHORS = np.concatenate([anchors(16, 16, 16, 2), anchors(8, 8, 32, 6)])
_CELL, _STRIDE = 4, 32
"""Pixels of the full-range network: from anchor to anchor, and what both sides of its view are multiples of."""


@dataclass(frozen=True, slots=True)
class FaceNetworks:
    """Loaded networks. They keep no state between calls, so any number of threads may use them.

    `least` is the score below which a box is not told.
    """

    full_session: InferenceSession
    back_session: InferenceSession
    least: float

    def full(self, view: Pixels) -> Boxes:
        """What the full-range network, which knows faces of half a person's height and less, makes of a view (height, width, 3)."""
        height, width = (-(-length // _STRIDE) * _STRIDE for length in view.shape[:2])
        offsets, logits = self.full_session.run(["boxes", "scores"], {"pixels": _padded(view, height, width)})
        return boxes_of(offsets[0].reshape(16, -1).T, logits.ravel(), anchors(height // _CELL, width // _CELL, _CELL), self.least)

    def back(self, view: Pixels) -> Boxes:
        """The same of the network of back cameras; no side of the view is longer than `BACK_SIDE`."""
        offsets, logits = self.back_session.run(["boxes", "scores"], {"pixels": _padded(view, BACK_SIDE, BACK_SIDE)})
        return boxes_of(offsets[0], logits.ravel(), _BACK_ANCHORS, self.least)


def load_networks(entry: FacesEntry, threads: int, least: float) -> FaceNetworks:
    """Raises `ModelUnavailable` if a file is missing, altered or refused."""
    full, back = (load_session(each.read(), "the face finder", threads) for each in (entry.full, entry.back))
    return FaceNetworks(full, back, least)


def _padded(view: Pixels, height: int, width: int) -> NDArray[np.float32]:
    """A view as the networks take it: (1, 3, height, width) from -1 to 1, black to the right of it and below."""
    pixels = np.zeros((1, 3, height, width), np.float32)
    pixels[0, :, : view.shape[0], : view.shape[1]] = view.transpose(2, 0, 1)
    pixels /= np.float32(127.5)
    pixels -= 1
    return pixels
