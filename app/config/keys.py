"""The keys of models: one a host, in the system's keyring; where there is none, for this session alone."""

from enum import StrEnum


class KeptIn(StrEnum):
    """Where a key is."""

    KEYRING = "keyring"
    SESSION = "session"
    ENVIRONMENT = "environment"


class Keys:
    """Used in jobs: a keyring may ask the person to unlock it."""

    def get(self, host: str, *, from_environment: bool = False) -> tuple[str, KeptIn] | None:
        """The key for a host and where it is, or None."""
        raise NotImplementedError

    def keep(self, host: str, key: str) -> KeptIn:
        """Keep a key; in the session alone where no keyring takes it."""
        raise NotImplementedError

    def forget(self, host: str) -> None:
        """Erase the key of a host, wherever it was kept by Candid."""
        raise NotImplementedError
