"""Closeness measured over a library: which questions lay where, and the thresholds that follow."""

from dataclasses import dataclass
from typing import Protocol

from app.domain.evidence import Closeness
from app.domain.ids import ModelId


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Cosines from which an answer is adjacent (`adjacent`) or sourced (`strong`)."""

    adjacent: float
    strong: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The cosines from which answers are labelled: those of words, and `look`, that of looks, from which an answer is adjacent."""

    words: Thresholds
    look: float


class Measured(Protocol):
    """A question that was measured by words or by looks."""

    @property
    def text(self) -> str:
        """The question; empty once a folder was forgotten whose words it may hold."""

    @property
    def on_topic(self) -> bool:
        """Whether it is about the photos."""

    @property
    def cosine(self) -> float:
        """How close it came to what it is measured by, -1 to 1."""


@dataclass(frozen=True, slots=True)
class MeasuredQuestion:
    """A question that the library should cover (`on_topic`) or has nothing to do with, and how close it came to its words."""

    text: str
    on_topic: bool
    closeness: Closeness

    @property
    def cosine(self) -> float:
        """That of sentences, by which labels are given."""
        return self.closeness.sentences


@dataclass(frozen=True, slots=True)
class MeasuredLook:
    """A question about what photos show (`on_topic`) or about other things, and its cosine to the nearest look, which is a guess."""

    text: str
    on_topic: bool
    cosine: float


@dataclass(frozen=True, slots=True)
class LookMeasurement:
    """What a run says of looks. `model_id` is the model that looked at `photos` photos.

    `threshold` is the cosine from which an answer is adjacent by look alone; None where the bands leave no gap.
    """

    model_id: ModelId
    photos: int
    questions: tuple[MeasuredLook, ...]
    threshold: float | None


@dataclass(frozen=True, slots=True)
class Measurement:
    """One run of measuring. `measured_at` is local ISO 8601; `thresholds` is None where the bands leave no gap.

    `last_passage` is the highest passage id of the library then: ids only grow, so that it tells what has come since. `questions` are
    those measured by words, none where there were none; `looks` is None where no photo was looked at.
    """

    model_id: ModelId
    photos: int
    passages: int
    last_passage: int
    measured_at: str
    questions: tuple[MeasuredQuestion, ...]
    thresholds: Thresholds | None
    looks: LookMeasurement | None = None


@dataclass(frozen=True, slots=True)
class Band:
    """Where most questions of one side lie: cosines from `low` to `high`."""

    low: float
    high: float
