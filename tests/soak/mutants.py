"""Damaged copies of real files: seeded bit flips, cuts and splices, as transfers, cards and disks make them."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

LARGEST_SEED = 1_500_000
"""Bytes: of larger files only the beginning is damaged in an interesting way, and the disk is not endless."""

Mutation = Callable[[random.Random, bytearray, Sequence[bytes]], None]


def mutated(chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    """One of the seeds with one to three kinds of damage."""
    content = bytearray(chance.choice(seeds))
    for mutation in chance.sample(_MUTATIONS, chance.randint(1, 3)):
        mutation(chance, content, seeds)
    return bytes(content)


def seeds_below(*folders: Path) -> list[tuple[str, bytes]]:
    """Extension and content of every file that is small enough, in a fixed order."""
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    return [(path.suffix, path.read_bytes()) for path in files if 0 < path.stat().st_size <= LARGEST_SEED]


def _flip(chance: random.Random, content: bytearray, _seeds: Sequence[bytes]) -> None:
    for _ in range(chance.choice((1, 3, 20, 200)) if content else 0):
        content[_place(chance, content)] ^= 1 << chance.randrange(8)


def _overwrite(chance: random.Random, content: bytearray, _seeds: Sequence[bytes]) -> None:
    for _ in range(chance.choice((1, 4, 16)) if content else 0):
        at = _place(chance, content)
        content[at : at + 4] = chance.choice((b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff", chance.randbytes(4)))


def _cut(chance: random.Random, content: bytearray, _seeds: Sequence[bytes]) -> None:
    del content[_place(chance, content) if content else 0 :]


def _remove(chance: random.Random, content: bytearray, _seeds: Sequence[bytes]) -> None:
    at = _place(chance, content) if content else 0
    del content[at : at + chance.choice((1, 2, 64, 5000))]


def _repeat(chance: random.Random, content: bytearray, _seeds: Sequence[bytes]) -> None:
    at = _place(chance, content) if content else 0
    content[at:at] = content[at : at + chance.choice((1, 16, 4000))]


def _splice(chance: random.Random, content: bytearray, seeds: Sequence[bytes]) -> None:
    other = chance.choice(seeds)
    at, start = _place(chance, content) if content else 0, chance.randrange(len(other))
    content[at : at + chance.choice((0, 100, 20_000))] = other[start : start + chance.choice((10, 1000, 50_000))]


def _place(chance: random.Random, content: bytearray) -> int:
    """A place of the file; half of the time in its first 4 kB, where headers and metadata are."""
    return chance.randrange(min(len(content), 4096) if chance.random() < 0.5 else len(content))


_MUTATIONS: tuple[Mutation, ...] = (_flip, _overwrite, _cut, _remove, _repeat, _splice)
