"""The plain replier: no network, no chance, no prose about photos. It claims what pack, graph and library facts hold, and nothing else."""

from collections import Counter
from collections.abc import Iterator, Sequence

from app.assistant.reply import AssistantReply, Claim, ClaimReference, CountClaim, FactClaim, FoundClaim, Prose, RelationshipClaim
from app.domain.content_words import is_name
from app.domain.evidence import AnswerMode, EvidencePack, PackPhoto, Relation, Relationships
from app.domain.question import Aggregate, Dimension, Question
from app.domain.words import holds_words

NO_KNOWLEDGE = "Candid answers from your photos alone. Ask in other words, or search for what the photos show."
DESCRIBED = 3
"""Photos of which the caption or title is told."""
NAMED = 6
"""Photos that are named in one sentence; the others are cited."""
VALUES_TOLD = 5
LONGEST_TOLD = 500
"""Characters of a caption; a longer one is for reading at the photo, not in an answer."""

_COUNTED = {
    Dimension.YEAR: "per_year.",
    Dimension.MONTH: "per_month.",
    Dimension.PLACE: "per_place.",
    Dimension.PERSON: "per_person.",
    Dimension.TAG: "per_tag.",
    Dimension.CAMERA: "per_camera.",
}
_FACTS_ASKED = {
    Dimension.DAY: "taken",
    Dimension.PLACE: "place",
    Dimension.PERSON: "people",
    Dimension.CAMERA: "model",
    Dimension.LENS: "lens",
}
_TOLD_OF_ALL = (Relation.BURST, Relation.SAME_DAY, Relation.SAME_PLACE, Relation.SAME_CAMERA, Relation.SAME_PERSON, Relation.SHARES_TAG)
"""Relations worth a sentence where they hold among all photos found, the most telling first."""


class PlainReplier:
    """Replies from the evidence alone; the same evidence always gives the same reply."""

    def structured_generate(self, question: Question, pack: EvidencePack, graph: Relationships) -> AssistantReply:
        """A reply in the pack's mode."""
        if pack.mode is AnswerMode.OPEN:
            return AssistantReply(
                answer=(Prose(kind="prose", text=NO_KNOWLEDGE, origin="general"),),
                cited_photo_ids=(),
                claims=(),
            )
        claims = tuple(dict.fromkeys(_claims(question, pack, graph)))
        return AssistantReply(
            answer=tuple(ClaimReference(kind="claim", ref=ref) for ref in range(len(claims))),
            cited_photo_ids=tuple(dict.fromkeys([*_spoken_of(claims), *_cited(question, pack)])),
            claims=claims,
        )


def _claims(question: Question, pack: EvidencePack, graph: Relationships) -> Iterator[Claim]:
    if question.aggregate in (Aggregate.OLDEST, Aggregate.NEWEST):
        yield from _one(pack.photos[:1])
        return
    yield from _counts(question, pack)
    yield from _found(pack)
    yield from _asked(question, pack.photos)
    if question.aggregate is not Aggregate.COUNT:
        yield from _together(pack.photos, graph)
        yield from _described(pack.photos)


def _asked(question: Question, photos: Sequence[PackPhoto]) -> Iterator[Claim]:
    """Of single photos, the fact that the question asks for by its word: when, where, who, which camera or lens."""
    field = _FACTS_ASKED.get(question.of) if question.of and not question.covered else None
    for photo in photos[:DESCRIBED] if field else ():
        fact = getattr(photo.facts, field or "")
        if fact is not None:
            value = fact.value
            yield FactClaim(kind="fact", photo_id=photo.id, field=field or "", value=value)


def _counts(question: Question, pack: EvidencePack) -> Iterator[Claim]:
    names = ["matching", *_names_told(question, pack)]
    yield from (CountClaim(kind="count", fact=name, value=pack.library[name]) for name in names if name in pack.library)


def _names_told(question: Question, pack: EvidencePack) -> Sequence[str]:
    if question.of is Dimension.DAY:
        return ["first", "last"]
    kind = _COUNTED.get(question.of) if question.of else None
    counted = sorted(((-int(value), name) for name, value in pack.library.items() if kind and name.startswith(kind)))
    return [name for _, name in counted[: 1 if question.aggregate is Aggregate.MOST else VALUES_TOLD]]


def _one(photos: Sequence[PackPhoto]) -> Iterator[Claim]:
    for photo in photos:
        yield FoundClaim(kind="found", photo_ids=(photo.id,))
        if photo.facts.taken:
            yield FactClaim(kind="fact", photo_id=photo.id, field="taken", value=photo.facts.taken.value)


def _found(pack: EvidencePack) -> Iterator[Claim]:
    if pack.photos:
        yield FoundClaim(kind="found", photo_ids=tuple(photo.id for photo in pack.photos[:NAMED]))


def _together(photos: Sequence[PackPhoto], graph: Relationships) -> Iterator[Claim]:
    ids = tuple(photo.id for photo in photos)
    for relation in _TOLD_OF_ALL if len(ids) > 1 else ():
        if graph.common_values(relation, ids) is not None:
            yield RelationshipClaim(kind="relationship", relation=relation.value, photo_ids=ids)
            return


def _described(photos: Sequence[PackPhoto]) -> Iterator[Claim]:
    """What captions and titles say of the first photos; what cameras write into every file says nothing."""
    told = [(photo, said) for photo in photos if (said := _said_of(photo))]
    often = Counter(value for _, (_, value) in told)
    for photo, (field, value) in told[:DESCRIBED]:
        if often[value] == 1 and len(value) <= LONGEST_TOLD:
            yield FactClaim(kind="fact", photo_id=photo.id, field=field, value=value)


def _said_of(photo: PackPhoto) -> tuple[str, str] | None:
    caption, title = photo.facts.caption, photo.facts.title
    if caption and not is_name(caption.value):
        return "caption", caption.value
    return ("title", title.value) if title and holds_words(title.value) else None


def _cited(question: Question, pack: EvidencePack) -> Iterator[str]:
    """All photos of the pack, unless one alone was asked for."""
    if question.aggregate not in (Aggregate.OLDEST, Aggregate.NEWEST):
        yield from (photo.id for photo in pack.photos)


def _spoken_of(claims: Sequence[Claim]) -> Iterator[str]:
    for claim in claims:
        if isinstance(claim, FactClaim):
            yield claim.photo_id
        elif isinstance(claim, FoundClaim | RelationshipClaim):
            yield from claim.photo_ids or ()
