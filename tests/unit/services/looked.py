"""Looks of photos as a test wants them: each as the meaning of a text."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.bootstrap import Built
from app.domain.errors import ModelUnavailable
from app.domain.ids import ModelId, PhotoId
from app.domain.ports import CancelToken, LookRows, Vectors
from app.embedding.sentence import SentenceModel
from app.search.looks import LookSpace
from app.services.by_look import ChosenRuler, LookRuler

CONTENT = ModelId("content")


@dataclass
class Looks:
    """What was looked at: photos with a text for the look of each; both ports of looks."""

    embedder: SentenceModel
    texts: dict[PhotoId, str]
    missing: bool = False
    model_id: ModelId = CONTENT

    def rows(self) -> LookRows:
        """Their looks, of nobody."""
        ids = np.array(sorted(self.texts), np.int64)
        matrix = self.embedder.embed([self.texts[PhotoId(each)] for each in ids.tolist()])
        return LookRows(ids, matrix, np.zeros(len(ids), np.uint8))

    def prepare(self, token: CancelToken) -> None:
        """They are there."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Those of the sentence model, while it is there."""
        if self.missing:
            raise ModelUnavailable("The model is gone.")
        return self.embedder.embed(texts)


def photo_ids(built: Built) -> dict[str, PhotoId]:
    """The photos of a library by the names of their files."""
    photos = built.catalogue.photos(map(PhotoId, built.catalogue.browse().tolist()))
    return {Path(photo.path).name: photo.id for photo in photos.values()}


def ruler_of(looks: Looks) -> ChosenRuler:
    """Measures by these looks, and no others."""
    ruler = LookRuler(LookSpace(looks, looks))
    return lambda: ruler
