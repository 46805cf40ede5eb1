"""Connecting a model: the address, the key, the models to choose from, what may be sent, and all of it again undone."""

from collections.abc import Callable
from dataclasses import dataclass

from app.assistant.address import Address
from app.assistant.model import LanguageModel, ModelChoice
from app.config.assistant_settings import AssistantSettings, AssistantSettingsFile
from app.config.keys import KeptIn, Keys
from app.domain.ports import CancelToken
from app.domain.sharing import Sharing
from app.library.discarded import DiscardedReplies, DiscardedReply
from app.services.ask import Connected


@dataclass(frozen=True, slots=True)
class Connection:
    """How things stand: the settings, the host they name, where its key is (None: there is none), and whether the host has consent."""

    settings: AssistantSettings
    host: str
    key: KeptIn | None
    consented: bool


class ConnectModel:
    """What the window's dialogs work on; all methods are for jobs."""

    def __init__(
        self,
        file: AssistantSettingsFile,
        keys: Keys,
        make: Callable[[Address, str, str], LanguageModel],
        list_models: Callable[[Address, str, CancelToken], tuple[ModelChoice, ...]],
        discarded: DiscardedReplies,
    ) -> None:
        """`make` builds a replier from an address, a model id and a key; `list_models` asks a server for what the key may use."""
        self._file = file
        self._keys = keys
        self._make = make
        self._list_models = list_models
        self._discarded = discarded

    def standing(self) -> Connection:
        """How things stand."""
        raise NotImplementedError

    def save(self, settings: AssistantSettings) -> Connection:
        """Keep settings as they are given. Raises `AppError` where the base URL is none that a key may be sent to."""
        raise NotImplementedError

    def keep_key(self, host: str, key: str) -> KeptIn:
        """Keep the key of a host."""
        raise NotImplementedError

    def forget(self, host: str) -> Connection:
        """Erase the key and the consent of a host; questions are answered offline again."""
        raise NotImplementedError

    def models(self, base_url: str, key: str | None, cancel: CancelToken) -> tuple[ModelChoice, ...]:
        """The models to choose from, which tests the connection as well. `key` None takes the kept one. Raises `ModelTrouble`."""
        raise NotImplementedError

    def consent(self, host: str, sharing: Sharing) -> Connection:
        """The person agrees that this much may be sent to the host."""
        raise NotImplementedError

    def connected(self) -> Connected | None:
        """The model that replies now; None where Candid does. Raises `ModelTrouble` where its key or its consent is missing."""
        raise NotImplementedError

    def discarded(self) -> tuple[DiscardedReply, ...]:
        """The log of discarded replies, the latest first."""
        return self._discarded.all()

    def clear_discarded(self) -> None:
        """Erase that log."""
        self._discarded.clear()
