"""What the plain replier says of several photos: compared, together, related. The gates accept all of it."""

from collections.abc import Mapping

import pytest

from app.assistant.numbers_of_related import number_of_related
from app.assistant.reply import Claim, CountClaim, FactClaim, FoundClaim, RelationshipClaim
from app.domain.evidence import AnswerMode, EvidencePack, LibraryFact, PackPhoto, Relation
from app.domain.query import ParsedQuery
from app.domain.question import Aggregate, Dimension, Question
from app.evidence.graph import relate
from tests.unit.assistant.made import RESULT
from tests.unit.assistant.test_offline import replied
from tests.unit.evidence.made import photo

A, B, C, D = (f"P-{number}ABC" for number in range(1, 5))
FIRST = photo(A, taken="2019-06-14T10:00:00", model="D70", lens="50 mm", place="Lisbon", tags=("sea", "dog"), folder="a", look="0" * 64)
SECOND = photo(B, taken="2019-06-14T10:00:02", model="D70", lens="50 mm", place="Lisbon", tags=("sea",), folder="b", look="0" * 64)
THIRD = photo(C, taken="2019-06-16T10:00:00", model="20D", place="Porto", folder="b", look="f" * 64)
UNDATED = photo(D, model="20D")


def claims(
    aggregate: Aggregate,
    *photos: PackPhoto,
    relation: Relation | None = None,
    of: Dimension | None = None,
    library: Mapping[str, LibraryFact] | None = None,
) -> tuple[Claim, ...]:
    question = Question("asked", ParsedQuery("asked"), True, aggregate, of, relation=relation)
    pack = EvidencePack(AnswerMode.SOURCED, photos, library or {"matching": len(photos)}, RESULT)
    return replied(question, pack, relate(pack)).claims


def relations(found: tuple[Claim, ...]) -> dict[str, tuple[str, ...]]:
    return {each.relation: each.photo_ids for each in found if isinstance(each, RelationshipClaim)}


def facts(found: tuple[Claim, ...]) -> set[tuple[str, str]]:
    return {(each.field, each.photo_id) for each in found if isinstance(each, FactClaim)}


def test_compared_photos_share_what_holds_and_differ_in_their_facts() -> None:
    found = claims(Aggregate.COMPARE, FIRST, SECOND)
    assert list(relations(found)) == [
        "near_duplicate", "burst", "same_day", "same_place", "same_lens", "shares_tag", "before",
    ]  # fmt: skip
    assert facts(found) == {("taken", A), ("taken", B), ("tags", A), ("tags", B), ("folder", A), ("folder", B)}


def test_the_order_is_told_the_earlier_first_and_only_where_it_is_certain() -> None:
    assert relations(claims(Aggregate.COMPARE, THIRD, FIRST))["before"] == (A, C)
    assert "before" not in relations(claims(Aggregate.COMPARE, FIRST, UNDATED))
    older = claims(Aggregate.COMPARE, SECOND, FIRST, relation=Relation.BEFORE)
    assert relations(older) == {"before": (A, B)}
    assert facts(older) == {("taken", A), ("taken", B)}


def test_what_was_asked_of_two_photos_is_told_whether_it_holds_or_not() -> None:
    held = claims(Aggregate.COMPARE, FIRST, SECOND, relation=Relation.SAME_PLACE)
    assert relations(held) == {"same_place": (A, B)}
    library: dict[str, LibraryFact] = {"matching": 2, "groups.same_place": 0}
    found = claims(Aggregate.COMPARE, FIRST, THIRD, relation=Relation.SAME_PLACE, library=library)
    assert found[0] == CountClaim(kind="count", fact="groups.same_place", value=0)
    assert (relations(found), facts(found)) == ({}, {("place", A), ("place", C)})


def test_of_many_compared_photos_only_the_main_differences_are_told() -> None:
    assert {field for field, _ in facts(claims(Aggregate.COMPARE, FIRST, SECOND, THIRD))} == {"taken", "model", "place"}


def test_groups_are_counted_and_named() -> None:
    library: dict[str, LibraryFact] = {"matching": 3, "groups.near_duplicate": 1, "grouped.near_duplicate": 2}
    found = claims(Aggregate.TOGETHER, FIRST, SECOND, THIRD, relation=Relation.NEAR_DUPLICATE, library=library)
    assert found == (
        CountClaim(kind="count", fact="groups.near_duplicate", value=1),
        RelationshipClaim(kind="relationship", relation="near_duplicate", photo_ids=(A, B)),
    )


