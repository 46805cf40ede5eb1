"""The plain replier: no network, no chance, no prose about photos. It claims what pack, graph and library facts hold, and nothing else."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from app.assistant.reply import AssistantReply, Claim, ClaimReference, CountClaim, FactClaim, FoundClaim, Prose, RelationshipClaim
from app.assistant.told_facts import EXPOSURE, LONGEST_NAME, fact_claims
from app.assistant.told_relations import compared, related, together
from app.domain.content_words import STOP_WORDS, is_name
from app.domain.evidence import AnswerMode, EvidencePack, LibraryFact, PackPhoto, Relation, Relationships
from app.domain.question import EXTREMES, Aggregate, Dimension, Question
from app.domain.words import holds_words
from app.domain.written import listed, quoted

NO_KNOWLEDGE = "Candid answers from your photos alone."
DESCRIBED = 3
"""Photos of which the caption or title is told."""
NAMED = 6
"""Photos that are named in one sentence; the others are cited."""
VALUES_TOLD = 5
FEW = 2
"""Photos of which a fact is told for each rather than counted."""
WORDS_TOLD, LONGEST_WORD = 4, 30
"""Words that were not understood, and their characters."""
LONGEST_TOLD = 500
"""Characters of a caption; a longer one is for reading at the photo, not in an answer."""

MOST_CLAIMS = 50
"""As many as an answer may have, and far more than anybody reads."""

_COUNTED: Mapping[Dimension | None, tuple[str, str]] = {
    Dimension.YEAR: ("years", "per_year."),
    Dimension.MONTH: ("months", "per_month."),
    Dimension.DAY: ("days", "per_day."),
    Dimension.PLACE: ("places", "per_place."),
    Dimension.COUNTRY: ("countries", "per_country."),
    Dimension.PERSON: ("people", "per_person."),
    Dimension.TAG: ("tags", "per_tag."),
    Dimension.CAMERA: ("cameras", "per_camera."),
    Dimension.LENS: ("lenses", "per_lens."),
    Dimension.FOLDER: ("folders", "per_folder."),
    Dimension.FORMAT: ("formats", "per_format."),
}
"""The library facts of each dimension: how many different values, and how many photos have each of the commonest."""
_FACTS_ASKED: Mapping[Dimension | None, str] = {
    Dimension.YEAR: "taken",
    Dimension.MONTH: "taken",
    Dimension.DAY: "taken",
    Dimension.PLACE: "place",
    Dimension.COUNTRY: "place",
    Dimension.PERSON: "people",
    Dimension.TAG: "tags",
    Dimension.CAMERA: "model",
    Dimension.LENS: "lens",
    Dimension.FOLDER: "folder",
}
_TIMES = (Dimension.YEAR, Dimension.MONTH, Dimension.DAY)
_PORTRAYED = ("taken", "model", "lens", "aperture", "shutter", "iso", "place", "people", "tags")
"""What is told of a photo that a question points at and asks nothing else of."""
_IN_WORDS = ("caption", "title", "people", "tags")
"""What somebody has said of what a photo shows."""
_SEVERAL = {Aggregate.COMPARE: compared, Aggregate.TOGETHER: together, Aggregate.RELATED: related}
_SUMMARISED = (Dimension.PLACE, Dimension.CAMERA, Dimension.PERSON, Dimension.TAG)
_TOLD_OF_ALL = (Relation.BURST, Relation.SAME_DAY, Relation.SAME_PLACE, Relation.SAME_CAMERA, Relation.SAME_PERSON, Relation.SHARES_TAG)
"""Relations worth a sentence where they hold among all photos found, the most telling first."""


class OfflineReplier:
    """Replies from the evidence alone; the same evidence always gives the same reply."""

    def structured_generate(self, question: Question, pack: EvidencePack, graph: Relationships) -> AssistantReply:
        """A reply in the pack's mode."""
        if pack.mode is AnswerMode.OPEN:
            return AssistantReply(answer=(Prose(kind="prose", text=NO_KNOWLEDGE, origin="general"),), cited_photo_ids=(), claims=())
        claims = tuple(dict.fromkeys(_claims(question, pack, graph)))[:MOST_CLAIMS]
        references = tuple(ClaimReference(kind="claim", ref=ref) for ref in range(len(claims)))
        unread = tuple(_not_understood(question)) if pack.mode is AnswerMode.ADJACENT and not pack.library.get("matching") else ()
        return AssistantReply(
            answer=(*references, *unread),
            cited_photo_ids=tuple(dict.fromkeys([*_spoken_of(claims), *_cited(question, pack)])),
            claims=claims,
        )


