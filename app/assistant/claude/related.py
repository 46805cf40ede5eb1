"""What holds between the photos of a pack, told compactly: groups within which every two photos have the relation, not every pair."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from app.domain.evidence import Relation, Relationships

MOST_GROUPS = 150
"""Of all relations together."""
MOST_VALUES = 20
"""That one group shares."""
LONGEST_VALUE = 200

Pairs = dict[tuple[str, str], frozenset[str]]


def related(graph: Relationships, photo_ids: Sequence[str]) -> list[dict[str, object]]:
    """Groups of photos with what they share; every pair that holds is in one of them, up to `MOST_GROUPS` groups.

    `after` is left out: it is `before` read backwards.
    """
    told: list[dict[str, object]] = []
    for relation in Relation:
        if relation is not Relation.AFTER:
            told += _of_one(relation, graph, photo_ids)
    return told[:MOST_GROUPS]


def _of_one(relation: Relation, graph: Relationships, photo_ids: Sequence[str]) -> Iterator[dict[str, object]]:
    ordered = _earliest_first(graph, photo_ids) if relation is Relation.BEFORE else photo_ids
    pairs = _pairs(relation, graph, ordered)
    shared: dict[tuple[str, ...], list[str]] = {}
    for value in sorted({each for values in pairs.values() for each in values if len(each) <= LONGEST_VALUE}):
        for group in _groups(ordered, lambda pair, value=value: value in pairs.get(pair, ())):  # type: ignore[misc]
            shared.setdefault(group, []).append(value)
    for group in _groups(ordered, pairs.__contains__):
        shared.setdefault(group, [])
    for group, values in shared.items():
        held = graph.common_values(relation, group)
        if held is not None:
            values = [each for each in values if each in held][:MOST_VALUES]
            yield {"relation": relation.value, "photo_ids": list(group), **({"values": values} if values else {})}


def _pairs(relation: Relation, graph: Relationships, photo_ids: Sequence[str]) -> Pairs:
    held = {pair: graph.common_values(relation, pair) for pair in combinations(photo_ids, 2)}
    return {pair: values for pair, values in held.items() if values is not None}


def _earliest_first(graph: Relationships, photo_ids: Sequence[str]) -> list[str]:
    """By how many photos each is certainly before, in which order every pair that holds stands rightly."""

    def later(one: str) -> int:
        return sum(graph.common_values(Relation.BEFORE, (one, each)) is not None for each in photo_ids if each != one)

    return sorted(photo_ids, key=later, reverse=True)


def _groups(photo_ids: Sequence[str], holds: Callable[[tuple[str, str]], bool]) -> Iterator[tuple[str, ...]]:
    """Groups that together cover every pair that holds, each as large as it grows."""
    left = {pair: None for pair in combinations(photo_ids, 2) if holds(pair)}
    held = frozenset(left)
    while left:
        group = set(next(iter(left)))
        for each in photo_ids:
            if each not in group and all(pair in held for pair in combinations([one for one in photo_ids if one in {*group, each}], 2)):
                group.add(each)
        found = tuple(each for each in photo_ids if each in group)
        for pair in combinations(found, 2):
            left.pop(pair, None)
        yield found
