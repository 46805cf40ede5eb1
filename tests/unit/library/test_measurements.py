"""Measurements of closeness: kept whole, one applied, bounded, forgotten with the words they hold."""

import math
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.closeness import LookMeasurement, MeasuredLook, MeasuredQuestion, Measurement, Thresholds
from app.domain.errors import MeasurementUnusable
from app.domain.evidence import Closeness
from app.domain.ids import ModelId
from app.library.catalogue import Catalogue
from app.library.measurements import MOST_KEPT
from tests.unit.library.made import read_photo

MODEL = ModelId("sentence-1")
COSINE = st.floats(-1, 1)
QUESTIONS = (
    MeasuredQuestion("a boat near the pier", True, Closeness(0.71, 0.3)),
    MeasuredQuestion("what is the capital of Fiji", False, Closeness(0.12, 0.68)),
)
MEASURED = Measurement(MODEL, 120, 340, 411, "2026-11-29T10:20:30", QUESTIONS, Thresholds(0.41, 0.52))
NO_GAP = replace(MEASURED, thresholds=None)
SEEN = (MeasuredLook("which photos show a boat?", True, 0.61), MeasuredLook("what is the capital of Fiji", False, 0.21))
LOOKS = LookMeasurement(ModelId("content-1"), 90, SEEN, 0.34)
BOTH = replace(MEASURED, looks=LOOKS)


def test_a_measurement_comes_back_whole(catalogue: Catalogue) -> None:
    first = catalogue.measurements.store(MEASURED)
    second = catalogue.measurements.store(NO_GAP)
    assert [(each.id, each.measurement, each.applied) for each in catalogue.measurements.kept()] == [
        (second, NO_GAP, False),
        (first, MEASURED, False),
    ]
    assert catalogue.measurements.applied(MODEL) is None


@given(st.lists(st.builds(MeasuredQuestion, st.text(), st.booleans(), st.builds(Closeness, COSINE, COSINE)), max_size=5), COSINE, COSINE)
def test_any_words_and_cosines_come_back(questions: list[MeasuredQuestion], adjacent: float, strong: float) -> None:
    with TemporaryDirectory() as place, Catalogue(Path(place) / "catalogue.sqlite3") as catalogue:
        measured = replace(MEASURED, questions=tuple(questions), thresholds=Thresholds(adjacent, strong))
        catalogue.measurements.store(measured)
        assert catalogue.measurements.kept()[0].measurement == measured


@pytest.mark.parametrize(
    "measured", [BOTH, replace(BOTH, questions=(), thresholds=None), replace(BOTH, looks=replace(LOOKS, questions=(), threshold=None))]
)
def test_what_looks_came_to_is_kept_beside_it(catalogue: Catalogue, measured: Measurement) -> None:
    catalogue.measurements.store(measured)
    assert catalogue.measurements.kept()[0].measurement == measured


@given(st.lists(st.builds(MeasuredLook, st.text(), st.booleans(), COSINE), max_size=5), st.none() | COSINE)
def test_any_looks_come_back(seen: list[MeasuredLook], threshold: float | None) -> None:
    with TemporaryDirectory() as place, Catalogue(Path(place) / "catalogue.sqlite3") as catalogue:
        measured = replace(BOTH, looks=LookMeasurement(ModelId("content-1"), 7, tuple(seen), threshold))
        catalogue.measurements.store(measured)
        assert catalogue.measurements.kept()[0].measurement == measured


@pytest.mark.parametrize("wrong", [replace(LOOKS, threshold=math.nan), replace(LOOKS, questions=(replace(SEEN[0], cosine=math.inf),))])
def test_a_look_without_a_cosine_is_refused(catalogue: Catalogue, wrong: LookMeasurement) -> None:
    with pytest.raises(ValueError, match="finite"):
        catalogue.measurements.store(replace(BOTH, looks=wrong))


def test_a_threshold_of_looks_alone_can_be_applied(catalogue: Catalogue) -> None:
    looks_alone = catalogue.measurements.store(replace(NO_GAP, looks=LOOKS))
    catalogue.measurements.apply(looks_alone)
    assert [each.id for each in catalogue.measurements.kept() if each.applied] == [looks_alone]
    neither = catalogue.measurements.store(replace(NO_GAP, looks=replace(LOOKS, threshold=None)))
    with pytest.raises(MeasurementUnusable, match="no thresholds"):
        catalogue.measurements.apply(neither)


