"""Listings and cards over real rooms."""

import os
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Built, build
from app.config.paths import LibraryPaths, shipped
from app.domain.errors import Cancelled
from app.domain.ids import FolderId, PhotoId
from app.domain.look import Guess, Look
from app.domain.match import Evidence
from app.domain.own_words import Change
from app.embedding.content import ContentModel
from app.embedding.sentence import SentenceModel
from app.library.looks import Looks
from app.services.cancel import CancelSwitch
from app.services.events import IndexSummary
from app.services.like_photos import NotInLibrary

Index = Callable[..., IndexSummary]
MakePhoto = Callable[..., Path]
TODAY = date(2024, 6, 1)


@pytest.fixture
def filled(built: Built, index: Index, make_photo: MakePhoto, photos: Path) -> Built:
    make_photo("boats.jpg", "fishing boats in the harbour", ("harbour",), "2019:06:14 10:20:30")
    make_photo("cake.jpg", "a birthday cake with candles", ("party",), "2020:01:02 03:04:05")
    make_photo("plain.jpg")
    index(photos)
    return built


def test_browsing_is_by_date_with_unknown_dates_last(filled: Built) -> None:
    search = filled.use_cases.search
    newest = search.cards(search.browse(), 0, 10)
    assert [Path(card.photo.path).name for card in newest] == ["cake.jpg", "boats.jpg", "plain.jpg"]
    oldest = search.cards(search.browse(newest_first=False), 0, 10)
    assert [Path(card.photo.path).name for card in oldest] == ["boats.jpg", "cake.jpg", "plain.jpg"]
    assert all(card.match_percentage is None for card in newest)


def test_a_tag_is_exact_and_says_so(filled: Built) -> None:
    listing = filled.use_cases.search.search("harbour", TODAY)
    (card,) = filled.use_cases.search.cards(listing, 0, 10)
    assert (card.match_percentage, card.evidence) == (100, Evidence.EXACT)
    assert card.reasons[0].plain == "tag harbour"


def test_filters_alone_have_no_bars(filled: Built) -> None:
    listing = filled.use_cases.search.search("-cake", TODAY)
    cards = filled.use_cases.search.cards(listing, 0, 10)
    assert {Path(card.photo.path).name for card in cards} == {"boats.jpg", "plain.jpg"}
    assert all(card.match_percentage is None for card in cards)


def test_nothing_matches_is_said_and_the_nearest_stand_apart(filled: Built) -> None:
    listing = filled.use_cases.search.search("quantum entanglement", TODAY)
    assert len(listing) == 0
    assert listing.notice == "No photo matches “quantum entanglement”."
    nearest = filled.use_cases.search.nearest_cards(listing)
    assert nearest
    assert all(card.match_percentage is None for card in nearest)


@pytest.mark.parametrize(
    ("typed", "names", "says"),
    [
        ("_MG_410", ["_MG_4101.jpg", "_MG_4102.jpg"], "No photo has the word “_MG_410”; these are the ones whose file name holds it."),
        ("g_4102", ["_MG_4102.jpg"], "No photo has the word “g_4102”; these are the ones whose file name holds it."),
        ("_MG_410 date:2019", ["_MG_4101.jpg"], "No photo has the word “_MG_410”; these are the ones whose file name holds it."),
        ("kittiw", ["kittiwake.jpg"], "No photo has the word “kittiw”; these are the ones whose file name begins so."),
    ],
)
def test_a_piece_of_a_file_name_finds_the_files(
    built: Built, index: Index, make_photo: MakePhoto, photos: Path, typed: str, names: list[str], says: str
) -> None:
    make_photo("_MG_4101.jpg", "a harbour", (), "2019:06:14 10:20:30")
    make_photo("_MG_4102.jpg", "a cake", (), "2020:06:14 10:20:30")
    make_photo("kittiwake.jpg", "a bird")
    index(photos)
    search = built.use_cases.search
    listing = search.search(typed, TODAY)
    assert sorted(Path(card.photo.path).name for card in search.cards(listing, 0, 10)) == names
    assert listing.notice == says


