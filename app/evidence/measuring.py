"""Thresholds from measured questions: a band for each side, the gap between them, and what lies on the wrong side of it."""

from collections.abc import Sequence

import numpy as np

from app.domain.closeness import Band, MeasuredQuestion, Thresholds
from app.evidence.questions import FEWEST_QUESTIONS

WITHIN_BAND = 0.97
"""The share of a side's questions that its edge towards the other side keeps in: as many must get the mode that they should."""


def band(questions: Sequence[MeasuredQuestion], *, on_topic: bool) -> Band | None:
    """Where most questions of a side lie, by what sentences say of them; None of too few. The far edge is the farthest question."""
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


def crossing(questions: Sequence[MeasuredQuestion]) -> tuple[MeasuredQuestion, ...]:
    """The questions that lie on the wrong side, the farthest first: of the thresholds, or without a gap in the other side's band."""
    off, on = band(questions, on_topic=False), band(questions, on_topic=True)
    if off is None or on is None:
        return ()
    limits = thresholds_between(off, on) or Thresholds(on.low, off.high)
    across = [each for each in questions if _is_across(each, limits)]
    return tuple(sorted(across, key=lambda each: -_beyond(each, limits)))


def _is_across(question: MeasuredQuestion, limits: Thresholds) -> bool:
    """Whether it gets another label than it should: from a threshold on, the higher one."""
    cosine = question.closeness.sentences
    return cosine < limits.strong if question.on_topic else cosine >= limits.adjacent


def _beyond(question: MeasuredQuestion, limits: Thresholds) -> float:
    cosine = question.closeness.sentences
    return limits.strong - cosine if question.on_topic else cosine - limits.adjacent


def _cosines(questions: Sequence[MeasuredQuestion], on_topic: bool) -> list[float]:
    return [each.closeness.sentences for each in questions if each.on_topic is on_topic]


def explain(questions: Sequence[MeasuredQuestion]) -> str:
    """What measuring came to, for the person: one or two plain sentences."""
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
