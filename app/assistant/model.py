"""What a language model on another machine is asked and gives back; `claude` talks to one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from app.assistant.gates.leaks import Secrets
from app.domain.evidence import EvidencePack, Relationships
from app.domain.ids import PackId
from app.domain.ports import CancelToken
from app.domain.question import Question


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One question as it leaves the machine: `body` is sent to `url` byte for byte, or nothing is.

    `secrets` are what a reply must not hold: the canary and delimiters of this request, and the key.
    """

    host: str
    url: str
    model: str
    body: bytes
    secrets: Secrets


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one answer, None where the server does not count them; and its price in US dollars, None where it is not known."""

    model: str
    input_tokens: int | None
    output_tokens: int | None
    dollars: float | None


@dataclass(frozen=True, slots=True)
class ModelReply:
    """The text that came, which no gate has seen yet, and what it cost."""

    text: str
    usage: Usage


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model of the account: its id, and its name for people."""

    id: str
    name: str


def always() -> None:
    """Whatever is asked may be sent."""


class LanguageModel(Protocol):
    """A model that is connected. Used in jobs; threads may share it."""

    @property
    def host(self) -> str:
        """Where it is, as consent names it: `api.anthropic.com`, `localhost:8080`."""

    def request(
        self,
        question: Question,
        pack: EvidencePack,
        graph: Relationships,
        earlier: Sequence[str] = (),
        thumbnails: Mapping[PackId, bytes] | None = None,
    ) -> ModelRequest:
        """What would be sent. `pack` is reduced already; `earlier` are the person's questions before this one; thumbnails are JPEG.

        Touches no network.
        """

    def send(self, request: ModelRequest, cancel: CancelToken, permit: Callable[[], None] = always) -> ModelReply:
        """Send it and wait. Raises `ModelTrouble`, and `Cancelled` at once when the person asks to stop.

        `permit` is called before every try, and raises `ModelTrouble` where nothing may be sent any more.
        """
