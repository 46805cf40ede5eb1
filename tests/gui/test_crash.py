"""What nobody expected: one calm dialog with details that can be copied, and the program goes on."""

import sys
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.gui.crash import CrashDialog, CrashReporter, details_of
from tests.gui.driving import PATIENCE_MS


@pytest.fixture
def reporter(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> CrashReporter:
    """A reporter over a window, whose errors do not reach the test's own hook."""
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    monkeypatch.setattr(sys, "__excepthook__", lambda *_: None)
    return CrashReporter(window)


def fail(reporter: CrashReporter, text: str) -> None:
    """Something that nobody expected."""
    try:
        raise ValueError(text)
    except ValueError as error:
        reporter.heed(type(error), error, error.__traceback__)


def dialogs(reporter: CrashReporter) -> list[CrashDialog]:
    """The dialogs in sight."""
    window = reporter.parent()
    assert isinstance(window, QWidget)
    return [each for each in window.findChildren(CrashDialog) if each.isVisible()]


def test_it_says_that_nothing_was_lost_and_goes_on(reporter: CrashReporter, qtbot: QtBot) -> None:
    fail(reporter, "<b>a file name</b>")
    qtbot.waitUntil(lambda: len(dialogs(reporter)) == 1, timeout=PATIENCE_MS)
    dialog = dialogs(reporter)[0]
    sentence = dialog.findChild(QLabel)
    details = dialog.findChild(QPlainTextEdit, "crashDetails")
    assert isinstance(sentence, QLabel)
    assert isinstance(details, QPlainTextEdit)
    assert "Nothing was lost" in sentence.text()
    assert sentence.textFormat() is Qt.TextFormat.PlainText
    assert "ValueError: <b>a file name</b>" in details.toPlainText()
    copy = next(each for each in dialog.findChildren(QPushButton) if each.text() == "Copy details")
    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == details.toPlainText()
    go_on = next(each for each in dialog.findChildren(QPushButton) if each.text() == "Go on")
    QTest.mouseClick(go_on, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialogs(reporter), timeout=PATIENCE_MS)


def test_errors_in_a_row_open_one_dialog(reporter: CrashReporter, qtbot: QtBot) -> None:
    for number in range(20):
        fail(reporter, str(number))
    qtbot.waitUntil(lambda: len(dialogs(reporter)) == 1, timeout=PATIENCE_MS)
    qtbot.wait(50)
    assert len(dialogs(reporter)) == 1
    dialogs(reporter)[0].accept()
    fail(reporter, "later")
    qtbot.waitUntil(lambda: len(dialogs(reporter)) == 1, timeout=PATIENCE_MS)
    dialogs(reporter)[0].accept()


def test_an_error_of_another_thread_is_shown_here(reporter: CrashReporter, qtbot: QtBot) -> None:
    thread = threading.Thread(target=fail, args=(reporter, "elsewhere"))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(dialogs(reporter)) == 1, timeout=PATIENCE_MS)
    dialogs(reporter)[0].accept()


def test_details_are_bounded_and_can_be_encoded() -> None:
    error = ValueError("\udcff" + "x" * 100_000)
    text = details_of(ValueError, error, None)
    assert len(text) < 25_000
    assert text.encode()
