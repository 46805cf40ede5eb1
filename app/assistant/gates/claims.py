"""The second gate: every claim, referred to or not, against the graph, the facts and the library facts. Pure lookup."""

from collections.abc import Iterator, Sequence

from app.assistant.gates.verdict import Rejection, rejection
from app.assistant.reply import AssistantReply, Claim, CountClaim, FactClaim, FoundClaim, RelationshipClaim
from app.domain.evidence import EvidencePack, PackPhoto, Relation, Relationships
from app.domain.photo import Tag

CLAIMABLE = frozenset(
    {
        "taken", "offset", "make", "model", "lens", "iso", "aperture", "shutter", "focal_length", "place", "title", "caption",
        "tags", "people", "rating", "orientation", "folder",
    }
)  # fmt: skip
"""Facts that a claim may name. Positions, serial numbers and hashes never leave the machine."""

_ORDERS = (Relation.BEFORE, Relation.AFTER)


def validate_claims(reply: AssistantReply, pack: EvidencePack, graph: Relationships) -> tuple[Rejection, ...]:
    """All that is wrong with the claims; empty if every one of them holds."""
    return tuple(
        rejection("claims", code, f"claim {number}") for number, claim in enumerate(reply.claims) for code in _faults(claim, pack, graph)
    )


def held_texts(reply: AssistantReply, pack: EvidencePack, graph: Relationships) -> frozenset[str]:
    """Every text that the pack holds and a claim may tell, and those that photos are rightly claimed to share."""
    facts = (known for photo in pack.photos for field in CLAIMABLE for known in _told(_known(photo, field)))
    library = (text for fact in pack.library.items() for text in fact if isinstance(text, str))
    ids = (*(photo.id for photo in pack.photos), *((pack.set_id,) if pack.set_id else ()))
    shared = (
        claim.value
        for claim in reply.claims
        if isinstance(claim, RelationshipClaim) and claim.value is not None and not any(_relationship(claim, pack, graph))
    )
    return frozenset((*facts, *library, *ids, *shared))


def _told(known: object) -> Iterator[str]:
    values = _names(known) if isinstance(known, tuple) else (known,)
    return (each for each in values if isinstance(each, str))


def _faults(claim: Claim, pack: EvidencePack, graph: Relationships) -> Iterator[str]:
    match claim:
        case RelationshipClaim():
            yield from _relationship(claim, pack, graph)
        case FactClaim():
            yield from _fact(claim, pack)
        case CountClaim():
            yield from _count(claim, pack)
        case FoundClaim():
            yield from _found(claim, pack)


def _relationship(claim: RelationshipClaim, pack: EvidencePack, graph: Relationships) -> Iterator[str]:
    misnamed = [*_photos(claim.photo_ids, pack)]
    if len(claim.photo_ids) < 2:
        misnamed.append("too_few_photos")
    if claim.relation not in {each.value for each in Relation}:
        misnamed.append("unknown_relation")
    yield from misnamed
    if misnamed:
        return
    relation = Relation(claim.relation)
    values = graph.common_values(relation, claim.photo_ids)
    if values is None:
        yield "order_not_held" if relation in _ORDERS else "relation_not_held"
    elif claim.value is not None and claim.value not in values:
        yield "value_not_held"


def _fact(claim: FactClaim, pack: EvidencePack) -> Iterator[str]:
    photo = pack.photo(claim.photo_id)
    if claim.field not in CLAIMABLE:
        yield "unknown_field"
    if photo is None:
        yield "unknown_photo"
    elif claim.field in CLAIMABLE:
        known = _known(photo, claim.field)
        if known is None:
            yield "fact_not_known"
        elif not _is(known, claim.value):
            yield "wrong_value"


def _known(photo: PackPhoto, field: str) -> object:
    fact = photo.folder if field == "folder" else getattr(photo.facts, field)
    return fact and fact.value


def _is(known: object, claimed: object) -> bool:
    """Whether a fact has the value; of several values, whether it is one of them, or each of several is."""
    if isinstance(known, tuple):
        wanted = claimed if isinstance(claimed, tuple) else (claimed,)
        return bool(wanted) and set(wanted) <= _names(known)
    return _equal(known, claimed)


def _names(known: Sequence[object]) -> set[object]:
    """A tag is known by its name and by its whole path."""
    return {name for each in known for name in ((each.name, each.path) if isinstance(each, Tag) else (each,))}


def _equal(known: object, claimed: object) -> bool:
    """Exactly for texts, numerically for numbers; to Python, True would be 1."""
    return known == claimed and not isinstance(claimed, bool)


def _count(claim: CountClaim, pack: EvidencePack) -> Iterator[str]:
    if claim.fact not in pack.library:
        yield "unknown_library_fact"
    elif not _equal(pack.library[claim.fact], claim.value):
        yield "wrong_count"


def _found(claim: FoundClaim, pack: EvidencePack) -> Iterator[str]:
    if not claim.photo_ids and claim.set_id is None:
        yield "empty_found"
    if claim.photo_ids is not None and claim.set_id is not None:
        yield "found_both"
    if claim.set_id is not None and claim.set_id != pack.set_id:
        yield "unknown_set"
    yield from _photos(claim.photo_ids or (), pack)


def _photos(photo_ids: Sequence[str], pack: EvidencePack) -> Iterator[str]:
    if any(pack.photo(each) is None for each in photo_ids):
        yield "unknown_photo"
    if len(set(photo_ids)) < len(photo_ids):
        yield "repeated_photo"
