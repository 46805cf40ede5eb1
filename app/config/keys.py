"""The keys of models: one a host, in the system's keyring; where there is none, for this session alone.

A keyring that would write keys into a plain file is none.
"""

import logging
import os
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from app.domain.errors import AppError

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

T = TypeVar("T")

SERVICE = "candid"
VARIABLE = "ANTHROPIC_API_KEY"
ITS_HOST = "api.anthropic.com"
"""The one host that a key from the environment is for."""

SAFE = 1.0
"""keyring's own measure: what it recommends has at least this priority; files, and no keyring at all, have less."""


class KeptIn(StrEnum):
    """Where a key is."""

    KEYRING = "keyring"
    SESSION = "session"
    ENVIRONMENT = "environment"


class Keys:
    """Used in jobs: a keyring may ask the person to unlock it."""

    def __init__(self) -> None:
        self._session: dict[str, str] = {}

    def get(self, host: str, *, from_environment: bool = False) -> tuple[str, KeptIn] | None:
        """The key for a host and where it is, or None. The environment's comes first where it may serve."""
        from_variable = os.environ.get(VARIABLE, "").strip() if from_environment and host == ITS_HOST else ""
        if from_variable:
            return from_variable, KeptIn.ENVIRONMENT
        if host in self._session:
            return self._session[host], KeptIn.SESSION
        kept = _tried(lambda keyring: keyring.get_password(SERVICE, host), None)
        return (kept, KeptIn.KEYRING) if kept else None

    def keep(self, host: str, key: str) -> KeptIn:
        """Keep a key; in the session alone where no keyring takes it."""
        if _tried(lambda keyring: _kept(keyring, host, key), False):
            self._session.pop(host, None)
            return KeptIn.KEYRING
        self._session[host] = key
        return KeptIn.SESSION

    def forget(self, host: str) -> None:
        """Erase the key of a host, wherever it was kept by Candid. Raises `AppError` where a keyring does not let go of it."""
        self._session.pop(host, None)
        if not _tried(lambda keyring: _erased(keyring, host), _keyring() is None):
            raise AppError(f"The system’s keyring did not erase the key for {host}: unlock the keyring, and forget the key again.")


def _kept(keyring: "KeyringBackend", host: str, key: str) -> bool:
    keyring.set_password(SERVICE, host, key)
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
    except Exception:  # noqa: BLE001
        # A backend raises what the desktop behind it does: errors of D-Bus, of the socket, of keyring itself.
        return otherwise


def _keyring() -> "KeyringBackend | None":
    """The safe keyring of this system, the strongest where there are several."""
    # It takes long to load, and looks for the desktop's services. What it cannot find it would say on stderr.
    logging.getLogger("keyring").setLevel(logging.CRITICAL + 1)
    import keyring

    try:
        chosen = keyring.get_keyring()
        several: list[KeyringBackend] = getattr(chosen, "backends", [chosen])
        return next((each for each in several if each.priority >= SAFE), None)
    except Exception:  # noqa: BLE001
        # A setting of the person's own may name a backend that is not there.
        return None
