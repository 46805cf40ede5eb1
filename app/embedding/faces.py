"""Finds faces in a picture with BlazeFace: where they are. Whose they are it cannot tell, and nothing here tries.

Two networks look at the picture as a whole. What may be a face is then looked at from near, as it is and mirrored: what still is
one in both is a face. Where there are several there may be a crowd, and the picture is searched for smaller ones.
docs/decisions/0026-faces.md has the measurements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from app.domain.ids import ModelId
from app.domain.look import FaceBox
from app.embedding.face_boxes import SAME_FACE, Boxes, best_over, blended, no_boxes, overlaps
from app.embedding.face_networks import BACK_SIDE, FaceNetworks, Pixels, load_networks
from app.embedding.manifest import read_manifest
from app.embedding.once import Once

WHOLE_SIDE = 192
CROWD_SIDE = 512
"""Pixels of the longest side in which the full-range network looks at every picture, and at what may show a crowd."""
CROWD = 3
CANDIDATE = 0.3
"""The score from which something may be a face and is looked at from near."""
MOST_CANDIDATES = 60
CLOSE_SIDE = 192
CLOSE_EXTENT = 3.0
"""How much of the picture a close view shows: this many times the face."""
FACE = 0.56
"""The mean score of both close views from which something is a face."""


class FaceFinder:
    """Pictures in, boxes of faces out, by the models of the manifest's `faces` table. Any number of threads may share it.

    No recognition: it gives places and scores, no features of a face by which people could be told apart.
    """

    def __init__(self, models: Path, threads: int = 1) -> None:
        """Read the manifest of a models folder. Raises `ModelUnavailable` if that is not possible.

        The models' own files are opened, checked and loaded by the first `find`.
        """
        self._entry = read_manifest(models).faces
        self._threads = threads
        self._networks = Once(lambda: load_networks(self._entry, self._threads, CANDIDATE))

    @property
    def model_id(self) -> ModelId:
        """Identifies the weights and the way they are used: boxes of different ids are found differently."""
        return self._entry.id

    def load(self) -> None:
        """Load now what `find` would load. Raises `ModelUnavailable` if a file is missing, altered or refused."""
        self._networks()

    def find(self, picture: Pixels) -> tuple[FaceBox, ...]:
        """The faces in an upright RGB picture (height, width, 3) of any size, from left to right; a guess like all that a machine sees.

        Raises `ModelUnavailable` like `load`.
        """
        networks, image = self._networks(), Image.fromarray(picture)
        wholes = (_in_whole(networks.full, image, WHOLE_SIDE), _in_whole(networks.back, image, BACK_SIDE))
        faces = _confirmed(networks, image, np.concatenate(wholes))
        if len(faces) >= CROWD:
            more = _in_whole(networks.full, image, CROWD_SIDE)
            faces = blended(np.concatenate([faces, _confirmed(networks, image, _beside(faces, more))]))
        return tuple(sorted(_face_boxes(faces, image.size), key=lambda box: (box.left, box.top)))


def _confirmed(networks: FaceNetworks, image: Image.Image, candidates: Boxes) -> Boxes:
    """The faces among candidates, in pixels of the picture, the surest first."""
    likeliest = blended(candidates)[:MOST_CANDIDATES]
    return blended(np.concatenate([no_boxes(), *(_from_near(networks, image, each) for each in likeliest)]))


def _beside(faces: Boxes, candidates: Boxes) -> Boxes:
    """The candidates that are none of the faces."""
    return candidates[[bool((overlaps(each, faces) <= SAME_FACE).all()) for each in candidates]] if len(candidates) else candidates


def _in_whole(look: Callable[[Pixels], Boxes], image: Image.Image, side: int) -> Boxes:
    """What a network sees in the whole picture, brought to this longest side, in pixels of the picture."""
    width, height = (max(1, round(length * side / max(image.size))) for length in image.size)
    boxes = look(np.asarray(image.resize((width, height), Image.Resampling.BILINEAR)))
    across, down = image.width / width, image.height / height
    return boxes * (across, down, across, down, 1)


def _from_near(networks: FaceNetworks, image: Image.Image, candidate: Boxes) -> Boxes:
    """The face at a candidate (5,), if it still is one from near: (1, 5) or (0, 5)."""
    side = CLOSE_EXTENT * (candidate[2:4] - candidate[:2]).max()
    corner = (candidate[:2] + candidate[2:4] - side) / 2
    frame, scale = np.array([*corner, *corner, 0]), np.array([*[CLOSE_SIDE / side] * 4, 1])
    view, expected = _close_view(image, corner, side), (candidate - frame) * scale
    plain = best_over(expected, networks.full(view))
    if not len(plain):  # Both must see it, and most of what is no face ends here.
        return no_boxes()
    mirrored = best_over(expected, _mirrored(networks.full(view[:, ::-1])))
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
