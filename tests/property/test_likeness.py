"""Near copies by bands of bits are those that holding every two hashes against each other finds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.errors import Cancelled
from app.domain.likeness import Hashes, are_near, as_rows, near_copies

MOST = 32


def brute(hashes: Hashes) -> list[list[int]]:
    near = np.array([[int(np.bitwise_count(one ^ other).sum()) <= MOST for other in hashes] for one in hashes])
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


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 90), st.integers(0, 120), st.sampled_from([2, 16, 33, 40, 64]))
def test_groups_are_those_of_all_pairs(seed: int, number: int, copies: int, most: int) -> None:
    hashes = made(seed, number, copies, most)
    assert near_copies(hashes) == brute(hashes)


def test_a_crowd_of_nearly_equal_pictures_is_grouped_as_well() -> None:
    random = np.random.default_rng(5)
    bits = np.repeat(random.integers(0, 2, (1, 256), dtype=np.uint8), 150, axis=0)
    for row in bits:
        row[random.choice(256, 14, replace=False)] ^= 1
    hashes = np.concatenate([np.packbits(bits, axis=1).view(np.uint64), made(6, 40, 30, 40)])
    assert near_copies(hashes) == brute(hashes)


def test_a_chain_of_small_steps_joins_no_different_pictures() -> None:
    bits = np.zeros((6, 256), np.uint8)
    for row in range(6):
        bits[row, : 20 * row] = 1
    hashes = np.packbits(bits, axis=1).view(np.uint64)
    assert near_copies(hashes) == [[0, 1], [2, 3], [4, 5]]


def test_it_can_be_stopped() -> None:
    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        near_copies(made(1, 20, 5, 10), stop)


def test_a_hash_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="64 digits"):
        as_rows(["00ff"])


def test_the_limit_itself_is_near() -> None:
    hashes = as_rows(["0" * 64, "f" * 8 + "0" * 56, "f" * 8 + "1" + "0" * 55])
    assert are_near(hashes[0], hashes).tolist() == [True, True, False]
