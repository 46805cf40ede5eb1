"""Mountains with lit and shaded faces and snow that follows the ridge."""

from __future__ import annotations

import numpy as np

from resources.draw.canvas import Canvas
from resources.draw.colour import down, mix
from resources.draw.shape import Outline, Shape, ridge

Tones = tuple[str, str, str]


def mountains(c: Canvas, base: float, height: float, cell: float, floor: float, tones: Tones, snow: float | None = None) -> None:
    """A range: ``tones`` are the colours of its top, its foot and its shaded faces; snow lies above the height ``snow``."""
    range_ = ridge(c.rng, c.width, base, height, cell, floor, 0.46)
    line = range_[0][:-2]
    top, foot, shade = tones
    c.fill(range_, down(base - height * 1.2, floor, top, foot))
    c.texture(range_, cell / 5, 0.16, octaves=5)
    faces = shaded_faces(c.rng, line, cell, floor)
    if faces:
        c.fill(faces, down(base - height * 1.2, floor, shade, mix(shade, foot, 0.8)), 0.75, within=range_)
    if snow is not None:
        cap = snow_cap(c.rng, line, snow)
        c.fill(cap, "#ffffff", 0.96, within=range_)
        if faces:
            c.fill(faces, mix(shade, "#dfe8ff", 0.45), 0.75, within=cap)


def shaded_faces(rng: np.random.Generator, line: Outline, cell: float, floor: float) -> Shape:
    """From every summit the slope to the right, back along a jagged spur."""
    faces: Shape = []
    for start, stop in _descents(line, cell):
        peak, valley = line[start], line[stop]
        steps = np.linspace(0, 1, 9)[1:]
        depth = min(floor - peak[1], (valley[1] - peak[1]) * 1.5 + 30)
        spur = np.stack([peak[0] + (valley[0] - peak[0]) * 0.4 * steps + _zigzag(rng, 8) * cell * 0.05, peak[1] + depth * steps], axis=1)
        faces.append(np.concatenate([line[start : stop + 1], [[valley[0], peak[1] + depth]], spur[::-1]]))
    return faces


def _zigzag(rng: np.random.Generator, count: int) -> Outline:
    signs = np.where(np.arange(count) % 2 == 0, 1.0, -1.0)
    return signs * (0.4 + rng.random(count))


def _descents(line: Outline, cell: float) -> list[tuple[int, int]]:
    """Index pairs (summit, next valley) of the line, seen at the scale of a third of ``cell``."""
    reach = max(int(cell / 3 / (line[1, 0] - line[0, 0])), 2)
    y = line[:, 1]
    summits = [i for i in range(len(y)) if y[i] == y[max(0, i - reach) : i + reach + 1].min()]
    ends = [*summits[1:], len(y) - 1]
    return [(a, a + int(np.argmax(y[a : b + 1]))) for a, b in zip(summits, ends, strict=True) if b > a]


def snow_cap(rng: np.random.Generator, line: Outline, limit: float) -> Shape:
    """The region between the ridge and a ragged lower edge; the higher the summit, the deeper the snow."""
    above = np.maximum(limit - line[:, 1], 0)
    teeth = np.interp(np.arange(len(line)), np.arange(0, len(line) + 4, 4), 0.25 + 0.75 * rng.random(len(line) // 4 + 1))
    edge = np.stack([line[:, 0], line[:, 1] + above * teeth], axis=1)
    return [np.concatenate([line, edge[::-1]])]
