"""The memory and the processes of a program, sampled while it runs (Linux)."""

import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.processes import family, proportional_set_size

_EVERY_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Watched:
    """What was seen of a program: `peak_bytes` of all its processes together, what they share counted once, and every process id."""

    returncode: int
    stdout: str
    stderr: str
    peak_bytes: int
    pids: frozenset[int]

    @property
    def alive(self) -> frozenset[int]:
        """Processes of it that still exist."""
        return frozenset(pid for pid in self.pids if Path(f"/proc/{pid}").exists())


def run_watched(command: Sequence[str], environment: Mapping[str, str], folder: Path) -> Watched:
    """Run a program in a folder to its end. Its output must fit into a file of the system's temporary folder."""
    peak, pids = 0, set[int]()
    out, err = folder / "watched.out", folder / "watched.err"
    with out.open("w") as stdout, err.open("w") as stderr:
        process = subprocess.Popen(command, env=dict(environment), stdout=stdout, stderr=stderr)
        while process.poll() is None:
            now = list(family(process.pid))
            pids.update(now)
            peak = max(peak, sum(map(proportional_set_size, now)))
            time.sleep(_EVERY_SECONDS)
    return Watched(process.returncode, out.read_text(), err.read_text(), peak, frozenset(pids))
