"""Consent in the real dialog: what is shown is what is sent, byte for byte, whatever the switches; and nothing is sent by accident."""

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QLineEdit, QPushButton, QTreeWidget, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.bootstrap import Built, build
from app.config.assistant_settings import AssistantSettings
from app.config.paths import LibraryPaths
from app.domain.errors import AppError, LibraryUnavailable
from app.domain.question import Turn
from app.domain.sharing import Sharing
from app.embedding.sentence import SentenceModel
from app.gui.chat.consent_dialog import AGREE, NEVER, SEND, SWITCHES, ConsentDialog
from app.gui.chat.contents import Entry, contents, pretty
from app.gui.chat.payload_view import PIECE, PayloadView
from app.gui.jobs import Runner
from app.gui.measure_panels import Notice
from app.gui.theme import ThemeKeeper
from app.photos.workers import WorkerReader
from app.services.ask import AskPhotos, Connected, Draft
from app.services.cancel import CancelSwitch
from app.services.connect import ConnectModel
from app.services.conversation import Conversation
from tests.gui.conftest import TODAY
from tests.gui.driving import child, click
from tests.messages_server import MessagesServer

QUESTION = "photos in 2019"
Open = Callable[..., ConsentDialog]


class Gated(AskPhotos):
    """Draws requests up again when the gate is open, or fails at it."""

    def __init__(self, ask: AskPhotos) -> None:
        self.ask_of = ask
        self.gate = threading.Event()
        self.error: AppError | None = None

    def redraft(self, draft: Draft, connected: Connected) -> Draft:
        self.gate.wait(60)
        if self.error is not None:
            raise self.error
        return self.ask_of.redraft(draft, connected)


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer() as server:
        yield server


@pytest.fixture
def built(indexed: LibraryPaths, embedder: SentenceModel, reader: WorkerReader, tmp_path: Path) -> Iterator[Built]:
    with build(LibraryPaths(Path(shutil.copytree(indexed.root, tmp_path / "library"))), embedder, reader) as built:
        yield built


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[Runner]:
    runner = Runner()
    yield runner
    assert runner.wait_idle()


@pytest.fixture
def draft(built: Built, server: MessagesServer) -> Draft:
    """The second question of a conversation, as it would be sent."""
    connect, ask = built.use_cases.connect, built.use_cases.ask
    connect.keep_key(server.address.host, server.key)
    connect.save(AssistantSettings(use_model=True, base_url=server.url, model=server.model))
    conversation, connected = Conversation(), connect.connected(to_show=True)
    assert connected is not None
    conversation.note(Turn(ask.gather("photos of the harbour", TODAY, conversation).question, ()), server.address.host)
    return ask.draft(QUESTION, TODAY, conversation, connected)


def agree(built: Built, dialog: ConsentDialog) -> Draft:
    """As the panel does once the dialog was accepted."""
    draft = dialog.draft
    assert draft.connected is not None
    return replace(draft, connected=built.use_cases.connect.agree(draft.connected))


@pytest.fixture
def themes(qapp: QApplication) -> ThemeKeeper:
    return ThemeKeeper(qapp, "light")


@pytest.fixture
def open_dialog(built: Built, draft: Draft, runner: Runner, themes: ThemeKeeper, qtbot: QtBot) -> Open:
    def opened(ask: AskPhotos | None = None, connect: ConnectModel | None = None) -> ConsentDialog:
        cases = built.use_cases
        dialog = ConsentDialog(ask or cases.ask, connect or cases.connect, draft, runner, themes)
        qtbot.addWidget(dialog)
        dialog.show()
        assert runner.wait_idle()
        return dialog

    return opened


def send(dialog: ConsentDialog) -> QPushButton:
    return child(dialog, QPushButton, "consentSend")


def dont(dialog: ConsentDialog) -> QPushButton:
    return child(dialog, QPushButton, "consentDont")


