"""A few photos from one end of time, or one near it, and days of the week."""

from datetime import date

import pytest

from app.domain.ids import PhotoId
from app.domain.question import Aggregate, Context, Dimension, Scope
from app.search.parse import parse
from app.search.question import understand
from tests.unit.search.memory import MemoryLibrary, photo

TODAY = date(2024, 6, 1)
PHOTOS = [
    photo("2019-05-05T10:00:00", name="a.jpg", place="Arezzo, Tuscany, Italy", person=["Ann", "Bo"]),  # A Sunday.
    photo("2018-01-01", name="b.jpg", place="Arezzo, Tuscany, Italy"),
    photo(name="undated.jpg", place="Arezzo, Tuscany, Italy"),
    photo("2021-03-06T08:00:00", name="c.jpg", place="Skagen, Denmark", person="Ann"),  # A Saturday.
    photo("2020-02-02", name="d.jpg", place="Skagen, Denmark", tag="sunday"),
]
"""From the oldest: 2, 1, 5, 4; number 3 is of unknown time."""


@pytest.fixture(scope="module")
def words() -> MemoryLibrary:
    return MemoryLibrary(PHOTOS)


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("the two oldest photos", (2, 1)),
        ("show me my 3 newest photos", (4, 5, 1)),
        ("the last two photos", (4, 5)),
        ("first 3 pictures", (2, 1, 5)),
        ("the five oldest photos", (2, 1, 5, 4)),
        ("two oldest photos from Italy", (2, 1)),
        ("please show me the two most recent photos from Denmark", (4, 5)),
        ("the second oldest photo", (1,)),
        ("what is the third-newest photo?", (1,)),
        ("2nd oldest picture from Denmark", (4,)),
        ("the ninth oldest photo", ()),
        ("the two newest photos from 2018", (2,)),
    ],
)
def test_a_few_are_taken_from_one_end_of_time(words: MemoryLibrary, text: str, chosen: tuple[int, ...]) -> None:
    question = understand(text, TODAY, words)
    assert (question.covered, question.aggregate, question.within) == (True, Aggregate.NONE, chosen)
    assert question.text == question.query.text == text


def test_the_chip_says_how_many(words: MemoryLibrary) -> None:
    question = understand("show me the two oldest photos from Italy", TODAY, words)
    assert [chip.label for chip in question.understood] == ["the two oldest", "place: Italy"]


def test_when_the_second_oldest_was_taken(words: MemoryLibrary) -> None:
    question = understand("when was my second oldest photo taken?", TODAY, words)
    assert (question.aggregate, question.of, question.within) == (Aggregate.VALUES, Dimension.DAY, (1,))


def test_of_photos_that_were_handed_over_the_oldest_are_theirs(words: MemoryLibrary) -> None:
    scope = Scope("3 selected photos", (PhotoId(5), PhotoId(4), PhotoId(1)))
    assert understand("the two oldest photos", TODAY, words, Context(scope)).within == (1, 5)


@pytest.mark.parametrize(
    "text",
    [
        "the two oldest trees",
        "the two oldest cities of Italy",
        "the second oldest university",
        "who are the three oldest people",
        "the five latest books",
        "the last 2 days",
        "second photo",
    ],
)
def test_other_things_are_old_as_well(words: MemoryLibrary, text: str) -> None:
    question = understand(text, TODAY, words)
    assert not question.covered
    assert question.within is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("photos taken on a Sunday", {1, 5}),
        ("photos taken on Sundays", {1, 5}),
        ("Saturday pictures", {4}),
        ("photos from weekends", {1, 4, 5}),
        ("photos taken on weekdays", {2}),
        ("photos not taken on a Sunday", {2, 3, 4}),
        ("photos of more than one person", {1}),
        ("photos with at least two people in Italy", {1}),
    ],
)
def test_days_of_the_week_and_company(words: MemoryLibrary, text: str, expected: set[int]) -> None:
    question = understand(text, TODAY, words)
    assert question.covered
    assert set(words.satisfying(question.query.conditions).tolist()) == expected


@pytest.mark.parametrize("text", ["who won on a Sunday", "what happens on Sundays", "is the shop open on weekends", "bloody Sunday"])
def test_days_of_the_week_are_the_worlds_as_well(words: MemoryLibrary, text: str) -> None:
    assert not understand(text, TODAY, words).covered


def test_the_search_box_knows_days_of_the_week(words: MemoryLibrary) -> None:
    query = parse("weekday:sat", TODAY)
    assert words.satisfying(query.conditions).tolist() == [4]
    assert query.chips[0].label == "weekday: Saturday"
    assert parse("weekday:someday", TODAY).chips[0].label == "not understood: weekday:someday"
