"""The plain replier: what it claims for every mode and every kind of question, and that the gates accept all of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.assistant.gates.check import check_reply
from app.assistant.offline import NO_KNOWLEDGE, OfflineReplier
from app.assistant.reply import AssistantReply, ClaimReference, CountClaim, FactClaim, FoundClaim, Prose, RelationshipClaim
from app.domain.evidence import AnswerMode, EvidencePack, LibraryFact, PackPhoto, Relation, Relationships
from app.domain.ids import LocalTime, PackId, PhotoId
from app.domain.photo import PhotoFacts, Tag
from app.domain.query import Chip, ParsedQuery
from app.domain.question import Aggregate, Dimension, Question
from app.evidence.graph import relate
from app.search.parse import parse
from tests.unit.assistant.made import (
    BOAT,
    BOAT_FACTS,
    GULL,
    NOTHING,
    PIER,
    RESULT,
    Table,
    counted,
    fact,
    found,
    general,
    related,
    reply,
    stated,
)

BOAT_PHOTO = PackPhoto(BOAT, "/a/boat.jpg", BOAT_FACTS, folder=fact("holidays/2019"))
PIER_PHOTO = PackPhoto(
    PIER, "/a/pier.jpg", PhotoFacts(taken=fact(LocalTime("2019-06-14")), caption=fact("IMG 1"), title=fact("The old pier"))
)
GULL_PHOTO = PackPhoto(GULL, "/a/gull.jpg", PhotoFacts())
THREE = (BOAT_PHOTO, PIER_PHOTO, GULL_PHOTO)

YEARS = {"years": 2, "per_year.2015": 3, "per_year.2016": 5}
DAYS = {"days": 3, "per_day.2008-10-22": 9, "per_day.2008-10-23": 9, "per_day.2009-01-01": 1}


def asking(aggregate: Aggregate = Aggregate.NONE, of: Dimension | None = None, *, covered: bool = True) -> Question:
    return Question("asked", ParsedQuery("asked"), covered, aggregate, of)


def packed(library: Mapping[str, LibraryFact], photos: Sequence[PackPhoto] = THREE, mode: AnswerMode = AnswerMode.SOURCED) -> EvidencePack:
    return EvidencePack(mode, tuple(photos), library, RESULT if library else None)


def replied(question: Question, pack: EvidencePack, graph: Relationships = NOTHING) -> AssistantReply:
    """The reply, which the gates accept and which refers to every claim once, in order."""
    given_reply = OfflineReplier().structured_generate(question, pack, graph)
    verdict = check_reply(given_reply, pack, graph)
    assert verdict.accepted, verdict.reasons
    assert [each.ref for each in given_reply.answer if isinstance(each, ClaimReference)] == list(range(len(given_reply.claims)))
    return given_reply


def counts(question: Question, library: Mapping[str, LibraryFact], photos: Sequence[PackPhoto] = ()) -> list[str]:
    """The names of the library facts that are claimed."""
    claims = replied(question, packed(library, photos)).claims
    return [each.fact for each in claims if isinstance(each, CountClaim)]


def test_an_open_answer_says_where_answers_come_from() -> None:
    for aggregate in Aggregate:
        assert replied(asking(aggregate), EvidencePack(AnswerMode.OPEN)) == reply(general(NO_KNOWLEDGE))


def test_photos_are_counted_named_and_described() -> None:
    given_reply = replied(asking(), packed({"matching": 3}))
    assert given_reply.claims == (
        counted("matching", 3),
        found(BOAT, PIER, GULL),
        stated(BOAT, "caption", "Two boats in the harbour"),
        stated(PIER, "title", "The old pier"),
    )
    assert given_reply.cited_photo_ids == (BOAT, PIER, GULL)


def test_one_relationship_of_all_photos_is_told_the_most_telling_first() -> None:
    graph = Table({(Relation.SAME_DAY, (BOAT, PIER)): frozenset({"2019-06-14"}), (Relation.SAME_CAMERA, (BOAT, PIER)): frozenset({"D70"})})
    claims = replied(asking(), packed({"matching": 2}, THREE[:2]), graph).claims
    assert [each for each in claims if isinstance(each, RelationshipClaim)] == [related("same_day", BOAT, PIER)]


def test_photos_that_only_meaning_speaks_for_are_not_claimed_beside_those_that_match() -> None:
    given_reply = replied(asking(), packed({"matching": 1}))
    assert given_reply.claims == (counted("matching", 1), found(BOAT), stated(BOAT, "caption", "Two boats in the harbour"))
    assert given_reply.cited_photo_ids == (BOAT, PIER, GULL)


@pytest.mark.parametrize("mode", [AnswerMode.SOURCED, AnswerMode.ADJACENT])
@pytest.mark.parametrize("library", [{}, {"matching": 0, "undated": 0}])
def test_photos_near_in_meaning_are_found_without_a_count(mode: AnswerMode, library: dict[str, LibraryFact]) -> None:
    assert replied(asking(), packed(library, mode=mode)).claims[0] == found(BOAT, PIER, GULL)
    assert counts(asking(Aggregate.COUNT, Dimension.CAMERA), library, THREE) == []


@pytest.mark.parametrize("mode", [AnswerMode.SOURCED, AnswerMode.ADJACENT])
@pytest.mark.parametrize("aggregate", Aggregate)
def test_that_nothing_matches_is_all_that_is_said(mode: AnswerMode, aggregate: Aggregate) -> None:
    pack = packed({"matching": 0, "undated": 0, "cameras": 0}, (), mode)
    assert replied(asking(aggregate, Dimension.CAMERA), pack) == reply(ClaimReference(kind="claim", ref=0), claims=[counted("matching", 0)])


@pytest.mark.parametrize(
    ("of", "library", "expected"),
    [
        (None, YEARS, ["matching"]),
        (Dimension.YEAR, YEARS, ["years", "per_year.2016", "per_year.2015"]),
        (Dimension.DAY, DAYS, ["days", "per_day.2008-10-22", "per_day.2008-10-23", "per_day.2009-01-01"]),
        (Dimension.MONTH, {"months": 1, "per_month.2015-07": 8}, ["months"]),
        (Dimension.CAMERA, {"cameras": 63, **{f"per_camera.C{n}": 9 - n for n in range(7)}},
         ["cameras", *(f"per_camera.C{n}" for n in range(5))]),
        (Dimension.LENS, {"lenses": 0}, ["lenses", "matching"]),
        (Dimension.PLACE, {"places": 1, "per_place.Rome": 2}, ["places"]),
        (Dimension.PERSON, {"people": 2, "per_person.A": 1, "per_person.B": 1}, ["people", "per_person.A", "per_person.B"]),
        (Dimension.TAG, {"tags": 1, "per_tag.sea": 1, "per_tags": 4}, ["tags"]),
        (Dimension.FOLDER, {}, ["matching"]),
        (Dimension.CAMERA, {}, ["matching"]),
    ],
)  # fmt: skip
def test_a_number_of_values_comes_first(of: Dimension | None, library: dict[str, LibraryFact], expected: list[str]) -> None:
    assert counts(asking(Aggregate.COUNT, of), {"matching": 8} | library) == expected
    assert counts(asking(Aggregate.COUNT, of, covered=False), {"matching": 8} | library, THREE) == expected


def test_of_counted_photos_nothing_else_is_told() -> None:
    assert replied(asking(Aggregate.COUNT), packed({"matching": 3})).claims == (counted("matching", 3), found(BOAT, PIER, GULL))


@pytest.mark.parametrize(
    ("of", "library", "expected"),
    [
        (Dimension.YEAR, YEARS, ["per_year.2016"]),
        (Dimension.DAY, DAYS, ["per_day.2008-10-22", "per_day.2008-10-23"]),
        (Dimension.LENS, {"lenses": 2, "per_lens.A": 1, "per_lens.B": 2}, ["per_lens.B"]),
        (Dimension.PLACE, {"places": 7, **{f"per_place.{name}": 4 for name in "GFEDCBA"}}, [f"per_place.{name}" for name in "ABCDE"]),
        (Dimension.LENS, {"lenses": 0}, ["lenses"]),
        (Dimension.TAG, {"tags": 2, "per_tag.sea": 1, f"per_tag.{'x' * 300}": 2}, ["per_tag.sea"]),
        (Dimension.FOLDER, {}, ["matching"]),
    ],
)
def test_all_values_that_tie_for_the_most_are_told(of: Dimension, library: dict[str, LibraryFact], expected: list[str]) -> None:
    assert counts(asking(Aggregate.MOST, of), {"matching": 9} | library) == expected


@pytest.mark.parametrize(
    ("of", "library", "expected"),
    [
        (Dimension.DAY, {"first": "2015-07-01", "last": "2016-01-01"} | DAYS, ["matching", "first", "last"]),
        (Dimension.DAY, {"first": "2015-07-01", "last": "2015-07-01"}, ["matching", "first"]),
        (Dimension.DAY, {"undated": 9, "days": 0}, ["matching", "undated"]),
        (Dimension.YEAR, YEARS, ["per_year.2016", "per_year.2015"]),
        (Dimension.PLACE, {"places": 0}, ["matching", "places"]),
        (Dimension.PERSON, {"people": 6, **{f"per_person.{n}": 1 for n in range(6)}}, ["people", *(f"per_person.{n}" for n in range(5))]),
    ],
)
@pytest.mark.parametrize("aggregate", [Aggregate.VALUES, Aggregate.NONE])
def test_values_that_are_asked_for_are_told(
    aggregate: Aggregate, of: Dimension, library: dict[str, LibraryFact], expected: list[str]
) -> None:
    assert counts(asking(aggregate, of), {"matching": 9} | library) == expected


@pytest.mark.parametrize("aggregate", [Aggregate.OLDEST, Aggregate.NEWEST])
@pytest.mark.parametrize("covered", [True, False])
@pytest.mark.parametrize(
    ("of", "told"),
    [
        (None, []),
        (Dimension.DAY, []),
        (Dimension.PLACE, [("place", "Lisbon")]),
        (Dimension.PERSON, [("people", ("Anna", "Ben"))]),
        (Dimension.TAG, [("tags", ("harbour", "Italy"))]),
        (Dimension.CAMERA, [("model", "NIKON D70")]),
        (Dimension.LENS, [("lens", "18-70mm f/3.5-4.5")]),
        (Dimension.FOLDER, [("folder", "holidays/2019")]),
    ],
)
def test_the_first_photo_in_time_is_told_with_what_is_asked_of_it(
    aggregate: Aggregate, covered: bool, of: Dimension | None, told: list[tuple[str, Any]]
) -> None:
    given_reply = replied(asking(aggregate, of, covered=covered), packed({"matching": 9}))
    facts = [stated(BOAT, field, value) for field, value in [("taken", "2019-06-14T10:20:30"), *told]]
    assert given_reply.claims == (found(BOAT), *facts)
    assert given_reply.cited_photo_ids == (BOAT,)


def test_what_is_not_known_of_the_oldest_photo_is_not_told() -> None:
    assert replied(asking(Aggregate.OLDEST, Dimension.PLACE), packed({"matching": 9}, THREE[1:])).claims == (
        found(PIER),
        stated(PIER, "taken", "2019-06-14"),
    )


def test_that_no_photo_has_a_time_is_said_where_the_oldest_is_asked_for() -> None:
    assert counts(asking(Aggregate.OLDEST), {"matching": 9, "undated": 9}) == ["matching", "undated"]


def test_of_photos_near_in_meaning_none_is_called_the_oldest() -> None:
    claims = replied(asking(Aggregate.OLDEST, Dimension.PLACE, covered=False), packed({}, mode=AnswerMode.ADJACENT)).claims
    assert claims[:3] == (found(BOAT, PIER, GULL), stated(BOAT, "taken", "2019-06-14T10:20:30"), stated(PIER, "taken", "2019-06-14"))
    assert stated(BOAT, "place", "Lisbon") in claims


@pytest.mark.parametrize("aggregate", [Aggregate.NONE, Aggregate.VALUES])
def test_a_fact_is_told_of_single_photos_where_the_question_is_not_covered(aggregate: Aggregate) -> None:
    wanted = stated(BOAT, "place", "Lisbon")
    assert wanted in replied(asking(aggregate, Dimension.PLACE, covered=False), packed({})).claims
    assert wanted not in replied(asking(aggregate, Dimension.PLACE), packed({"matching": 3})).claims
    assert stated(BOAT, "folder", "holidays/2019") in replied(asking(aggregate, Dimension.FOLDER), packed({"matching": 3})).claims


def test_texts_too_long_to_be_read_are_left_out() -> None:
    facts = PhotoFacts(place=fact("x" * 5000), caption=fact("so long " * 500), tags=fact((Tag("y" * 5000), Tag(" "), Tag("sea"))))
    pack = packed({"matching": 1, "places": 1, f"per_place.{'x' * 5000}": 1}, [PackPhoto(BOAT, "/a/boat.jpg", facts)])
    assert replied(asking(of=Dimension.PLACE, covered=False), pack).claims == (counted("matching", 1), counted("places", 1), found(BOAT))
    assert replied(asking(of=Dimension.TAG, covered=False), pack).claims[-1] == stated(BOAT, "tags", "sea")


texts = st.sampled_from(["sea", "Sea", "Two boats at rest", "P-7K2Q", "/home/a/b.jpg", "", " ", "x" * 300]) | st.text(
    alphabet=st.characters(exclude_categories=["Cs"]), max_size=6
)
several = st.lists(texts, max_size=4).map(tuple)
numbers = st.integers(0, 3)
packs = st.builds(
    lambda mode, facts, library: (
        EvidencePack(mode)
        if mode is AnswerMode.OPEN
        else EvidencePack(
            mode,
            tuple(PackPhoto(PackId(f"P-{number}ABC"), f"/a/{number}.jpg", each, fact("a")) for number, each in enumerate(facts)),
            library if facts or library else {"matching": 0},
            RESULT if library or not facts else None,
        )
    ),
    st.sampled_from(AnswerMode),
    st.lists(
        st.builds(
            lambda taken, place, caption, tags, people: PhotoFacts(
                taken=taken and fact(LocalTime(taken)),
                place=None if place is None else fact(place),
                lens=None if place is None else fact(place),
                model=None if caption is None else fact(caption),
                caption=None if caption is None else fact(caption),
                title=None if place is None else fact(place),
                tags=fact(tuple(map(Tag, tags))) if tags else None,
                people=fact(people) if people else None,
            ),
            st.none() | st.sampled_from(["2015-07-01", "2015-07-01T00:00:00", "2016-01-01T10:00:00"]),
            st.none() | texts,
            st.none() | texts,
            several,
            several,
        ),
        max_size=4,
    ),
    st.just({})
    | st.builds(
        lambda matching, named: {"matching": matching} | named,
        numbers,
        st.dictionaries(
            st.sampled_from(["undated", "years", "days", "cameras", "lenses", "people", "per_year.2015", "per_day.2015-07-01"])
            | st.builds("{}.{}".format, st.sampled_from(["per_camera", "per_lens", "per_place", "per_person", "per_tag"]), texts),
            numbers,
        )
        | st.just({"first": "2015-07-01", "last": "2016-01-01"}),
    ),
)
questions = st.builds(asking, st.sampled_from(Aggregate), st.none() | st.sampled_from(Dimension), covered=st.booleans())


@given(questions, packs)
def test_every_reply_is_accepted_and_always_the_same(question: Question, pack: EvidencePack) -> None:
    graph = relate(pack)
    given_reply = replied(question, pack, graph)
    assert replied(question, pack, graph) == given_reply
    assert all(isinstance(each, CountClaim | FactClaim | FoundClaim | RelationshipClaim) for each in given_reply.claims)
    assert len(set(given_reply.claims)) == len(given_reply.claims)
    if pack.library.get("matching") == 0 and pack.photos:
        assert not any(isinstance(each, CountClaim) for each in given_reply.claims)


def test_words_that_were_not_understood_are_told_beside_what_comes_near() -> None:
    question = replace(asking(covered=False), unknown=("wombat", "how", "x1", "wombat", "<b>", "Tasmania"))
    said = "Candid did not understand “wombat” and “Tasmania” in this question."
    assert replied(question, packed({}, mode=AnswerMode.ADJACENT)).answer[-1] == general(said)
    assert general(said) not in replied(question, packed({"matching": 2}, mode=AnswerMode.ADJACENT)).answer
    assert general(said) not in replied(question, packed({})).answer


def test_words_that_were_searched_for_are_not_called_not_understood() -> None:
    query = parse("wombat Tasmania", date(2026, 6, 1))
    question = replace(asking(covered=False), query=query, unknown=("wombat", "Tasmania"))
    assert not [each for each in replied(question, packed({}, mode=AnswerMode.ADJACENT)).answer if isinstance(each, Prose)]


def test_photos_without_a_number_are_named_where_a_number_is_asked_for() -> None:
    pack = packed({}, [replace(BOAT_PHOTO, id=PackId(f"P-0A0{number}")) for number in range(8)], mode=AnswerMode.ADJACENT)
    assert replied(asking(Aggregate.COUNT), pack).answer


def test_of_one_photo_the_fact_is_told_and_not_the_number() -> None:
    one = packed({"matching": 1, "undated": 0, "people": 2}, [BOAT_PHOTO])
    assert replied(asking(Aggregate.VALUES, Dimension.PLACE), one).claims == (stated(BOAT, "place", "Lisbon"),)
    assert replied(asking(Aggregate.VALUES, Dimension.DAY), one).claims == (stated(BOAT, "taken", "2019-06-14T10:20:30"),)
    bare = packed({"matching": 1, "undated": 1, "people": 0}, [GULL_PHOTO])
    assert counts(asking(Aggregate.VALUES, Dimension.PERSON), bare.library, bare.photos) == ["people"]
    assert counts(asking(Aggregate.VALUES, Dimension.DAY), bare.library, bare.photos) == ["undated"]


def test_of_a_photo_that_is_pointed_at_what_is_known_is_told() -> None:
    question = replace(asking(), about=(PhotoId(1),))
    told = [each.field for each in replied(question, packed({"matching": 1}, [BOAT_PHOTO])).claims if isinstance(each, FactClaim)]
    assert told == ["caption", "taken", "model", "lens", "aperture", "shutter", "iso", "place", "people", "tags"]


def test_only_the_facts_of_an_exposure_are_told_where_they_are_asked_for() -> None:
    labels = ("aperture", "shutter", "iso", "the photo before")
    question = replace(asking(), about=(PhotoId(1),), understood=tuple(Chip(each, 0, 5) for each in labels))
    told = [each.field for each in replied(question, packed({"matching": 1}, [BOAT_PHOTO])).claims if isinstance(each, FactClaim)]
    assert told == ["aperture", "shutter", "iso"]


def test_a_summary_tells_how_many_when_where_with_what_and_of_whom() -> None:
    library: dict[str, LibraryFact] = {
        "matching": 9, "first": "2015-07-01", "last": "2016-01-01", "places": 1, "per_place.Rome": 4, "per_camera.D70": 2,
        "per_camera.X": 3, "per_person.Anna": 1, "per_tag.sea": 2, "per_year.2015": 9,
    }  # fmt: skip
    claims = replied(asking(Aggregate.SUMMARY), packed(library)).claims
    assert [each.fact for each in claims if isinstance(each, CountClaim)] == [
        "matching", "first", "last", "per_place.Rome", "per_camera.X", "per_camera.D70", "per_person.Anna", "per_tag.sea",
    ]  # fmt: skip
    assert stated(BOAT, "caption", "Two boats in the harbour") in claims