@pytest.mark.parametrize("typed", ["_M", "ittiw", "_MG_410 zxqv", "name:zzz", "zxqvwk"])
def test_what_is_no_piece_of_a_name_finds_no_file_by_it(
    filled: Built, make_photo: MakePhoto, photos: Path, index: Index, typed: str
) -> None:
    make_photo("_MG_4101.jpg")
    make_photo("kittiwake.jpg")
    index(photos)
    listing = filled.use_cases.search.search(typed, TODAY)
    assert "file name" not in (listing.notice or "")


def test_a_limit_changes_no_percentage(filled: Built) -> None:
    search = filled.use_cases.search
    listing = search.search("harbour OR cake OR candles", TODAY)
    whole = search.cards(listing, 0, 10)
    assert len(whole) == 2
    assert [card.match_percentage for card in search.cards(listing, 1, 2)] == [whole[1].match_percentage]


def test_without_the_model_words_still_find(filled: Built, tmp_path: Path) -> None:
    models = tmp_path / "models"
    (models / "sentence").mkdir(parents=True)
    (models / "manifest.toml").write_bytes((shipped("models") / "manifest.toml").read_bytes())
    with build(LibraryPaths(tmp_path / "library"), SentenceModel(models)) as lame:
        listing = lame.use_cases.search.search("harbour", TODAY)
        assert len(listing) == 1
        assert listing.notice is not None
        assert "model.onnx" in listing.notice
        summary = list(lame.use_cases.index.run([str(tmp_path / "photos")], CancelSwitch()))[-1]
        assert isinstance(summary, IndexSummary)
        assert summary.unchanged == 3


def test_a_deleted_vector_index_is_rebuilt(filled: Built, tmp_path: Path) -> None:
    filled.vectors.save()
    for file in (tmp_path / "library" / "vectors").iterdir():
        file.unlink()
    with build(LibraryPaths(tmp_path / "library")) as again:
        listing = again.use_cases.search.search("ships resting in a port", TODAY)
        assert Path(again.use_cases.search.cards(listing, 0, 1)[0].photo.path).name == "boats.jpg"


def test_a_lost_thumbnail_is_made_again(filled: Built, tmp_path: Path) -> None:
    photo = filled.use_cases.search.cards(filled.use_cases.search.browse(), 0, 1)[0].photo
    before = filled.use_cases.look.thumbnail(photo)
    for file in (tmp_path / "library" / "thumbnails").rglob("*.jpg"):
        file.unlink()
    assert before is not None
    assert filled.use_cases.look.thumbnail(photo) == before


def test_what_is_not_understood_is_said(filled: Built) -> None:
    search = filled.use_cases.search
    listing = search.search("rating:x", TODAY)
    assert (len(listing), listing.nearest, listing.notice) == (0, (), "Candid does not understand “rating:x”.")
    assert [chip.label for chip in listing.understood] == ["not understood: rating:x"]
    beside = search.search("harbour rating:x", TODAY)
    assert (len(beside), [chip.label for chip in beside.understood]) == (1, ["harbour", "not understood: rating:x"])


