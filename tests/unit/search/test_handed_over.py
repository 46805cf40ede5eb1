"""The first question about photos that were handed over: "these" and "the first two" are among them."""

import pytest

from app.domain.evidence import Relation
from app.domain.question import EXTREMES, Aggregate, Scope, Turn
from app.search.cannot import COMPARES_A_FEW
from tests.unit.search.questioned import NAMES
from tests.unit.search.test_follow_up import ID, asked, turn


def scope(number: int) -> Scope:
    return Scope(f"{number} selected photos", tuple(ID.values())[:number])


COMPARING = (
    "compare these",
    "Compare them.",
    "compare these photos",
    "what are the differences between these?",
    "what is different?",
    "What do these have in common?",
)


@pytest.mark.parametrize("text", COMPARING)
@pytest.mark.parametrize("number", [2, 4])
def test_a_few_are_compared(text: str, number: int) -> None:
    question = asked(text, scope=scope(number))
    assert (question.covered, question.aggregate, question.cannot) == (True, Aggregate.COMPARE, "")
    assert set(question.about) == set(scope(number).photo_ids)


@pytest.mark.parametrize("text", COMPARING)
@pytest.mark.parametrize("number", [1, 5])
def test_of_one_or_of_many_it_is_said_how_many_can_be(text: str, number: int) -> None:
    assert asked(text, scope=scope(number)).cannot == COMPARES_A_FEW


@pytest.mark.parametrize(
    ("text", "first", "last"), [("compare the first two", 0, 2), ("compare the last two", -2, None), ("compare the first three", 0, 3)]
)
def test_some_of_many_are_compared(text: str, first: int, last: int | None) -> None:
    question = asked(text, scope=scope(6))
    assert (question.covered, question.aggregate) == (True, Aggregate.COMPARE)
    assert question.about == scope(6).photo_ids[first:last]


def test_what_many_share_is_asked_of_all() -> None:
    question = asked("Were these all taken on the same day?", scope=scope(6))
    assert (question.covered, question.cannot, question.relation) == (True, "", Relation.SAME_DAY)


@pytest.mark.parametrize("text", ["what belongs together here?", "What belongs together?", "which of these belong together?"])
def test_what_belongs_together_is_asked_of_them(text: str) -> None:
    question = asked(text, scope=scope(3))
    assert (question.covered, question.aggregate, question.within) == (True, Aggregate.TOGETHER, scope(3).photo_ids)


def test_after_a_turn_these_are_of_its_answer() -> None:
    handed = scope(len(NAMES))
    before = Turn(asked("photos from 2015", scope=handed), turn("photos from 2015").shown)
    assert set(asked("compare these", before, handed).about) == {ID["night"], ID["bear"]}


def test_without_photos_nothing_is_compared() -> None:
    assert asked("what is different?").aggregate is not Aggregate.COMPARE


@pytest.mark.parametrize("text", ["Which is the oldest photo?", "which is the newest picture"])
def test_the_oldest_of_those_that_were_handed_over(text: str) -> None:
    question = asked(text, scope=Scope("2 selected photos", (ID["siena"], ID["bear"])))
    assert (question.covered, question.aggregate in EXTREMES, question.within) == (True, True, (ID["siena"], ID["bear"]))
