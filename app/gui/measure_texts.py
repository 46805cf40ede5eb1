"""Sentences about measuring, as the page and the plot say them. Questions may come from captions: one line each, never markup."""

from app.domain.closeness import Measured, Measurement, Thresholds
from app.domain.words import shown
from app.domain.written import moment
from app.evidence.questions import FEWEST_QUESTIONS
from app.gui.formatting import cosine, count, time_left
from app.library.records import StoredMeasurement
from app.services.measure import MeasureProgress

SIDES = ("about other things", "about your photos")
"""What the questions of a side are, by `on_topic`."""
LOOK_SIDES = ("about other things", "about what is seen")
"""The same of those that are measured by looks."""
ERASED = "(erased with a forgotten folder)"
LONGEST = 300
"""Characters of a question that are shown."""


def one_line(text: str) -> str:
    """A text on one line, bounded."""
    line = shown(" ".join(text[: 4 * LONGEST].split()))
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


def asked(question: Measured) -> str:
    """A question's words, where they are still kept: those that came from a folder's captions are erased with it."""
    return one_line(question.text) or ERASED


def question_text(question: Measured, sides: tuple[str, str] = SIDES) -> str:
    """`“a dog on a beach” · about your photos · 0.620`."""
    text = f"“{asked(question)}”" if question.text.strip() else ERASED
    return f"{text} · {sides[question.on_topic]} · {cosine(question.cosine)}"


def when(measured_at: str) -> str:
    """`14 June 2026, 10:20` of local ISO 8601, with an offset or without."""
    return moment(measured_at[:16])


def about_measurement(measurement: Measurement) -> str:
    """`Measured on 14 June 2026, 10:20 · 2,500 photos · 262 questions`."""
    photos, questions = count(measurement.photos, "photo"), count(len(measurement.questions), "question")
    return f"Measured on {when(measurement.measured_at)} · {photos} · {questions}"


def source_text(thresholds: Thresholds, history: tuple[StoredMeasurement, ...]) -> str:
    """Where the numbers in use come from."""
    applied = next((each.measurement for each in history if each.applied), None)
    if applied is None:
        return "These numbers come with Candid."
    if applied.thresholds is None:
        return f"The number of looks was measured on {when(applied.measured_at)}; the others come with Candid."
    if applied.thresholds != thresholds:
        return "These numbers come with Candid: those that you applied were measured with another language model."
    return f"Measured on {when(applied.measured_at)} with {count(applied.photos, 'photo')}."


def progress_text(progress: MeasureProgress) -> str:
    """`48 of 262 questions · about 12 s left`."""
    parts = (f"{progress.done:,} of {count(progress.total, 'question')}", time_left(progress.seconds_left))
    return " · ".join(part for part in parts if part)


def list_text(number: int) -> str:
    """What is under a list of the person's own questions."""
    if number == 0:
        return f"Empty: Candid asks its own. Of yours it needs at least {FEWEST_QUESTIONS}."
    text = count(number, "question")
    return text if number >= FEWEST_QUESTIONS else f"{text}; at least {FEWEST_QUESTIONS} are needed."