def switch(dialog: ConsentDialog, name: str) -> QAbstractButton:
    return child(dialog, QAbstractButton, f"consent-{name}")


def exact(dialog: ConsentDialog) -> str:
    return child(dialog, PayloadView, "requestExact").text


def tree(dialog: ConsentDialog) -> str:
    """All that the readable view says, a line for each entry."""
    view = child(dialog, QTreeWidget, "requestTree")
    waiting: list[QTreeWidgetItem | None] = [view.invisibleRootItem()]
    lines: list[str] = []
    while waiting:
        item = waiting.pop()
        if item is not None:
            lines.append(f"{item.text(0)}: {item.text(1)}")
            waiting += [item.child(number) for number in range(item.childCount())]
    return "\n".join(lines)


def test_what_is_sent_is_what_was_shown_for_every_combination(
    open_dialog: Open, built: Built, server: MessagesServer, runner: Runner
) -> None:
    server.honest()
    for switches in product((False, True), repeat=len(SWITCHES)):
        dialog = open_dialog()
        for name, on in zip(SWITCHES, switches, strict=True):
            if switch(dialog, name).isChecked() is not on:
                switch(dialog, name).click()
        assert runner.wait_idle()
        shown = exact(dialog)
        send(dialog).click()
        assert runner.wait_idle()
        assert dialog.result() == QDialog.DialogCode.Accepted
        built.use_cases.ask.answer(agree(built, dialog), CancelSwitch())
        assert server.requests[-1].body == shown.encode()
        wanted = Sharing(**dict(zip(SWITCHES, switches, strict=True)))
        assert built.use_cases.connect.standing().settings.consents[server.address.host] == wanted


def test_every_switch_of_sharing_can_be_seen() -> None:
    assert set(SWITCHES) == {each.name for each in fields(Sharing)}


def test_it_says_who_gets_it_and_what_never_leaves(open_dialog: Open, server: MessagesServer) -> None:
    dialog = open_dialog()
    title = child(dialog, QLabel, "consentTitle").text()
    assert server.model in title
    assert server.address.host in title
    assert NEVER in [label.text() for label in dialog.findChildren(QLabel)]


def test_the_readable_view_holds_what_the_bytes_hold(open_dialog: Open, runner: Runner) -> None:
    dialog = open_dialog()
    told = tree(dialog)
    assert f"Question: {QUESTION}" in told
    assert "photos of the harbour" in told
    assert "Photos: 10 photos" in told
    assert "Caption: Fishing boats resting in the harbour at dawn" in told
    assert "Small pictures: none" in told
    assert "File name" not in told
    for name in ("file_names", "thumbnails", "captions"):
        switch(dialog, name).click()
    assert runner.wait_idle()
    told = tree(dialog)
    assert "File name: Fishing boats at dawn.jpg" in told
    assert "Small pictures: 10 pictures" in told
    assert "Caption" not in told
    assert "/9j/" not in told, "pictures are told by their size"
    assert "/9j/" in exact(dialog)


def test_nothing_can_be_sent_while_it_is_drawn_up_again(open_dialog: Open, built: Built, runner: Runner) -> None:
    gated = Gated(built.use_cases.ask)
    dialog = open_dialog(gated)
    before = exact(dialog)
    assert send(dialog).isEnabled()
    switch(dialog, "tags").click()
    assert not send(dialog).isEnabled()
    assert dont(dialog).isDefault()
    gated.gate.set()
    assert runner.wait_idle()
    assert send(dialog).isEnabled()
    assert exact(dialog) != before
    assert dialog.draft.request is not None
    assert exact(dialog).encode() == dialog.draft.request.body


def test_switches_can_be_set_from_the_keyboard(open_dialog: Open, runner: Runner) -> None:
    dialog = open_dialog()
    assert "Whitby" in exact(dialog)
    for name in ("places", "tags", "captions"):
        switch(dialog, name).setFocus()
        QTest.keyClick(switch(dialog, name), Qt.Key.Key_Space)
    assert runner.wait_idle()
    assert "Whitby" not in exact(dialog)
    dialog.grab()


