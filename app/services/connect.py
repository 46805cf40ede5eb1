"""Connecting a model: the address, the key, the models to choose from, what may be sent, and all of it again undone."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.assistant.address import Address, read_address
from app.assistant.model import LanguageModel, ModelChoice
from app.config.assistant_settings import AssistantSettings, AssistantSettingsFile
from app.config.keys import ITS_HOST, VARIABLE, KeptIn, Keys
from app.domain.errors import ModelTrouble
from app.domain.ports import CancelToken
from app.domain.sharing import Sharing
from app.library.discarded import DiscardedReplies, DiscardedReply
from app.services.ask import Connected
from app.services.consented import ConsentedModel, no_consent


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
        prepare: Callable[[], None] = lambda: None,
    ) -> None:
        """`make` builds a replier from an address, a model id and a key; `list_models` asks a server for what the key may use.

        `prepare` begins what takes long before the first question to a model, and does not wait for it.
        """
        self._file = file
        self._keys = keys
        self._make = make
        self._list_models = list_models
        self._discarded = discarded
        self._prepare = prepare

    def standing(self) -> Connection:
        """How things stand. The host is empty where the settings name no usable address."""
        settings = self._file.read()
        if settings.use_model:
            self._prepare()
        host = _host_of(settings)
        kept = self._key(settings, host)
        return Connection(settings, host, kept[1] if kept else None, host in settings.consents)

    def save(self, settings: AssistantSettings) -> Connection:
        """Keep settings as they are given. Raises `AppError` where the base URL is none that a key may be sent to."""
        self._file.write(replace(settings, base_url=read_address(settings.base_url).url))
        return self.standing()

    def keep_key(self, host: str, key: str) -> KeptIn:
        """Keep the key of a host. Raises `ModelTrouble` (kind `key`) for what can be none."""
        return self._keys.keep(host, _tidy(key))

    def forget(self, host: str) -> Connection:
        """Erase the key and the consent of a host; questions are answered offline again.

        The environment's key serves no longer either. Raises `AppError` where the keyring does not let go of the key.
        """
        settings = self._file.read()
        consents = {each: sharing for each, sharing in settings.consents.items() if each != host}
        if host == _host_of(settings):
            settings = replace(settings, use_model=False, key_from_environment=False)
        self._file.write(replace(settings, consents=consents))
        self._keys.forget(host)
        return self.standing()

    def models(
        self, base_url: str, key: str | None, cancel: CancelToken, *, from_environment: bool | None = None
    ) -> tuple[ModelChoice, ...]:
        """The models to choose from, which tests the connection as well. Raises `ModelTrouble`.

        `key` None takes the kept one, or the environment's, if `from_environment` says so; None leaves that to the settings.
        """
        address = read_address(base_url)
        if key is not None:
            return self._list_models(address, _tidy(key), cancel)
        settings = self._file.read()
        if from_environment is not None:
            settings = replace(settings, key_from_environment=from_environment)
        return self._list_models(address, self._key_or_trouble(settings, address.host), cancel)

    def consent(self, host: str, sharing: Sharing) -> Connection:
        """The person agrees that this much may be sent to the host."""
        settings = self._file.read()
        self._file.write(replace(settings, consents={**settings.consents, host: sharing}))
        return self.standing()

    def connected(self, *, to_show: bool = False) -> Connected | None:
        """The model that replies now; None where Candid does.

        `to_show`: where the host has no consent yet, what would be sent with the switches as they are at first; for showing, not sending.
        Raises `ModelTrouble`: `address`, `no_key`, `key`, `no_model` or `no_consent` says what is missing or wrong, in that order.
        """
        settings = self._file.read()
        if not settings.use_model:
            return None
        address = read_address(settings.base_url)
        key = self._key_or_trouble(settings, address.host)
        if not settings.model:
            raise ModelTrouble("no_model", f"No model of {address.host} is chosen: choose one in the model’s settings.")
        sharing = settings.consents.get(address.host)
        if sharing is None and to_show:
            sharing = Sharing()
        if sharing is None:
            raise no_consent(address.host)
        return Connected(ConsentedModel(self._make(address, settings.model, key), self._agreed), sharing)

    def discarded(self) -> tuple[DiscardedReply, ...]:
        """The log of discarded replies, the latest first."""
        return self._discarded.all()

    def clear_discarded(self) -> None:
        """Erase that log."""
        self._discarded.clear()

    def _agreed(self, host: str) -> bool:
        return host in self._file.read().consents

    def _key(self, settings: AssistantSettings, host: str) -> tuple[str, KeptIn] | None:
        return self._keys.get(host, from_environment=settings.key_from_environment) if host else None

    def _key_or_trouble(self, settings: AssistantSettings, host: str) -> str:
        kept = self._key(settings, host)
        if kept is None:
            unset = settings.key_from_environment and host == ITS_HOST
            first = f"{VARIABLE} is not set where Candid was started; " if unset else ""
            raise ModelTrouble("no_key", f"There is no key for {host}: {first}enter one in the model’s settings.")
        return _tidy(kept[0])


def _host_of(settings: AssistantSettings) -> str:
    try:
        return read_address(settings.base_url).host
    except ModelTrouble:
        return ""


def _tidy(key: str) -> str:
    """A key as it is sent: without the space around it that copying brings along."""
    key = key.strip()
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise ModelTrouble("key", "This is no key: a key is one word of plain letters, digits and signs. Copy it again, all of it.")
    return key
