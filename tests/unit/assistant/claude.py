"""What the tests of the model's replier share: packs as they are reduced, a question, and little patience."""

from dataclasses import replace

from app.assistant.claude.patience import Patience
from app.assistant.claude.replier import ClaudeReplier
from app.assistant.model import ModelReply, ModelRequest
from app.domain.evidence import AnswerMode, EvidencePack
from app.domain.query import ParsedQuery
from app.domain.question import Question
from app.evidence.graph import relate
from app.services.cancel import CancelSwitch
from tests.messages_server import MessagesServer
from tests.unit.assistant.made import pack

SOON = Patience(total=20.0, connect=5.0, longest_wait=0.05, pauses=(0.0, 0.0))


def reduced_pack(mode: AnswerMode = AnswerMode.SOURCED, file_names: bool = False) -> EvidencePack:
    """The pack of `made` as the person's switches leave it: bare names of files or none, no hashes, bare names of folders."""
    full = pack(mode)
    named = (replace(each, folder=each.folder and replace(each.folder, value=_own_name(each.folder.value))) for each in full.photos)
    photos = (replace(each, path=_own_name(each.path) if file_names else "", perceptual_hash=None) for each in named)
    return replace(full, photos=tuple(photos))


def _own_name(path: str) -> str:
    return path.rpartition("/")[2]


def question(text: str = "How many boats?") -> Question:
    return Question(text, ParsedQuery(text))


def replier_of(server: MessagesServer, patience: Patience = SOON, key: str = MessagesServer.key) -> ClaudeReplier:
    return ClaudeReplier(server.address, server.model, key, patience)


def request_of(replier: ClaudeReplier, evidence: EvidencePack | None = None, asked: str = "How many boats?") -> ModelRequest:
    evidence = evidence or reduced_pack()
    return replier.request(question(asked), evidence, relate(evidence))


def asked(server: MessagesServer, patience: Patience = SOON, evidence: EvidencePack | None = None) -> ModelReply:
    """What comes of one question."""
    replier = replier_of(server, patience)
    return replier.send(request_of(replier, evidence), CancelSwitch())