def without_texts(reply: AssistantReply, photo_ids: Collection[str]) -> AssistantReply:
    """The reply without captions and titles of these photos, which say nothing of what was asked; as it is where nothing would be left."""
    kept = tuple(each for each in reply.claims if not _is_text_of(each, photo_ids))
    if not kept:
        return reply
    place = {claim: ref for ref, claim in enumerate(kept)}
    answer = [
        each if isinstance(each, Prose) else ClaimReference(kind="claim", ref=place[reply.claims[each.ref]])
        for each in reply.answer
        if isinstance(each, Prose) or reply.claims[each.ref] in place
    ]
    return AssistantReply(answer=tuple(answer), cited_photo_ids=reply.cited_photo_ids, claims=kept)


def _is_text_of(claim: Claim, photo_ids: Collection[str]) -> bool:
    return isinstance(claim, FactClaim) and claim.field in ("caption", "title") and claim.photo_id in photo_ids


def _not_understood(question: Question) -> Iterator[Prose]:
    """Which words mean nothing here, if they are words: what was searched for as a word was not left unread."""
    searched = {term.text.casefold() for group in question.query.groups for term in group}
    unread = () if question.covered else question.unknown
    words = [each for each in dict.fromkeys(unread) if _is_word(each) and each.casefold() not in searched][:WORDS_TOLD]
    if words:
        said = f"Candid did not understand {listed([quoted(each) for each in words])} in this question."
        yield Prose(kind="prose", text=said, origin="general")


def _is_word(text: str) -> bool:
    return text.isalpha() and len(text) <= LONGEST_WORD and text.casefold() not in STOP_WORDS


def _claims(question: Question, pack: EvidencePack, graph: Relationships) -> Iterator[Claim]:
    several = _SEVERAL.get(question.aggregate)
    claims = list(several(question, pack, graph)) if several else []
    if claims:
        yield from claims
    elif question.aggregate is Aggregate.SUMMARY and pack.library.get("matching"):
        yield from _summary(pack, _holding(pack))
    elif question.aggregate in (Aggregate.SHOWN, Aggregate.DESCRIBED) and len(pack.photos) == 1:
        yield from _shown(question, pack)
    elif _is_one(question, pack):
        yield from _one(question, pack.photos[0])
    else:
        yield from _of_result(question, pack, graph)


def _of_result(question: Question, pack: EvidencePack, graph: Relationships) -> Iterator[Claim]:
    found = _holding(pack)
    few = question.covered and len(found) <= FEW and question.aggregate in (Aggregate.VALUES, Aggregate.NONE)
    if few and found and pack.library.get("matching") == len(found):
        claims = list(_of_few(question, pack, found))
        yield from claims
        if claims:
            return
    counts = list(_counts(question, pack))
    yield from counts
    counted = bool(counts) and question.covered and question.aggregate in (Aggregate.VALUES, Aggregate.MOST)
    shared = list(_together(found, graph)) if question.aggregate is not Aggregate.COUNT and not counted else []
    # What names all of them need not be said twice, and of many the first few tell nothing.
    if not counted and not shared and (len(found) <= NAMED or not question.covered or not pack.library):
        yield from _found(found)
    yield from _asked(question, pack, found)
    yield from shared
    if question.aggregate is not Aggregate.COUNT and not counted:
        yield from _described(found)


def _summary(pack: EvidencePack, photos: Sequence[PackPhoto]) -> Iterator[Claim]:
    """How many photos there are, from when to when, the commonest places, cameras, people and tags, and what some captions say."""
    library = pack.library
    names = ["matching", *_span(library)]
    for of in _SUMMARISED:
        _, kind = _COUNTED[of]
        names += _commonest(library, kind)[:VALUES_TOLD]
    for name in names:
        if name in library:
            yield CountClaim(kind="count", fact=name, value=library[name])
    yield from _described(photos)


def _of_few(question: Question, pack: EvidencePack, photos: Sequence[PackPhoto]) -> Iterator[Claim]:
    """Of one photo or two, the fact itself in place of numbers; of one that was pointed at, all that is known."""
    if question.of in _FACTS_ASKED and question.of in _COUNTED and question.of is not Dimension.FOLDER:
        claims = list(fact_claims(photos, _FACTS_ASKED[question.of]))
        missing = "undated" if question.of in _TIMES else _COUNTED[question.of][0]
        yield from claims
        if not claims and missing in pack.library:
            yield CountClaim(kind="count", fact=missing, value=pack.library[missing])
    elif question.about and question.aggregate is Aggregate.NONE:
        asked = [each.label for each in question.understood if each.label in EXPOSURE]
        yield from () if asked else _described(photos)
        for field in asked or _PORTRAYED:
            yield from fact_claims(photos, field)


