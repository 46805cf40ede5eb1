"""The same panel with a model that is connected: a real client, and a server on this machine that is honest, lying, slow or broken."""

import json
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.assistant.gates.verdict import CODES, REJECTION
from app.gui.chat.consent_dialog import ConsentDialog
from app.gui.chat.line_marks import FLAGGED, UNCHECKED
from app.gui.chat.mode_chip import ModeChip
from app.gui.chat.turn_view import Pending, TroubleCard
from app.gui.window import MainWindow
from tests.gui.chatting import ask, card, cited, connect_model, open_chat, prose, reply, send, settled, texts
from tests.gui.driving import PATIENCE_MS, child, click
from tests.messages_server import Kept, MessagesServer, Response, honest_reply, message

COUNT_2019 = "How many photos were taken in 2019?"


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer() as running:
        yield running


def consent_dialog(window: MainWindow, qtbot: QtBot) -> ConsentDialog:
    """The one that has opened, once it can be answered."""
    qtbot.waitUntil(lambda: window.findChild(ConsentDialog) is not None, timeout=PATIENCE_MS)
    dialog = window.findChild(ConsentDialog)
    assert dialog is not None
    qtbot.waitUntil(child(dialog, QPushButton, "consentSend").isEnabled, timeout=PATIENCE_MS)
    return dialog


def messages(server: MessagesServer) -> list[Kept]:
    return [each for each in server.requests if each.path.endswith("/messages")]


def test_an_honest_model_is_shown_apart_from_what_was_checked(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server)
    server.honest(tokens=(1_234, 56))
    turn = ask(window, qtbot, COUNT_2019)
    words = child(turn, QWidget, "modelWords")
    assert words.isVisible()
    assert UNCHECKED in texts(words)
    assert texts(words, "modelText") == ["This one is close."]
    assert "This one is close." not in texts(turn, "checkedText")
    assert texts(turn, "checkedText")
    assert "1,234 tokens in, 56 out" in texts(turn, "usage")[0]
    assert cited(turn)


