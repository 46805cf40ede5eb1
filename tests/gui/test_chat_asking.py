"""Asking in the real window over the sample library, without a model: by typing, by suggestions, by keys alone."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.gui.chat.chip import Chip
from app.gui.chat.mode_chip import ModeChip
from app.gui.chat.panel import ChatPanel
from app.gui.side_panels import WIDE
from app.gui.theme import DARK, LIGHT
from app.gui.window import MainWindow
from tests.gui.chatting import ask, card, cited, open_chat, send, settled, texts
from tests.gui.conftest import OpenWindow
from tests.gui.driving import PATIENCE_MS, child, click, type_query

COUNT_2019 = "How many photos were taken in 2019?"


def test_a_typed_question_is_answered_with_label_checks_and_photos(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, COUNT_2019)
    assert texts(turn, "questionBubble") == [COUNT_2019]
    chip = turn.findChild(ModeChip)
    assert isinstance(chip, ModeChip)
    assert (chip.word, chip.isVisible()) == ("Sourced", True)
    number = len(window.browsing._search.search("date:2019", window.desk._today()))
    assert any(f"{number} photos" in each for each in texts(turn, "checkedText"))
    assert 0 < len(cited(turn)) <= number
    assert window.desk.panel.box.edit.toPlainText() == ""


def test_the_new_answer_begins_at_the_top(window: MainWindow, qtbot: QtBot) -> None:
    for _ in range(3):
        turn = ask(window, qtbot, COUNT_2019)
    history = window.desk.panel.history
    bar = history.verticalScrollBar()
    qtbot.waitUntil(lambda: not history._settled.isActive(), timeout=PATIENCE_MS)
    assert bar.maximum() > 0
    top = turn.mapTo(history.viewport(), QPoint(0, 0)).y()
    assert top >= 0
    assert top < 30 or bar.value() == bar.maximum()


def test_what_was_checked_is_listed_on_demand(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, COUNT_2019)
    toggle, inner = child(turn, QToolButton, "checkedToggle"), child(turn, QWidget, "checkedList")
    assert toggle.text() == f"Checked ({len(card(turn).answer.verified)})"
    assert not inner.isVisible()
    toggle.click()
    assert inner.isVisible()
    assert texts(inner) == list(card(turn).answer.verified)


def test_the_ruler_is_shown_on_demand(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, COUNT_2019)
    click(turn, "toggleRuler")
    assert child(turn, QWidget, "ruler").isVisible()
    click(turn, "toggleRuler")
    assert not child(turn, QWidget, "ruler").isVisible()


def test_suggestions_hold_values_of_the_library_and_are_asked_by_a_click(window: MainWindow, qtbot: QtBot) -> None:
    open_chat(window)
    buttons = window.desk.panel.history.beginning.buttons
    assert 3 <= len(buttons) <= 5
    assert all(each.isVisible() for each in buttons)
    year = next(each.text() for each in buttons if each.text().startswith("How many photos were taken in"))
    assert len(window.browsing._search.search(f"date:{year[-5:-1]}", window.desk._today())) > 0
    QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    turn = settled(window, qtbot)
    assert turn.exchange.text == buttons[0].text()
    assert not window.desk.panel.history.beginning.isVisible()


def test_a_new_conversation_begins_empty(window: MainWindow, qtbot: QtBot) -> None:
    ask(window, qtbot, COUNT_2019)
    window.desk.panel.new.trigger()
    assert window.desk.panel.history.turns == []
    assert window.desk.panel.history.beginning.isVisible()
    assert not window.desk.panel.export.isEnabled()
    assert texts(ask(window, qtbot, COUNT_2019), "questionBubble") == [COUNT_2019]


def test_keys_of_the_question(window: MainWindow, qtbot: QtBot) -> None:
    ask(window, qtbot, COUNT_2019)
    ask(window, qtbot, "Which camera took the most photos?")
    edit = window.desk.panel.box.edit
    edit.setFocus()
    QTest.keyClicks(edit, "half")
    for expected in ("Which camera took the most photos?", COUNT_2019, COUNT_2019):
        QTest.keyClick(edit, Qt.Key.Key_Up)
        assert edit.toPlainText() == expected
    for _ in range(2):
        QTest.keyClick(edit, Qt.Key.Key_Down)
    assert edit.toPlainText() == "half"
    QTest.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(edit, "line")
    assert edit.toPlainText() == "half\nline"
    QTest.keyClick(edit, Qt.Key.Key_Escape)
    assert window.pages.grid.hasFocus()
    assert len(window.desk.panel.history.turns) == 2


def test_the_question_grows_to_five_lines(window: MainWindow) -> None:
    open_chat(window)
    edit, heights = window.desk.panel.box.edit, []
    for _ in range(8):
        QTest.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        QTest.qWait(1)
        heights.append(edit.height())
    assert heights == sorted(heights)
    assert heights[2] > heights[0]
    assert heights[-1] == heights[3]


def test_by_keys_alone_from_question_to_photo(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, COUNT_2019)
    picture = cited(turn)[0]
    window.desk.panel.box.edit.setFocus()
    for _ in range(60):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
        if window.focusWidget() is picture:
            break
    assert window.focusWidget() is picture
    QTest.keyClick(picture, Qt.Key.Key_Space)
    assert window.runner.wait_idle()
    photo = picture.citation.photo
    assert photo is not None
    assert window.pages.grid.selected_ids().tolist() == [photo.id]
    QTest.keyClick(window, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert not window.desk.panel.isVisible()


def test_the_keyboard_goes_through_the_panel_from_above(window: MainWindow, qtbot: QtBot) -> None:
    turns = [ask(window, qtbot, COUNT_2019) for _ in range(2)]
    panel, met = window.desk.panel, []
    qtbot.waitUntil(lambda: panel.history.verticalScrollBar().maximum() > 0, timeout=PATIENCE_MS)
    child(panel, QToolButton, "whoAnswers").setFocus()
    for _ in range(120):
        met.append(window.focusWidget())
        if met[-1] is panel.box.edit:
            break
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    places = [each.mapTo(panel, QPoint(0, 0)).y() for each in met if each in (*cited(turns[0]), *cited(turns[1]), panel.box.edit)]
    assert met[-1] is panel.box.edit
    assert places == sorted(places)
    assert set(cited(turns[0])) | set(cited(turns[1])) <= set(met)


def test_everything_that_can_be_pressed_has_a_name(window: MainWindow, qtbot: QtBot) -> None:
    ask(window, qtbot, COUNT_2019)
    buttons = [*window.desk.panel.findChildren(QToolButton), *window.desk.panel.findChildren(QPushButton)]
    assert [each.objectName() for each in buttons if each.isVisible() and not (each.accessibleName() or each.text())] == []


def test_an_answer_is_copied_as_plain_text(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, COUNT_2019)
    click(turn, "copyAnswer")
    copied = QGuiApplication.clipboard().text()
    assert copied.splitlines()[0] == COUNT_2019
    assert "Sourced" in copied
    assert all(f"✓ {each}" in copied for each in card(turn).answer.verified)
    assert all(Path(each.citation.path).name in copied for each in cited(turn))


def test_light_and_dark(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, COUNT_2019)
    chip = turn.findChild(ModeChip)
    assert isinstance(chip, ModeChip)
    for mode, theme in (("dark", DARK), ("light", LIGHT)):
        window._themes.set_mode(mode)  # type: ignore[arg-type]
        assert chip.color == theme.exact
        page = window.desk.panel.history.grab().toImage()
        assert page.pixelColor(4, page.height() - 4).name() == theme.surface.name()
        assert card(turn).grab().toImage().pixelColor(20, 4).name() == theme.raised.name()


def test_the_panel_is_remembered(open_window: OpenWindow, indexed: object, tmp_path: Path, window: MainWindow) -> None:
    open_chat(window)
    sizes = window.splitter.sizes()
    window.splitter.setSizes([*sizes[:-1], sizes[-1] + 90])
    width = window.desk.panel.width()
    window.close()
    again = open_window(tmp_path / "library")
    assert again.desk.panel.isVisible()
    assert again.desk.panel.width() == width > sizes[-1]
    click(again, "toggleChat")
    again.close()
    assert not open_window(tmp_path / "library").desk.panel.isVisible()


def test_details_and_questions_share_the_room(window: MainWindow) -> None:
    assert window.details.isVisible()
    click(window, "toggleChat")
    assert (window.desk.panel.isVisible(), window.details.isVisible()) == (True, False)
    assert window.pages.width() > window.desk.panel.width()
    assert not child(window, QToolButton, "toggleDetails").isChecked()
    click(window, "toggleDetails")
    assert (window.desk.panel.isVisible(), window.details.isVisible()) == (False, True)
    window.resize(WIDE + 200, 900)
    click(window, "toggleChat")
    assert (window.desk.panel.isVisible(), window.details.isVisible()) == (True, True)


def test_the_panel_stays_narrow_whatever_is_in_it(window: MainWindow, qtbot: QtBot) -> None:
    long = "x" * 300
    ask(window, qtbot, f"Show photos of {long}")
    panel = child(window, ChatPanel, "chatPanel")
    assert panel.minimumSizeHint().width() <= panel.minimumWidth()
    history = panel.history
    assert history.page.minimumSizeHint().width() <= history.viewport().width()


def test_there_is_nothing_to_ask_on_the_first_page(empty_window: MainWindow) -> None:
    QTest.keyClick(empty_window, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert not empty_window.desk.panel.isVisible()


def test_an_answer_that_was_cancelled_never_comes(window: MainWindow, qtbot: QtBot) -> None:
    send(window, COUNT_2019)
    click(window, "sendQuestion")
    turn = window.desk.panel.history.turns[-1]
    assert texts(turn, "cancelled")
    assert child(window, QToolButton, "sendQuestion").text() == "Send"
    assert window.runner.wait_idle()
    assert texts(turn, "cancelled")
    assert turn.exchange.answer is None
    assert card(ask(window, qtbot, COUNT_2019)).answer.cited


def test_a_question_after_a_cancelled_one_waits_for_its_end(window: MainWindow, qtbot: QtBot) -> None:
    for _ in range(4):
        send(window, COUNT_2019)
        window.desk.asking.cancel()
    turn = ask(window, qtbot, COUNT_2019)
    assert card(turn).answer.cited
    assert [each.exchange.cancelled for each in window.desk.panel.history.turns] == [True] * 4 + [False]


def test_an_empty_question_is_not_sent(window: MainWindow) -> None:
    open_chat(window)
    send(window, "   ")
    assert window.desk.panel.history.turns == []
    assert not child(window, QToolButton, "sendQuestion").isEnabled()


@pytest.mark.parametrize("name", ["chatHistory", "questionBox", "scopeChip"])
def test_parts_are_named(window: MainWindow, name: str) -> None:
    assert child(window, QWidget, name).accessibleName()


def test_labels_never_read_markup(window: MainWindow, qtbot: QtBot) -> None:
    hostile = "Show photos of <b>boats</b> <a href='https://example.org'>here</a>"
    ask(window, qtbot, hostile)
    labels = window.desk.panel.findChildren(QLabel)
    assert len(labels) > 5
    assert {each.textFormat() for each in labels} == {Qt.TextFormat.PlainText}
    assert not any(each.openExternalLinks() for each in labels)
    assert all(isinstance(each.text(), str) for each in window.desk.panel.findChildren(Chip))


def test_a_search_of_ones_own_can_be_asked_about_meanwhile(window: MainWindow, qtbot: QtBot) -> None:
    type_query(window, qtbot, "tag:harbour")
    open_chat(window)
    send(window, COUNT_2019)
    qtbot.waitUntil(lambda: not window.desk.asking.running, timeout=PATIENCE_MS)
    assert window.top.box.text() == "tag:harbour"


@pytest.mark.parametrize("suffix", ["md", "pdf"])
def test_a_conversation_is_exported(window: MainWindow, qtbot: QtBot, tmp_path: Path, suffix: str) -> None:
    ask(window, qtbot, COUNT_2019)
    assert window.desk.panel.export.isEnabled()
    window.desk.panel.export.trigger()
    dialog = child(window, QFileDialog, "exportDialog")
    path = tmp_path / f"answers.{suffix}"
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    assert window.runner.wait_idle()
    assert path.stat().st_size > 500
    assert path.name in window.message.text


def test_an_export_that_cannot_be_written_is_told(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    ask(window, qtbot, COUNT_2019)
    window.desk.panel.export.trigger()
    dialog = child(window, QFileDialog, "exportDialog")
    dialog.fileSelected.emit(str(tmp_path / "no such folder" / "answers.pdf"))
    dialog.reject()
    assert window.runner.wait_idle()
    assert window.message.isVisible()
    assert "answers.pdf" in window.message.text


def test_asking_again_leaves_alone_what_is_being_typed(window: MainWindow, qtbot: QtBot) -> None:
    ask(window, qtbot, COUNT_2019)
    QTest.keyClicks(window.desk.panel.box.edit, "half a question")
    window.desk.wishes.ask.emit(COUNT_2019)
    settled(window, qtbot)
    assert len(window.desk.panel.history.turns) == 2
    assert window.desk.panel.box.edit.toPlainText() == "half a question"


def test_the_key_that_opened_the_panel_closes_it_from_the_question(window: MainWindow) -> None:
    open_chat(window)
    QTest.keyClicks(window.desk.panel.box.edit, "half")
    QTest.keyClick(window.desk.panel.box.edit, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert not window.desk.panel.isVisible()
    assert window.focusWidget() is window.pages.grid
    open_chat(window)
    assert window.desk.panel.box.edit.toPlainText() == "half"


def test_what_is_typed_on_a_button_is_the_question(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, COUNT_2019)
    details, edit = window.panels.details, window.desk.panel.box.edit
    for typed in ("is it", "Is there"):
        click(turn, "copyAnswer")
        if typed.startswith("I"):
            child(turn, QToolButton, "copyAnswer").setFocus()
        assert window.focusWidget() is not edit
        QTest.keyClicks(window.focusWidget(), typed[0])
        assert window.focusWidget() is edit
        QTest.keyClicks(edit, typed[1:])
        assert edit.toPlainText() == typed
        edit.clear()
    assert window.panels.details == details
    window.pages.focus_list()
    QTest.keyClicks(window.pages.grid, "i")
    assert window.panels.details != details


def test_enter_opens_what_was_checked_as_space_does(window: MainWindow, qtbot: QtBot) -> None:
    turn = ask(window, qtbot, COUNT_2019)
    toggle, inner = child(turn, QToolButton, "checkedToggle"), child(turn, QWidget, "checkedList")
    toggle.setFocus()
    for key, shown in ((Qt.Key.Key_Return, True), (Qt.Key.Key_Enter, False), (Qt.Key.Key_Space, True)):
        QTest.keyClick(toggle, key)
        assert inner.isVisible() is shown
    assert toggle.hasFocus()
