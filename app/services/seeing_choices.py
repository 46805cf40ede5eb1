"""What a person chooses about looking at pictures, and how things stand: which models look, under which licence, and how far they are."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.config.seeing_settings import SeeingSettings, SeeingSettingsFile
from app.domain.errors import ModelUnavailable
from app.domain.ids import ModelId
from app.embedding.manifest import read_manifest
from app.embedding.picture_text import can_read_text
from app.library.catalogue import Catalogue
from app.library.forgotten_looks import forget_looks
from app.library.looks import Looks
from app.services.lookers import Making


@dataclass(frozen=True, slots=True)
class UsedModel:
    """A model that looks at pictures: what it is for, its name and licence."""

    purpose: str
    name: str
    licence: str


@dataclass(frozen=True, slots=True)
class SeeingStanding:
    """How things stand. `can_read` says whether the part is installed that reads text in pictures; `troubled` could not be looked at."""

    settings: SeeingSettings
    looked: int
    all: int
    troubled: int
    models: tuple[UsedModel, ...]
    can_read: bool


class SeeingChoices:
    """Any thread may call it. `lookers` are those that the choices come to, `models` the folder of the shipped ones."""

    def __init__(self, file: SeeingSettingsFile, catalogue: Catalogue, lookers: Callable[[], Sequence[Making]], models: Path) -> None:
        self._file = file
        self._catalogue = catalogue
        self._looks = Looks(catalogue)
        self._lookers = lookers
        self._models = models

    def standing(self) -> SeeingStanding:
        """How things stand. Raises `LibraryUnavailable`."""
        model_ids = self._model_ids()
        looked, all_photos = self._looks.counts(model_ids)
        looked = looked if model_ids else 0
        troubled = len(self._looks.troubles(model_ids))
        return SeeingStanding(self._file.read(), looked, all_photos, troubled, self._shipped(), can_read_text())

    def choose(self, settings: SeeingSettings) -> None:
        """Look so from the next run on. Raises `AppError` where that cannot be kept."""
        self._file.write(settings)

    def look_again(self) -> None:
        """Forget what the models have made of all photos, so that they are looked at anew. Raises `LibraryUnavailable`."""
        forget_looks(self._catalogue, self._model_ids())

    def _model_ids(self) -> list[ModelId]:
        """Of the models that are there."""
        found = []
        for making in self._lookers():
            with contextlib.suppress(ModelUnavailable):
                found.append(making().model_id)
        return found

    def _shipped(self) -> tuple[UsedModel, ...]:
        try:
            manifest = read_manifest(self._models)
        except ModelUnavailable:
            return ()
        named = (("What photos show", manifest.content), ("Faces", manifest.faces))
        return tuple(UsedModel(purpose, entry.id.partition("/")[0], entry.licence) for purpose, entry in named)
