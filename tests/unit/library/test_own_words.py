"""Own words in the library: they count everywhere, and outlive whatever becomes of the file."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from app.domain.errors import LibraryUnavailable
from app.domain.ids import PhotoId
from app.domain.own_words import NOTHING_SAID, YOU, Change, OwnWords, applied
from app.domain.photo import Fact, Folder, PhotoState, ReadPhoto, Tag
from app.domain.query import Comparison, Condition, Filter, FilterField, Known, RatingRange, Term
from app.library.catalogue import Catalogue
from app.library.journal import Journal
from app.library.journal_lines import JournalWords
from app.library.kept_words import KeptWords, Reworded
from tests.unit.library.made import SOURCE, read_photo

BOAT = read_photo("/pictures/boat.jpg", content="boat", caption="A boat", tags=("sea",), rating=2)


def put(catalogue: Catalogue, folder: Folder, *photos: ReadPhoto, missing: Sequence[PhotoId] = ()) -> list[PhotoId]:
    return [each.photo_id for each in catalogue.store(folder.id, photos, frozenset(missing)).photos]


def say(catalogue: Catalogue, photo_id: PhotoId, change: Change) -> Reworded:
    return KeptWords(catalogue, catalogue.journal).change([photo_id], lambda _, own, facts: applied(own, change, facts))


def words_in(catalogue: Catalogue, photo_id: PhotoId) -> OwnWords:
    """What the library keeps of the person's, told by a change that changes nothing."""
    heard: list[OwnWords] = []

    def listen(_: PhotoId, own: OwnWords, __: object) -> OwnWords:
        heard.append(own)
        return own

    KeptWords(catalogue, catalogue.journal).change([photo_id], listen)
    return heard[0]


def holding(catalogue: Catalogue, word: str) -> list[int]:
    return list(map(int, catalogue.holding(Term(word)).photo_ids))


def having(catalogue: Catalogue, *filters: Filter) -> list[int]:
    return list(map(int, catalogue.satisfying([Condition((each,)) for each in filters])))


def test_own_words_count_at_once_wherever_those_of_the_file_do(catalogue: Catalogue, folder: Folder) -> None:
    (boat,) = put(catalogue, folder, BOAT)
    before = catalogue.generation
    stored = say(catalogue, boat, Change(rating=5, favourite=True, caption="Ferry", add_tags=("Trips/Porto",), add_people=("Nina",))).stored
    photo = catalogue.photos([boat])[boat]
    assert photo.facts.caption == Fact("Ferry", YOU)
    assert photo.said == BOAT.facts
    assert (holding(catalogue, "ferry"), holding(catalogue, "boat"), holding(catalogue, "porto")) == ([boat], [boat], [boat])
    assert having(catalogue, Filter(FilterField.RATING, RatingRange(Comparison.EQUAL, 5))) == [boat]
    assert having(catalogue, Filter(FilterField.RATING, RatingRange(Comparison.EQUAL, 2))) == []
    assert having(catalogue, Filter(FilterField.HAS, Known.FAVOURITE), Filter(FilterField.TAG, Term("Trips/Porto"))) == [boat]
    assert having(catalogue, Filter(FilterField.PERSON, Term("Nina"))) == [boat]
    assert catalogue.library_facts(catalogue.browse())["per_tag.Porto"] == 1
    assert sorted(text for _, text in catalogue.passage_texts(stored.new_passages).values()) == ["Ferry", "Porto", "Trips"]
    assert len(stored.removed_passages) == 1
    assert catalogue.generation > before
    catalogue.check()


def test_what_is_taken_away_is_found_no_more(catalogue: Catalogue, folder: Folder) -> None:
    (boat,) = put(catalogue, folder, BOAT)
    say(catalogue, boat, Change(rating=0, caption="", remove_tags=("sea",)))
    assert holding(catalogue, "sea") == []
    assert having(catalogue, Filter(FilterField.HAS, Known.CAPTION)) == []
    assert having(catalogue, Filter(FilterField.RATING, RatingRange(Comparison.EQUAL, None))) == [boat]
    say(catalogue, boat, Change(rating=2, caption="A boat", add_tags=("sea",)))
    assert catalogue.photos([boat])[boat].said is None
    assert words_in(catalogue, boat) == NOTHING_SAID
    assert holding(catalogue, "sea") == [boat]


