"""Models of a person's own: CLIP-style pairs in Candid's models folder, each in a folder of its own, and tried before it is used."""

import os
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import ModelUnavailable
from app.domain.words import shown
from app.photos.worker import WorkerDied, WorkerLimits
from app.photos.worker_pool import WorkerPool

TRIAL_SECONDS = 120.0
"""For loading both halves of a model and running each once."""
MEMORY = 2_500_000_000
"""Bytes of address space for a trial, beside twice those of the model's files."""


@dataclass(frozen=True, slots=True)
class OwnModel:
    """A folder that may hold a model. `refused` says in one sentence what of its files does not fit; empty where they may fit."""

    name: str
    refused: str = ""


class OwnModels:
    """What there is in one folder of models, which need not exist."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def found(self) -> tuple[OwnModel, ...]:
        """Every folder in it by name, without loading any model."""
        try:
            names = sorted(name for name in os.listdir(self.folder) if not name.startswith("."))
        except OSError:
            return ()
        return tuple(OwnModel(name, self._refused(name)) for name in names if self._may_be_one(name))

    def check(self, name: str) -> None:
        """Load a model and try it, which takes seconds. Raises `ModelUnavailable` with what does not fit.

        A process of its own does it: a model may compute without end, or take all memory.
        """
        from app.embedding.clip_files import size_of

        folder = self.folder / name
        memory = MEMORY + 2 * (size_of(folder, "visual") + size_of(folder, "textual"))
        pool = WorkerPool(WorkerLimits(1, TRIAL_SECONDS, memory, niceness=0))
        try:
            refused = pool.submit(_tried, str(folder)).result()
        except TimeoutError:
            refused = _costs(name, f"took longer than {TRIAL_SECONDS:g} seconds for one picture and one text")
        except MemoryError:
            refused = _costs(name, "needs more memory than a model may use")
        except (WorkerDied, BrokenProcessPool):
            refused = _costs(name, "ended the program that tried it")
        finally:
            pool.close()
        if refused:
            raise ModelUnavailable(refused)

    def _may_be_one(self, name: str) -> bool:
        try:
            return (self.folder / name).is_dir()
        except OSError:
            return True  # What it is refused for says that it cannot be looked at.

    def _refused(self, name: str) -> str:
        from app.embedding.clip_files import check_files

        if not name.isprintable():
            return f"The folder “{shown(name)}” has a name that cannot be shown: rename it."
        try:
            check_files(self.folder / name)
        except ModelUnavailable as error:
            return str(error)
        return ""


def _tried(folder: str) -> str:
    """What does not fit of a model, in one sentence; empty where it fits. Runs in a worker."""
    from app.embedding.clip import ClipModel

    try:
        ClipModel(Path(folder)).check()
    except ModelUnavailable as error:
        return str(error)
    return ""


def _costs(name: str, why: str) -> str:
    return f"The model “{shown(name)}” {why}; it is not used."
