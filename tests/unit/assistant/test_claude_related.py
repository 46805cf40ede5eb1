"""Relationships as a model is told them: every pair that holds is in a group, and every group holds as a claim."""

from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from app.assistant.claude.related import MOST_GROUPS, related
from app.assistant.gates.check import check_reply
from app.domain.evidence import AnswerMode, EvidencePack, PackPhoto, Relation
from app.domain.ids import LocalTime, PackId
from app.domain.photo import PhotoFacts, Tag
from app.evidence.graph import relate
from tests.unit.assistant.made import fact, ref, reply
from tests.unit.assistant.made import related as claimed

DAYS = st.sampled_from(["2019-06-14T10:20:30", "2019-06-14T10:20:31", "2019-06-14", "2019-06-16T09:00:00", "2020-01-01", None])
PHOTOS = st.lists(
    st.builds(
        lambda taken, camera, tags, folder: PackPhoto(
            PackId("P-X"),
            "",
            PhotoFacts(
                taken=fact(LocalTime(taken)) if taken else None,
                model=fact(camera) if camera else None,
                tags=fact(tuple(Tag(each) for each in sorted(tags))) if tags else None,
            ),
            folder=fact(folder) if folder else None,
        ),
        DAYS,
        st.sampled_from(["D70", "d70", "X100", None]),
        st.sets(st.sampled_from(["boat", "Boat", "sea", "pier"])),
        st.sampled_from(["a", "b", None]),
    ),
    max_size=6,
)


def packed(photos: list[PackPhoto]) -> EvidencePack:
    numbered = (replace(each, id=PackId(f"P-{number}A{number}B")) for number, each in enumerate(photos))
    return EvidencePack(AnswerMode.SOURCED, tuple(numbered))


@given(PHOTOS)
def test_every_pair_that_holds_is_told_and_nothing_else(photos: list[PackPhoto]) -> None:
    evidence = packed(photos)
    graph, ids = relate(evidence), [each.id for each in evidence.photos]
    told = related(graph, ids)
    pairs = {(each["relation"], pair) for each in told for pair in combinations(each["photo_ids"], 2)}  # type: ignore[call-overload]
    unordered = {(relation, frozenset(pair)) for relation, pair in pairs}
    held = {
        (relation.value, pair)
        for relation in Relation
        for one, other in combinations(ids, 2)
        for pair in ((one, other), (other, one))
        if relation is not Relation.AFTER and graph.common_values(relation, pair) is not None
    }
    assert {(relation, frozenset(pair)) for relation, pair in held} == unordered
    assert {pair for relation, pair in pairs if relation == "before"} == {pair for relation, pair in held if relation == "before"}


@given(PHOTOS)
def test_every_group_can_be_claimed_with_each_of_its_values(photos: list[PackPhoto]) -> None:
    evidence = packed(photos)
    graph = relate(evidence)
    for each in related(graph, [photo.id for photo in evidence.photos]):
        relation, ids, values = str(each["relation"]), each["photo_ids"], each.get("values", ())
        claims = [claimed(relation, *ids), *(claimed(relation, *ids, value=value) for value in values)]  # type: ignore[misc, attr-defined]
        assert check_reply(reply(ref(0), claims=claims), evidence, graph).reasons == ()


def test_twelve_photos_in_order_are_one_group() -> None:
    photos = [PackPhoto(PackId("P-X"), "", PhotoFacts(taken=fact(LocalTime(f"20{year}-05-01")))) for year in range(22, 10, -1)]
    evidence = packed(photos)
    told = related(relate(evidence), [each.id for each in evidence.photos])
    assert told == [{"relation": "before", "photo_ids": [each.id for each in reversed(evidence.photos)]}]


def test_many_tags_stay_few_groups() -> None:
    tags = [Tag(f"tag {each}") for each in range(400)]
    facts = [PhotoFacts(tags=fact(tuple(tags[number::2] or tags))) for number in range(12)]
    evidence = packed([PackPhoto(PackId("P-X"), "", each) for each in facts])
    told = related(relate(evidence), [each.id for each in evidence.photos])
    assert len(told) <= MOST_GROUPS
    assert all(len(each.get("values", ())) <= 20 for each in told)  # type: ignore[arg-type]
