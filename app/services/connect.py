"""Connecting a model: the address, the key, the models to choose from, what may be sent, and all of it again undone."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.assistant.address import Address, read_address
from app.assistant.model import LanguageModel, ModelChoice
from app.config.assistant_settings import OFFICIAL_HOST, AssistantSettings, AssistantSettingsFile
from app.config.keys import VARIABLE, KeptIn, Keys
from app.domain.errors import AppError, ModelTrouble
from app.domain.ports import CancelToken
from app.domain.sharing import Sharing
from app.library.discarded import DiscardedReplies, DiscardedReply
from app.services.ask import Connected
from app.services.consented import ConsentedModel, Terms, no_consent


@dataclass(frozen=True, slots=True)
class Connection:
    """How things stand: the settings, the host they name, where its key is (None: there is none), and whether the host has consent.

    `key_trouble` says why nobody knows whether there is a key.
    """

    settings: AssistantSettings
    host: str
    key: KeptIn | None
    consented: bool
    key_trouble: str = ""


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

    def standing(self, *, with_key: bool | None = None) -> Connection:
        """How things stand. The host is empty where the settings name no usable address.

        `with_key` says whether the system's keyring is asked, which may take seconds; None asks it where a model replies.
        """
        settings = self._file.read()
        if settings.use_model:
            self._prepare()
        host = _host_of(settings)
        kept, trouble = None, ""
        try:
            kept = self._key(settings, host, ask=settings.use_model if with_key is None else with_key)
        except ModelTrouble as error:
            trouble = str(error)
        return Connection(settings, host, kept[1] if kept else None, host in settings.consents, trouble)

    def save(self, settings: AssistantSettings) -> Connection:
        """Keep settings as they are given, but for the consents, which stay as they are.

        Raises `AppError` where the base URL is none that a key may be sent to.
        """
        url = read_address(settings.base_url).url
        self._file.change(lambda now: replace(settings, base_url=url, consents=now.consents))
        return self.standing()

    def keep_key(self, host: str, key: str) -> KeptIn:
        """Keep the key of a host. Raises `ModelTrouble` (kind `key`) for what can be none."""
        return self._keys.keep(host, _tidy(key))

    def forget(self, host: str) -> Connection:
        """Erase the key and the consent of a host; questions are answered offline again.

        The environment's key serves no longer either. Raises `AppError` where one of both is left, after the other was erased.
        """
        settings_trouble = _failure(lambda: self._file.change(lambda now: _without(now, host)))
        key_trouble = _failure(lambda: self._keys.forget(host))
        if settings_trouble and key_trouble:
            raise AppError(f"Neither the consent nor the key could be erased. {settings_trouble} {key_trouble}")
        if settings_trouble:
            raise AppError(f"The key for {host} is erased, but the consent is still there. {settings_trouble}")
        if key_trouble:
            raise AppError(f"The consent for {host} is erased, but its key may still be there. {key_trouble}")
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
        self._file.change(lambda now: replace(now, consents={**now.consents, host: sharing}))
        return self.standing()

    def agree(self, connected: Connected) -> Connected:
        """The person has seen a request to this model, and agrees that it is sent: the consent is kept, and the model sends that one.

        Raises `ModelTrouble` (kind `changed`), and keeps nothing, where another model or none replies by now; `AppError` where the consent
        cannot be kept.
        """
        model, sharing = connected.model, connected.sharing
        if not isinstance(model, ConsentedModel):
            raise TypeError("this model was not connected here")

        def agreed(now: AssistantSettings) -> AssistantSettings:
            model.terms.check_connection(now)
            return replace(now, consents={**now.consents, model.host: sharing})

        self._file.change(agreed)
        return Connected(model.seen(sharing), sharing)

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
        terms = Terms(settings, address.host, sharing)
        return Connected(ConsentedModel(self._make(address, settings.model, key), terms, self._file.read), sharing)

    def discarded(self) -> tuple[DiscardedReply, ...]:
        """The log of discarded replies, the latest first."""
        return self._discarded.all()

    def clear_discarded(self) -> None:
        """Erase that log."""
        self._discarded.clear()

    def _key(self, settings: AssistantSettings, host: str, *, ask: bool = True) -> tuple[str, KeptIn] | None:
        find = self._keys.get if ask else self._keys.at_hand
        return find(host, from_environment=settings.key_from_environment) if host else None

    def _key_or_trouble(self, settings: AssistantSettings, host: str) -> str:
        kept = self._key(settings, host)
        if kept is None:
            unset = settings.key_from_environment and host == OFFICIAL_HOST
            first = f"{VARIABLE} is not set where Candid was started; " if unset else ""
            raise ModelTrouble("no_key", f"There is no key for {host}: {first}enter one in the model’s settings.")
        return _tidy(kept[0])


def _host_of(settings: AssistantSettings) -> str:
    try:
        return read_address(settings.base_url).host
    except ModelTrouble:
        return ""


def _without(settings: AssistantSettings, host: str) -> AssistantSettings:
    """Without consent for a host, and without a model where it is the one."""
    consents = {each: sharing for each, sharing in settings.consents.items() if each != host}
    if host == _host_of(settings):
        settings = replace(settings, use_model=False, key_from_environment=False)
    return replace(settings, consents=consents)


def _failure(work: Callable[[], object]) -> str:
    try:
        work()
    except AppError as error:
        return str(error)
    return ""


def _tidy(key: str) -> str:
    """A key as it is sent: without the space around it that copying brings along."""
    key = key.strip()
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise ModelTrouble("key", "This is no key: a key is one word of plain letters, digits and signs. Copy it again, all of it.")
    return key