def test_near_duplicates_are_not_called_duplicates() -> None:
    library: dict[str, LibraryFact] = {"matching": 2, "groups.identical_file": 0, "groups.near_duplicate": 1}
    found = claims(Aggregate.TOGETHER, FIRST, SECOND, relation=Relation.IDENTICAL_FILE, library=library)
    assert [each.fact for each in found if isinstance(each, CountClaim)] == ["groups.identical_file", "groups.near_duplicate"]
    assert list(relations(found)) == ["near_duplicate"]


def test_where_it_is_not_said_how_only_groups_that_are_there_are_told() -> None:
    library: dict[str, LibraryFact] = {"matching": 2, "groups.identical_file": 0, "groups.burst": 1}
    assert [each.fact for each in claims(Aggregate.TOGETHER, FIRST, SECOND, library=library) if isinstance(each, CountClaim)] == [
        "groups.burst"
    ]
    none: dict[str, LibraryFact] = {"matching": 2, "groups.identical_file": 0, "groups.burst": 0}
    told = [each.fact for each in claims(Aggregate.TOGETHER, FIRST, THIRD, library=none) if isinstance(each, CountClaim)]
    assert told == ["groups.identical_file", "groups.burst"]


def test_photos_that_were_too_many_to_compare_are_told() -> None:
    library: dict[str, LibraryFact] = {"matching": 2, "groups.near_duplicate": 1, "not_compared.near_duplicate": 7}
    found = claims(Aggregate.TOGETHER, FIRST, SECOND, relation=Relation.NEAR_DUPLICATE, library=library)
    assert found[-1] == CountClaim(kind="count", fact="not_compared.near_duplicate", value=7)


def test_others_are_told_with_the_photo_that_they_are_related_to() -> None:
    library: dict[str, LibraryFact] = {"matching": 1, "related.same_day": 1}
    found = claims(Aggregate.RELATED, SECOND, FIRST, relation=Relation.SAME_DAY, library=library)
    assert found == (
        CountClaim(kind="count", fact="related.same_day", value=1),
        RelationshipClaim(kind="relationship", relation="same_day", photo_ids=(A, B)),
    )


def test_that_nothing_is_related_is_told() -> None:
    library: dict[str, LibraryFact] = {"matching": 0, "related.same_day": 0}
    assert claims(Aggregate.RELATED, FIRST, relation=Relation.SAME_DAY, library=library) == (
        CountClaim(kind="count", fact="related.same_day", value=0),
    )


def test_others_of_a_month_are_found_with_their_dates() -> None:
    library: dict[str, LibraryFact] = {"matching": 1, "related.same_month": 1}
    found = claims(Aggregate.RELATED, THIRD, FIRST, of=Dimension.MONTH, library=library)
    assert FoundClaim(kind="found", photo_ids=(C,)) in found
    assert facts(found) == {("taken", C)}


@pytest.mark.parametrize(
    ("kind", "relation", "number", "expected"),
    [
        (
            "groups",
            "burst",
            0,
            "No two of these photos were taken in a burst: with the same camera model within {seconds} seconds of each other.",
        ),
        ("groups", "near_duplicate", 1, "There is 1 group of photos that look nearly the same."),
        ("groups", "same_event", 1200, "There are 1,200 groups of photos that were taken within {hours} hours of each other."),
        ("grouped", "near_duplicate", 2, "2 photos in all look nearly the same."),
        ("related", "same_day", 0, "No other photo was taken on the same day."),
        ("related", "same_event", 1, "1 other photo was taken within {hours} hours of it."),
        ("related", "identical_file", 2, "2 other photos are identical to it, byte for byte."),
        ("related", "same_month", 1, "1 other photo was taken in the same month."),
        (
            "not_compared",
            "near_duplicate",
            3,
            "3 photos more were not looked at for this, because there are too many; ask about fewer photos.",
        ),
        ("related", "stolen_from", 1, ""),
        ("per_year", "same_day", 1, ""),
        ("groups", "burst", "1", ""),
    ],
)
def test_sentences_of_numbers(kind: str, relation: str, number: int | str, expected: str) -> None:
    assert number_of_related(kind, relation, number) == expected


def test_every_relation_that_groups_has_its_sentences() -> None:
    for relation in set(Relation) - {Relation.BEFORE, Relation.AFTER}:
        for kind in ("groups", "related"):
            for number in (0, 1, 2):
                assert number_of_related(kind, relation.value, number).endswith(".")