def test_only_the_last_of_several_changes_is_shown(open_dialog: Open, built: Built, runner: Runner) -> None:
    gated = Gated(built.use_cases.ask)
    dialog = open_dialog(gated)
    for _ in range(3):
        switch(dialog, "captions").click()
    gated.gate.set()
    assert runner.wait_idle()
    assert dialog.draft.connected is not None
    assert not dialog.draft.connected.sharing.captions
    assert "Fishing boats resting" not in exact(dialog)


def test_a_failure_is_told_and_nothing_else_is_sent(open_dialog: Open, built: Built, runner: Runner) -> None:
    gated = Gated(built.use_cases.ask)
    gated.gate.set()
    gated.error = LibraryUnavailable("The library cannot be read.")
    dialog = open_dialog(gated)
    switch(dialog, "captions").click()
    assert runner.wait_idle()
    assert child(dialog, Notice, "consentTrouble").text == "The library cannot be read."
    assert not send(dialog).isEnabled(), "the switches say another thing than what is shown"
    switch(dialog, "captions").click()
    assert runner.wait_idle()


def test_not_sending_keeps_nothing(open_dialog: Open, built: Built, server: MessagesServer, runner: Runner) -> None:
    dialog = open_dialog()
    switch(dialog, "people").click()
    click(dialog, "consentDont")
    assert runner.wait_idle()
    assert dialog.result() == QDialog.DialogCode.Rejected
    assert built.use_cases.connect.standing().settings.consents == {}
    assert server.requests == []


def test_enter_sends_only_where_the_person_has_agreed_before(
    open_dialog: Open, runner: Runner, built: Built, server: MessagesServer
) -> None:
    dialog = open_dialog()
    assert send(dialog).text() == AGREE
    assert dont(dialog).isDefault()
    click(dialog, "consentSend")
    assert not dialog.isVisible(), "it is over at once"
    assert built.use_cases.connect.standing().settings.consents == {}, "whoever sends keeps the consent"
    agree(built, dialog)
    again = open_dialog()
    assert send(again).text() == SEND
    assert send(again).isDefault()
    switch(again, "people").click()
    assert runner.wait_idle()
    assert send(again).text() == AGREE, "it is more than was agreed"
    switch(again, "people").click()
    assert runner.wait_idle()
    QTest.keyClick(again, Qt.Key.Key_Return)
    assert again.result() == QDialog.DialogCode.Accepted


def test_a_key_that_is_still_held_sends_nothing(open_dialog: Open, built: Built, runner: Runner, server: MessagesServer) -> None:
    built.use_cases.connect.consent(server.address.host, Sharing())
    dialog = open_dialog()
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True)
    QApplication.sendEvent(dialog, held)
    assert dialog.isVisible()


def test_what_comes_after_it_was_closed_is_dropped(open_dialog: Open, built: Built, runner: Runner) -> None:
    gated = Gated(built.use_cases.ask)
    dialog = open_dialog(gated)
    before = exact(dialog)
    switch(dialog, "tags").click()
    dialog.reject()
    gated.gate.set()
    assert runner.wait_idle()
    assert exact(dialog) == before


def test_words_can_be_searched_for_in_every_view(open_dialog: Open) -> None:
    dialog = open_dialog()
    field = child(dialog, QLineEdit, "requestSearch")
    field.setFocus()
    QTest.keyClicks(field, "fishing boats")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert dialog.isVisible(), "Enter searches here"
    item = child(dialog, QTreeWidget, "requestTree").currentItem()
    assert item is not None
    assert "Fishing boats" in item.text(1)
    click(dialog, "requestPage2")
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Return)
    view = child(dialog, PayloadView, "requestExact")
    assert view.textCursor().selectedText().casefold() == "fishing boats"
    field.setText("no such words in it")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.toolTip() == "This view does not hold these words."


