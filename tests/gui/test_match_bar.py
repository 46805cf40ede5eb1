"""The bar's filled length is the percentage, and its kind never rests on colour alone."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.match import Evidence
from app.gui.match_bar import MatchBar, match_bar_height, paint_match_bar, paint_track
from app.gui.theme import DARK, LIGHT, ThemeKeeper, evidence_color
from tests.gui.looking import near


def painted(width: int, percentage: int, evidence: Evidence) -> QImage:
    image = QImage(width, 40, QImage.Format.Format_RGB32)
    image.fill(LIGHT.window)
    with QPainter(image) as painter:
        paint_match_bar(painter, QRectF(0, 0, width, 40), percentage, evidence, LIGHT)
    return image


@pytest.mark.parametrize("percentage", [1, 14, 50, 62, 99, 100])
def test_the_filled_length_is_the_percentage(percentage: int) -> None:
    image = QImage(400, 4, QImage.Format.Format_RGB32)
    image.fill(LIGHT.window)
    with QPainter(image) as painter:
        paint_track(painter, QRectF(0, 0, 400, 4), percentage, Evidence.WORDS, LIGHT)
    filled = [x for x in range(400) if near(image.pixelColor(x, 2), LIGHT.words)]
    assert len(filled) == pytest.approx(percentage * 4, abs=3)
    assert filled == list(range(filled[0], filled[-1] + 1))


def test_kinds_differ_by_more_than_color(qapp: QApplication) -> None:
    shapes = set()
    for evidence in Evidence:
        image = painted(220, 62, evidence)
        ink = {(x, y) for x in range(16) for y in range(18) if not near(image.pixelColor(x, y), LIGHT.window, 60)}
        assert ink, evidence
        shapes.add(frozenset(ink))
    assert len(shapes) == len(Evidence)


def test_where_there_is_little_room_the_label_stays(qapp: QApplication) -> None:
    metrics = QFontMetricsF(qapp.font())
    width = round(metrics.horizontalAdvance("62\u00a0% of best") + metrics.height() + 12)
    image = painted(width, 62, Evidence.MEANING)
    row = [image.pixelColor(x, y) for x in range(width - 30, width) for y in range(18)]
    assert any(near(color, LIGHT.text, 60) for color in row)
    middle = range(round(metrics.height()) + 4, round(metrics.height()) + 8)
    assert all(near(image.pixelColor(x, y), LIGHT.window) for x in middle for y in range(3, 14))


def test_the_widget_says_it_and_hides_without_a_match(qtbot: QtBot, qapp: QApplication) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    keeper = ThemeKeeper(qapp, "light")
    bar = MatchBar(keeper, window)
    window.resize(240, 60)
    window.show()
    bar.resize(200, 30)
    assert not bar.isVisible()
    bar.show_match(62, Evidence.EXACT)
    assert bar.isVisible()
    assert bar.text == bar.accessibleName() == "62\u00a0% of best, exact"
    track = bar.grab().toImage()
    line = round(QFontMetricsF(bar.font()).height() + 6)
    assert near(track.pixelColor(40, line), LIGHT.exact)
    assert near(track.pixelColor(190, line), LIGHT.bar_track)
    assert bar.sizeHint().height() == round(match_bar_height(QFontMetricsF(bar.font())))
    bar.show_match(None, Evidence.FILTER)
    assert not bar.isVisible()
    assert bar.text == ""


def test_the_bar_follows_the_theme(qtbot: QtBot, qapp: QApplication) -> None:
    keeper = ThemeKeeper(qapp, "light")
    window = QWidget()
    qtbot.addWidget(window)
    bar = MatchBar(keeper, window)
    bar.resize(200, 30)
    window.show()
    bar.show_match(100, Evidence.MEANING)
    line = round(QFontMetricsF(bar.font()).height() + 6)
    colors = []
    for mode, theme in (("light", LIGHT), ("dark", DARK)):
        keeper.set_mode(mode)  # type: ignore[arg-type]
        colors.append(QColor(bar.grab().toImage().pixelColor(100, line)))
        assert near(colors[-1], evidence_color(theme, Evidence.MEANING))
    keeper.set_mode("light")
    assert colors[0] != colors[1]
