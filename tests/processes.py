"""A process with all its descendants, and the memory that they take together (Linux; nothing elsewhere)."""

from collections.abc import Iterator
from pathlib import Path


def family(process: int) -> Iterator[int]:
    """A process and all its descendants that are alive."""
    yield process
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            children = task.read_text().split()
        except OSError:
            continue
        for child in children:
            yield from family(int(child))


def proportional_set_size(process: int) -> int:
    """Bytes; what several processes share is divided among them."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)
