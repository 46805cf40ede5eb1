"""What may be sent is what holds at the moment of sending, whatever the person does between the question and the answer."""

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QAbstractButton, QDialog, QPushButton
from pytestqt.qtbot import QtBot

from app.domain.errors import AppError, LibraryUnavailable
from app.domain.sharing import Sharing
from app.gui.chat.asking import UNEXPECTED
from app.gui.chat.consent_dialog import ConsentDialog
from app.gui.chat.turn_view import TroubleCard
from app.gui.window import MainWindow
from app.services.connect import ConnectModel
from app.services.consented import CHANGED
from tests.gui.chatting import ask, card, connect_model, open_chat, send, settled, texts
from tests.gui.driving import PATIENCE_MS, child, click
from tests.messages_server import Kept, MessagesServer, Response

QUESTION = "How many photos were taken in 2019?"
Change = Callable[[ConnectModel], object]


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer() as running:
        yield running


def settings(**changed: Any) -> Change:
    return lambda connect: connect.save(replace(connect.standing().settings, **changed))


def nothing_shared(connect: ConnectModel) -> object:
    return connect.consent(connect.standing().host, Sharing(places=False, captions=False, tags=False))


def forget(connect: ConnectModel) -> object:
    return connect.forget(connect.standing().host)


WITHDRAWN: dict[str, Change] = {
    "Candid alone": settings(use_model=False),
    "another model": settings(model="claude-older"),
    "another address": settings(base_url="https://api.anthropic.com"),
    "less may be sent": nothing_shared,
    "forgotten": forget,
    "to be shown first": settings(preview=True),
}


def trouble(window: MainWindow, qtbot: QtBot) -> str:
    turn = settled(window, qtbot)
    assert isinstance(turn.body, TroubleCard)
    return texts(turn, "troubleText")[0]


def consent_dialog(window: MainWindow, qtbot: QtBot) -> ConsentDialog:
    qtbot.waitUntil(lambda: bool(window.findChildren(ConsentDialog)), timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    return window.findChildren(ConsentDialog)[0]


@pytest.mark.parametrize("change", WITHDRAWN)
def test_nothing_is_sent_of_a_draft_that_was_made_under_other_rules(
    window: MainWindow, qtbot: QtBot, server: MessagesServer, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    connect = connect_model(window, server)
    drafting, go_on = threading.Event(), threading.Event()
    cases = window.desk.dialogs.use_cases
    real = cases.ask.draft

    def slow(*arguments: Any) -> Any:
        drafted = real(*arguments)
        drafting.set()
        go_on.wait(60)
        return drafted

    monkeypatch.setattr(cases.ask, "draft", slow)
    send(window, QUESTION)
    qtbot.waitUntil(drafting.is_set, timeout=PATIENCE_MS)
    WITHDRAWN[change](connect)
    go_on.set()
    assert trouble(window, qtbot) == CHANGED
    assert server.requests == []


@pytest.mark.parametrize("change", WITHDRAWN)
def test_nothing_is_sent_again_once_it_was_withdrawn(window: MainWindow, qtbot: QtBot, server: MessagesServer, change: str) -> None:
    connect = connect_model(window, server)
    withdrawn = threading.Event()

    def overloaded(_: Kept) -> Response:
        withdrawn.wait(60)
        return Response(b"{}", 529, headers={"retry-after": "0"})

    server.script(overloaded)
    send(window, QUESTION)
    qtbot.waitUntil(lambda: bool(server.requests), timeout=PATIENCE_MS)
    WITHDRAWN[change](connect)
    withdrawn.set()
    assert trouble(window, qtbot) == CHANGED
    assert len(server.requests) == 1


def test_whoever_does_not_send_has_not_agreed(window: MainWindow, qtbot: QtBot, server: MessagesServer) -> None:
    connect = connect_model(window, server, consent=False)
    send(window, QUESTION)
    dialog = consent_dialog(window, qtbot)
    click(dialog, "consentDont")
    child(dialog, QPushButton, "consentSend").click()
    assert window.runner.wait_idle()
    assert connect.standing().settings.consents == {}
    assert server.requests == []


def test_agreeing_closes_the_dialog_and_is_kept_with_the_sending(window: MainWindow, qtbot: QtBot, server: MessagesServer) -> None:
    connect = connect_model(window, server, consent=False, preview=True)
    send(window, QUESTION)
    dialog = consent_dialog(window, qtbot)
    child(dialog, QPushButton, "consentSend").click()
    assert not dialog.isVisible()
    assert card(settled(window, qtbot)).answer.lines
    assert connect.standing().settings.consents == {server.address.host: Sharing()}
    assert len(server.requests) == 1


def test_without_a_consent_that_is_kept_nothing_is_sent(
    window: MainWindow, qtbot: QtBot, server: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = connect_model(window, server, consent=False)

    def full(*_: object) -> None:
        raise AppError("The disk is full.")

    monkeypatch.setattr(connect._file, "write", full)
    send(window, QUESTION)
    child(consent_dialog(window, qtbot), QPushButton, "consentSend").click()
    assert trouble(window, qtbot) == "The disk is full."
    assert server.requests == []


def test_agreeing_after_candid_alone_was_chosen_sends_nothing(window: MainWindow, qtbot: QtBot, server: MessagesServer) -> None:
    connect = connect_model(window, server, consent=False)
    send(window, QUESTION)
    dialog = consent_dialog(window, qtbot)
    window.desk.dialogs.connect_model()
    assert window.runner.wait_idle()
    chosen = child(window, QDialog, "connectDialog")
    child(chosen, QAbstractButton, "connectAlone").click()
    child(chosen, QPushButton, "connectSave").click()
    assert window.runner.wait_idle()
    child(dialog, QPushButton, "consentSend").click()
    assert trouble(window, qtbot) == CHANGED
    assert connect.standing().settings.consents == {}
    assert server.requests == []


def test_a_question_to_candid_alone_never_leaves(window: MainWindow, qtbot: QtBot, server: MessagesServer) -> None:
    connect = connect_model(window, server)
    before = connect.standing().settings
    connect.save(replace(before, use_model=False))
    ask(window, qtbot, "photos of my visit to the clinic in 2019")
    connect.save(before)
    ask(window, qtbot, QUESTION)
    assert b"clinic" not in server.requests[-1].body
    ask(window, qtbot, "Which is the oldest photo?")
    assert server.requests[-1].evidence["earlier_questions"] == [QUESTION]


def test_what_nobody_foresaw_ends_the_question(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: reported.append(kind))
    cases = window.desk.dialogs.use_cases
    open_chat(window)
    for step in ("draft", "answer"):
        with monkeypatch.context() as broken:
            broken.setattr(cases.ask, step, lambda *_: dict[str, int]()["nothing"])
            send(window, QUESTION)
            assert trouble(window, qtbot) == UNEXPECTED
    assert reported == [KeyError, KeyError]
    assert card(ask(window, qtbot, QUESTION)).answer.lines, "the next is answered"


def test_what_was_foreseen_is_told_in_its_own_words(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def unavailable(*_: object) -> None:
        raise LibraryUnavailable("The library is not there.")

    monkeypatch.setattr(window.desk.dialogs.use_cases.ask, "draft", unavailable)
    send(window, QUESTION)
    assert trouble(window, qtbot) == "The library is not there."
