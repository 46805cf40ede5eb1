"""More like a photo over real rooms: nearly the same pictures, looks that are missing, and a library that holds nonsense."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.bootstrap import Built
from app.config.paths import shipped
from app.domain.look import Guess, Look
from app.embedding.content import ContentModel
from app.embedding.sentence import SentenceModel
from app.library.looks import Looks
from app.services.events import IndexSummary
from app.services.like_photos import NotInLibrary
from app.services.listing import Card, Listing
from tests.pictures import scene

Index = Callable[..., IndexSummary]
MakePhoto = Callable[..., Path]


def cards(built: Built, listing: Listing) -> tuple[Card, ...]:
    return built.use_cases.search.cards(listing, 0, 50)


def names(built: Built, listing: Listing) -> list[str]:
    return [Path(card.photo.path).name for card in cards(built, listing)]


@pytest.fixture
def scenes(built: Built, index: Index, photos: Path) -> Built:
    scene(1).save(photos / "1.jpg", quality=90)
    scene(1, (240, 180)).save(photos / "2.jpg", quality=60)
    scene(2).save(photos / "3.jpg", quality=90)
    index(photos)
    return built


def test_nearly_the_same_picture_is_most_alike_and_says_so(scenes: Built, photos: Path) -> None:
    listing = scenes.use_cases.search.like_file(str(photos / "1.jpg"))
    assert names(scenes, listing) == ["1.jpg", "2.jpg"]
    itself, copy = cards(scenes, listing)
    assert (itself.match_percentage, copy.match_percentage) == (100, 100)
    assert copy.reasons[0].plain == "nearly the same picture"


def test_words_alone_know_no_copies(scenes: Built, photos: Path) -> None:
    listing = scenes.use_cases.search.like_file(str(photos / "1.jpg"), 0.0)
    assert "nearly the same picture" in [reason.plain for card in cards(scenes, listing) for reason in card.reasons]
    assert listing.notice == "1.jpg has no words: only looks are compared."


@pytest.mark.parametrize("stored", ["zz", "ab", "", "z" * 64, "f" * 63, "12" * 40])
def test_a_hash_that_is_none_is_nobody_s_copy(scenes: Built, photos: Path, stored: str) -> None:
    copy = scenes.catalogue.by_path(str(photos / "2.jpg"))
    assert copy is not None
    with scenes.catalogue.changing() as connection:
        connection.execute("UPDATE photo SET perceptual_hash = ? WHERE id = ?", (stored, copy.id))
    assert names(scenes, scenes.use_cases.search.like_file(str(photos / "1.jpg"))) == ["1.jpg"]


def test_looks_are_compared_and_a_photo_that_was_not_looked_at_says_so(
    built: Built, index: Index, make_photo: MakePhoto, photos: Path, embedder: SentenceModel
) -> None:
    for name in ("1.jpg", "2.jpg", "3.jpg", "4.jpg"):
        make_photo(name, tags=("harbour",) if name == "4.jpg" else ())
    index(photos)
    vectors = embedder.embed(["a canoe on a lake", "canoes on the lake", "a slice of pizza"])
    looks = []
    for number, vector in enumerate(vectors, 1):
        photo = built.catalogue.by_path(str(photos / f"{number}.jpg"))
        assert photo is not None
        looks.append((photo.id, photo.content_hash, Look(vector, (Guess("canoe", 0.9),))))
    Looks(built.catalogue).store(ContentModel(shipped("models")).model_id, looks)
    search = built.use_cases.search
    listing = search.like_file(str(photos / "1.jpg"), 1.0)
    assert names(built, listing) == ["1.jpg", "2.jpg"]
    assert cards(built, listing)[1].reasons[0].plain == "looks alike: canoe (a guess)"
    assert search.like_file(str(photos / "4.jpg"), 0.5).notice == "No other photo is near enough to 4.jpg."


def test_a_file_that_was_not_read_is_told_apart_from_one_elsewhere(built: Built, index: Index, photos: Path) -> None:
    scene(1).save(photos / "1.jpg", quality=90)
    index(photos)
    for path, folder in ((str(photos / "none.jpg"), str(photos)), ("/elsewhere.jpg", None), (f"{photos} more/none.jpg", None)):
        with pytest.raises(NotInLibrary) as refused:
            built.use_cases.search.like_file(path)
        assert (refused.value.path, refused.value.folder, refused.value.skipped) == (path, folder, None)


def test_a_file_that_was_skipped_is_said_to_be_and_why(built: Built, index: Index, photos: Path) -> None:
    (photos / "broken.jpg").write_bytes(b"\xff\xd8\xff no more")
    index(photos)
    (skipped,) = built.catalogue.skipped()
    with pytest.raises(NotInLibrary) as refused:
        built.use_cases.search.like_file(str(photos / "broken.jpg"))
    assert refused.value.skipped == skipped.reason
