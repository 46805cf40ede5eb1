"""Which model the person has connected, and what may be sent to which host: a small file of the library, without any key."""

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from app.config.private_file import write_settings
from app.domain.errors import AppError
from app.domain.sharing import Sharing

OFFICIAL_HOST = "api.anthropic.com"
OFFICIAL = f"https://{OFFICIAL_HOST}"


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


class _Form(BaseModel):
    """The file. A later version may have written more into it; that is passed over."""

    model_config = ConfigDict(strict=True)

    use_model: bool
    base_url: str
    model: str
    preview: bool
    key_from_environment: bool
    consents: dict[str, dict[str, bool]]

    def settings(self) -> AssistantSettings:
        """As the program has them."""
        consents = {host: _sharing(switches) for host, switches in self.consents.items()}
        return AssistantSettings(self.use_model, self.base_url, self.model, self.preview, self.key_from_environment, consents)


class AssistantSettingsFile:
    """Reads and writes them; a spoilt or missing file gives the beginnings, and the next `write` keeps a spoilt one as `….spoilt`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._changing = threading.Lock()

    def read(self) -> AssistantSettings:
        """What was chosen."""
        return self._settings() or AssistantSettings()

    def change(self, changed: Callable[[AssistantSettings], AssistantSettings]) -> AssistantSettings:
        """Keep what `changed` makes of what is kept now; nobody else changes it meanwhile. Raises `AppError`, and what `changed` raises."""
        with self._changing:
            before = self.read()
            after = changed(before)
            if after != before or not self._path.exists():
                self.write(after)
            return after

    def write(self, settings: AssistantSettings) -> None:
        """Keep it; raises `AppError` with one sentence where it cannot be written."""
        try:
            text = json.dumps(asdict(replace(settings, consents=dict(settings.consents))), indent=2)
            write_settings(self._path, text, spoilt=self._settings() is None)
        except OSError as error:
            why = error.strerror or str(error)
            raise AppError(f"The choices about the model could not be kept in “{self._path}”: {why}. They stay as they were.") from error

    def _settings(self) -> AssistantSettings | None:
        try:
            return _Form.model_validate_json(self._path.read_bytes()).settings()
        except (OSError, ValidationError):
            return None


def _sharing(switches: Mapping[str, bool]) -> Sharing:
    """Nobody has agreed to a switch that the file does not name."""
    return Sharing(**{each.name: switches.get(each.name, False) for each in fields(Sharing)})
