"""The space in which looks are compared with questions: that of the sentences, or that of a chosen model of the person's own."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock

import numpy as np

from app.config.seeing_settings import SeeingSettings
from app.domain.errors import ModelUnavailable
from app.domain.ports import CancelToken, Ids, LookQuery, LookRows, LookVectors
from app.library.look_matrix import LookMatrix
from app.library.looks import Looks
from app.search.looks import ENOUGH, LookScale, LookSpace
from app.services.without_refused import WithoutRefused

QUANTILE = 0.97
"""The share of questions about other things that must stay without an answer, as with words."""
COMPARED = 300
"""Looks that are compared with each other to tell what nearness of two pictures is worth."""
GROWN = 1.25
"""The share by which the looks must have grown for their scale to be measured anew."""


class LookSpaces:
    """Tells which space counts now. Threads may share it.

    `shipped` is the one of the guesses, None where their model is missing. A pair of the person's own counts from when it has looked at as
    many photos as the guesses know, and could make something of any: until then nothing that was found is lost.
    """

    def __init__(
        self,
        looks: Looks,
        settings: Callable[[], SeeingSettings],
        shipped: LookSpace | None,
        models: Path,
        off_topic: Callable[[], Sequence[str]],
    ) -> None:
        self._looks = looks
        self._settings = settings
        self._shipped = shipped
        self._models = models
        self._off_topic = off_topic
        self._own: _OwnSpace | None = None
        self._ready: tuple[tuple[str, int, int, int], bool] | None = None
        self._choosing = Lock()

    def __call__(self) -> LookSpace | None:
        """The space that counts now. Raises `LibraryUnavailable`."""
        name = self._settings().model
        if not name:
            return self._shipped
        with self._choosing:
            own = self._own_space(name)
            if own is None or not self._is_ready(own):
                return self._shipped
            try:
                return own.space(self._off_topic) or self._shipped
            except ModelUnavailable:
                return self._shipped

    def _own_space(self, name: str) -> "_OwnSpace | None":
        from app.embedding.clip_files import stamps

        if self._own is None or self._own.made_of != (name, stamps(self._models / name)):
            try:
                self._own = _OwnSpace(name, self._models, self._looks)
            except ModelUnavailable:
                self._own = None
        return self._own

    def _is_ready(self, own: "_OwnSpace") -> bool:
        """Counting goes over all photos, so that it is done again only when the library has changed."""
        catalogue = self._looks.catalogue
        counted = own.query.model_id, *catalogue.generations, catalogue.looks_generation
        if self._ready is None or self._ready[0] != counted:
            shipped = [self._shipped.model_id] if self._shipped else []
            tally = self._looks.tally([own.query.model_id, *shipped])
            seen = tally.looked([own.query.model_id])
            self._ready = counted, seen > 0 and (not shipped or seen >= tally.looked(shipped))
        return self._ready[1]


class _OwnSpace:
    """The space of one pair, its scale measured on the library's own looks."""

    def __init__(self, name: str, models: Path, looks: Looks) -> None:
        from app.embedding.clip import ClipModel
        from app.embedding.clip_files import stamps

        self.made_of = name, stamps(models / name)
        self.query = ClipModel(models / name)
        self._looks = looks
        self._vectors: LookVectors | None = None
        self._measured: tuple[int, LookSpace] | None = None

    def space(self, off_topic: Callable[[], Sequence[str]]) -> LookSpace | None:
        """None while it could make nothing of any photo. Raises `ModelUnavailable` or `LibraryUnavailable`."""
        if self._vectors is None:
            # By the half for texts alone: the one for pictures may bring a process down, and runs in workers.
            dimension = self.query.embed(["a"]).shape[1]
            matrix = LookMatrix(self._looks, self.query.model_id, dimension)
            self._vectors = WithoutPeople(WithoutRefused(matrix, self._looks.catalogue, self.query))
        looked = len(self._vectors.rows().photo_ids)
        if not looked:
            return None
        if self._measured is None or not self._measured[0] / GROWN <= looked <= self._measured[0] * GROWN:
            self._measured = looked, measured_space(self._vectors, self.query, off_topic())
        return self._measured[1]


class WithoutPeople:
    """The port `LookVectors` over another one: a model of the person's own sees people by itself."""

    def __init__(self, looks: LookVectors) -> None:
        self._looks = looks

    def rows(self) -> LookRows:
        """What the library holds now. Raises `LibraryUnavailable`."""
        rows = self._looks.rows()
        return replace(rows, people=np.zeros_like(rows.people))

    def prepare(self, token: CancelToken) -> None:
        """Read the looks now. Raises `LibraryUnavailable` and `Cancelled`."""
        self._looks.prepare(token)


def measured_space(vectors: LookVectors, query: LookQuery, off_topic: Sequence[str]) -> LookSpace:
    """A space whose scale lies so that of the questions about other things 97 in 100 list no photo.

    What most of them come to is worth nothing, and what their best come to is just enough to list a photo.
    """
    rows = vectors.rows()
    cosines = np.stack([rows.cosines(each) for each in query.embed(off_topic)])
    nothing, enough = float(np.median(cosines)), float(np.quantile(cosines.max(axis=1), QUANTILE))
    enough = max(enough, nothing + 1e-3)
    scale = LookScale(nothing, nothing + (enough - nothing) / ENOUGH)
    return LookSpace(vectors, query, scale, enough, _far(rows))


def _far(rows: LookRows) -> float:
    """The cosine that hardly any two of the pictures exceed."""
    some: Ids = np.linspace(0, len(rows.photo_ids) - 1, min(len(rows.photo_ids), COMPARED)).astype(np.int64)
    vectors = rows.vectors(some)
    cosines = (vectors @ vectors.T)[np.triu_indices(len(some), 1)]
    return float(min(np.quantile(cosines, QUANTILE), 0.99)) if len(cosines) else 0.0
