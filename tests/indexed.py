"""Libraries over photos that nobody changes, indexed once in a run, whichever of its processes and tests need them."""

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest
from filelock import FileLock

from app.bootstrap import build
from app.config.paths import LibraryPaths
from app.embedding.sentence import SentenceModel
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from app.services.events import IndexSummary

CopyOf = Callable[[Path], tuple[LibraryPaths, IndexSummary]]


def make_copier(places: pytest.TempPathFactory, embedder: SentenceModel, reader: WorkerReader) -> CopyOf:
    """What gives a library of its own over a folder, as indexing it left it, and what indexing said."""
    base = places.getbasetemp()
    of_all = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def copied(folder: Path) -> tuple[LibraryPaths, IndexSummary]:
        place = of_all / ("indexed" + str(folder).replace(os.sep, "-"))
        place.mkdir(exist_ok=True)
        with FileLock(place / "lock"):
            if not (place / "summary").exists():
                summary = _index(folder, place / "library", embedder, reader)
                (place / "summary").write_bytes(pickle.dumps(summary))
        own = copytree(place / "library", places.mktemp("library") / "library")
        return LibraryPaths(own), pickle.loads((place / "summary").read_bytes())

    return copied


def _index(folder: Path, library: Path, embedder: SentenceModel, reader: WorkerReader) -> IndexSummary:
    with build(LibraryPaths(library), embedder, reader) as built:
        *_, summary = built.use_cases.index.run([str(folder)], CancelSwitch())
    assert isinstance(summary, IndexSummary)
    return summary