def test_a_file_that_changes_keeps_own_words(catalogue: Catalogue, folder: Folder) -> None:
    (boat,) = put(catalogue, folder, BOAT)
    say(catalogue, boat, Change(rating=5, remove_tags=("sea",)))
    changed = read_photo("/pictures/boat.jpg", content="edited", caption="Two boats", tags=("sea", "sky"), rating=1)
    assert put(catalogue, folder, changed) == [boat]
    photo = catalogue.photos([boat])[boat]
    assert (photo.facts.rating, photo.facts.caption) == (Fact(5, YOU), Fact("Two boats", SOURCE))
    assert photo.facts.tags == Fact((Tag("sky"),), SOURCE)
    assert photo.said == changed.facts


def test_a_file_read_again_is_the_same_with_own_words_over_it(catalogue: Catalogue, folder: Folder) -> None:
    (boat,) = put(catalogue, folder, BOAT)
    say(catalogue, boat, Change(rating=5))
    assert [each.kind for each in catalogue.store(folder.id, [BOAT]).photos] == ["same"]
    assert catalogue.photos([boat])[boat].facts.rating == Fact(5, YOU)


def test_words_move_with_their_photo_and_the_journal_hears_of_it(catalogue: Catalogue, folder: Folder) -> None:
    (boat,) = put(catalogue, folder, BOAT)
    say(catalogue, boat, Change(title="Ferry"))
    assert put(catalogue, folder, read_photo("/pictures/2019/ship.jpg", content="boat"), missing=[boat]) == [boat]
    assert catalogue.photos([boat])[boat].facts.title == Fact("Ferry", YOU)
    noted = {each.path: each.words for each in catalogue.journal.read().words}
    assert noted["/pictures/2019/ship.jpg"] == OwnWords(title="Ferry")
    assert noted.get("/pictures/boat.jpg", NOTHING_SAID) == NOTHING_SAID


def test_a_photo_that_is_gone_keeps_its_words_and_can_be_spoken_of(catalogue: Catalogue, folder: Folder) -> None:
    (boat,) = put(catalogue, folder, BOAT)
    say(catalogue, boat, Change(title="Ferry"))
    catalogue.mark_gone([boat])
    say(catalogue, boat, Change(caption="Away"))
    assert holding(catalogue, "ferry") == holding(catalogue, "away") == []
    catalogue.check()
    catalogue.mark_present([boat])
    assert holding(catalogue, "ferry") == holding(catalogue, "away") == [boat]
    assert catalogue.photos([boat])[boat].state is PhotoState.PRESENT


@pytest.mark.parametrize(
    ("path", "content", "claimed"),
    [
        ("/pictures/boat.jpg", "boat", True),
        ("/pictures/new.jpg", "boat", True),
        ("/pictures/boat.jpg", "edited", True),
        ("/pictures/new.jpg", "other", False),
    ],
)
def test_words_of_a_forgotten_folder_wait_for_the_photo(
    catalogue: Catalogue, folder: Folder, path: str, content: str, claimed: bool
) -> None:
    (boat,) = put(catalogue, folder, BOAT)
    say(catalogue, boat, Change(title="Ferry"))
    catalogue.forget_folder(folder.id, keep_words=True)
    assert holding(catalogue, "ferry") == []
    again = catalogue.add_folder("/pictures")
    (found,) = put(catalogue, again, read_photo(path, content=content))
    assert found != boat
    assert (words_in(catalogue, found) == OwnWords(title="Ferry")) is claimed
    assert bool(holding(catalogue, "ferry")) is claimed


def test_words_are_erased_with_their_folder_if_they_are_not_to_be_kept(catalogue: Catalogue, folder: Folder, tmp_path: Path) -> None:
    (boat,) = put(catalogue, folder, BOAT)
    say(catalogue, boat, Change(title="Zanzibar"))
    catalogue.forget_folder(folder.id)
    (found,) = put(catalogue, catalogue.add_folder("/pictures"), BOAT)
    assert words_in(catalogue, found) == NOTHING_SAID
    catalogue.close()
    assert [each.name for each in tmp_path.rglob("*") if each.is_file() and b"Zanzibar" in each.read_bytes()] == []


