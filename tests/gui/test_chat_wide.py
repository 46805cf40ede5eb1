"""Replies and questions that would push the narrowest panel wider, or hold the window up with texts laid out again and again."""

import json
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.gui.chat.chip import Chip
from app.gui.chat.harmless import UNBROKEN
from app.gui.chat.said import Said
from app.gui.theme import ThemeKeeper
from app.gui.window import MainWindow
from tests.gui.asked import too_wide
from tests.gui.chatting import card, connect_model, open_chat, prose, settled
from tests.messages_server import Kept, MessagesServer, Response, message

NARROWEST = 340
STATEMENTS = 12
WIDE = {
    "letters": "W" * 900, "planes": "𝕏" * 300, "Thai": "ก็็็็็็็็็็็็" * 40, "turning": "x\u202e\u2066" * 40 + "x",
    "unseen": "a\u034f\u115f\u3164\u2800" * 100, "ligatures": "\ufdfd" * 100, "families": "👩‍👩‍👧‍👦" * 60,
}  # fmt: skip


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer() as running:
        yield running


def narrow(window: MainWindow) -> None:
    window.resize(900, 600)
    open_chat(window)
    window.splitter.setSizes([150, 250, 0, NARROWEST])


def says(server: MessagesServer, text: str) -> None:
    """The model will say this of each photo in turn."""

    def told(kept: Kept) -> Response:
        ids = [each["id"] for each in kept.evidence["photos"]]
        answer = [prose(text, ids[number % len(ids)]) for number in range(STATEMENTS)]
        return Response(message(json.dumps({"answer": answer, "cited_photo_ids": ids, "claims": []}, ensure_ascii=False)))

    server.script(told)


@pytest.mark.parametrize("name", WIDE)
def test_nothing_lies_outside_the_view(window: MainWindow, server: MessagesServer, qtbot: QtBot, name: str) -> None:
    connect_model(window, server)
    narrow(window)
    says(server, WIDE[name])
    window.desk.panel.box.ask(f"Show photos from 2019 {WIDE[name][:60]}")
    turn, history = settled(window, qtbot), window.desk.panel.history
    assert not too_wide(window)
    right = history.viewport().width()
    for each in turn.findChildren(QWidget):
        if each.isVisible():
            assert each.mapTo(history.page, each.rect().topRight()).x() < right, f"{type(each).__name__} {each.objectName()}"


def test_texts_are_laid_out_for_their_own_width_alone(window: MainWindow, server: MessagesServer, qtbot: QtBot) -> None:
    """With and without the bar that scrolls: each width more is a halt as long as all texts of the answer."""
    connect_model(window, server)
    narrow(window)
    says(server, "Some words about a photo. " * 12)
    window.desk.panel.box.ask("Show photos from 2019")
    made = card(settled(window, qtbot))
    texts = [each for each in made.findChildren(Said) if each.objectName() == "modelText"]
    assert len(texts) == STATEMENTS
    for each in texts:
        assert each.width() in each.widths
        assert len(each.widths) <= 2


def test_a_tooltip_can_be_broken(qtbot: QtBot, qapp: QApplication) -> None:
    chip = Chip(ThemeKeeper(qapp, "light"), "search", "w" * 300)
    qtbot.addWidget(chip)
    assert max(map(len, chip.toolTip().split(">")[1].split("<")[0].split("\u200b"))) <= UNBROKEN
