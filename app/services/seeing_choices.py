"""What a person chooses about looking at pictures, and how things stand: which models look, under which licence, and how far they are."""

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

from app.config.seeing_settings import SeeingChanges, SeeingSettings, SeeingSettingsFile
from app.domain.errors import AppError, ModelUnavailable
from app.domain.look import Told
from app.embedding.manifest import read_manifest
from app.embedding.picture_text import READER, READER_LICENCE, can_read_text
from app.library.forgotten_looks import forget_looks
from app.library.looks import Looks
from app.library.reread import PictureWords
from app.services.looked_parts import LookedPart, looked_parts, looked_text
from app.services.lookers import Looker, Making
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

    `looked` are the photos that any of the models has looked at, `parts` how many for each purpose.
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
    parts: tuple[LookedPart, ...] = ()

    @property
    def all_looked(self) -> bool:
        """Whether nothing that is chosen is left to look at."""
        return all(part.looked >= self.all for part in self.parts)

    @property
    def how_far(self) -> str:
        """How many photos were looked at, in words."""
        return looked_text(self.parts, self.all)


class SeeingChoices:
    """Any thread may call it. `lookers` are those that the choices come to, `models` the folder of the shipped ones."""

    def __init__(
        self,
        file: SeeingSettingsFile,
        looks: Looks,
        understanding: Understanding,
        lookers: Callable[[], Sequence[Making]],
        models: Path,
        own: OwnModels,
    ) -> None:
        self._file = file
        self._catalogue = looks.catalogue
        self._understanding = understanding
        self._own = own
        self._looks = looks
        self._words = PictureWords(looks.catalogue)
        self._lookers = lookers
        self._models = models

    def standing(self) -> SeeingStanding:
        """How things stand. Raises `LibraryUnavailable`."""
        settings, lookers = self._file.read(), self._there()
        tally = self._looks.tally(looker.model_id for looker in lookers)
        return SeeingStanding(
            settings,
            tally.looked_by_any,
            tally.all,
            tally.troubled,
            (*self._shipped(), *_optional(lookers)),
            can_read_text(),
            self._own.found(),
            str(self._own.folder),
            looked_parts(tally, lookers),
        )

    def choose(self, **changes: Unpack[SeeingChanges]) -> None:
        """Look so from the next run on; a model of the person's own is tried first, which leaves time for other choices.

        Raises `ModelUnavailable` where it does not fit, or `AppError` where the choice cannot be kept; then all is as it was.
        """
        model = changes.get("model")
        if model and model != self._file.read().model:
            self._own.check(model)
        self._file.change(**changes)

    def open_own_folder(self) -> str:
        """The folder for models of the person's own, made if it is not there. Raises `AppError`."""
        try:
            os.makedirs(self._own.folder, exist_ok=True)
        except OSError as error:
            raise AppError(f"The folder “{self._own.folder}” for models could not be made ({error.strerror}).") from error
        return str(self._own.folder)

    def look_again(self) -> None:
        """Forget what the models have made of all photos, so that they are looked at anew. Raises `LibraryUnavailable`."""
        forget_looks(self._catalogue, [looker.model_id for looker in self._there()])
        read = self._words.read_photos()
        if read:
            self._understanding.forget(self._words.reread(read).removed_passages)

    def _there(self) -> list[Looker]:
        """Those whose models are there."""
        found = []
        for making in self._lookers():
            with contextlib.suppress(ModelUnavailable):
                found.append(making())
        return found

    def _shipped(self) -> tuple[UsedModel, ...]:
        try:
            manifest = read_manifest(self._models)
        except ModelUnavailable:
            return ()
        named = (("What photos show", manifest.content), ("Faces", manifest.faces))
        return tuple(UsedModel(purpose, entry.id.partition("/")[0], entry.licence) for purpose, entry in named)


def _optional(lookers: Sequence[Looker]) -> tuple[UsedModel, ...]:
    """The reader of text, which comes by a package of its own."""
    return tuple(UsedModel("Text in pictures", READER, READER_LICENCE) for looker in lookers if Told.TEXT in looker.told)
