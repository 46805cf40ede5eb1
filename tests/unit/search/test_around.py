"""Towns by distance in questions: a preposition leads to them, a photo lies near, and nothing else makes a word a town."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from app.domain.earth import CITY_KILOMETRES
from app.domain.photo import Position
from app.domain.ports import WordIndex
from app.domain.query import Around
from app.domain.question import Aggregate, Dimension
from app.search.question import understand
from tests.unit.search.memory import MemoryLibrary, MemoryPhoto, photo

TODAY = date(2024, 6, 1)
LONDON, SOHO, OTHER_LONDON, ISLINGTON, NEWCASTLE, FOREST = (
    Position(51.5085, -0.1257), Position(51.513, -0.136), Position(42.983, -81.233), Position(51.536, -0.103), Position(54.973, -1.614),
    Position(50.817, 4.328),
)  # fmt: skip
TOWNS: Mapping[str, Sequence[Position]] = {
    "london": (OTHER_LONDON, LONDON), "islington": (ISLINGTON,), "newcastle upon tyne": (NEWCASTLE,), "forest": (FOREST,),
    "nice": (LONDON,), "rome": (Position(41.9, 12.5),),
}  # fmt: skip


def at(position: Position | None, base: MemoryPhoto) -> MemoryPhoto:
    return replace(base, position=position)


PHOTOS = {
    "soho": at(SOHO, photo("2019-05-01T12:00:00", place="Soho, England, United Kingdom", person="Wayne Smith")),
    "islington": at(ISLINGTON, photo("2020-05-01", place="Islington, England, United Kingdom")),
    "written": photo("2019-07-01", place="London, United Kingdom"),
    "tyne": at(Position(54.98, -1.7), photo("2021-01-01", place="Ryton, England, United Kingdom")),
    "forest": at(FOREST, photo("2022-01-01", caption="A walk")),
    "elsewhere": at(Position(0, 0), photo("2019-01-01")),
}
NAMES = dict(enumerate(PHOTOS, 1))


@pytest.fixture(scope="module")
def words() -> MemoryLibrary:
    return MemoryLibrary(list(PHOTOS.values()), towns=TOWNS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("photos in London", {"soho", "islington", "written"}),
        ("photos taken near london", {"soho", "islington", "written"}),
        ("pictures from around London", {"soho", "islington", "written"}),
        ("photos close to Islington", {"soho", "islington"}),
        ("photos from the London area", {"soho", "islington", "written"}),
        ("photos from the london area", {"soho", "islington", "written"}),
        ("London photos", {"soho", "islington", "written"}),
        ("newcastle upon tyne pics", {"tyne"}),
        ("photos taken in Newcastle upon Tyne or London", {"soho", "islington", "written", "tyne"}),
        ("photos not taken in London", {"tyne", "forest", "elsewhere"}),
        ("photos of Wayne Smith in London", {"soho"}),
        ("photos in London in 2019", {"soho", "written"}),
        ("photos in Forest", {"forest"}),
        ("show me London photos", {"soho", "islington", "written"}),
        ("do I have any Islington pics?", {"soho", "islington"}),
        ("photos from the United Kingdom", {"soho", "islington", "written", "tyne"}),
    ],
)
def test_a_preposition_leads_to_a_town(words: MemoryLibrary, text: str, expected: set[str]) -> None:
    question = understand(text, TODAY, words)
    assert question.covered
    assert {NAMES[number] for number in words.satisfying(question.query.conditions).tolist()} == expected


@pytest.mark.parametrize(
    "text",
    [
        "photos in Rome",
        "photos in the forest",
        "photos of a forest",
        "nice photos",
        "Nice pics",
        "show me nice photos",
        "Show Me Nice Photos",
        "Find my Nice PHOTOS",
        "hello. Nice photos",
        "show me Rome photos",
        "photos of London eyes",
        "what is London",
        "what is in London",
        "what's in London",
        "what is from London",
        "whats on in London",
        "who lives near London",
        "is London near Islington",
        "how far is London from Newcastle upon Tyne",
        "hotels in London",
        "what is the weather in London",
    ],
)
def test_a_name_alone_is_no_town(words: MemoryLibrary, text: str) -> None:
    assert not understand(text, TODAY, words).covered


def test_the_chip_says_how_far(words: MemoryLibrary) -> None:
    question = understand("how many photos near London?", TODAY, words)
    assert question.aggregate is Aggregate.COUNT
    assert [chip.label for chip in question.understood] == ["how many photos", "place: London, within 20 km"]
    assert [chip.label for chip in understand("photos from the United Kingdom", TODAY, words).understood] == ["place: United Kingdom"]


def test_only_towns_with_photos_near_are_meant(words: MemoryLibrary) -> None:
    (condition,) = understand("photos in London", TODAY, words).query.conditions
    assert [each.value for each in condition.any_of if isinstance(each.value, Around)] == [Around("London", (LONDON,), CITY_KILOMETRES)]


def test_when_in_a_town(words: MemoryLibrary) -> None:
    question = understand("when was I last in London?", TODAY, words)
    assert (question.covered, question.aggregate, question.of) == (True, Aggregate.NEWEST, Dimension.DAY)


class Everywhere(MemoryLibrary):
    """A library with photos near whatever may be a town."""

    def around(self, name: str) -> Around | None:
        return Around(name, (SOHO,), CITY_KILOMETRES)


def test_questions_about_the_world_are_not_covered_however_many_towns_there_are() -> None:
    words: WordIndex = Everywhere(list(PHOTOS.values()))
    lines = (Path(__file__).parent / "world_questions.tsv").read_text("utf-8").splitlines()[1:]
    about = [text for label, text in (line.split("\t") for line in lines) if label == "1"]
    asked = [text for text in about if understand(text, TODAY, words).covered]
    assert len(about) > 150
    assert asked == []
