"""Versions of one picture are one in a list, with the best of their matches, and are told one by one on a card."""

from collections.abc import Iterator, Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.ids import PhotoId
from app.domain.match import MatchedPhoto, RankedPhoto, WordPart
from app.domain.photo import FileStamp, Folder, ReadPhoto, Video
from app.domain.query import Comparison, Condition, Filter, FilterField, RatingRange, Term
from app.domain.words import Field
from app.library.catalogue import Catalogue
from app.library.stacks import Stacks
from app.library.videos import Videos
from app.services.listing import Listing
from app.services.stacks import StackPhotos, _Fold
from tests.unit.library.made import read_photo

NOON = "2019-06-14T12:00:00"
MARK = "1B2C3D4E-5F60-7182-93A4-B5C6D7E8F901"


@pytest.fixture
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    with Catalogue(tmp_path_factory.mktemp("library") / "catalogue.sqlite3") as opened:
        yield opened


@pytest.fixture
def folder(catalogue: Catalogue) -> Folder:
    return catalogue.add_folder("/pictures")


@pytest.fixture
def ids(catalogue: Catalogue, folder: Folder) -> Mapping[str, PhotoId]:
    """A stack of three, a stack of two, and two photos by themselves."""
    names = ("a.dng", "a.jpg", "a-edited.jpg", "b.jpg", "c.dng", "c.jpg", "d.jpg")
    stored = catalogue.store(folder.id, [read_photo(f"/pictures/{name}", taken=NOON) for name in names])
    Stacks(catalogue).settle()
    return {each.path.removeprefix("/pictures/"): each.photo_id for each in stored.photos}


def listed(ids: Mapping[str, PhotoId], *names: str) -> Listing:
    return Listing(listed=np.array([ids[name] for name in names], np.int64))


def matched(ids: Mapping[str, PhotoId], **percentages: int) -> Listing:
    by_name = {name.replace("_", ".").replace("X", "-"): each for name, each in percentages.items()}
    return Listing("q", matches=tuple(MatchedPhoto(RankedPhoto(ids[name], 1.0, 0.0), each) for name, each in by_name.items()))


def shown(ids: Mapping[str, PhotoId], listing: Listing) -> list[str]:
    names = {photo_id: name for name, photo_id in ids.items()}
    assert [listing.photo_id(each) for each in range(len(listing))] == listing.ids.tolist()
    return [names[PhotoId(each)] for each in listing.ids.tolist()]


def test_each_stack_is_listed_once_by_its_cover(catalogue: Catalogue, ids: Mapping[str, PhotoId]) -> None:
    listing = StackPhotos(catalogue).fold(listed(ids, "b.jpg", "a.dng", "a.jpg", "a-edited.jpg", "c.jpg", "d.jpg", "c.dng"))
    assert shown(ids, listing) == ["b.jpg", "a-edited.jpg", "c.jpg", "d.jpg"]
    assert len(listing) == 4
    assert sorted(listing.all_ids.tolist()) == sorted(ids.values())
    assert listing.stands_for(ids["a.dng"]) == ids["a-edited.jpg"]
    assert listing.stands_for(ids["a-edited.jpg"]) is None
    assert listing.stands_for(ids["b.jpg"]) is None


def test_without_the_cover_the_first_member_is_shown(catalogue: Catalogue, ids: Mapping[str, PhotoId]) -> None:
    listing = StackPhotos(catalogue).fold(listed(ids, "a.dng", "a.jpg", "c.dng"))
    assert shown(ids, listing) == ["a.dng", "c.dng"]
    assert listing.behind.tolist() == [[ids["a.jpg"], ids["a.dng"]]]


def test_a_stack_matches_as_well_as_its_best_member(catalogue: Catalogue, ids: Mapping[str, PhotoId]) -> None:
    listing = StackPhotos(catalogue).fold(matched(ids, a_dng=100, b_jpg=80, aXedited_jpg=60, c_dng=20))
    assert shown(ids, listing) == ["a.dng", "b.jpg", "c.dng"], "what is said of the match is true of the photo that is shown"
    assert [(match.photo_id, match.match_percentage) for match in listing.matches] == [
        (ids["a.dng"], 100), (ids["b.jpg"], 80), (ids["c.dng"], 20),
    ]  # fmt: skip
    assert listing.behind.tolist() == [[ids["a-edited.jpg"], ids["a.dng"]]]


def test_of_members_that_match_alike_the_cover_is_shown(catalogue: Catalogue, ids: Mapping[str, PhotoId]) -> None:
    listing = StackPhotos(catalogue).fold(matched(ids, a_dng=100, c_dng=80, aXedited_jpg=100, c_jpg=79))
    assert shown(ids, listing) == ["a-edited.jpg", "c.dng"]
    assert [match.photo_id for match in listing.matches] == listing.ids.tolist()


def test_alike_is_the_kind_of_evidence_as_well(catalogue: Catalogue, ids: Mapping[str, PhotoId]) -> None:
    word = WordPart((Term("lofoten"),), Field.TAG, 1.0, exact=True)
    matches = (MatchedPhoto(RankedPhoto(ids["c.dng"], 1.0, 0.0, (word,)), 100), MatchedPhoto(RankedPhoto(ids["c.jpg"], 0.0, 1.0), 100))
    assert shown(ids, StackPhotos(catalogue).fold(Listing("lofoten", matches=matches))) == ["c.dng"]


