"""Connecting a model in the real dialog, against a real server: tried, saved, cancelled, forgotten, and what goes wrong."""

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDialog, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.assistant.claude.replier import ClaudeReplier, list_models
from app.config.assistant_settings import OFFICIAL, AssistantSettings, AssistantSettingsFile
from app.config.keys import KeptIn, Keys
from app.domain.errors import ModelTrouble
from app.domain.sharing import Sharing
from app.gui.chat.connect_dialog import FORGETTING, KEY_KEPT, SAVING, SESSION_ONLY, ConnectDialog
from app.gui.chat.connect_form import CLEARED, LOAD, MODEL_HINT, STOP
from app.gui.chat.dialog_jobs import UNEXPECTED
from app.gui.jobs import Runner
from app.gui.measure_panels import Notice
from app.gui.theme import ThemeKeeper
from app.gui.tick_box import TickBox
from app.library.discarded import DiscardedReplies
from app.services.connect import ConnectModel
from tests.gui.driving import PATIENCE_MS, child, click
from tests.messages_server import MessagesServer

Open = Callable[[], ConnectDialog]


class KeyringOfTests(Keys):
    """Keys of a system with a keyring."""

    def keep(self, host: str, key: str) -> KeptIn:
        super().keep(host, key)
        return KeptIn.KEYRING


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer() as server:
        yield server


@pytest.fixture
def keys() -> Keys:
    return KeyringOfTests()


@pytest.fixture
def file(tmp_path: Path) -> AssistantSettingsFile:
    return AssistantSettingsFile(tmp_path / "settings" / "assistant.json")


@pytest.fixture
def connect(file: AssistantSettingsFile, keys: Keys, tmp_path: Path) -> ConnectModel:
    return ConnectModel(file, keys, ClaudeReplier, list_models, DiscardedReplies(tmp_path / "discarded.json"))


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[Runner]:
    runner = Runner()
    yield runner
    assert runner.wait_idle()


@pytest.fixture
def open_dialog(connect: ConnectModel, runner: Runner, qtbot: QtBot, qapp: QApplication) -> Open:
    def opened() -> ConnectDialog:
        dialog = ConnectDialog(connect, runner, ThemeKeeper(qapp, "light"))
        qtbot.addWidget(dialog)
        dialog.show()
        assert runner.wait_idle()
        return dialog

    return opened


def choose(dialog: ConnectDialog, name: str) -> None:
    child(dialog, QAbstractButton, name).click()


def field(dialog: ConnectDialog, name: str) -> QLineEdit:
    return child(dialog, QLineEdit, name)


def said(dialog: ConnectDialog, name: str) -> str:
    return child(dialog, QLabel, name).text()


def trouble(dialog: ConnectDialog) -> str:
    return child(dialog, Notice, "connectTrouble").text


def fill(dialog: ConnectDialog, server: MessagesServer, key: str = MessagesServer.key) -> None:
    """A model at the server's address, with a key."""
    choose(dialog, "connectModel")
    field(dialog, "connectAddress").setText(server.url)
    field(dialog, "connectKey").clear()
    QTest.keyClicks(field(dialog, "connectKey"), key)


def load(dialog: ConnectDialog, runner: Runner) -> None:
    click(dialog, "connectLoad")
    assert runner.wait_idle()


def test_at_first_candid_answers_alone(open_dialog: Open, runner: Runner, file: AssistantSettingsFile) -> None:
    dialog = open_dialog()
    assert child(dialog, QAbstractButton, "connectAlone").isChecked()
    assert not field(dialog, "connectAddress").isVisible()
    click(dialog, "connectSave")
    assert runner.wait_idle()
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert file.read() == AssistantSettings()