def test_who_answers_is_told(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    open_chat(window)
    who = child(window, QToolButton, "whoAnswers")
    assert who.text() == "Candid, offline"
    connect_model(window, server)
    ask(window, qtbot, COUNT_2019)
    assert server.model in who.text()
    assert "127.0.0.1" in who.text()


def test_nothing_is_sent_before_the_person_agrees(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server, consent=False)
    send(window, COUNT_2019)
    dialog = consent_dialog(window, qtbot)
    assert messages(server) == []
    shown = dialog.draft.request
    assert shown is not None
    click(dialog, "consentSend")
    turn = settled(window, qtbot)
    assert [each.body for each in messages(server)] == [shown.body]
    assert card(turn).answer.cited
    ask(window, qtbot, COUNT_2019)
    assert len(messages(server)) == 2


def test_who_does_not_agree_has_cancelled_the_question(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server, consent=False)
    send(window, COUNT_2019)
    consent_dialog(window, qtbot).reject()
    turn = settled(window, qtbot)
    assert texts(turn, "cancelled")
    assert messages(server) == []


def test_each_request_is_shown_where_that_is_wanted(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server, preview=True)
    for number in range(2):
        send(window, COUNT_2019)
        dialog = consent_dialog(window, qtbot)
        assert len(messages(server)) == number
        click(dialog, "consentSend")
        settled(window, qtbot)
    assert len(messages(server)) == 2


def test_follow_ups_carry_the_questions_before(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server)
    ask(window, qtbot, COUNT_2019)
    ask(window, qtbot, "Which camera took the most photos?")
    sent = [each.body.decode() for each in messages(server)]
    assert COUNT_2019 in sent[1]
    window.desk.panel.new.trigger()
    ask(window, qtbot, "Which is the oldest photo?")
    assert COUNT_2019 not in messages(server)[2].body.decode()


@pytest.mark.parametrize(
    ("lie", "code"),
    [
        ("I will not write JSON.", "not_json"),
        (reply(prose("A picture of a cat.", "P-0000")), "unknown_photo"),
        (reply({"kind": "claim", "ref": 0}, claims=[{"kind": "count", "fact": "matching", "value": 987_654}]), "wrong_count"),
    ],
)
def test_a_lie_is_never_painted(window: MainWindow, server: MessagesServer, qtbot: QtBot, lie: str, code: str) -> None:
    connect_model(window, server)
    server.reply_with(lie)
    turn = ask(window, qtbot, COUNT_2019)
    assert texts(turn, "rejectionText") == [REJECTION]
    assert CODES[code] in texts(turn, "rejectionReasons")[0]
    chip = turn.findChild(ModeChip)
    assert isinstance(chip, ModeChip)
    assert chip.word == "Discarded"
    assert not any(word in " ".join(texts(turn)) for word in ("cat", "987", "will not write"))
    server.forget()
    server.honest()
    click(turn, "askAgain")
    assert card(settled(window, qtbot)).answer.cited


def test_the_log_of_discarded_replies_is_opened_from_the_card(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server)
    server.reply_with("no JSON")
    click(ask(window, qtbot, COUNT_2019), "showDiscarded")
    dialog = child(window, QDialog, "discardedDialog")
    assert dialog.isVisible()
    assert window.runner.wait_idle()
    dialog.reject()


@pytest.mark.parametrize(("status", "mends"), [(401, True), (403, True), (404, True), (413, False)])
def test_a_failure_is_a_sentence_with_what_can_be_done(
    window: MainWindow, server: MessagesServer, qtbot: QtBot, status: int, mends: bool
) -> None:
    connect_model(window, server)
    server.fail(status, "says the server <b>loudly</b>")
    turn = ask(window, qtbot, COUNT_2019)
    assert isinstance(turn.body, TroubleCard)
    assert texts(turn, "troubleText")[0].endswith((".", "”"))
    assert child(turn, QPushButton, "openConnection").isVisible() is mends
    server.forget()
    server.honest()
    click(turn, "askAgain")
    assert card(settled(window, qtbot)).answer.cited


def test_a_failure_offers_an_answer_without_the_model_this_once(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect = connect_model(window, server)
    before = connect.standing().settings
    server.fail(401)
    turn = ask(window, qtbot, COUNT_2019)
    server.forget()
    server.honest()
    click(turn, "answerAlone")
    assert texts(settled(window, qtbot), "checkedText")
    assert messages(server) == []
    assert connect.standing().settings == before
    ask(window, qtbot, COUNT_2019)
    assert len(messages(server)) == 1


def test_the_settings_of_the_model_are_opened_from_a_failure(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server)
    server.fail(401)
    click(ask(window, qtbot, COUNT_2019), "openConnection")
    dialog = child(window, QDialog, "connectDialog")
    assert dialog.isVisible()
    assert window.runner.wait_idle()
    dialog.reject()
    assert window.runner.wait_idle()


def test_cancel_is_at_once_and_what_comes_late_is_dropped(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server)
    server.slow(60.0)
    send(window, COUNT_2019)
    qtbot.waitUntil(lambda: bool(messages(server)), timeout=PATIENCE_MS)
    turn = window.desk.panel.history.turns[-1]
    assert isinstance(turn.body, Pending)
    qtbot.waitUntil(lambda: "127.0.0.1" in texts(turn, "pendingText")[0], timeout=PATIENCE_MS)
    click(window, "sendQuestion")
    assert texts(turn, "cancelled")
    assert not window.desk.asking.running
    server.forget()
    server.honest()
    assert card(ask(window, qtbot, "Which is the oldest photo?")).answer.cited
    assert turn.exchange.answer is None
    assert COUNT_2019 not in messages(server)[-1].body.decode()


def test_the_window_can_be_closed_while_an_answer_is_waited_for(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server)
    server.slow(60.0)
    send(window, COUNT_2019)
    qtbot.waitUntil(lambda: bool(messages(server)), timeout=PATIENCE_MS)
    assert window.shut_down()


def test_prose_that_names_a_relationship_is_marked(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    def flagged(kept: Kept) -> Response:
        first = kept.evidence["photos"][0]["id"]
        told = reply(prose("Taken on the same day as the other photos.", first), prose("A quiet scene.", first), cited=[first])
        return Response(message(told))

    connect_model(window, server)
    server.script(flagged)
    turn = ask(window, qtbot, COUNT_2019)
    assert len(card(turn).answer.flags) >= 1
    assert texts(turn).count(FLAGGED) == 1
    assert [each for each in turn.findChildren(QWidget, "flagged") if each.isVisible()]


HOSTILE = (
    "<b>bold</b> <a href='https://example.org'>link</a> https://example.org <img src='file:///etc/passwd'> **md** [x](javascript:y)",
    "right \u202eto left\u202c and \u2067isolated and \x1b[31mred\x07",
    "w" * 600,
    "&lt;script&gt; &amp; & <br><h1>x</h1>",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_prose_stays_plain_text(window: MainWindow, server: MessagesServer, qtbot: QtBot, text: str) -> None:
    def told(kept: Kept) -> Response:
        return Response(message(reply(prose(text, kept.evidence["photos"][0]["id"]), cited=[kept.evidence["photos"][0]["id"]])))

    connect_model(window, server)
    server.script(told)
    turn = ask(window, qtbot, COUNT_2019)
    labels = window.desk.panel.findChildren(QLabel)
    assert {each.textFormat() for each in labels} == {Qt.TextFormat.PlainText}
    assert not any(each.openExternalLinks() for each in labels)
    said = "".join(texts(turn, "modelText"))
    assert not set(said) & set("\u202e\u2067\x1b\x07")
    assert ("<b>" in said) is ("<b>" in text)
    assert window.desk.panel.history.page.minimumSizeHint().width() <= window.desk.panel.history.viewport().width()


def test_the_interface_answers_while_a_model_is_waited_for(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server)
    let = threading.Event()

    def late(kept: Kept) -> Response:
        let.wait(60)
        return Response(message(honest_reply(kept.evidence)))

    server.script(late)
    send(window, COUNT_2019)
    qtbot.waitUntil(lambda: bool(messages(server)), timeout=PATIENCE_MS)
    QTest.keyClicks(window.desk.panel.box.edit, "meanwhile")
    assert window.desk.panel.box.edit.toPlainText() == "meanwhile"
    assert child(window, QToolButton, "sendQuestion").text() == "Cancel"
    QTest.keyClick(window.desk.panel.box.edit, Qt.Key.Key_Return)
    assert window.desk.panel.box.edit.toPlainText() == "meanwhile"
    let.set()
    assert card(settled(window, qtbot)).answer.cited
    assert len(messages(server)) == 1


def test_what_is_sent_is_json_and_holds_no_path(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server)
    ask(window, qtbot, COUNT_2019)
    body = messages(server)[0].body.decode()
    assert json.loads(body)["model"] == server.model
    assert "/resources/sample" not in body


def test_who_answers_leads_to_the_settings_and_tells_what_was_saved(window: MainWindow, server: MessagesServer) -> None:
    open_chat(window)
    click(window, "whoAnswers")
    dialog = child(window, QDialog, "connectDialog")
    assert window.runner.wait_idle()
    connect_model(window, server)
    dialog.reject()
    assert window.runner.wait_idle()
    assert server.model in child(window, QToolButton, "whoAnswers").text()


def test_what_came_is_told_to_who_cannot_see_it(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    connect_model(window, server)
    turn = ask(window, qtbot, COUNT_2019)
    assert turn.spoken.startswith("Sourced. ")
    assert card(turn).answer.verified[0] in turn.spoken
    server.fail(401)
    turn = ask(window, qtbot, COUNT_2019)
    assert turn.spoken == texts(turn, "troubleText")[0]
