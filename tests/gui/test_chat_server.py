"""From a new library to a checked answer of a model, by the dialogs alone; and every way in which a server can keep it from coming.

A real window over the indexed sample, the real client, a real server on this machine.
"""

import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDialog, QLineEdit, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.assistant.gates.verdict import CODES, REJECTION
from app.gui.chat.citation_strip import CitedPhoto
from app.gui.chat.consent_dialog import ConsentDialog
from app.gui.chat.harmless import harmless
from app.gui.chat.mode_chip import ModeChip
from app.gui.chat.payload_view import PayloadView
from app.gui.chat.turn_view import Pending, TroubleCard, TurnView
from app.gui.window import MainWindow
from tests.gui.asked import beats, rich, told, told_anywhere
from tests.gui.chatting import ask, card, cited, connect_model, open_chat, prose, reply, send, settled, texts
from tests.gui.driving import PATIENCE_MS, child, click
from tests.messages_server import Kept, MessagesServer, Response, honest_reply, message

QUESTION = "How many photos were taken in 2019?"
OTHER = "Which is the oldest photo?"
BEATS = 100
"""Of the GUI thread, while a server keeps it waiting."""


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer() as running:
        yield running


class Holding:
    """A server that has a question and answers when it is let."""

    def __init__(self, server: MessagesServer) -> None:
        self.asked, self.let, self.given = threading.Event(), threading.Event(), threading.Event()
        server.script(self._answer)

    def _answer(self, kept: Kept) -> Response:
        self.asked.set()
        self.let.wait(120)
        self.given.set()
        return Response(message(honest_reply(kept.evidence)))


def questions(server: MessagesServer) -> list[Kept]:
    return [each for each in server.requests if each.path.endswith("/messages")]