def test_a_model_is_tried_chosen_and_kept(
    open_dialog: Open, runner: Runner, server: MessagesServer, file: AssistantSettingsFile, keys: Keys
) -> None:
    dialog = open_dialog()
    fill(dialog, server)
    assert not child(dialog, QPushButton, "connectSave").isEnabled(), "no model is chosen yet"
    load(dialog, runner)
    assert said(dialog, "connectModelSays") == "The connection works: 2 models to choose from."
    models = child(dialog, QComboBox, "connectModels")
    assert [models.itemText(row) for row in range(models.count())] == [
        "Claude of the Tests · claude-of-the-tests",
        "Claude Older · claude-older",
    ]
    models.setCurrentIndex(1)
    choose(dialog, "connectPreview")
    click(dialog, "connectSave")
    assert runner.wait_idle()
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert file.read() == AssistantSettings(use_model=True, base_url=server.url, model="claude-older", preview=True)
    assert keys.get(server.address.host) == (server.key, KeptIn.SESSION)
    assert dialog.connection is not None
    assert dialog.connection.host == server.address.host
    assert server.key in server.requests[0].headers["authorization"]


def test_the_key_is_never_shown_again(open_dialog: Open, runner: Runner, server: MessagesServer) -> None:
    dialog = open_dialog()
    fill(dialog, server)
    assert field(dialog, "connectKey").echoMode() is QLineEdit.EchoMode.Password
    assert server.key not in field(dialog, "connectKey").displayText()
    child(dialog, QComboBox, "connectModels").setEditText(server.model)
    click(dialog, "connectSave")
    assert runner.wait_idle()
    again = open_dialog()
    assert field(again, "connectKey").text() == ""
    assert server.address.host in said(again, "connectKeySays")
    load(again, runner)
    assert server.key in server.requests[-1].headers["authorization"], "the kept key serves"


def test_a_key_that_only_this_session_keeps_is_told(
    tmp_path: Path, file: AssistantSettingsFile, runner: Runner, server: MessagesServer, qtbot: QtBot, qapp: QApplication
) -> None:
    connect = ConnectModel(file, Keys(), ClaudeReplier, list_models, DiscardedReplies(tmp_path / "discarded.json"))
    dialog = ConnectDialog(connect, runner, ThemeKeeper(qapp, "light"))
    qtbot.addWidget(dialog)
    dialog.show()
    assert runner.wait_idle()
    fill(dialog, server)
    child(dialog, QComboBox, "connectModels").setEditText(server.model)
    click(dialog, "connectSave")
    assert runner.wait_idle()
    assert dialog.isVisible()
    assert trouble(dialog) == SESSION_ONLY
    assert field(dialog, "connectKey").text() == ""
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.result() == QDialog.DialogCode.Accepted, "what was saved is saved"


def test_cancel_keeps_nothing(open_dialog: Open, runner: Runner, server: MessagesServer, file: AssistantSettingsFile, keys: Keys) -> None:
    dialog = open_dialog()
    fill(dialog, server)
    load(dialog, runner)
    child(dialog, QComboBox, "connectModels").setCurrentIndex(0)
    click(dialog, "connectCancel")
    assert runner.wait_idle()
    assert dialog.result() == QDialog.DialogCode.Rejected
    assert file.read() == AssistantSettings()
    assert keys.get(server.address.host) is None


def test_each_failure_has_its_own_sentence(open_dialog: Open, runner: Runner, server: MessagesServer) -> None:
    dialog = open_dialog()
    fill(dialog, server)
    told: list[str] = []
    for status in (401, 403, 404):
        server.forget()
        server.fail(status)
        load(dialog, runner)
        told.append(trouble(dialog))
        assert child(dialog, QPushButton, "connectLoad").text() == LOAD
    server.forget()
    server.html()
    load(dialog, runner)
    told.append(trouble(dialog))
    assert all(told)
    assert len(set(told)) == len(told)
    server.forget()
    load(dialog, runner)
    assert trouble(dialog) == "", "what went wrong before is not said any longer"


