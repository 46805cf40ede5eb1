"""The graph of real photos, as it was looked through by eye: which of them are joined, and which are not."""

import os
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import pytest

from app.domain.evidence import AnswerMode, EvidencePack, PackPhoto, Relation
from app.domain.ids import PackId
from app.domain.photo import Fact, FileStamp, FoundFile, ReadPhoto
from app.domain.words import folder_names
from app.evidence.graph import RelationshipGraph, relate
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch

pytestmark = pytest.mark.shared


def pack_photo(read: ReadPhoto, root: str) -> PackPhoto:
    """The photo, with its path below the library as id."""
    pack_id = PackId(os.path.relpath(read.path, root).replace(os.sep, "/"))
    folder = Fact("/".join(folder_names(read.path, root)), "folder")
    return PackPhoto(pack_id, read.path, read.facts, folder, read.content_hash, read.perceptual_hash)


@pytest.fixture(scope="module")
def graph(shared: Path, reader: WorkerReader) -> RelationshipGraph:
    root = shared / "photos" / "library"
    files = [FoundFile(str(path), FileStamp(path.stat().st_size, 0)) for path in sorted(root.rglob("*")) if path.is_file()]
    read = [each for each in reader.read(files, CancelSwitch()) if isinstance(each, ReadPhoto)]
    assert len(read) > 120
    return relate(EvidencePack(AnswerMode.SOURCED, tuple(pack_photo(each, str(root)) for each in read)))


Pairs = set[tuple[str, str]]

TIMES = "roadtrip/timestamps"
BIG_BEN = [f"{TIMES}/big_ben.jpg", f"{TIMES}/big_ben_no_tsoffset_but_gps_utc.jpg", "roadtrip/dupl/big_ben_only_time.jpg"]
OPERA = [f"{TIMES}/sydney_opera_house_no_tsoffset_but_gps_utc.jpg", "roadtrip/dupl/sydney_opera_house.jpg"]
NEW_YEAR = [f"{TIMES}/newyear_london.jpg", f"{TIMES}/newyear_sydney.jpg"]
CARDS = [
    f"roadtrip/4MinsAroundTheWorld/UTC-20240413-20{each}.jpg"
    for each in ("3430-Auckland", "3530-Montevideo", "3531-Kathmandu", "3630-London", "3720-Tokyo", "3730-Reykjavik", "3830-NewYork")
]


def joined(graph: RelationshipGraph, relation: Relation, ids: Iterable[str]) -> Pairs:
    """Those pairs of the photos that the relation joins."""
    return {pair for pair in combinations(ids, 2) if graph.common_values(relation, pair) is not None}


def photos(folder: str, names: str) -> list[str]:
    return [f"{folder}{name}.jpg" for name in names.split()]


def every_two(*groups: list[str]) -> Pairs:
    return {pair for group in groups for pair in combinations(group, 2)}


def test_copies_are_near_duplicates_and_text_cards_of_one_layout_are_none(graph: RelationshipGraph) -> None:
    near = {(edge.first, edge.second) for edge in graph.edges() if edge.relation is Relation.NEAR_DUPLICATE}
    assert sorted(sorted(os.path.basename(each) for each in pair) for pair in near) == [
        ["IMG_8824.jpg", "IMG_8824.jpg"],
        ["IMG_8943.jpg", "IMG_8943.jpg"],
        ["big_ben.jpg", "big_ben_no_tsoffset_but_gps_utc.jpg"],
        ["big_ben.jpg", "big_ben_only_time.jpg"],
        ["big_ben_no_tsoffset_but_gps_utc.jpg", "big_ben_only_time.jpg"],
        ["sydney_opera_house.jpg", "sydney_opera_house_no_tsoffset_but_gps_utc.jpg"],
    ]


def test_no_two_files_are_identical_or_of_one_burst_or_versions_of_each_other(graph: RelationshipGraph) -> None:
    assert {edge.relation for edge in graph.edges()}.isdisjoint({Relation.IDENTICAL_FILE, Relation.BURST, Relation.VARIANT_OF})
    assert joined(graph, Relation.SAME_EVENT, BIG_BEN) == every_two(BIG_BEN)