def test_photos_with_all_their_versions(catalogue: Catalogue, ids: Mapping[str, PhotoId]) -> None:
    a, c = ids["a-edited.jpg"], ids["c.jpg"]
    assert StackPhotos(catalogue).together([ids["a.jpg"], c, ids["d.jpg"]]) == {
        ids["a.dng"]: a, ids["a.jpg"]: a, a: a, ids["c.dng"]: c, c: c, ids["d.jpg"]: ids["d.jpg"],
    }  # fmt: skip
    assert StackPhotos(catalogue).together([]) == {}


def test_a_version_of_a_rated_picture_is_not_without_stars(catalogue: Catalogue, folder: Folder) -> None:
    read = [read_photo(f"/pictures/{name}", taken=NOON, rating=4 if name == "a.dng" else None) for name in ("a.dng", "a.jpg", "b.jpg")]
    stored = catalogue.store(folder.id, [*read, read_photo("/pictures/c.dng", taken=NOON), read_photo("/pictures/c.jpg", taken=NOON)])
    Stacks(catalogue).settle()
    names = {each.photo_id: each.path.removeprefix("/pictures/") for each in stored.photos}
    unrated = Condition((Filter(FilterField.RATING, RatingRange(Comparison.EQUAL, None)),))
    assert {names[PhotoId(each)] for each in catalogue.satisfying([unrated]).tolist()} == {"b.jpg", "c.dng", "c.jpg"}


def test_what_is_nearest_is_folded_too(catalogue: Catalogue, ids: Mapping[str, PhotoId]) -> None:
    listing = StackPhotos(catalogue).fold(Listing("q", nearest=(ids["c.dng"], ids["c.jpg"], ids["b.jpg"])))
    assert listing.nearest == (ids["c.jpg"], ids["b.jpg"])


def test_a_list_without_versions_stays_as_it_is(catalogue: Catalogue, folder: Folder) -> None:
    catalogue.store(folder.id, [read_photo("/pictures/a.jpg")])
    listing = Listing(listed=catalogue.browse())
    assert StackPhotos(catalogue).fold(listing) is listing
    assert len(listing.behind) == 0


def test_the_versions_of_a_photo(catalogue: Catalogue, ids: Mapping[str, PhotoId]) -> None:
    told = StackPhotos(catalogue).versions(catalogue.photos(ids.values()).values())
    assert set(told) == {ids[name] for name in ids if name[0] in "ac"}
    assert [(each.path.removeprefix("/pictures/"), each.word) for each in told[ids["a.dng"]]] == [
        ("a-edited.jpg", "edited"), ("a.jpg", "from the camera"), ("a.dng", "RAW"),
    ]  # fmt: skip
    assert [each.photo and each.photo.id for each in told[ids["a.dng"]]] == [ids["a-edited.jpg"], ids["a.jpg"], ids["a.dng"]]


def test_a_live_photo_is_a_still_with_its_film(catalogue: Catalogue, folder: Folder) -> None:
    read = read_photo("/pictures/IMG_9140.JPG", taken=NOON)
    still = ReadPhoto(**{name: getattr(read, name) for name in read.__slots__} | {"content_identifier": MARK})
    stored = catalogue.store(folder.id, [still, read_photo("/pictures/IMG_9141.JPG")])
    film = Video("/pictures/elsewhere/IMG_9140.MOV", FileStamp(1, 1), MARK)
    Videos(catalogue).store(folder.id, [film, Video("/pictures/IMG_9141.MOV", FileStamp(1, 1))])
    told = StackPhotos(catalogue).versions(catalogue.photos([each.photo_id for each in stored.photos]).values())
    assert list(told) == [stored.photos[0].photo_id]
    assert [(each.path, each.format, each.word) for each in told[stored.photos[0].photo_id]] == [
        ("/pictures/IMG_9140.JPG", "JPEG", "from the camera"), (film.path, "MOV", "video"),
    ]  # fmt: skip


@given(st.lists(st.integers(0, 30), unique=True, max_size=30), st.dictionaries(st.integers(0, 30), st.integers(0, 5), min_size=1))
def test_folding_loses_and_doubles_nothing(photos: list[int], groups: dict[int, int]) -> None:
    cover_of = {each: min(other for other in groups if groups[other] == groups[each]) for each in groups}
    members = np.array(sorted(groups), np.int64)
    fold = _Fold(np.array(photos, np.int64), members, np.array([cover_of[each] for each in sorted(groups)], np.int64))
    shown, behind = fold.shown.tolist(), fold.behind.tolist()
    assert sorted([*shown, *(each for each, _ in behind)]) == sorted(photos)
    assert all(instead in shown and cover_of[each] == cover_of[instead] for each, instead in behind)
    stacks = [cover_of.get(each, -each - 1) for each in shown]
    assert len(set(stacks)) == len(stacks)
    assert stacks == list(dict.fromkeys(cover_of.get(each, -each - 1) for each in photos))