@pytest.mark.parametrize("text", ['"new line"', 'name:"new line"', "name:new⏎line.jpg", "name:%", "50% new", 'name:"[a]"'])
def test_a_name_with_any_sign_is_found(built: Built, index: Index, make_photo: MakePhoto, photos: Path, text: str) -> None:
    path = make_photo("50% [a] new\nline.jpg" if "%" in text or "[" in text else "new\nline.jpg")
    make_photo("plain.jpg")
    index(photos)
    search = built.use_cases.search
    assert [card.photo.path for card in search.cards(search.search(text, TODAY), 0, 10)] == [str(path)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("run", "tag running"),
        ("pony", "tag ponies"),
        ("smorrebrod", "tag Smørrebrød"),
        ("写真", "tag 写真集"),
        ("harb*", "tag harbour walls"),
    ],
)
def test_a_reason_names_the_tag_that_the_index_has_matched(
    built: Built, index: Index, make_photo: MakePhoto, photos: Path, text: str, reason: str
) -> None:
    make_photo("a.jpg", None, ("x", "running", "ponies", "Smørrebrød", "写真集", "harbour walls", "this or that"))
    index(photos)
    search = built.use_cases.search
    (card,) = search.cards(search.search(text, TODAY), 0, 10)
    assert card.reasons[0].plain == reason


def test_given_photos_are_listed_in_their_order_without_those_that_are_gone(
    built: Built, index: Index, make_photo: MakePhoto, photos: Path
) -> None:
    for name in ("a.jpg", "b.jpg", "c.jpg"):
        make_photo(name)
    index(photos)
    search = built.use_cases.search
    there = [card.photo for card in search.cards(search.browse(), 0, 10)]
    wanted = [there[2].id, PhotoId(987_654), there[0].id]
    listing = search.given(wanted, "Photos of the answer")
    assert listing.listed.tolist() == [there[2].id, there[0].id]
    assert (listing.heading, listing.query, len(listing.matches)) == ("Photos of the answer", "", 0)
    assert [card.photo.id for card in search.cards(listing, 0, 10)] == [there[2].id, there[0].id]
    assert len(search.given([], "none")) == 0


def test_the_photos_of_a_folder(built: Built, index: Index, make_photo: MakePhoto, photos: Path, tmp_path: Path) -> None:
    make_photo("a.jpg")
    index(photos)
    other = tmp_path / "other"
    other.mkdir()
    os.link(photos / "a.jpg", other / "b.jpg")
    index(other)
    search = built.use_cases.search
    for folder in built.catalogue.folders():
        (card,) = search.cards(search.in_folder(folder.id), 0, 10)
        assert os.path.dirname(card.photo.path) == folder.path
    assert len(search.in_folder(FolderId(99))) == 0


def test_facts_are_over_the_whole_library(built: Built, index: Index, make_photo: MakePhoto, photos: Path) -> None:
    assert built.use_cases.search.facts()["matching"] == 0
    make_photo("a.jpg", None, ("harbour",))
    make_photo("b.jpg", None, ("harbour",))
    index(photos)
    facts = built.use_cases.search.facts()
    assert (facts["matching"], facts["per_tag.harbour"]) == (2, 2)


def test_why_a_card_is_there_is_true_of_the_version_that_it_shows(built: Built, index: Index, make_photo: MakePhoto, photos: Path) -> None:
    make_photo("boat.jpg", tags=("lofoten",))
    make_photo("boat-edited.jpg")
    index(photos)
    search = built.use_cases.search
    listing = search.folded(search.search("lofoten", TODAY))
    (card,) = search.cards(listing, 0, 10)
    assert (Path(card.photo.path).name, card.reasons[0].plain) == ("boat.jpg", "tag lofoten")
    assert [Path(each.path).name for each in card.versions] == ["boat-edited.jpg", "boat.jpg"]
    (whole,) = search.cards(search.folded(search.browse()), 0, 10)
    assert Path(whole.photo.path).name == "boat-edited.jpg"


def test_more_like_a_photo_by_words_and_by_copies(built: Built, index: Index, make_photo: MakePhoto, photos: Path) -> None:
    for name, tags in (("a.jpg", ("lofoten",)), ("b.jpg", ("lofoten",)), ("c.jpg", ("cake",)), ("d.jpg", ("cake",))):
        make_photo(name, tags=tags)
    index(photos)
    search = built.use_cases.search
    listing = search.like_file(str(photos / "a.jpg"), 0.0)
    cards = search.cards(listing, 0, 10)
    assert [(Path(card.photo.path).name, card.reasons[0].plain) for card in cards] == [
        ("a.jpg", "the photo itself"),
        ("b.jpg", "same tag lofoten"),
    ]
    assert (listing.heading, cards[0].match_percentage) == ("More like a.jpg", 100)
    assert 1 <= (cards[1].match_percentage or 0) < 100
    with pytest.raises(NotInLibrary):
        search.like_file(str(photos / "none.jpg"))


