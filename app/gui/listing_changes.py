"""How one order of photos becomes another by taking out and putting in runs of rows, so that a view keeps its place and selection."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.ports import Ids

MOST_RUNS = 200
"""More runs than these cost a view more than starting afresh."""


@dataclass(frozen=True, slots=True)
class Run:
    """Rows `first` to `last`, both included."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Changes:
    """`removed` rows of the old order, last run first; then `inserted` rows of the new order, first run first."""

    removed: tuple[Run, ...]
    inserted: tuple[Run, ...]


NO_CHANGES = Changes((), ())


def changes(old: Ids, new: Ids) -> Changes | None:
    """The runs that turn `old` into `new` (both without repetitions), or None if what they share changed its order or runs are too many."""
    kept, known = np.isin(old, new), np.isin(new, old)
    if not np.array_equal(old[kept], new[known]):
        return None
    removed, inserted = tuple(runs(~kept)), tuple(runs(~known))
    if len(removed) + len(inserted) > MOST_RUNS:
        return None
    return Changes(removed[::-1], inserted)


def runs(marked: NDArray[np.bool_]) -> Iterator[Run]:
    """The stretches of True in (n,)."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], marked, [False])).astype(np.int8)))
    for first, beyond in zip(edges[::2], edges[1::2], strict=True):
        yield Run(int(first), int(beyond) - 1)
