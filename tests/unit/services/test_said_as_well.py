"""A word that was taken for a tag and stands in more captions: it is said, and can be searched for."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Built
from app.domain.evidence import AnswerMode, EvidencePack
from app.domain.ids import PhotoId
from app.domain.question import Scope
from app.services.conversation import Conversation
from app.services.events import IndexSummary
from app.services.why import ADJACENT, HANDED_OVER, NONE_ADJACENT, UNDERSTOOD, why

TODAY = date(2024, 6, 1)


@pytest.fixture
def cats(built: Built, index: Callable[..., IndexSummary], make_photo: Callable[..., Path], photos: Path) -> Built:
    make_photo("grey.jpg", "A grey cat", ("cat",), "2019:01:14 10:00:30")
    make_photo("canary.jpg", "A cat and a canary", (), "2019:07:14 11:00:30")
    make_photo("snow.jpg", "Snow", ("winter",), "2019:01:20 12:00:30")
    make_photo("skis.jpg", "Skis in winter", (), "2020:01:14 13:00:30")
    make_photo("slope.jpg", "The slope, winter of a cold year", (), "2020:01:15 13:00:30")
    index(photos)
    return built


@pytest.mark.parametrize(
    ("text", "word", "says"),
    [
        ("Which photos have a cat in them?", "cat", "1 more photo has the word “cat” in its caption or title."),
        ("How many photos of a cat are there?", "cat", "1 more photo has the word “cat” in its caption or title."),
        ("photos taken in winter", "winter", "2 more photos have the word “winter” in their caption or title."),
    ],
)
def test_more_photos_that_say_the_word_are_counted(cats: Built, text: str, word: str, says: str) -> None:
    answer = cats.use_cases.ask.ask(text, TODAY)
    assert answer.mode is AnswerMode.SOURCED
    assert answer.pack.library["matching"] == 1
    assert answer.why == f"{UNDERSTOOD} {says}"
    assert answer.suggested == (word,)


@pytest.mark.parametrize("text", ["photos tagged cat", "How many photos have the tag cat?", "photos without a cat", "photos from 2019"])
def test_what_was_asked_for_by_name_is_complete(cats: Built, text: str) -> None:
    answer = cats.use_cases.ask.ask(text, TODAY)
    assert (answer.why, answer.suggested) == (UNDERSTOOD, ())


def test_only_photos_that_are_otherwise_as_asked_count(cats: Built) -> None:
    assert cats.use_cases.ask.ask("photos of a cat from January 2019", TODAY).why == UNDERSTOOD


def test_only_photos_that_were_handed_over_count(cats: Built) -> None:
    cat, every = shown(cats, "photos of a cat"), shown(cats, "photos from 2019")
    assert len(cat) == 1 < len(every)
    assert cats.use_cases.ask.ask("photos of a cat", TODAY, Conversation(Scope("1 selected photo", cat))).why == HANDED_OVER
    assert cats.use_cases.ask.ask("photos of a cat", TODAY, Conversation(Scope("all", every))).why.startswith(f"{HANDED_OVER} 1 more")


def shown(cats: Built, text: str) -> tuple[PhotoId, ...]:
    return tuple(each.photo.id for each in cats.use_cases.ask.ask(text, TODAY).cited if each.photo)


def test_that_photos_come_near_is_said_only_where_some_do(cats: Built) -> None:
    near = cats.use_cases.ask.gather("photos of a cat", TODAY)
    some = replace(near, pack=replace(near.pack, mode=AnswerMode.ADJACENT))
    assert why(some) == ADJACENT
    assert why(replace(some, pack=EvidencePack(AnswerMode.ADJACENT))) == NONE_ADJACENT
