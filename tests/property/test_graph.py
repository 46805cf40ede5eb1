"""Whatever a pack holds: relations are symmetric or mirrored, need every pair, come from known facts alone, and survive a file."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from app.domain.evidence import AnswerMode, EvidencePack, PackPhoto, Relation
from app.domain.ids import PackId
from app.domain.photo import PhotoFacts
from app.evidence.graph import RelationshipGraph, relate
from app.evidence.pack_file import read_pack, write_pack
from app.evidence.relations import WITH_VALUES
from tests.unit.evidence.made import graph, photo

ORDERS = frozenset({Relation.BEFORE, Relation.AFTER})
SYMMETRIC = [relation for relation in Relation if relation not in ORDERS]

# Few values each, near the boundaries, so that most relations hold now and then.
TIMES = st.sampled_from(
    [
        "2019-06-14", "2019-06-15", "2019-06-17", "2019-06-14T12:00:00", "2019-06-14T12:00:00.5", "2019-06-14T12:00:02",
        "2019-06-14T12:00:03.01", "2019-06-14T18:00:00", "2019-06-14T18:00:01", "2019-06-15T14:00:01", "2019-06-15T14:00:02", "nonsense",
    ]
)  # fmt: skip
POSITIONS = st.sampled_from([(0.0, 0.0), (0.0017, 0.0), (0.0019, 0.0), (0.089, 0.0), (0.091, 0.0), (-33.8, 151.2)])
SPELLINGS = st.lists(st.sampled_from(["Anna", "anna", "ANNA", "Ben", "ben", " ", "Straße", "STRASSE"]), max_size=3, unique=True).map(tuple)
PHOTOS = st.builds(
    photo,
    path=st.sampled_from(["", "/x/IMG_1.jpg", "/x/IMG_1.CR2", "/x/IMG_1-edited.jpg", "/x/IMG_2.jpg", "/y/\udc80.jpg"]),
    taken=st.none() | TIMES,
    offset=st.none() | st.sampled_from(["+00:00", "+14:00", "-12:00", "+02:00", "nonsense"]),
    make=st.none() | st.sampled_from(["NIKON CORPORATION", "Canon"]),
    model=st.none() | st.sampled_from(["NIKON D70", "Canon EOS 20D", " "]),
    serial=st.none() | st.sampled_from(["1", "2", ""]),
    lens=st.none() | st.sampled_from(["50 mm", "85 mm", ""]),
    at=st.none() | POSITIONS,
    place=st.none() | st.sampled_from(["Moab", "moab", "within 200 m", ""]),
    tags=st.none() | SPELLINGS,
    people=st.none() | SPELLINGS,
    folder=st.none() | st.sampled_from(["x", "y", ""]),
    content=st.none() | st.sampled_from(["c", "d", ""]),
    look=st.none() | st.sampled_from(["0" * 16, "03ff" + "0" * 12, "07ff" + "0" * 12, "f" * 16, "0" * 64]),
)
Photos = tuple[PackPhoto, ...]


def numbered(photos: list[PackPhoto]) -> Photos:
    return tuple(replace(each, id=PackId(f"P-{number}")) for number, each in enumerate(photos))


PACKS = st.lists(PHOTOS, max_size=5).map(numbered)


def ids_of(photos: Photos) -> list[str]:
    return [each.id for each in photos]


def all_values(made: RelationshipGraph, photos: Photos) -> dict[tuple[Relation, str, str], frozenset[str] | None]:
    pairs = permutations(ids_of(photos), 2)
    return {(relation, *pair): made.common_values(relation, pair) for pair in pairs for relation in Relation}


@given(PACKS)
def test_symmetric_relations_hold_in_both_orders(photos: Photos) -> None:
    made = graph(*photos)
    for first, second in combinations(ids_of(photos), 2):
        for relation in SYMMETRIC:
            assert made.common_values(relation, [first, second]) == made.common_values(relation, [second, first])


@given(PACKS)
def test_before_is_after_read_backwards_and_never_both(photos: Photos) -> None:
    made = graph(*photos)
    for first, second in permutations(ids_of(photos), 2):
        before = made.common_values(Relation.BEFORE, [first, second])
        assert before == made.common_values(Relation.AFTER, [second, first])
        assert before is None or made.common_values(Relation.AFTER, [first, second]) is None
        assert before is None or made.common_values(Relation.BEFORE, [second, first]) is None


@given(PACKS, st.data())
def test_several_photos_share_what_every_two_of_them_share(photos: Photos, data: st.DataObject) -> None:
    made = graph(*photos)
    chosen = data.draw(st.lists(st.sampled_from(ids_of(photos)), max_size=4)) if photos else []
    for relation in Relation:
        pairs = [made.common_values(relation, pair) for pair in combinations(chosen, 2)]
        held = [values for values in pairs if values is not None]
        found = made.common_values(relation, chosen)
        if not pairs or len(held) < len(pairs):
            assert found is None
        else:
            keys = frozenset.intersection(*(frozenset(value.casefold() for value in values) for values in held))
            assert {value.casefold() for value in found or ()} == keys
            assert (found is None) == (relation in WITH_VALUES and not keys)
            assert frozenset(found or ()) <= frozenset().union(*held)


@given(PACKS, st.data())
def test_the_order_of_the_photos_counts_for_before_and_after_alone(photos: Photos, data: st.DataObject) -> None:
    made = graph(*photos)
    ids = ids_of(photos)
    shuffled = data.draw(st.permutations(ids))
    for relation in SYMMETRIC:
        assert made.common_values(relation, ids) == made.common_values(relation, shuffled)
    assert made.common_values(Relation.BEFORE, ids) == made.common_values(Relation.AFTER, ids[::-1])


@given(PACKS, st.data())
def test_the_order_of_the_pack_counts_for_nothing(photos: Photos, data: st.DataObject) -> None:
    shuffled = tuple(data.draw(st.permutations(photos)))
    assert all_values(graph(*photos), photos) == all_values(graph(*shuffled), photos)


@given(PACKS)
def test_no_photo_is_related_to_itself(photos: Photos) -> None:
    made = graph(*photos)
    for relation in Relation:
        assert all(made.common_values(relation, ids) is None for each in ids_of(photos) for ids in ([each], [each, each]))
    assert all(edge.first != edge.second for edge in made.edges())


@given(PACKS)
def test_the_listed_edges_are_those_that_hold(photos: Photos) -> None:
    made = graph(*photos)
    edges = list(made.edges())
    listed = {(edge.relation, frozenset[str]((edge.first, edge.second))): edge.values for edge in edges}
    assert len(listed) == len(edges)
    for relation in [*SYMMETRIC, Relation.BEFORE]:
        for pair in permutations(ids_of(photos), 2):
            values = made.common_values(relation, pair)
            assert values is None or listed[relation, frozenset(pair)] == values
    assert all(made.common_values(edge.relation, [edge.first, edge.second]) == edge.values for edge in edges)


@given(PACKS)
def test_a_photo_of_which_nothing_is_known_is_related_to_nothing(photos: Photos) -> None:
    without = graph(*photos)
    unknown = photo("unknown", path="/x/IMG_1.jpg")
    made = graph(*photos, unknown)
    assert list(made.edges()) == list(without.edges())
    assert all(made.common_values(relation, [each, "unknown"]) is None for each in ids_of(photos) for relation in Relation)


Forget = Callable[[PackPhoto], PackPhoto]


def fact(name: str) -> Forget:
    return lambda each: replace(each, facts=replace(each.facts, **{name: None}))


NEEDED: dict[Relation, tuple[Forget, ...]] = {
    Relation.SAME_CAMERA: (fact("model"),),
    Relation.SAME_LENS: (fact("lens"),),
    Relation.SAME_DAY: (fact("taken"),),
    Relation.SAME_EVENT: (fact("taken"),),
    Relation.BURST: (fact("taken"), fact("model")),
    Relation.SAME_PLACE: (lambda each: fact("place")(fact("gps")(each)),),
    Relation.SAME_FOLDER: (lambda each: replace(each, folder=None),),
    Relation.SHARES_TAG: (fact("tags"),),
    Relation.SAME_PERSON: (fact("people"),),
    Relation.NEAR_DUPLICATE: (lambda each: replace(each, perceptual_hash=None),),
    Relation.IDENTICAL_FILE: (lambda each: replace(each, content_hash=None),),
    Relation.VARIANT_OF: (lambda each: replace(each, folder=None), fact("taken")),
    Relation.BEFORE: (fact("taken"),),
    Relation.AFTER: (fact("taken"),),
}


@given(PACKS.filter(bool))
def test_what_a_relation_needs_must_be_known_of_both(photos: Photos) -> None:
    assert set(NEEDED) == set(Relation)
    first, *others = ids_of(photos)
    for relation, forgets in NEEDED.items():
        for forget in forgets:
            made = graph(forget(photos[0]), *photos[1:])
            assert all(made.common_values(relation, pair) is None for other in others for pair in ([first, other], [other, first]))


@given(PACKS)
def test_values_come_from_both_photos(photos: Photos) -> None:
    said = {each.id: {text for _, fact in each.facts.known() for text in _texts(fact.value)} for each in photos}
    for edge in graph(*photos).edges():
        if edge.relation in (Relation.SAME_LENS, Relation.SAME_PLACE):
            assert edge.values - {"within 200 m"} <= said[edge.first] & said[edge.second]
        if edge.relation in (Relation.SHARES_TAG, Relation.SAME_PERSON):
            keys = [{text.casefold() for text in said[each]} for each in (edge.first, edge.second)]
            assert {value.casefold() for value in edge.values} <= keys[0] & keys[1]
            assert edge.values <= said[edge.first] | said[edge.second]


def _texts(value: object) -> list[str]:
    if isinstance(value, tuple):
        return [str(getattr(each, "name", each)) for each in value]
    return [value] if isinstance(value, str) else []


def readable(each: PackPhoto) -> PackPhoto:
    """The photo without what a pack file refuses: times and offsets that are none."""
    known: PhotoFacts = each.facts
    taken = None if known.taken and known.taken.value == "nonsense" else known.taken
    offset = None if known.offset and known.offset.value == "nonsense" else known.offset
    return replace(each, facts=replace(known, taken=taken, offset=offset))


@given(PACKS)
def test_the_graph_survives_a_file(photos: Photos) -> None:
    pack = EvidencePack(AnswerMode.SOURCED, tuple(map(readable, photos)))
    again = read_pack(write_pack(pack))
    assert again == pack
    assert list(relate(again).edges()) == list(relate(pack).edges())
