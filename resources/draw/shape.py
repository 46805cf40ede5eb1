"""Closed outlines in design units: ellipses, rounded boxes, smooth blobs, thick strokes and ridges.

A shape is a list of outlines, so that shapes join with ``+``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Outline = NDArray[np.float64]
Shape = list[Outline]
Point = tuple[float, float]


def poly(*points: Point) -> Shape:
    """One polygon through the points."""
    return [np.array(points, dtype=np.float64)]


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None, turn: float = 0.0) -> Shape:
    """An ellipse with the radii rx and ry (a circle without ry), turned by degrees."""
    angle = np.linspace(0.0, 2 * math.pi, 64, endpoint=False)
    outline = np.stack([np.cos(angle) * rx, np.sin(angle) * (rx if ry is None else ry)], axis=1)
    return turned([outline + np.array((cx, cy))], turn, (cx, cy))


def box(x0: float, y0: float, x1: float, y1: float, radius: float = 0.0) -> Shape:
    """An upright rectangle, its corners rounded by radius."""
    r = min(radius, abs(x1 - x0) / 2, abs(y1 - y0) / 2)
    if r <= 0:
        return poly((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    corners = ((x1 - r, y1 - r, 0), (x0 + r, y1 - r, 90), (x0 + r, y0 + r, 180), (x1 - r, y0 + r, 270))
    return [np.concatenate([_arc(x, y, r, start) for x, y, start in corners])]


def _arc(cx: float, cy: float, r: float, start: float) -> Outline:
    angle = np.radians(np.linspace(start, start + 90, 10))
    return np.stack([cx + np.cos(angle) * r, cy + np.sin(angle) * r], axis=1)


def smooth(points: Sequence[Point], closed: bool = True, steps: int = 12) -> Outline:
    """A Catmull-Rom curve through the points."""
    p = np.array(points, dtype=np.float64)
    ends = (p[-1:], p[:2]) if closed else (p[:1], p[-1:])
    q = np.concatenate([ends[0], p, ends[1]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    spans = [_span(q[i : i + 4], t) for i in range(len(q) - 3)]
    return np.concatenate(spans + ([] if closed else [p[-1:]]))


def _span(q: Outline, t: Outline) -> Outline:
    a, b, c, d = q
    curve: Outline = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
    return curve


def blob(*points: Point) -> Shape:
    """A closed smooth curve through the points."""
    return [smooth(points)]


def stroke(points: Sequence[Point], width: float, end: float | None = None, curve: bool = True) -> Shape:
    """A line with round caps through the points, its width going to ``end`` at the last one."""
    path = smooth(points, closed=False) if curve and len(points) > 2 else np.array(points, dtype=np.float64)
    radii = np.linspace(width / 2, (width if end is None else end) / 2, len(path))
    joints = [ellipse(x, y, max(r, 0.2))[0][::4] for (x, y), r in zip(path, radii, strict=True)]
    bars = [_bar(path[i], path[i + 1], radii[i], radii[i + 1]) for i in range(len(path) - 1)]
    return joints + bars


def _bar(a: Outline, b: Outline, ra: float, rb: float) -> Outline:
    along = b - a
    length = float(np.hypot(*along)) or 1.0
    side = np.array([-along[1], along[0]]) / length
    return np.array([a + side * ra, b + side * rb, b - side * rb, a - side * ra])


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """The shape shifted by (dx, dy)."""
    return [outline + np.array((dx, dy)) for outline in shape]


def turned(shape: Shape, degrees: float, centre: Point) -> Shape:
    """The shape turned clockwise (y grows downwards) about the centre."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    matrix = np.array([[c, s], [-s, c]])
    return [(outline - centre) @ matrix + centre for outline in shape]


def scaled(shape: Shape, sx: float, sy: float | None = None, centre: Point = (0.0, 0.0)) -> Shape:
    """The shape stretched about the centre; a negative factor mirrors it."""
    factor = (sx, sx if sy is None else sy)
    return [(outline - centre) * factor + centre for outline in shape]


def joined(shapes: Iterable[Shape]) -> Shape:
    """All outlines of several shapes as one shape."""
    return [outline for shape in shapes for outline in shape]


def ridge(rng: np.random.Generator, width: float, base: float, height: float, cell: float, floor: float, rough: float = 0.5) -> Shape:
    """A hilly silhouette: 1-D fractal noise of wavelength ``cell`` around ``base``, filled down to ``floor``."""
    x = np.linspace(-10, width + 10, 400)
    y, gain = np.zeros_like(x), 1.0
    for octave in range(7):
        knots = np.arange(0, (width + 20) / cell * 2**octave + 3)
        y += gain * np.interp((x + 10) / cell * 2**octave, knots, rng.random(len(knots)) * 2 - 1)
        gain *= rough
    line = np.stack([x, base - y * height], axis=1)
    return [np.concatenate([line, [[width + 10, floor], [-10, floor]]])]
