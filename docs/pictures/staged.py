"""A model for pictures: it makes the request that would be sent, sends nothing, and gives a reply that was written here."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.assistant.claude.prices import dollars
from app.assistant.claude.replier import ClaudeReplier
from app.assistant.model import ModelChoice, ModelReply, ModelRequest, Usage, always
from app.config.assistant_settings import OFFICIAL, AssistantSettings, AssistantSettingsFile
from app.config.keys import KeptIn, Keys
from app.config.paths import LibraryPaths
from app.domain.ports import CancelToken
from app.library.discarded import DiscardedReplies
from app.services.connect import ConnectModel
from app.services.use_cases import UseCases

MODEL, KEY = "claude-sonnet-5-5", "a-key-that-opens-nothing"
HOST = "api.anthropic.com"

Evidence = Mapping[str, Any]
Reply = Callable[[Evidence], str]


def honest(evidence: Evidence) -> str:
    """What a model could write of the first photo that has a caption: two checked facts, and a sentence of its own."""
    photo = next(each for each in evidence["photos"] if "caption" in each["facts"])
    claims = [
        {"kind": "count", "fact": "matching", "value": evidence["library"]["matching"]},
        *({"kind": "fact", "photo_id": photo["id"], "field": name, "value": photo["facts"][name]} for name in ("taken", "caption")),
    ]
    says = "The caption speaks of boats at rest before the day begins: a quiet morning in the harbour."
    prose = {"kind": "prose", "text": says, "photo_id": photo["id"], "origin": "library"}
    return _reply([*_of(claims), prose], claims, [photo["id"]])


def lying(evidence: Evidence) -> str:
    """The same with a wrong number and a wrong day."""
    photo = evidence["photos"][0]
    claims = [
        {"kind": "count", "fact": "matching", "value": evidence["library"]["matching"] + 40},
        {"kind": "fact", "photo_id": photo["id"], "field": "taken", "value": "2001-01-01T00:00:00"},
    ]
    return _reply(_of(claims), claims, [photo["id"]])


class StagedModel:
    """Implements `LanguageModel`; `reply` is what it writes."""

    def __init__(self, replier: ClaudeReplier) -> None:
        self._replier = replier
        self.host = replier.host
        self.request = replier.request

    reply: Reply = staticmethod(honest)

    def send(self, request: ModelRequest, cancel: CancelToken, permit: Callable[[], None] = always) -> ModelReply:  # noqa: ARG002
        """Send nothing."""
        evidence = json.loads(json.loads(request.body)["messages"][0]["content"][0]["text"].split("\n")[1])
        tokens = len(request.body) // 4, 180
        return ModelReply(StagedModel.reply(evidence), Usage(request.model, *tokens, dollars(request.host, request.model, *tokens)))


class StagedKeys(Keys):
    """Keeps keys nowhere."""

    def get(self, host: str, *, from_environment: bool = False) -> tuple[str, KeptIn] | None:  # noqa: ARG002
        """One for every host."""
        return KEY, KeptIn.KEYRING


def staged(use_cases: UseCases, paths: LibraryPaths) -> UseCases:
    """The same use cases with the staged model in place of those of the network."""
    choices = (ModelChoice(MODEL, "Claude Sonnet 5.5"),)
    connect = ConnectModel(
        AssistantSettingsFile(paths.assistant),
        StagedKeys(),
        lambda address, model, key: StagedModel(ClaudeReplier(address, model, key)),
        lambda *_: choices,
        DiscardedReplies(paths.discarded),
    )
    return replace(use_cases, connect=connect)


def connected(connect: ConnectModel, *, preview: bool = False) -> None:
    """Let the model answer."""
    connect.save(
        AssistantSettings(use_model=True, base_url=OFFICIAL, model=MODEL, preview=preview, consents=connect.standing().settings.consents)
    )


def _of(claims: list[dict[str, Any]]) -> list[dict[str, object]]:
    return [{"kind": "claim", "ref": number} for number in range(len(claims))]


def _reply(answer: list[Any], claims: list[Any], cited: list[str]) -> str:
    return json.dumps({"answer": answer, "cited_photo_ids": cited, "claims": claims})
