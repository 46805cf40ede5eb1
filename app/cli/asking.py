"""The commands that ask, measure and check."""

from app.assistant.answer import Answer
from app.cli import answer_views as views
from app.cli.arguments import Command
from app.cli.output import ProgressLine, as_json, emit
from app.cli.toolbox import Toolbox, interruptible
from app.domain.errors import AppError, BadFile
from app.domain.words import shown
from app.evidence.pack_file import write_pack
from app.evidence.questions import own_questions
from app.library.records import StoredMeasurement
from app.services.check_reply import audit, read_text
from app.services.measure import Measured
from app.services.use_cases import UseCases
from app.services.whole_file import check_place, write_whole

MOST_QUESTIONS, LONGEST_QUESTION = 2_000, 2_000
"""Of an own list, and characters of one of its lines: ten times what Candid makes itself, and what the sentence model reads."""


def ask(command: Command, tools: Toolbox) -> int:
    """Answer a question, and keep its evidence if that is wanted."""
    if command.save_pack:
        _check_place("pack", command.save_pack)
    with tools.open_library(command.library) as candid:
        answer = candid.ask.ask(command.query, tools.today)
    emit(as_json(views.answer_object(answer)) if command.json else views.answer_text(answer))
    if command.save_pack:
        _save(answer, command.save_pack)
    return 0


def measure(command: Command, tools: Toolbox) -> int:
    """Measure closeness, draw it and apply it as wanted; or only tell what is in use and was measured."""
    if command.shipped or command.history:
        return _standing(command, tools)
    on, off = (_own_list(path) if path else () for path in (command.on, command.off))
    if command.plot:
        _check_place("plot", command.plot)
    with tools.open_library(command.library) as candid:
        stored = measure_with_progress(candid, on, off)
        if command.apply:
            candid.measure.apply(stored.id)
        in_use, look_in_use = candid.measure.thresholds(), candid.measure.look_match()
        kept = next((each for each in candid.measure.history() if each.id == stored.id), stored)
    if command.json:
        emit(as_json(views.measurement_object(kept, in_use, look_in_use)))
    else:
        emit(views.measurement_text(kept, in_use, look_in_use))
    if command.plot:
        tools.draw_bands(stored.measurement, command.plot)
    return 0


def _standing(command: Command, tools: Toolbox) -> int:
    with tools.open_library(command.library) as candid:
        if command.shipped:
            candid.measure.use_shipped()
        history, in_use = candid.measure.history(), candid.measure.thresholds()
    emit(as_json(views.history_object(history, in_use)) if command.json else views.history_text(history, in_use))
    return 0


def _own_list(path: str) -> tuple[str, ...]:
    questions = own_questions(read_text(path))
    if not questions:
        raise BadFile(f"{shown(path)} holds no question: write one a line.")
    if len(questions) > MOST_QUESTIONS:
        raise BadFile(f"{shown(path)} holds {len(questions):,} questions: keep at most {MOST_QUESTIONS:,}.")
    long = next((number for number, each in enumerate(questions, 1) if len(each) > LONGEST_QUESTION), None)
    if long is not None:
        raise BadFile(f"Question {long:,} of {shown(path)} is longer than {LONGEST_QUESTION:,} characters: write one question a line.")
    return questions


def check(command: Command, _tools: Toolbox) -> int:
    """The gates alone."""
    found = audit(command.pack, command.reply)
    told = views.verdict_object(found.verdict, found.flags)
    emit(as_json(told) if command.json else views.verdict_text(found.verdict, found.flags))
    return 0


def measure_with_progress(candid: UseCases, on: tuple[str, ...], off: tuple[str, ...]) -> StoredMeasurement:
    """Measure to the end, or until Ctrl+C, with progress on stderr."""
    line = ProgressLine()
    with interruptible() as switch:
        for event in candid.measure.run(switch, on, off):
            if isinstance(event, Measured):
                line.end()
                return event.stored
            line.tell("measuring", f"{event.done} of {event.total} questions", event.seconds_left)
    raise AppError("Measuring ended without a result.")


def _check_place(what: str, path: str) -> None:
    """Fail before the work rather than after it."""
    try:
        check_place(path)
    except (OSError, ValueError) as error:
        raise _not_written(what, path, error) from error


def _save(answer: Answer, path: str) -> None:
    try:
        write_whole(path, f"{write_pack(answer.pack)}\n".encode("ascii"))
    except (OSError, ValueError) as error:
        raise _not_written("pack", path, error) from error


def _not_written(what: str, path: str, error: OSError | ValueError) -> AppError:
    why = error.strerror if isinstance(error, OSError) and error.strerror else "its name is not possible"
    return AppError(f"The {what} cannot be written to “{shown(path)}”: {why}. Choose another file.")
