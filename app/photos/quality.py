"""How sharp a picture is and how much of it is without detail, to choose among pictures of one scene. Worth nothing between scenes."""

import numpy as np
from numpy.typing import NDArray

from app.domain.look import Quality

SIDE = 1024
"""Pixels of the longer side at which sharpness is measured; what is larger is averaged down to less than twice of it."""
_TILES = 8
"""To each side. Only some are sharp where little of the scene is in focus, and those count."""
_SHARPEST = 6
_DARK, _BRIGHT = 3, 252
"""Levels of 0 to 255 at which all three channels hold no detail: JPEG moves black and white by a few."""
_STEP = 4
"""Every so many-th pixel tells the contrast of a whole picture."""
_LEAST_VARIANCE = 64.0
"""Of grey levels, so that the noise of a blank picture is not sharpness."""


def quality(picture: NDArray[np.uint8]) -> Quality:
    """Of upright RGB pixels (height, width, 3).

    `sharpness` is the variance of the Laplacian (Pech-Pacheco et al., "Diatom autofocusing in brightfield microscopy", 2000) in the
    sharpest tiles, against the variance of the whole picture's grey, so that brightness and contrast hardly count.
    """
    red, green, blue = (_averaged(picture[:, :, channel]) for channel in range(3))
    dark = np.maximum(np.maximum(red, green), blue) <= _DARK
    bright = np.minimum(np.minimum(red, green), blue) >= _BRIGHT
    return Quality(_sharpness(_grey(red, green, blue)), _share(dark), _share(bright))


def _share(pixels: NDArray[np.bool_]) -> float:
    return int(np.count_nonzero(pixels)) / max(pixels.size, 1)


def _averaged(channel: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Blocks of pixels as one, so that the longer side is at least `SIDE` and less than twice that."""
    step = max(channel.shape) // SIDE
    if step < 2 or min(channel.shape) < step:
        return np.ascontiguousarray(channel)
    height, width = (side // step * step for side in channel.shape)
    blocks = channel[:height, :width].reshape(height // step, step, width // step, step)
    averages: NDArray[np.uint8] = blocks.mean(axis=(1, 3)).astype(np.uint8)
    return averages


def _grey(red: NDArray[np.uint8], green: NDArray[np.uint8], blue: NDArray[np.uint8]) -> NDArray[np.int16]:
    """In quarters of a level, green counting twice, as it does in luma."""
    grey = np.add(red, blue, dtype=np.int16)
    grey += green
    grey += green
    return grey


def _sharpness(grey: NDArray[np.int16]) -> float:
    if min(grey.shape) < 3:
        return 0.0
    inside = grey[1:-1, 1:-1]
    laplacian = grey[:-2, 1:-1] + grey[2:, 1:-1] + grey[1:-1, :-2] + grey[1:-1, 2:] - 4 * inside
    sharpest = np.sort([tile.var(dtype=np.float32) for tile in _tiles(laplacian)])[-_SHARPEST:]
    contrast = grey[::_STEP, ::_STEP].var(dtype=np.float32)
    return float(sharpest.mean() / max(contrast, 16 * _LEAST_VARIANCE))


def _tiles(levels: NDArray[np.int16]) -> list[NDArray[np.int16]]:
    across = [strip for strip in np.array_split(levels, _TILES, axis=0) if strip.size]
    return [tile for strip in across for tile in np.array_split(strip, _TILES, axis=1) if tile.size]
