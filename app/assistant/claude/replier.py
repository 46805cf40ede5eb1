"""The replier that asks Claude, or any server that speaks the Messages API."""

import gc
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache

from app.assistant.address import Address
from app.assistant.claude.loop import LOOP
from app.assistant.claude.message import read_message
from app.assistant.claude.patience import ANSWERING, LISTING, Patience
from app.assistant.claude.prompt import Prompt, make_prompt
from app.assistant.model import ModelChoice, ModelReply, ModelRequest, always
from app.domain.errors import ModelTrouble
from app.domain.evidence import EvidencePack, Relationships
from app.domain.ids import PackId
from app.domain.ports import CancelToken
from app.domain.question import Question
from app.domain.words import shown

MOST_MODELS = 500
LONGEST_NAME = 100


class ClaudeReplier:
    """Implements `LanguageModel`."""

    def __init__(self, address: Address, model: str, key: str, patience: Patience = ANSWERING) -> None:
        """Raises `ModelTrouble` (kind `key`) for a key that cannot be sent."""
        _check_key(key)
        self._address = address
        self._model = model
        self._key = key
        self._patience = patience

    @property
    def host(self) -> str:
        """Where it is, as consent names it."""
        return self._address.host

    def request(
        self,
        question: Question,
        pack: EvidencePack,
        graph: Relationships,
        earlier: Sequence[str] = (),
        thumbnails: Mapping[PackId, bytes] | None = None,
    ) -> ModelRequest:
        """What would be sent: the bytes that the SDK itself makes. Raises ValueError if the pack was not reduced."""
        prompt = make_prompt(question, pack, graph, earlier, thumbnails or {}, self._key)
        body = LOOP.run(lambda: self._body(prompt), _NEVER)
        return ModelRequest(self.host, f"{self._address.url}/v1/messages", self._model, body, prompt.secrets)

    def send(self, request: ModelRequest, cancel: CancelToken, permit: Callable[[], None] = always) -> ModelReply:
        """Send it and wait. Raises `ModelTrouble`, also out of `permit`, `Cancelled`; ValueError for a request to another host."""
        if request.host != self.host:
            raise ValueError("the request was made for another host")
        return LOOP.run(lambda: self._ask(request, permit), cancel)

    async def _body(self, prompt: Prompt) -> bytes:
        from app.assistant.claude.wire import body_of

        return await body_of(self._address, self._key, self._model, prompt)

    async def _ask(self, request: ModelRequest, permit: Callable[[], None]) -> ModelReply:
        from app.assistant.claude.exchange import patiently
        from app.assistant.claude.troubles import Asked
        from app.assistant.claude.wire import answer

        asked = Asked(self.host, request.model, self._key)
        came = await patiently(lambda: answer(self._address, self._key, request.body, self._patience), asked, self._patience, permit)
        return read_message(came, self.host, request.model)


def prepare() -> None:
    """Begin to load the client, which takes seconds, so that the first question need not wait for it."""
    LOOP.begin(_load)


async def _load() -> None:
    _load_once()


@cache
def _load_once() -> None:
    """The client stays: to look through all of it for garbage, again and again, would halt the window."""
    from app.assistant.claude import exchange, wire  # noqa: F401

    gc.freeze()


def list_models(address: Address, key: str, cancel: CancelToken, patience: Patience = LISTING) -> tuple[ModelChoice, ...]:
    """The models that the key may use, the newest first. Raises `ModelTrouble`, `Cancelled`."""
    _check_key(key)
    return LOOP.run(lambda: _list(address, key, patience), cancel)


async def _list(address: Address, key: str, patience: Patience) -> tuple[ModelChoice, ...]:
    from app.assistant.claude.exchange import patiently
    from app.assistant.claude.troubles import Asked
    from app.assistant.claude.wire import models

    found = await patiently(lambda: models(address, key, patience, MOST_MODELS), Asked(address.host, "", key), patience)
    newest_first = sorted(found, key=_made, reverse=True)
    named = ((getattr(each, "id", None), getattr(each, "display_name", None)) for each in newest_first)
    return tuple(ModelChoice(id, _name(name, id)) for id, name in named if isinstance(id, str) and _usable(id))


def _made(model: object) -> str:
    """When; a server may write anything there, nested as deeply as it likes."""
    when = getattr(model, "created_at", None)
    return str(when) if isinstance(when, datetime | str) else ""


def _usable(model_id: str) -> bool:
    return 0 < len(model_id) <= LONGEST_NAME and model_id.isprintable()


def _name(name: object, model_id: str) -> str:
    """For people, on one line; the id where the server has no name for it."""
    text = "".join(each for each in shown(name) if each.isprintable()).strip() if isinstance(name, str) else ""
    return text[:LONGEST_NAME] or model_id


def _check_key(key: str) -> None:
    if not key.isascii() or any(each.isspace() or not each.isprintable() for each in key):
        raise ModelTrouble("key", "The key cannot be sent, because it holds characters that no key has: give it anew.")


class _Never:
    """Nobody asks to stop what takes milliseconds."""

    cancelled = False

    def check(self) -> None:
        """Go on."""


_NEVER = _Never()
