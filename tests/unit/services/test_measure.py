"""Measuring a library: to the end, cancelled, with nothing to measure, applied, and when to do it again."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Built
from app.domain.closeness import Measurement, Thresholds
from app.domain.errors import AppError, Cancelled
from app.domain.evidence import AnswerMode
from app.domain.ids import ModelId
from app.evidence.closeness import SHIPPED
from app.services.cancel import CancelSwitch
from app.services.measure import NO_PHOTOS, Measured, MeasureProgress, NothingToMeasure
from tests.unit.services.conftest import MakePhoto

CAPTIONS = (
    "a brown dog runs over wet grass beside the river on a cold morning",
    "two boys fly a red kite on the windy beach at the end of summer",
    "fishing boats lie in the old harbour at dawn before the storm",
    "a white cat sleeps on a grey sofa by the window while a child watches",
    "three women drink coffee at a small round table in an old photograph",
    "a train leaves the snowy station at night under low clouds",
    "children build a tall castle of sand by the sea on a cold morning",
    "an old man reads a newspaper on a park bench at the end of summer",
    "zebras drink from a muddy water hole in the sun before the storm",
    "a surfer rides a huge green wave near the rocks while a child watches",
    "a plate of pasta with basil and red tomatoes in an old photograph",
    "a girl blows out candles on a chocolate cake under low clouds",
    "skiers wait for the lift under a clear blue sky on a cold morning",
    "a yellow taxi stops at a busy city crossing at the end of summer",
    "cows stand in a field in front of high mountains before the storm",
    "a bride and groom dance under paper lanterns while a child watches",
    "a street musician plays the violin in the rain in an old photograph",
    "a baby elephant follows its mother through tall grass under low clouds",
    "fireworks burst over the dark bridge and river on a cold morning",
    "a woman in a straw hat picks ripe apples at the end of summer",
    "a bus drives past the large stone church before the storm",
    "a parrot with blue wings sits on a branch while a child watches",
)
OFF = tuple(f"how do I file form number {number} with the tax office" for number in range(20))


@pytest.fixture
def captioned(built: Built, photos: Path, make_photo: MakePhoto) -> Built:
    """A photo for each caption."""
    for number, caption in enumerate(CAPTIONS):
        make_photo(f"{number:02}.jpg", caption, ("Grandma's garden",) if number < 3 else ())
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    return built


def measured(built: Built, on: tuple[str, ...] = (), off: tuple[str, ...] = ()) -> Measurement:
    events = list(built.use_cases.measure.run(CancelSwitch(), on, off))
    assert isinstance(events[-1], Measured)
    return events[-1].stored.measurement


def test_the_librarys_own_questions_leave_a_gap(captioned: Built) -> None:
    events = list(captioned.use_cases.measure.run(CancelSwitch()))
    steps = [each for each in events if isinstance(each, MeasureProgress)]
    assert [each.done for each in steps] == sorted({each.done for each in steps})
    assert steps[-1].done == steps[-1].total == 22 + 72 + 1
    assert isinstance(events[-1], Measured)
    found = events[-1].stored.measurement
    assert found.thresholds is not None
    assert 0 < found.thresholds.adjacent < found.thresholds.strong < 1
    assert found.photos == 22
    assert any("Grandma's garden" in each.text and not each.on_topic for each in found.questions)
    assert captioned.use_cases.measure.history()[0].measurement == found


def test_own_lists_take_the_place_of_made_ones(captioned: Built) -> None:
    found = measured(captioned, CAPTIONS, OFF)
    assert [each.text for each in found.questions] == [*CAPTIONS, *OFF]
    assert all(each.closeness.sentences > 0.99 for each in found.questions if each.on_topic)


def test_without_a_gap_the_old_numbers_stay(captioned: Built) -> None:
    found = measured(captioned, OFF, CAPTIONS[:20])
    assert found.thresholds is None
    with pytest.raises(AppError, match="want of a gap"):
        captioned.use_cases.measure.apply(captioned.use_cases.measure.history()[0].id)
    assert captioned.use_cases.measure.thresholds() == SHIPPED


def test_applied_thresholds_are_used_until_others_are(captioned: Built) -> None:
    measure = captioned.use_cases.measure
    assert measure.thresholds() == SHIPPED
    first = measured(captioned)
    assert measure.thresholds() == SHIPPED
    measure.apply(measure.history()[0].id)
    assert measure.thresholds() == first.thresholds
    second = measured(captioned, CAPTIONS, OFF)
    measure.apply(measure.history()[0].id)
    assert measure.thresholds() == second.thresholds != first.thresholds
    assert [each.applied for each in measure.history()] == [True, False]
    measure.use_shipped()
    assert measure.thresholds() == SHIPPED
    assert not any(each.applied for each in measure.history())


def test_cancelling_keeps_nothing(captioned: Built) -> None:
    switch = CancelSwitch()
    steps = captioned.use_cases.measure.run(switch)
    next(steps)
    switch.cancel()
    with pytest.raises(Cancelled):
        list(steps)
    assert captioned.use_cases.measure.history() == ()


def test_a_library_without_sentences_has_nothing_to_measure(built: Built, photos: Path, make_photo: MakePhoto) -> None:
    with pytest.raises(NothingToMeasure, match=NO_PHOTOS):
        list(built.use_cases.measure.run(CancelSwitch()))
    make_photo("a.jpg", tags=("harbour",))
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    with pytest.raises(NothingToMeasure, match="no photo has a caption"):
        list(built.use_cases.measure.run(CancelSwitch()))


def test_when_to_measure_again(captioned: Built, photos: Path, make_photo: MakePhoto) -> None:
    measure = captioned.use_cases.measure
    assert "never measured" in measure.why_again()
    measured(captioned)
    assert measure.why_again() == ""
    for number in range(7):
        make_photo(f"new {number}.jpg", f"an entirely new caption about thing number {number} in the shed")
    list(captioned.use_cases.index.run([str(photos)], CancelSwitch()))
    assert "of the library’s words have changed" in measure.why_again()
    measured(captioned)
    assert measure.why_again() == ""


def test_photos_that_are_gone_count_as_a_change(captioned: Built, photos: Path) -> None:
    measured(captioned)
    for number in range(10):
        (photos / f"{number:02}.jpg").unlink()
    list(captioned.use_cases.index.run([str(photos)], CancelSwitch()))
    assert "have changed" in captioned.use_cases.measure.why_again()


def test_numbers_of_another_model_are_not_used(captioned: Built) -> None:
    measure = captioned.use_cases.measure
    foreign = replace(measured(captioned), model_id=ModelId("another"), thresholds=Thresholds(0.1, 0.2))
    captioned.catalogue.measurements.apply(captioned.catalogue.measurements.store(foreign))
    assert measure.thresholds() == SHIPPED
    assert "language model has changed" in measure.why_again()


def test_thresholds_decide_the_mode(captioned: Built) -> None:
    stored = captioned.catalogue.measurements.store(replace(measured(captioned), thresholds=Thresholds(0.98, 0.99)))
    question = "a dog running over grass beside a river"
    before = captioned.use_cases.ask.gather(question, date(2026, 6, 1)).pack.mode
    captioned.use_cases.measure.apply(stored)
    after = captioned.use_cases.ask.gather(question, date(2026, 6, 1)).pack.mode
    assert (before, after) == (AnswerMode.SOURCED, AnswerMode.OPEN)
