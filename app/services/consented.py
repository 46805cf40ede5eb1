"""A model to which nothing is sent unless all still holds, at that moment, that the person had chosen when the request was drawn up."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.assistant.model import LanguageModel, ModelReply, ModelRequest, always
from app.config.assistant_settings import AssistantSettings
from app.domain.errors import ModelTrouble
from app.domain.evidence import EvidencePack, Relationships
from app.domain.ids import PackId
from app.domain.ports import CancelToken
from app.domain.question import Question
from app.domain.sharing import Sharing

CHANGED = "What may be sent was changed meanwhile. Ask again."


@dataclass(frozen=True, slots=True)
class Terms:
    """What a request is drawn up under: the settings then, and what of the photos is in it. `seen`: the person has seen its bytes."""

    settings: AssistantSettings
    host: str
    sharing: Sharing
    seen: bool = False

    def check(self, now: AssistantSettings) -> None:
        """Raises `ModelTrouble` where less holds now: `no_consent` for a host without consent, `changed` for anything else."""
        self.check_connection(now)
        agreed = now.consents.get(self.host)
        if agreed is None:
            raise no_consent(self.host)
        if agreed != self.sharing or (now.preview and not self.seen):
            raise ModelTrouble("changed", CHANGED)

    def check_connection(self, now: AssistantSettings) -> None:
        """Raises `ModelTrouble` (kind `changed`) where another model, or none, replies now."""
        if _connection(now) != _connection(self.settings):
            raise ModelTrouble("changed", CHANGED)


class ConsentedModel:
    """Implements `LanguageModel` over another. Requests can be made and shown without consent. `now` reads the settings as they are."""

    def __init__(self, model: LanguageModel, terms: Terms, now: Callable[[], AssistantSettings]) -> None:
        self._model = model
        self._now = now
        self.terms = terms

    @property
    def host(self) -> str:
        """Where it is, as consent names it."""
        return self._model.host

    def seen(self, sharing: Sharing) -> "ConsentedModel":
        """The same for a request that was drawn up with these switches, and that the person has seen."""
        return ConsentedModel(self._model, replace(self.terms, sharing=sharing, seen=True), self._now)

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

    def send(self, request: ModelRequest, cancel: CancelToken, permit: Callable[[], None] = always) -> ModelReply:
        """Send it and wait. Raises `ModelTrouble` (also as `Terms.check` does, before every try), and `Cancelled`."""

        def still() -> None:
            permit()
            self.terms.check(self._now())

        still()
        return self._model.send(request, cancel, still)


def no_consent(host: str) -> ModelTrouble:
    """The person has not agreed, or no more."""
    return ModelTrouble("no_consent", f"You have not agreed yet that anything is sent to {host}.")


def _connection(settings: AssistantSettings) -> AssistantSettings:
    """What of them says where a request goes, and with which key."""
    return replace(settings, preview=False, consents={})
