"""Models of a person's own: CLIP-style pairs in Candid's models folder, each in a folder of its own, and tried before it is used."""

import os
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import ModelUnavailable
from app.domain.words import shown


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
            with os.scandir(self.folder) as entries:
                names = sorted(each.name for each in entries if each.is_dir() and not each.name.startswith("."))
        except OSError:
            return ()
        return tuple(OwnModel(name, self._refused(name)) for name in names)

    def check(self, name: str) -> None:
        """Load a model and try it, which takes seconds. Raises `ModelUnavailable` with what does not fit."""
        from app.embedding.clip import ClipModel

        ClipModel(self.folder / name).check()

    def _refused(self, name: str) -> str:
        from app.embedding.clip_files import check_files

        if not name.isprintable():
            return f"The folder “{shown(name)}” has a name that cannot be shown: rename it."
        try:
            check_files(self.folder / name)
        except ModelUnavailable as error:
            return str(error)
        return ""
