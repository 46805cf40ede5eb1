"""Every claim against the graph, the facts and the library facts."""

from collections.abc import Sequence

import pytest

from app.assistant.gates.claims import CLAIMABLE, held_texts, validate_claims
from app.assistant.reply import Claim, CountClaim, FactClaim
from app.domain.evidence import Relation
from tests.unit.assistant.made import (
    BOAT,
    BOAT_FACTS,
    GULL,
    NOTHING,
    PIER,
    RESULT,
    Table,
    codes,
    counted,
    found,
    pack,
    places,
    ref,
    related,
    reply,
    stated,
)

GRAPH = Table(
    {
        (Relation.SHARES_TAG, (BOAT, PIER)): frozenset({"harbour", "Italy"}),
        (Relation.SAME_EVENT, (BOAT, PIER)): frozenset(),
        (Relation.BEFORE, (BOAT, PIER)): frozenset(),
        (Relation.AFTER, (PIER, BOAT)): frozenset(),
        (Relation.BEFORE, (BOAT, PIER, GULL)): frozenset(),
        (Relation.SAME_DAY, (BOAT, BOAT)): frozenset({"2019-06-14"}),
        (Relation.SAME_DAY, (BOAT,)): frozenset({"2019-06-14"}),
        (Relation.SAME_DAY, ()): frozenset({"2019-06-14"}),
        (Relation.SAME_DAY, (BOAT, "P-0000")): frozenset({"2019-06-14"}),
    }
)


def faults(*claims: Claim) -> list[str]:
    return codes(validate_claims(reply(claims=claims), pack(), GRAPH))


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (related("shares_tag", BOAT, PIER), []),
        (related("shares_tag", BOAT, PIER, value="harbour"), []),
        (related("same_event", BOAT, PIER), []),
        (related("before", BOAT, PIER), []),
        (related("after", PIER, BOAT), []),
        (related("before", BOAT, PIER, GULL), []),
        (related("shares_tag", BOAT, PIER, value="Harbour"), ["value_not_held"]),
        (related("shares_tag", BOAT, PIER, value=""), ["value_not_held"]),
        (related("same_event", BOAT, PIER, value="2019-06-14"), ["value_not_held"]),
        (related("shares_tag", PIER, BOAT), ["relation_not_held"]),
        (related("shares_tag", BOAT, PIER, GULL), ["relation_not_held"]),
        (related("same_camera", BOAT, PIER, value="Nikon D70"), ["relation_not_held"]),
        (related("before", PIER, BOAT), ["order_not_held"]),
        (related("after", BOAT, PIER), ["order_not_held"]),
        (related("before", BOAT, GULL, PIER), ["order_not_held"]),
        (related("same_city", BOAT, PIER), ["unknown_relation"]),
        (related("Same_Day", BOAT, PIER), ["unknown_relation"]),
        (related("", BOAT, PIER), ["unknown_relation"]),
        (related("same_day"), ["too_few_photos"]),
        (related("same_day", BOAT), ["too_few_photos"]),
        (related("same_day", BOAT, BOAT), ["repeated_photo"]),
        (related("same_day", BOAT, "P-0000"), ["unknown_photo"]),
        (related("same_day", BOAT, "p-3m8x"), ["unknown_photo"]),
        (related("same_day", BOAT, " P-3M8X"), ["unknown_photo"]),
        (related("same_day", BOAT, "P\u20103M8X"), ["unknown_photo"]),
        (related("same_day", BOAT, RESULT), ["unknown_photo"]),
        (related("same_city", "P-0000"), ["unknown_photo", "too_few_photos", "unknown_relation"]),
        (related("same_city", "P-0000", "P-0000"), ["unknown_photo", "repeated_photo", "unknown_relation"]),
    ],
)
def test_relationships(claim: Claim, expected: Sequence[str]) -> None:
    assert faults(claim) == expected


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("taken", "2019-06-14T10:20:30"),
        ("offset", "+02:00"),
        ("make", "NIKON CORPORATION"),
        ("model", "NIKON D70"),
        ("lens", "18-70mm f/3.5-4.5"),
        ("iso", 400),
        ("iso", 400.0),
        ("aperture", 2.8),
        ("shutter", 0.004),
        ("focal_length", 50),
        ("focal_length", 50.0),
        ("place", "Lisbon"),
        ("title", "Two boats"),
        ("caption", "Two boats in the harbour"),
        ("tags", "harbour"),
        ("tags", "Italy"),
        ("tags", "Places/Italy"),
        ("tags", ("harbour",)),
        ("tags", ("Italy", "harbour")),
        ("people", "Anna"),
        ("people", ("Ben", "Anna")),
        ("rating", 4),
        ("orientation", 1),
        ("folder", "holidays/2019"),
    ],
)
def test_facts_that_hold(field: str, value: object) -> None:
    assert faults(stated(BOAT, field, value)) == []


