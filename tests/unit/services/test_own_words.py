"""Describing photos: many at once, found at once by word and by meaning, told in a sentence, and taken back exactly."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Built
from app.config.paths import shipped
from app.domain.errors import WordsRefused
from app.domain.ids import ContentHash, ModelId, PhotoId
from app.domain.look import Guess, Look
from app.domain.own_words import MOST_NAMES, YOU, Change
from app.domain.photo import Fact
from app.domain.query import Term
from app.library.looks import Looks
from app.library.own_words import refused_guesses
from app.photos.place_names import PlaceNames
from app.services.change_sentences import absent, done, named
from app.services.events import IndexSummary
from app.services.inspect_file import InspectedFile, inspect_file, with_library
from app.services.own_words import DEPTH
from tests.unit.services.conftest import MakePhoto

Index = Callable[..., IndexSummary]


@pytest.fixture
def ids(built: Built, index: Index, photos: Path, make_photo: MakePhoto) -> list[PhotoId]:
    """Three photos of the library by path."""
    for name, caption in (("a.jpg", "A red boat"), ("b.jpg", "A steam engine"), ("c.jpg", "")):
        make_photo(name, caption=caption, tags=("summer",))
    index(photos)
    found = built.catalogue.photos(map(PhotoId, built.catalogue.browse().tolist())).values()
    return [each.id for each in sorted(found, key=lambda each: each.path)]


def found(built: Built, text: str) -> list[str]:
    """The names of what the search shows first."""
    listing = built.use_cases.search.search(text, date(2024, 6, 1))
    ids = [PhotoId(each) for each in listing.ids.tolist()]
    return [Path(each.path).name for each in built.catalogue.photos(ids).values()]


def test_a_new_caption_is_found_by_word_and_by_meaning_at_once(built: Built, ids: list[PhotoId]) -> None:
    assert "c.jpg" not in found(built, "puppy")[:1]
    changed = built.use_cases.describe.change([ids[2]], Change(caption="A dog asleep on the sofa"))
    assert (changed.photo_ids, changed.sentence) == ((ids[2],), "Set the caption of 1 photo.")
    assert found(built, "sofa")[:1] == ["c.jpg"]
    assert found(built, "sleeping puppy")[:1] == ["c.jpg"]
    assert built.catalogue.passages_without_vector(built.embedder.model_id, 1) == ()


def test_a_file_is_told_with_what_the_library_says_of_it_as_long_as_it_is_the_same(built: Built, ids: list[PhotoId]) -> None:
    built.use_cases.describe.change(ids[:1], Change(add_tags=("regatta",)))
    known = built.catalogue.photos(ids[:1])[ids[0]]
    Looks(built.catalogue).store(ModelId("m"), [(known.id, known.content_hash, Look(guesses=(Guess("canoe", 0.9),)))])
    read = inspect_file(known.path, built.reader, PlaceNames(shipped("resources") / "places" / "geonames.npz"))
    assert read.facts.tags is not None
    assert [tag.name for tag in read.facts.tags.value] == ["summer"]
    told = with_library(read, built.use_cases.look)
    assert told.photo.facts.tags is not None
    assert [tag.name for tag in told.photo.facts.tags.value] == ["summer", "regatta"]
    assert told.seen is not None
    assert [guess.name for guess in told.seen.guesses] == ["canoe"]
    other = replace(read, content_hash=ContentHash("0" * 64))
    assert with_library(other, built.use_cases.look) == InspectedFile(other)
    assert with_library(replace(read, path="/elsewhere.jpg"), built.use_cases.look).seen is None


def test_a_change_counts_the_photos_that_it_changed(built: Built, ids: list[PhotoId]) -> None:
    describe = built.use_cases.describe
    assert describe.change(ids[:1], Change(rating=4)).sentence == "Rated 1 photo 4 stars."
    assert describe.change(ids, Change(rating=4)).sentence == "Rated 2 photos 4 stars."
    nothing = describe.change(ids, Change(rating=4))
    assert (nothing.photo_ids, nothing.sentence) == ((), "Nothing to change: it is so already.")
    assert describe.undoable == "rating of 2 photos"


def test_a_picture_is_described_in_all_its_versions_and_counted_once(
    built: Built, index: Index, photos: Path, make_photo: MakePhoto
) -> None:
    for name in ("a.jpg", "a-edited.jpg", "b.jpg"):
        make_photo(name)
    index(photos)
    by_name = {Path(each.path).name: each.id for each in built.catalogue.photos(map(PhotoId, built.catalogue.browse().tolist())).values()}
    describe, all_ids = built.use_cases.describe, list(by_name.values())

    def ratings() -> dict[str, int | None]:
        facts = {name: built.catalogue.photos([each])[each].facts for name, each in by_name.items()}
        return {name: each.rating.value if each.rating else None for name, each in facts.items()}

    changed = describe.change([by_name["a-edited.jpg"]], Change(rating=4), as_one=True)
    assert ratings() == {"a.jpg": 4, "a-edited.jpg": 4, "b.jpg": None}
    assert (set(changed.photo_ids), changed.sentence) == ({by_name["a.jpg"], by_name["a-edited.jpg"]}, "Rated 1 photo 4 stars.")
    assert describe.change([by_name["a.jpg"]], Change(rating=2)).sentence == "Rated 1 photo 2 stars."
    assert ratings() == {"a.jpg": 2, "a-edited.jpg": 4, "b.jpg": None}, "one by one, only the one"
    assert describe.change(all_ids, Change(rating=5), as_one=True).sentence == "Rated 2 photos 5 stars."
    undone = describe.undo()
    assert undone is not None
    assert undone.sentence == "Undone: rating of 2 photos."
    assert ratings() == {"a.jpg": 2, "a-edited.jpg": 4, "b.jpg": None}
    describe.undo()
    describe.undo()
    assert set(ratings().values()) == {None}


def test_undo_and_redo_go_back_and_forth(built: Built, ids: list[PhotoId]) -> None:
    describe, catalogue = built.use_cases.describe, built.catalogue
    assert (describe.undo(), describe.redo(), describe.undoable, describe.redoable) == (None, None, None, None)
    describe.change(ids[:1], Change(title="Ferry"))
    before = catalogue.photos(ids)
    describe.change(ids, Change(title="Harbour", add_tags=("Porto",), remove_tags=("summer",)))
    after = catalogue.photos(ids)
    undone = describe.undo()
    assert undone is not None
    assert (set(undone.photo_ids), undone.sentence) == (set(ids), "Undone: title and tags “Porto” and “summer” of 3 photos.")
    assert catalogue.photos(ids) == before
    assert (describe.undoable, describe.redoable) == ("title of 1 photo", "title and tags “Porto” and “summer” of 3 photos")
    describe.redo()
    assert catalogue.photos(ids) == after
    describe.undo()
    describe.change(ids[1:], Change(favourite=True))
    assert describe.redoable is None


def test_a_refused_guess_is_told_undone_and_read_again(built: Built, ids: list[PhotoId]) -> None:
    describe = built.use_cases.describe

    def refused() -> dict[PhotoId, tuple[str, ...]]:
        with built.catalogue.one_view() as connection:
            return refused_guesses(connection, ids)

    describe.change(ids[1:2], Change(title='has "refused": in it'))
    assert describe.change(ids[:1], Change(refuse=("canoe",))).sentence == "Refused the guess “canoe” of 1 photo."
    assert refused() == {ids[0]: ("canoe",)}
    assert describe.undoable == "guess “canoe” of 1 photo"
    describe.change(ids[:1], Change(refuse=("lake shore", "a person")))
    assert refused() == {ids[0]: ("canoe", "lake shore", "a person")}
    describe.undo()
    undone = describe.undo()
    assert undone is not None
    assert undone.sentence == "Undone: guess “canoe” of 1 photo."
    assert refused() == {}
    describe.redo()
    assert refused() == {ids[0]: ("canoe",)}
    assert describe.change(ids[:1], Change(unrefuse=("Canoe",))).sentence == "Allowed the guess “Canoe” of 1 photo again."


def test_undo_restores_the_words_although_the_file_was_read_again(
    built: Built, ids: list[PhotoId], index: Index, photos: Path, make_photo: MakePhoto
) -> None:
    describe = built.use_cases.describe
    describe.change(ids[:1], Change(caption="Mine"))
    describe.change(ids[:1], Change(caption=""))
    make_photo("a.jpg", caption="A blue boat", tags=("summer",))
    index(photos)
    assert built.catalogue.photos(ids)[ids[0]].facts.caption is None
    describe.undo()
    assert built.catalogue.photos(ids)[ids[0]].facts.caption == Fact("Mine", YOU)
    describe.undo()
    caption = built.catalogue.photos(ids)[ids[0]].facts.caption
    assert caption is not None
    assert (caption.value, caption.source) == ("A blue boat", "XMP dc:description")


def test_what_was_forgotten_meanwhile_is_left_out_and_said(built: Built, ids: list[PhotoId], photos: Path) -> None:
    describe = built.use_cases.describe
    describe.change(ids, Change(rating=1))
    built.use_cases.folders.forget(built.catalogue.folders()[0].id)
    undone = describe.undo()
    assert undone is not None
    assert undone.photo_ids == ()
    assert undone.sentence == "Undone: rating of 3 photos. But none of these photos is in the library any more."
    assert built.catalogue.holding(Term("summer")).photo_ids.tolist() == []


def test_a_change_that_one_photo_refuses_changes_none(built: Built, ids: list[PhotoId]) -> None:
    describe = built.use_cases.describe
    describe.change(ids[2:], Change(add_tags=tuple(str(number) for number in range(MOST_NAMES))))
    before = built.catalogue.photos(ids)
    with pytest.raises(WordsRefused):
        describe.change(ids, Change(add_tags=("one more",)))
    assert built.catalogue.photos(ids) == before
    assert describe.undoable == "500 tags of 1 photo"


def test_the_last_hundred_changes_can_be_undone(built: Built, ids: list[PhotoId]) -> None:
    describe = built.use_cases.describe
    for number in range(DEPTH + 5):
        describe.change(ids[:1], Change(rating=number % 5 + 1))
    undone = 0
    while describe.undo():
        undone += 1
    assert undone == DEPTH


def test_tags_and_people_of_the_library_are_told(built: Built, ids: list[PhotoId]) -> None:
    built.use_cases.describe.change(ids[:2], Change(add_tags=("Trips/Porto",), add_people=("Nina",)))
    assert built.use_cases.describe.known_tags() == ("summer", "Trips/Porto")
    assert built.use_cases.describe.known_people() == ("Nina",)


@pytest.mark.parametrize(("missing", "said"), [(0, ""), (1, " 1 of them is no"), (2, " 2 of them are no"), (3, " But none of")])
def test_photos_that_are_absent_are_told(missing: int, said: str) -> None:
    assert absent(missing, 3).startswith(said)
    assert bool(absent(missing, 3)) is bool(missing)


@pytest.mark.parametrize(
    ("change", "photos", "sentence", "name"),
    [
        (Change(rating=1), 1, "Rated 1 photo 1 star.", "rating of 1 photo"),
        (Change(rating=0), 3, "Took the stars from 3 photos.", "rating of 3 photos"),
        (Change(rating=-1), 3, "Rejected 3 photos.", "rating of 3 photos"),
        (Change(favourite=True), 2, "Marked 2 photos as favourites.", "favourite of 2 photos"),
        (Change(favourite=False), 1, "Unmarked 1 photo as favourite.", "favourite of 1 photo"),
        (Change(title=""), 1_200, "Cleared the title of 1,200 photos.", "title of 1,200 photos"),
        (Change(add_tags=("harbour",)), 12, "Added the tag “harbour” to 12 photos.", "tag “harbour” of 12 photos"),
        (
            Change(remove_people=("Ada", "Nina")),
            2,
            "Removed the people “Ada” and “Nina” from 2 photos.",
            "people “Ada” and “Nina” of 2 photos",
        ),
        (Change(add_tags=tuple("abcd")), 2, "Added 4 tags to 2 photos.", "4 tags of 2 photos"),
        (Change(rating=3, title="x"), 2, "Changed the rating and title of 2 photos.", "rating and title of 2 photos"),
        (Change(add_tags=("a”\u202eb",)), 1, "Added the tag “a’\ufffdb” to 1 photo.", "tag “a’\ufffdb” of 1 photo"),
    ],
)
def test_a_change_is_told_in_a_sentence(change: Change, photos: int, sentence: str, name: str) -> None:
    assert (done(change, photos), named(change, photos)) == (sentence, name)
