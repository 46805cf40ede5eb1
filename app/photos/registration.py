"""Whether two thumbnails show one picture, cut or turned a little: one is laid on the other, and they are compared tile by tile.

The affine map between them is found from coarse to fine (Lucas and Kanade, "An Iterative Image Registration Technique with an Application
to Stereo Vision", 1981) on grey of equal mean and contrast. `tests/benchmarks/near_copies.py` measures it.
"""

import io
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Grey = NDArray[np.float32]
"""Grey levels (128, 128) of a whole picture, whatever its shape was."""

Kind = TypeVar("Kind", bound=np.generic)

SIDE = 128
_ROUNDS = {16: 10, 32: 8, 64: 6, 128: 4}
"""How often the map is bettered at most, at each size."""
_SETTLED = 0.05
"""Pixels by which it still moves the corners when it is good enough."""
_SHARED = 0.6
"""Of one picture, that must lie on the other: less is another view, or a map that went astray."""
_WHOLE = 0.95
"""Correlation of what they share. Copies that were cut have more than 0.96, but pages of one layout as well."""
_WORST_TILES, _TILE = 5, 16
"""The worst percent of tiles of so many pixels, which tell pages of one layout with other words from copies."""
_TILES_AGREE = 0.91
"""Of 100 photos cut by 5 %, 98 have more; receipts and chats of one layout that were made to be alike have 0.9."""
_CONTRAST = 10.0
"""Standard deviation of grey levels of a tile that tells anything."""
_FEWEST_TILES = 4
_STEP, _FLAT = 8, 0.4
"""Grey levels that count as one, and the share of a picture from which they are its ground: of 505 photos 15 in 100 have such a ground,
three quarters of them things before white; of generated sheets, timetables, documents and tickets all."""
_BLANK = 1.0
"""Less contrast, in grey levels, is noise."""


def grey(thumbnail: bytes) -> Grey | None:
    """Of an encoded thumbnail; None if it cannot be read."""
    try:
        with Image.open(io.BytesIO(thumbnail), formats=["JPEG"]) as image:
            image.draft("L", (SIDE, SIDE))
            return np.asarray(image.convert("L").resize((SIDE, SIDE), Image.Resampling.BOX), np.float32)
    except (OSError, ValueError, SyntaxError):
        return None


def overlays(one: Grey, other: Grey) -> bool:
    """Whether the other is the same picture with a little cut off, or turned by a few degrees.

    Never of pictures that are mostly of one level: sheets and pages of one layout lie on each other whatever is written on them.
    """
    return not (_is_flat(one) or _is_flat(other)) and (_agree(one, other) or _agree(other, one))


