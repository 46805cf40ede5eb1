"""Where the parts of the band plot go, in pixels: rows of dots that do not hide each other, labels that do not overlap. No Qt here."""

from collections.abc import Sequence
from dataclasses import dataclass

DIAMETERS = (10.0, 9.0, 8.0, 7.0, 6.0, 5.0)
"""Of a dot: the largest with which all of a row find a place."""
BETWEEN_LABELS = 10.0
LEFT, RIGHT = -0.015, 1.015
"""Closeness at both ends of the plot: a dot at 0 or 1 is seen whole."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The inner part of the plot: its size and the height of a line of text."""

    width: float
    height: float
    line: float

    def x(self, closeness: float) -> float:
        """How far from the left a closeness lies; what is below 0 or above 1 lies at the end."""
        return (min(1.0, max(0.0, closeness)) - LEFT) / (RIGHT - LEFT) * self.width


@dataclass(frozen=True, slots=True)
class Row:
    """A row of dots: the height of its middle above the bottom, and how far it reaches up and down."""

    middle: float
    half: float


@dataclass(frozen=True, slots=True)
class Heights:
    """What lies where above the bottom of the plot; single numbers are the middles of lines of text."""

    zones: float
    thresholds: float
    on_edges: float
    on: Row
    gap: float
    off: Row
    off_edges: float


def heights(height: float, line: float) -> Heights:
    """Share `height` out: six lines of text, each `line` high, and two rows of dots that get all the rest."""
    half = max(line, (height - 6 * line) / 2) / 2
    off = line + half
    on = off + half + 2 * line + half
    top = on + half
    return Heights(
        zones=top + 2.5 * line,
        thresholds=top + 1.5 * line,
        on_edges=top + line / 2,
        on=Row(on, half),
        gap=off + half + line,
        off=Row(off, half),
        off_edges=line / 2,
    )


def lanes(places: Sequence[float], apart: float, most: int) -> tuple[tuple[int, ...], bool]:
    """A lane for each of the ascending places, so that two on one lane are at least `apart` from each other.

    Lanes count from the middle outwards on both sides, 0, 1, -1, 2 … of `most`. False if once none was free, and the emptiest was taken.
    """
    order = sorted(range(-((most - 1) // 2), most // 2 + 1), key=lambda lane: (abs(lane), -lane))
    last = dict.fromkeys(order, float("-inf"))
    chosen: list[int] = []
    fits = True
    for place in places:
        free = next((lane for lane in order if place - last[lane] >= apart), None)
        fits = fits and free is not None
        lane = min(order, key=lambda each: last[each]) if free is None else free
        last[lane] = place
        chosen.append(lane)
    return tuple(chosen), fits


def swarms(rows: Sequence[Sequence[float]], half: float) -> tuple[tuple[tuple[float, ...], ...], float]:
    """How far above the middle of its row each dot lies, row by row, and the diameter of all dots.

    The places of a row ascend and may reach `half` up and down; all in pixels.
    """
    found: list[tuple[tuple[int, ...], bool]] = []
    diameter = DIAMETERS[-1]
    for diameter in DIAMETERS:
        # As many lanes above the middle as below it, with the outermost dots inside of the row.
        most = 2 * int(half / diameter - 0.5) + 1
        found = [lanes(row, diameter, max(1, most)) for row in rows]
        if all(fits for _, fits in found):
            break
    return tuple(tuple(lane * diameter for lane in chosen) for chosen, _ in found), diameter


def placed(wanted: Sequence[float], widths: Sequence[float], room: float, apart: float = BETWEEN_LABELS) -> tuple[float, ...]:
    """Left ends for labels of these widths on one line: as near as can be to what is wanted, in their order, inside of `room`."""
    lefts: list[float] = []
    free = 0.0
    for left, width in zip(wanted, widths, strict=True):
        lefts.append(max(left, free))
        free = lefts[-1] + width + apart
    limit = room
    for number in reversed(range(len(lefts))):
        lefts[number] = min(lefts[number], limit - widths[number])
        limit = lefts[number] - apart
    return tuple(lefts)
