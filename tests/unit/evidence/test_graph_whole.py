"""The graph as a whole: which photos can be asked for, and the list of edges."""

from typing import Any

import pytest

from app.domain.evidence import AnswerMode, EvidencePack, Relation, Relationships
from app.domain.ids import PackId
from app.evidence.graph import Edge, relate
from app.evidence.relations import RULES, WITH_VALUES
from tests.unit.evidence.made import graph, photo

NOON = "2019-06-14T12:00:00"


def edge(relation: Relation, first: str, second: str, *values: str) -> Edge:
    return Edge(relation, PackId(first), PackId(second), frozenset(values))


def test_it_is_a_graph_of_relationships() -> None:
    made: Relationships = graph(photo("a"))
    assert made.common_values(Relation.SAME_DAY, ["a"]) is None


@pytest.mark.parametrize("ids", [[], ["a"], ["a", "a"], ["a", "b", "a"], ["a", "x"], ["x", "y"], ["A", "b"], ["a ", "b"]])
def test_fewer_than_two_photos_or_strange_ones(ids: list[str]) -> None:
    same: dict[str, Any] = {"taken": NOON, "model": "D70", "lens": "50 mm", "place": "Moab", "folder": "x", "content": "c", "look": "00"}
    made = graph(photo("a", tags=("t",), people=("p",), **same), photo("b", tags=("t",), people=("p",), **same))
    assert made.common_values(Relation.SAME_CAMERA, ["a", "b"]) is not None
    assert all(made.common_values(relation, ids) is None for relation in Relation)


def test_one_pair_missing_of_three() -> None:
    made = graph(photo("a", taken=NOON), photo("b", taken="2019-06-14T16:00:00"), photo("c", taken="2019-06-14T20:00:00"))
    assert made.common_values(Relation.SAME_EVENT, ["a", "b"]) == made.common_values(Relation.SAME_EVENT, ["b", "c"]) == frozenset()
    for ids in (["a", "b", "c"], ["b", "a", "c"], ["c", "b", "a"]):
        assert made.common_values(Relation.SAME_EVENT, ids) is None


def test_every_relation_has_a_rule() -> None:
    assert set(RULES) == set(Relation)


def test_which_relations_are_about_something() -> None:
    assert {
        Relation.SAME_CAMERA, Relation.SAME_LENS, Relation.SAME_DAY, Relation.SAME_PLACE, Relation.SAME_FOLDER, Relation.SHARES_TAG,
        Relation.SAME_PERSON,
    } == WITH_VALUES  # fmt: skip


def test_edges_are_listed_once_in_the_order_of_relations_and_photos() -> None:
    made = graph(
        photo("c", model="D70", taken="2019-06-14T12:00:02", folder="x"),
        photo("a", model="D70", taken="2019-06-14T12:00:00", folder="x"),
        photo("b", model="D80", folder="x"),
    )
    assert list(made.edges()) == [
        edge(Relation.SAME_CAMERA, "c", "a", "D70"),
        edge(Relation.SAME_DAY, "c", "a", "2019-06-14"),
        edge(Relation.SAME_EVENT, "c", "a"),
        edge(Relation.BURST, "c", "a"),
        edge(Relation.SAME_FOLDER, "c", "a", "x"),
        edge(Relation.SAME_FOLDER, "c", "b", "x"),
        edge(Relation.SAME_FOLDER, "a", "b", "x"),
        edge(Relation.BEFORE, "a", "c"),
    ]


def test_the_earlier_photo_of_a_listed_order_may_stand_first() -> None:
    made = graph(photo("a", taken="2019-06-14"), photo("b", taken="2019-07-14"))
    assert list(made.edges()) == [edge(Relation.BEFORE, "a", "b")]


def test_an_empty_pack() -> None:
    assert list(relate(EvidencePack(AnswerMode.OPEN)).edges()) == []


def test_two_photos_of_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^two photos of a pack have one id$"):
        graph(photo("a"), photo("b"), photo("a"))
