"""What measuring says of looks, which are guesses: as text for people, and as an object for programs."""

from collections.abc import Sequence

from app.cli.output import printable
from app.domain.closeness import LookMeasurement, Measured
from app.evidence.measuring import band, crossing_looks, explain_looks

MOST_ACROSS = 20
"""Questions on the wrong side that are listed for people; --json has them all."""
_SIDES = (("about other things", False), ("about what is seen", True))


def looks_object(looks: LookMeasurement, in_use: float) -> dict[str, object]:
    """Both bands with their questions, the threshold that follows (null without a gap) and the one in use."""
    off, on = band(looks.questions, on_topic=False), band(looks.questions, on_topic=True)
    gap = None if looks.threshold is None or off is None or on is None else {"from": rounded(off.high), "to": rounded(on.low)}
    return {
        "model": looks.model_id,
        "photos": looks.photos,
        "off": _side_object(looks, on_topic=False),
        "on": _side_object(looks, on_topic=True),
        "gap": gap,
        "threshold": rounded(looks.threshold),
        "in_use": rounded(in_use),
        "crossing": [{**_question_object(each), "side": "on" if each.on_topic else "off"} for each in crossing_looks(looks.questions)],
        "explanation": explain_looks(looks),
    }


def looks_lines(looks: LookMeasurement, in_use: float) -> list[str]:
    """The same for people, without the list of all questions."""
    lines = ["", f"By look (guesses): {looks.photos} photos looked at, {len(looks.questions)} questions, model {looks.model_id}"]
    for name, on_topic in _SIDES:
        found = band(looks.questions, on_topic=on_topic)
        lines.append(f"  {name + ':':20} {f'{found.low:.3f} to {found.high:.3f}' if found else 'too few questions'}")
    if looks.threshold is not None:
        lines.append(f"  measured: adjacent from {looks.threshold:.3f}")
    return [*lines, f"  in use:   adjacent from {in_use:.3f}", explain_looks(looks), *across(crossing_looks(looks.questions))]


def across(questions: Sequence[Measured]) -> list[str]:
    """Lines for the questions on the wrong side: none, or a heading and the first of them."""
    lines = [f"  {each.cosine:.3f}  {printable(each.text)}" for each in questions[:MOST_ACROSS]]
    more = [f"  … and {len(questions) - MOST_ACROSS:,} more"] if len(questions) > MOST_ACROSS else []
    return ["Questions on the wrong side:", *lines, *more] if lines else []


def rounded(number: float | None) -> float | None:
    """A cosine for a program; None where there is none."""
    return None if number is None else round(number, 4)


def _side_object(looks: LookMeasurement, *, on_topic: bool) -> dict[str, object]:
    found = band(looks.questions, on_topic=on_topic)
    return {
        "low": rounded(found.low if found else None),
        "high": rounded(found.high if found else None),
        "questions": [_question_object(each) for each in looks.questions if each.on_topic is on_topic],
    }


def _question_object(question: Measured) -> dict[str, object]:
    return {"text": question.text, "closeness": rounded(question.cosine)}
