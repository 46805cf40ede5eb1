"""Measurements whose questions lie where a test wants them."""

from collections.abc import Sequence

from app.domain.closeness import LookMeasurement, MeasuredLook, MeasuredQuestion, Measurement
from app.domain.evidence import Closeness
from app.domain.ids import ModelId
from app.evidence.measuring import band, look_threshold, thresholds_between

WITH_GAP = ((0.60, 0.98), (0.10, 0.40))
WITHOUT_GAP = ((0.35, 0.75), (0.20, 0.52))


def spread(low: float, high: float, number: int) -> list[float]:
    """Numbers at equal distances."""
    return [low + (high - low) * step / max(1, number - 1) for step in range(number)]


def question(text: str, closeness: float, *, on_topic: bool = True) -> MeasuredQuestion:
    """A question that came so close."""
    return MeasuredQuestion(text, on_topic, Closeness(closeness, 0.0))


def measurement_of(questions: Sequence[MeasuredQuestion], *, measured_at: str = "2026-06-14T10:20:30+02:00") -> Measurement:
    """A measurement of these questions, with the thresholds that follow from them."""
    bands = [band(questions, on_topic=side) for side in (False, True)]
    return Measurement(ModelId("model/1"), 2_500, 2_600, 9_000, measured_at, tuple(questions), thresholds_between(*bands))


def measurement(
    on: tuple[float, float] = WITH_GAP[0], off: tuple[float, float] = WITH_GAP[1], numbers: tuple[int, int] = (60, 40)
) -> Measurement:
    """On-topic and off-topic questions at equal distances between two closenesses."""
    asked = [question(f"photo {number}", value) for number, value in enumerate(spread(*on, numbers[0]))]
    asked += [question(f"other {number}", value, on_topic=False) for number, value in enumerate(spread(*off, numbers[1]))]
    return measurement_of(asked)


def looks(
    on: tuple[float, float] = (0.5, 0.9), off: tuple[float, float] = (0.1, 0.4), numbers: tuple[int, int] = (60, 40)
) -> LookMeasurement:
    """The same by looks."""
    asked = [MeasuredLook(f"which photos show thing {number}?", True, value) for number, value in enumerate(spread(*on, numbers[0]))]
    asked += [MeasuredLook(f"other {number}", False, value) for number, value in enumerate(spread(*off, numbers[1]))]
    return LookMeasurement(ModelId("content/1"), 2_000, tuple(asked), look_threshold(asked))