def connect_by_dialog(window: MainWindow, qtbot: QtBot, server: MessagesServer) -> None:
    """Address, key, the list of models, and Save."""
    open_chat(window)
    click(window, "whoAnswers")
    dialog = child(window, QDialog, "connectDialog")
    assert window.runner.wait_idle()
    child(dialog, QAbstractButton, "connectModel").click()
    child(dialog, QLineEdit, "connectAddress").setText(server.url)
    QTest.keyClicks(child(dialog, QLineEdit, "connectKey"), server.key)
    click(dialog, "connectLoad")
    assert window.runner.wait_idle()
    models = child(dialog, QComboBox, "connectModels")
    models.setCurrentIndex(models.findData(server.model))
    assert not any(server.key in text for text in told_anywhere())
    click(dialog, "connectSave")
    assert window.runner.wait_idle()
    click(dialog, "connectCancel")  # where there is no keyring, the dialog stays to say so
    qtbot.waitUntil(lambda: window.findChild(QDialog, "connectDialog") is None, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()


def agree(window: MainWindow, qtbot: QtBot) -> str:
    """Agree in the dialog of consent; the bytes that it showed."""
    qtbot.waitUntil(lambda: window.findChild(ConsentDialog) is not None, timeout=PATIENCE_MS)
    dialog = child(window, ConsentDialog, "consentDialog")
    qtbot.waitUntil(child(dialog, QPushButton, "consentSend").isEnabled, timeout=PATIENCE_MS)
    shown = child(dialog, PayloadView, "requestExact").text
    click(dialog, "consentSend")
    return shown


def wait_asked(holding: Holding, qtbot: QtBot) -> None:
    qtbot.waitUntil(holding.asked.is_set, timeout=PATIENCE_MS)


def test_from_no_model_to_a_checked_answer_by_the_dialogs_alone(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_by_dialog(window, qtbot, server)
    assert child(window, QToolButton, "whoAnswers").text() == f"{server.model} · {server.address.host}"
    server.honest(tokens=(2_345, 67))
    send(window, QUESTION)
    shown = agree(window, qtbot)
    turn = settled(window, qtbot)
    assert [each.body for each in questions(server)] == [shown.encode()]
    answer = card(turn).answer
    assert not answer.rejected
    chip = turn.findChild(ModeChip)
    assert isinstance(chip, ModeChip)
    assert (chip.word, chip.isVisible()) == ("Sourced", True)
    assert texts(turn, "checkedText") == list(map(harmless, answer.verified))
    assert {each.citation.id for each in cited(turn)} == {each.id for each in answer.cited} != set()
    assert "2,345 tokens in, 67 out" in texts(turn, "usage")[0]
    assert not any(server.key in text for text in told_anywhere())


def test_the_window_goes_on_while_a_slow_server_is_waited_for(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server)
    holding = Holding(server)
    send(window, QUESTION)
    wait_asked(holding, qtbot)
    with beats() as counted:
        qtbot.waitUntil(lambda: len(counted) > BEATS, timeout=PATIENCE_MS)
        QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(window.top.box, "boat")
        qtbot.waitUntil(lambda: window.pages.model.listing.query == "boat", timeout=PATIENCE_MS)
        assert not holding.given.is_set()
    assert window.desk.asking.running
    holding.let.set()
    assert card(settled(window, qtbot)).answer.cited


def test_cancel_waits_for_no_server_and_nothing_arrives_late(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server)
    holding = Holding(server)
    send(window, QUESTION)
    wait_asked(holding, qtbot)
    turn = window.desk.panel.history.turns[-1]
    assert isinstance(turn.body, Pending)
    click(window, "sendQuestion")
    assert texts(turn, "cancelled")
    assert child(window, QToolButton, "sendQuestion").text() == "Send"
    assert window.runner.wait_idle(), "the job waits for the server"
    assert not holding.given.is_set()
    qtbot.waitUntil(lambda: turn.findChild(Pending) is None, timeout=PATIENCE_MS)  # it is deleted after what came is shown
    before = told(turn)
    holding.let.set()
    qtbot.waitUntil(holding.given.is_set, timeout=PATIENCE_MS)
    server.forget()
    server.honest()
    assert card(ask(window, qtbot, OTHER)).answer.cited
    assert told(turn) == before
    assert turn.exchange.answer is None
    assert QUESTION not in questions(server)[-1].body.decode(), "what was cancelled was never asked"


def test_cancel_between_the_parts_of_a_response(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server)
    server.slow(0.05, parts=4_000)
    send(window, QUESTION)
    qtbot.waitUntil(lambda: bool(questions(server)), timeout=PATIENCE_MS)
    QTest.qWait(200)
    click(window, "sendQuestion")
    assert texts(window.desk.panel.history.turns[-1], "cancelled")
    assert window.runner.wait_idle()


Break = Callable[[MessagesServer], None]
NOW = {"retry-after": "0"}
RAW = "raw-body-of-the-server"
TROUBLES: dict[str, tuple[Break, str]] = {
    "cut": (lambda server: server.cut(), "The connection to {host} broke off before the answer was there: ask again."),
    "overloaded": (
        lambda server: server.fail(529, RAW, NOW),
        "{host} is overloaded at the moment: ask again in a few minutes.",
    ),
    "limited": (
        lambda server: server.fail(429, RAW, {"retry-after": "3600"}),
        "{host} has had too many questions with this key: ask again in 60 minutes, as it says.",
    ),
    "key": (lambda server: server.fail(401, RAW), "{host} does not accept the key: check it, or give another."),
    "refusal": (
        lambda server: server.refuse(),
        "The model declined to answer this question: ask it in other words, or ask without a model.",
    ),
    "truncated": (lambda server: server.truncate(), "The reply grew too long and was cut off: ask for less, or about fewer photos."),
    "html": (
        lambda server: server.html(),
        "{host} answered with something that is no reply of a model: check the address of the server.",
    ),
    "redirect": (
        lambda server: server.redirect("https://elsewhere.example/v1/messages"),
        "{host} points to another address, and Candid sends nothing on: check the address of the server.",
    ),
    "no photos": (
        lambda server: server.fail(413, RAW),
        "The question is too large for {host}: ask about fewer photos, or send no pictures.",
    ),
    "empty": (lambda server: server.reply_with("  "), "{host} answered with an empty reply: ask again."),
}


@pytest.mark.parametrize("name", TROUBLES)
def test_what_keeps_an_answer_from_coming_is_one_sentence(window: MainWindow, server: MessagesServer, qtbot: QtBot, name: str) -> None:
    breaks, sentence = TROUBLES[name]
    connect_model(window, server)
    breaks(server)
    with beats() as counted:
        turn = ask(window, qtbot, QUESTION)
        assert counted
    assert isinstance(turn.body, TroubleCard)
    assert texts(turn, "troubleText") == [sentence.format(host=server.address.host)]
    _nothing_of_the_server(turn, server)
    server.forget()
    server.honest()
    click(turn, "askAgain")
    again = settled(window, qtbot)
    assert again is not turn
    assert card(again).answer.cited
    assert again.exchange.text == QUESTION


def _nothing_of_the_server(turn: TurnView, server: MessagesServer) -> None:
    """No key and no raw body stands anywhere, and nothing reads markup."""
    forbidden = (server.key, RAW, "Sign in", "doctype", "req_1", "elsewhere.example", '"kind"', "msg_1", "Traceback", "anthropic", "httpx")
    assert [text for text in told_anywhere() for each in forbidden if each.casefold() in text.casefold()] == []
    assert rich(turn) == []
    assert not turn.findChildren(CitedPhoto)


@pytest.mark.parametrize("status", [400, 403, 404, 500])
def test_what_a_server_says_of_itself_is_quoted_plainly_and_never_the_key(
    window: MainWindow, server: MessagesServer, qtbot: QtBot, status: int
) -> None:
    connect_model(window, server)
    server.fail(status, "<b>No</b> \u202ecredit\x1b[31m left", NOW)
    turn = ask(window, qtbot, QUESTION)
    said = texts(turn, "troubleText")[0]
    assert "<b>No</b>" in said
    assert not set(said) & set("\u202e\x1b")
    assert rich(turn) == []
    server.forget()
    server.fail(status, f"the key {server.key} is not good", NOW)
    assert "is not good" not in texts(ask(window, qtbot, QUESTION), "troubleText")[0]
    assert not any(server.key in text for text in told_anywhere())


def test_a_lie_is_in_the_log_and_nowhere_else(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    def lie(kept: Kept) -> Response:
        first = kept.evidence["photos"][0]["id"]
        false = {"kind": "fact", "photo_id": first, "field": "model", "value": "Zorki Invented"}
        told = reply({"kind": "claim", "ref": 0}, prose("A zeppelin over Zanzibar.", first), cited=[first], claims=[false])
        return Response(message(told, tokens=(111, 22)))

    connect = connect_model(window, server)
    server.script(lie)
    turn = ask(window, qtbot, QUESTION)
    assert texts(turn, "rejectionText") == [REJECTION]
    assert texts(turn, "rejectionReasons") == [f"Why: {CODES['fact_not_known']}."]
    assert not turn.findChildren(CitedPhoto)
    assert not turn.findChildren(QWidget, "checkedLine")
    for word in ("zorki", "invented", "zeppelin", "zanzibar", "kind"):
        assert not any(word in text.casefold() for text in told_anywhere())
    assert "111 tokens in, 22 out" in texts(turn, "usage")[0]
    kept = connect.discarded()
    assert [(each.question, each.model) for each in kept] == [(QUESTION, server.model)]
    assert "Zorki Invented" in kept[0].text
    assert "A zeppelin over Zanzibar." in kept[0].text
    click(turn, "showDiscarded")
    dialog = child(window, QDialog, "discardedDialog")
    assert window.runner.wait_idle()
    assert any("Zorki Invented" in text for text in told(dialog))
    assert rich(dialog) == []
    dialog.reject()


def test_a_key_in_a_reply_is_discarded_and_not_kept(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect = connect_model(window, server)
    server.script(lambda kept: Response(message(reply(prose(f"Use {server.key}.", kept.evidence["photos"][0]["id"])))))
    turn = ask(window, qtbot, QUESTION)
    assert texts(turn, "rejectionReasons") == [f"Why: {CODES['leak']}."]
    assert server.key not in connect.discarded()[0].text
    assert not any(server.key in text for text in told_anywhere())
