"""One photo as its relations see it: only facts that are known, in the form in which they are compared."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.domain.earth import EARTH_RADIUS
from app.domain.evidence import PackPhoto
from app.domain.file_names import stem_and_extension
from app.domain.ids import ContentHash, PackId
from app.domain.moments import Moment, read_moment
from app.domain.photo import NAMED_POSITION, Fact, Position
from app.domain.words import camera_name


@dataclass(frozen=True, slots=True)
class Look:
    """A perceptual hash: its bits as one number, and how many they are."""

    bits: int
    size: int

    def differing(self, other: "Look") -> int:
        """The Hamming distance to a hash of the same size."""
        return (self.bits ^ other.bits).bit_count()


@dataclass(frozen=True, slots=True)
class Node:
    """A photo of the graph. What is not known is None or empty.

    `place` is what somebody wrote; `tags` and `people` are spellings by their casefolded form.
    """

    id: PackId
    camera: str | None
    serial: str | None
    lens: str | None
    taken: Moment | None
    position: Position | None
    place: str | None
    folder: str | None
    tags: Mapping[str, frozenset[str]]
    people: Mapping[str, frozenset[str]]
    look: Look | None
    content: ContentHash | None
    name: tuple[str, str] | None

    @property
    def day(self) -> str | None:
        """The local date on which the picture was taken."""
        return self.taken.day if self.taken else None


def node(photo: PackPhoto) -> Node:
    """The node of a photo. Raises ValueError if its perceptual hash is not hex."""
    facts = photo.facts
    model = _said(facts.model)
    return Node(
        id=photo.id,
        camera=camera_name(_said(facts.make), model) if model else None,
        serial=_said(facts.serial),
        lens=_said(facts.lens),
        taken=read_moment(facts.taken.value, _said(facts.offset)) if facts.taken else None,
        position=facts.gps.value if facts.gps else None,
        place=_written(facts.place),
        folder=_said(photo.folder),
        tags=_by_key(tag.name for tag in facts.tags.value) if facts.tags else {},
        people=_by_key(facts.people.value) if facts.people else {},
        look=Look(int(photo.perceptual_hash, 16), 4 * len(photo.perceptual_hash)) if photo.perceptual_hash else None,
        content=photo.content_hash or None,
        name=stem_and_extension(photo.path) if photo.path else None,
    )


def metres(first: Position, second: Position) -> float:
    """The great-circle distance (haversine formula)."""
    one, other = math.radians(first.latitude), math.radians(second.latitude)
    turn = math.radians(second.longitude - first.longitude)
    chord = math.sin((other - one) / 2) ** 2 + math.cos(one) * math.cos(other) * math.sin(turn / 2) ** 2
    # Rounding may lift the chord of two opposite points a hair above 1.
    return 2 * 1000 * EARTH_RADIUS * math.asin(math.sqrt(min(1.0, chord)))


def _said(fact: Fact[str] | None) -> str | None:
    """The text of a fact; one that is blank says nothing."""
    return fact.value if fact and fact.value.strip() else None


def _written(place: Fact[str] | None) -> str | None:
    """The place that somebody wrote. Of a name that was made from the position, the position itself tells more."""
    return None if place and place.source == NAMED_POSITION else _said(place)


def _by_key(names: Iterable[str]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for name in names:
        if name.strip():
            found[name.casefold()] = found.get(name.casefold(), frozenset()) | {name}
    return found
