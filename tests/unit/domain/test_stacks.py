"""Which photos of a folder are shown as one, and which of them stands for the others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.ids import PhotoId
from app.domain.moments import read_moment
from app.domain.stacks import MOST_VERSIONS, Member, stacks

NOON, LATER = "2019-06-14T12:00:00", "2019-06-14T12:00:01"


def stacked(*photos: tuple[str, str | None] | tuple[str, str | None, str]) -> list[list[str]]:
    """Names of each stack, the one that stands for it first."""
    members = [
        Member(PhotoId(number), f"/photos/{name}", read_moment(taken) if taken else None, camera[0] if camera else None)
        for number, (name, taken, *camera) in enumerate(photos, start=1)
    ]
    names = {each.id: each.path.removeprefix("/photos/") for each in members}
    found = stacks(members)
    assert stacks(reversed(members)) == found
    covers = sorted(set(found.values()))
    return sorted([names[cover], *sorted(names[each] for each in found if found[each] == cover and each != cover)] for cover in covers)


def test_raw_and_jpeg_of_one_shot() -> None:
    assert stacked(("a.dng", NOON), ("a.jpeg", NOON), ("b.dng", NOON)) == [["a.jpeg", "a.dng"]]
    assert stacked(("IMG_1.CR2", None), ("img_1.jpg", None)) == [["img_1.jpg", "IMG_1.CR2"]]
    cover, raw = "PXL_20230101_120000000.RAW-01.COVER.jpg", "PXL_20230101_120000000.RAW-02.ORIGINAL.dng"
    assert stacked((raw, NOON), (cover, NOON)) == [[cover, raw]]


def test_the_edited_copy_stands_for_all() -> None:
    photos = (("IMG_1.CR2", NOON), ("IMG_1.JPG", NOON), ("IMG_1-edited.jpg", None), ("IMG_1-bearbeitet.jpg", NOON))
    assert stacked(*photos) == [["IMG_1-bearbeitet.jpg", "IMG_1-edited.jpg", "IMG_1.CR2", "IMG_1.JPG"]]
    assert stacked(("IMG_1234.HEIC", NOON), ("IMG_E1234.HEIC", NOON)) == [["IMG_E1234.HEIC", "IMG_1234.HEIC"]]


def test_a_name_alone_is_not_enough_where_times_differ() -> None:
    assert stacked(("IMG_1.CR2", NOON), ("IMG_1.JPG", LATER)) == []
    assert stacked(("IMG_1.JPG", NOON), ("IMG_1-edited.jpg", LATER)) == []
    assert stacked(("IMG_1.JPG", NOON), ("IMG_1-edited.jpg", "2019-06-14")) == [], "a day alone is no agreement"
    assert stacked(("IMG_1.CR2", f"{NOON}.05"), ("IMG_1.JPG", NOON)) == [["IMG_1.JPG", "IMG_1.CR2"]]


def test_an_edited_copy_that_contradicts_any_member_stays_by_itself() -> None:
    assert stacked(("IMG_1.CR2", NOON), ("IMG_1.JPG", None), ("IMG_1-edited.jpg", LATER)) == [["IMG_1.JPG", "IMG_1.CR2"]]


def test_two_photos_that_only_share_a_stem() -> None:
    assert stacked(("ben.jpg", NOON), ("ben.jpeg", NOON)) == []
    assert stacked(("ben.jpg", None), ("ben.png", None)) == []
    assert stacked(("ben.dng", NOON), ("ben.jpg", NOON), ("ben.jpeg", LATER)) == [["ben.jpg", "ben.dng"]]
    assert stacked(("2019 10.20.30.jpg", NOON), ("2019 10.20.30-1.jpg", NOON)) == [], "several pictures of one second"


def test_two_formats_of_one_shot_need_one_time_and_one_camera() -> None:
    assert stacked(("a.HIF", NOON, "EOS R5"), ("a.JPG", NOON, "EOS R5")) == [["a.HIF", "a.JPG"]]
    assert stacked(("a.HIF", NOON, "EOS R5"), ("a.JPG", NOON, "iPhone")) == []
    assert stacked(("a.HIF", NOON, "EOS R5"), ("a.JPG", None, "EOS R5")) == []
    assert stacked(("a.HIF", None), ("a.JPG", None)) == []
    assert stacked(("a.jpg", NOON, "Pixel 7"), ("a~2.jpg", NOON, "Pixel 7")) == [["a~2.jpg", "a.jpg"]]


def test_edited_copies_without_their_original_are_photos_of_their_own() -> None:
    assert stacked(("a-edited.jpg", NOON), ("a-bearbeitet.jpg", NOON)) == []
    assert stacked(("a-edited.jpg", NOON), ("a-edited.CR2", NOON)) == [["a-edited.jpg", "a-edited.CR2"]]


def test_a_folder_of_one_name_costs_nothing() -> None:
    names = [f"a{'-edited' * (number // 100)}-edited-{number % 100:02}.jpg" for number in range(MOST_VERSIONS * 30)]
    assert stacked(*((name, None) for name in names)) == []


@given(
    st.sets(
        st.tuples(
            st.sampled_from(["IMG_1", "img_1", "IMG_E0001", "IMG_0001", "b"]),
            st.sampled_from(["", "-edited", " (edited)", "~2", "-edit-2"]),
            st.sampled_from(["jpg", "JPG", "jpeg", "heic", "CR2", "dng"]),
        ),
        max_size=20,
    ),
    st.data(),
)
def test_a_stack_never_contradicts_itself(names: set[tuple[str, str, str]], data: st.DataObject) -> None:
    times = [None, read_moment(NOON), read_moment(LATER), read_moment("2019-06-14")]
    members = [
        Member(
            PhotoId(number),
            f"/p/{stem}{suffix}.{extension}",
            data.draw(st.sampled_from(times)),
            data.draw(st.sampled_from([None, "a", "b"])),
        )
        for number, (stem, suffix, extension) in enumerate(sorted(names), start=1)
    ]
    found = stacks(members)
    known = {each.id: each for each in members}
    assert set(found.values()) <= set(found)
    assert all(found[cover] == cover for cover in found.values())
    for one, cover in found.items():
        taken = {known[each].taken for each in found if found[each] == cover and known[each].taken}
        assert len(taken) <= 1
        assert sum(found[each] == cover for each in found) > 1, one


@pytest.mark.parametrize("name", ["", "/", "/p/", "/p/.jpg", "/p/\udcff.jpg", "/p/" + "-edited" * 30])
def test_any_name_is_a_name(name: str) -> None:
    assert stacks([Member(PhotoId(1), name), Member(PhotoId(2), name + "x")]) == {}
