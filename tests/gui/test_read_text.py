"""What was read in a picture stands in its details, called a guess: to select and to copy, and harmless whatever it is."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QTextEdit
from pytestqt.qtbot import QtBot

from app.gui.detail_panel import DetailPanel
from app.gui.jobs import Runner
from app.gui.read_text import ReadText
from app.gui.theme import ThemeKeeper
from app.services.seen import Seen
from tests.gui.driving import child
from tests.gui.looking import DrawnLook, card, photo


class Bench:
    """A panel over two pictures, of which the first has what the test puts there."""

    def __init__(self, qapp: QApplication, qtbot: QtBot) -> None:
        self.runner, self.look = Runner(), DrawnLook()
        self.panel = DetailPanel(self.look, self.runner, ThemeKeeper(qapp, "light"))
        qtbot.addWidget(self.panel)
        self.panel.resize(300, 900)
        self.panel.show()

    def show(self, number: int, *lines: str) -> ReadText:
        self.look.looks[photo(number).id] = Seen(text=lines)
        self.panel.show_card(card(number))
        self.panel.look_again({photo(number).id})
        assert self.runner.wait_idle()
        return child(self.panel, ReadText, "readText")


@pytest.fixture
def bench(qapp: QApplication, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(qapp, qtbot)
    yield made
    assert made.runner.wait_idle()


def test_it_is_called_a_guess_and_can_be_copied(bench: Bench) -> None:
    read = bench.show(1, "STOP", "ALL  WAY")
    assert read.isVisible()
    assert (read.row.name, read.row.value, read.row.source) == ("Text in picture", "STOP\nALL WAY", "machine-read: a guess")
    read.findChildren(QTextEdit)[0].selectAll()
    assert read.findChildren(QTextEdit)[0].textCursor().hasSelection()
    read.copy()
    assert QGuiApplication.clipboard().text() == "STOP\nALL WAY"


def test_a_photo_without_has_no_such_line_nor_one_of_the_photo_before(bench: Bench) -> None:
    assert bench.show(1, "STOP").isVisible()
    read = bench.show(2)
    assert not read.isVisible()
    assert "STOP" not in read.row.value
    assert bench.show(1, "STOP").isVisible()
    assert not bench.show(1, " ").isVisible()


def test_hostile_text_is_plain_and_turns_nothing(bench: Bench) -> None:
    read = bench.show(1, "<b>bold</b><img src=x>\u202e evil\x1b[2J", "\u2066 never ended", "w" * 5_000)
    (value,) = read.findChildren(QTextEdit)
    assert value.toPlainText().startswith("<b>bold</b><img src=x>")
    assert not {"\u202e", "\x1b", "\u2066"} & set(value.toPlainText() + read.row.value)
    assert read.width() <= bench.panel.viewport().width()