def _is_flat(levels: Grey) -> bool:
    return int(np.bincount((levels // _STEP).astype(np.intp).ravel()).max()) >= _FLAT * levels.size


def _agree(one: Grey, other: Grey) -> bool:
    found = _registered(one, other)
    if found is None:
        return False
    levels = _shrunk(one, SIDE)
    laid, shared = _laid(_shrunk(other, SIDE), found)
    whole = float(np.mean(_normal(levels, shared) * _normal(laid, shared), where=shared))
    return whole >= _WHOLE and _worst_tiles(levels, laid, shared) >= _TILES_AGREE


def _registered(one: Grey, other: Grey) -> Grey | None:
    """The map (2, 3) from places in one to offsets in the other, in halves of a side from the middle; None where they leave each other."""
    found = np.zeros((2, 3), np.float32)
    for side, rounds in _ROUNDS.items():
        fixed, moving = _shrunk(one, side), _shrunk(other, side)
        slopes = _slopes(fixed)
        inverse = np.linalg.inv(slopes.T @ slopes + _steadying(slopes)).astype(np.float32)
        for _ in range(rounds):
            laid, shared = _laid(moving, found)
            if shared.mean() < _SHARED:
                return None
            apart = (_normal(fixed, shared) - _normal(laid, shared)) * shared
            step = (inverse @ (slopes.T @ apart.ravel())).reshape(2, 3)
            found += step
            if np.abs(step).max() * side / 2 < _SETTLED:
                break
    return found if _laid(other, found)[1].mean() >= _SHARED else None


def _slopes(fixed: Grey) -> Grey:
    """How each pixel (rows) changes with each of the six numbers of the map, in contrasts of the picture."""
    side = len(fixed)
    down, across = np.gradient(fixed)
    places = _places(side)
    scale = side / 2 / max(float(fixed.std()), _BLANK)
    slopes: Grey = np.concatenate([across.reshape(-1, 1) * places, down.reshape(-1, 1) * places], axis=1) * np.float32(scale)
    return slopes


def _steadying(slopes: Grey) -> Grey:
    """What keeps a picture with slopes in one direction alone from being stretched in the other."""
    return np.eye(6, dtype=np.float32) * np.float32(max(1e-3 * float(np.square(slopes).sum()) / 6, 1.0))


@cache
def _places(side: int) -> Grey:
    """1, x and y of each pixel (rows), in halves of a side from the middle."""
    middle = (side - 1) / 2
    y, x = (np.mgrid[0:side, 0:side].reshape(2, -1) - middle) / (side / 2)
    return np.stack([np.ones_like(x), x, y], axis=1).astype(np.float32)


def _shrunk(levels: Grey, side: int) -> Grey:
    """Smaller by a whole factor, and smoothed by one pixel."""
    step = SIDE // side
    small = np.pad(levels.reshape(side, step, side, step).mean(axis=(1, 3)), 1, mode="edge")
    small = (small[:-2] + 2 * small[1:-1] + small[2:]) / 4
    smooth: Grey = (small[:, :-2] + 2 * small[:, 1:-1] + small[:, 2:]) / 4
    return smooth


def _laid(levels: Grey, found: Grey) -> tuple[Grey, NDArray[np.bool_]]:
    """The picture as it lies under the other by this map, by linear interpolation, and where it lies there at all."""
    side = len(levels)
    offsets = _places(side) @ (found.T * (side / 2))
    y, x = np.mgrid[0:side, 0:side].reshape(2, -1)
    x, y = x + offsets[:, 0], y + offsets[:, 1]
    shared = (x >= 0) & (x <= side - 1) & (y >= 0) & (y <= side - 1)
    x, y = np.clip(x, 0, side - 1.001), np.clip(y, 0, side - 1.001)
    left, top = x.astype(np.intp), y.astype(np.intp)
    right, low = (x - left).astype(np.float32), (y - top).astype(np.float32)
    flat, at = levels.ravel(), top * side + left
    above = flat[at] * (1 - right) + flat[at + 1] * right
    below = flat[at + side] * (1 - right) + flat[at + side + 1] * right
    return (above * (1 - low) + below * low).reshape(side, side), shared.reshape(side, side)


def _normal(levels: Grey, shared: NDArray[np.bool_]) -> Grey:
    """With mean 0 and contrast 1 where both lie."""
    from_mean = levels - levels.mean(where=shared)
    contrast = np.sqrt(np.square(from_mean).mean(where=shared))
    normal: Grey = from_mean / max(float(contrast), _BLANK)
    return normal


def _worst_tiles(one: Grey, other: Grey, shared: NDArray[np.bool_]) -> float:
    """The correlation that nearly all tiles reach that tell anything; 0 where too few do."""
    whole = _tiles(shared).all(axis=1)
    levels = [each - each.mean(axis=1, keepdims=True) for each in (_tiles(one)[whole], _tiles(other)[whole])]
    contrasts = [np.sqrt(np.square(each).mean(axis=1)) for each in levels]
    telling = np.maximum(*contrasts) >= _CONTRAST
    if telling.sum() < _FEWEST_TILES:
        return 0.0
    agree = (levels[0] * levels[1]).mean(axis=1) / np.maximum(contrasts[0] * contrasts[1], 1e-3)
    return float(np.percentile(agree[telling], _WORST_TILES))


def _tiles(levels: NDArray[Kind]) -> NDArray[Kind]:
    number = SIDE // _TILE
    return levels.reshape(number, _TILE, number, _TILE).transpose(0, 2, 1, 3).reshape(-1, _TILE * _TILE)
