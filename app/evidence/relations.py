"""When a relation holds between two photos: one small pure rule each, and the numbers they need.

A rule gives the values that the two share, none for a relation without values; None where the relation does not hold or cannot be known.
"""

from collections.abc import Callable, Mapping

from app.domain.evidence import Relation
from app.domain.likeness import BURST_SPAN_SECONDS as BURST_SPAN_SECONDS
from app.domain.likeness import most_differing
from app.domain.moments import HOUR, SECOND, on_one_clock, one_instant
from app.domain.versions import Kinship, kinship
from app.evidence.nodes import Node, metres

Values = frozenset[str]
Rule = Callable[[Node, Node], Values | None]

SAME_PLACE_METRES = 200
"""Somewhere to stand and look around: a square, a park, a summit. Positions in files are good to some 50 m, twice that between two."""

SAME_EVENT_HOURS = 6
"""Half a day out, from its first picture to its last: a morning, an afternoon, an evening."""

SAME_EVENT_KILOMETRES = 10
"""What people cover in half a day on foot, or a town; farther apart, one of the two is another event however near in time."""

CERTAIN_ORDER_HOURS = 26
"""Civil clocks lie between UTC-12 and UTC+14, so two that show times farther apart than this are in the order that they show."""

WITHIN = f"within {SAME_PLACE_METRES} m"
"""What two near positions share. It is Candid's own word: a file whose place is called so does not get it."""


def _same_camera(first: Node, second: Node) -> Values | None:
    two_bodies = first.serial and second.serial and first.serial != second.serial
    return None if two_bodies else _equal(first.camera, second.camera)


def _same_lens(first: Node, second: Node) -> Values | None:
    return _equal(first.lens, second.lens)


def _same_day(first: Node, second: Node) -> Values | None:
    return _equal(first.day, second.day)


def _same_event(first: Node, second: Node) -> Values | None:
    if first.position and second.position and metres(first.position, second.position) > SAME_EVENT_KILOMETRES * 1000:
        return None
    return _holds(_taken_within(first, second, SAME_EVENT_HOURS * HOUR))


def _burst(first: Node, second: Node) -> Values | None:
    one_camera = _same_camera(first, second) is not None
    return _holds(one_camera and _taken_within(first, second, BURST_SPAN_SECONDS * SECOND) and not _one_shot(first, second))


def _same_place(first: Node, second: Node) -> Values | None:
    near = first.position and second.position and metres(first.position, second.position) <= SAME_PLACE_METRES
    named = _equal(first.place, second.place) or frozenset()
    shared = {name for name in named if name.casefold().split() != WITHIN.split()} | ({WITHIN} if near else set())
    return frozenset(shared) or None


def _same_folder(first: Node, second: Node) -> Values | None:
    return _equal(first.folder, second.folder)


def _shares_tag(first: Node, second: Node) -> Values | None:
    return _shared(first.tags, second.tags)


def _same_person(first: Node, second: Node) -> Values | None:
    return _shared(first.people, second.people)


def _near_duplicate(first: Node, second: Node) -> Values | None:
    one, other = first.look, second.look
    if not one or not other or one.size != other.size:
        return None
    return _holds(one.differing(other) <= most_differing(one.size))


def _identical_file(first: Node, second: Node) -> Values | None:
    return _holds(_equal(first.content, second.content) is not None)


def _variant_of(first: Node, second: Node) -> Values | None:
    return _holds(_same_folder(first, second) is not None and _one_instant(first, second) and _named_as_versions(first, second))


def _before(first: Node, second: Node) -> Values | None:
    if not first.taken or not second.taken:
        return None
    one, other = on_one_clock(first.taken, second.taken)
    if (first.taken.utc and second.taken.utc) or _same_camera(first, second) is not None:
        return _holds(one.ends_before(other))
    return _holds(one.gap_to(other) > CERTAIN_ORDER_HOURS * HOUR)


def _after(first: Node, second: Node) -> Values | None:
    return _before(second, first)


def _one_shot(first: Node, second: Node) -> bool:
    """Whether the two may be one picture, copied or edited, in place of two pictures of one instant."""
    one_name = first.name is not None and second.name is not None and first.name[0].casefold() == second.name[0].casefold()
    alike = _equal(first.content, second.content) or (first.look is not None and first.look == second.look)
    return _one_instant(first, second) and bool(one_name or alike or _named_as_versions(first, second))


def _one_instant(first: Node, second: Node) -> bool:
    return first.taken is not None and second.taken is not None and one_instant(first.taken, second.taken)


def _named_as_versions(first: Node, second: Node) -> bool:
    kin = kinship(first.name, second.name) if first.name and second.name else None
    return kin is Kinship.PLAIN or (kin is Kinship.TIMED and _same_camera(first, second) is not None)


def _taken_within(first: Node, second: Node, longest: int) -> bool:
    if not first.taken or not second.taken:
        return False
    one, other = on_one_clock(first.taken, second.taken)
    return one.to_the_second and other.to_the_second and one.apart(other) <= longest


def _equal(first: str | None, second: str | None) -> Values | None:
    return frozenset({first}) if first is not None and first == second else None


def _shared(first: Mapping[str, Values], second: Mapping[str, Values]) -> Values | None:
    return frozenset(name for key in first.keys() & second.keys() for name in first[key] | second[key]) or None


def _holds(condition: bool) -> Values | None:
    return frozenset() if condition else None


RULES: Mapping[Relation, Rule] = {
    Relation.SAME_CAMERA: _same_camera,
    Relation.SAME_LENS: _same_lens,
    Relation.SAME_DAY: _same_day,
    Relation.SAME_EVENT: _same_event,
    Relation.BURST: _burst,
    Relation.SAME_PLACE: _same_place,
    Relation.SAME_FOLDER: _same_folder,
    Relation.SHARES_TAG: _shares_tag,
    Relation.SAME_PERSON: _same_person,
    Relation.NEAR_DUPLICATE: _near_duplicate,
    Relation.IDENTICAL_FILE: _identical_file,
    Relation.VARIANT_OF: _variant_of,
    Relation.BEFORE: _before,
    Relation.AFTER: _after,
}
"""The rule of every relation. All but `before` and `after` are symmetric."""

WITH_VALUES = frozenset(
    {
        Relation.SAME_CAMERA,
        Relation.SAME_LENS,
        Relation.SAME_DAY,
        Relation.SAME_PLACE,
        Relation.SAME_FOLDER,
        Relation.SHARES_TAG,
        Relation.SAME_PERSON,
    }
)
"""The relations that are about something which all the photos must share."""
