"""How a question is shown once it was asked, what "these" are in the next one, and the sentence about bars: nothing is cut."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.question import Scope
from app.gui.chat.asking import Exchange
from app.gui.chat.question_box import HINT
from app.gui.chat.turn_view import LESS_WIDE, TurnView
from app.gui.chat.wishes import Around, Wishes
from app.gui.jobs import Runner
from app.gui.labels import ElidedLabel
from app.gui.legend import SENTENCE, SHORTER, MatchLegend
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.gui.window import MainWindow
from tests.gui.chatting import open_chat
from tests.gui.driving import child
from tests.gui.looking import DrawnLook

SHORT_QUESTION = "How many?"
LONG_WORDS = "W" * 300 + " and " + "a/b" * 200
LONGEST = ("Which of my boats is the oldest, and where was it? " * 40)[:2_000]


@pytest.fixture
def around(qapp: QApplication) -> Around:
    return Around(ThemeKeeper(qapp, "light"), Thumbnails(DrawnLook().thumbnail, Runner()), Wishes())


def turn(qtbot: QtBot, around: Around, text: str, width: int) -> TurnView:
    view = TurnView(Exchange(text), around)
    qtbot.addWidget(view)
    view.resize(width, view.heightForWidth(width))
    view.show()
    qtbot.waitExposed(view)
    return view


@pytest.mark.parametrize("text", [SHORT_QUESTION, LONG_WORDS, LONGEST, "one\ntwo\nthree"])
@pytest.mark.parametrize("width", [316, 376, 600])
def test_a_question_stands_at_the_right_and_is_shown_whole(qtbot: QtBot, around: Around, text: str, width: int) -> None:
    view = turn(qtbot, around, text, width)
    bubble = view.bubble
    assert bubble.geometry().right() == width - 1
    assert bubble.width() <= width - LESS_WIDE
    room = bubble.contentsRect()
    flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
    needed = bubble.fontMetrics().boundingRect(QRect(0, 0, room.width(), 100_000), flags, bubble.text())
    assert needed.width() <= room.width()
    assert needed.height() <= room.height() < needed.height() + bubble.fontMetrics().height()


def test_a_short_question_is_no_wider_than_its_text(qtbot: QtBot, around: Around) -> None:
    view = turn(qtbot, around, SHORT_QUESTION, 376)
    assert view.bubble.width() < 150


def test_the_note_says_what_these_are(window: MainWindow) -> None:
    open_chat(window)
    hint = child(window, ElidedLabel, "questionHint")
    assert hint.text == HINT
    window.desk.asking.set_scope(Scope("12 selected\u202e photos", ()))
    assert hint.text.replace("\ufffd", "") == "“These”: 12 selected photos"
    window.desk.asking.set_scope(None)
    assert hint.text == HINT


@pytest.mark.parametrize("width", range(60, 900, 60))
def test_the_sentence_about_bars_is_never_cut(qtbot: QtBot, qapp: QApplication, width: int) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    legend = MatchLegend(ThemeKeeper(qapp, "light"), holder)
    legend.resize(width, 36)
    holder.resize(width, 36)
    holder.show()
    qtbot.waitExposed(holder)
    sentence = legend.findChild(ElidedLabel)
    assert isinstance(sentence, ElidedLabel)
    assert sentence.text in SHORTER
    assert sentence.fontMetrics().horizontalAdvance(sentence.text) <= sentence.width()
    assert sentence.text == SENTENCE or width < 780
    assert legend.accessibleName() == SENTENCE