def test_loading_can_be_stopped(open_dialog: Open, runner: Runner, server: MessagesServer, qtbot: QtBot) -> None:
    dialog = open_dialog()
    fill(dialog, server)
    server.slow(600)
    click(dialog, "connectLoad")
    assert said(dialog, "connectModelSays") == f"Asking {server.address.host} which models the key may use…"
    assert child(dialog, QPushButton, "connectLoad").text() == STOP
    qtbot.waitUntil(lambda: bool(server.requests), timeout=PATIENCE_MS)
    click(dialog, "connectLoad")
    assert said(dialog, "connectModelSays") == MODEL_HINT
    assert runner.wait_idle()
    assert trouble(dialog) == ""


def test_what_comes_after_it_was_closed_is_dropped(open_dialog: Open, runner: Runner, server: MessagesServer) -> None:
    dialog = open_dialog()
    fill(dialog, server)
    click(dialog, "connectLoad")
    click(dialog, "connectCancel")
    assert runner.wait_idle()
    assert child(dialog, QComboBox, "connectModels").count() == 0


def test_an_address_that_no_key_may_be_sent_to_is_refused(open_dialog: Open, server: MessagesServer) -> None:
    dialog = open_dialog()
    fill(dialog, server)
    child(dialog, QComboBox, "connectModels").setEditText(server.model)
    assert child(dialog, QPushButton, "connectSave").isEnabled()
    field(dialog, "connectAddress").setText("http://evil.test")
    assert "https://" in said(dialog, "connectAddressSays")
    for name in ("connectSave", "connectLoad", "connectForget"):
        assert not child(dialog, QPushButton, name).isEnabled()


def test_enter_goes_on_and_throws_nothing_away(open_dialog: Open, runner: Runner, server: MessagesServer, keys: Keys) -> None:
    dialog = open_dialog()
    fill(dialog, server)
    child(dialog, QPushButton, "connectCancel").setFocus()
    field(dialog, "connectKey").setFocus()
    QTest.keyClick(field(dialog, "connectKey"), Qt.Key.Key_Return)
    assert runner.wait_idle()
    assert dialog.isVisible()
    assert child(dialog, QComboBox, "connectModels").count() > 0, "the models were loaded"
    child(dialog, QComboBox, "connectModels").setCurrentIndex(0)
    QTest.keyClick(field(dialog, "connectKey"), Qt.Key.Key_Return)
    assert runner.wait_idle()
    assert not dialog.isVisible()
    assert keys.get(server.address.host) is not None


def test_the_keyboard_goes_through_the_fields_from_above(open_dialog: Open) -> None:
    dialog = open_dialog()
    choose(dialog, "connectModel")
    met: list[QWidget] = []
    child(dialog, QAbstractButton, "connectModel").setFocus()
    while (focus := dialog.focusWidget()) is not None and focus not in met:
        met.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    places = [each.mapTo(dialog, QPoint(0, 0)).toTuple() for each in met]
    assert [y for _, y in places] == sorted(y for _, y in places)
    assert len(met) > 6


def test_what_is_no_key_is_not_kept(
    open_dialog: Open, runner: Runner, server: MessagesServer, file: AssistantSettingsFile, keys: Keys
) -> None:
    dialog = open_dialog()
    fill(dialog, server, "two words")
    child(dialog, QComboBox, "connectModels").setEditText(server.model)
    click(dialog, "connectSave")
    assert runner.wait_idle()
    assert "no key" in trouble(dialog)
    assert dialog.isVisible()
    assert file.read() == AssistantSettings()
    assert keys.get(server.address.host) is None


def test_the_environment_serves_the_official_host_alone(open_dialog: Open, runner: Runner, server: MessagesServer) -> None:
    dialog = open_dialog()
    choose(dialog, "connectModel")
    box = child(dialog, TickBox, "connectEnvironment")
    assert box.isVisible()
    box.click()
    load(dialog, runner)
    assert "ANTHROPIC_API_KEY is not set" in trouble(dialog)
    field(dialog, "connectAddress").setText(server.url)
    assert not box.isVisible()
    field(dialog, "connectAddress").setText(OFFICIAL)
    child(dialog, QComboBox, "connectModels").setEditText("claude-any")
    click(dialog, "connectSave")
    assert runner.wait_idle()
    assert dialog.connection is not None
    assert dialog.connection.settings.key_from_environment