def _shown(question: Question, pack: EvidencePack) -> Iterator[Claim]:
    """What is said of one photo: of the people or the thing that is asked for, else all; where nothing is, that it is not."""
    photo = pack.photos[0]
    if question.of in (Dimension.PERSON, Dimension.FACE):
        said, missing = list(_told_of(photo, ["people"])), "people"
    elif question.thing:
        said, missing = list(_told_of(photo, _IN_WORDS if pack.library.get("worded") else ())), "worded"
    else:
        said, missing = list(_told_of(photo, _IN_WORDS)), "described"
    if not said and missing in pack.library:
        yield CountClaim(kind="count", fact=missing, value=pack.library[missing])
    elif not said:
        yield FoundClaim(kind="found", photo_ids=(photo.id,))
    if question.aggregate is Aggregate.DESCRIBED:
        yield from _told_of(photo, dict.fromkeys(("caption", "title", *_PORTRAYED)))
    else:
        yield from said


def _told_of(photo: PackPhoto, fields: Iterable[str]) -> Iterator[Claim]:
    for field in fields:
        yield from (each for each in fact_claims([photo], field) if len(str(each.value)) <= LONGEST_TOLD)


def _is_one(question: Question, pack: EvidencePack) -> bool:
    """Whether the first photo of the pack is the one that was asked for. Of photos that only meaning speaks for, no one can be sure."""
    return question.aggregate in EXTREMES and bool(pack.photos) and bool(pack.library.get("matching"))


def _holding(pack: EvidencePack) -> Sequence[PackPhoto]:
    """The photos that match by words and filters, which come first in a pack; where none does, those that are near in meaning."""
    matching = pack.library.get("matching")
    return pack.photos[:matching] if isinstance(matching, int) and matching else pack.photos


def _asked(question: Question, pack: EvidencePack, photos: Sequence[PackPhoto]) -> Iterator[Claim]:
    """Of single photos, the fact that the question asks for by its word: when, where, who, which camera or lens."""
    if question.aggregate in EXTREMES:
        yield from fact_claims(photos[:DESCRIBED], "taken")
    uncounted = not question.covered or (question.of is Dimension.FOLDER and "folders" not in pack.library)
    if question.covered and question.of is Dimension.DAY and question.aggregate is Aggregate.NONE:
        yield from fact_claims(photos[:NAMED], "taken")
    if question.of in _FACTS_ASKED and uncounted and question.aggregate in (Aggregate.NONE, Aggregate.VALUES, *EXTREMES):
        yield from fact_claims(photos[:DESCRIBED], _FACTS_ASKED[question.of])


def _counts(question: Question, pack: EvidencePack) -> Iterator[Claim]:
    library = pack.library
    # Beside photos that are near in meaning, "no photo matches" would deny them.
    without_match = () if pack.photos else ("matching",)
    for name in _names_told(question, library) if library.get("matching") else without_match:
        if name in library and len(name) <= LONGEST_NAME:
            yield CountClaim(kind="count", fact=name, value=library[name])


def _names_told(question: Question, library: Mapping[str, LibraryFact]) -> Sequence[str]:
    """What is asked for comes first; the sentence of a value says of how many photos it is one."""
    number, kind = _COUNTED.get(question.of, ("", ""))
    values = _commonest(library, kind)
    match question.aggregate:
        case Aggregate.OLDEST | Aggregate.NEWEST:
            return ["matching", "undated"]
        case Aggregate.COUNT if number:
            return [number, *(values[:VALUES_TOLD] if len(values) > 1 else ()), *([] if library.get(number) else ["matching"])]
        case Aggregate.MOST:
            tied = [name for name in values if library[name] == library[values[0]]]
            return tied[:VALUES_TOLD] or ([number] if number in library else ["matching"])
    if question.of is Dimension.DAY:
        return ["matching", *_span(library)]
    if not values:
        return ["matching", number]
    return [*([] if len(values) <= VALUES_TOLD else [number]), *values[:VALUES_TOLD]]


def _commonest(library: Mapping[str, LibraryFact], kind: str) -> list[str]:
    """The names of the facts of one kind, the commonest value first, equally common ones by name; without those too long to read."""
    told = ((name, value) for name, value in library.items() if kind and name.startswith(kind) and len(name) <= LONGEST_NAME)
    counted = sorted((-int(value), name) for name, value in told)
    return [name for _, name in counted]


def _span(library: Mapping[str, LibraryFact]) -> Sequence[str]:
    """From when to when, once if that is one time."""
    if "first" not in library:
        return ["undated"]
    return ["first"] if library["first"] == library.get("last") else ["first", "last"]


def _one(question: Question, photo: PackPhoto) -> Iterator[Claim]:
    """The oldest or newest photo, when it was taken, and what else the question asks of it."""
    yield FoundClaim(kind="found", photo_ids=(photo.id,))
    yield from fact_claims([photo], "taken")
    if question.of in _FACTS_ASKED:
        yield from fact_claims([photo], _FACTS_ASKED[question.of])


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
