"""All gates in their order. A reply passes every one of them, or the whole of it is discarded."""

from functools import partial

from app.assistant.gates.citations import validate_citations
from app.assistant.gates.claims import held_texts, validate_claims
from app.assistant.gates.leaks import NO_SECRETS, Secrets, redact_leaked_output
from app.assistant.gates.normalize import normalize_claims
from app.assistant.gates.verdict import Verdict, rejection
from app.assistant.gates.visible import visible
from app.assistant.reply import LONGEST_REPLY, AssistantReply, NotAReply, read_reply
from app.domain.evidence import EvidencePack, Relationships

MOST_SEEN = 3 * LONGEST_REPLY
"""Characters of a reply as a reader sees it: a syllable of Hangul is three letters, and single signs stand for sentences (U+FDFA)."""


def check_reply(reply: AssistantReply, pack: EvidencePack, graph: Relationships, secrets: Secrets = NO_SECRETS) -> Verdict:
    """The verdict on a reply, with the reasons of all gates."""
    unique = normalize_claims(reply)
    leaks = redact_leaked_output(unique, secrets, partial(held_texts, unique, pack, graph))
    reasons = tuple(dict.fromkeys((*validate_claims(unique, pack, graph), *validate_citations(unique, pack), *leaks.rejections)))
    return Verdict(None, reasons) if reasons else Verdict(leaks.reply, (), leaks.redactions)


def check_text(text: str, pack: EvidencePack, graph: Relationships, secrets: Secrets = NO_SECRETS) -> Verdict:
    """The verdict on a reply as JSON text; one that is no reply is discarded by the gate `schema`."""
    try:
        _check_length(text)
        reply = read_reply(text)
    except NotAReply as error:
        return Verdict(None, (rejection("schema", error.code, str(error)),))
    return check_reply(reply, pack, graph, secrets)


def _check_length(text: str) -> None:
    if len(text) <= LONGEST_REPLY and not text.isascii() and len(visible(text)) > MOST_SEEN:
        raise NotAReply("too_long", f"more than {MOST_SEEN:,} characters as they are seen")
