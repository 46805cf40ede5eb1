"""The replier that asks Claude, or any server that speaks the Messages API."""

from collections.abc import Mapping, Sequence

from app.assistant.address import Address
from app.assistant.model import ModelChoice, ModelReply, ModelRequest
from app.domain.evidence import EvidencePack, Relationships
from app.domain.ids import PackId
from app.domain.ports import CancelToken
from app.domain.question import Question


class ClaudeReplier:
    """Implements `LanguageModel`."""

    def __init__(self, address: Address, model: str, key: str) -> None:
        self._address = address
        self._model = model
        self._key = key

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
        """What would be sent."""
        raise NotImplementedError

    def send(self, request: ModelRequest, cancel: CancelToken) -> ModelReply:
        """Send it and wait."""
        raise NotImplementedError


def list_models(address: Address, key: str, cancel: CancelToken) -> tuple[ModelChoice, ...]:
    """The models that the key may use, the newest first. Raises `ModelTrouble`, `Cancelled`."""
    raise NotImplementedError
