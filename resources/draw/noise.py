"""Smooth random fields with values of about -1 to 1: fractal noise, and noise seen in perspective."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Field = NDArray[np.float32]
TILE = 512


def fractal(rng: np.random.Generator, shape: tuple[int, ...], cell: float, octaves: int = 4, stretch: float = 1.0) -> Field:
    """Value noise of the wavelength ``cell`` (pixels) with finer octaves, each half as strong."""
    total = np.zeros(shape, dtype=np.float32)
    gain = norm = 0.0
    for octave in range(octaves):
        gain, size = 0.5**octave, max(cell / 2**octave, 2.0)
        total += gain * _layer(rng, shape, size, stretch)
        norm += gain * gain
    bounded: Field = np.clip(total / np.float32(norm**0.5 * 1.4), -1, 1).astype(np.float32)
    return bounded


def _layer(rng: np.random.Generator, shape: tuple[int, ...], size: float, stretch: float) -> Field:
    rows, columns = int(shape[0] / size) + 3, int(shape[1] / (size * stretch)) + 3
    knots = Image.fromarray((rng.random((rows, columns)) * 2 - 1).astype(np.float32))
    grown = knots.resize((shape[1], shape[0]), Image.Resampling.BICUBIC, box=(1, 1, 1 + shape[1] / (size * stretch), 1 + shape[0] / size))
    return np.asarray(grown, dtype=np.float32)


def perspective(rng: np.random.Generator, shape: tuple[int, int], cell: float) -> Field:
    """Noise lying on a plane that runs from the top row (the horizon) to the viewer."""
    tile = _tile(rng)
    t = np.linspace(0, 1, shape[0], dtype=np.float32)[:, None]
    distance = 1 / (t + 0.09)
    u = (np.arange(shape[1], dtype=np.float32)[None, :] - shape[1] / 2) * distance / cell * 1.5 + 64 * TILE
    v = distance * np.float32(shape[0] / cell * 6.5) * np.ones_like(u) + 7
    return _lookup(tile, u.astype(np.float32), v.astype(np.float32))


def _tile(rng: np.random.Generator) -> Field:
    coarse = np.tile(rng.random((TILE // 8, TILE // 8)), (3, 3)).astype(np.float32)
    fine = np.tile(rng.random((TILE // 4, TILE // 4)), (3, 3)).astype(np.float32)
    layers = [np.asarray(Image.fromarray(x).resize((3 * TILE, 3 * TILE), Image.Resampling.BICUBIC)) for x in (coarse, fine)]
    middle = slice(TILE, 2 * TILE)
    return ((layers[0] + 0.5 * layers[1])[middle, middle] / 0.75 - 1).astype(np.float32)


def _lookup(tile: Field, u: Field, v: Field) -> Field:
    x, y = np.floor(u).astype(np.int64), np.floor(v).astype(np.int64)
    fx, fy = (u - x).astype(np.float32), (v - y).astype(np.float32)
    x0, y0 = x % TILE, y % TILE
    x1, y1 = (x0 + 1) % TILE, (y0 + 1) % TILE
    top = tile[y0, x0] * (1 - fx) + tile[y0, x1] * fx
    bottom = tile[y1, x0] * (1 - fx) + tile[y1, x1] * fx
    return (top * (1 - fy) + bottom * fy).astype(np.float32)