def test_key_and_consent_of_a_host_are_forgotten(
    open_dialog: Open, runner: Runner, server: MessagesServer, connect: ConnectModel, file: AssistantSettingsFile, keys: Keys
) -> None:
    host = server.address.host
    connect.save(AssistantSettings(use_model=True, base_url=server.url, model=server.model))
    connect.keep_key(host, server.key)
    connect.consent(host, Sharing())
    dialog = open_dialog()
    assert child(dialog, QAbstractButton, "connectModel").isChecked()
    assert child(dialog, QComboBox, "connectModels").currentText() == server.model
    click(dialog, "connectForget")
    assert runner.wait_idle()
    assert keys.get(host) is None
    assert file.read().consents == {}
    assert child(dialog, QAbstractButton, "connectAlone").isChecked(), "Candid answers alone again"


def test_names_of_models_are_nothing_but_text(
    open_dialog: Open, runner: Runner, server: MessagesServer, file: AssistantSettingsFile
) -> None:
    server.models = [{"type": "model", "id": "claude-x", "display_name": "<b>Best</b> \u202egnp", "created_at": "2026-02-04T00:00:00Z"}]
    dialog = open_dialog()
    fill(dialog, server)
    load(dialog, runner)
    models = child(dialog, QComboBox, "connectModels")
    assert "\u202e" not in models.itemText(0)
    assert "<b>" in models.itemText(0)
    models.setCurrentIndex(0)
    click(dialog, "connectSave")
    assert runner.wait_idle()
    assert file.read().model == "claude-x"


def test_a_model_can_be_typed_and_stays_when_the_list_comes(open_dialog: Open, runner: Runner, server: MessagesServer) -> None:
    dialog = open_dialog()
    fill(dialog, server)
    child(dialog, QComboBox, "connectModels").setEditText("claude-of-my-own")
    load(dialog, runner)
    assert child(dialog, QComboBox, "connectModels").currentText() == "claude-of-my-own"
    child(dialog, QComboBox, "connectModels").setEditText(server.model)
    load(dialog, runner)
    assert child(dialog, QComboBox, "connectModels").currentText() == "Claude of the Tests · claude-of-the-tests"


def test_settings_that_cannot_be_written_are_told(open_dialog: Open, runner: Runner, server: MessagesServer, tmp_path: Path) -> None:
    dialog = open_dialog()
    fill(dialog, server)
    child(dialog, QComboBox, "connectModels").setEditText(server.model)
    (tmp_path / "settings").touch()
    click(dialog, "connectSave")
    assert runner.wait_idle()
    assert dialog.isVisible()
    assert "could not be kept" in trouble(dialog)
    assert trouble(dialog).endswith(KEY_KEPT)


class Held(Keys):
    """A keyring that takes its time."""

    def __init__(self) -> None:
        super().__init__()
        self.let = threading.Event()

    def keep(self, host: str, key: str) -> KeptIn:
        self.let.wait(60)
        super().keep(host, key)
        return KeptIn.KEYRING

    def forget(self, host: str) -> None:
        self.let.wait(60)
        super().forget(host)


