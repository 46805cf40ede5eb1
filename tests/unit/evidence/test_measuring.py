"""Bands, the gap between them, and questions on the wrong side."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.closeness import Band, LookMeasurement, MeasuredLook, MeasuredQuestion, Thresholds
from app.domain.evidence import Closeness
from app.domain.ids import ModelId
from app.evidence.measuring import band, crossing, crossing_looks, explain, explain_looks, look_threshold, thresholds_between
from app.evidence.questions import FEWEST_QUESTIONS, MOST_NAMES, MOST_ON_TOPIC, on_topic, own_questions, world_knowledge


def questions(cosines: list[float], *, on: bool) -> tuple[MeasuredQuestion, ...]:
    return tuple(MeasuredQuestion(f"{'on' if on else 'off'} {number}", on, Closeness(each, 0.9)) for number, each in enumerate(cosines))


APART = questions([0.6 + 0.01 * each for each in range(30)], on=True) + questions([0.1 + 0.01 * each for each in range(30)], on=False)


def test_a_band_keeps_97_of_100_in_towards_the_other_side() -> None:
    hundred = questions([each / 100 for each in range(101)], on=True)
    found = band(hundred, on_topic=True)
    assert found is not None
    assert found.low == pytest.approx(0.03)
    assert found.high == 1.0
    other = band(questions([each / 100 for each in range(101)], on=False), on_topic=False)
    assert other is not None
    assert other.low == 0.0
    assert other.high == pytest.approx(0.97)


def test_too_few_questions_make_no_band() -> None:
    assert band(questions([0.5] * (FEWEST_QUESTIONS - 1), on=True), on_topic=True) is None
    assert band(questions([0.5] * FEWEST_QUESTIONS, on=True), on_topic=True) == Band(0.5, 0.5)
    assert band(questions([0.5] * FEWEST_QUESTIONS, on=True), on_topic=False) is None


def test_thresholds_divide_the_gap_in_three() -> None:
    found = thresholds_between(Band(0.1, 0.3), Band(0.6, 0.9))
    assert found is not None
    assert found.adjacent == pytest.approx(0.4)
    assert found.strong == pytest.approx(0.5)


@pytest.mark.parametrize("on", [Band(0.3, 0.9), Band(0.2, 0.9), None])
def test_without_a_gap_there_are_none(on: Band | None) -> None:
    assert thresholds_between(Band(0.1, 0.3), on) is None
    assert thresholds_between(None, on) is None


def test_crossing_questions_are_told_farthest_first() -> None:
    odd = (
        MeasuredQuestion("far off and near", False, Closeness(0.85, 0)),
        MeasuredQuestion("covered and far", True, Closeness(0.05, 0)),
        MeasuredQuestion("off and at the edge", False, Closeness(0.2, 0)),
    )
    many = (
        APART
        + questions([0.7 + 0.001 * each for each in range(60)], on=True)
        + questions([0.2 - 0.001 * each for each in range(60)], on=False)
    )
    assert [each.text for each in crossing(many + odd)] == ["covered and far", "far off and near"]
    assert crossing(APART) == ()
    assert crossing(odd) == ()


def test_what_it_came_to_is_told() -> None:
    near = questions([0.5] * 30, on=True)
    far = questions([0.5] * 30, on=False)
    assert explain(APART) == (
        "97 in 100 questions that your photos answer lie closer than 97 in 100 of the others; the thresholds divide the gap in three."
    )
    assert explain(near + far) == (
        "There is no gap: questions that your photos answer lie no closer than questions that have nothing to do with them. "
        "The embeddings are wrong before the thresholds are, so the old thresholds stay."
    )
    few = "There are fewer than 20 questions {}, too few to tell a band. The old thresholds stay."
    assert explain(far) == few.format("about your photos")
    assert explain(near) == few.format("about other things")


def test_a_side_of_too_few_crosses_nothing() -> None:
    assert crossing(questions([0.1] * 30, on=True)) == ()
    assert crossing(questions([0.9] * 30, on=False)) == ()


def test_a_threshold_itself_belongs_to_the_higher_label() -> None:
    both = questions([0.75] * 300, on=True) + questions([0.0] * 300, on=False)
    found = thresholds_between(band(both, on_topic=False), band(both, on_topic=True))
    assert found == Thresholds(0.25, 0.5)
    at = tuple(
        MeasuredQuestion(f"{on} {cosine}", on, Closeness(cosine, 0)) for on in (True, False) for cosine in (0.5, 0.4999, 0.25, 0.2499)
    )
    assert [each.text for each in crossing(both + at)] == [
        "True 0.2499",
        "True 0.25",
        "False 0.5",
        "False 0.4999",
        "True 0.4999",
        "False 0.25",
    ]


def test_without_a_gap_the_other_sides_band_is_the_wrong_side() -> None:
    both = questions([0.4] * 30, on=True) + questions([0.5] * 30, on=False)
    assert len(crossing(both)) == 60
    near = questions([0.4] * 30, on=True) + questions([0.4] * 30, on=False)
    assert {each.on_topic for each in crossing(near)} == {False}


@given(st.lists(st.floats(-1, 1), min_size=20, max_size=60), st.lists(st.floats(-1, 1), min_size=20, max_size=60))
def test_thresholds_lie_inside_the_gap_in_order(on: list[float], off: list[float]) -> None:
    all_questions = questions(on, on=True) + questions(off, on=False)
    near, far = band(all_questions, on_topic=True), band(all_questions, on_topic=False)
    found = thresholds_between(far, near)
    assert near is not None
    assert far is not None
    if found is None:
        assert near.low <= far.high
    else:
        assert far.high <= found.adjacent <= found.strong <= near.low


def test_questions_keep_half_of_a_sentence() -> None:
    sentence = "A man riding a red wave on a surfboard near the old pier"
    assert on_topic([sentence]) == ("A man riding a red",)
    assert on_topic(["too short for halves", "Wheat", ""]) == ()
    assert on_topic(["three words tell little"]) == ("three words",)


def test_short_sentences_are_asked_for_where_long_ones_are_few() -> None:
    short = [f"four word{number} of other things" for number in range(30)]
    long = [f"a brown dog number {number} runs over wet green grass" for number in range(25)]
    assert len(on_topic(short + long[:19])) == 49
    assert len(on_topic(short + long)) == 25


def test_questions_come_in_a_fixed_order_each_once() -> None:
    sentences = [f"a brown dog number {number} runs happily over wet green grass" for number in range(2 * MOST_ON_TOPIC)]
    made = on_topic(sentences)
    assert len(made) == MOST_ON_TOPIC
    assert made == on_topic(reversed(sentences))
    assert on_topic(sentences[:1] * 5) == on_topic(sentences[:1])


def test_world_knowledge_names_the_commonest_of_each_kind() -> None:
    library = {f"per_place.Town {number}": number for number in range(20)} | {"per_person.Ada": 1, "per_year.2015": 99, "matching": 99}
    asked = world_knowledge(library)
    assert len(asked) == MOST_NAMES + 1
    assert "Town 19" in asked[0]
    assert not any("Town 11" in each for each in asked)
    assert any("Ada" in each for each in asked)
    assert not any("2015" in each for each in asked)


def test_own_questions_are_lines() -> None:
    assert own_questions(" one \n\ntwo\r\none\n") == ("one", "two")


def looks(on: list[float], off: list[float]) -> LookMeasurement:
    asked = [MeasuredLook(f"on {each}", True, each) for each in on] + [MeasuredLook(f"off {each}", False, each) for each in off]
    return LookMeasurement(ModelId("content"), 30, tuple(asked), look_threshold(asked))


def test_looks_have_one_threshold_at_a_third_of_their_gap() -> None:
    found = looks([0.6] * 30, [0.3] * 30)
    assert found.threshold == pytest.approx(0.4)
    assert crossing_looks(found.questions) == ()
    assert "closer to what Candid guesses than 97 in 100 of the others" in explain_looks(found)


def test_a_look_crosses_where_it_gets_the_label_of_the_other_side() -> None:
    found = looks([0.6] * 300 + [0.41, 0.39], [0.3] * 300 + [0.39, 0.45])
    assert [each.text for each in crossing_looks(found.questions)] == ["off 0.45", "on 0.39"]


def test_without_a_gap_of_looks_it_is_said_loudly() -> None:
    found = looks([0.4] * 30, [0.5] * 30)
    assert found.threshold is None
    assert explain_looks(found).startswith("There is no gap between the looks’ bands")
    assert len(crossing_looks(found.questions)) == 60


def test_bands_of_looks_that_overlap_by_a_hair_do_not_make_the_guesses_poor() -> None:
    told = explain_looks(looks([0.6] * 94 + [0.397] * 6, [0.3] * 94 + [0.4] * 6))
    assert "they overlap by 0.003. 94 in 100 questions about what your photos show lie closer" in told
    assert "too poor" not in told
    assert "by less than 0.001" in explain_looks(looks([0.6] * 94 + [0.4] * 6, [0.3] * 94 + [0.4] * 6))
    assert "only 50 lie closer" in explain_looks(looks([0.6] * 50 + [0.2] * 50, [0.4] * 100))


def test_too_few_questions_about_what_is_seen_are_told() -> None:
    found = looks([0.9] * 19, [0.1] * 30)
    assert found.threshold is None
    assert explain_looks(found).startswith("There are fewer than 20 questions about what your photos show")
    assert explain_looks(looks([0.9] * 30, [0.1] * 3)).startswith("There are fewer than 20 questions about other things")
    assert crossing_looks(found.questions) == ()


def test_a_library_without_sentences_was_not_measured_by_words() -> None:
    assert explain(()).startswith("No photo has a caption")
