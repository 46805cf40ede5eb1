"""What of a question is compared, and what of it is after guesses."""

from datetime import date

import pytest

from app.search.parse import parse
from app.search.question_looks import asks_for_faces, look_wording, rests_on_guesses, wordings

TODAY = date(2026, 6, 1)


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("which photos show a dog?", "a dog"),
        ("do I have pictures of elephants", "elephants"),
        ("is there a picture of The  Dog?", "The  Dog"),
        ("which photos show freedom?", "freedom"),
        ("a dog on the beach", "a dog on the beach"),
        ("how do I renew my passport", "how do I renew my passport"),
    ],
)
def test_the_asking_is_not_compared_with_looks(text: str, wording: str) -> None:
    assert look_wording(text, parse(text, TODAY)) == wording


@pytest.mark.parametrize(
    ("text", "compared"),
    [
        ("do I have pictures of cats?", ("do I have pictures of cats?", "cats")),
        ("a dog on the beach", ("a dog on the beach",)),
        ("how do I renew my passport", ("how do I renew my passport",)),
    ],
)
def test_with_words_the_question_is_compared_as_well(text: str, compared: tuple[str, ...]) -> None:
    assert wordings(text, parse(text, TODAY)) == compared


@pytest.mark.parametrize(
    "text",
    ["how many photos have faces?", "How many faces are there?", "photos with faces", "do I have any faces", "show me pictures of a face"],
)
def test_questions_after_faces(text: str) -> None:
    assert asks_for_faces(text)


@pytest.mark.parametrize(
    "text",
    ["which photos have no faces?", "photos without faces", "photos of clock faces", "how many photos have faces and hats?", "faces"],
)
def test_questions_after_something_else(text: str) -> None:
    assert not asks_for_faces(text)


@pytest.mark.parametrize(
    ("text", "is_guess"),
    [
        ("faces:2", True),
        ("-has:faces", True),
        ("dogs has:faces", True),
        ("text:stop", True),
        ("has:text", True),
        ("person:anna", False),
        ("caption:stop", False),
        ("two faces", False),
        ("", False),
    ],
)
def test_what_rests_on_a_guess_whoever_asks(text: str, is_guess: bool) -> None:
    assert rests_on_guesses(parse(text, TODAY)) is is_guess