@pytest.mark.parametrize(("inner", "kept"), [("/pictures/trip", True), ("/pictures/others", False)])
def test_words_that_wait_below_another_added_folder_stay(catalogue: Catalogue, folder: Folder, inner: str, kept: bool) -> None:
    (boat,) = put(catalogue, folder, read_photo("/pictures/trip/boat.jpg"))
    say(catalogue, boat, Change(title="Ferry"))
    catalogue.forget_folder(folder.id, keep_words=True)
    other = catalogue.add_folder(inner)
    catalogue.forget_folder(catalogue.add_folder("/pictures").id)
    (again,) = put(catalogue, other, read_photo("/pictures/trip/boat.jpg"))
    assert (words_in(catalogue, again) == OwnWords(title="Ferry")) is kept


def test_of_two_copies_each_gets_its_own_words_back(catalogue: Catalogue, folder: Folder) -> None:
    paths = ("/pictures/a copy.jpg", "/pictures/a.jpg")
    ids = put(catalogue, folder, *(read_photo(path, content="same") for path in paths))
    for photo_id, title in zip(ids, ("Copy", "Original"), strict=True):
        say(catalogue, photo_id, Change(title=title))
    catalogue.forget_folder(folder.id, keep_words=True)
    again = catalogue.add_folder("/pictures")
    found = put(catalogue, again, *(read_photo(path, content="same") for path in reversed(paths)))
    assert [words_in(catalogue, each).title for each in found] == ["Original", "Copy"]


def test_a_copy_that_comes_first_gives_the_words_back(catalogue: Catalogue, folder: Folder) -> None:
    original, copy = (read_photo(f"/pictures/{name}.jpg", content="same") for name in ("boat", "a copy"))
    boat, _ = put(catalogue, folder, original, copy)
    say(catalogue, boat, Change(title="Ferry"))
    catalogue.forget_folder(folder.id, keep_words=True)
    again = catalogue.add_folder("/pictures")
    found = [put(catalogue, again, each)[0] for each in (copy, original)]
    assert [words_in(catalogue, each) for each in found] == [NOTHING_SAID, OwnWords(title="Ferry")]
    assert holding(catalogue, "ferry") == [found[1]]
    assert catalogue.photos(found)[found[0]].facts.title is None


def test_a_change_that_cannot_be_noted_is_not_made(catalogue: Catalogue, folder: Folder, tmp_path: Path) -> None:
    class Full(Journal):
        def words_changed(self, changed: tuple[JournalWords, ...]) -> None:
            raise LibraryUnavailable("The disk is full.")

    (boat,) = put(catalogue, folder, BOAT)
    with pytest.raises(LibraryUnavailable):
        KeptWords(catalogue, Full(tmp_path / "own.jsonl")).change([boat], lambda *_: OwnWords(title="Ferry"))
    assert catalogue.photos([boat])[boat].facts == BOAT.facts
    assert holding(catalogue, "ferry") == []


def test_unknown_photos_are_left_out(catalogue: Catalogue, folder: Folder) -> None:
    (boat,) = put(catalogue, folder, BOAT)
    reworded = KeptWords(catalogue, catalogue.journal).change([boat, PhotoId(99), boat], lambda *_: OwnWords(rating=4))
    assert (dict(reworded.before), dict(reworded.after), reworded.known) == (
        {boat: NOTHING_SAID},
        {boat: OwnWords(rating=4)},
        frozenset({boat}),
    )


def test_tags_and_people_are_told_the_commonest_first(catalogue: Catalogue, folder: Folder) -> None:
    photos = [read_photo(f"/pictures/{number}.jpg", tags=("sea",) * (number > 0), people=("Nina",)) for number in range(3)]
    ids = put(catalogue, folder, *photos)
    say(catalogue, ids[0], Change(add_tags=("Trips/Porto",), add_people=("Ada",)))
    assert catalogue.tag_paths() == ("sea", "Trips/Porto")
    assert catalogue.people_names() == ("Nina", "Ada")
    catalogue.mark_gone([ids[0]])
    assert catalogue.people_names() == ("Nina",)
