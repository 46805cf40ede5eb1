"""What the benchmarks share: percentiles, memory of the program with its workers, and printing."""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from tests.processes import family, proportional_set_size


def percentile(seconds: Sequence[float], q: float) -> float:
    """The q-th percentile (0 to 100) in milliseconds."""
    return float(np.percentile(np.asarray(seconds), q) * 1000)


def timed(work: Callable[[], object]) -> float:
    """Seconds of wall time that one call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def show(figures: Mapping[str, object], as_json: bool) -> None:
    """Print figures as one JSON object, or a line each."""
    if as_json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        print(f"{name:34} {value:.3f}" if isinstance(value, float) else f"{name:34} {value}")


@dataclass(slots=True)
class Peak:
    """The largest sum of proportional set sizes of this process and its descendants, in MiB."""

    mebibytes: float = 0.0


@contextmanager
def peak_memory(every: float = 0.05) -> Iterator[Peak]:
    """Watch the memory of this process and all its descendants (Linux; shared pages are counted once)."""
    peak, over = Peak(), threading.Event()

    def watch() -> None:
        while not over.wait(every):
            peak.mebibytes = max(peak.mebibytes, sum(map(proportional_set_size, family(os.getpid()))) / 2**20)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield peak
    finally:
        over.set()
        watcher.join()
