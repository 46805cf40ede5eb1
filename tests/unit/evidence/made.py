"""Photos of packs, made in one line."""

from app.domain.evidence import AnswerMode, EvidencePack, PackPhoto, Relation
from app.domain.ids import ContentHash, LocalTime, PackId
from app.domain.photo import Fact, PhotoFacts, Position, Tag
from app.evidence.graph import RelationshipGraph, relate

SOURCE = "test"


def photo(
    pack_id: str = "a",
    *,
    path: str | None = None,
    taken: str | None = None,
    offset: str | None = None,
    make: str | None = None,
    model: str | None = None,
    serial: str | None = None,
    lens: str | None = None,
    at: tuple[float, float] | None = None,
    place: str | None = None,
    tags: tuple[str, ...] | None = None,
    people: tuple[str, ...] | None = None,
    folder: str | None = None,
    content: str | None = None,
    look: str | None = None,
) -> PackPhoto:
    """A photo whose file is named after its id unless it is said otherwise."""
    facts = PhotoFacts(
        taken=None if taken is None else Fact(LocalTime(taken), SOURCE),
        offset=_fact(offset),
        make=_fact(make),
        model=_fact(model),
        serial=_fact(serial),
        lens=_fact(lens),
        gps=None if at is None else Fact(Position(*at), SOURCE),
        place=_fact(place),
        tags=None if tags is None else Fact(tuple(map(Tag, tags)), SOURCE),
        people=None if people is None else Fact(people, SOURCE),
    )
    hashed = None if content is None else ContentHash(content)
    return PackPhoto(PackId(pack_id), f"/photos/{pack_id}.jpg" if path is None else path, facts, _fact(folder), hashed, look)


def graph(*photos: PackPhoto) -> RelationshipGraph:
    """The graph of a sourced pack of these."""
    return relate(EvidencePack(AnswerMode.SOURCED, photos))


def holds(relation: Relation, first: PackPhoto, second: PackPhoto) -> bool:
    """Whether a relation holds from the first photo to the second."""
    return graph(first, second).common_values(relation, [first.id, second.id]) is not None


def shared_by(relation: Relation, *photos: PackPhoto) -> set[str] | None:
    """What the photos share by a relation; None if it does not hold. The same in reverse, if it is symmetric."""
    made = graph(*photos)
    ids = [each.id for each in photos]
    found = made.common_values(relation, ids)
    assert relation in (Relation.BEFORE, Relation.AFTER) or made.common_values(relation, ids[::-1]) == found
    return None if found is None else set(found)


def _fact(value: str | None) -> Fact[str] | None:
    return None if value is None else Fact(value, SOURCE)
