"""Stand-ins for models that look at pictures, imported by workers: they tell sizes and colours, or fail as the first pixel says."""

import os
import signal
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.errors import ModelUnavailable
from app.domain.ids import ModelId
from app.domain.look import FaceBox, Guess, Look, Told
from app.services.lookers import Looker

Pixels = NDArray[np.uint8]

CRASH, HANG, MEMORY, ERROR, KILLED = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (255, 0, 255)
COLOURS, SIZES, LARGE = ModelId("colours-1"), ModelId("sizes-1"), ModelId("large-1")


class Unpicklable(Exception):
    """An exception that pickles and does not unpickle."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def colours(folder: str) -> Looker:
    """The mean colour as a vector, and its name as a guess; each picture that it sees leaves a mark in the folder."""

    def look(picture: Pixels) -> Look:
        first = tuple(picture[0, 0].tolist())
        mark = Path(folder, f"{first}.seen")
        was_there = mark.exists()
        with mark.open("a") as file:
            file.write("x")
        _fail(first, again=was_there)
        mean = picture.reshape(-1, 3).mean(axis=0) + 1
        return Look(np.asarray(mean / np.linalg.norm(mean), np.float32), (Guess(f"grey {first[0]}", 0.5),))

    return Looker(COLOURS, look, told=(Told.GUESSES,), dimension=3)


def _fail(pixel: tuple[int, ...], *, again: bool) -> None:
    if pixel == CRASH:
        os.kill(os.getpid(), signal.SIGSEGV)
    if pixel == HANG:
        time.sleep(600)
    if pixel == MEMORY:
        bytearray(8_000_000_000)
    if pixel == ERROR:
        raise Unpicklable("one", "two")
    if pixel == KILLED and not again:
        os.kill(os.getpid(), signal.SIGKILL)


def sizes(_: str) -> Looker:
    """Width and height as a text, and no face."""
    return Looker(SIZES, lambda picture: Look(text=(f"{picture.shape[1]} x {picture.shape[0]}",)), told=(Told.TEXT, Told.FACES))


def large(_: str) -> Looker:
    """As `sizes`, of a picture with more pixels, as one face whose score is the longest side in thousands."""

    def look(picture: Pixels) -> Look:
        return Look(faces=(FaceBox(0, 0, 1, 1, max(picture.shape) / 1000),))

    return Looker(LARGE, look, told=(Told.FACES,), side=2000)


def absent(_: str) -> Looker:
    """A model of which the files are missing."""
    raise ModelUnavailable("The first model is not there.")


def altered(_: str) -> Looker:
    """A model of which it shows only in a worker that it cannot look."""

    def load() -> None:
        raise ModelUnavailable("The second model is not the one that was shipped.")

    return Looker(ModelId("altered-1"), lambda _: Look(), load)
