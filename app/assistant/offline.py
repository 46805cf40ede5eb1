"""The plain replier: no network, no chance, no prose about photos. It claims what pack, graph and library facts hold, and nothing else."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.assistant.reply import AssistantReply, Claim, ClaimReference, CountClaim, FactClaim, FoundClaim, Prose, RelationshipClaim
from app.domain.content_words import is_name
from app.domain.evidence import AnswerMode, EvidencePack, LibraryFact, PackPhoto, Relation, Relationships
from app.domain.photo import Fact, Tag
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

LONGEST_NAME = 200
"""Characters of a place, a tag or another name."""

NAMES_TOLD = 20
"""Tags or people of one photo."""

_COUNTED: Mapping[Dimension | None, tuple[str, str]] = {
    Dimension.YEAR: ("years", "per_year."),
    Dimension.MONTH: ("months", "per_month."),
    Dimension.DAY: ("days", "per_day."),
    Dimension.PLACE: ("places", "per_place."),
    Dimension.PERSON: ("people", "per_person."),
    Dimension.TAG: ("tags", "per_tag."),
    Dimension.CAMERA: ("cameras", "per_camera."),
    Dimension.LENS: ("lenses", "per_lens."),
}
"""The library facts of each dimension: how many different values, and how many photos have each of the commonest."""
_FACTS_ASKED = {
    Dimension.YEAR: "taken",
    Dimension.MONTH: "taken",
    Dimension.DAY: "taken",
    Dimension.PLACE: "place",
    Dimension.PERSON: "people",
    Dimension.TAG: "tags",
    Dimension.CAMERA: "model",
    Dimension.LENS: "lens",
    Dimension.FOLDER: "folder",
}
_EXTREMES = (Aggregate.OLDEST, Aggregate.NEWEST)
_TOLD_OF_ALL = (Relation.BURST, Relation.SAME_DAY, Relation.SAME_PLACE, Relation.SAME_CAMERA, Relation.SAME_PERSON, Relation.SHARES_TAG)
"""Relations worth a sentence where they hold among all photos found, the most telling first."""


class OfflineReplier:
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
    if _is_one(question, pack):
        yield from _one(question, pack.photos[0])
        return
    found = _holding(pack)
    yield from _counts(question, pack)
    yield from _found(found)
    yield from _asked(question, found)
    if question.aggregate is not Aggregate.COUNT:
        yield from _together(found, graph)
        yield from _described(found)


def _is_one(question: Question, pack: EvidencePack) -> bool:
    """Whether the first photo of the pack is the one that was asked for. Of photos that only meaning speaks for, no one can be sure."""
    return question.aggregate in _EXTREMES and bool(pack.photos) and bool(pack.library.get("matching"))


def _holding(pack: EvidencePack) -> Sequence[PackPhoto]:
    """The photos that match by words and filters, which come first in a pack; where none does, those that are near in meaning."""
    matching = pack.library.get("matching")
    return pack.photos[:matching] if isinstance(matching, int) and matching else pack.photos


def _asked(question: Question, photos: Sequence[PackPhoto]) -> Iterator[Claim]:
    """Of single photos, the fact that the question asks for by its word: when, where, who, which camera or lens."""
    if question.aggregate in _EXTREMES:
        yield from _fact_claims(photos[:DESCRIBED], "taken")
    uncounted = not question.covered or question.of is Dimension.FOLDER
    if question.of and uncounted and question.aggregate in (Aggregate.NONE, Aggregate.VALUES, *_EXTREMES):
        yield from _fact_claims(photos[:DESCRIBED], _FACTS_ASKED[question.of])


def _fact_claims(photos: Sequence[PackPhoto], field: str) -> Iterator[Claim]:
    """What is known of this fact; names too long to be read in a sentence are left out."""
    for photo in photos:
        fact: Fact[Any] | None = photo.folder if field == "folder" else getattr(photo.facts, field)
        told = [each for each in _names(fact.value) if each.strip() and len(each) <= LONGEST_NAME][:NAMES_TOLD] if fact else []
        if told:
            yield FactClaim(kind="fact", photo_id=photo.id, field=field, value=told[0] if len(told) == 1 else tuple(told))


def _names(value: str | Sequence[str | Tag]) -> list[str]:
    every = [value] if isinstance(value, str) else value
    return [each.name if isinstance(each, Tag) else each for each in every]


def _counts(question: Question, pack: EvidencePack) -> Iterator[Claim]:
    library = pack.library
    # Beside photos that are near in meaning, "no photo matches" would deny them.
    without_match = () if pack.photos else ("matching",)
    for name in _names_told(question, library) if library.get("matching") else without_match:
        if name in library and len(name) <= LONGEST_NAME:
            yield CountClaim(kind="count", fact=name, value=library[name])


def _names_told(question: Question, library: Mapping[str, LibraryFact]) -> Sequence[str]:
    """A number that is asked for comes first, a value that is asked for behind the number of photos."""
    number, kind = _COUNTED.get(question.of, ("", ""))
    values = _commonest(library, kind)
    match question.aggregate:
        case Aggregate.OLDEST | Aggregate.NEWEST:
            return ["matching", "undated"]
        case Aggregate.COUNT if number:
            return [number, "matching", *(values[:VALUES_TOLD] if len(values) > 1 else ())]
        case Aggregate.MOST:
            tied = [name for name in values if library[name] == library[values[0]]]
            return ["matching", *(tied[:VALUES_TOLD] or [number])]
    if question.of is Dimension.DAY:
        return ["matching", *_span(library)]
    return ["matching", *([] if 0 < len(values) <= VALUES_TOLD else [number]), *values[:VALUES_TOLD]]


def _commonest(library: Mapping[str, LibraryFact], kind: str) -> list[str]:
    """The names of the facts of one kind, the commonest value first, equally common ones by name."""
    counted = sorted((-int(value), name) for name, value in library.items() if kind and name.startswith(kind))
    return [name for _, name in counted]


def _span(library: Mapping[str, LibraryFact]) -> Sequence[str]:
    """From when to when, once if that is one time."""
    if "first" not in library:
        return ["undated"]
    return ["first"] if library["first"] == library.get("last") else ["first", "last"]


def _one(question: Question, photo: PackPhoto) -> Iterator[Claim]:
    """The oldest or newest photo, when it was taken, and what else the question asks of it."""
    yield FoundClaim(kind="found", photo_ids=(photo.id,))
    yield from _fact_claims([photo], "taken")
    if question.of:
        yield from _fact_claims([photo], _FACTS_ASKED[question.of])


def _found(photos: Sequence[PackPhoto]) -> Iterator[Claim]:
    if photos:
        yield FoundClaim(kind="found", photo_ids=tuple(photo.id for photo in photos[:NAMED]))


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
    """All photos of the pack, also those that are only near in meaning, unless one alone was asked for."""
    if not _is_one(question, pack):
        yield from (photo.id for photo in pack.photos)


def _spoken_of(claims: Sequence[Claim]) -> Iterator[str]:
    for claim in claims:
        if isinstance(claim, FactClaim):
            yield claim.photo_id
        elif isinstance(claim, FoundClaim | RelationshipClaim):
            yield from claim.photo_ids or ()
