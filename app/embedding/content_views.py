"""The two views of a picture that the content model is shown: the whole of it, and its middle from nearer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL import Image

Pixels = NDArray[np.uint8]

MIDDLE = 0.875
"""The side of the nearer view, as a part of the picture's shorter side; the network was trained with such."""
NEARER = 8 / 7
"""How many more pixels a side the nearer view has than the shorter side of the whole."""
LONGEST = 2.0
"""A picture that is longer than this, in its shorter sides, is shown without its ends: a panorama would cost as much as ten pictures."""


def views(picture: Pixels, side: int) -> tuple[Pixels, Pixels]:
    """The whole picture (height, width, 3) with its shorter side of `side` pixels, and its middle as a larger square."""
    from PIL import Image  # The window knows the model's name, and never shows it a picture.

    height, width = picture.shape[:2]
    image = Image.fromarray(np.ascontiguousarray(picture))
    shorter = min(width, height)
    shown = min(width, LONGEST * shorter), min(height, LONGEST * shorter)
    nearer = round(side * NEARER)
    whole = _cut(image, shown, (round(side * shown[0] / shorter), round(side * shown[1] / shorter)))
    return whole, _cut(image, (MIDDLE * shorter, MIDDLE * shorter), (nearer, nearer))


def _cut(image: Image.Image, extent: tuple[float, float], size: tuple[int, int]) -> Pixels:
    """What lies in the middle of a picture, so wide and so high, in a size of its own."""
    from PIL import Image

    left, top = (image.width - extent[0]) / 2, (image.height - extent[1]) / 2
    box = left, top, min(left + extent[0], image.width), min(top + extent[1], image.height)
    # Halved first where that leaves enough: half the time, and the same to the eye.
    return np.asarray(image.resize(size, Image.Resampling.BICUBIC, box=box, reducing_gap=1.5))
