"""Ask about photos: evidence, a reply, the gates, and an answer with its label. Nothing of a reply is seen before it has passed."""

import os
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from app.assistant.answer import Answer, Citation, Line, Origin
from app.assistant.flags import flags
from app.assistant.gates.check import check_reply
from app.assistant.gates.verdict import REJECTION, Verdict
from app.assistant.replier import Replier
from app.assistant.reply import AssistantReply, Prose, Statement
from app.assistant.sentences import UNMEASURED, Measures, Sentences, opening
from app.domain.evidence import AnswerMode, EvidencePack
from app.evidence.relations import BURST_SECONDS, SAME_EVENT_HOURS, WITHIN
from app.library.catalogue import Catalogue
from app.services.evidence import Evidence, GatherEvidence
from app.services.pack_ids import PackIds

EMPTY_LIBRARY = "There are no photos in this library yet: add a folder of photos first."
MEASURES = Measures(WITHIN, SAME_EVENT_HOURS, BURST_SECONDS)


class AskPhotos:
    """Answers questions."""

    def __init__(self, catalogue: Catalogue, gather: GatherEvidence, replier: Replier) -> None:
        self._catalogue = catalogue
        self._gather = gather
        self._replier = replier

    def ask(self, text: str, today: date, ids: PackIds | None = None) -> Answer:
        """A labelled answer, or the fixed message where its reply was discarded. `ids` are the conversation's.

        Raises `LibraryUnavailable`.
        """
        evidence = self.gather(text, today, ids)
        if self._catalogue.photo_count() == 0:
            return _answer(replace(evidence, pack=EvidencePack(AnswerMode.OPEN)), [Line(EMPTY_LIBRARY, Origin.CANDID)])
        reply = self._replier.structured_generate(evidence.question, evidence.pack, evidence.graph)
        return labelled_answer(evidence, check_reply(reply, evidence.pack, evidence.graph))

    def gather(self, text: str, today: date, ids: PackIds | None = None) -> Evidence:
        """All that an answer would be made from, and its mode. Raises `LibraryUnavailable`."""
        return self._gather.run(text, today, ids or PackIds())


def labelled_answer(evidence: Evidence, verdict: Verdict) -> Answer:
    """What the person gets for a verdict."""
    if verdict.reply is None:
        return _answer(evidence, [Line(REJECTION, Origin.CANDID)], verdict)
    pack, reply = evidence.pack, verdict.reply
    says = Sentences(pack, evidence.graph, names_of(pack), MEASURES)
    verified = [says.of(claim) for claim in reply.claims]
    lines = [*_openings(evidence), *(_line(each, verified) for each in reply.answer)]
    return _answer(evidence, lines, verdict, verified)


def names_of(pack: EvidencePack) -> Mapping[str, str]:
    """The file name of each photo, by its id; with as many of its folders as tell photos of one name apart."""
    parts = {photo.id: photo.path.split(os.sep) for photo in pack.photos}
    return {photo_id: "/".join(path[-_depth(path, list(parts.values())) :]) for photo_id, path in parts.items()}


def _depth(path: list[str], others: list[list[str]]) -> int:
    """How many last parts of a path no other one has."""
    return next((depth for depth in range(1, len(path)) if sum(each[-depth:] == path[-depth:] for each in others) == 1), len(path))


def _openings(evidence: Evidence) -> list[Line]:
    texts = [opening(evidence.pack.mode, any_photo=bool(evidence.pack.photos))]
    if evidence.ruler.missing:
        texts.insert(0, f"{UNMEASURED} {evidence.ruler.missing}")
    return [Line(text, Origin.CANDID) for text in texts if text]


def _line(statement: Statement, verified: list[str]) -> Line:
    if isinstance(statement, Prose):
        return Line(statement.text, Origin(statement.origin), statement.photo_id)
    return Line(verified[statement.ref], Origin.CANDID)


def _answer(evidence: Evidence, lines: list[Line], verdict: Verdict | None = None, verified: list[str] | None = None) -> Answer:
    reply = verdict.reply if verdict else None
    return Answer(
        mode=evidence.pack.mode,
        closeness=evidence.ruler.closeness,
        understood=tuple(chip.label for chip in evidence.question.understood),
        lines=tuple(lines),
        verified=tuple(verified or ()),
        cited=_cited(reply, evidence.pack) if reply else (),
        rejected=verdict is not None and reply is None,
        reasons=verdict.reasons if verdict else (),
        redactions=verdict.redactions if verdict else (),
        flags=flags(reply) if reply else (),
        pack=evidence.pack,
    )


def _cited(reply: AssistantReply, pack: EvidencePack) -> tuple[Citation, ...]:
    """The photos that the reply cites or speaks of, in the pack's order."""
    told = {each.photo_id for each in reply.answer if isinstance(each, Prose)}
    return tuple(Citation(photo.id, photo.path) for photo in pack.photos if photo.id in told or photo.id in reply.cited_photo_ids)
