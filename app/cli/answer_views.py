"""Answers, measurements and verdicts as text for people and as objects for programs; the objects' keys are stable."""

from collections.abc import Sequence
from dataclasses import asdict

from app.assistant.answer import Answer, Line, Origin
from app.assistant.flags import Flag
from app.assistant.gates.verdict import Rejection, Verdict
from app.assistant.reply import AssistantReply, Prose
from app.cli.look_views import across, looks_lines, looks_object, rounded
from app.cli.output import printable
from app.domain.closeness import Band, MeasuredQuestion, Thresholds
from app.domain.evidence import AnswerMode
from app.evidence.measuring import band, crossing, explain
from app.library.records import StoredMeasurement

LABELS = {
    AnswerMode.SOURCED: "Sourced: the answer rests on what your library says.",
    AnswerMode.ADJACENT: "Adjacent: your photos come near to this; whether they answer it, Candid cannot tell.",
    AnswerMode.OPEN: "Open: nothing of your photos is used in this answer.",
}
_ORIGINS = {Origin.CANDID: "checked", Origin.LIBRARY: "about a photo", Origin.GENERAL: "general"}


def answer_object(answer: Answer) -> dict[str, object]:
    """`answer` holds the lines in order, `origins` who says each; `closeness` is null where it could not be measured.

    It is that of words, or where `by_look` that of looks, which then decided the mode.
    """
    return {
        "mode": answer.mode.value,
        "closeness": _closeness(answer),
        "closeness_to": _closeness_to(answer),
        "by_look": answer.by_look,
        "why": answer.why,
        "understood": list(answer.understood),
        "answer": [line.text for line in answer.lines],
        "origins": [line.origin.value for line in answer.lines],
        "verified": list(answer.verified),
        "cited": [{"id": each.id, "path": each.path} for each in answer.cited],
        "rejected": answer.rejected,
        "reasons": _reason_objects(answer.reasons),
        "flags": _flag_objects(answer.flags),
        "suggested": list(answer.suggested),
    }


def _closeness(answer: Answer) -> float | None:
    if answer.by_look and answer.look is not None:
        return round(answer.look, 4)
    return None if answer.closeness is None else round(answer.closeness.value, 4)


def _closeness_to(answer: Answer) -> dict[str, float | None] | None:
    """Each measure by itself; `looks` is null where no look was compared."""
    if answer.closeness is None:
        return None
    words = {name: round(each, 4) for name, each in asdict(answer.closeness).items()}
    return {**words, "looks": None if answer.look is None else round(answer.look, 4)}


def answer_text(answer: Answer) -> str:
    """The label, what was understood, the lines, and what they cite."""
    understood = [f"Understood: {' · '.join(map(printable, answer.understood))}"] if answer.understood else []
    cited = ["", "Cited:", *(f"  {printable(each.id)}  {printable(each.path)}" for each in answer.cited)] if answer.cited else []
    suggested = ["", f"Search instead: {' · '.join(map(printable, answer.suggested))}"] if answer.suggested else []
    why = [printable(answer.why)] if answer.why else []
    return "\n".join([LABELS[answer.mode], *why, *understood, "", *(_line(each) for each in answer.lines), *suggested, *cited])


def _line(line: Line) -> str:
    return printable(line.text) if line.origin is Origin.CANDID else f"{printable(line.text)}  [{_ORIGINS[line.origin]}, not checked]"


def verdict_object(verdict: Verdict, flags: Sequence[Flag]) -> dict[str, object]:
    """`flags` mark prose that was accepted and names a relationship that nobody checked; `redactions` are paths that were taken out."""
    return {
        "accepted": verdict.accepted,
        "reasons": _reason_objects(verdict.reasons),
        "flags": _flag_objects(flags),
        "redactions": [asdict(each) for each in verdict.redactions],
    }


def verdict_text(verdict: Verdict, flags: Sequence[Flag]) -> str:
    """Accepted or rejected, with each reason, redaction and flag on a line of its own."""
    return "\n".join(
        [
            _accepted(verdict.reply) if verdict.reply else "Rejected: nothing of this reply may be shown.",
            *(f"  {each.gate}: {each.code}: {printable(each.detail)}" for each in verdict.reasons),
            *(f"  a path was taken out of statement {each.statement}: {printable(each.path)}" for each in verdict.redactions),
            *(f"  statement {each.statement} names a relationship in prose: {printable(each.words)}" for each in flags),
        ]
    )


def _accepted(reply: AssistantReply) -> str:
    prose = sum(isinstance(each, Prose) for each in reply.answer)
    claims = f"{len(reply.claims)} claim{'' if len(reply.claims) == 1 else 's'}"
    return f"Accepted: {claims} checked and true; {prose} statement{'' if prose == 1 else 's'} of prose, which nothing checks."