def test_a_draft_of_which_nothing_leaves_is_no_case_for_consent(built: Built, runner: Runner, qtbot: QtBot, qapp: QApplication) -> None:
    offline = built.use_cases.ask.draft(QUESTION, TODAY)
    with pytest.raises(ValueError, match="nothing of this draft leaves"):
        ConsentDialog(built.use_cases.ask, built.use_cases.connect, offline, runner, ThemeKeeper(qapp, "light"))


# What the views make of a body


def flat(entries: tuple[Entry, ...]) -> list[str]:
    return [line for each in entries for line in (f"{each.name}: {each.value}", *flat(each.below))]


def body(evidence: object) -> bytes:
    content = [{"type": "text", "text": f"EVIDENCE-1\n{json.dumps(evidence)}\nEVIDENCE-1"}]
    return json.dumps({"model": "m", "system": "rules", "messages": [{"role": "user", "content": content}]}).encode()


STRANGE = [
    b"", b"no json", b"[]", b"{}", b'"text"', b"\xff\xfe", b"[" * 100_000, b'{"messages": 7}', b'{"system": [1, {"text": 2}]}',
    b'{"messages": ["x", {"content": [7]}]}', b'{"messages": [{"content": 7}, {"content": "{"}]}',
    b'{"messages": [{"content": [{"type": "image", "source": {"data": "%%%"}}, {"type": "image", "source": 1}]}]}',
    body({"photos": [7, {"id": 1, "facts": 2}], "library": [1], "relationships": [{"relation": 1}], "new": {"deep": [1]}}),
]  # fmt: skip


@pytest.mark.parametrize("strange", STRANGE, ids=range(len(STRANGE)))
def test_no_body_is_too_strange_to_be_shown(strange: bytes) -> None:
    assert flat(contents(strange))
    assert pretty(strange) is not None


def test_what_is_not_known_here_is_shown_as_well() -> None:
    told = flat(contents(body({"question": "boats?", "photos": [{"id": "P-1", "facts": {"shutter": 0.004, "new_fact": "x"}}], "new": "y"})))
    assert {"Question: boats?", "Exposure time: 1/250 s", "New fact: x", "New: y"} <= set(told)


def test_texts_out_of_files_are_harmless_in_the_readable_view() -> None:
    told = flat(contents(body({"photos": [{"id": "P-1", "facts": {"caption": "\u202ecod.exe\nsecond\tline <b>"}}]})))
    assert "Caption: \ufffdcod.exe second line <b>" in told


# The view of bytes


def test_a_body_of_megabytes_is_shown_and_copied_whole(qtbot: QtBot) -> None:
    view = PayloadView("body", "body")
    qtbot.addWidget(view)
    view.show()
    text = "a" * (3 * PIECE + 5) + "\n\n" + "b" * PIECE + "\n" + "c" * 1_000_000
    view.show_text(text)
    assert view.text == text
    assert max(len(view.document().findBlockByNumber(number).text()) for number in range(view.blockCount())) <= PIECE
    view.selectAll()
    view.copy()
    assert QGuiApplication.clipboard().text() == text
    cursor = view.textCursor()
    cursor.setPosition(PIECE - 2)
    cursor.setPosition(PIECE + 3, cursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    view.copy()
    assert QGuiApplication.clipboard().text() == "aaaa", "no line break where none is sent"


def test_what_cannot_be_seen_is_shown_as_a_code(qtbot: QtBot) -> None:
    view = PayloadView("body", "body")
    qtbot.addWidget(view)
    view.show_text("a\u202eb\u200bc\x00d\ufeffe\U000e0041f\u2028g\u2029h\x85i\rj")
    assert view.toPlainText() == "a\\u202eb\\u200bc\\u0000d\\ufeffe\\U000e0041f\\u2028g\\u2029h\\u0085i\\u000dj"
    assert view.isReadOnly()