def test_one_new_year_in_two_cities_is_one_day_but_not_one_event(graph: RelationshipGraph) -> None:
    assert graph.common_values(Relation.SAME_DAY, NEW_YEAR) == frozenset({"2019-01-01"})
    for relation in (Relation.SAME_EVENT, Relation.SAME_PLACE, Relation.SAME_CAMERA, Relation.BEFORE, Relation.AFTER):
        assert graph.common_values(relation, NEW_YEAR) is None


def test_four_minutes_around_the_world_are_in_the_order_of_utc(graph: RelationshipGraph) -> None:
    assert graph.common_values(Relation.BEFORE, CARDS) == frozenset()
    assert graph.common_values(Relation.AFTER, CARDS[::-1]) == frozenset()
    assert joined(graph, Relation.SAME_EVENT, CARDS) == set()
    assert joined(graph, Relation.SAME_PLACE, CARDS) == set()
    unknown = "roadtrip/4MinsAroundTheWorld/20240413-203800-Unknown.jpg"
    assert not any(graph.common_values(Relation.BEFORE, pair) is not None for card in CARDS for pair in ((card, unknown), (unknown, card)))


def test_a_walk_through_arezzo(graph: RelationshipGraph) -> None:
    walk = photos("tuscany/DSCN00", "10 12 21 25 27 29 38 40 42")
    park, street, cathedral = walk[:3], walk[3:6], walk[6:8]
    assert joined(graph, Relation.SAME_EVENT, walk) == every_two(walk)
    assert joined(graph, Relation.SAME_PLACE, walk) == every_two(park, street, cathedral) | {(street[2], cathedral[0])}
    assert graph.common_values(Relation.SAME_PLACE, park) == frozenset({"within 200 m"})
    assert graph.common_values(Relation.BEFORE, walk) == frozenset()
    assert graph.common_values(Relation.SAME_CAMERA, walk) == frozenset({"NIKON COOLPIX P6000"})


def test_a_day_on_half_dome(graph: RelationshipGraph) -> None:
    day = photos("roadtrip/IMG_", "6220 6253 6263 6296 6297 6368")
    berkeley = "roadtrip/IMG_5910.jpg"
    assert joined(graph, Relation.SAME_EVENT, [berkeley, *day]) == every_two(day)
    assert graph.common_values(Relation.SAME_DAY, [berkeley, *day]) == frozenset({"2015-06-12"})
    near = {pair for pair in every_two(day) if "within 200 m" in (graph.common_values(Relation.SAME_PLACE, pair) or ())}
    assert near == {(day[1], day[2]), (day[2], day[3]), (day[2], day[4]), (day[3], day[4])}


def test_an_afternoon_in_the_zoo_and_two_among_bears(graph: RelationshipGraph) -> None:
    zoo = photos("nextcloud/", "Birdie Frog Gorilla")
    bears = photos("roadtrip/", "IMG_9398-2 IMG_9516 wild-1 wild-2 wild-3")
    assert joined(graph, Relation.SAME_EVENT, [*zoo, *bears]) == every_two(zoo, bears)
    assert graph.common_values(Relation.SAME_PERSON, photos("roadtrip/wild-", "1 2 3")) == frozenset({"Balu the bear"})
    assert graph.common_values(Relation.SHARES_TAG, [*bears, "roadtrip/IMG_6220.jpg"]) == frozenset({"USA"})


def test_morning_and_evening_of_one_day_are_two_events(graph: RelationshipGraph) -> None:
    san_francisco = photos("roadtrip/IMG_", "1252 1401")
    assert graph.common_values(Relation.SAME_DAY, san_francisco) == frozenset({"2015-07-11"})
    assert graph.common_values(Relation.SAME_EVENT, san_francisco) is None


def test_across_the_river_is_another_place(graph: RelationshipGraph) -> None:
    assert graph.common_values(Relation.SAME_PLACE, [BIG_BEN[0], NEW_YEAR[0]]) is None
    assert graph.common_values(Relation.SAME_PLACE, [OPERA[0], NEW_YEAR[1]]) is None
    assert "within 200 m" in (graph.common_values(Relation.SAME_PLACE, BIG_BEN[:2]) or ())
