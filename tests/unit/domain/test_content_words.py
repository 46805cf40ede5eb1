"""What says something, and what only names something."""

import pytest

from app.domain.content_words import content_words, is_name


def test_function_words_say_nothing() -> None:
    assert content_words("a man on the beach with his dog’s ball") == ["man", "beach", "dog’s", "ball"]
    assert content_words("where is it?") == []


@pytest.mark.parametrize(
    "text",
    [
        "", "Wheat", "wheat", "the sea", "Denali National Park and Preserve", "OLYMPUS DIGITAL CAMERA", "Fall 2023 Week 3",
        "Sydney Opera House", "The High Trestle Trail Bridge", "Suva, Fiji", "2019", "DSC 0001", "東京",
    ],
)  # fmt: skip
def test_names(text: str) -> None:
    assert is_name(text)


@pytest.mark.parametrize(
    "text",
    [
        "fishing boats", "A dog on a couch", "Squirrel at berkely", "A KITTEN NAPPING ON THE KEYBOARD", "Wet river otter at Oakland Zoo",
        "Hund auf dem Sofa", "東京 タワー", "Three men walk past Big Ben",
    ],
)  # fmt: skip
def test_sentences(text: str) -> None:
    assert not is_name(text)