def test_numbers_of_numpy_are_kept_as_numbers(catalogue: Catalogue) -> None:
    cosine = np.float32(0.3)
    asked = MeasuredQuestion("boat", True, Closeness(cosine, cosine))  # type: ignore[arg-type]
    catalogue.measurements.store(replace(MEASURED, questions=(asked,), thresholds=Thresholds(cosine, cosine)))  # type: ignore[arg-type]
    (stored,) = catalogue.measurements.kept()
    assert stored.measurement.questions[0].closeness == Closeness(float(cosine), float(cosine))
    assert type(stored.measurement.questions[0].closeness.names) is float


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf])
def test_what_is_no_cosine_is_refused(catalogue: Catalogue, wrong: float) -> None:
    asked = MeasuredQuestion("boat", True, Closeness(0.1, wrong))
    for bad in (replace(MEASURED, questions=(asked,)), replace(MEASURED, thresholds=Thresholds(0.1, wrong))):
        with pytest.raises(ValueError, match="finite"):
            catalogue.measurements.store(bad)
    assert catalogue.measurements.kept() == ()


def test_one_is_applied_at_a_time(catalogue: Catalogue) -> None:
    first, second = catalogue.measurements.store(MEASURED), catalogue.measurements.store(MEASURED)
    for chosen in (first, second, first, first):
        catalogue.measurements.apply(chosen)
        assert [each.id for each in catalogue.measurements.kept() if each.applied] == [chosen]
        applied = catalogue.measurements.applied(MODEL)
        assert applied is not None
        assert (applied.id, applied.measurement, applied.applied) == (chosen, MEASURED, True)


def test_of_another_model_none_is_applied(catalogue: Catalogue) -> None:
    other = ModelId("sentence-2")
    catalogue.measurements.apply(catalogue.measurements.store(replace(MEASURED, model_id=other)))
    assert catalogue.measurements.applied(MODEL) is None
    assert catalogue.measurements.applied(other) is not None


def test_one_without_a_gap_is_refused_and_the_old_one_stays(catalogue: Catalogue) -> None:
    applied, refused = catalogue.measurements.store(MEASURED), catalogue.measurements.store(NO_GAP)
    catalogue.measurements.apply(applied)
    with pytest.raises(MeasurementUnusable, match="want of a gap"):
        catalogue.measurements.apply(refused)
    with pytest.raises(MeasurementUnusable, match="measure again"):
        catalogue.measurements.apply(refused + 1)
    assert [each.id for each in catalogue.measurements.kept() if each.applied] == [applied]


def test_the_oldest_go_but_not_the_applied_one(catalogue: Catalogue) -> None:
    applied = catalogue.measurements.store(MEASURED)
    catalogue.measurements.apply(applied)
    later = [catalogue.measurements.store(NO_GAP) for _ in range(MOST_KEPT + 3)]
    kept = [each.id for each in catalogue.measurements.kept()]
    assert kept == [*reversed(later[-(MOST_KEPT - 1) :]), applied]
    assert catalogue.measurements.applied(MODEL) is not None


def test_an_id_is_never_used_again(catalogue: Catalogue) -> None:
    made = [catalogue.measurements.store(NO_GAP) for _ in range(MOST_KEPT + 1)]
    assert made == sorted(set(made))
    with pytest.raises(MeasurementUnusable, match="no longer kept"):
        catalogue.measurements.apply(made[0])


