"""Which photo to keep: what a person said of it first, then sharpness and exposure, then size and form; and what may go."""

from dataclasses import replace

import pytest

from app.domain.best import Alike, Candidate, Why, suggestion
from app.domain.ids import ContentHash, FolderId, LocalTime, PhotoId
from app.domain.look import Quality
from app.domain.photo import Fact, FileStamp, Photo, PhotoFacts, Tag

NOTHING = PhotoFacts()
STARRED = PhotoFacts(rating=Fact(4, "you"))
HEARTED = PhotoFacts(favourite=Fact(True, "you"))
TAGGED = PhotoFacts(tags=Fact((Tag("boat"),), "you"))
REJECTED = PhotoFacts(rating=Fact(-1, "you"))
SHARP, SOFT, CLIPPED = Quality(2.0, 0, 0), Quality(1.0, 0, 0), Quality(2.0, 0.1, 0.1)


def each(number: int, facts: PhotoFacts = NOTHING, quality: Quality | None = None, **more: object) -> Candidate:
    photo = Photo(
        PhotoId(number), FolderId(1), f"/p/{number}.jpg", FileStamp(1_000_000, 0), ContentHash(str(number)), "JPEG", 4000, 3000, facts
    )
    return Candidate(replace(photo, **more), quality)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [Alike.COPIES, Alike.BURST])
@pytest.mark.parametrize(
    ("candidates", "keep", "why"),
    [
        ([each(1, quality=SOFT), each(2, quality=SHARP)], 2, Why.SHARPER),
        ([each(1, quality=CLIPPED), each(2, quality=SHARP)], 2, Why.LESS_CLIPPED),
        ([each(1, quality=SHARP), each(2, STARRED, SOFT)], 2, Why.SAID),
        ([each(1, TAGGED, SHARP), each(2, HEARTED, SOFT)], 2, Why.SAID),
        ([each(1, REJECTED, SHARP), each(2, quality=SOFT)], 2, Why.NOT_REJECTED),
        ([each(1, replace(TAGGED, rating=REJECTED.rating)), each(2)], 2, Why.NOT_REJECTED),
        ([each(1, replace(REJECTED, favourite=HEARTED.favourite)), each(2, TAGGED)], 2, Why.NOT_REJECTED),
        ([each(1, TAGGED), each(2, replace(TAGGED, people=Fact(("Ann",), "you")))], 2, Why.SAID),
        ([each(1, quality=SHARP, width=400, height=300), each(2, quality=SOFT)], 2, Why.LARGER),
        ([each(1, width=3000), each(2)], 2, Why.LARGER),
        ([each(1, quality=SHARP), each(2)], 1, Why.FIRST),
        ([each(1, path="/p/1.jpg"), each(2, path="/p/2.NEF")], 2, Why.ORIGINAL),
        ([each(1, stamp=FileStamp(400_000, 0)), each(2)], 2, Why.LESS_COMPRESSED),
        ([each(1), each(2, PhotoFacts(model=Fact("X100", "EXIF")))], 2, Why.MORE_FACTS),
        ([each(1, stamp=FileStamp(2_000_000, 0)), each(2, PhotoFacts(model=Fact("X100", "EXIF")))], 2, Why.MORE_FACTS),
        ([each(1), each(2)], 1, Why.FIRST),
    ],
)
def test_what_is_kept_and_why(candidates: list[Candidate], keep: int, why: Why, kind: Alike) -> None:
    suggested = suggestion(candidates, kind)
    assert (suggested.keep, suggested.why) == (keep, why)


def test_near_copies_of_another_known_time_are_not_checked_with_the_others() -> None:
    def taken(time: str) -> PhotoFacts:
        return PhotoFacts(taken=Fact(LocalTime(time), "EXIF"))

    group = [
        each(1, taken("2024-05-01T10:00:00"), width=8000),
        each(2, taken("2024-06-01T10:00:00")),
        each(3),
        each(4, taken("2024-05-01")),
    ]
    suggested = suggestion(group, Alike.COPIES)
    assert suggested.keep == 1
    assert suggested.spare == {3, 4}
    assert suggested.apart == {2}
    assert suggestion(group, Alike.BURST).spare == {2, 3, 4}


@pytest.mark.parametrize("said", [STARRED, HEARTED, TAGGED, PhotoFacts(caption=Fact("x", "you")), PhotoFacts(people=Fact(("Ann",), "you"))])
def test_nothing_that_was_said_of_a_photo_is_given_up(said: PhotoFacts) -> None:
    other = HEARTED if said is not HEARTED else TAGGED
    suggested = suggestion([each(1, said, SHARP), each(2, other, SHARP), each(3, quality=SHARP)], Alike.BURST)
    assert suggested.spare == {3}


def test_what_the_kept_one_has_too_may_go() -> None:
    both = PhotoFacts(rating=Fact(4, "you"), tags=Fact((Tag("Boat"), Tag("sea")), "you"))
    less = PhotoFacts(rating=Fact(3, "you"), tags=Fact((Tag("boat"),), "you"))
    assert suggestion([each(1, less), each(2, both)], Alike.COPIES).spare == {1}


def test_a_rejection_is_nothing_to_keep() -> None:
    assert suggestion([each(1), each(2, REJECTED)], Alike.BURST).spare == {2}


def test_of_identical_files_none_is_better_but_by_what_lies_beside_it() -> None:
    assert suggestion([each(2, quality=SHARP), each(1, quality=SOFT)], Alike.IDENTICAL).why == Why.KNOWN_FIRST
    with_raw = replace(each(2), versions=2)
    assert suggestion([each(1), with_raw], Alike.IDENTICAL).keep == 2
