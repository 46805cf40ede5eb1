"""Keys go into a keyring that is safe, or are forgotten with the session."""

import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as Fail
from keyring.backends.null import Keyring as Null

from app.config.keys import KeptIn, Keys
from app.domain.errors import AppError
from tests.unit.config.keyrings import InMemory, Locked, PlainFile

HOST = "api.anthropic.com"


@pytest.fixture
def kept() -> Iterator[InMemory]:
    """A keyring that keeps."""
    before, made = keyring.get_keyring(), InMemory()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def test_a_key_is_kept_found_and_forgotten(kept: InMemory) -> None:
    keys = Keys()
    assert keys.get(HOST) is None
    assert keys.keep(HOST, "one") is KeptIn.KEYRING
    assert kept.kept == {("candid", HOST): "one"}
    assert Keys().get(HOST) == ("one", KeptIn.KEYRING)
    keys.forget(HOST)
    keys.forget(HOST)
    assert kept.kept == {}
    assert keys.get(HOST) is None


def test_a_key_belongs_to_one_host(kept: InMemory) -> None:
    keys = Keys()
    keys.keep(HOST, "one")
    keys.keep("localhost:8080", "two")
    assert keys.get("localhost:8080") == ("two", KeptIn.KEYRING)
    assert keys.get("localhost") is None
    keys.forget("localhost:8080")
    assert keys.get(HOST) == ("one", KeptIn.KEYRING)


class Strange(Locked):
    """Not all that goes wrong behind a keyring is an error of keyring."""

    error = ConnectionResetError("the bus is gone")


@pytest.mark.parametrize("backend", [Locked, Strange, PlainFile, Fail, Null])
def test_without_a_safe_keyring_a_key_lives_as_long_as_the_session(kept: InMemory, backend: type[InMemory]) -> None:
    made = backend()
    keyring.set_keyring(made)
    keys = Keys()
    assert keys.keep(HOST, "one") is KeptIn.SESSION
    assert keys.get(HOST) == ("one", KeptIn.SESSION)
    assert Keys().get(HOST) is None
    assert getattr(made, "kept", {}) == {}


@pytest.mark.parametrize("backend", [PlainFile, Fail, Null])
def test_a_key_of_the_session_is_forgotten(kept: InMemory, backend: type[InMemory]) -> None:
    keyring.set_keyring(backend())
    keys = Keys()
    keys.keep(HOST, "one")
    keys.forget(HOST)
    assert keys.get(HOST) is None


def test_a_keyring_that_does_not_let_go_of_a_key_is_named(kept: InMemory) -> None:
    keyring.set_keyring(Locked())
    keys = Keys()
    keys.keep(HOST, "one")
    with pytest.raises(AppError, match="unlock the keyring"):
        keys.forget(HOST)
    assert keys.get(HOST) is None


def test_a_key_of_the_session_makes_way_for_one_in_the_keyring(kept: InMemory) -> None:
    keys = Keys()
    keyring.set_keyring(Locked())
    keys.keep(HOST, "old")
    keyring.set_keyring(kept)
    assert keys.keep(HOST, "new") is KeptIn.KEYRING
    assert keys.get(HOST) == ("new", KeptIn.KEYRING)


def test_of_several_keyrings_a_plain_file_is_never_the_one(kept: InMemory) -> None:
    class Chain(InMemory):
        priority = 10.0
        backends = (PlainFile(), kept)

    keyring.set_keyring(Chain())
    assert Keys().keep(HOST, "one") is KeptIn.KEYRING
    assert kept.kept == {("candid", HOST): "one"}
    assert Chain.backends[0].kept == {}


class TestTheEnvironment:
    def test_its_key_serves_where_it_is_asked_for(self, kept: InMemory, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ANTHROPIC_API_KEY", " three ")
        keys = Keys()
        assert keys.get(HOST) is None
        assert keys.get(HOST, from_environment=True) == ("three", KeptIn.ENVIRONMENT)
        keys.keep(HOST, "one")
        assert keys.get(HOST) == ("one", KeptIn.KEYRING)

    @pytest.mark.parametrize("host", ["localhost:8080", "api.anthropic.com.example.org", "api.anthropic.com:8443", ""])
    def test_its_key_is_for_one_host(self, kept: InMemory, monkeypatch: pytest.MonkeyPatch, host: str) -> None:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "three")
        assert Keys().get(host, from_environment=True) is None

    def test_an_empty_one_is_none(self, kept: InMemory, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ANTHROPIC_API_KEY", " ")
        keys = Keys()
        assert keys.get(HOST, from_environment=True) is None
        keys.keep(HOST, "one")
        assert keys.get(HOST, from_environment=True) == ("one", KeptIn.KEYRING)


WITHOUT_A_DESKTOP = """
from app.config.keys import KeptIn, Keys
import sys
assert "keyring" not in sys.modules
keys = Keys()
assert keys.get("h") is None
assert keys.keep("h", "k") is KeptIn.SESSION
keys.forget("h")
"""


@pytest.mark.parametrize(
    "names",
    [{}, {"PYTHON_KEYRING_BACKEND": "no.such.Backend"}, {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}, {"DISPLAY": ":77"}],
)
def test_a_machine_without_a_keyring_says_nothing(names: dict[str, str], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", WITHOUT_A_DESKTOP],
        env={"HOME": str(tmp_path), "PATH": "/nowhere", **names},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_keyring_writes_no_log(kept: InMemory) -> None:
    Keys().get(HOST)
    assert not logging.getLogger("keyring").isEnabledFor(logging.CRITICAL)
