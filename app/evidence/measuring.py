"""Thresholds from measured questions: a band for each side, the gap between them, and what lies on the wrong side of it."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from app.domain.closeness import Band, LookMeasurement, Measured, MeasuredQuestion, Thresholds
from app.evidence.questions import FEWEST_QUESTIONS

WITHIN_BAND = 0.97
"""The share of a side's questions that its edge towards the other side keeps in: as many must get the mode that they should."""
FEW_BEYOND = 80
"""Of 100 questions about what photos show: where fewer lie beyond the band of the others, the guesses are too poor."""
SMALLEST_TOLD = 0.001
"""The smallest overlap of bands that is told as a number."""
M = TypeVar("M", bound=Measured)


def band(questions: Sequence[Measured], *, on_topic: bool) -> Band | None:
    """Where most questions of a side lie, by sentences or by looks; None of too few. The far edge is the farthest question."""
    cosines = _cosines(questions, on_topic)
    if len(cosines) < FEWEST_QUESTIONS:
        return None
    if on_topic:
        return Band(float(np.quantile(cosines, 1 - WITHIN_BAND)), float(max(cosines)))
    return Band(float(min(cosines)), float(np.quantile(cosines, WITHIN_BAND)))


def thresholds_between(off: Band | None, on: Band | None) -> Thresholds | None:
    """One third and two thirds of the gap between the bands; None where there is none."""
    if off is None or on is None or on.low <= off.high:
        return None
    gap = on.low - off.high
    return Thresholds(off.high + gap / 3, off.high + 2 * gap / 3)


def look_threshold(questions: Sequence[Measured]) -> float | None:
    """The cosine from which a look makes an answer adjacent: one third of the gap, as with words; None where there is none."""
    limits = thresholds_between(band(questions, on_topic=False), band(questions, on_topic=True))
    return limits.adjacent if limits else None


def crossing(questions: Sequence[MeasuredQuestion]) -> tuple[MeasuredQuestion, ...]:
    """The questions that lie on the wrong side, the farthest first: of the thresholds, or without a gap in the other side's band."""
    off, on = band(questions, on_topic=False), band(questions, on_topic=True)
    if off is None or on is None:
        return ()
    return _across(questions, thresholds_between(off, on) or Thresholds(on.low, off.high))


def crossing_looks(questions: Sequence[M]) -> tuple[M, ...]:
    """The same by looks, which have one threshold: what lies from there on is adjacent."""
    off, on = band(questions, on_topic=False), band(questions, on_topic=True)
    if off is None or on is None:
        return ()
    threshold = look_threshold(questions)
    return _across(questions, Thresholds(on.low, off.high) if threshold is None else Thresholds(threshold, threshold))


def _across(questions: Sequence[M], limits: Thresholds) -> tuple[M, ...]:
    across = [each for each in questions if _is_across(each, limits)]
    return tuple(sorted(across, key=lambda each: -_beyond(each, limits)))


def _is_across(question: Measured, limits: Thresholds) -> bool:
    """Whether it gets another label than it should: from a threshold on, the higher one."""
    return question.cosine < limits.strong if question.on_topic else question.cosine >= limits.adjacent


def _beyond(question: Measured, limits: Thresholds) -> float:
    return limits.strong - question.cosine if question.on_topic else question.cosine - limits.adjacent


def _cosines(questions: Sequence[Measured], on_topic: bool) -> list[float]:
    return [each.cosine for each in questions if each.on_topic is on_topic]


def explain(questions: Sequence[MeasuredQuestion]) -> str:
    """What measuring by words came to, for the person: one or two plain sentences."""
    if not questions:
        return "No photo has a caption or a title, so nothing was measured by words. The old thresholds stay."
    off, on = band(questions, on_topic=False), band(questions, on_topic=True)
    if off is None or on is None:
        which = "about your photos" if on is None else "about other things"
        return f"There are fewer than {FEWEST_QUESTIONS} questions {which}, too few to tell a band. The old thresholds stay."
    if thresholds_between(off, on) is None:
        return (
            "There is no gap: questions that your photos answer lie no closer than questions that have nothing to do with them. "
            "The embeddings are wrong before the thresholds are, so the old thresholds stay."
        )
    return "97 in 100 questions that your photos answer lie closer than 97 in 100 of the others; the thresholds divide the gap in three."


def explain_looks(looks: LookMeasurement) -> str:
    """What measuring by looks came to, for the person."""
    off, on = band(looks.questions, on_topic=False), band(looks.questions, on_topic=True)
    if off is None or on is None:
        which = "about what your photos show" if on is None else "about other things"
        return f"There are fewer than {FEWEST_QUESTIONS} questions {which}, too few to tell a band of looks. Their old threshold stays."
    if looks.threshold is None:
        return f"There is no gap between the looks’ bands: {_overlap(looks.questions, off, on)}"
    return "97 in 100 questions about what your photos show lie closer to what Candid guesses than 97 in 100 of the others."


def _overlap(questions: Sequence[Measured], off: Band, on: Band) -> str:
    """How the bands of looks overlap; they may by a hair, while nearly all questions lie apart."""
    cosines, overlap = _cosines(questions, on_topic=True), off.high - on.low
    beyond = int(100 * sum(each > off.high for each in cosines) / len(cosines))
    if beyond < FEW_BEYOND:
        return (
            f"of 100 questions about what your photos show only {beyond} lie closer to what Candid guesses than nearly all questions "
            "about other things. The guesses are too poor for these questions, so their old threshold stays."
        )
    by = f"by {overlap:.3f}" if overlap >= SMALLEST_TOLD else f"by less than {SMALLEST_TOLD}"
    return (
        f"they overlap {by}. {beyond} in 100 questions about what your photos show lie closer to what Candid guesses than 97 in 100 of the "
        "others, but no threshold follows without a gap, so the old one stays."
    )
