"""Closeness measured over a library: which questions lay where, and the thresholds that follow."""

from dataclasses import dataclass

from app.domain.evidence import Closeness
from app.domain.ids import ModelId


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Cosines from which an answer is adjacent (`adjacent`) or sourced (`strong`)."""

    adjacent: float
    strong: float


@dataclass(frozen=True, slots=True)
class MeasuredQuestion:
    """A question that the library should cover (`on_topic`) or has nothing to do with, and how close it came."""

    text: str
    on_topic: bool
    closeness: Closeness


@dataclass(frozen=True, slots=True)
class Measurement:
    """One run of measuring. `measured_at` is local ISO 8601; `thresholds` is None where the bands leave no gap.

    `last_passage` is the highest passage id of the library then: ids only grow, so that it tells what has come since.
    """

    model_id: ModelId
    photos: int
    passages: int
    last_passage: int
    measured_at: str
    questions: tuple[MeasuredQuestion, ...]
    thresholds: Thresholds | None


@dataclass(frozen=True, slots=True)
class Band:
    """Where most questions of one side lie: cosines from `low` to `high`."""

    low: float
    high: float