def test_forgetting_a_folder_forgets_the_words_of_questions(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.sqlite3"
    with Catalogue(path) as catalogue:
        folder = catalogue.add_folder("/pictures")
        catalogue.store(folder.id, [read_photo("/pictures/a.jpg", caption="zanzibar")])
        asked = MeasuredQuestion("where was zanzibar", True, Closeness(0.7, 0.2))
        catalogue.measurements.apply(catalogue.measurements.store(replace(MEASURED, questions=(asked,))))
        catalogue.forget_folder(folder.id)
        (stored,) = catalogue.measurements.kept()
        assert stored.measurement == replace(MEASURED, questions=(replace(asked, text=""),))
        assert stored.applied
        assert all(b"zanzibar" not in file.read_bytes() for file in tmp_path.iterdir())


_LOOKS = (
    """UPDATE measurement SET questions = '{{"words": [], "looks": {{"model": "m", "photos": 1, "threshold": {threshold}, """
    """"questions": {seen}}}}}'"""
)


def test_forgetting_a_folder_forgets_the_words_of_looks(catalogue: Catalogue) -> None:
    folder = catalogue.add_folder("/pictures")
    catalogue.measurements.store(BOTH)
    catalogue.forget_folder(folder.id)
    (stored,) = catalogue.measurements.kept()
    assert stored.measurement.looks == replace(LOOKS, questions=tuple(replace(each, text="") for each in SEEN))


BAD = {
    "looks that are none": """UPDATE measurement SET questions = '{"words": [], "looks": null}'""",
    "looks without their model": """UPDATE measurement SET questions = '{"words": [], "looks": {"photos": 1, "threshold": null}}'""",
    "a look without its side": _LOOKS.format(threshold="0.5", seen='[["boat", 0.5]]'),
    "a look whose cosine is none": _LOOKS.format(threshold="0.5", seen='[["boat", true, NaN]]'),
    "a threshold of looks that is none": _LOOKS.format(threshold='"high"', seen="[]"),
    "questions that are no JSON": "UPDATE measurement SET questions = '[[\"boat'",
    "questions that are no list": "UPDATE measurement SET questions = '7'",
    "a question without its side": "UPDATE measurement SET questions = '[[\"boat\", 1, 0.5, 0.5]]'",
    "a question without a cosine": "UPDATE measurement SET questions = '[[\"boat\", true, 0.5]]'",
    "a cosine that is none": "UPDATE measurement SET questions = '[[\"boat\", true, 0.5, NaN]]'",
    "questions that are no text": "UPDATE measurement SET questions = x'ff00'",
    "a threshold that is none": "UPDATE measurement SET adjacent = 'high'",
    "half of the thresholds": "UPDATE measurement SET strong = NULL",
    "a threshold beyond numbers": "UPDATE measurement SET strong = 9e999",
    "a number of photos that is none": "UPDATE measurement SET photos = 1.5",
    "a model that is no text": "UPDATE measurement SET model = x'00'",
    "a time that is no text": "UPDATE measurement SET measured_at = x'ff'",
    "a time that is no UTF-8": "UPDATE measurement SET measured_at = CAST(x'ff' AS TEXT)",
    "questions that are no UTF-8": "UPDATE measurement SET questions = CAST(x'5b5b22ff' AS TEXT)",
}


@pytest.mark.parametrize("damage", BAD)
def test_a_damaged_measurement_counts_as_none(catalogue: Catalogue, tmp_path: Path, damage: str) -> None:
    whole, damaged = catalogue.measurements.store(MEASURED), catalogue.measurements.store(MEASURED)
    catalogue.measurements.apply(damaged)
    execute(tmp_path, f"{BAD[damage]} WHERE id = {damaged}")
    assert [each.id for each in catalogue.measurements.kept()] == [whole]
    assert catalogue.measurements.applied(MODEL) is None
    with pytest.raises(MeasurementUnusable, match="measure again"):
        catalogue.measurements.apply(damaged)
    later = catalogue.measurements.store(MEASURED)
    catalogue.measurements.apply(later)
    assert [(each.id, each.applied) for each in catalogue.measurements.kept()] == [(later, True), (whole, False)]


@pytest.mark.parametrize("damage", BAD)
def test_forgetting_a_folder_forgets_damaged_measurements(catalogue: Catalogue, tmp_path: Path, damage: str) -> None:
    whole, damaged = catalogue.measurements.store(MEASURED), catalogue.measurements.store(MEASURED)
    execute(tmp_path, f"{BAD[damage]} WHERE id = {damaged}")
    catalogue.forget_folder(catalogue.add_folder("/pictures").id)
    with closing(sqlite3.connect(tmp_path / "library" / "catalogue.sqlite3")) as connection:
        assert connection.execute("SELECT id FROM measurement").fetchall() == [(whole,)]


def execute(tmp_path: Path, statement: str) -> None:
    with closing(sqlite3.connect(tmp_path / "library" / "catalogue.sqlite3")) as connection, connection:
        connection.execute(statement)
