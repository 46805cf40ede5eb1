"""What the asking commands refuse before they open a library, and how much of a measurement is printed."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest

from app.cli.answer_views import measurement_object, measurement_text
from app.cli.arguments import Command
from app.cli.asking import ask, measure
from app.cli.toolbox import Toolbox
from app.domain.closeness import LookMeasurement, MeasuredLook, MeasuredQuestion, Measurement, Thresholds
from app.domain.errors import AppError, BadFile
from app.domain.evidence import Closeness
from app.domain.ids import ModelId
from app.library.records import StoredMeasurement
from app.services.inspect_file import InspectedFile
from app.services.use_cases import UseCases


class Opened(Exception):
    """The library was opened."""


@contextmanager
def _opening(_library: str | None) -> Iterator[UseCases]:
    raise Opened
    yield  # type: ignore[unreachable]


def _reading(_path: str, _library: str | None) -> InspectedFile:
    raise Opened


TOOLS = Toolbox(_opening, _reading, lambda _measurement, _path: None, "", date(2026, 6, 1))


def own(tmp_path: Path, *questions: str) -> str:
    (tmp_path / "on.txt").write_text("\n".join(questions))
    return str(tmp_path / "on.txt")


def test_a_list_of_the_largest_size_is_taken(tmp_path: Path) -> None:
    questions = (f"{number:04}" + "x" * 1996 for number in range(2000))
    with pytest.raises(Opened):
        measure(Command(on=own(tmp_path, *questions, "", "0000" + "x" * 1996)), TOOLS)


def test_too_many_questions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"on\.txt holds 2,001 questions: keep at most 2,000\.$"):
        measure(Command(off=own(tmp_path, *map(str, range(2001)))), TOOLS)


def test_a_question_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"^Question 2 of .*on\.txt is longer than 2,000 characters: write one question a line\.$"):
        measure(Command(on=own(tmp_path, "short", "x" * 2001)), TOOLS)


@pytest.mark.parametrize("name", ["missing/file", ".", "null\0"])
def test_a_place_that_cannot_be_written_fails_before_the_work(tmp_path: Path, name: str) -> None:
    for what, run, command in (
        ("pack", ask, Command(save_pack=f"{tmp_path}/{name}")),
        ("plot", measure, Command(plot=f"{tmp_path}/{name}")),
    ):
        with pytest.raises(AppError, match=rf"^The {what} cannot be written to “.*”: .*\. Choose another file\.$"):
            run(command, TOOLS)


def asked(number: int, cosine: float, *, on_topic: bool) -> list[MeasuredQuestion]:
    return [MeasuredQuestion(f"question {each}", on_topic, Closeness(cosine, 0.1)) for each in range(number)]


ALL_ACROSS = [*asked(750, 0.1, on_topic=True), *asked(750, 0.9, on_topic=False)]
APART = [*asked(1000, 0.9, on_topic=True), *asked(1000, 0.1, on_topic=False)]


@pytest.mark.parametrize(
    ("questions", "number", "more"),
    [
        ([*APART, *asked(20, 0.2, on_topic=True)], 20, []),
        ([*APART, *asked(21, 0.2, on_topic=True)], 21, ["  … and 1 more"]),
        (ALL_ACROSS, 1500, ["  … and 1,480 more"]),
    ],
)
def test_only_the_first_questions_on_the_wrong_side_are_printed(questions: list[MeasuredQuestion], number: int, more: list[str]) -> None:
    measured = Measurement(ModelId("m"), 1, 1, 1, "2026-06-01T10:00:00", tuple(questions), None)
    stored, in_use = StoredMeasurement(1, measured, applied=False), Thresholds(0.4, 0.5)
    lines = measurement_text(stored, in_use, 0.4).splitlines()
    listed = lines[lines.index("Questions on the wrong side:") + 1 :]
    assert all("question" in each for each in listed[:20])
    assert listed[20:] == more
    crossing = measurement_object(stored, in_use, 0.4)["crossing"]
    assert isinstance(crossing, list)
    assert len(crossing) == number


def seen(number: int, cosine: float, *, on_topic: bool) -> list[MeasuredLook]:
    return [MeasuredLook(f"thing {each}", on_topic, cosine) for each in range(number)]


def test_looks_are_told_apart_from_words() -> None:
    questions = tuple(seen(30, 0.6, on_topic=True) + seen(40, 0.3, on_topic=False) + seen(1, 0.35, on_topic=True))
    looks = LookMeasurement(ModelId("content"), 369, questions, 0.4)
    measured = Measurement(ModelId("m"), 400, 1, 1, "2026-06-01T10:00:00", tuple(APART), Thresholds(0.4, 0.5), looks)
    stored = StoredMeasurement(1, measured, applied=False)
    told = measurement_object(stored, Thresholds(0.4, 0.5), 0.41)["looks"]
    assert isinstance(told, dict)
    assert (told["threshold"], told["in_use"], told["photos"]) == (0.4, 0.41, 369)
    assert told["off"]["low"] == told["off"]["high"] == 0.3
    assert len(told["on"]["questions"]) == 31
    assert told["crossing"] == [{"text": "thing 0", "closeness": 0.35, "side": "on"}]
    lines = measurement_text(stored, Thresholds(0.4, 0.5), 0.41).splitlines()
    by_look = lines[lines.index("By look (guesses): 369 photos looked at, 71 questions, model content") :]
    assert "  measured: adjacent from 0.400" in by_look
    assert "  in use:   adjacent from 0.410" in by_look
    assert not any("sourced" in each for each in by_look)


def test_where_nothing_was_looked_at_there_are_no_looks() -> None:
    measured = Measurement(ModelId("m"), 1, 1, 1, "2026-06-01T10:00:00", tuple(APART), None)
    stored = StoredMeasurement(1, measured, applied=False)
    assert measurement_object(stored, Thresholds(0.4, 0.5), 0.4)["looks"] is None
    assert "By look" not in measurement_text(stored, Thresholds(0.4, 0.5), 0.4)


@pytest.mark.parametrize(
    ("thresholds", "applied", "told"),
    [
        (Thresholds(0.4, 0.5), False, "To label answers by it, run the same command with --apply."),
        (Thresholds(0.4, 0.5), True, "Answers are labelled by these thresholds from now on"),
        (None, False, ""),
    ],
)
def test_it_is_said_how_what_was_measured_comes_into_use(thresholds: Thresholds | None, applied: bool, told: str) -> None:
    measured = Measurement(ModelId("m"), 1, 1, 1, "2026-06-01T10:00:00", tuple(APART), thresholds)
    last = measurement_text(StoredMeasurement(1, measured, applied=applied), Thresholds(0.4, 0.5), 0.4).splitlines()[-1]
    assert told in last
    assert ("--apply" in last or "from now on" in last) is bool(told)
