"""Conditions on what is known, in words: the same in a question, in the search box, and where an answer is turned around."""

from dataclasses import replace
from datetime import date

import pytest

from app.domain.query import Condition, Filter, FilterField, Known
from app.search.filters import described, opposite
from app.search.parse import parse
from app.search.question import understand
from tests.unit.search.memory import MemoryLibrary
from tests.unit.search.questioned import library

TODAY = date(2024, 6, 1)


@pytest.mark.parametrize("known", [each for each in Known if each not in (Known.FAVOURITE, Known.REJECTED)])
def test_what_is_known_or_not_is_said_in_words(known: Known) -> None:
    label = described((Filter(FilterField.HAS, known),))
    assert label.startswith("with ")
    assert opposite(label) == f"without {label.removeprefix('with ')}"
    assert opposite(opposite(label)) == label
    assert parse(f"has:{known.value}", TODAY).chips[0].label == label
    assert parse(f"-has:{known.value}", TODAY).chips[0].label == opposite(label)


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("faces:2", "faces: 2 (a guess)"),
        ("faces:>=3", "faces: at least 3 (a guess)"),
        ("faces:none", "faces: 0 (a guess)"),
        ("faces:2-4", "faces: 2 to 4 (a guess)"),
        ("-faces:1", "not: faces: 1 (a guess)"),
        ("faces:many", "not understood: faces:many"),
        ("people:>=2", "people: at least 2"),
        ("text:stop", "text: stop (a guess)"),
        ("text:tick*", "text: tick… (a guess)"),
        ('-text:"platform 4"', "not: text: platform 4 (a guess)"),
        ("caption:stop", "caption: stop"),
    ],
)
def test_what_was_found_in_pictures_is_called_a_guess(typed: str, label: str) -> None:
    assert [chip.label for chip in parse(typed, TODAY).chips] == [label]


@pytest.mark.parametrize(
    ("label", "negated"),
    [
        ("tag: harbour", "not: tag: harbour"),
        ("with a caption or with a title", "without a caption or a title"),
        ("favourites", "not favourites"),
        ("rejected", "not rejected"),
        ("favourites or with a title", "not: favourites or with a title"),
        ("with love", "not: with love"),
        ("with a caption or tag: dusk", "not: with a caption or tag: dusk"),
        ("without", "not: without"),
    ],
)
def test_any_other_condition_is_negated_by_a_word(label: str, negated: str) -> None:
    assert opposite(label) == negated
    if not label.startswith("with a caption or with"):
        assert opposite(negated) == label


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("photos without a date", ["without a capture date"]),
        ("photos with a caption", ["with a caption"]),
        ("photos without a date or a place", ["without a capture date", "without a place"]),
        ("photos without any tags", ["without tags"]),
    ],
)
def test_questions_say_it_so(text: str, labels: list[str]) -> None:
    assert [chip.label for chip in understand(text, TODAY, library()).query.chips] == labels


def _with_a_favourite() -> MemoryLibrary:
    first, second, *others = library().photos
    return MemoryLibrary([replace(first, favourite=True), replace(second, rating=-1), *others])


@pytest.mark.parametrize(
    "question",
    [
        "my favourites", "show me my favourite photos", "favorites", "how many favourites do I have?", "which are my favourites?",
        "favourite pictures", "which photos did I mark as favourites?",
    ],
)  # fmt: skip
def test_a_question_for_favourites_asks_for_what_was_marked_so(question: str) -> None:
    words = _with_a_favourite()
    assert understand(question, TODAY, words).query.conditions == (Condition((Filter(FilterField.HAS, Known.FAVOURITE),)),)


def test_a_favourite_beach_is_a_beach() -> None:
    words = _with_a_favourite()
    assert understand("my favourite beach", TODAY, words).query.conditions == ()


@pytest.mark.parametrize(
    "question",
    [
        "rejected photos", "which photos did I reject?", "photos I rejected", "what did I reject?", "which are rejected?",
        "photos that are rejected", "my rejects", "how many pictures have I rejected?",
    ],
)  # fmt: skip
def test_a_question_for_rejected_photos_asks_for_them(question: str) -> None:
    words = _with_a_favourite()
    understood = understand(question, TODAY, words)
    assert understood.covered
    assert words.satisfying(understood.query.conditions).tolist() == [2]


@pytest.mark.parametrize("question", ["photos I did not reject", "photos that are not rejected"])
def test_a_question_for_what_was_not_rejected_leaves_rejected_photos_out(question: str) -> None:
    words = _with_a_favourite()
    found = words.satisfying(understand(question, TODAY, words).query.conditions).tolist()
    assert found == [1, *range(3, len(words.photos) + 1)]


def test_favourite_pictures_of_something_are_favourites_of_it() -> None:
    words = _with_a_favourite()
    assert [chip.label for chip in understand("favourite pictures of Italy", TODAY, words).query.chips] == ["favourites", "place: Italy"]