class TestWhileTheKeyringTakesItsTime:
    @pytest.fixture
    def keys(self) -> Held:
        return Held()

    def test_what_is_being_saved_is_not_cancelled(
        self, open_dialog: Open, runner: Runner, server: MessagesServer, keys: Held, file: AssistantSettingsFile
    ) -> None:
        dialog = open_dialog()
        fill(dialog, server)
        child(dialog, QComboBox, "connectModels").setEditText(server.model)
        click(dialog, "connectSave")
        assert said(dialog, "connectState") == SAVING
        assert not any(child(dialog, QPushButton, name).isEnabled() for name in ("connectSave", "connectCancel", "connectForget"))
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        dialog.close()
        assert dialog.isVisible(), "what it says is what happens"
        keys.let.set()
        assert runner.wait_idle()
        assert dialog.result() == QDialog.DialogCode.Accepted
        assert file.read().use_model

    def test_nothing_is_saved_while_it_is_forgotten(
        self, open_dialog: Open, runner: Runner, server: MessagesServer, keys: Held, connect: ConnectModel, file: AssistantSettingsFile
    ) -> None:
        connect.save(AssistantSettings(use_model=True, base_url=server.url, model=server.model))
        connect.consent(server.address.host, Sharing())
        dialog = open_dialog()
        click(dialog, "connectForget")
        assert said(dialog, "connectState") == FORGETTING
        assert not child(dialog, QPushButton, "connectSave").isEnabled()
        keys.let.set()
        assert runner.wait_idle()
        assert said(dialog, "connectState") == ""
        assert child(dialog, QPushButton, "connectSave").isEnabled()
        click(dialog, "connectSave")
        assert runner.wait_idle()
        assert (file.read().consents, file.read().use_model) == ({}, False)


def test_consents_that_went_meanwhile_do_not_come_back(
    open_dialog: Open, runner: Runner, server: MessagesServer, connect: ConnectModel, file: AssistantSettingsFile
) -> None:
    connect.save(AssistantSettings(use_model=True, base_url=server.url, model=server.model))
    connect.consent(server.address.host, Sharing())
    dialog = open_dialog()
    file.write(replace(file.read(), consents={}))
    click(dialog, "connectSave")
    assert runner.wait_idle()
    assert file.read().consents == {}


def test_a_key_that_was_typed_for_one_host_is_not_for_another(open_dialog: Open, runner: Runner, server: MessagesServer) -> None:
    dialog = open_dialog()
    choose(dialog, "connectModel")
    QTest.keyClicks(field(dialog, "connectKey"), "sk-ant-of-the-first")
    field(dialog, "connectAddress").setText("https://")
    assert field(dialog, "connectKey").text(), "no host yet"
    field(dialog, "connectAddress").setText(f"{OFFICIAL}/proxy")
    assert field(dialog, "connectKey").text(), "the same host"
    field(dialog, "connectAddress").setText(server.url)
    assert field(dialog, "connectKey").text() == ""
    assert said(dialog, "connectKeySays") == CLEARED.format(before="api.anthropic.com", host=server.address.host)
    load(dialog, runner)
    assert server.requests == []
    QTest.keyClicks(field(dialog, "connectKey"), server.key)
    assert "was typed" not in said(dialog, "connectKeySays")
    load(dialog, runner)
    assert server.requests[-1].headers["authorization"] == f"Bearer {server.key}"


def test_a_keyring_that_does_not_answer_is_told(
    open_dialog: Open, runner: Runner, connect: ConnectModel, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(*_: object, **__: object) -> None:
        raise ModelTrouble("keyring", "The keyring did not answer.")

    monkeypatch.setattr(keys, "get", silent)
    dialog = open_dialog()
    choose(dialog, "connectModel")
    assert said(dialog, "connectKeySays") == "The keyring did not answer."
    assert dialog.isEnabled()


def test_what_nobody_foresaw_ends_the_loading(
    open_dialog: Open, runner: Runner, server: MessagesServer, connect: ConnectModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: reported.append(kind))
    monkeypatch.setattr(connect, "_list_models", lambda *_: dict[str, int]()["nothing"])
    dialog = open_dialog()
    fill(dialog, server)
    load(dialog, runner)
    assert reported == [KeyError]
    assert child(dialog, QPushButton, "connectLoad").text() == LOAD
    assert trouble(dialog) == UNEXPECTED