def history_object(history: Sequence[StoredMeasurement], in_use: Thresholds) -> dict[str, object]:
    """The thresholds in use, and each measurement without its questions."""
    rows = [
        {
            "measured_at": each.measurement.measured_at,
            "model": each.measurement.model_id,
            "photos": each.measurement.photos,
            "passages": each.measurement.passages,
            "thresholds": _thresholds_object(each.measurement.thresholds),
            "look_threshold": None if each.measurement.looks is None else rounded(each.measurement.looks.threshold),
            "applied": each.applied,
        }
        for each in history
    ]
    return {"in_use": _thresholds_object(in_use), "history": rows}


def history_text(history: Sequence[StoredMeasurement], in_use: Thresholds) -> str:
    """The same for people."""
    lines = [f"in use: adjacent from {in_use.adjacent:.3f}, sourced from {in_use.strong:.3f}"]
    for each in history:
        found = each.measurement.thresholds
        told = f"adjacent from {found.adjacent:.3f}, sourced from {found.strong:.3f}" if found else "no thresholds"
        lines.append(f"  {each.measurement.measured_at}  {each.measurement.photos} photos  {told}{'  (in use)' if each.applied else ''}")
    return "\n".join(lines)


def measurement_object(stored: StoredMeasurement, in_use: Thresholds, look_in_use: float) -> dict[str, object]:
    """Both bands with their questions, the gap, the thresholds that follow from it (null without one) and those in use.

    `looks` tells the same of looks, which have one threshold; null where no photo was looked at.
    """
    measured = stored.measurement
    off, on = band(measured.questions, on_topic=False), band(measured.questions, on_topic=True)
    return {
        "model": measured.model_id,
        "photos": measured.photos,
        "passages": measured.passages,
        "measured_at": measured.measured_at,
        "off": _side_object(measured.questions, off, on_topic=False),
        "on": _side_object(measured.questions, on, on_topic=True),
        "gap": None if measured.thresholds is None or off is None or on is None else {"from": round(off.high, 4), "to": round(on.low, 4)},
        "thresholds": _thresholds_object(measured.thresholds),
        "in_use": _thresholds_object(in_use),
        "applied": stored.applied,
        "crossing": [{**_question_object(each), "side": "on" if each.on_topic else "off"} for each in crossing(measured.questions)],
        "explanation": explain(measured.questions),
        "looks": None if measured.looks is None else looks_object(measured.looks, look_in_use),
    }


def measurement_text(stored: StoredMeasurement, in_use: Thresholds, look_in_use: float) -> str:
    """The same for people, without the list of all questions."""
    measured = stored.measurement
    lines = [f"{measured.photos} photos, {measured.passages} passages, {len(measured.questions)} questions, model {measured.model_id}"]
    for name, on_topic in (("about other things", False), ("your photos answer", True)):
        found = band(measured.questions, on_topic=on_topic)
        lines.append(f"  {name + ':':20} {f'{found.low:.3f} to {found.high:.3f}' if found else 'too few questions'}")
    if measured.thresholds:
        lines.append(f"  measured: adjacent from {measured.thresholds.adjacent:.3f}, sourced from {measured.thresholds.strong:.3f}")
    lines.append(f"  in use:   adjacent from {in_use.adjacent:.3f}, sourced from {in_use.strong:.3f}")
    looks = [] if measured.looks is None else looks_lines(measured.looks, look_in_use)
    return "\n".join([*lines, explain(measured.questions), *across(crossing(measured.questions)), *looks, *_how_to_apply(stored)])


def _how_to_apply(stored: StoredMeasurement) -> list[str]:
    measured = stored.measurement
    if stored.applied:
        return [
            "",
            "Answers are labelled by these thresholds from now on; candid measure --shipped goes back to those that Candid comes with.",
        ]
    if measured.thresholds is None and (measured.looks is None or measured.looks.threshold is None):
        return []
    return ["", "What was measured is not in use yet. To label answers by it, run the same command with --apply."]


def _side_object(questions: Sequence[MeasuredQuestion], found: Band | None, *, on_topic: bool) -> dict[str, object]:
    return {
        "low": round(found.low, 4) if found else None,
        "high": round(found.high, 4) if found else None,
        "questions": [_question_object(each) for each in questions if each.on_topic is on_topic],
    }


def _question_object(question: MeasuredQuestion) -> dict[str, object]:
    return {"text": question.text, "closeness": round(question.closeness.sentences, 4), "names": round(question.closeness.names, 4)}


def _thresholds_object(thresholds: Thresholds | None) -> dict[str, float] | None:
    return None if thresholds is None else {name: round(each, 4) for name, each in asdict(thresholds).items()}


def _reason_objects(reasons: Sequence[Rejection]) -> list[dict[str, object]]:
    return [asdict(each) for each in reasons]


def _flag_objects(flags: Sequence[Flag]) -> list[dict[str, object]]:
    return [{"code": "RR-011", **asdict(each)} for each in flags]
