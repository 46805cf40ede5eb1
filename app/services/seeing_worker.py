"""Looking at one picture: the functions that run in a worker process. They return plain values and raise nothing but `MemoryError`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from app.domain.errors import ModelUnavailable
from app.domain.ids import ModelId
from app.domain.look import Look
from app.domain.photo import FoundFile, Skipped
from app.domain.words import shown
from app.services.lookers import Looker, Making

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class ToSee(FoundFile):
    """A photo's file, its EXIF orientation where it is known, and the models that are to look at it."""

    orientation: int | None = None
    models: tuple[ModelId, ...] = ()


@dataclass(frozen=True, slots=True)
class Sight:
    """What models make of one picture, and why others cannot look at any."""

    looks: tuple[tuple[ModelId, Look], ...]
    missing: tuple[tuple[ModelId, str], ...] = ()


def prepare(makings: tuple[Making, ...]) -> None:
    """Load the models, so that no picture pays for it with its own time."""
    for making in makings:
        _loaded(making)


def see(asked: ToSee, makings: Mapping[ModelId, Making]) -> Sight | Skipped:
    """Decode a file once and let its models look at it; a file that is no picture costs nothing but itself."""
    from app.photos.reading import read_pixels

    ready = [(model_id, _held_to(model_id, _loaded(makings[model_id]))) for model_id in asked.models]
    able = [(model_id, looker) for model_id, looker in ready if isinstance(looker, Looker)]
    missing = tuple((model_id, why) for model_id, why in ready if isinstance(why, str))
    if not able:
        return Sight((), missing)
    picture = read_pixels(asked, asked.orientation, max(looker.side for _, looker in able))
    if isinstance(picture, Skipped):
        return picture
    views = {side: _pixels(picture, side) for side in {looker.side for _, looker in able}}
    return Sight(tuple((model_id, _look(looker, views[looker.side])) for model_id, looker in able), missing)


def _held_to(model_id: ModelId, looker: Looker | str) -> Looker | str:
    """The looker, if it is the model that was asked for: files of a person's own can be replaced while a pass goes on."""
    if isinstance(looker, Looker) and looker.model_id != model_id:
        return f"The model {model_id} was replaced while it looked at photos: look again to go on with the new one."
    return looker


def looker_of(making: Making, *, loaded: bool = False) -> Looker | str:
    """A looker; or why there is none, in one sentence, whatever it is that goes wrong with one model."""
    try:
        looker = making()
        if loaded:
            looker.load()
    except ModelUnavailable as error:
        return str(error)
    except MemoryError:
        return "There is not enough memory for the models that look at photos: close other programs and try again."
    except Exception as error:  # noqa: BLE001
        return f"A model that looks at photos could not be made ready ({_said(error)}); please report this."
    return looker


@cache
def _loaded(making: Making) -> Looker | str:
    """Kept for all pictures of this process."""
    return looker_of(making, loaded=True)


def _look(looker: Looker, pixels: Pixels) -> Look:
    """What one model makes of a picture. Whatever is wrong with the two together costs neither the other models nor the other pictures."""
    from app.library.sound_looks import check_look

    try:
        look = looker.look(pixels)
        check_look(look, looker.dimension)
    except MemoryError:
        raise
    except ModelUnavailable as error:
        return Look(trouble=shown(str(error)))
    except Exception as error:  # noqa: BLE001
        return Look(trouble=f"The picture brought the model {looker.model_id} down ({_said(error)}); please report this.")
    return look


def _said(error: Exception) -> str:
    from app.embedding.session import said_by

    return f"{type(error).__name__}: {said_by(str(error))}"


def _pixels(picture: Image, side: int) -> Pixels:
    """RGB (height, width, 3), no side longer than `side`."""
    import numpy as np

    scale = min(1.0, side / max(picture.size))
    size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    return np.asarray(picture if size == picture.size else picture.resize(size, reducing_gap=2))
