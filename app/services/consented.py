"""A model to which nothing is sent unless the person agrees to it at that moment."""

from collections.abc import Callable, Mapping, Sequence

from app.assistant.model import LanguageModel, ModelReply, ModelRequest
from app.domain.errors import ModelTrouble
from app.domain.evidence import EvidencePack, Relationships
from app.domain.ids import PackId
from app.domain.ports import CancelToken
from app.domain.question import Question


class ConsentedModel:
    """Implements `LanguageModel` over another. `agreed` says whether its host has consent; requests can be made and shown without."""

    def __init__(self, model: LanguageModel, agreed: Callable[[str], bool]) -> None:
        self._model = model
        self._agreed = agreed

    @property
    def host(self) -> str:
        """Where it is, as consent names it."""
        return self._model.host

    def request(
        self,
        question: Question,
        pack: EvidencePack,
        graph: Relationships,
        earlier: Sequence[str] = (),
        thumbnails: Mapping[PackId, bytes] | None = None,
    ) -> ModelRequest:
        """What would be sent."""
        return self._model.request(question, pack, graph, earlier, thumbnails)

    def send(self, request: ModelRequest, cancel: CancelToken) -> ModelReply:
        """Send it and wait. Raises `ModelTrouble` (kind `no_consent` where the person has not agreed, or no more), and `Cancelled`."""
        if not self._agreed(request.host):
            raise no_consent(request.host)
        return self._model.send(request, cancel)


def no_consent(host: str) -> ModelTrouble:
    """The person has not agreed, or no more."""
    return ModelTrouble("no_consent", f"You have not agreed yet that anything is sent to {host}.")
