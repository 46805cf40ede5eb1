"""What a person does in the panel of questions, and what they see there; and a model that they have connected."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.domain.sharing import Sharing
from app.gui.chat.answer_card import AnswerCard
from app.gui.chat.citation_strip import CitationStrip, CitedPhoto
from app.gui.chat.turn_view import TurnView
from app.gui.window import MainWindow
from app.services.connect import ConnectModel
from tests.gui.driving import PATIENCE_MS
from tests.messages_server import MessagesServer

W = TypeVar("W", bound=QWidget)


def open_chat(window: MainWindow) -> None:
    """Ctrl+J, with the keyboard in the question."""
    QTest.keyClick(window, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert window.desk.panel.isVisible()
    assert window.desk.panel.box.edit.hasFocus()
    assert window.runner.wait_idle()


def send(window: MainWindow, text: str) -> None:
    """Type a question and press Enter, without waiting."""
    if not window.desk.panel.isVisible():
        open_chat(window)
    edit = window.desk.panel.box.edit
    edit.setFocus()
    QTest.keyClicks(edit, text)
    QTest.keyClick(edit, Qt.Key.Key_Return)


def ask(window: MainWindow, qtbot: QtBot, text: str) -> TurnView:
    """Ask and wait for what comes of it."""
    send(window, text)
    return settled(window, qtbot)


def settled(window: MainWindow, qtbot: QtBot) -> TurnView:
    """The last turn, once something has come of it and pictures are there."""
    qtbot.waitUntil(lambda: not window.desk.asking.running, timeout=PATIENCE_MS)
    turn = window.desk.panel.history.turns[-1]
    qtbot.waitUntil(turn.body.isVisible, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    return turn


def card(turn: TurnView) -> AnswerCard:
    """The card of an answer."""
    assert isinstance(turn.body, AnswerCard), f"{type(turn.body).__name__}: {texts(turn)}"
    return turn.body


def strip(turn: TurnView) -> CitationStrip:
    """The photos that an answer cites."""
    found = turn.findChild(CitationStrip)
    assert isinstance(found, CitationStrip)
    return found


def cited(turn: TurnView) -> Sequence[CitedPhoto]:
    """Their pictures."""
    return strip(turn).pictures


def texts(widget: QWidget, name: str = "") -> list[str]:
    """What the labels say, without the places where a line may break."""
    return [
        each.text().replace("\u200b", "")
        for each in (widget.findChildren(QLabel, name) if name else widget.findChildren(QLabel))
        if each.text()
    ]


def connect_model(window: MainWindow, server: MessagesServer, *, consent: bool = True, preview: bool = False) -> ConnectModel:
    """As a person does in the dialog."""
    connect = window.desk.dialogs.use_cases.connect
    settings = replace(connect.standing().settings, use_model=True, base_url=server.url, model=server.model, preview=preview)
    host = connect.save(settings).host
    connect.keep_key(host, server.key)
    if consent:
        connect.consent(host, Sharing())
    return connect


def reply(*answer: dict[str, object], cited: Sequence[str] = (), claims: Sequence[dict[str, object]] = ()) -> str:
    """A reply as a model writes it."""
    return json.dumps({"answer": answer, "cited_photo_ids": cited, "claims": claims})


def prose(text: str, photo_id: str | None = None) -> dict[str, object]:
    """A statement in a model's own words."""
    return {"kind": "prose", "text": text, "photo_id": photo_id, "origin": "library" if photo_id else "general"}
