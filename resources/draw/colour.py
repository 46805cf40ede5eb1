"""Colours and paints. A paint gives an RGB value (0 to 1) for every point of a grid."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
Paint = Callable[[Plane, Plane], Plane]
Stop = str | tuple[float, str]


def rgb(colour: str) -> Plane:
    """``#rrggbb`` as three floats from 0 to 1."""
    return np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)], dtype=np.float32)


def mix(a: str, b: str, t: float) -> str:
    """The colour between a (t = 0) and b (t = 1)."""
    value = np.clip(rgb(a) * (1 - t) + rgb(b) * t, 0, 1) * 255
    return "#" + "".join(f"{int(v + 0.5):02x}" for v in value)


def plain(colour: str) -> Paint:
    """The same colour everywhere."""
    value = rgb(colour)
    return lambda x, y: np.broadcast_to(value, (*np.broadcast_shapes(x.shape, y.shape), 3))


def linear(x0: float, y0: float, x1: float, y1: float, *stops: Stop) -> Paint:
    """A gradient from (x0, y0) to (x1, y1)."""
    dx, dy = x1 - x0, y1 - y0
    return lambda x, y: _ramp((((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)).astype(np.float32), stops)


def down(y0: float, y1: float, *stops: Stop) -> Paint:
    """A gradient from the height y0 down to y1."""
    return linear(0, y0, 0, y1, *stops)


def radial(cx: float, cy: float, r: float, *stops: Stop) -> Paint:
    """A gradient from a centre outwards to the radius r."""
    return lambda x, y: _ramp((np.hypot(x - cx, y - cy) / r).astype(np.float32), stops)


def _ramp(t: Plane, stops: tuple[Stop, ...]) -> Plane:
    even = np.linspace(0, 1, len(stops))
    at = [even[i] if isinstance(s, str) else s[0] for i, s in enumerate(stops)]
    colours = np.array([rgb(s if isinstance(s, str) else s[1]) for s in stops])
    channels = [np.interp(t, at, colours[:, k]) for k in range(3)]
    return np.stack(channels, axis=-1).astype(np.float32)
