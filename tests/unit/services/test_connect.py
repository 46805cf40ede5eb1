"""Connecting a model: keys and consents belong to one host, and nothing is connected before all is there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import keyring
import pytest

from app.assistant.address import Address
from app.assistant.gates.leaks import NO_SECRETS
from app.assistant.model import ModelChoice, ModelReply, ModelRequest, Usage
from app.config.assistant_settings import OFFICIAL, AssistantSettings, AssistantSettingsFile
from app.config.keys import KeptIn, Keys
from app.domain.errors import AppError, ModelTrouble
from app.domain.evidence import AnswerMode, EvidencePack, Relationships
from app.domain.ids import PackId
from app.domain.ports import CancelToken
from app.domain.query import ParsedQuery
from app.domain.question import Question
from app.domain.sharing import Sharing
from app.evidence.graph import relate
from app.library.discarded import DiscardedReplies, DiscardedReply
from app.services.ask import Connected
from app.services.cancel import CancelSwitch
from app.services.connect import Connection, ConnectModel
from app.services.consented import ConsentedModel
from tests.unit.config.keyrings import InMemory, Locked

HOST = "api.anthropic.com"
LOCAL = "http://localhost:8080"
LOCAL_HOST = "localhost:8080"


@dataclass(frozen=True)
class Fake:
    """A model that knows what it was made of."""

    address: Address
    model: str
    key: str

    @property
    def host(self) -> str:
        return self.address.host

    def request(
        self,
        question: Question,
        pack: EvidencePack,
        graph: Relationships,
        earlier: Sequence[str] = (),
        thumbnails: Mapping[PackId, bytes] | None = None,
    ) -> ModelRequest:
        return ModelRequest(self.host, self.address.url, self.model, b"", NO_SECRETS)

    def send(self, request: ModelRequest, cancel: CancelToken) -> ModelReply:
        return ModelReply("", Usage(self.model, 0, 0, None))


def models_of(address: Address, key: str, cancel: CancelToken) -> tuple[ModelChoice, ...]:
    """A server that has one model, and says who asked."""
    return (ModelChoice(f"{address.host} {key}", address.url),)


@pytest.fixture
def kept() -> Iterator[InMemory]:
    """A keyring that keeps."""
    before, made = keyring.get_keyring(), InMemory()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


@pytest.fixture
def file(tmp_path: Path) -> AssistantSettingsFile:
    """The file of the settings, not there yet."""
    return AssistantSettingsFile(tmp_path / "assistant.json")


@pytest.fixture
def connect(file: AssistantSettingsFile, kept: InMemory, tmp_path: Path) -> ConnectModel:
    """Over real files, with nothing chosen yet."""
    return ConnectModel(file, Keys(), Fake, models_of, DiscardedReplies(tmp_path / "discarded.jsonl"))


@pytest.fixture
def ready(connect: ConnectModel) -> ConnectModel:
    """With everything that it takes to ask."""
    connect.save(AssistantSettings(use_model=True, model="claude"))
    connect.keep_key(HOST, "one")
    connect.consent(HOST, Sharing(people=True))
    return connect


def trouble(connect: ConnectModel) -> str:
    """Why nothing is connected."""
    with pytest.raises(ModelTrouble) as caught:
        connect.connected()
    return caught.value.kind


def made_of(connected: Connected) -> object:
    """The model below the one that asks for consent."""
    return connected.model._model if isinstance(connected.model, ConsentedModel) else None


def test_nothing_is_connected_at_first(connect: ConnectModel) -> None:
    assert connect.standing() == Connection(AssistantSettings(), HOST, None, consented=False)
    assert connect.connected() is None


def test_what_is_missing_is_asked_for_in_order(connect: ConnectModel) -> None:
    connect.save(AssistantSettings(use_model=True))
    assert trouble(connect) == "no_key"
    assert connect.keep_key(HOST, " one\n") is KeptIn.KEYRING
    assert trouble(connect) == "no_model"
    standing = connect.save(replace(connect.standing().settings, model="claude"))
    assert (standing.key, standing.consented) == (KeptIn.KEYRING, False)
    assert trouble(connect) == "no_consent"
    assert connect.consent(HOST, Sharing(people=True)).consented
    connected = connect.connected()
    assert connected is not None
    assert (made_of(connected), connected.sharing) == (Fake(Address(OFFICIAL, HOST), "claude", "one"), Sharing(people=True))


def test_another_host_has_neither_key_nor_consent(ready: ConnectModel, kept: InMemory) -> None:
    standing = ready.save(replace(ready.standing().settings, base_url=LOCAL))
    assert (standing.host, standing.key, standing.consented) == (LOCAL_HOST, None, False)
    assert trouble(ready) == "no_key"
    ready.keep_key(LOCAL_HOST, "two")
    assert trouble(ready) == "no_consent"
    ready.consent(LOCAL_HOST, Sharing(places=False))
    connected = ready.connected()
    assert connected is not None
    assert (made_of(connected), connected.sharing) == (Fake(Address(LOCAL, LOCAL_HOST), "claude", "two"), Sharing(places=False))
    assert kept.kept == {("candid", HOST): "one", ("candid", LOCAL_HOST): "two"}


def test_what_may_be_shown_is_not_sent_before_the_person_agrees(ready: ConnectModel) -> None:
    ready.save(replace(ready.standing().settings, base_url=LOCAL))
    ready.keep_key(LOCAL_HOST, "two")
    connected = ready.connected(to_show=True)
    assert connected is not None
    assert (connected.sharing, connected.model.host) == (Sharing(), LOCAL_HOST)
    request = connected.model.request(Question("?", ParsedQuery("?")), EvidencePack(AnswerMode.OPEN), relate(EvidencePack(AnswerMode.OPEN)))
    with pytest.raises(ModelTrouble, match="not agreed"):
        connected.model.send(request, CancelSwitch())
    ready.consent(LOCAL_HOST, Sharing())
    assert connected.model.send(request, CancelSwitch()).usage.model == "claude"
    ready.forget(LOCAL_HOST)
    with pytest.raises(ModelTrouble, match="not agreed"):
        connected.model.send(request, CancelSwitch())


def test_the_first_host_keeps_what_it_had(ready: ConnectModel) -> None:
    ready.save(replace(ready.standing().settings, base_url=LOCAL))
    ready.consent(LOCAL_HOST, Sharing())
    standing = ready.save(replace(ready.standing().settings, base_url=OFFICIAL))
    assert (standing.key, standing.settings.consents[HOST]) == (KeptIn.KEYRING, Sharing(people=True))


@pytest.mark.parametrize("near", ["https://api.anthropic.com:8443", "https://api.anthropic.com.example.org", "https://anthropic.com"])
def test_a_host_that_looks_like_it_gets_nothing(ready: ConnectModel, near: str) -> None:
    standing = ready.save(replace(ready.standing().settings, base_url=near))
    assert (standing.key, standing.consented) == (None, False)
    assert trouble(ready) == "no_key"


def test_the_environments_key_is_for_the_official_host(connect: ConnectModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "three")
    settings = AssistantSettings(use_model=True, model="claude", key_from_environment=True)
    assert connect.save(settings).key is KeptIn.ENVIRONMENT
    assert connect.models(OFFICIAL, None, CancelSwitch())[0].id == f"{HOST} three"
    assert connect.save(replace(settings, base_url=LOCAL)).key is None
    with pytest.raises(ModelTrouble) as caught:
        connect.models(LOCAL, None, CancelSwitch())
    assert caught.value.kind == "no_key"


def test_the_environments_key_is_tried_before_it_is_agreed_to_for_good(connect: ConnectModel, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelTrouble, match="ANTHROPIC_API_KEY is not set"):
        connect.models(OFFICIAL, None, CancelSwitch(), from_environment=True)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "three")
    assert connect.models(OFFICIAL, None, CancelSwitch(), from_environment=True)[0].id == f"{HOST} three"
    assert connect.standing().settings == AssistantSettings()
    with pytest.raises(ModelTrouble, match="no key"):
        connect.models(LOCAL, None, CancelSwitch(), from_environment=True)
    connect.save(AssistantSettings(key_from_environment=True))
    with pytest.raises(ModelTrouble, match="no key"):
        connect.models(OFFICIAL, None, CancelSwitch(), from_environment=False)


def test_what_takes_long_begins_when_a_model_is_wanted_and_never_offline(file: AssistantSettingsFile, tmp_path: Path) -> None:
    begun: list[str] = []
    log = DiscardedReplies(tmp_path / "discarded.jsonl")
    connect = ConnectModel(file, Keys(), Fake, models_of, log, lambda: begun.append("loading"))
    connect.standing()
    connect.save(AssistantSettings(model="claude"))
    connect.connected()
    assert begun == []
    connect.save(AssistantSettings(use_model=True, model="claude"))
    assert begun


def test_the_models_of_a_key_that_is_not_kept_yet(connect: ConnectModel, kept: InMemory) -> None:
    assert connect.models(f"{LOCAL}/", " typed ", CancelSwitch()) == (ModelChoice(f"{LOCAL_HOST} typed", LOCAL),)
    assert kept.kept == {}


def test_the_models_of_the_kept_key_of_that_very_host(ready: ConnectModel) -> None:
    assert ready.models(OFFICIAL, None, CancelSwitch())[0].id == f"{HOST} one"
    with pytest.raises(ModelTrouble, match="no key for localhost:8080"):
        ready.models(LOCAL, None, CancelSwitch())


@pytest.mark.parametrize("key", ["", " ", "two words", "ключ", "one\ntwo", "one\u200b"])
def test_what_can_be_no_key_is_neither_kept_nor_sent(connect: ConnectModel, kept: InMemory, key: str) -> None:
    with pytest.raises(ModelTrouble, match="This is no key"):
        connect.keep_key(HOST, key)
    with pytest.raises(ModelTrouble, match="This is no key"):
        connect.models(OFFICIAL, key, CancelSwitch())
    assert kept.kept == {}


@pytest.mark.parametrize("address", ["", "http://example.org", "https://user@example.org", "ftp://example.org"])
def test_an_address_that_no_key_may_be_sent_to_is_not_kept(ready: ConnectModel, address: str) -> None:
    before = ready.standing()
    with pytest.raises(AppError):
        ready.save(replace(before.settings, base_url=address))
    with pytest.raises(AppError):
        ready.models(address, "one", CancelSwitch())
    assert ready.standing() == before


def test_an_address_that_somebody_wrote_into_the_file(ready: ConnectModel, file: AssistantSettingsFile) -> None:
    file.write(replace(file.read(), base_url="http://example.org", consents={"": Sharing(), "example.org": Sharing()}))
    standing = ready.standing()
    assert (standing.host, standing.key) == ("", None)
    assert trouble(ready) == "address"


def test_forgetting_a_host_erases_its_key_and_its_consent(ready: ConnectModel, kept: InMemory) -> None:
    ready.keep_key(LOCAL_HOST, "two")
    ready.consent(LOCAL_HOST, Sharing())
    standing = ready.forget(HOST)
    assert (standing.key, standing.consented, standing.settings.use_model) == (None, False, False)
    assert ready.connected() is None
    assert kept.kept == {("candid", LOCAL_HOST): "two"}
    assert standing.settings.consents == {LOCAL_HOST: Sharing()}


def test_forgetting_another_host_leaves_the_one_in_use(ready: ConnectModel) -> None:
    ready.keep_key(LOCAL_HOST, "two")
    ready.consent(LOCAL_HOST, Sharing())
    ready.forget(LOCAL_HOST)
    assert ready.connected() is not None


def test_a_forgotten_host_has_no_key_from_the_environment_either(ready: ConnectModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "three")
    ready.save(replace(ready.standing().settings, key_from_environment=True))
    assert ready.forget(HOST).key is None


def test_a_locked_keyring_does_not_keep_the_consent(ready: ConnectModel) -> None:
    keyring.set_keyring(Locked())
    with pytest.raises(AppError, match="unlock the keyring"):
        ready.forget(HOST)
    assert not ready.standing().consented
    assert ready.connected() is None


def test_a_key_of_the_session_is_said_to_be_one(connect: ConnectModel) -> None:
    keyring.set_keyring(Locked())
    assert connect.keep_key(HOST, "one") is KeptIn.SESSION
    assert connect.standing().key is KeptIn.SESSION


def test_no_file_holds_a_key(ready: ConnectModel, tmp_path: Path) -> None:
    keyring.set_keyring(Locked())
    ready.keep_key(LOCAL_HOST, "sk-ant-secret")
    ready.save(replace(ready.standing().settings, base_url=LOCAL))
    assert all(b"sk-ant" not in path.read_bytes() for path in tmp_path.iterdir())


def test_the_log_of_discarded_replies_can_be_read_and_cleared(connect: ConnectModel, tmp_path: Path) -> None:
    reply = DiscardedReply("2026-06-01T10:00:00", "?", "claude", "sourced", (), "!")
    DiscardedReplies(tmp_path / "discarded.jsonl").add(reply)
    assert connect.discarded() == (reply,)
    connect.clear_discarded()
    assert connect.discarded() == ()
