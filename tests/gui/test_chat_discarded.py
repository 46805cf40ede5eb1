"""The log of discarded replies: listed with reasons in words, nothing but text, cleared only when that is meant."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMessageBox, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from app.assistant.claude.replier import ClaudeReplier, list_models
from app.assistant.gates.verdict import CODES
from app.config.assistant_settings import AssistantSettingsFile
from app.config.keys import Keys
from app.gui.chat.discarded_dialog import EMPTY, ClearQuestion, DiscardedDialog, reasons_text
from app.gui.chat.payload_view import PayloadView
from app.gui.jobs import Runner
from app.library.discarded import DiscardedReplies, DiscardedReply
from app.services.connect import ConnectModel
from tests.gui.driving import child, click

HOSTILE = '<a href="https://evil.test">click</a> <b>bold</b> \u202egnp.exe\u202c [x](https://evil.test)'


@pytest.fixture
def log(tmp_path: Path) -> DiscardedReplies:
    return DiscardedReplies(tmp_path / "discarded.json")


@pytest.fixture
def connect(log: DiscardedReplies, tmp_path: Path) -> ConnectModel:
    return ConnectModel(AssistantSettingsFile(tmp_path / "assistant.json"), Keys(), ClaudeReplier, list_models, log)


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[Runner]:
    runner = Runner()
    yield runner
    assert runner.wait_idle()


def reply(number: int = 0, text: str = "{}", *codes: str, question: str = "who is at the lake?") -> DiscardedReply:
    reasons = tuple(("claims", code, f"claim {place}: {CODES.get(code, 'x')}") for place, code in enumerate(codes))
    return DiscardedReply(f"2026-06-14T10:20:{number:02}", question, "claude-of-the-tests", "sourced", reasons, text)


def opened(connect: ConnectModel, runner: Runner, qtbot: QtBot) -> DiscardedDialog:
    dialog = DiscardedDialog(connect, runner)
    qtbot.addWidget(dialog)
    dialog.show()
    assert runner.wait_idle()
    return dialog


def rows(dialog: DiscardedDialog) -> list[list[str]]:
    model = child(dialog, QTableView, "discardedTable").model()
    return [[str(model.index(row, column).data()) for column in range(3)] for row in range(model.rowCount(QModelIndex()))]


def test_an_empty_log_says_so(connect: ConnectModel, runner: Runner, qtbot: QtBot) -> None:
    dialog = opened(connect, runner, qtbot)
    assert child(dialog, QLabel, "discardedSays").text() == EMPTY
    assert "A reply is discarded when something in it cannot be checked" in EMPTY
    assert not child(dialog, QTableView, "discardedTable").isVisible()
    assert not child(dialog, QPushButton, "discardedClear").isEnabled()


def test_the_latest_comes_first_with_its_reasons(connect: ConnectModel, log: DiscardedReplies, runner: Runner, qtbot: QtBot) -> None:
    log.add(reply(1, "the first"))
    log.add(reply(2, "the second", "wrong_value", "wrong_value", "leak", question="boats?"))
    dialog = opened(connect, runner, qtbot)
    when = "14 June 2026, 10:20"
    assert rows(dialog) == [[when, "boats?", "claude-of-the-tests"], [when, "who is at the lake?", "claude-of-the-tests"]]
    assert child(dialog, PayloadView, "discardedText").text == "the second"
    assert child(dialog, QLabel, "discardedReasons").text().splitlines() == [
        "• What the photo says is another (2 times).",
        "• It holds something that must not leave the prompt.",
    ]
    QTest.keyClick(child(dialog, QTableView, "discardedTable"), Qt.Key.Key_Down)
    assert child(dialog, PayloadView, "discardedText").text == "the first"


def test_every_reason_has_words() -> None:
    for code, words in CODES.items():
        assert words in reasons_text([("gate", code, "")]).replace(words[:1].upper(), words[:1], 1)
    assert reasons_text([("gate", "of_a_later_version", "claim 1: <b>new</b>")]) == "• Claim 1: <b>new</b>."
    assert reasons_text(()) == "• The reason was not kept."


def test_what_it_said_is_nothing_but_text(connect: ConnectModel, log: DiscardedReplies, runner: Runner, qtbot: QtBot) -> None:
    log.add(reply(1, HOSTILE, question=HOSTILE))
    dialog = opened(connect, runner, qtbot)
    view = child(dialog, PayloadView, "discardedText")
    assert view.toPlainText() == HOSTILE.replace("\u202e", "\\u202e").replace("\u202c", "\\u202c")
    assert "\u202e" not in rows(dialog)[0][1]
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in dialog.findChildren(QLabel) if label.text())
    view.selectAll()
    view.copy()
    copied = QGuiApplication.clipboard().mimeData()
    assert copied.text() == view.text
    assert not copied.hasHtml()


def test_clearing_asks_first(connect: ConnectModel, log: DiscardedReplies, runner: Runner, qtbot: QtBot) -> None:
    log.add(reply())
    dialog = opened(connect, runner, qtbot)
    click(dialog, "discardedClear")
    question = child(dialog, ClearQuestion, "discardedQuestion")
    assert question.textFormat() is Qt.TextFormat.PlainText
    assert isinstance(question, QMessageBox)
    assert question.defaultButton().objectName() == "discardedKeep"
    click(question, "discardedKeep")
    assert runner.wait_idle()
    assert len(log.all()) == 1
    click(dialog, "discardedClear")
    click(dialog.findChildren(ClearQuestion)[-1], "discardedErase")
    assert runner.wait_idle()
    assert log.all() == ()
    assert child(dialog, QLabel, "discardedSays").text() == EMPTY


def test_what_comes_after_it_was_closed_is_dropped(connect: ConnectModel, log: DiscardedReplies, runner: Runner, qtbot: QtBot) -> None:
    log.add(reply())
    dialog = DiscardedDialog(connect, runner)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.reject()
    assert runner.wait_idle()
    assert rows(dialog) == []
