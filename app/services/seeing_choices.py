"""What a person chooses about looking at pictures, and how things stand: which models look, under which licence, and how far they are."""

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.config.seeing_settings import SeeingSettings, SeeingSettingsFile
from app.domain.errors import AppError, ModelUnavailable
from app.domain.ids import ModelId
from app.embedding.manifest import read_manifest
from app.embedding.picture_text import can_read_text
from app.library.catalogue import Catalogue
from app.library.forgotten_looks import forget_looks
from app.library.looks import Looks
from app.library.reread import PictureWords
from app.services.lookers import Making
from app.services.own_models import OwnModel, OwnModels
from app.services.understanding import Understanding


@dataclass(frozen=True, slots=True)
class UsedModel:
    """A model that looks at pictures: what it is for, its name and licence."""

    purpose: str
    name: str
    licence: str


@dataclass(frozen=True, slots=True)
class SeeingStanding:
    """How things stand. `can_read` says whether the part is installed that reads text in pictures; `troubled` could not be looked at.

    `own` are the models that the person has put into `own_folder`.
    """

    settings: SeeingSettings
    looked: int
    all: int
    troubled: int
    models: tuple[UsedModel, ...]
    can_read: bool
    own: tuple[OwnModel, ...] = ()
    own_folder: str = ""


class SeeingChoices:
    """Any thread may call it. `lookers` are those that the choices come to, `models` the folder of the shipped ones."""

    def __init__(
        self,
        file: SeeingSettingsFile,
        catalogue: Catalogue,
        understanding: Understanding,
        lookers: Callable[[], Sequence[Making]],
        models: Path,
        own: OwnModels,
    ) -> None:
        self._file = file
        self._catalogue = catalogue
        self._understanding = understanding
        self._own = own
        self._looks = Looks(catalogue)
        self._words = PictureWords(catalogue)
        self._lookers = lookers
        self._models = models

    def standing(self) -> SeeingStanding:
        """How things stand. Raises `LibraryUnavailable`."""
        model_ids = self._model_ids()
        looked, all_photos = self._looks.counts(model_ids)
        looked = looked if model_ids else 0
        troubled = len(self._looks.troubles(model_ids))
        own, folder = self._own.found(), str(self._own.folder)
        return SeeingStanding(self._file.read(), looked, all_photos, troubled, self._shipped(), can_read_text(), own, folder)

    def choose(self, settings: SeeingSettings) -> None:
        """Look so from the next run on; a model of the person's own is tried first.

        Raises `ModelUnavailable` where it does not fit, or `AppError` where the choice cannot be kept; then all is as it was.
        """
        if settings.model and settings.model != self._file.read().model:
            self._own.check(settings.model)
        self._file.write(settings)

    def open_own_folder(self) -> str:
        """The folder for models of the person's own, made if it is not there. Raises `AppError`."""
        try:
            os.makedirs(self._own.folder, exist_ok=True)
        except OSError as error:
            raise AppError(f"The folder “{self._own.folder}” for models could not be made ({error.strerror}).") from error
        return str(self._own.folder)

    def look_again(self) -> None:
        """Forget what the models have made of all photos, so that they are looked at anew. Raises `LibraryUnavailable`."""
        forget_looks(self._catalogue, self._model_ids())
        read = self._words.read_photos()
        if read:
            self._understanding.forget(self._words.reread(read).removed_passages)

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
