"""Comparing: equal cells, zoomed together, what differs in rows, all by keyboard."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from app.domain.ids import LocalTime
from app.domain.match import Evidence, Reason
from app.domain.photo import Fact, PhotoFacts
from app.gui.compare_view import CompareView, Verdict
from app.gui.fact_rows import compared_rows
from app.gui.jobs import Runner
from app.gui.match_bar import MatchBar
from app.gui.picture_canvas import PictureCanvas
from app.gui.rating_row import RatingRow
from app.gui.reason_text import ReasonLabel
from app.gui.theme import ThemeKeeper
from tests.gui.driving import PATIENCE_MS
from tests.gui.looking import FACTS, DrawnLook, card, color_of, near, photo, pixel

LATER = PhotoFacts(
    taken=Fact(LocalTime("2014-06-14T10:23:42"), "EXIF DateTimeOriginal"), make=Fact("Nikon", "EXIF Make"), model=Fact("D70", "EXIF Model")
)
CARDS = [
    card(1, 100, Evidence.EXACT, Reason("tag", "harbour", ((0, 7),))),
    card(2, 62, Evidence.WORDS, Reason("caption", "fishing boats"), of=photo(2, facts=LATER)),
    card(3, 12, Evidence.MEANING, Reason("meaning only")),
]


def largest(canvas: PictureCanvas) -> int:
    """The longest side of the sharpest pixels on a canvas."""
    return max((max(each.width(), each.height()) for each in canvas.images), default=0)


class Bench:
    """A compare view with a runner of its own."""

    def __init__(self, qapp: QApplication, qtbot: QtBot) -> None:
        self.look = DrawnLook()
        self.runner = Runner()
        self.view = CompareView(self.look, self.runner, ThemeKeeper(qapp, "light"))
        qtbot.addWidget(self.view)
        self.view.resize(1000, 700)
        self.view.show()
        qtbot.waitExposed(self.view)

    def show(self, count: int, qtbot: QtBot) -> None:
        self.view.show_cards(CARDS[:count] if count <= 3 else [*CARDS, card(4)])
        qtbot.waitUntil(lambda: all(largest(canvas) >= canvas.needed_side() for canvas in self.view.canvases), timeout=PATIENCE_MS)


@pytest.fixture
def bench(qapp: QApplication, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(qapp, qtbot)
    yield made
    assert made.runner.wait_idle()


@pytest.mark.parametrize("count", [2, 3, 4])
def test_photos_stand_side_by_side_in_equal_cells(bench: Bench, qtbot: QtBot, count: int) -> None:
    bench.show(count, qtbot)
    canvases = bench.view.canvases
    assert len(canvases) == count
    assert max(each.width() for each in canvases) - min(each.width() for each in canvases) <= 1
    assert len({(each.height(), each.y()) for each in canvases}) == 1
    for number, canvas in enumerate(canvases, 1):
        assert near(pixel(canvas, 0.25, 0.5), color_of(number))


def test_all_five_stars_of_four_photos_fit_into_a_small_window(bench: Bench) -> None:
    cards = [*CARDS, card(4)]
    bench.view.show_cards(cards, {each.photo.id: Verdict("photos/burst", "Suggested: sharper", going=False) for each in cards})
    assert bench.runner.wait_idle()
    QApplication.processEvents()
    rows = bench.view.findChildren(RatingRow)
    assert len(rows) == 4
    for row in rows:
        assert row.width() >= row.minimumSizeHint().width()
        assert row.stars.visibleRegion().boundingRect().width() == row.stars.sizeHint().width()


@pytest.mark.parametrize("count", [0, 1, 5])
def test_only_two_to_four_can_be_compared(bench: Bench, count: int) -> None:
    with pytest.raises(ValueError, match="cannot be compared"):
        bench.view.show_cards([card(number) for number in range(count)])


def test_bars_and_reasons_stand_under_the_photos(bench: Bench, qtbot: QtBot) -> None:
    bench.show(3, qtbot)
    bars = sorted(bench.view.findChildren(MatchBar), key=lambda bar: bar.mapToGlobal(bar.pos()).x())
    assert [bar.text for bar in bars] == ["best match, exact", "62\u00a0% of best, words", "12\u00a0% of best, meaning"]
    assert all(bar.isVisible() for bar in bars)
    reasons = {label.reason.plain for label in bench.view.findChildren(ReasonLabel) if label.reason and label.isVisible()}
    assert reasons == {"tag harbour", "caption: fishing boats", "meaning only"}


def test_what_differs_stands_in_rows(bench: Bench, qtbot: QtBot) -> None:
    bench.show(2, qtbot)
    labels = {label.text(): label for label in bench.view.findChildren(QLabel)}
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in labels.values())
    assert labels["Camera"].y() == labels["Canon EOS 20D"].y() == labels["Nikon D70"].y()
    assert "3 min 12 s later" in labels
    assert "Size" not in labels


def test_rows_tell_only_what_differs() -> None:
    rows = {row.name: row.values for row in compared_rows((photo(1), photo(2, facts=LATER)))}
    assert rows["Apart"] == ("", "3 min 12 s later")
    assert rows["Exposure"] == ("1/250 s · f/2.8 · 50 mm · ISO 200", "")
    assert "File" not in rows
    small = {row.name: row.values for row in compared_rows((photo(1), replace(photo(2), width=320, height=211)))}
    assert not any("megapixels" in each for each in small["Size"])
    assert small["Size"][1] == "320 × 211"
    same = compared_rows((photo(1), photo(2, facts=FACTS)))
    assert [row.values for row in same] == [("", "same time")]


def test_zoom_and_place_are_shared_until_the_person_parts_them(bench: Bench, qtbot: QtBot) -> None:
    bench.show(3, qtbot)
    first, second, _ = bench.view.canvases
    first.setFocus()
    QTest.keyClicks(first, "++")
    assert first.view.zoom == pytest.approx(1.5625)
    assert second.view == first.view
    toggle = bench.view.findChild(QToolButton, "zoomTogether")
    assert isinstance(toggle, QToolButton)
    QTest.mouseClick(toggle, Qt.MouseButton.LeftButton)
    QTest.keyClicks(first, "+")
    assert first.view.zoom > second.view.zoom == pytest.approx(1.5625)


def test_arrows_move_the_focus_and_delete_takes_away(bench: Bench, qtbot: QtBot) -> None:
    bench.show(3, qtbot)
    bench.view.activateWindow()
    qtbot.waitUntil(lambda: bench.view.canvases[0].hasFocus(), timeout=PATIENCE_MS)
    QTest.keyClick(bench.view.canvases[0], Qt.Key.Key_Right)
    assert bench.view.focused() == 1
    QTest.keyClick(bench.view.canvases[1], Qt.Key.Key_Delete)
    assert [each.photo.id for each in bench.view.cards] == [1, 3]
    qtbot.waitUntil(lambda: bench.view.canvases[1].hasFocus(), timeout=PATIENCE_MS)
    with qtbot.waitSignal(bench.view.closed):
        QTest.keyClick(bench.view.canvases[1], Qt.Key.Key_Backspace)


def test_escape_closes(bench: Bench, qtbot: QtBot) -> None:
    bench.show(2, qtbot)
    with qtbot.waitSignal(bench.view.closed):
        QTest.keyClick(bench.view.canvases[0], Qt.Key.Key_Escape)


def test_hiding_frees_the_pictures(bench: Bench, qtbot: QtBot) -> None:
    bench.show(2, qtbot)
    bench.view.hide()
    assert bench.view.canvases == ()
    assert bench.view.cards == ()
