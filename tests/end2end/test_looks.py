"""Everyday queries over the real photos, some of which were looked at: what is said comes first, and looks find what nobody has said."""

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from app.bootstrap import Built, build
from app.config.paths import shipped
from app.domain.look import Look
from app.domain.match import Evidence
from app.domain.photo import FoundFile, Photo, Picture
from app.embedding.content import ContentModel
from app.embedding.sentence import SentenceModel
from app.library.looks import Looks
from app.photos.reading import read_picture
from app.photos.workers import WorkerReader
from app.services.listing import Card, Listing
from tests.indexed import CopyOf

pytestmark = pytest.mark.shared

TODAY = date(2026, 1, 1)
LOOKED_AT = ("content/coco_", "library/kphotoalbum/", "library/roadtrip/", "library/nature/")
EVERYDAY = (
    "dog", "cat", "beach", "boat on a lake", "pizza", "people at a table", "mountain", "flowers", "bird", "car",
    "train", "bicycle", "airplane", "elephant", "bear", "snow", "skiing", "tennis", "food", "bridge",
    "church", "computer", "umbrella", "clock", "baseball", "kitchen", "bus in the street", "building at night", "sunset", "waterfall",
)  # fmt: skip
BY_LOOK = {
    "pizza": "content/coco_plain/000000160012.jpg", "elephant": "content/coco_plain/000000519208.jpg",
    "skiing": "content/coco_plain/000000000785.jpg", "mountain": "library/roadtrip/IMG_6368.jpg",
    "baseball": "content/coco_plain/000000458045.jpg", "bus in the street": "content/coco_plain/000000252639.jpg",
    "kitchen": "content/coco_plain/000000177977.jpg", "snow": "content/coco_plain/000000000785.jpg",
    "dog": "library/kphotoalbum/donna.jpg", "tennis": "content/coco_plain/000000189775.jpg",
}  # fmt: skip
"""Photos without a word of what they show."""
OFF_TOPIC = (
    "quantum physics", "tax return", "invoice", "asdfgh", "zxqvwk", "lorem ipsum", "mortgage", "GDPR", "Wayne Rooney", "John", "Anna",
    "inflation", "democracy", "stock market", "theory of relativity",
)  # fmt: skip


Everyday = Mapping[str, tuple[Card, ...]]


@pytest.fixture(scope="module")
def looked(shared: Path, copy_of: CopyOf, embedder: SentenceModel, reader: WorkerReader) -> Iterator[Built]:
    paths, _ = copy_of(shared / "photos")
    with build(paths, embedder, reader) as built:
        look_at(built, shared / "photos")
        yield built


def look_at(built: Built, root: Path) -> None:
    model, catalogue = ContentModel(shipped("models")), built.catalogue
    photos = catalogue.photos(catalogue.browse().tolist()).values()
    chosen = [photo for photo in photos if photo.path.startswith(tuple(str(root / each) for each in LOOKED_AT))]
    Looks(catalogue).store(model.model_id, [(photo.id, photo.content_hash, look_of(photo, model)) for photo in chosen])


def look_of(photo: Photo, model: ContentModel) -> Look:
    picture = read_picture(FoundFile(photo.path, photo.stamp), 512)
    assert isinstance(picture, Picture)
    pixels = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
    return Look(*model.look(pixels))


def cards(looked: Built, listing: Listing) -> tuple[Card, ...]:
    return looked.use_cases.search.cards(listing, 0, len(listing))


def found(looked: Built, query: str) -> tuple[Card, ...]:
    return cards(looked, looked.use_cases.search.search(query, TODAY))


@pytest.fixture(scope="module")
def everyday(looked: Built) -> Everyday:
    return {query: found(looked, query) for query in EVERYDAY}


@pytest.mark.parametrize("query", EVERYDAY)
def test_what_is_said_comes_before_what_is_guessed(everyday: Everyday, query: str) -> None:
    kinds = [card.evidence is Evidence.CONTENT for card in everyday[query]]
    assert kinds == sorted(kinds)


def test_most_everyday_things_are_found_by_look_and_every_guess_is_called_one(everyday: Everyday) -> None:
    guesses = {query: [card for card in results if card.evidence is Evidence.CONTENT] for query, results in everyday.items()}
    assert sum(bool(each) for each in guesses.values()) >= 25
    for card in (card for each in guesses.values() for card in each):
        assert card.reasons[-1].guessed
        assert card.reasons[-1].plain.startswith("looks like: ")
        assert card.reasons[-1].plain.endswith(" (a guess)")


@pytest.mark.parametrize(("query", "path"), BY_LOOK.items())
def test_a_look_finds_what_no_word_says(everyday: Everyday, shared: Path, query: str, path: str) -> None:
    assert str(shared / "photos" / path) in [card.photo.path for card in everyday[query] if card.evidence is Evidence.CONTENT]


def test_guesses_alone_are_relative_to_the_best_of_them(everyday: Everyday) -> None:
    results = everyday["elephant"]
    assert {card.evidence for card in results} == {Evidence.CONTENT}
    assert results[0].match_percentage == 100
    assert results[0].reasons[0].plain.startswith("looks like: elephant")


@pytest.mark.parametrize("query", OFF_TOPIC)
def test_what_no_photo_shows_is_not_guessed(looked: Built, query: str) -> None:
    assert not [card for card in found(looked, query) if card.evidence is Evidence.CONTENT]


def test_filters_and_quotes_hold_for_guesses(looked: Built) -> None:
    assert all("/roadtrip/" in card.photo.path for card in found(looked, "mountain folder:roadtrip"))
    assert Evidence.CONTENT not in {card.evidence for card in found(looked, '"slice of pizza"')}


def test_more_like_a_photo_begins_with_it_and_says_by_what(looked: Built, shared: Path) -> None:
    skier = looked.catalogue.by_path(str(shared / "photos" / BY_LOOK["skiing"]))
    assert skier is not None
    for by_look in (0.0, 0.5, 1.0):
        listing = looked.use_cases.search.like(skier.id, by_look)
        first, *others = cards(looked, listing)
        assert (first.photo.id, first.match_percentage, first.reasons[0].plain) == (skier.id, 100, "the photo itself")
        assert all(card.reasons and (card.match_percentage or 0) <= 100 for card in others)
        assert listing.heading == "More like 000000000785.jpg"