@pytest.mark.parametrize(
    ("photo_id", "field", "value", "expected"),
    [
        (BOAT, "taken", "2019-06-14", ["wrong_value"]),
        (PIER, "taken", "2019-06-14T00:00:00", ["wrong_value"]),
        (BOAT, "model", "nikon d70", ["wrong_value"]),
        (BOAT, "model", "NIKON D70 ", ["wrong_value"]),
        (BOAT, "iso", 401, ["wrong_value"]),
        (BOAT, "iso", "400", ["wrong_value"]),
        (BOAT, "iso", ("400",), ["wrong_value"]),
        (BOAT, "aperture", 2.80001, ["wrong_value"]),
        (BOAT, "offset", "+01:00", ["wrong_value"]),
        (BOAT, "place", "", ["wrong_value"]),
        (BOAT, "place", ("Lisbon",), ["wrong_value"]),
        (BOAT, "tags", "Places", ["wrong_value"]),
        (BOAT, "tags", "Harbour", ["wrong_value"]),
        (BOAT, "tags", ("harbour", "sea"), ["wrong_value"]),
        (BOAT, "tags", (), ["wrong_value"]),
        (BOAT, "tags", 1, ["wrong_value"]),
        (BOAT, "people", "Anna, Ben", ["wrong_value"]),
        (BOAT, "rating", 5, ["wrong_value"]),
        (BOAT, "folder", "2019", ["wrong_value"]),
        (PIER, "place", "Lisbon", ["fact_not_known"]),
        (GULL, "tags", "harbour", ["fact_not_known"]),
        (GULL, "folder", "holidays/2019", ["fact_not_known"]),
        (GULL, "iso", 0, ["fact_not_known"]),
        (BOAT, "gps", "38.7, -9.1", ["unknown_field"]),
        (BOAT, "serial", "8042", ["unknown_field"]),
        (BOAT, "perceptual_hash", "ff", ["unknown_field"]),
        (BOAT, "content_hash", "", ["unknown_field"]),
        (BOAT, "path", "/a/boat.jpg", ["unknown_field"]),
        (BOAT, "ISO", 400, ["unknown_field"]),
        (BOAT, "known", "", ["unknown_field"]),
        (BOAT, "__class__", "", ["unknown_field"]),
        ("P-0000", "iso", 400, ["unknown_photo"]),
        ("P-7K2Q ", "iso", 400, ["unknown_photo"]),
        ("p-7k2q", "iso", 400, ["unknown_photo"]),
        ("Ｐ-7K2Q", "iso", 400, ["unknown_photo"]),
        ("P-7K2\u200bQ", "iso", 400, ["unknown_photo"]),
        ("P-0000", "serial", "8042", ["unknown_field", "unknown_photo"]),
    ],
)
def test_facts_that_do_not_hold(photo_id: str, field: str, value: object, expected: Sequence[str]) -> None:
    assert faults(stated(photo_id, field, value)) == expected


def test_true_is_not_one() -> None:
    """No reply can hold it, since the form of a reply forbids it; the gate does not rely on that."""
    assert faults(stated(PIER, "iso", 1), counted("undated", 1)) == []
    fact = FactClaim.model_construct(kind="fact", photo_id=PIER, field="iso", value=True)
    count = CountClaim.model_construct(kind="count", fact="undated", value=True)
    graph = reply().model_copy(update={"claims": (fact, count)})
    assert codes(validate_claims(graph, pack(), GRAPH)) == ["wrong_value", "wrong_count"]


def test_every_fact_that_may_leave_the_machine_may_be_claimed() -> None:
    private = {"gps", "serial"}
    assert {name for name, _ in BOAT_FACTS.known()} - private | {"folder"} == CLAIMABLE


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (counted("matching", 24), []),
        (counted("per_year.2015", 24), []),
        (counted("first", "2015-02-03T04:05:06"), []),
        (counted("matching", 25), ["wrong_count"]),
        (counted("matching", "24"), ["wrong_count"]),
        (counted("first", "2015-02-03"), ["wrong_count"]),
        (counted("per_year.2016", 24), ["unknown_library_fact"]),
        (counted("per_year.2016", 0), ["unknown_library_fact"]),
        (counted("Matching", 24), ["unknown_library_fact"]),
        (found(BOAT), []),
        (found(BOAT, PIER, GULL), []),
        (found(set_id=RESULT), []),
        (found(), ["empty_found"]),
        (found().model_copy(update={"photo_ids": ()}), ["empty_found"]),
        (found(BOAT, set_id=RESULT), ["found_both"]),
        (found(set_id=RESULT).model_copy(update={"photo_ids": ()}), ["found_both"]),
        (found(set_id=""), ["unknown_set"]),
        (found(set_id="r-m41x"), ["unknown_set"]),
        (found(set_id=BOAT), ["unknown_set"]),
        (found(BOAT, set_id="R-0000"), ["found_both", "unknown_set"]),
        (found(RESULT), ["unknown_photo"]),
        (found(BOAT, "P-0000"), ["unknown_photo"]),
        (found(BOAT, PIER, BOAT), ["repeated_photo"]),
        (found("P-0000", "P-0000"), ["unknown_photo", "repeated_photo"]),
    ],
)
def test_counts_and_what_was_found(claim: Claim, expected: Sequence[str]) -> None:
    assert faults(claim) == expected


def test_every_claim_is_checked_referred_to_or_not() -> None:
    claims = (counted("matching", 24), counted("matching", 1), stated(BOAT, "iso", 400), related("before", PIER, BOAT))
    rejections = validate_claims(reply(ref(0), claims=claims), pack(), GRAPH)
    assert places(rejections) == [("claim 1", "wrong_count"), ("claim 3", "order_not_held")]
    assert {each.gate for each in rejections} == {"claims"}


def test_no_claim_is_no_fault() -> None:
    assert validate_claims(reply(), pack(), NOTHING) == ()


def test_texts_that_the_pack_holds() -> None:
    shared = related("same_camera", BOAT, PIER, value="Nikon D70")
    graph = Table({(Relation.SAME_CAMERA, (BOAT, PIER)): frozenset({"Nikon D70"})})
    held = held_texts(reply(claims=[shared, related("same_day", BOAT, PIER, value="never")]), pack(), graph)
    assert {"Two boats", "Two boats in the harbour", "harbour", "Italy", "Places/Italy", "Anna", "holidays/2019"} <= held
    assert {"per_year.2015", "2015-02-03T04:05:06", BOAT, RESULT, "Nikon D70"} <= held
    assert not {"never", "8042", "ff", "/a/boat.jpg", ""} & held
