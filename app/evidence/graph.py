"""The relationship graph of one pack: which relations hold between which of its photos, by what the photos say of themselves."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from app.domain.evidence import EvidencePack, Relation, Relationships
from app.domain.ids import PackId
from app.evidence.nodes import Node, node
from app.evidence.relations import RULES, WITH_VALUES, Values


@dataclass(frozen=True, slots=True)
class Edge:
    """The relation holds between two photos, which share these values; for `before`, `first` is the earlier one."""

    relation: Relation
    first: PackId
    second: PackId
    values: frozenset[str]


class RelationshipGraph:
    """What holds between the photos of a pack (implements `Relationships`). Made by `relate`; nothing changes it."""

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        self._nodes = nodes

    def values(self, relation: Relation, first: str, second: str) -> Values | None:
        """What two photos share by the relation, empty if it has no values; None unless it holds from the first to the second.

        A photo has no relation to itself.
        """
        one, other = self._nodes.get(first), self._nodes.get(second)
        if one is None or other is None or one is other:
            return None
        return RULES[relation](one, other)

    def common_values(self, relation: Relation, photo_ids: Sequence[str]) -> Values | None:
        """What all these photos share; see `Relationships`. Names that differ in case alone are one name, and every spelling is given."""
        pairs = [self.values(relation, *pair) for pair in combinations(photo_ids, 2)]
        held = [values for values in pairs if values is not None]
        if not held or len(held) < len(pairs):
            return None
        common = _in_all(held)
        return None if relation in WITH_VALUES and not common else common

    def edges(self) -> Iterator[Edge]:
        """Every edge once, relation by relation and in the pack's order. `after` is not listed: it is `before` read backwards."""
        for relation in Relation:
            if relation is not Relation.AFTER:
                for first, second in combinations(self._nodes.values(), 2):
                    yield from self._edge(relation, first, second)

    def _edge(self, relation: Relation, first: Node, second: Node) -> Iterator[Edge]:
        values = RULES[relation](first, second)
        if values is not None:
            yield Edge(relation, first.id, second.id, values)
        elif relation is Relation.BEFORE and RULES[relation](second, first) is not None:
            yield Edge(relation, second.id, first.id, frozenset())


class AgreedGraph:
    """What two graphs of the same photos both hold (implements `Relationships`): what leaves the machine, unrefuted by what stays."""

    def __init__(self, first: Relationships, other: Relationships) -> None:
        self._first = first
        self._other = other

    def common_values(self, relation: Relation, photo_ids: Sequence[str]) -> Values | None:
        """What all these photos share by both graphs; see `Relationships`."""
        one, other = self._first.common_values(relation, photo_ids), self._other.common_values(relation, photo_ids)
        if one is None or other is None:
            return None
        if relation is Relation.SAME_FOLDER:
            # What leaves the machine calls a folder by its own name alone, what stays by all names down to it.
            return one
        return one & other if one & other or not one else None


def relate(pack: EvidencePack) -> RelationshipGraph:
    """The graph of the pack's facts. Raises ValueError if two photos have one id or a perceptual hash is not hex."""
    nodes: dict[str, Node] = {photo.id: node(photo) for photo in pack.photos}
    if len(nodes) < len(pack.photos):
        raise ValueError("two photos of a pack have one id")
    return RelationshipGraph(nodes)


def _in_all(found: Sequence[Values]) -> Values:
    common = frozenset.intersection(*(frozenset(map(str.casefold, values)) for values in found))
    return frozenset(value for values in found for value in values if value.casefold() in common)
