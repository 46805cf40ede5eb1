"""Measuring by looks: beside words and without them, by the person's questions and by tags, applied, and of another model."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from app.bootstrap import Built
from app.domain.closeness import Measurement
from app.domain.errors import AppError
from app.domain.ids import ModelId
from app.domain.own_words import Change
from app.embedding.sentence import SentenceModel
from app.evidence.closeness import LOOK_MATCH, SHIPPED
from app.library.passage_matrix import PassageMatrix
from app.services.cancel import CancelSwitch
from app.services.measure import MeasureCloseness, Measured, MeasureProgress, NothingToMeasure
from app.services.tagged_looks import shown_by_tags
from tests.unit.services.conftest import MakePhoto
from tests.unit.services.looked import Looks, photo_ids, ruler_of

THINGS = (
    *("dog", "boat", "lighthouse", "piano", "bicycle", "elephant", "pizza", "umbrella", "clock", "chair"),
    *("train", "violin", "camel", "cactus", "castle", "kite", "spoon", "lamp", "sheep", "helicopter"),
)
OFF = tuple(f"how do I file form number {number} with the tax office" for number in range(20))
QUESTIONS = tuple(f"which photos show {'an' if each[0] in 'eu' else 'a'} {each}?" for each in THINGS)


@pytest.fixture
def looks(built: Built, photos: Path, make_photo: MakePhoto, embedder: SentenceModel) -> Looks:
    """A photo of each thing, tagged with it by its file, without a sentence."""
    for thing in THINGS:
        make_photo(f"{thing}.jpg", tags=(thing, "Rome"))
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    return Looks(embedder, {photo_id: f"a photo of a {Path(name).stem}" for name, photo_id in photo_ids(built).items()})


@pytest.fixture
def measure(built: Built, looks: Looks) -> MeasureCloseness:
    return over(built, looks)


def over(built: Built, looks: Looks) -> MeasureCloseness:
    passages = PassageMatrix(built.catalogue, built.embedder.model_id, built.embedder.dimension)
    return MeasureCloseness(built.catalogue, passages, built.embedder, lambda: OFF, datetime.now, ruler_of(looks))


def measured(measure: MeasureCloseness, on: tuple[str, ...] = (), off: tuple[str, ...] = ()) -> Measurement:
    events = list(measure.run(CancelSwitch(), on, off))
    assert isinstance(events[-1], Measured)
    steps = [each for each in events if isinstance(each, MeasureProgress)]
    assert steps[-1].done == steps[-1].total
    return events[-1].stored.measurement


def test_a_library_without_a_sentence_is_measured_by_looks_alone(measure: MeasureCloseness) -> None:
    found = measured(measure, QUESTIONS)
    assert (found.questions, found.thresholds) == ((), None)
    assert found.looks is not None
    assert found.looks.photos == len(THINGS)
    assert found.looks.threshold is not None
    assert [each.text for each in found.looks.questions] == [*QUESTIONS, *OFF]
    assert min(each.cosine for each in found.looks.questions if each.on_topic) > found.looks.threshold
    assert measure.history()[0].measurement == found


def test_tags_of_files_are_asked_for_where_the_person_asks_nothing(measure: MeasureCloseness) -> None:
    looks = measured(measure).looks
    assert looks is not None
    assert {each.text for each in looks.questions if each.on_topic} == set(QUESTIONS)
    assert [each.text for each in looks.questions if not each.on_topic] == list(OFF)


def test_tags_that_a_picture_could_show_are_asked_for(built: Built, photos: Path, make_photo: MakePhoto, embedder: SentenceModel) -> None:
    shown = ("old boat", "owl", "birds", "grass")
    codes = ("carol m. highsmith", "abcdefghijklmnopqrstuvwxyz", "fall 2023", "blue sky at night", "at night", "Rome", "d40", "xy")
    make_photo("one.jpg", tags=(*shown, *codes))
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    rows = Looks(embedder, dict.fromkeys(photo_ids(built).values(), "a boat")).rows()
    assert shown_by_tags(built.catalogue, rows) == tuple(
        f"which photos show {each}?" for each in ("birds", "a grass", "an old boat", "an owl")
    )


def test_a_guess_taken_as_a_tag_does_not_measure_itself(built: Built, looks: Looks, photos: Path, make_photo: MakePhoto) -> None:
    make_photo("bare.jpg")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    bare = photo_ids(built)["bare.jpg"]
    looks.texts = {bare: "a photo of a canoe"}
    built.use_cases.describe.change([bare], Change(add_tags=("canoe",)))
    found = measured(over(built, looks), (), OFF).looks
    assert found is not None
    assert [each.text for each in found.questions if each.on_topic] == []
    assert found.threshold is None


def test_words_and_looks_are_measured_beside_each_other(built: Built, looks: Looks, photos: Path, make_photo: MakePhoto) -> None:
    for number, thing in enumerate(THINGS):
        make_photo(f"said {number}.jpg", f"an old {thing} stands alone in the empty yard behind the red brick house")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    found = measured(over(built, looks), QUESTIONS, OFF)
    assert [each.text for each in found.questions] == [*QUESTIONS, *OFF]
    assert found.looks is not None
    assert [each.text for each in found.looks.questions] == [*QUESTIONS, *OFF]


def test_an_applied_threshold_of_looks_is_used_until_another_is(measure: MeasureCloseness) -> None:
    assert measure.look_match() == LOOK_MATCH
    found = measured(measure, QUESTIONS)
    assert measure.look_match() == LOOK_MATCH
    measure.apply(measure.history()[0].id)
    assert found.looks is not None
    assert measure.look_match() == found.looks.threshold != LOOK_MATCH
    assert measure.thresholds() == SHIPPED
    measure.use_shipped()
    assert measure.look_match() == LOOK_MATCH


def test_without_a_gap_there_is_nothing_to_apply(measure: MeasureCloseness) -> None:
    found = measured(measure, OFF, QUESTIONS)
    assert found.looks is not None
    assert found.looks.threshold is None
    with pytest.raises(AppError, match="want of a gap"):
        measure.apply(measure.history()[0].id)


def test_looks_of_another_model_are_not_held_to_it(built: Built, looks: Looks, measure: MeasureCloseness) -> None:
    measured(measure, QUESTIONS)
    measure.apply(measure.history()[0].id)
    other = over(built, replace(looks, model_id=ModelId("another")))
    assert measure.look_match() != other.look_match() == LOOK_MATCH


def test_measuring_again_is_offered_when_other_looks_count(built: Built, looks: Looks, measure: MeasureCloseness) -> None:
    measured(measure, QUESTIONS)
    assert measure.why_again() == ""
    assert "looks of another model" in over(built, replace(looks, model_id=ModelId("another"))).why_again()
    some = dict(list(looks.texts.items())[:14])
    assert "14 photos have been looked at now, 20 when" in over(built, replace(looks, texts=some)).why_again()
    assert over(built, replace(looks, texts={})).why_again() == "", "there is nothing to measure by"


def test_measuring_again_is_offered_when_photos_were_looked_at_for_the_first_time(
    built: Built, looks: Looks, photos: Path, make_photo: MakePhoto
) -> None:
    make_photo("said.jpg", "an old boat lies alone on the empty beach behind the red brick house")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    measured(over(built, replace(looks, texts={})), QUESTIONS)
    assert "Photos have been looked at since" in over(built, looks).why_again()


def test_without_sentences_and_looks_there_is_nothing_to_measure(built: Built, looks: Looks) -> None:
    looks.texts.clear()
    with pytest.raises(NothingToMeasure, match="no photo has a caption"):
        list(over(built, looks).run(CancelSwitch()))
