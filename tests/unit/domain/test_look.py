"""What a look still says once a person has refused guesses of it."""

import pytest

from app.domain.look import FaceBox, Guess, Look, people_phrase, shown_guesses, shown_people

CANOE, SHORE, CAFE = Guess("canoe", 0.6), Guess("lake shore", 0.5), Guess("Café", 0.4)
LOOK = Look(guesses=(CANOE, SHORE, CAFE), faces=(FaceBox(0.1, 0.1, 0.2, 0.3, 0.9),))


@pytest.mark.parametrize(
    ("refused", "left"),
    [
        ((), (CANOE, SHORE, CAFE)),
        (("CANOE",), (SHORE, CAFE)),
        (("lake shore", "cafe\u0301"), (CANOE,)),
        (("lake",), (CANOE, SHORE, CAFE)),
    ],
)
def test_refused_guesses_are_not_shown_however_they_are_spelt(refused: tuple[str, ...], left: tuple[Guess, ...]) -> None:
    assert shown_guesses(refused, LOOK) == left


def test_what_is_not_sure_is_shown_only_where_nothing_else_is_left() -> None:
    pier, sandbar = Guess("pier", 0.39), Guess("sandbar", 0.1)
    unsure, mixed = Look(guesses=(pier, sandbar)), Look(guesses=(CANOE, pier, sandbar))
    assert shown_guesses((), unsure) == (pier, sandbar)
    assert shown_guesses((), mixed) == (CANOE,)
    assert shown_guesses(("canoe",), mixed) == (pier, sandbar)
    assert shown_guesses(("pier",), unsure) == (sandbar,)


def test_what_faces_say_can_be_refused_too() -> None:
    assert shown_people((), LOOK) == "a portrait of a person"
    assert shown_people(("A portrait of a person",), LOOK) == ""
    assert shown_people((), Look()) == ""


@pytest.mark.parametrize(("heights", "place"), [([], 0), ([0.25], 1), ([0.24], 2), ([0.5, 0.1], 3), ([0.1] * 3, 4), ([0.1] * 9, 4)])
def test_faces_say_how_many_people_there_are(heights: list[float], place: int) -> None:
    assert people_phrase(heights) == place
