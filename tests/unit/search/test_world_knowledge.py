"""Questions that no photo answers are told by their form, those that photos answer are left alone."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.search.world_knowledge import asks_the_world

LINES = (Path(__file__).parent / "world_questions.tsv").read_text("utf-8").splitlines()[1:]
QUESTIONS = [tuple(line.split("\t")) for line in LINES]
"""Of two libraries, written by somebody who had not seen the forms; the forms were widened after a first look at what they missed."""


def share_of(world: str) -> float:
    found = [asks_the_world(text) for label, text in QUESTIONS if label == world]
    return sum(found) / len(found)


def test_most_questions_about_the_world_are_told() -> None:
    assert share_of("1") > 0.9


def test_questions_that_photos_answer_are_left_alone() -> None:
    assert share_of("0") < 0.02


@pytest.mark.parametrize(
    "question",
    [
        "which photos have a dog in them?", "who is holding an umbrella in the rain?", "did anyone fly a kite?",
        "where did we see elephants?",
        "what photos are there of kitchens?", "do I have pictures of pizza?", "how many photos were taken in 2005?", "the oldest photo",
        "what is on the table?", "show me how many photos there are of the castle", "is there a parade?", "bench in the park", "",
        "a woman laughing at a joke", "show me the dog and tell me where it was taken", "a boy and how many dogs", "is it raining?",
    ],
)  # fmt: skip
def test_about_photos(question: str) -> None:
    assert not asks_the_world(question)


@pytest.mark.parametrize(
    "question",
    [
        "what do zebras eat", "How tall is Big Ben?", "who invented the skateboard", "why is wheat harvested in summer",
        "when was the Eiffel Tower built", "Can dogs eat bananas?", "define entropy", "the history of baseball",
        "how to take better selfies",
        "what is the capital of Denmark", "explain the offside rule", "what does a stop sign mean",
        "a dog on a beach and why dogs like water", "photos of a sunset and explain how they come about", "man riding a wave statistics",
        "a cat on a couch joke", "bears near a tent, should I worry", "a bowl of soup, which one is healthier",
        "where can I rent a surfboard on a beach", "average weight of a bear in a river", "two elephants in a field population 2020",
    ],
)  # fmt: skip
def test_about_the_world(question: str) -> None:
    assert asks_the_world(question)


@given(st.text())
def test_any_text_has_a_form(text: str) -> None:
    assert asks_the_world(text) == asks_the_world(f"  {text} \n")
