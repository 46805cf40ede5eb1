"""The plot of a measurement: what is drawn, what a dot tells, and the file that the terminal writes."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.closeness import Measured, MeasuredQuestion, Measurement
from app.evidence.measuring import band, explain
from app.gui.band_plot import BandPlot, PlotNotWritten, draw_bands, save_bands
from app.gui.bands import bands_of_looks
from app.gui.measure_texts import question_text
from app.gui.theme import DARK, LIGHT, Theme
from tests.gui.driving import PATIENCE_MS
from tests.gui.looking import near
from tests.gui.measurements import WITHOUT_GAP, looks, measurement, measurement_of, question, spread

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """Plots are caught in rings: they are collected here, on the thread of the window."""
    yield
    gc.collect()


def shown_plot(qtbot: QtBot, shown: Measurement, theme: Theme = LIGHT, width: int = 720, height: int = 340) -> BandPlot:
    """A plot on the screen."""
    plot = BandPlot(theme)
    qtbot.addWidget(plot)
    plot.resize(width, height)
    plot.show()
    qtbot.waitExposed(plot)
    plot.show_measurement(shown)
    return plot


def color_at(plot: BandPlot, asked: MeasuredQuestion, above: int = 0) -> QColor:
    """What the plot shows at a dot, or so many pixels above it."""
    return plot.grab().toImage().pixelColor(plot.place_of(asked) - QPoint(0, above))


def colors(image: QImage) -> set[int]:
    """Every colour of a picture, every third pixel looked at."""
    return {image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}


def test_it_says_zones_thresholds_edges_and_the_gap(qtbot: QtBot) -> None:
    shown = measurement((0.6, 0.9), (0.1, 0.3))
    off, on = (band(shown.questions, on_topic=side) for side in (False, True))
    assert off is not None
    assert on is not None
    assert shown.thresholds is not None
    told = shown_plot(qtbot, shown).texts
    assert told[:3] == ("open", "adjacent", "sourced")
    assert told[3:5] == (f"adjacent from {shown.thresholds.adjacent:.3f}", f"sourced from {shown.thresholds.strong:.3f}")
    assert told[5:9] == (f"{on.low:.3f}", "0.900", "0.100", f"{off.high:.3f}")
    assert told[9:] == (f"gap {on.low - off.high:.3f}",)


def test_looks_have_one_threshold_and_never_a_sourced_zone(qtbot: QtBot) -> None:
    plot = shown_plot(qtbot, measurement())
    shown = looks()
    plot.show_bands(bands_of_looks(shown))
    assert plot.texts[:3] == ("open", "adjacent", f"adjacent from {shown.threshold:.3f}")
    assert not any("sourced" in each for each in plot.texts)
    assert plot.accessibleName() == "Plot of closeness, By look (guesses) · 2,000 photos looked at · 100 questions"
    told: list[Measured] = []
    plot.pointed.connect(told.append)
    plot.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_End):
        QTest.keyClick(plot, key)
    assert [each.text for each in told] == ["which photos show thing 0?", "which photos show thing 59?"]
    plot.show_measurement(measurement())
    assert plot.texts[:3] == ("open", "adjacent", "sourced")


def test_looks_without_a_gap_have_no_zones(qtbot: QtBot) -> None:
    plot = shown_plot(qtbot, measurement())
    plot.show_bands(bands_of_looks(looks((0.3, 0.6), (0.1, 0.5))))
    assert plot.texts[-1].startswith("no gap: the bands overlap by")
    assert not {"open", "adjacent"} & set(plot.texts)


def test_a_screen_reader_is_told_the_numbers_and_what_they_mean(qtbot: QtBot) -> None:
    shown = measurement()
    plot = shown_plot(qtbot, shown)
    assert plot.accessibleName() == "Plot of closeness, Measured on 14 June 2026, 10:20 · 2,500 photos · 100 questions"
    assert all(each in plot.accessibleDescription() for each in plot.texts)
    assert plot.accessibleDescription().endswith(explain(shown.questions))


def test_dots_and_bands_have_the_colors_of_their_side(qtbot: QtBot) -> None:
    shown = measurement((0.6, 0.9), (0.1, 0.3), (30, 30))
    plot = shown_plot(qtbot, shown)
    on, off = shown.questions[10], shown.questions[45]
    assert near(color_at(plot, on), LIGHT.accent)
    assert near(color_at(plot, off), LIGHT.muted)
    inside, beside = color_at(plot, on, 25), color_at(plot, on, 70)
    assert not near(inside, beside)
    assert not near(inside, LIGHT.accent)


def test_questions_that_cross_are_ringed_in_the_color_of_a_warning(qtbot: QtBot) -> None:
    stray = question("stray", 0.8, on_topic=False)
    questions = [*measurement((0.6, 0.9), (0.1, 0.3), (30, 60)).questions, stray]
    plot = shown_plot(qtbot, measurement_of(questions))
    image = plot.grab().toImage()
    around = [image.pixelColor(plot.place_of(stray) + QPoint(x, 0)) for x in range(-8, 9)]
    assert any(near(each, LIGHT.warning, 30) for each in around)
    here = questions[10]
    others = [image.pixelColor(plot.place_of(here) + QPoint(x, 0)) for x in range(-8, 9)]
    assert not any(near(each, LIGHT.warning, 30) for each in others)


def test_without_a_gap_it_says_so_and_draws_no_zones(qtbot: QtBot) -> None:
    plot = shown_plot(qtbot, measurement(*WITHOUT_GAP))
    assert plot.texts[-1].startswith("no gap: the bands overlap by 0.1")
    assert not {"open", "adjacent", "sourced"} & set(plot.texts)


def test_too_few_questions_have_dots_but_no_band(qtbot: QtBot) -> None:
    shown = measurement(numbers=(5, 40))
    plot = shown_plot(qtbot, shown)
    assert len(plot.texts) == 2
    assert plot.texts[0] == "0.100"
    assert near(color_at(plot, shown.questions[2]), LIGHT.accent)


def test_another_measurement_takes_the_place_of_the_first(qtbot: QtBot) -> None:
    plot = shown_plot(qtbot, measurement())
    before = plot.grab().toImage()
    plot.show_measurement(measurement(*WITHOUT_GAP))
    assert plot.texts[-1].startswith("no gap")
    assert plot.grab().toImage() != before
    plot.show_measurement(measurement())
    assert plot.grab().toImage() == before


def test_a_dot_tells_its_question_under_the_pointer(qtbot: QtBot) -> None:
    shown = measurement_of([*measurement().questions, question("who <b>wrote</b>\nthe Odyssey", 0.05, on_topic=False)])
    plot = shown_plot(qtbot, shown)
    told: list[MeasuredQuestion] = []
    plot.pointed.connect(told.append)
    view = plot.findChildren(QWidget)[0]
    target = shown.questions[-1]
    QTest.mouseMove(view, QPoint(5, 5))
    qtbot.wait(30)
    QTest.mouseMove(view, view.mapFrom(plot, plot.place_of(target)))
    qtbot.waitUntil(lambda: told == [target], timeout=PATIENCE_MS)
    assert plot.current is target
    assert "&lt;b&gt;wrote&lt;/b&gt; the Odyssey" in view.toolTip()
    assert question_text(target) == "“who <b>wrote</b> the Odyssey” · about other things · 0.050"


def test_dots_are_reached_by_the_arrow_keys(qtbot: QtBot) -> None:
    shown = measurement(numbers=(30, 25))
    plot = shown_plot(qtbot, shown)
    told: list[MeasuredQuestion] = []
    plot.pointed.connect(told.append)
    plot.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_End, Qt.Key.Key_Home, Qt.Key.Key_Down):
        QTest.keyClick(plot, key)
    texts = [each.text for each in told]
    assert texts == ["photo 0", "photo 1", "photo 0", "photo 29", "photo 0", "other 24"]
    QTest.keyClick(plot, Qt.Key.Key_Up)
    assert told[-1].text == "photo 0"


def test_no_wheel_and_no_drag_moves_the_view(qtbot: QtBot) -> None:
    plot = shown_plot(qtbot, measurement())
    before = plot.grab().toImage()
    view = plot.findChildren(QWidget)[0].findChildren(QWidget)[0]
    middle = QPointF(view.rect().center())
    for steps in (120, -240):
        event = QWheelEvent(
            middle, view.mapToGlobal(middle), QPoint(), QPoint(0, steps), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(view, event)
        assert not event.isAccepted(), "the page could not be scrolled over the plot"
    for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton):
        QTest.mousePress(view, button, pos=view.rect().center())
        QTest.mouseMove(view, view.rect().center() + QPoint(80, 30))
        QTest.mouseRelease(view, button, pos=view.rect().center() + QPoint(80, 30))
    QTest.mouseMove(view, QPoint(2, 2))
    plot.clearFocus()
    plot.show_measurement(measurement())
    assert plot.grab().toImage() == before
    assert QApplication.activePopupWidget() is None


@pytest.mark.parametrize("width", [480, 720, 1300])
def test_nothing_is_cut_off(qtbot: QtBot, width: int) -> None:
    """What stands in the picture stands whole: no text touches the edge of the plot."""
    plot = shown_plot(qtbot, measurement((0.9, 1.0), (0.0, 0.05)), width=width, height=300)
    image = plot.grab().toImage()
    ground = image.pixelColor(4, 4)
    for x in (4, image.width() - 5):
        assert all(near(image.pixelColor(x, y), ground, 40) for y in range(image.height()))


def test_light_and_dark(qtbot: QtBot) -> None:
    shown = measurement()
    plot = shown_plot(qtbot, shown)
    assert near(plot.grab().toImage().pixelColor(6, 6), LIGHT.surface)
    plot.set_theme(DARK)
    assert near(plot.grab().toImage().pixelColor(6, 6), DARK.surface)
    assert near(color_at(plot, shown.questions[10]), DARK.accent)


def test_a_picture_of_every_measurement_is_its_own(tmp_path: Path, qapp: QApplication) -> None:
    pictures = []
    for number, shown in enumerate((measurement(), measurement(*WITHOUT_GAP), measurement(numbers=(5, 5)))):
        path = tmp_path / f"plot {number}.png"
        draw_bands(shown, str(path))
        image = QImage(str(path))
        assert (image.width(), image.height()) == (1600, 900)
        assert len(colors(image)) > 12
        pictures.append(image)
    assert pictures[0] != pictures[1] != pictures[2] != pictures[0]


def test_looks_are_drawn_below_words(tmp_path: Path, qapp: QApplication) -> None:
    save_bands(measurement(), str(tmp_path / "words.png"), (800, 500))
    save_bands(replace(measurement(), looks=looks()), str(tmp_path / "both.png"), (800, 500))
    words, both = QImage(str(tmp_path / "words.png")), QImage(str(tmp_path / "both.png"))
    assert (both.width(), both.height()) == (800, 1000)
    assert both.copy(0, 0, 800, 500) == words
    assert len(colors(both.copy(0, 500, 800, 500))) > 12


def test_the_same_measurement_gives_the_same_picture(tmp_path: Path, qapp: QApplication) -> None:
    for name in ("a.png", "b.png"):
        save_bands(measurement(), str(tmp_path / name), (800, 500))
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


@pytest.mark.parametrize("name", ["missing/plot.png", ".", "null\0.png"])
def test_a_file_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path, qapp: QApplication, name: str) -> None:
    with pytest.raises(PlotNotWritten, match=r"^The plot cannot be written to “.*”: .*\. Choose another file\.$"):
        draw_bands(measurement(), f"{tmp_path}/{name}")


def test_the_terminal_needs_no_screen(tmp_path: Path) -> None:
    """A program without a display, which has made no application, draws it."""
    body = (
        "import sys; from app.gui.band_plot import draw_bands; from tests.gui.measurements import measurement;"
        "draw_bands(measurement(), sys.argv[1]); draw_bands(measurement(), sys.argv[1])"
    )
    bare = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    target = tmp_path / "plot.png"
    done = subprocess.run([sys.executable, "-W", "error", "-c", body, str(target)], env=bare, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert QImage(str(target)).width() == 1600


def test_the_window_starts_without_what_plots() -> None:
    """It costs half a second, which only those pay who look at a plot."""
    body = "import sys, app.gui.application, app.gui.measure_page; sys.exit('pyqtgraph' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", body], cwd=ROOT, check=False).returncode == 0


def test_spread_is_even() -> None:
    assert spread(0, 1, 3) == [0, 0.5, 1]
