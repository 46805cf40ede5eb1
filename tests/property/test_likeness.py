"""Near copies are those that holding every two hashes against each other finds, in groups in which every two are."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.likeness import ROWS_TOLD, Hashes, are_near, as_rows, may_be_cut, near_copies

MOST, MOST_CUT = 32, 88


def even(one: int, other: int) -> bool:
    """A rule that some pairs hold, and that does not carry over from one pair to the next."""
    return (one * other + one + other) % 3 != 0


def never(one: int, other: int) -> bool:
    del one, other
    return False


def brute(hashes: Hashes, is_cut: Callable[[int, int], bool] = never) -> list[list[int]]:
    def copies(at: int, to: int) -> bool:
        bits = int(np.bitwise_count(hashes[at] ^ hashes[to]).sum())
        return bits <= MOST or (bits <= MOST_CUT and is_cut(min(at, to), max(at, to)))

    near = np.array([[copies(one, other) for other in range(len(hashes))] for one in range(len(hashes))])
    left, found = list(range(len(hashes))), []
    while left:
        group = [left[0]]
        for each in left[1:]:
            if all(near[each, one] for one in group):
                group.append(each)
        if len(group) > 1:
            found.append(group)
        left = [each for each in left if each not in group]
    return sorted(found)


def made(seed: int, number: int, copies: int, most: int) -> Hashes:
    """Random hashes, many of them copies of others with up to `most` bits changed, so that chains and near misses abound."""
    random = np.random.default_rng(seed)
    bits = random.integers(0, 2, (number, 256), dtype=np.uint8)
    for _ in range(copies if number > 1 else 0):
        source, target = random.choice(number, 2, replace=False)
        bits[target] = bits[source]
        bits[target, random.choice(256, int(random.integers(0, most + 1)), replace=False)] ^= 1
    return np.packbits(bits, axis=1).view(np.uint64)


def grouped(hashes: Hashes, is_cut: Callable[[int, int], bool] = never) -> list[list[int]]:
    return [group for _, group in near_copies(hashes, is_cut) if group]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 90), st.integers(0, 120), st.sampled_from([2, 16, 33, 40, 64]))
def test_groups_are_those_of_all_pairs(seed: int, number: int, copies: int, most: int) -> None:
    hashes = made(seed, number, copies, most)
    assert grouped(hashes) == brute(hashes)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 40), st.integers(0, 50), st.sampled_from([33, 64, 90, 120]))
def test_what_may_be_a_cut_is_asked_for_and_taken_as_it_is_told(seed: int, number: int, copies: int, most: int) -> None:
    hashes = made(seed, number, copies, most)
    assert grouped(hashes, even) == brute(hashes, even)


def test_of_many_that_may_be_cuts_only_the_nearest_are_asked_for() -> None:
    bits = np.zeros((300, 256), np.uint8)
    for row in range(1, 300):
        bits[row, np.random.default_rng(row).choice(256, 60 if row > 1 else 40, replace=False)] = 1
    asked: list[tuple[int, int]] = []

    def ask(one: int, other: int) -> bool:
        asked.append((one, other))
        return False

    next(near_copies(np.packbits(bits, axis=1).view(np.uint64), ask))
    assert (0, 1) in asked
    assert len(asked) == 8


def test_it_tells_how_many_are_done_all_along() -> None:
    hashes = made(2, 2 * ROWS_TOLD + 1, 0, 0)
    assert list(near_copies(hashes, never)) == [(1, []), (ROWS_TOLD + 1, []), (2 * ROWS_TOLD + 1, [])]


def test_a_crowd_of_nearly_equal_pictures_is_grouped_as_well() -> None:
    random = np.random.default_rng(5)
    bits = np.repeat(random.integers(0, 2, (1, 256), dtype=np.uint8), 150, axis=0)
    for row in bits:
        row[random.choice(256, 14, replace=False)] ^= 1
    hashes = np.concatenate([np.packbits(bits, axis=1).view(np.uint64), made(6, 40, 30, 40)])
    assert grouped(hashes) == brute(hashes)


def test_a_chain_of_small_steps_joins_no_different_pictures() -> None:
    bits = np.zeros((6, 256), np.uint8)
    for row in range(6):
        bits[row, : 20 * row] = 1
    hashes = np.packbits(bits, axis=1).view(np.uint64)
    assert grouped(hashes) == [[0, 1], [2, 3], [4, 5]]


def test_a_hash_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="64 digits"):
        as_rows(["00ff"])


def test_the_limits_themselves_are_near() -> None:
    hashes = as_rows(["0" * 64, "f" * 8 + "0" * 56, "f" * 8 + "1" + "0" * 55])
    assert are_near(hashes[0], hashes).tolist() == [True, True, False]
    assert may_be_cut(hashes[0], as_rows(["f" * 22 + "0" * 42, "f" * 22 + "1" + "0" * 41, "f" * 64])).tolist() == [True, False, False]
