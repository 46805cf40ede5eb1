"""What a plot of bands shows: the questions of one measure, by words or by looks, with what they came to."""

from dataclasses import dataclass

from app.domain.closeness import LookMeasurement, Measured, Measurement
from app.domain.evidence import AnswerMode
from app.evidence.measuring import crossing, crossing_looks, explain, explain_looks
from app.gui.formatting import count
from app.gui.measure_texts import LOOK_SIDES, SIDES, about_measurement

BY_LOOK = "By look (guesses)"


@dataclass(frozen=True, slots=True)
class Bands:
    """`limits` are the labels that an answer may have beside open, each with the cosine that it begins at; none where there is no gap.

    `sides` say what the questions are about, by `on_topic`; `crossing` lie on the wrong side.
    """

    title: str
    about: str
    axis: str
    sides: tuple[str, str]
    questions: tuple[Measured, ...]
    limits: tuple[tuple[AnswerMode, float], ...]
    crossing: tuple[Measured, ...]
    explained: str


def bands_of_words(measurement: Measurement) -> Bands:
    """How close questions come to what is said of the photos."""
    limits = measurement.thresholds
    return Bands(
        "How close questions come to the words of these photos",
        about_measurement(measurement),
        "closeness to the nearest words of the photos",
        SIDES,
        _in_order(measurement.questions),
        ((AnswerMode.ADJACENT, limits.adjacent), (AnswerMode.SOURCED, limits.strong)) if limits else (),
        crossing(measurement.questions),
        explain(measurement.questions),
    )


def bands_of_looks(looks: LookMeasurement) -> Bands:
    """How close questions come to what Candid guesses that the photos show."""
    return Bands(
        BY_LOOK,
        f"{BY_LOOK} · {count(looks.photos, 'photo')} looked at · {count(len(looks.questions), 'question')}",
        "closeness to the nearest look, which is a guess",
        LOOK_SIDES,
        _in_order(looks.questions),
        () if looks.threshold is None else ((AnswerMode.ADJACENT, looks.threshold),),
        crossing_looks(looks.questions),
        explain_looks(looks),
    )


def all_bands(measurement: Measurement) -> tuple[Bands, ...]:
    """Of words, and where photos were looked at of looks."""
    return (bands_of_words(measurement), *([bands_of_looks(measurement.looks)] if measurement.looks else []))


def _in_order(questions: tuple[Measured, ...]) -> tuple[Measured, ...]:
    return tuple(sorted(questions, key=lambda each: (each.on_topic, each.cosine, each.text)))
