"""What looks at pictures: each looker is one model, made by a function of this module, in the parent for its name and in a worker to look.

A further model is a further function here and a line in `chosen`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.ids import ModelId
from app.domain.look import Look, Told

if TYPE_CHECKING:  # Workers import this module, and need nothing of how the choices are kept.
    import numpy as np
    from numpy.typing import NDArray

    from app.config.seeing_settings import SeeingSettings

    Pixels = NDArray[np.uint8]

SIDE = 1024
"""Pixels of a picture's longest side that a look needs, unless it needs more."""


@dataclass(frozen=True, slots=True)
class Looker:
    """One model. `look` takes upright RGB pixels (height, width, 3), no side longer than `side`, and may raise `ModelUnavailable`.

    `purpose` names for a person what it looks for: lookers of one purpose are counted together. `told` are the parts of a look that it
    tells of. `dimension` is that of its vectors: 0 where it makes none, None where it makes some and only they tell how long they are.
    `memory` is address space in bytes that it needs beside what all do. `own` is a model of the person's own: nobody vouches for it.
    """

    model_id: ModelId
    look: Callable[[Pixels], Look]
    load: Callable[[], None] = lambda: None
    told: tuple[Told, ...] = ()
    dimension: int | None = 0
    side: int = SIDE
    memory: int = 0
    purpose: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True)
class Making:
    """How to make a looker, in whatever process: `make` is a module-level function, `folder` that of its models, `purpose` what for."""

    make: Callable[[str], Looker]
    folder: str = ""
    purpose: str = ""

    def __call__(self) -> Looker:
        """Make it; no weights are loaded yet. Raises `ModelUnavailable`."""
        return replace(self.make(self.folder), purpose=self.purpose)


def chosen(settings: SeeingSettings, shipped: Path, own: Path) -> tuple[Making, ...]:
    """The lookers that the person has chosen: models that were `shipped`, and one of the person's `own`."""
    pictures = "Guesses and faces" if settings.content and settings.faces else "Guesses" if settings.content else "Faces"
    wanted = (
        (settings.content, Making(content, str(shipped), pictures)),
        (settings.faces, Making(faces, str(shipped), pictures)),
        (settings.content or settings.faces, Making(sharpness, purpose=pictures)),
        (settings.text, Making(text, purpose="Text")),
        (bool(settings.model), Making(pair, str(own / settings.model), f"Model “{settings.model}”")),
    )
    return tuple(making for is_wanted, making in wanted if is_wanted)


def content(models: str) -> Looker:
    """What a picture may show, as a vector among the sentences' and by name."""
    from app.embedding.content import ContentModel

    model = ContentModel(Path(models))

    def look(picture: Pixels) -> Look:
        vector, guesses = model.look(picture)
        return Look(vector=vector, guesses=guesses)

    return Looker(model.model_id, look, model.load, (Told.GUESSES,), model.dimension)


def faces(models: str) -> Looker:
    """Where faces are."""
    from app.embedding.faces import FaceFinder

    finder = FaceFinder(Path(models))
    return Looker(finder.model_id, lambda picture: Look(faces=finder.find(picture)), finder.load, (Told.FACES,))


def sharpness(_: str) -> Looker:
    """How sharp and how well exposed a picture is."""
    from app.photos.quality import quality

    return Looker(ModelId("quality-1"), lambda picture: Look(quality=quality(picture)), told=(Told.QUALITY,))


def text(_: str) -> Looker:
    """The lines of text in a picture."""
    from app.embedding.picture_text import SIDE as READABLE
    from app.embedding.picture_text import PictureText

    reader = PictureText()
    return Looker(reader.model_id, lambda picture: Look(text=reader.read(picture)), reader.load, (Told.TEXT,), side=READABLE)


def pair(folder: str) -> Looker:
    """A vector by a CLIP-style model of the person's own."""
    from app.embedding.clip import ClipModel

    model = ClipModel(Path(folder))

    def look(picture: Pixels) -> Look:
        return Look(vector=model.look(picture))

    return Looker(model.model_id, look, model.load, dimension=None, memory=2 * model.size, own=True)
