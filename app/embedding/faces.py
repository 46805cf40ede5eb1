"""Finds faces in a picture with BlazeFace's full-range model: where they are. Whose they are it cannot tell, and nothing here tries.

The picture is looked at as a whole, in two sizes. What may be a face is then looked at from near, as it is and mirrored: what
still is one in both is a face. docs/decisions/0026-faces.md has the measurements.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from app.domain.ids import ModelId
from app.domain.look import FaceBox
from app.embedding.face_boxes import Boxes, best_over, blended, boxes_of, no_boxes
from app.embedding.manifest import read_manifest
from app.embedding.session import load_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Pixels = NDArray[np.uint8]

WHOLE_SIDES = (512, 192)
"""Pixels of the longest side in which the whole picture is looked at: small faces show in the larger, large ones in the smaller."""
CANDIDATE = 0.3
"""The score from which something may be a face and is looked at from near."""
MOST_CANDIDATES = 60
CLOSE_SIDE = 192
CLOSE_EXTENT = 3.0
"""How much of the picture a close view shows: this many times the face."""
FACE = 0.56
"""The mean score of both close views from which something is a face."""
_STRIDE = 32  # pixels: both sides of what the network is given are multiples


class FaceFinder:
    """Pictures in, boxes of faces out, by the model of the manifest's `faces` table. Any number of threads may share it.

    No recognition: it gives places and scores, no features of a face by which people could be told apart.
    """

    def __init__(self, models: Path, threads: int = 1) -> None:
        """Read the manifest of a models folder. Raises `ModelUnavailable` if that is not possible.

        The model's own file is opened, checked and loaded by the first `find`.
        """
        self._entry = read_manifest(models).faces
        self._threads = threads
        self._session: InferenceSession | None = None
        self._loading = Lock()

    @property
    def model_id(self) -> ModelId:
        """Identifies the weights and the way they are used: boxes of different ids are found differently."""
        return self._entry.id

    def load(self) -> None:
        """Load now what `find` would load. Raises `ModelUnavailable` if the file is missing, altered or refused."""
        self._loaded()

    def find(self, picture: Pixels) -> tuple[FaceBox, ...]:
        """The faces in an upright RGB picture (height, width, 3) of any size, from left to right; a guess like all that a machine sees.

        Raises `ModelUnavailable` like `load`.
        """
        session, image = self._loaded(), Image.fromarray(picture)
        faces = [_from_near(session, image, each) for each in _candidates(session, image)]
        boxes = blended(np.concatenate([no_boxes(), *faces]))
        return tuple(sorted(_face_boxes(boxes, image.size), key=lambda box: (box.left, box.top)))

    def _loaded(self) -> InferenceSession:
        with self._loading:
            if self._session is None:
                self._session = load_session(self._entry.model.read(), "the face finder", self._threads)
            return self._session


def _candidates(session: InferenceSession, image: Image.Image) -> Boxes:
    """What may be a face, in pixels of the picture, the likeliest first."""
    return blended(np.concatenate([_in_whole(session, image, side) for side in WHOLE_SIDES]))[:MOST_CANDIDATES]


def _in_whole(session: InferenceSession, image: Image.Image, side: int) -> Boxes:
    """What the whole picture shows, brought to this longest side."""
    width, height = (max(1, round(length * side / max(image.size))) for length in image.size)
    boxes = _seen(session, np.asarray(image.resize((width, height), Image.Resampling.BILINEAR)))
    across, down = image.width / width, image.height / height
    return boxes * (across, down, across, down, 1)


def _from_near(session: InferenceSession, image: Image.Image, candidate: Boxes) -> Boxes:
    """The face at a candidate (5,), if it still is one from near: (1, 5) or (0, 5)."""
    side = CLOSE_EXTENT * (candidate[2:4] - candidate[:2]).max()
    corner = (candidate[:2] + candidate[2:4] - side) / 2
    frame, scale = np.array([*corner, *corner, 0]), np.array([*[CLOSE_SIDE / side] * 4, 1])
    view, expected = _close_view(image, corner, side), (candidate - frame) * scale
    plain = best_over(expected, _seen(session, view))
    if not len(plain):  # Both must see it, and most of what is no face ends here.
        return no_boxes()
    mirrored = best_over(expected, _mirrored(_seen(session, view[:, ::-1])))
    face = np.concatenate([plain, mirrored]).mean(axis=0, keepdims=True)
    return face / scale + frame if len(mirrored) and face[0, 4] >= FACE else no_boxes()


def _close_view(image: Image.Image, corner: NDArray[np.float64], side: float) -> Pixels:
    """A square of the picture, upper left `corner` and `side` in its pixels; black where it goes beyond the picture."""
    scale = CLOSE_SIDE / side
    start, end = np.clip(corner, 0, image.size), np.clip(corner + side, 0, image.size)
    view = np.zeros((CLOSE_SIDE, CLOSE_SIDE, 3), np.uint8)
    if (end > start).all():
        left, top = np.floor((start - corner) * scale).astype(int)
        width, height = np.maximum(1, np.round((end - start) * scale)).astype(int)
        shown = image.resize((int(width), int(height)), Image.Resampling.BILINEAR, box=(*start, *end))
        room = view[top : top + height, left : left + width]
        room[:] = np.asarray(shown)[: room.shape[0], : room.shape[1]]
    return view


def _seen(session: InferenceSession, view: Pixels) -> Boxes:
    """What may be faces in a view (height, width, 3), in its pixels."""
    height, width = view.shape[:2]
    pixels = np.full((1, 3, _whole_strides(height), _whole_strides(width)), -1, np.float32)  # black beside it
    pixels[0, :, :height, :width] = view.transpose(2, 0, 1) / np.float32(127.5) - 1
    offsets, logits = session.run(["boxes", "scores"], {"pixels": pixels})
    return boxes_of(offsets[0], logits[0, 0], CANDIDATE)


def _whole_strides(length: int) -> int:
    return -(-length // _STRIDE) * _STRIDE


def _mirrored(boxes: Boxes) -> Boxes:
    """The boxes of a close view that was mirrored, as they lie in the view itself."""
    turned = boxes.copy()
    turned[:, [0, 2]] = CLOSE_SIDE - boxes[:, [2, 0]]
    return turned


def _face_boxes(boxes: Boxes, size: tuple[int, int]) -> Iterator[FaceBox]:
    """As fractions of the picture, cut at its edges; what lies beyond them is left out."""
    cut = np.clip(boxes[:, :4] / (*size, *size), 0, 1)
    for (left, top, right, bottom), score in zip(cut.tolist(), boxes[:, 4].tolist(), strict=True):
        if right > left and bottom > top:
            yield FaceBox(left, top, right - left, bottom - top, score)
