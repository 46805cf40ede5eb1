"""Keyrings for tests: one that keeps, in memory; one that is locked; one that is a plain file."""

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked


class InMemory(KeyringBackend):
    """As good as a desktop's."""

    priority = 5.0

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


class Locked(InMemory):
    """Its owner does not unlock it."""

    error: Exception = KeyringLocked("Failed to unlock the collection!")

    def get_password(self, service: str, username: str) -> str | None:
        raise self.error

    def set_password(self, service: str, username: str, password: str) -> None:
        raise self.error

    def delete_password(self, service: str, username: str) -> None:
        raise self.error


class PlainFile(InMemory):
    """Of the priority that `keyrings.alt` gives its plain file."""

    priority = 0.5
