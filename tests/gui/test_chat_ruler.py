"""The ruler: where a question lies, in words and colours, without a number."""

import re
from dataclasses import replace

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.assistant.answer import Answer
from app.domain.closeness import Measurement, Thresholds
from app.domain.evidence import AnswerMode, Closeness, EvidencePack
from app.domain.query import ParsedQuery
from app.domain.question import Question
from app.evidence.closeness import SHIPPED
from app.gui.band_layout import Frame
from app.gui.chat.ruler import (
    BY_FACTS,
    BY_GUESSES,
    BY_LOOK,
    LIES,
    OTHERWISE,
    SHIPPED_NUMBERS,
    UNMEASURED,
    WIDTH,
    Ruler,
    described,
    read_ruler,
    zone,
)
from app.gui.theme import Theme, ThemeKeeper, mode_color
from tests.gui.looking import near
from tests.gui.measurements import WITHOUT_GAP, measurement

MEASURED = measurement()
LIMITS = MEASURED.thresholds or SHIPPED


def answer(closeness: float | None, mode: AnswerMode = AnswerMode.SOURCED, *, covered: bool = False, limits: Thresholds = LIMITS) -> Answer:
    question = Question("boats", ParsedQuery("boats"), covered=covered)
    near_to = None if closeness is None else Closeness(closeness, 0.0)
    return Answer(mode, near_to, (), (), (), (), False, (), (), (), EvidencePack(mode), question, thresholds=limits)


def shown(qtbot: QtBot, qapp: QApplication, of: Answer, measured: Measurement | None, mode: str = "light") -> tuple[Ruler, Theme]:
    themes = ThemeKeeper(qapp, "dark" if mode == "dark" else "light")
    ruler = Ruler(themes)
    qtbot.addWidget(ruler)
    ruler.show_answer(of, measured)
    ruler.resize(WIDTH, ruler.sizeHint().height())
    ruler.show()
    return ruler, themes.theme


def columns(ruler: Ruler, color: QColor, row: int) -> list[int]:
    """Where in a row of pixels a colour is."""
    image = ruler.grab().toImage()
    return [x for x in range(image.width()) if near(image.pixelColor(x, row), color, 40)]


@pytest.mark.parametrize(("closeness", "mode"), [(0.2, AnswerMode.OPEN), (0.5, AnswerMode.ADJACENT), (0.8, AnswerMode.SOURCED)])
def test_it_says_where_a_question_lies(closeness: float, mode: AnswerMode) -> None:
    assert zone(closeness, LIMITS) is mode
    reading = read_ruler(answer(closeness, mode), MEASURED)
    assert reading.caption == LIES[mode]
    assert reading.held


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pin_stands_where_the_question_lies(qtbot: QtBot, qapp: QApplication, theme: str) -> None:
    ruler, colors = shown(qtbot, qapp, answer(0.8), MEASURED, theme)
    pin = columns(ruler, mode_color(colors, AnswerMode.SOURCED), 2)
    assert pin
    assert abs(sum(pin) / len(pin) - Frame(WIDTH, 1, 1).x(0.8)) < 2


def test_a_pin_at_the_end_is_seen_whole(qtbot: QtBot, qapp: QApplication) -> None:
    ruler, colors = shown(qtbot, qapp, answer(-0.4, AnswerMode.OPEN), MEASURED)
    assert columns(ruler, mode_color(colors, AnswerMode.OPEN), 2)


def test_a_covered_question_was_answered_by_facts_whatever_its_closeness() -> None:
    for closeness in (0.1, 0.9, None):
        reading = read_ruler(answer(closeness, covered=True), MEASURED)
        assert reading.caption == BY_FACTS
        assert not reading.held
        assert read_ruler(answer(closeness, AnswerMode.ADJACENT, covered=True), MEASURED).caption == BY_GUESSES


def test_a_label_that_does_not_follow_from_closeness_is_not_explained_by_it() -> None:
    """As of a question about the world, or of a name that is near."""
    for closeness in (0.1, 0.9):
        reading = read_ruler(answer(closeness, AnswerMode.ADJACENT), MEASURED)
        assert reading.caption == OTHERWISE
        assert not reading.held


def test_a_label_by_look_is_told_as_a_guess() -> None:
    reading = read_ruler(replace(answer(0.1, AnswerMode.ADJACENT), look=0.8, by_look=True), MEASURED)
    assert reading.caption == BY_LOOK
    assert not reading.held
    assert reading.closeness == 0.1


def test_without_a_measurement_it_says_whose_numbers_they_are(qtbot: QtBot, qapp: QApplication) -> None:
    ruler, _ = shown(qtbot, qapp, answer(0.9, limits=SHIPPED), None)
    reading = ruler.reading
    assert reading is not None
    assert reading.caption == SHIPPED_NUMBERS
    assert reading.thresholds == SHIPPED
    assert reading.off is None
    assert LIES[AnswerMode.SOURCED] in ruler.accessibleDescription()


def test_what_could_not_be_measured_has_no_pin(qtbot: QtBot, qapp: QApplication) -> None:
    ruler, colors = shown(qtbot, qapp, answer(None), MEASURED)
    assert ruler.accessibleDescription() == UNMEASURED
    assert not columns(ruler, mode_color(colors, AnswerMode.SOURCED), 2)
    assert not columns(ruler, colors.text, 2)


def test_its_words_hold_no_number() -> None:
    answers = [answer(each, mode) for each in (0.1, 0.5, 0.9, None) for mode in AnswerMode]
    for measured in (MEASURED, measurement(*WITHOUT_GAP), None):
        for each in (*answers, *(replace(one, thresholds=None) for one in answers)):
            assert not re.search(r"\d", described(read_ruler(each, measured)))


def test_bands_that_lie_over_each_other_are_told() -> None:
    assert "lie apart" in described(read_ruler(answer(0.8), MEASURED))
    assert "over each other" in described(read_ruler(answer(0.8), measurement(*WITHOUT_GAP)))


def test_it_is_drawn_at_every_width(qtbot: QtBot, qapp: QApplication) -> None:
    ruler, _ = shown(qtbot, qapp, answer(0.5, AnswerMode.ADJACENT), MEASURED)
    for width in (0, 1, 20, 200, 2_000):
        ruler.resize(width, ruler.sizeHint().height())
        ruler.grab()
