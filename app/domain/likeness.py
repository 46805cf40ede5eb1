"""Which pictures look nearly the same, by their perceptual hashes, and how far apart in time the pictures of a burst are."""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]
"""Perceptual hashes as rows (n, 4) of 256 bits."""

NEAR_DUPLICATE_BITS = 8
"""Of 64, so 32 of the 256 of a PDQ hash. `tests/benchmarks/near_copies.py` has the figures: copies that were scaled, recompressed,
brightened, sharpened or made grey nearly always differ in no more, and of 127,000 pairs of different photos none does."""

CUT_BITS = 22
"""Of 64, so 88 of 256: nearly all copies that are cut by 5 % or turned by 2° differ in no more. Different photos begin there too, so within
it pictures are compared with each other, and not by their hashes alone."""

HASH_BITS = 64
"""The size of hash that `NEAR_DUPLICATE_BITS` are counted in; hashes of other sizes are measured in proportion."""

BURST_SPAN_SECONDS = 3
"""Between any two pictures that an answer calls a burst, for a claim is about every two: a shutter held down, and a buffer that is full
after a few. The page of groups follows a row instead, by `BURST_GAP_SECONDS`; decision 30 says why."""

BURST_GAP_SECONDS = 2
"""From one picture to the next in a row that the page of groups calls a burst: whole seconds hide nearly one at either end. Answers look at
every two, by `BURST_SPAN_SECONDS`."""

BURST_LIKENESS_BITS = 112
"""Of 256: what moves, subject or hand, changes far more than a copy does. Half of the bits, 128, is chance."""


def most_differing(size: int) -> int:
    """In how many bits the hashes of nearly the same picture differ at most, where they have so many."""
    return size * NEAR_DUPLICATE_BITS // HASH_BITS


_WORDS = 4
_BITS = 64 * _WORDS
_MOST = most_differing(_BITS)
_MOST_CUT = _BITS * CUT_BITS // HASH_BITS
_NEAREST = 8
"""Pictures that are compared with one at most: of pages of one layout there may be thousands, and a copy is nearer than other pages."""
ROWS_TOLD = 500
"""How often it is told how many rows are done."""


def as_rows(hexadecimal: list[str]) -> Hashes:
    """Hashes of 64 hex digits as rows. Raises ValueError for others."""
    if any(len(each) != _BITS // 4 for each in hexadecimal):
        raise ValueError(f"a perceptual hash has {_BITS // 4} digits")
    return np.frombuffer(bytes.fromhex("".join(hexadecimal)), np.uint64).reshape(-1, _WORDS)


def differing(one: Hashes, others: Hashes) -> NDArray[np.uint16]:
    """In how many bits hashes differ, (n,): row by row, or one row (4,) from each of many."""
    # A column at a time, in bytes, for these are many: three columns differ in 192 bits at most.
    first, second, third, fourth = (np.bitwise_count(one[..., word] ^ others[..., word]) for word in range(_WORDS))
    bits: NDArray[np.uint16] = np.add(first + second + third, fourth, dtype=np.uint16)
    return bits


def are_near(one: Hashes, others: Hashes) -> NDArray[np.bool_]:
    """Whether pictures look nearly the same, (n,): row by row, or one row (4,) and each of many."""
    near: NDArray[np.bool_] = differing(one, others) <= _MOST
    return near


def may_be_cut(one: Hashes, others: Hashes) -> NDArray[np.bool_]:
    """Whether pictures may be cuts of each other, (n,): only the pictures themselves can tell."""
    near: NDArray[np.bool_] = differing(one, others) <= _MOST_CUT
    return near


def near_copies(hashes: Hashes, is_cut: Callable[[int, int], bool]) -> Iterator[tuple[int, list[int]]]:
    """How many rows are done, and a group of rows; every `ROWS_TOLD` rows an empty one, just to tell of them.

    Of a group every two look nearly the same, or are cuts of each other, which `is_cut` tells of two rows; each row is in one at most,
    and a chain of small steps joins nothing. Rows are taken in their order: the first of a group is the first that is left, and each
    that is a copy of all of it comes in.
    """
    columns = np.asfortranarray(hashes)
    left = np.ones(len(hashes), bool)
    for first in range(len(hashes)):
        if left[first] and len(group := _group(columns, first, _later(columns, left, first), is_cut)) > 1:
            left[group] = False
            yield first + 1, group
        if not first % ROWS_TOLD:
            yield first + 1, []


def _later(columns: Hashes, left: NDArray[np.bool_], first: int) -> NDArray[np.int64]:
    """Rows behind this one that may be copies of it, in order."""
    bits = differing(columns[first], columns[first + 1 :])
    places = np.flatnonzero((bits <= _MOST_CUT) & left[first + 1 :])
    further = places[bits[places] > _MOST]
    too_many = further[np.argsort(bits[further], kind="stable")[_NEAREST:]]
    return np.setdiff1d(places, too_many, assume_unique=True) + first + 1


def _group(columns: Hashes, first: int, later: NDArray[np.int64], is_cut: Callable[[int, int], bool]) -> list[int]:
    group = [first]
    for row in later.tolist():
        bits = differing(columns[row], columns[group])
        if bits.max() <= _MOST_CUT and all(is_cut(group[place], row) for place in np.flatnonzero(bits > _MOST).tolist()):
            group.append(row)
    return group
