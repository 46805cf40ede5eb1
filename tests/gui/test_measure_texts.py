"""What the Measure page says of measurements and questions."""

from dataclasses import replace

import pytest

from app.domain.closeness import Thresholds
from app.gui.measure_tables import crossing_model, history_model
from app.gui.measure_texts import ERASED, list_text, one_line, progress_text, question_text, source_text, when
from app.library.records import StoredMeasurement
from app.services.measure import MeasureProgress
from tests.gui.measurements import looks, measurement, question


def test_where_the_numbers_in_use_come_from() -> None:
    made = measurement()
    assert made.thresholds is not None
    shipped = Thresholds(0.4, 0.5)
    kept, applied = StoredMeasurement(1, made, applied=False), StoredMeasurement(1, made, applied=True)
    assert source_text(shipped, ()) == "These numbers come with Candid."
    assert source_text(shipped, (kept,)) == "These numbers come with Candid."
    assert source_text(made.thresholds, (kept, applied)) == "Measured on 14 June 2026, 10:20 with 2,500 photos."
    by_look = StoredMeasurement(1, replace(made, thresholds=None, looks=looks()), applied=True)
    assert source_text(shipped, (by_look,)) == "The number of looks was measured on 14 June 2026, 10:20; the others come with Candid."
    assert source_text(shipped, (applied,)).endswith("those that you applied were measured with another language model.")


def test_a_question_whose_words_are_erased_says_so() -> None:
    assert question_text(question("", 0.5)) == f"{ERASED} · about your photos · 0.500"
    model = crossing_model()
    model.set_rows([question(" ", 0.25, on_topic=False)])
    assert [model.index(0, column).data() for column in range(3)] == [ERASED, "about other things", "0.250"]


@pytest.mark.parametrize(("text", "line"), [("a\nb\t c", "a b c"), ("\udc80x", "\ufffdx"), ("y" * 301, "y" * 300 + "…"), ("", "")])
def test_a_text_stands_on_one_line(text: str, line: str) -> None:
    assert one_line(text) == line


def test_times_are_told_as_precisely_as_they_are_known() -> None:
    assert when("2026-06-14T10:20:30+02:00") == "14 June 2026, 10:20"
    assert when("2026-06-14") == "14 June 2026"
    assert when("some day") == "“some day”"


def test_progress_and_counts() -> None:
    assert progress_text(MeasureProgress(48, 262, 12.0)) == "48 of 262 questions · about 15 s left"
    assert progress_text(MeasureProgress(8, 8)) == "8 of 8 questions"
    assert [list_text(number).split(";")[0] for number in (1, 19, 20)] == ["1 question", "19 questions", "20 questions"]


def test_history_tells_sizes_model_and_what_is_applied() -> None:
    model = history_model()
    without = replace(measurement(), thresholds=None)
    model.set_rows([StoredMeasurement(2, without, applied=False), StoredMeasurement(1, measurement(), applied=True)])
    cells = [[model.index(row, column).data() for column in range(8)] for row in range(2)]
    assert cells[0] == ["14 June 2026, 10:20", "2,500", "2,600", "model/1", "none", "none", "none", ""]
    assert cells[1][-1] == "✓ applied"
    model.set_rows([StoredMeasurement(3, replace(without, looks=looks()), applied=False)])
    assert model.index(0, 6).data() == "0.431"
