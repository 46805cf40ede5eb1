"""Guesses what a picture shows, with a classifier of 1,000 classes, as a vector among the sentences' and as names.

The vector is the mean of the sentence vectors of the likeliest classes, each weighted by how likely it is, of length 1 (ConSE,
Norouzi et al. 2013). docs/decisions/0025-content-model.md has what was measured.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.errors import ModelUnavailable
from app.domain.ids import ModelId
from app.domain.look import Guess
from app.domain.ports import Vectors
from app.embedding.content_views import views
from app.embedding.manifest import REINSTALL, ContentEntry, read_manifest
from app.embedding.once import Once
from app.embedding.session import load_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

MEANING_TEMPERATURE = 1.2
"""By what the logits are divided where they weigh vectors: second thoughts help to find."""
GUESS_TEMPERATURE = 0.8
"""By what they are divided where they are told: so much of its share a name is right."""
LIKELIEST = 20
"""Classes that make the vector; the hundreds of unlikely ones add their mean, which says nothing of this picture."""
FEWEST_SHARE = 0.1
"""The share from which a name is told beside a likelier one. `look.SURE` is that from which it is more often right than wrong."""
MOST_GUESSES = 5

Shares = NDArray[np.float32]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Classes:
    """What the classes are called: the name at `meaning[i]` means the class at `meant[i]`, and may mean others too.

    `meaning` and `meant` int64 (pairs,), `vectors` float32 (classes, dimension).
    """

    names: tuple[str, ...]
    meaning: Places
    meant: Places
    vectors: Vectors

    def told(self, likely: Shares) -> NDArray[np.float64]:
        """How likely each name is, (names,), in hundredths."""
        # Not a product of matrices: its threads would wait for each other in a worker that has one processor.
        return np.round(np.bincount(self.meaning, likely[self.meant], len(self.names)), 2)

    def breadths(self) -> Places:
        """How many classes each name means, (names,)."""
        return np.bincount(self.meaning, minlength=len(self.names))


@dataclass(frozen=True, slots=True)
class LoadedContent:
    """A loaded content model. It keeps no state between calls, so any number of threads may use it."""

    session: InferenceSession
    classes: Classes

    def logits(self, pixels: Iterable[NDArray[np.uint8]]) -> Vectors:
        """What the network says of each view, uint8 (height, width, 3): float32 (views, classes)."""
        # Views differ in size, and alone each is the same whatever stands beside it.
        return np.concatenate([self.session.run(["logits"], {"pixels": view[None]})[0] for view in pixels])


class ContentModel:
    """Pictures in, guesses out, by the model of the manifest's `content` table. Any number of threads may share it."""

    def __init__(self, models: Path, threads: int = 1) -> None:
        """Read the manifest of a models folder.

        Raises `ModelUnavailable` if that is not possible, or if the classes' vectors are of another sentence model than the manifest's.
        """
        manifest = read_manifest(models)
        self._entry = manifest.content
        if self._entry.sentence != manifest.sentence.id:
            raise ModelUnavailable(
                f"The content model in {models} was made for the sentence model {self._entry.sentence}, "
                f"and {manifest.sentence.id} is there; {REINSTALL}."
            )
        self._threads = threads
        self._loaded = Once(self._load)

    @property
    def model_id(self) -> ModelId:
        """Identifies weights, views and class vectors; looks of different ids are never compared."""
        return self._entry.id

    @property
    def dimension(self) -> int:
        """Length of a vector: the sentence model's."""
        return self._entry.dimension

    def load(self) -> None:
        """Load now what `look` would load. Raises `ModelUnavailable` if a file is missing, altered or refused."""
        self._loaded()

    def look(self, picture: NDArray[np.uint8]) -> tuple[Vectors, tuple[Guess, ...]]:
        """The unit vector, float32 (dimension,), and one to five guesses, likeliest first, of an upright RGB picture (height, width, 3).

        Any size from 1 × 1 on is accepted. Raises `ModelUnavailable` like `load`.
        """
        loaded = self._loaded()
        logits = loaded.logits(views(picture, self._entry.side))
        meant, told = shares(logits, MEANING_TEMPERATURE), shares(logits, GUESS_TEMPERATURE)
        return vector(meant, loaded.classes), guesses(told, loaded.classes)

    def _load(self) -> LoadedContent:
        session = load_session(self._entry.model.read(), "the content model", self._threads)
        return LoadedContent(session, read_classes(self._entry))


def read_classes(entry: ContentEntry) -> Classes:
    """Names and vectors of the classes. Raises `ModelUnavailable` if a file is missing or altered."""
    vectors = np.load(io.BytesIO(entry.vectors.read()), allow_pickle=False).astype(np.float32)
    rows = [line.split("\t") for line in entry.names.read().decode("utf-8").splitlines()]
    places = {name: place for place, name in enumerate(dict.fromkeys(name for row in rows for name in row))}
    pairs = np.array([(places[name], number) for number, row in enumerate(rows) for name in row])
    return Classes(tuple(places), pairs[:, 0], pairs[:, 1], vectors)


def shares(logits: Vectors, temperature: float) -> Shares:
    """How likely each class is, float32 (classes,), as the mean over views."""
    likely = np.exp((logits - logits.max(axis=1, keepdims=True)) / np.float32(temperature))
    mean: Shares = (likely / likely.sum(axis=1, keepdims=True)).mean(axis=0)
    return mean


def vector(weights: Shares, classes: Classes) -> Vectors:
    """The unit mean of the likeliest classes' vectors, weighted by their shares."""
    likeliest = np.argsort(-weights, kind="stable")[:LIKELIEST]
    mean: Vectors = weights[likeliest] @ classes.vectors[likeliest]
    return mean / np.linalg.norm(mean)


def guesses(likely: Shares, classes: Classes) -> tuple[Guess, ...]:
    """The likeliest name, then those that are likely enough, shares in hundredths; of two equal ones the more exact name comes first."""
    told = classes.told(likely)
    order = np.lexsort((classes.breadths(), -told))[:MOST_GUESSES]
    told_names = [place for number, place in enumerate(order) if number == 0 or told[place] >= FEWEST_SHARE]
    return tuple(Guess(classes.names[place], min(1.0, float(told[place]))) for place in told_names)
