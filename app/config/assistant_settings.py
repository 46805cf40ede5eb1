"""Which model the person has connected, and what may be sent to which host: a small file of the library, without any key."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.domain.sharing import Sharing

OFFICIAL = "https://api.anthropic.com"


@dataclass(frozen=True, slots=True)
class AssistantSettings:
    """`consents` are the switches that the person has agreed to, by host: what is not there may be sent nothing.

    `use_model` says who replies: the connected model, or Candid alone. `preview` shows each request before it is sent.
    `key_from_environment` lets ANTHROPIC_API_KEY serve, for the official host alone.
    """

    use_model: bool = False
    base_url: str = OFFICIAL
    model: str = ""
    preview: bool = False
    key_from_environment: bool = False
    consents: Mapping[str, Sharing] = field(default_factory=dict)


class AssistantSettingsFile:
    """Reads and writes them; a spoilt or missing file gives the beginnings."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> AssistantSettings:
        """What was chosen."""
        return AssistantSettings()

    def write(self, settings: AssistantSettings) -> None:
        """Keep it; raises `AppError` with one sentence where it cannot be written."""
