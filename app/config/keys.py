"""The keys of models: one a host, in the system's keyring; where there is none, for this session alone.

A keyring that would write keys into a plain file is none. One that does not answer, because it waits to be unlocked, is not waited for.
"""

import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from app.config.assistant_settings import OFFICIAL_HOST
from app.domain.errors import AppError, ModelTrouble

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

T = TypeVar("T")

SERVICE = "candid"
VARIABLE = "ANTHROPIC_API_KEY"
"""Holds a key for the official host, and for no other."""

SAFE = 1.0
"""keyring's own measure: what it recommends has at least this priority; files, and no keyring at all, have less."""

PATIENCE = 4.0
"""Seconds until a keyring has to answer."""


class KeptIn(StrEnum):
    """Where a key is."""

    KEYRING = "keyring"
    SESSION = "session"
    ENVIRONMENT = "environment"


class Keys:
    """Used in jobs: a keyring may ask the person to unlock it.

    It is asked on threads of its own, so that whoever asks waits for seconds at most, and the end of Candid not at all.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        """`patience` in seconds."""
        self._session: dict[str, str] = {}
        self._patience = patience
        self._silent: Future[Any] | None = None

    def get(self, host: str, *, from_environment: bool = False) -> tuple[str, KeptIn] | None:
        """The key for a host and where it is, or None. The environment's comes first where it may serve.

        Raises `ModelTrouble` (kind `keyring`) where the keyring does not answer.
        """
        at_hand = self.at_hand(host, from_environment=from_environment)
        if at_hand:
            return at_hand
        kept = self._in_time(lambda _: _tried(lambda keyring: _read(keyring, host), None))
        return (kept, KeptIn.KEYRING) if kept else None

    def at_hand(self, host: str, *, from_environment: bool = False) -> tuple[str, KeptIn] | None:
        """The same without asking the keyring."""
        from_variable = os.environ.get(VARIABLE, "").strip() if from_environment and host == OFFICIAL_HOST else ""
        if from_variable:
            return from_variable, KeptIn.ENVIRONMENT
        return (self._session[host], KeptIn.SESSION) if host in self._session else None

    def keep(self, host: str, key: str) -> KeptIn:
        """Keep a key; in the session alone where no keyring takes it. Raises `ModelTrouble` (kind `keyring`), and keeps nothing then."""
        if self._in_time(lambda late: _tried(lambda keyring: _kept(keyring, host, key, late), False)):
            self._session.pop(host, None)
            return KeptIn.KEYRING
        self._session[host] = key
        return KeptIn.SESSION

    def forget(self, host: str) -> None:
        """Erase the key of a host, wherever it was kept by Candid. Raises `AppError` where a keyring does not let go of it."""
        self._session.pop(host, None)
        if not self._in_time(lambda _: _tried(lambda keyring: _erased(keyring, host), _keyring() is None)):
            raise AppError(f"The system’s keyring did not erase the key for {host}: unlock the keyring, and forget the key again.")

    def _in_time(self, work: "Callable[[threading.Event], T]") -> "T":
        """What comes of work with the keyring. It is told when nobody waits for it any more."""
        if self._silent is not None and not self._silent.done():
            raise _no_answer()
        late, come = threading.Event(), Future[T]()
        threading.Thread(target=_fill, args=(come, work, late), name="keyring", daemon=True).start()
        try:
            return come.result(self._patience)
        except TimeoutError:
            late.set()
            if come.done():
                return come.result()
            self._silent = come
            raise _no_answer() from None


def _fill(come: "Future[T]", work: "Callable[[threading.Event], T]", late: threading.Event) -> None:
    try:
        come.set_result(work(late))
    except BaseException as error:  # noqa: BLE001
        # It is raised where it is waited for.
        come.set_exception(error)


def _no_answer() -> ModelTrouble:
    return ModelTrouble("keyring", "The system’s keyring did not answer: unlock it and try again.")


def _read(keyring: "KeyringBackend", host: str) -> str | None:
    """The key; None for what is no text, which a backend of somebody else's might give."""
    kept: object = keyring.get_password(SERVICE, host)
    return kept if isinstance(kept, str) else None


def _kept(keyring: "KeyringBackend", host: str, key: str, late: threading.Event) -> bool:
    keyring.set_password(SERVICE, host, key)
    if late.is_set():
        # The person was told that the key was not kept.
        keyring.delete_password(SERVICE, host)
    return True


def _erased(keyring: "KeyringBackend", host: str) -> bool:
    if keyring.get_password(SERVICE, host) is not None:
        keyring.delete_password(SERVICE, host)
    return True


def _tried(work: "Callable[[KeyringBackend], T]", otherwise: T) -> T:
    """What comes of work on the system's keyring; `otherwise` where there is none, or it fails."""
    keyring = _keyring()
    if keyring is None:
        return otherwise
    try:
        return work(keyring)
    except Exception:  # noqa: BLE001 - a backend is a plug-in of others
        # It raises what the desktop behind it does: errors of D-Bus, of the socket, of keyring itself.
        return otherwise


def _keyring() -> "KeyringBackend | None":
    """The safe keyring of this system, the strongest where there are several."""
    # It takes long to load, and looks for the desktop's services. What it cannot find it would say on stderr.
    logging.getLogger("keyring").setLevel(logging.CRITICAL + 1)
    try:
        import keyring

        chosen = keyring.get_keyring()
        several: list[KeyringBackend] = getattr(chosen, "backends", [chosen])
        return next((each for each in several if each.priority >= SAFE), None)
    except Exception:  # noqa: BLE001 - a backend is a plug-in of others
        # A setting of the person's own may name a backend that is not there.
        return None
