"""Which pictures look nearly the same, by their perceptual hashes, and how far apart in time the pictures of a burst are."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]
"""Perceptual hashes as rows (n, 4) of 256 bits."""

NEAR_DUPLICATE_BITS = 8
"""Of 64, so 32 of the 256 of a PDQ hash. `tests/benchmarks/near_copies.py` has the figures: copies that were scaled, recompressed,
brightened, sharpened or made grey nearly always differ in no more, and of 127,000 pairs of different photos none does."""

HASH_BITS = 64
"""The size of hash that `NEAR_DUPLICATE_BITS` are counted in; hashes of other sizes are measured in proportion."""

BURST_SECONDS = 3
"""A shutter held down: at least one picture a second, times often in whole seconds, and a buffer that is full after a few."""

BURST_GAP_SECONDS = 2
"""From one picture of a burst to the next, where they are seen in a row: whole seconds hide nearly one at either end."""

BURST_LIKENESS_BITS = 112
"""Of 256: what moves, subject or hand, changes far more than a copy does. Half of the bits, 128, is chance."""


def most_differing(size: int) -> int:
    """In how many bits the hashes of nearly the same picture differ at most, where they have so many."""
    return size * NEAR_DUPLICATE_BITS // HASH_BITS


_WORDS = 4
_BITS = 64 * _WORDS
_MOST = most_differing(_BITS)
_BANDS = 17
"""Two hashes that differ in 32 bits at most differ in one at most within some band of 17 (the pigeonhole principle; Norouzi, Punjani and
Fleet, "Fast Search in Hamming Space with Multi-Index Hashing", 2012). More bands would meet more by chance."""
_PAIRS_AT_ONCE = 1 << 19
_CROWD = 64
_NEXT = 4


def as_rows(hexadecimal: list[str]) -> Hashes:
    """Hashes of 64 hex digits as rows. Raises ValueError for others."""
    if any(len(each) != _BITS // 4 for each in hexadecimal):
        raise ValueError(f"a perceptual hash has {_BITS // 4} digits")
    return np.frombuffer(bytes.fromhex("".join(hexadecimal)), np.uint64).reshape(-1, _WORDS)


def differing(one: Hashes, others: Hashes) -> NDArray[np.int64]:
    """In how many bits hashes differ, (n,): row by row, or one row (4,) from each of many."""
    counts: NDArray[np.int64] = np.bitwise_count(one ^ others).sum(axis=-1, dtype=np.int64)
    return counts


def are_near(one: Hashes, others: Hashes) -> NDArray[np.bool_]:
    """Whether pictures look nearly the same, (n,): row by row, or one row (4,) and each of many."""
    near: NDArray[np.bool_] = differing(one, others) <= _MOST
    return near


def near_copies(hashes: Hashes, check: Callable[[], None] = lambda: None) -> list[list[int]]:
    """Groups of rows in which every two look nearly the same, each row in one at most: a chain of small steps joins nothing.

    Rows are taken in their order: the first of a group is the first that is left, and each that is near all of it comes in.
    `check` is called between the steps, and may raise.
    """
    if not len(hashes):
        return []
    labels = _joined(hashes, check)
    order = np.argsort(labels, kind="stable")
    starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
    ends = np.append(starts[1:], len(order))
    found: list[list[int]] = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if end - start > 1:
            check()
            found.extend(_complete(hashes, order[start:end]))
    return sorted(found)


def _complete(hashes: Hashes, rows: NDArray[np.int64]) -> Iterator[list[int]]:
    while len(rows) > 1:
        allowed = are_near(hashes[rows[0]], hashes[rows])
        taken, place = np.zeros(len(rows), bool), 0
        taken[0] = True
        while len(later := np.flatnonzero(allowed[place + 1 :])):
            place += 1 + int(later[0])
            taken[place] = True
            allowed &= are_near(hashes[rows[place]], hashes[rows])
        if taken.sum() > 1:
            yield rows[taken].tolist()
        rows = rows[~taken]


def _joined(hashes: Hashes, check: Callable[[], None]) -> NDArray[np.int64]:
    """For each row the first row of those that near pairs join it with, directly or by others."""
    labels = np.arange(len(hashes))
    crowded = _crowded(hashes)
    for row in np.flatnonzero(crowded).tolist():
        check()
        near = np.flatnonzero(are_near(hashes[row], hashes))
        _join(labels, np.full(len(near), row), near)
    apart = np.flatnonzero(~crowded)
    rest = hashes[apart]
    for values in _bands(rest):
        band = _Band(rest, values)
        for mask in (0, *(1 << bit for bit in range(band.bits))):
            check()
            for ones, others in band.near(mask):
                _join(labels, apart[ones], apart[others])
    return labels


def _crowded(hashes: Hashes) -> NDArray[np.bool_]:
    """Rows that have many near them, as the pictures of a camera that never moves: in a band they would all meet each other."""
    labels = np.arange(len(hashes))
    for values in _bands(hashes):
        order = np.argsort(values, kind="stable")
        for step in range(1, _NEXT + 1):
            ones, others = order[:-step], order[step:]
            near = are_near(hashes[ones], hashes[others])
            _join(labels, ones[near], others[near])
    many: NDArray[np.bool_] = np.bincount(labels, minlength=len(labels))[labels] > _CROWD
    return many


class _Band:
    """A stretch of the bits of all hashes, sorted by it, so that all with one value lie together."""

    def __init__(self, hashes: Hashes, values: NDArray[np.int64]) -> None:
        self.bits = _BITS // _BANDS + 1
        self._order = np.argsort(values, kind="stable")
        self._values = values[self._order]
        self._starts = np.concatenate([[0], np.cumsum(np.bincount(values, minlength=1 << self.bits))])
        self._hashes = hashes[self._order]
        # Sixteen bytes that are moved as one: a half of each hash, which tells nearly always that two are far apart.
        self._halves = np.ascontiguousarray(self._hashes[:, : _WORDS // 2]).view(np.complex128).ravel()

    def near(self, mask: int) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Near pairs of rows whose values differ in the bits of the mask, each once, some at a time."""
        for ones, others in self._meeting(mask):
            halves = (self._halves[each].view(np.uint64).reshape(-1, _WORDS // 2) for each in (ones, others))
            likely = np.flatnonzero(differing(*halves) <= _MOST)
            ones, others = ones[likely], others[likely]
            near = are_near(self._hashes[ones], self._hashes[others])
            yield self._order[ones[near]], self._order[others[near]]

    def _meeting(self, mask: int) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Pairs of places in the order."""
        places = np.flatnonzero(self._values < (self._values ^ mask)) if mask else np.arange(len(self._values))
        wanted = self._values[places] ^ mask
        first, last = self._starts[wanted], self._starts[wanted + 1]
        if not mask:
            first = places + 1
        met = last > first
        places, first, counts = places[met], first[met], (last - first)[met]
        upto = np.cumsum(counts)
        cuts = np.searchsorted(upto, np.arange(_PAIRS_AT_ONCE, int(upto[-1]) if len(upto) else 0, _PAIRS_AT_ONCE))
        for start, end in pairwise((0, *cuts.tolist(), len(places))):
            some = counts[start:end]
            ones = np.repeat(places[start:end], some)
            yield ones, np.repeat(first[start:end] - (np.cumsum(some) - some), some) + np.arange(len(ones))


def _bands(hashes: Hashes) -> Iterator[NDArray[np.int64]]:
    bits = np.unpackbits(hashes.view(np.uint8).reshape(-1, _BITS // 8), axis=1)
    for part in np.array_split(np.arange(_BITS), _BANDS):
        yield bits[:, part].astype(np.int64) @ (1 << np.arange(len(part)))


def _join(labels: NDArray[np.int64], ones: NDArray[np.int64], others: NDArray[np.int64]) -> None:
    """Give the rows of pairs, and all that are one with them, the lesser label of both."""
    while len(ones):
        apart = labels[ones] != labels[others]
        ones, others = ones[apart], others[apart]
        if len(ones):
            less, more = sorted((int(labels[ones[0]]), int(labels[others[0]])))
            labels[labels == more] = less
