"""Connecting a model: keys and consents belong to one host, and nothing is connected before all is there."""

import errno
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import keyring
import pytest

from app.assistant.address import Address
from app.assistant.gates.leaks import NO_SECRETS
from app.assistant.model import ModelChoice, ModelReply, ModelRequest, Usage, always
from app.config import private_file
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
from app.services.consented import CHANGED, ConsentedModel
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

    def send(self, request: ModelRequest, cancel: CancelToken, permit: Callable[[], None] = always) -> ModelReply:
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
    with pytest.raises(ModelTrouble, match=CHANGED):
        connected.model.send(request, CancelSwitch())


def now_connected(connect: ConnectModel) -> Connected:
    connected = connect.connected(to_show=True)
    assert connected is not None
    return connected


def sent(connected: Connected) -> str:
    """What comes of sending: the kind of the trouble; nothing where it was sent."""
    nothing = EvidencePack(AnswerMode.OPEN)
    request = connected.model.request(Question("?", ParsedQuery("?")), nothing, relate(nothing))
    try:
        connected.model.send(request, CancelSwitch())
    except ModelTrouble as error:
        return error.kind
    return ""


CHANGES: dict[str, Callable[[AssistantSettings], AssistantSettings]] = {
    "Candid alone": lambda now: replace(now, use_model=False),
    "another model": lambda now: replace(now, model="other"),
    "another address": lambda now: replace(now, base_url=LOCAL),
    "another path": lambda now: replace(now, base_url=f"{OFFICIAL}/proxy"),
    "another key": lambda now: replace(now, key_from_environment=True),
    "less may be sent": lambda now: replace(now, consents={HOST: Sharing(people=True, places=False)}),
    "more may be sent": lambda now: replace(now, consents={HOST: Sharing(people=True, thumbnails=True)}),
    "to be shown first": lambda now: replace(now, preview=True),
}


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_sent_once_anything_has_changed(ready: ConnectModel, file: AssistantSettingsFile, change: str) -> None:
    connected, before = now_connected(ready), file.read()
    file.write(CHANGES[change](before))
    assert sent(connected) == "changed"
    file.write(before)
    assert sent(connected) == ""


def test_without_its_consent_nothing_is_sent(ready: ConnectModel, file: AssistantSettingsFile) -> None:
    connected = now_connected(ready)
    file.write(replace(file.read(), consents={}))
    assert sent(connected) == "no_consent"


def test_what_was_seen_is_agreed_to_and_sent(ready: ConnectModel, file: AssistantSettingsFile) -> None:
    file.write(replace(file.read(), preview=True, consents={LOCAL_HOST: Sharing()}))
    drawn_up = replace(now_connected(ready), sharing=Sharing(tags=False))
    agreed = ready.agree(drawn_up)
    assert file.read().consents == {LOCAL_HOST: Sharing(), HOST: Sharing(tags=False)}
    assert (sent(agreed), sent(drawn_up)) == ("", "changed")
    file.write(replace(file.read(), consents={HOST: Sharing()}))
    assert sent(agreed) == "changed"


@pytest.mark.parametrize("change", ["Candid alone", "another model", "another address", "another path", "another key"])
def test_nobody_agrees_to_what_is_no_longer_connected(ready: ConnectModel, file: AssistantSettingsFile, change: str) -> None:
    file.write(replace(file.read(), consents={}))
    connected = now_connected(ready)
    file.write(CHANGES[change](file.read()))
    with pytest.raises(ModelTrouble, match=CHANGED):
        ready.agree(connected)
    assert file.read().consents == {}


def test_settings_that_are_saved_bring_no_consent_along(ready: ConnectModel) -> None:
    before = ready.standing().settings
    ready.forget(HOST)
    assert ready.save(before).settings.consents == {}
    ready.consent(LOCAL_HOST, Sharing())
    assert ready.save(before).settings.consents == {LOCAL_HOST: Sharing()}


def test_the_keyring_is_left_alone_where_candid_replies(ready: ConnectModel, kept: InMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    ready.save(replace(ready.standing().settings, use_model=False))
    asked: list[str] = []
    monkeypatch.setattr(kept, "get_password", lambda _, host: asked.append(host))
    ready.standing()
    assert ready.connected() is None
    assert asked == []
    ready.standing(with_key=True)
    assert asked == [HOST]


def test_a_keyring_that_does_not_answer_is_told(
    file: AssistantSettingsFile, kept: InMemory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlocked = threading.Event()
    monkeypatch.setattr(kept, "get_password", lambda *_: unlocked.wait(60))
    connect = ConnectModel(file, Keys(patience=0.05), Fake, models_of, DiscardedReplies(tmp_path / "discarded.jsonl"))
    standing = connect.save(AssistantSettings(use_model=True, model="claude"))
    assert (standing.key, "did not answer" in standing.key_trouble) == (None, True)
    assert trouble(connect) == "keyring"
    unlocked.set()


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


def test_a_full_disk_does_not_keep_the_key(
    ready: ConnectModel, kept: InMemory, file: AssistantSettingsFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(private_file, "write_private", full)
    with pytest.raises(AppError, match=f"The key for {HOST} is erased, but the consent is still there.*No space left"):
        ready.forget(HOST)
    assert kept.kept == {}
    keyring.set_keyring(Locked())
    with pytest.raises(AppError, match=r"Neither the consent nor the key.*No space left.*unlock the keyring"):
        ready.forget(HOST)


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
