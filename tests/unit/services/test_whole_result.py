"""All photos of an answer: as many as are told, in the answer's order, whatever was asked."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from app.assistant.answer import Answer
from app.bootstrap import Built
from app.domain.ids import PhotoId
from app.services.conversation import Conversation
from app.services.events import IndexSummary
from app.services.whole_result import whole_number

TODAY = date(2024, 6, 1)
MANY, OTHERS = 16, 3


@pytest.fixture
def filled(built: Built, index: Callable[..., IndexSummary], make_photo: Callable[..., Path], photos: Path) -> Built:
    for number in range(MANY):
        make_photo(f"boats {number:02}.jpg", "fishing boats", ("harbour",), f"2019:06:14 10:{number:02}:30")
    for number in range(OTHERS):
        make_photo(f"cake {number}.jpg", "a birthday cake", ("party",), f"2020:01:0{number + 1} 03:04:05")
    index(photos)
    return built


def listed(built: Built, answer: Answer) -> list[PhotoId]:
    return list(map(PhotoId, built.use_cases.search.answering(answer.question, "all of it").listed.tolist()))


def cited(answer: Answer) -> list[PhotoId]:
    return [each.photo.id for each in answer.cited if each.photo]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("How many photos were taken in 2019?", MANY),
        ("Show photos tagged harbour", MANY),
        ("Show me boats", MANY),
        ("Which year has the most photos?", MANY),
        ("How many photos are there?", MANY + OTHERS),
        ("Which photos were taken on the same day?", MANY),
        ("Which photos were taken on the same day as boats 03.jpg?", MANY - 1),
    ],
)
def test_the_whole_begins_with_what_the_answer_shows(filled: Built, text: str, number: int) -> None:
    answer = filled.use_cases.ask.ask(text, TODAY)
    whole = listed(filled, answer)
    assert len(whole) == len(set(whole)) == whole_number(answer.question, answer.pack.library) == number
    shown = [each for each in cited(answer) if each in whole]
    assert len(shown) > 5
    assert whole[: len(shown)] == shown


def test_a_follow_up_stays_within_what_it_leans_on(filled: Built) -> None:
    conversation = Conversation()
    filled.use_cases.ask.ask("Show photos from 2019", TODAY, conversation)
    answer = filled.use_cases.ask.ask("How many of them are tagged harbour?", TODAY, conversation)
    assert len(listed(filled, answer)) == whole_number(answer.question, answer.pack.library) == MANY


@pytest.mark.parametrize("text", ["Which is the oldest photo?", "Delete them", "What is the capital of France?", "quantum entanglement"])
def test_what_is_about_one_or_about_none_has_no_whole(filled: Built, text: str) -> None:
    answer = filled.use_cases.ask.ask(text, TODAY)
    assert whole_number(answer.question, answer.pack.library) == 0


def test_photos_that_are_no_more_are_left_out(filled: Built) -> None:
    answer = filled.use_cases.ask.ask("Which photos were taken on the same day?", TODAY)
    filled.use_cases.folders.forget(filled.use_cases.folders.folders()[0].id)
    assert listed(filled, answer) == []
