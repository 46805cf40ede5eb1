"""Gates over random packs: what graph, facts and library facts hold passes in every order that it allows, and nothing else does."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.assistant.gates.check import check_reply
from app.assistant.gates.claims import CLAIMABLE, validate_claims
from app.assistant.gates.normalize import normalize_claims
from app.assistant.gates.verdict import Verdict
from app.assistant.reply import AssistantReply, Claim, ClaimReference, CountClaim, FactClaim, FoundClaim, Prose, RelationshipClaim
from app.domain.evidence import AnswerMode, EvidencePack, LibraryFact, PackPhoto, Relation
from app.domain.ids import ContentHash, LocalTime, PackId
from app.domain.photo import Fact, PhotoFacts, Position, Tag
from app.evidence.graph import RelationshipGraph, relate

ORDERED = (Relation.BEFORE, Relation.AFTER)
INVERSE = {Relation.BEFORE: Relation.AFTER, Relation.AFTER: Relation.BEFORE}


def known(values: st.SearchStrategy[object]) -> st.SearchStrategy[Fact[object] | None]:
    """Mostly known, so that relations hold."""
    facts = values.map(lambda value: Fact(value, "EXIF"))
    return st.one_of(facts, facts, facts, st.none())


def one_of(*values: object) -> st.SearchStrategy[Fact[object] | None]:
    return known(st.sampled_from(values))


def several(*values: object) -> st.SearchStrategy[Fact[object] | None]:
    return known(st.lists(st.sampled_from(values), min_size=1, max_size=3, unique=True).map(tuple))


TIMES = tuple(map(LocalTime, ("2019-06-14T10:20:30", "2019-06-14T10:20:31", "2019-06-14", "2019-06-16")))
# Few values of each kind, so that photos share some of them.
FACTS = st.builds(
    PhotoFacts,
    taken=one_of(*TIMES),
    offset=one_of("+02:00", "-05:00"),
    make=one_of("Canon", "NIKON"),
    model=one_of("EOS 20D", "D70"),
    lens=one_of("50mm", "18-70mm"),
    iso=one_of(100, 400),
    aperture=one_of(2.8, 4),
    shutter=one_of(0.004, 2),
    focal_length=one_of(50.0, 18),
    gps=one_of(Position(38.7, -9.1), Position(38.7005, -9.1), Position(38.701, -9.1), Position(0.0, 79.0)),
    place=one_of("Lisbon", "Porto"),
    title=one_of("Boats"),
    caption=one_of("Two boats", "A gull"),
    tags=several(Tag("sea"), Tag("Sea"), Tag("Italy", ("Places",)), Tag("boat")),
    people=several("Anna", "Ben", "anna"),
    rating=one_of(-1, 0, 4),
    orientation=one_of(1, 6),
    serial=one_of("1", "1", "1", "2"),
)
NAMES = ("a.jpg", "a.dng", "b.jpg")
PHOTO = st.builds(
    lambda name, **rest: PackPhoto(PackId(""), f"/x/{name}", **rest),
    st.sampled_from(NAMES),
    facts=FACTS,
    folder=one_of("holidays/2019", "home"),
    content_hash=st.none() | st.sampled_from([ContentHash("aa"), ContentHash("bb")]),
    perceptual_hash=st.none() | st.sampled_from(["00000000000000ff", "000000000000000f", "ffffffffffffffff"]),
)
LIBRARY = st.dictionaries(
    st.sampled_from(["matching", "first", "per_year.2015", "per_tag.sea", "undated"]), st.integers(0, 3) | st.sampled_from(TIMES)
)


def numbered(photos: Sequence[PackPhoto]) -> tuple[PackPhoto, ...]:
    return tuple(
        PackPhoto(PackId(f"P-{number}A{number}Z"), each.path, each.facts, each.folder, each.content_hash, each.perceptual_hash)
        for number, each in enumerate(photos)
    )


PACKS = st.builds(
    lambda photos, library: EvidencePack(AnswerMode.SOURCED, numbered(photos), library, PackId("R-0A0Z")),
    st.integers(2, 4).flatmap(lambda size: st.lists(PHOTO, min_size=size, max_size=size)),
    LIBRARY,
)


def passes(claim: Claim, pack: EvidencePack, graph: RelationshipGraph) -> bool:
    """Whether a claim passes its gate."""
    return validate_claims(AssistantReply(answer=(), cited_photo_ids=(), claims=(claim,)), pack, graph) == ()


def passes_all(claim: Claim, pack: EvidencePack, graph: RelationshipGraph) -> bool:
    """Whether it passes all gates, referred to or not."""
    held = passes(claim, pack, graph)
    for statement in (ClaimReference(kind="claim", ref=0), Prose(kind="prose", text="It.", photo_id=pack.photos[0].id, origin="library")):
        reply = AssistantReply(answer=(statement,), cited_photo_ids=(), claims=(claim,))
        assert check_reply(reply, pack, graph) == Verdict(reply) if held else not check_reply(reply, pack, graph).accepted
    return held


def edges(graph: RelationshipGraph) -> dict[tuple[Relation, str, str], frozenset[str]]:
    """What holds from one photo to another, in both directions, as the graph lists it."""
    held: dict[tuple[Relation, str, str], frozenset[str]] = {}
    for edge in graph.edges():
        held[edge.relation, edge.first, edge.second] = edge.values
        held[INVERSE.get(edge.relation, edge.relation), edge.second, edge.first] = edge.values
    return held


def selections(pack: EvidencePack) -> Iterator[tuple[str, ...]]:
    ids = [photo.id for photo in pack.photos]
    for size in (2, 3):
        for chosen in combinations(ids, size):
            yield from permutations(chosen)


def expected(held: dict[tuple[Relation, str, str], frozenset[str]], relation: Relation, ids: Sequence[str]) -> frozenset[str] | None:
    """The values with which a claim must pass, worked out from the single edges; None if it must not."""
    pairs = [held.get((relation, first, second)) for first, second in combinations(ids, 2)]
    values = [each for each in pairs if each is not None]
    if len(values) < len(pairs):
        return None
    if not any(values):
        return frozenset()
    common = {value for each in values for value in each if all(value.casefold() in map(str.casefold, other) for other in values)}
    return frozenset(common) or None


@given(PACKS, st.data())
def test_a_relationship_passes_if_and_only_if_every_pair_has_it(pack: EvidencePack, data: st.DataObject) -> None:
    graph = relate(pack)
    held = edges(graph)
    drawn = data.draw(st.sampled_from(Relation)), data.draw(st.sampled_from(list(selections(pack))))
    for relation in Relation:
        for ids in selections(pack):
            values = expected(held, relation, ids)
            claim = RelationshipClaim(kind="relationship", relation=relation.value, photo_ids=ids)
            check = passes_all if (relation, ids) == drawn else passes
            assert check(claim, pack, graph) == (values is not None)
            for value in ("sea", "", *(values or ())):
                with_value = claim.model_copy(update={"value": value})
                assert check(with_value, pack, graph) == (values is not None and value in values)


@given(PACKS)
def test_symmetric_relations_hold_in_every_order_and_the_others_in_one(pack: EvidencePack) -> None:
    graph = relate(pack)
    for edge in graph.edges():
        there, back = (
            passes_all(RelationshipClaim(kind="relationship", relation=edge.relation.value, photo_ids=ids), pack, graph)
            for ids in ((edge.first, edge.second), (edge.second, edge.first))
        )
        inverse = RelationshipClaim(
            kind="relationship", relation=INVERSE.get(edge.relation, edge.relation).value, photo_ids=(edge.second, edge.first)
        )
        assert there
        assert back == (edge.relation not in ORDERED)
        assert passes_all(inverse, pack, graph)


def values_of(photo: PackPhoto, field: str) -> set[object]:
    """What may be claimed of a fact, written out apart from the gate."""
    fact: Any = photo.folder if field == "folder" else getattr(photo.facts, field, None)
    if fact is None:
        return set()
    if field == "tags":
        return {name for tag in fact.value for name in (tag.name, tag.path)}
    return set(fact.value) if field == "people" else {fact.value}


@given(PACKS, st.data())
def test_a_fact_passes_if_and_only_if_it_is_the_photos(pack: EvidencePack, data: st.DataObject) -> None:
    graph = relate(pack)
    everything = sorted({value for photo in pack.photos for field in CLAIMABLE for value in values_of(photo, field)}, key=repr)
    for photo in pack.photos:
        for field in (*sorted(CLAIMABLE), "serial", "gps", "content_hash"):
            own = values_of(photo, field) if field in CLAIMABLE else set()
            for value in own:
                assert passes(FactClaim.model_validate({"kind": "fact", "photo_id": photo.id, "field": field, "value": value}), pack, graph)
            if everything:
                value = data.draw(st.sampled_from(everything))
                claim = FactClaim.model_validate({"kind": "fact", "photo_id": photo.id, "field": field, "value": value})
                assert passes(claim, pack, graph) == (value in own)


@given(PACKS, st.sets(st.sampled_from(["sea", "Sea", "boat", "Italy", "Places/Italy", "Places", "Anna", "Ben"])).map(sorted))
def test_of_several_values_each_must_be_the_photos(pack: EvidencePack, values: list[str]) -> None:
    graph = relate(pack)
    for photo in pack.photos:
        for field in ("tags", "people", "caption"):
            claim = FactClaim(kind="fact", photo_id=photo.id, field=field, value=tuple(values))
            many = field != "caption" and bool(values) and set(values) <= values_of(photo, field)
            assert passes_all(claim, pack, graph) == many


@given(PACKS, st.sampled_from(["matching", "first", "per_year.2015", "per_year.2016"]), st.integers(0, 3) | st.sampled_from(TIMES))
def test_a_count_passes_if_and_only_if_it_is_the_librarys(pack: EvidencePack, name: str, value: LibraryFact) -> None:
    claim = CountClaim(kind="count", fact=name, value=value)
    assert passes_all(claim, pack, relate(pack)) == (name in pack.library and pack.library[name] == value)


@given(PACKS, st.text(max_size=8))
def test_any_other_id_discards_the_reply(pack: EvidencePack, other: str) -> None:
    graph, own = relate(pack), pack.photos[0].id
    if any(photo.id == other for photo in pack.photos):
        return
    for claim in (
        FoundClaim(kind="found", photo_ids=(own, other)),
        FactClaim(kind="fact", photo_id=other, field="iso", value=400),
        RelationshipClaim(kind="relationship", relation="same_day", photo_ids=(other, own)),
    ):
        assert not passes_all(claim, pack, graph)
    prose = Prose(kind="prose", text="It.", photo_id=own, origin="library")
    for reply in (
        AssistantReply(answer=(prose,), cited_photo_ids=(own, other), claims=()),
        AssistantReply(answer=(prose, prose.model_copy(update={"photo_id": other})), cited_photo_ids=(), claims=()),
    ):
        assert not check_reply(reply, pack, graph).accepted


CLAIMS = st.lists(
    st.builds(CountClaim, kind=st.just("count"), fact=st.sampled_from("abc"), value=st.integers(0, 1))
    | st.builds(
        RelationshipClaim, kind=st.just("relationship"), relation=st.just("same_day"), photo_ids=st.permutations(["a", "b"]).map(tuple)
    ),
    max_size=12,
)
REPLIES = st.builds(
    AssistantReply,
    answer=st.lists(st.builds(ClaimReference, kind=st.just("claim"), ref=st.integers(-3, 15)), max_size=10).map(tuple),
    cited_photo_ids=st.lists(st.sampled_from("ab"), max_size=4).map(tuple),
    claims=CLAIMS.map(tuple),
)


@given(REPLIES)
def test_normalizing_twice_is_normalizing_once(reply: AssistantReply) -> None:
    once = normalize_claims(reply)
    assert normalize_claims(once) == once


@given(REPLIES)
def test_every_reference_leads_to_the_same_claim_as_before_or_to_none(reply: AssistantReply) -> None:
    once = normalize_claims(reply)
    assert len(set(once.claims)) == len(once.claims)
    assert set(once.claims) == set(reply.claims)
    assert once.cited_photo_ids == reply.cited_photo_ids
    for before, after in zip(reply.answer, once.answer, strict=True):
        assert isinstance(before, ClaimReference)
        assert isinstance(after, ClaimReference)
        if 0 <= before.ref < len(reply.claims):
            assert once.claims[after.ref] == reply.claims[before.ref]
        else:
            assert after.ref == before.ref
            assert not 0 <= after.ref < len(once.claims)


@given(PACKS, st.lists(st.integers(0, 3), min_size=1, max_size=6), st.lists(st.booleans(), min_size=4, max_size=4))
def test_a_reply_passes_if_and_only_if_every_one_of_its_claims_does(pack: EvidencePack, chosen: list[int], true: list[bool]) -> None:
    """Duplicates of true claims pass, and one false claim anywhere discards everything."""
    graph = relate(pack)
    claims = [FoundClaim(kind="found", photo_ids=(pack.photos[0].id,) if right else ("P-XXXX",)) for right in true]
    reply = AssistantReply(
        answer=(ClaimReference(kind="claim", ref=0),), cited_photo_ids=(), claims=tuple(claims[number] for number in chosen)
    )
    verdict = check_reply(reply, pack, graph)
    assert verdict.accepted == all(true[number] for number in chosen)
    assert verdict.reply is None or len(verdict.reply.claims) == 1
