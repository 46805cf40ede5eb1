"""Keys go into a keyring that is safe, or are forgotten with the session."""

import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as Fail
from keyring.backends.null import Keyring as Null

from app.config.keys import KeptIn, Keys
from app.domain.errors import AppError, ModelTrouble
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


@pytest.mark.parametrize("kept_there", [b"bytes", 7, ["a"], ""])
def test_what_is_no_text_is_no_key(kept: InMemory, monkeypatch: pytest.MonkeyPatch, kept_there: object) -> None:
    monkeypatch.setattr(kept, "get_password", lambda *_: kept_there)
    assert Keys().get(HOST) is None


class Waiting(InMemory):
    """Waits to be unlocked by its owner."""

    def __init__(self) -> None:
        super().__init__()
        self.unlocked = threading.Event()
        self.erased = threading.Event()

    def get_password(self, service: str, username: str) -> str | None:
        self.unlocked.wait(60)
        return super().get_password(service, username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self.unlocked.wait(60)
        super().set_password(service, username, password)

    def delete_password(self, service: str, username: str) -> None:
        super().delete_password(service, username)
        self.erased.set()


@pytest.fixture
def waiting(kept: InMemory) -> Iterator[Waiting]:
    made = Waiting()
    keyring.set_keyring(made)
    yield made
    made.unlocked.set()


def test_a_keyring_that_does_not_answer_is_not_waited_for(waiting: Waiting) -> None:
    keys = Keys(patience=0.05)
    for work in (lambda: keys.get(HOST), lambda: keys.keep(HOST, "one"), lambda: keys.forget(HOST)):
        with pytest.raises(ModelTrouble, match="did not answer") as caught:
            work()
        assert caught.value.kind == "keyring"
    assert sum(each.name == "keyring" for each in threading.enumerate()) == 1, "it is not asked again while it waits"


def test_a_key_that_was_said_not_to_be_kept_is_not_kept_later(waiting: Waiting) -> None:
    with pytest.raises(ModelTrouble, match="did not answer"):
        Keys(patience=0.05).keep(HOST, "one")
    waiting.unlocked.set()
    assert waiting.erased.wait(60)
    assert waiting.kept == {}


def test_once_it_answers_again_it_is_asked_again(waiting: Waiting) -> None:
    keys = Keys(patience=0.05)
    with pytest.raises(ModelTrouble, match="did not answer"):
        keys.get(HOST)
    waiting.unlocked.set()
    for each in threading.enumerate():
        if each.name == "keyring":
            each.join()
    assert keys.keep(HOST, "one") is KeptIn.KEYRING
    assert keys.get(HOST) == ("one", KeptIn.KEYRING)


THAT_NEVER_ANSWERS = """
import time, keyring
from keyring.backend import KeyringBackend
from app.config.keys import Keys
from app.domain.errors import ModelTrouble
class Never(KeyringBackend):
    priority = 5.0
    def get_password(self, service, username):
        time.sleep(3600)
    def set_password(self, service, username, password):
        pass
keyring.set_keyring(Never())
try:
    Keys(patience=0.05).get("h")
except ModelTrouble:
    print("told")
"""


def test_the_program_ends_though_the_keyring_waits() -> None:
    done = subprocess.run([sys.executable, "-c", THAT_NEVER_ANSWERS], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "told\n", "")


def test_keyring_writes_no_log(kept: InMemory) -> None:
    Keys().get(HOST)
    assert not logging.getLogger("keyring").isEnabledFor(logging.CRITICAL)
