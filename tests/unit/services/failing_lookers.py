"""Stand-ins for models that fail in ways of their own, imported by workers."""

import numpy as np

from app.domain.ids import ModelId
from app.domain.look import FaceBox, Look, Told
from app.services.lookers import Looker

OWN, BENT = ModelId("mine/1234"), ModelId("bent/1")


def own(_: str) -> Looker:
    """A model of the person's own that does well."""
    return Looker(OWN, lambda _: Look(np.array([0, 1], np.float32)), dimension=None, own=True)


def bent(how: str) -> Looker:
    """Its looks cannot be kept."""
    looks = {
        "short": Look(np.array([3e-22, 0, 0], np.float32)),
        "nan": Look(np.array([np.nan, 0, 1], np.float32)),
        "other": Look(np.array([1, 0], np.float32)),
        "none": Look(),
        "faces": Look(np.array([1, 0, 0], np.float32), faces=(FaceBox(np.nan, 0, 1, 1, 0.5),)),
    }
    return Looker(BENT, lambda _: looks[how], dimension=3)


def reader(_: str) -> Looker:
    """It reads a text, and finds no faces."""
    return Looker(ModelId("reader-1"), lambda _: Look(text=("Harbour festival",)), told=(Told.TEXT, Told.FACES))


def broken(_: str) -> Looker:
    """It cannot even be made, for a reason that nobody thought of."""
    raise RuntimeError("no\x1b such\ndevice")
