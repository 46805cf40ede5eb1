"""Time per photo of looking at a folder's photos, against the bare sum of decoding, resizing and `session.run` on the same files.

python -m tests.benchmarks.looking FOLDER [--photos 1000] [--workers 1] [--json]

The bare sum is one process with one thread and no checks: each file is opened by Pillow, drafted and brought to 1,024 pixels, then every
resize and every run of a network that the models make for it is made once more, and nothing else. Both take turns, so that a machine that
is busy with other things slows both. The pass has one worker, at ordinary priority, unless more are asked for; CPU time counts what all
processes use, starting them and loading the models included. Of fewer photos than are asked for copies are made whose content differs.
"""

import argparse
import io
import os
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count, islice
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from onnxruntime import InferenceSession
from PIL import Image

from app.bootstrap import open_library
from app.config.paths import LibraryPaths, shipped
from app.domain.photo import FoundFile
from app.photos.walk import walk
from app.services.cancel import CancelSwitch
from app.services.events import IndexSummary, SeeEvent, SeeProgress, SeeSummary
from app.services.lookers import SIDE, content, faces
from app.services.seeing import LIMITS
from tests.benchmarks.measuring import show

Call = Callable[[], object]
TURN = 100
"""Photos that are looked at between two turns of the bare work; a few more are under way and go on meanwhile."""
TOGETHER = 20
"""Photos whose calls are recorded before they are made once more: what was called a moment ago would be in the processor's cache."""
UNTIMED = 8
"""Photos that are decoded and looked at first, so that nothing is done for the first time."""


@dataclass(slots=True)
class Spent:
    """Seconds."""

    wall: float = 0.0
    cpu: float = 0.0

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Add what the block takes, in this process and in those that end in it."""
        wall, cpu = time.perf_counter(), _cpu()
        yield
        self.wall += time.perf_counter() - wall
        self.cpu += _cpu() - cpu


def _cpu() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


@dataclass(slots=True)
class Bare:
    """The parts of the bare sum."""

    decode: Spent = field(default_factory=Spent)
    resize: Spent = field(default_factory=Spent)
    run: Spent = field(default_factory=Spent)

    def sum(self, what: str) -> float:
        """Of `wall` or `cpu`."""
        return float(sum(getattr(each, what) for each in (self.decode, self.resize, self.run)))


class BareWork:
    """The bare work on some files, in several turns."""

    def __init__(self, paths: list[str]) -> None:
        models = str(shipped("models"))
        self._lookers = [content(models), faces(models)]
        self._paths = list(paths)
        self.spent = Bare()
        self._work(paths[:UNTIMED], Bare())

    def turn(self, photos: int) -> None:
        """Work on so many of the files that are left."""
        some, self._paths = self._paths[:photos], self._paths[photos:]
        for start in range(0, len(some), TOGETHER):
            self._work(some[start : start + TOGETHER], self.spent)

    def _work(self, paths: list[str], spent: Bare) -> None:
        recorded = [(path, *self._calls(path)) for path in paths]
        for path, resizes, runs in recorded:
            with spent.decode.counting():
                _decoded(path)
            for part, calls in ((spent.resize, resizes), (spent.run, runs)):
                with part.counting():
                    for call in calls:
                        call()

    def _calls(self, path: str) -> tuple[list[Call], list[Call]]:
        """The resizes and the runs that the models make for a file."""
        pixels = _decoded(path)
        with _recorded() as (resizes, runs):
            for looker in self._lookers:
                looker.look(pixels)
        return resizes, runs


def _decoded(path: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    picture = Image.open(io.BytesIO(Path(path).read_bytes()))
    scale = min(1.0, SIDE / max(picture.size))
    size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    picture.draft("RGB", size)
    upright = picture.convert("RGB")
    return np.asarray(upright if upright.size == size else upright.resize(size, Image.Resampling.BICUBIC, reducing_gap=2))


@contextmanager
def _recorded() -> Iterator[tuple[list[Call], list[Call]]]:
    """Every resize and every run of a network in the block, to be made once more."""
    resizes: list[Call] = []
    runs: list[Call] = []
    resize, run = Image.Image.resize, InferenceSession.run

    def resized(image: Image.Image, *arguments: Any, **named: Any) -> Image.Image:
        resizes.append(lambda: resize(image, *arguments, **named))
        return resize(image, *arguments, **named)

    def ran(session: InferenceSession, *arguments: Any, **named: Any) -> Any:
        runs.append(lambda: run(session, *arguments, **named))
        return run(session, *arguments, **named)

    with mock.patch.object(Image.Image, "resize", resized), mock.patch.object(InferenceSession, "run", ran):
        yield resizes, runs


def looked(folder: Path, library: Path, workers: int, bare: BareWork) -> tuple[SeeSummary, Spent]:
    """Index a folder without looking, then look, with the bare work in between."""
    spent = Spent()
    with open_library(LibraryPaths(library)) as candid:
        indexed = [event for event in candid.index.run([str(folder)], CancelSwitch()) if isinstance(event, IndexSummary)]
        candid.see._limits = replace(LIMITS, workers=workers, niceness=0)
        events, turns = candid.see.run(CancelSwitch()), 0
        event: SeeEvent | None = None
        while not isinstance(event, SeeSummary):
            with spent.counting():
                event = next(events)
            if isinstance(event, SeeProgress) and event.done >= (turns + 1) * TURN:
                turns += 1
                bare.turn(TURN)
        bare.turn(indexed[0].indexed)
    if event.looked != indexed[0].indexed:
        raise SystemExit(f"{event.looked} of {indexed[0].indexed} photos were looked at: {event}")
    return event, spent


def copies(folder: str, target: Path, photos: int) -> list[str]:
    """So many photos of a folder that Pillow reads, again and again with another content, as files of a new folder."""
    target.mkdir()
    sources = [each.path for each in walk(folder) if isinstance(each, FoundFile) and _is_readable(each.path)]
    made: list[str] = []
    for number, path in islice(((number, path) for number in count() for path in sources), photos):
        made.append(str(target / f"{number}-{len(made):06}{os.path.splitext(path)[1]}"))
        Path(made[-1]).write_bytes(Path(path).read_bytes() + b"\0" * number)
    return made


def _is_readable(path: str) -> bool:
    try:
        with Image.open(path) as picture:
            picture.load()
            return picture.format in ("JPEG", "PNG", "WEBP") and picture.getexif().get(0x0112, 1) == 1
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return False


def measure(folder: str, photos: int, workers: int = 1) -> dict[str, object]:
    """Look at the photos, then do the bare work on the same files."""
    with tempfile.TemporaryDirectory() as place:
        paths = copies(folder, Path(place, "photos"), photos)
        work = BareWork(paths)
        summary, spent = looked(Path(place, "photos"), Path(place, "library"), workers, work)
        base = work.spent
    each = 1000 / len(paths)
    return {
        "photos": len(paths),
        "looked at": summary.looked,
        "ms a photo, CPU": spent.cpu * each,
        "bare ms a photo, CPU": base.sum("cpu") * each,
        "of that decoding": base.decode.cpu * each,
        "of that resizing": base.resize.cpu * each,
        "of that session.run": base.run.cpu * each,
        "ratio in CPU time": spent.cpu / base.sum("cpu"),
        "ms a photo, wall": spent.wall * each,
        "bare ms a photo, wall": base.sum("wall") * each,
        "ratio in wall time": spent.wall / base.sum("wall"),
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    show(measure(arguments.folder, arguments.photos, arguments.workers), arguments.json)


if __name__ == "__main__":
    main()
