"""What the pixels of a picture seem to show. Everything here is a machine's guess, save for face regions, which somebody drew."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # Workers that only read photos import this module, and need no numpy for it.
    import numpy as np
    from numpy.typing import NDArray

PEOPLE_PHRASES = ("", "a portrait of a person", "a person", "two people", "a group of people")
"""What found faces say of a picture, as texts to embed; the first says nothing."""

PEOPLE_TAGS = ("", "portrait", "person", "two people", "group of people")
"""The same as tags."""

PORTRAIT_HEIGHT = 0.25
"""The part of the picture's height from which on a lone face makes it a portrait."""

SURE = 0.4
"""The share from which on a guess is more often right than wrong (docs/decisions/0025-content-model.md)."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What a picture may show, and how likely it is, 0 to 1."""

    name: str
    share: float

    @property
    def is_sure(self) -> bool:
        """Whether it is sure enough to be told by itself; another is told where there is none that is, as one that may be wrong."""
        return self.share >= SURE


@dataclass(frozen=True, slots=True)
class FaceBox:
    """A face that was found: fractions of the upright picture, from its upper left corner; `score` 0 to 1."""

    left: float
    top: float
    width: float
    height: float
    score: float


@dataclass(frozen=True, slots=True)
class FaceRegion:
    """A face that another program has marked, with its name if it has one: fractions of the upright picture."""

    name: str | None
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Quality:
    """`sharpness` compares pictures of one scene alone, larger is sharper; `dark` and `bright` are shares of pixels without detail."""

    sharpness: float
    dark: float
    bright: float


@dataclass(frozen=True, slots=True)
class Look:
    """What one model makes of one picture; what a model does not tell stays empty.

    `vector` is float32 (dimension,), of unit length. `guesses` are the likeliest first. `text` are lines of text in the picture.
    `trouble` is one sentence that says why nothing could be told.
    """

    vector: NDArray[np.float32] | None = None
    guesses: tuple[Guess, ...] = ()
    faces: tuple[FaceBox, ...] = ()
    text: tuple[str, ...] = ()
    quality: Quality | None = None
    trouble: str = ""


class Told(StrEnum):
    """A part of a `Look`, by its name there, that a model tells of, also where it finds nothing of the kind."""

    GUESSES = "guesses"
    FACES = "faces"
    TEXT = "text"
    QUALITY = "quality"


def people_phrase(heights: Sequence[float]) -> int:
    """The place in `PEOPLE_PHRASES` for faces of these heights, as fractions of the picture's."""
    if len(heights) == 1:
        return 1 if heights[0] >= PORTRAIT_HEIGHT else 2
    return min(len(heights) + 1, 4) if heights else 0


def shown_guesses(refused: Collection[str], look: Look) -> tuple[Guess, ...]:
    """The sure guesses of a look, or all where none is sure, the likeliest first; none to which the person has said "not this"."""
    left = tuple(each for each in look.guesses if not is_refused(refused, each.name))
    return tuple(each for each in left if each.is_sure) or left


def shown_people(refused: Collection[str], look: Look) -> str:
    """What the found faces say of the picture, one of `PEOPLE_PHRASES`; empty where they say nothing, or the person has refused it."""
    phrase = PEOPLE_PHRASES[people_phrase([each.height for each in look.faces])]
    return "" if is_refused(refused, phrase) else phrase


def is_refused(refused: Collection[str], name: str) -> bool:
    """Whether a guess of this name is among the refused ones, however it is spelt."""
    return _key(name) in map(_key, refused)


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
