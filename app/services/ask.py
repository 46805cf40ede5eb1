"""Ask about photos: evidence, a reply, the gates, and an answer with its label. Nothing of a reply is seen before it has passed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby

from app.assistant.answer import Answer, Citation, Line, Origin
from app.assistant.flags import flags, relating_words
from app.assistant.gates.check import check_reply, check_text
from app.assistant.gates.leaks import without_secrets
from app.assistant.gates.verdict import REJECTION, Verdict
from app.assistant.model import LanguageModel, ModelReply, ModelRequest, Usage
from app.assistant.offline import without_texts
from app.assistant.openings import COPIES_APART, FACES_GUESSED, UNMEASURED, more_by_look, not_in_words, nothing_found, opening
from app.assistant.replier import Replier
from app.assistant.reply import AssistantReply, Claim, ClaimReference, CountClaim, FactClaim, Prose, RelationshipClaim, Statement
from app.assistant.sentences import Matching, Measures, Sentences, several_values
from app.domain.evidence import AnswerMode, EvidencePack, Relation
from app.domain.photo import Photo
from app.domain.ports import CancelToken
from app.domain.query import EVERY_PHOTO
from app.domain.question import Aggregate, Question, Turn
from app.domain.sharing import Sharing
from app.evidence.graph import AgreedGraph, relate
from app.evidence.reduce import reduced
from app.evidence.relations import BURST_SPAN_SECONDS, SAME_EVENT_HOURS, WITHIN
from app.library.catalogue import Catalogue
from app.library.discarded import DiscardedReplies, DiscardedReply
from app.search.question_looks import asks_for_faces, rests_on_guesses
from app.search.said_people import SAID_TO_SHOW_PEOPLE
from app.services.cancel import CancelSwitch
from app.services.conversation import Conversation
from app.services.evidence import Evidence, GatherEvidence
from app.services.why import suggestions, why

EMPTY_LIBRARY = "There are no photos in this library yet: add a folder of photos first."
MEASURES = Measures(WITHIN, SAME_EVENT_HOURS, BURST_SPAN_SECONDS)


@dataclass(frozen=True, slots=True)
class Connected:
    """A language model that the person has connected, and what may be sent to it."""

    model: LanguageModel
    sharing: Sharing


@dataclass(frozen=True, slots=True)
class Draft:
    """A question with all that its answer is made from. `request` is what leaves the machine; None where nothing does.

    `full` is the evidence before it was reduced to what may be sent, `cleared` how often the log of discarded replies had been erased
    before it was gathered.
    """

    conversation: Conversation
    full: Evidence
    evidence: Evidence
    connected: Connected | None = None
    request: ModelRequest | None = None
    cleared: int | None = None


class AskPhotos:
    """Answers questions, by itself or with a model."""

    def __init__(
        self,
        catalogue: Catalogue,
        gather: GatherEvidence,
        replier: Replier,
        thumbnail: Callable[[Photo], bytes | None],
        discarded: DiscardedReplies,
        now: Callable[[], datetime],
        guessed: Callable[[Evidence], Evidence] = lambda evidence: evidence,
    ) -> None:
        self._catalogue = catalogue
        self._gather = gather
        self._replier = replier
        self._thumbnail = thumbnail
        self._discarded = discarded
        self._now = now
        self._guessed = guessed

    def ask(self, text: str, today: date, conversation: Conversation | None = None) -> Answer:
        """A labelled answer without a model. Raises `LibraryUnavailable`."""
        return self.answer(self.draft(text, today, conversation), CancelSwitch())

    def draft(self, text: str, today: date, conversation: Conversation | None = None, connected: Connected | None = None) -> Draft:
        """What the answer will be made from, and what would be sent for it. Raises `LibraryUnavailable`."""
        conversation = conversation or Conversation()
        cleared = self._discarded.cleared
        evidence = self.gather(text, today, conversation)
        empty = self._catalogue.photo_count() == 0
        if empty:
            evidence = replace(evidence, pack=EvidencePack(AnswerMode.OPEN))
        draft = Draft(conversation, evidence, evidence, cleared=cleared)
        if connected is None or evidence.question.cannot or empty:
            return draft
        return self.redraft(draft, connected)

    def redraft(self, draft: Draft, connected: Connected) -> Draft:
        """The same question with what these switches let through."""
        pack = reduced(draft.full.pack, connected.sharing)
        evidence = replace(draft.full, pack=pack, graph=AgreedGraph(relate(pack), draft.full.graph))
        return replace(draft, evidence=evidence, connected=connected, request=self._request(connected, evidence, draft.conversation))

    def gather(self, text: str, today: date, conversation: Conversation | None = None) -> Evidence:
        """All that an answer would be made from, and its mode. Raises `LibraryUnavailable`."""
        conversation = conversation or Conversation()
        return self._guessed(self._gather.run(text, today, conversation.ids, conversation.context))

    def answer(self, draft: Draft, cancel: CancelToken) -> Answer:
        """A labelled answer, or the fixed message where its reply was discarded. Raises `ModelTrouble`, `Cancelled`."""
        answer = self._answered(draft, cancel)
        cancel.check()
        shown = tuple(each.photo.id for each in answer.cited if each.photo)
        draft.conversation.note(Turn(draft.evidence.question, shown), draft.request.host if draft.request else "")
        return answer

    def _answered(self, draft: Draft, cancel: CancelToken) -> Answer:
        evidence = draft.evidence
        says = evidence.question.cannot or ("" if self._catalogue.photo_count() else EMPTY_LIBRARY)
        if says:
            return _answer(replace(evidence, pack=EvidencePack(AnswerMode.OPEN)), [Line(says, Origin.CANDID)])
        if draft.connected is None or draft.request is None:
            if evidence.pack.mode is AnswerMode.OPEN:
                says = "" if evidence.guess_opens else nothing_found(evidence.not_found, evidence.suggested)
                return _answer(evidence, _openings(evidence, says))
            reply = self._replier.structured_generate(evidence.question, evidence.pack, evidence.graph)
            said = without_texts(reply, evidence.near.seen_alone) if evidence.near.seen_alone else reply
            return labelled_answer(evidence, check_reply(said, evidence.pack, evidence.graph))
        came = draft.connected.model.send(draft.request, cancel)
        cancel.check()
        verdict = check_text(came.text, evidence.pack, evidence.graph, draft.request.secrets)
        if not verdict.accepted:
            discarded = self._discard(draft.request, evidence, came, verdict)
            cancel.check()
            self._discarded.add(discarded, draft.cleared)
        return labelled_answer(evidence, verdict, came.usage)

    def _request(self, connected: Connected, evidence: Evidence, conversation: Conversation) -> ModelRequest:
        pictures = {}
        if connected.sharing.thumbnails:
            made = {each.id: self._thumbnail(evidence.photos[each.id]) for each in evidence.pack.photos}
            pictures = {pack_id: encoded for pack_id, encoded in made.items() if encoded}
        return connected.model.request(
            evidence.question, evidence.pack, evidence.graph, conversation.earlier(connected.model.host), pictures
        )

    def _discard(self, request: ModelRequest, evidence: Evidence, came: ModelReply, verdict: Verdict) -> DiscardedReply:
        reasons = tuple((each.gate, each.code, each.detail) for each in verdict.reasons)
        text = without_secrets(came.text, request.secrets)
        return DiscardedReply(
            self._now().isoformat(timespec="seconds"), evidence.question.text, request.model, evidence.pack.mode.value, reasons, text
        )


def labelled_answer(evidence: Evidence, verdict: Verdict, usage: Usage | None = None) -> Answer:
    """What the person gets for a verdict."""
    if verdict.reply is None:
        return replace(_answer(evidence, [Line(REJECTION, Origin.CANDID)], verdict), usage=usage)
    pack, reply = evidence.pack, verdict.reply
    says = Sentences(pack, evidence.graph, evidence.names, MEASURES, _matching(evidence.question))
    checked = [Line(says.of(claim), Origin.CANDID, _photos_of(claim), checked=True) for claim in reply.claims]
    lines = [*_openings(evidence), *_lines(reply, says, checked), *_more(evidence)]
    return replace(_answer(evidence, lines, verdict), checked=tuple(checked), usage=usage)


def _photos_of(claim: Claim) -> tuple[str, ...]:
    if isinstance(claim, CountClaim):
        return ()
    return (claim.photo_id,) if isinstance(claim, FactClaim) else claim.photo_ids or ()


def _openings(evidence: Evidence, says: str = "") -> list[Line]:
    near, any_photo = evidence.near, bool(evidence.pack.photos)
    opens = opening(evidence.pack.mode, near.closest, holding=near.holding, by_look=near.by_look, said=near.said, any_photo=any_photo)
    texts = [says] if says else [opens, not_in_words(evidence.not_found) if any_photo else ""]
    if evidence.guesses and not says:
        texts = [*evidence.guesses] if evidence.guess_opens else []
    if evidence.ruler.missing:
        texts.insert(0, f"{UNMEASURED} {evidence.ruler.missing}")
    return [Line(text, Origin.CANDID) for text in texts if text]


def _more(evidence: Evidence) -> Iterator[Line]:
    """That an answer by look shows the first few of more photos, and where faces are to be searched for."""
    counted = not rests_on_guesses(evidence.question.query)
    says = more_by_look(len(evidence.pack.photos), evidence.near.found, counted=counted)
    faces = FACES_GUESSED if evidence.near.by_look and asks_for_faces(evidence.question.text) else ""
    guesses = () if evidence.guess_opens else evidence.guesses
    alike = evidence.question.aggregate is Aggregate.TOGETHER and evidence.pack.library.get(f"groups.{Relation.NEAR_DUPLICATE}")
    yield from (Line(each, Origin.CANDID) for each in (*guesses, says, faces, COPIES_APART if alike else "") if each)


def _matching(question: Question) -> Matching:
    if SAID_TO_SHOW_PEOPLE in question.query.conditions:
        return Matching.OF_PEOPLE
    if not question.covered:
        return Matching.IN_PART
    pointed = question.about and question.aggregate is not Aggregate.MOST
    everything = question.query.conditions == (EVERY_PHOTO,) and not pointed and question.within is None
    return Matching.EVERY_PHOTO if everything else Matching.IN_FULL


def _lines(reply: AssistantReply, says: Sentences, checked: list[Line]) -> Iterator[Line]:
    """The statements in their order; those that follow each other and are of one kind about the same photos are one sentence."""
    for told_of, group in groupby(reply.answer, lambda each: _told_of(each, reply.claims)):
        statements = tuple(group)
        claims = tuple(dict.fromkeys(reply.claims[each.ref] for each in statements if isinstance(each, ClaimReference)))
        if told_of:
            yield Line(says.of_several(claims), Origin.CANDID, _photos_of(claims[0]), checked=True)
        else:
            yield from (_line(each, checked) for each in statements)


def _told_of(statement: Statement, claims: Sequence[Claim]) -> tuple[str, ...]:
    """What a statement may share its sentence with others by: its photos, or its kind of number. A caption stands by itself."""
    claim = claims[statement.ref] if isinstance(statement, ClaimReference) else None
    if isinstance(claim, FactClaim) and claim.field != "caption":
        return "fact", claim.photo_id
    if isinstance(claim, RelationshipClaim) and claim.relation not in (Relation.BEFORE, Relation.AFTER):
        return "relation", *claim.photo_ids
    if isinstance(claim, CountClaim) and several_values(claim.fact):
        return "values", several_values(claim.fact)
    return ()


def _line(statement: Statement, checked: list[Line]) -> Line:
    if isinstance(statement, Prose):
        about = (statement.photo_id,) if statement.photo_id else ()
        return Line(statement.text, Origin(statement.origin), about, flags=relating_words(statement.text))
    return checked[statement.ref]


def _answer(evidence: Evidence, lines: list[Line], verdict: Verdict | None = None) -> Answer:
    reply = verdict.reply if verdict else None
    return Answer(
        mode=evidence.pack.mode,
        closeness=evidence.ruler.closeness,
        understood=tuple(chip.label for chip in evidence.question.understood),
        lines=tuple(lines),
        checked=(),
        cited=_cited(reply, evidence) if reply else (),
        rejected=verdict is not None and reply is None,
        reasons=verdict.reasons if verdict else (),
        redactions=verdict.redactions if verdict else (),
        flags=flags(reply) if reply else (),
        pack=evidence.pack,
        question=evidence.question,
        why=why(evidence),
        thresholds=evidence.limits.words,
        suggested=suggestions(evidence),
        look=evidence.ruler.look,
        look_match=evidence.limits.look,
        by_look=evidence.near.by_look and not evidence.near.said,
    )


def _cited(reply: AssistantReply, evidence: Evidence) -> tuple[Citation, ...]:
    """The photos that the reply cites or speaks of, in the pack's order."""
    told = {each.photo_id for each in reply.answer if isinstance(each, Prose)} | set(reply.cited_photo_ids)
    return tuple(Citation(pack_id, photo.path, photo) for pack_id, photo in evidence.photos.items() if pack_id in told)