def test_what_nothing_is_known_of_is_compared_with_nothing(built: Built, index: Index, make_photo: MakePhoto, photos: Path) -> None:
    make_photo("7.jpg")
    make_photo("8.jpg", tags=("cake",))
    index(photos)
    listing = built.use_cases.search.like_file(str(photos / "7.jpg"))
    assert listing.notice == "7.jpg has no words and was not looked at yet, so there is nothing to compare by."
    assert [Path(card.photo.path).name for card in built.use_cases.search.cards(listing, 0, 10)] == ["7.jpg"]
    assert built.use_cases.search.like(PhotoId(999)).notice == "This photo is no longer in the library."


def test_a_photo_without_words_is_found_by_its_look_and_the_reason_names_guesses(
    built: Built, index: Index, make_photo: MakePhoto, photos: Path, embedder: SentenceModel
) -> None:
    make_photo("7.jpg")
    make_photo("8.jpg", tags=("canoe",))
    make_photo("9.jpg")
    index(photos)
    look = Look(embedder.embed(["a canoe on a lake"])[0], (Guess("lake shore", 0.7), Guess("canoe", 0.6)))
    photo = built.catalogue.by_path(str(photos / "7.jpg"))
    assert photo is not None
    Looks(built.catalogue).store(ContentModel(shipped("models")).model_id, [(photo.id, photo.content_hash, look)])
    search, stopped = built.use_cases.search, CancelSwitch()
    stopped.cancel()
    with pytest.raises(Cancelled):
        list(search.prepare(stopped))
    list(search.prepare(CancelSwitch()))
    list(search.prepare(stopped))  # there is nothing left to be stopped
    said, guessed = search.cards(search.search("canoe", TODAY), 0, 10)
    assert (Path(said.photo.path).name, said.evidence) == ("8.jpg", Evidence.EXACT)
    assert (Path(guessed.photo.path).name, guessed.evidence) == ("7.jpg", Evidence.CONTENT)
    assert [reason.plain for reason in guessed.reasons] == ["looks like: canoe, lake shore (a guess)"]
    (alone,) = search.cards(search.search("canoe -tag:canoe", TODAY), 0, 10)
    assert (alone.photo.id, alone.match_percentage) == (photo.id, 100)


def test_a_look_of_which_no_guess_is_sure_names_one_that_can_be_refused(
    built: Built, index: Index, make_photo: MakePhoto, photos: Path, embedder: SentenceModel
) -> None:
    make_photo("7.jpg")
    index(photos)
    photo = built.catalogue.by_path(str(photos / "7.jpg"))
    assert photo is not None
    look = Look(embedder.embed(["a sandy beach"])[0], (Guess("sandbar", 0.3), Guess("seashore", 0.2)))
    Looks(built.catalogue).store(ContentModel(shipped("models")).model_id, [(photo.id, photo.content_hash, look)])

    def why() -> list[str]:
        listing = built.use_cases.search.search("a sandy beach", TODAY)
        return [reason.plain for card in built.use_cases.search.cards(listing, 0, 9) for reason in card.reasons]

    assert why() == ["looks like: perhaps sandbar (a guess)"]
    assert [each.name for each in built.use_cases.look.seen([photo.id])[photo.id].guesses] == ["sandbar", "seashore"]
    built.use_cases.describe.change([photo.id], Change(refuse=("sandbar",)))
    assert "looks like: perhaps sandbar (a guess)" not in why()
