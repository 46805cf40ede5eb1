"""Which photos of a result belong together: every group holds between every two, and nothing that is related is left out."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.evidence import PackPhoto, Relation
from app.evidence.groups import MOST_LOOKS, groups, related
from app.evidence.nodes import Node, node
from app.evidence.relations import RULES
from tests.unit.evidence.made import photo

GROUPING = [relation for relation in Relation if relation not in (Relation.BEFORE, Relation.AFTER)]

TIMES = st.sampled_from(
    [
        "2019-06-14", "2019-06-15", "2019-06-14T12:00:00", "2019-06-14T12:00:00.5", "2019-06-14T12:00:02", "2019-06-14T12:00:03.01",
        "2019-06-14T18:00:00", "2019-06-14T18:00:01", "2019-06-15T14:00:01", "nonsense",
    ]
)  # fmt: skip
POSITIONS = st.sampled_from([(0.0, 0.0), (0.0017, 0.0), (0.0019, 0.0), (0.0034, 0.0), (0.089, 0.0), (0.091, 0.0), (-33.8, 151.2)])
PHOTOS = st.builds(
    photo,
    path=st.sampled_from(["/x/IMG_1.jpg", "/x/IMG_1.CR2", "/x/IMG_1-edited.jpg", "/x/IMG_2.jpg"]),
    taken=st.none() | TIMES,
    model=st.none() | st.sampled_from(["NIKON D70", "Canon EOS 20D", " "]),
    serial=st.none() | st.sampled_from(["1", "2"]),
    lens=st.none() | st.just("50 mm"),
    at=st.none() | POSITIONS,
    place=st.none() | st.sampled_from(["Moab", "Lisbon", "within 200 m"]),
    tags=st.none() | st.sampled_from([("sea",), ("Sea", "dog"), ("dog",)]),
    people=st.none() | st.sampled_from([("Anna",), ("anna", "Ben")]),
    folder=st.none() | st.sampled_from(["a", "b"]),
    content=st.none() | st.sampled_from(["1", "2"]),
    look=st.none()
    | st.sampled_from(["0" * 64, "0" * 54 + "f" * 10, "0" * 53 + "f" * 11, "f" * 64, "0000000000000000", "00000000000003ff"]),
)


def nodes(photos: list[PackPhoto]) -> list[Node]:
    """With ids of their own, as photos of a library have them."""
    made = [node(each) for each in photos]
    return [Node(**{field: getattr(each, field) for field in Node.__slots__} | {"id": str(n)}) for n, each in enumerate(made)]


def names(photos: list[PackPhoto], relation: Relation) -> list[list[str]]:
    return [[each.id for each in group] for group in groups([node(each) for each in photos], relation)]


@given(st.lists(PHOTOS, max_size=8), st.sampled_from(GROUPING))
def test_a_group_holds_between_every_two_and_none_is_missed(photos: list[PackPhoto], relation: Relation) -> None:
    made = nodes(photos)
    found = groups(made, relation)
    assert all(RULES[relation](*pair) is not None for group in found for pair in combinations(group, 2))
    assert all(len(group) > 1 for group in found)
    assert [len(group) for group in found] == sorted((len(group) for group in found), reverse=True)
    pairs = [pair for pair in combinations(made, 2) if RULES[relation](*pair) is not None]
    if relation is not Relation.SAME_CAMERA:
        assert bool(found) == bool(pairs)


@given(st.lists(PHOTOS, max_size=6), st.sampled_from(GROUPING))
def test_the_order_of_the_photos_does_not_matter(photos: list[PackPhoto], relation: Relation) -> None:
    made = nodes(photos)
    assert groups(made, relation) == groups(made[::-1], relation)


def test_the_largest_group_comes_first_then_the_earliest() -> None:
    photos = [photo(each, taken=f"2019-06-{day}") for each, day in zip("abcdefg", ("03", "03", "01", "01", "02", "02", "02"), strict=True)]
    assert names(photos, Relation.SAME_DAY) == [["e", "f", "g"], ["c", "d"], ["a", "b"]]


def test_a_burst_is_of_one_camera_and_of_seconds() -> None:
    shot = [("a", "00", "D70"), ("b", "02", "D70"), ("c", "03", "D70"), ("d", "02", "20D"), ("e", "40", "D70")]
    photos = [photo(name, taken=f"2019-06-14T12:00:{seconds}", model=model) for name, seconds, model in shot]
    assert names(photos, Relation.BURST) == [["a", "b", "c"]]


def test_an_event_ends_after_hours_and_kilometres() -> None:
    photos = [
        photo("a", taken="2019-06-14T09:00:00", at=(0.0, 0.0)),
        photo("b", taken="2019-06-14T14:00:00", at=(0.01, 0.0)),
        photo("c", taken="2019-06-14T14:10:00", at=(1.0, 0.0)),
        photo("d", taken="2019-06-14T16:00:00"),
        photo("e", taken="2019-06-14T14:20:00", at=(1.0, 0.01)),
    ]
    assert names(photos, Relation.SAME_EVENT) == [["c", "e", "d"], ["a", "b"]]


def test_identical_files_and_near_duplicates_are_told_apart() -> None:
    photos = [photo("a", content="1", look="0" * 64), photo("b", content="1", look="0" * 64), photo("c", content="2", look="0" * 63 + "1")]
    assert names(photos, Relation.IDENTICAL_FILE) == [["a", "b"]]
    assert names(photos, Relation.NEAR_DUPLICATE) == [["a", "b", "c"]]


def test_orders_group_nothing() -> None:
    for relation in (Relation.BEFORE, Relation.AFTER):
        with pytest.raises(ValueError, match="groups nothing"):
            groups([], relation)


def test_others_are_related_to_any_of_several() -> None:
    photos = [
        node(photo(each, taken=taken))
        for each, taken in [("a", "2019-06-14"), ("b", "2019-06-15"), ("c", "2019-06-14"), ("d", "2020-01-01")]
    ]
    assert [each.id for each in related(photos[:2], photos, Relation.SAME_DAY)] == ["c"]
    assert [each.id for each in related(photos[3:], photos, Relation.SAME_DAY)] == []


def test_looks_are_compared_up_to_a_limit() -> None:
    many = [node(photo(str(n), taken="2019-06-14", look=f"{n * 2654435761 % 2**64:016x}" * 4)) for n in range(MOST_LOOKS + 2)]
    alike = [*many[:-1], node(photo("x", taken="2018-01-01", look=f"{0:064x}")), node(photo("y", taken="2018-01-01", look=f"{1:064x}"))]
    assert {"x", "y"} <= {each.id for group in groups(alike, Relation.NEAR_DUPLICATE) for each in group}
