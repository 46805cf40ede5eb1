"""Which photos of a whole result belong together, by one relation: groups in which it holds between every two.

The rules are those of the graph. Photos are sorted, and only those that can be related are compared, so that 100,000 take seconds.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np

from app.domain.evidence import Relation
from app.domain.likeness import BURST_SPAN_SECONDS, most_differing
from app.domain.moments import HOUR, SECOND
from app.domain.photo import Position
from app.evidence.nodes import Node, metres
from app.evidence.relations import RULES, SAME_EVENT_HOURS, SAME_PLACE_METRES, WITHIN

Group = tuple[Node, ...]

MOST_LOOKS = 10_000
"""Photos whose looks are compared with each other; it takes a second, and four times that for twice as many."""

_CELL = SAME_PLACE_METRES / 111_000
"""Degrees of latitude of the distance that is one place."""
_ROWS_AT_ONCE = 256


def groups(nodes: Sequence[Node], relation: Relation) -> tuple[Group, ...]:
    """All groups of two photos or more, the largest first, then the earliest. Near duplicates of the first `MOST_LOOKS` alone.

    Raises ValueError for `before` and `after`, which group nothing.
    """
    if relation not in _FOUND:
        raise ValueError(f"{relation} groups nothing")
    found = [tuple(sorted(each, key=_when)) for each in _FOUND[relation](sorted(nodes, key=_when)) if len(each) > 1]
    return tuple(sorted(found, key=lambda group: (-len(group), _when(group[0]))))


def related(anchors: Sequence[Node], nodes: Iterable[Node], relation: Relation) -> tuple[Node, ...]:
    """The photos that are related to any of the anchors, without these."""
    taken = {each.id for each in anchors}
    rule = RULES[relation]
    return tuple(each for each in nodes if each.id not in taken and any(rule(anchor, each) is not None for anchor in anchors))


def _when(node: Node) -> tuple[bool, int, tuple[str, str], str]:
    return (node.taken is None, node.taken.local.start if node.taken else 0, node.name or ("", ""), node.id)


def _equal(key: Callable[[Node], Hashable | None]) -> Callable[[Sequence[Node]], Iterator[Sequence[Node]]]:
    def found(nodes: Sequence[Node]) -> Iterator[Sequence[Node]]:
        of: defaultdict[Hashable, list[Node]] = defaultdict(list)
        for each in nodes:
            value = key(each)
            if value is not None:
                of[value].append(each)
        yield from of.values()

    return found


def _named(names: Callable[[Node], Mapping[str, object]]) -> Callable[[Sequence[Node]], Iterator[Sequence[Node]]]:
    """Photos by each of their names: one may be in several groups."""

    def found(nodes: Sequence[Node]) -> Iterator[Sequence[Node]]:
        of: defaultdict[str, list[Node]] = defaultdict(list)
        for each in nodes:
            for name in names(each):
                of[name].append(each)
        yield from of.values()

    return found


def _swept(nodes: Iterable[Node], relation: Relation, longest: int) -> Iterator[Sequence[Node]]:
    """Photos sorted by time, each into the first open group with whose every photo it is related."""
    rule, opened = RULES[relation], list[list[Node]]()
    for each in nodes:
        if each.taken is None:
            continue
        start = each.taken.local.start
        over = [group for group in opened if start - _started(group) > longest]
        yield from over
        opened = [group for group in opened if start - _started(group) <= longest]
        group = next((group for group in opened if all(rule(one, each) is not None for one in _telling(group))), None)
        if group is None:
            opened.append([each])
        else:
            group.append(each)
    yield from opened


def _started(group: Sequence[Node]) -> int:
    return group[0].taken.local.start if group[0].taken else 0


def _telling(group: Sequence[Node]) -> Sequence[Node]:
    """Photos that stand for all of a group: each of a small one, of a large one the first and one for each place."""
    if len(group) <= _SMALL:
        return group
    at = {(round(each.position.latitude, 4), round(each.position.longitude, 4)): each for each in group if each.position}
    return [group[0], group[-1], *at.values()]


_SMALL = 50


def _bursts(nodes: Sequence[Node]) -> Iterator[Sequence[Node]]:
    by_camera = sorted((each for each in nodes if each.camera), key=lambda each: each.camera or "")
    for _, of_one in groupby(by_camera, key=lambda each: each.camera):
        yield from _swept(of_one, Relation.BURST, BURST_SPAN_SECONDS * SECOND)


def _events(nodes: Sequence[Node]) -> Iterator[Sequence[Node]]:
    yield from _swept(nodes, Relation.SAME_EVENT, SAME_EVENT_HOURS * HOUR)


def _versions(nodes: Sequence[Node]) -> Iterator[Sequence[Node]]:
    """Of one instant in one folder; few enough to be compared each with each."""
    at = _equal(lambda each: (each.folder, each.taken.local.start // SECOND) if each.folder and each.taken else None)
    for together in at(nodes):
        yield from _cliques(together, lambda one, other: RULES[Relation.VARIANT_OF](one, other) is not None)


def _cliques(nodes: Sequence[Node], holds: Callable[[Node, Node], bool]) -> Iterator[Sequence[Node]]:
    left = list(nodes)
    while left:
        group = [left[0]]
        for each in left[1:]:
            if all(holds(one, each) for one in group):
                group.append(each)
        yield group
        met = {each.id for each in group}
        left = [each for each in left if each.id not in met]


def _places(nodes: Sequence[Node]) -> Iterator[Sequence[Node]]:
    """Photos of one written place, and those that lie near each other; a group that is both, once."""
    met: set[frozenset[str]] = set()
    for group in (*_equal(_written_place)(nodes), *_near_each_other(nodes)):
        ids = frozenset(each.id for each in group)
        if ids not in met:
            met.add(ids)
            yield group


def _written_place(node: Node) -> str | None:
    return None if node.place and node.place.casefold().split() == WITHIN.split() else node.place


@dataclass(frozen=True, slots=True)
class _Spot:
    """Photos that lie near each other, and each of their positions once, to about ten metres."""

    photos: list[Node] = field(default_factory=list)
    positions: dict[tuple[float, float], Position] = field(default_factory=dict)

    def add(self, photo: Node, position: Position) -> None:
        """Count a photo in."""
        self.photos.append(photo)
        self.positions.setdefault((round(position.latitude, 4), round(position.longitude, 4)), position)

    def reaches(self, position: Position) -> bool:
        """Whether it is near all of them."""
        return all(metres(each, position) <= SAME_PLACE_METRES for each in self.positions.values())


def _near_each_other(nodes: Sequence[Node]) -> Iterator[Sequence[Node]]:
    cells: defaultdict[tuple[int, int], list[_Spot]] = defaultdict(list)
    for each in nodes:
        if each.position:
            position = each.position
            spot = next((spot for spot in _around(cells, position) if spot.reaches(position)), None)
            if spot is None:
                spot = _Spot()
                cells[_cell(position)].append(spot)
            spot.add(each, position)
    for spots in cells.values():
        yield from (spot.photos for spot in spots)


def _cell(position: Position) -> tuple[int, int]:
    # Cells are narrow near the poles, where a degree of longitude is short: there, photos of one place may be told apart.
    return int(position.latitude // _CELL), int(position.longitude // (2 * _CELL))


def _around(cells: Mapping[tuple[int, int], list[_Spot]], position: Position) -> Iterator[_Spot]:
    row, column = _cell(position)
    for near_row in (row - 1, row, row + 1):
        for near_column in (column - 1, column, column + 1):
            yield from cells.get((near_row, near_column), ())


def _alike(nodes: Sequence[Node]) -> Iterator[Sequence[Node]]:
    looked = [each for each in nodes if each.look][:MOST_LOOKS]
    sizes = {each.look.size for each in looked if each.look}
    for size in sorted(sizes):
        yield from _alike_of([each for each in looked if each.look and each.look.size == size], size)


def _alike_of(nodes: Sequence[Node], size: int) -> Iterator[Sequence[Node]]:
    near = _near(nodes, size)
    met: set[int] = set()
    for place in range(len(nodes)):
        if place not in met and near[place]:
            group = [place]
            for other in sorted(near[place] - met):
                if all(other in near[one] for one in group):
                    group.append(other)
            met.update(group)
            yield [nodes[each] for each in group]


def _near(nodes: Sequence[Node], size: int) -> list[set[int]]:
    """For each photo the places of those that look nearly the same."""
    width = -(-size // 64) * 8
    packed = b"".join((each.look.bits if each.look else 0).to_bytes(width, "big") for each in nodes)
    bits = np.frombuffer(packed, np.uint64).reshape(len(nodes), width // 8)
    near: list[set[int]] = [set() for _ in nodes]
    for start in range(0, len(nodes), _ROWS_AT_ONCE):
        some = bits[start : start + _ROWS_AT_ONCE]
        differing = sum(np.bitwise_count(some[:, None, part] ^ bits[None, :, part]).astype(np.int64) for part in range(bits.shape[1]))
        for one, other in np.argwhere(differing <= most_differing(size)).tolist():
            if start + one != other:
                near[start + one].add(other)
    return near


_FOUND: Mapping[Relation, Callable[[Sequence[Node]], Iterator[Sequence[Node]]]] = {
    Relation.SAME_CAMERA: _equal(lambda each: (each.camera, each.serial or "") if each.camera else None),
    Relation.SAME_LENS: _equal(lambda each: each.lens),
    Relation.SAME_DAY: _equal(lambda each: each.day),
    Relation.SAME_EVENT: _events,
    Relation.BURST: _bursts,
    Relation.SAME_PLACE: _places,
    Relation.SAME_FOLDER: _equal(lambda each: each.folder),
    Relation.SHARES_TAG: _named(lambda each: each.tags),
    Relation.SAME_PERSON: _named(lambda each: each.people),
    Relation.NEAR_DUPLICATE: _alike,
    Relation.IDENTICAL_FILE: _equal(lambda each: each.content),
    Relation.VARIANT_OF: _versions,
}
