"""The large view: thumbnail first, sharp pixels after, keys and mouse, late pictures dropped, errors said."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.match import Evidence, Reason
from app.gui.fact_rows import taken_line
from app.gui.jobs import Runner
from app.gui.labels import ElidedLabel
from app.gui.large_view import LargeView
from app.gui.match_bar import MatchBar
from app.gui.reason_text import ReasonLabel
from app.gui.theme import ThemeKeeper
from tests.gui.driving import PATIENCE_MS
from tests.gui.looking import CardList, DrawnLook, card, color_of, near, photo, pixel

CARDS = [card(number, 100 - number, Evidence.WORDS, Reason("tag", f"tag {number}")) for number in range(1, 6)]


class Bench:
    """A large view over five cards with a runner of its own."""

    def __init__(self, qapp: QApplication, qtbot: QtBot, look: DrawnLook) -> None:
        self.look = look
        self.runner = Runner()
        self.keeper = ThemeKeeper(qapp, "light")
        self.view = LargeView(look, self.runner, self.keeper)
        qtbot.addWidget(self.view)
        self.view.resize(900, 640)
        self.view.show()
        self.source = CardList(CARDS)

    def open(self, position: int = 0) -> None:
        self.view.open(self.source, position)
        assert self.runner.wait_idle()

    def longest(self) -> int:
        return max(max(each.width(), each.height()) for each in self.view.canvas.images)


@pytest.fixture
def bench(qapp: QApplication, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(qapp, qtbot, DrawnLook())
    yield made
    made.look.gate.set()
    assert made.runner.wait_idle()


def test_the_thumbnail_is_there_before_the_picture(bench: Bench, qtbot: QtBot) -> None:
    bench.look.gate.clear()
    bench.view.open(bench.source, 1)
    qtbot.waitUntil(lambda: bool(bench.view.canvas.images), timeout=PATIENCE_MS)
    assert bench.longest() == 60
    assert near(pixel(bench.view.canvas, 0.2, 0.5), color_of(2), 20)
    bench.look.gate.set()
    bench.runner.wait_idle()
    assert bench.longest() == bench.view.canvas.needed_side()
    assert near(pixel(bench.view.canvas, 0.2, 0.5), color_of(2))


@pytest.mark.parametrize("width", [480, 640, 700, 760, 900])
def test_all_five_stars_are_there_however_narrow_it_is(bench: Bench, width: int) -> None:
    bench.view.resize(width, 640)
    bench.open()
    QApplication.processEvents()
    stars = bench.view.rating.stars
    assert stars.visibleRegion().boundingRect().width() == stars.sizeHint().width()
    (bar,) = bench.view.findChildren(MatchBar)
    assert bar.visibleRegion().isEmpty() == (width < 760)


def test_it_asks_for_no_more_pixels_than_it_shows(bench: Bench) -> None:
    bench.open()
    assert bench.look.asked[0] == (1, bench.view.canvas.needed_side())
    assert bench.view.canvas.needed_side() == round(bench.view.canvas.height() * 1.5 * bench.view.devicePixelRatioF())


def test_arrows_home_and_end_move(bench: Bench, qtbot: QtBot) -> None:
    bench.open()
    for key, position in ((Qt.Key.Key_Right, 1), (Qt.Key.Key_Space, 2), (Qt.Key.Key_Left, 1), (Qt.Key.Key_End, 4), (Qt.Key.Key_Home, 0)):
        with qtbot.waitSignal(bench.view.moved) as moved:
            QTest.keyClick(bench.view, key)
        assert moved.args == [position]
        assert bench.view.position == position
        assert bench.view.card is CARDS[position]
    with qtbot.assertNotEmitted(bench.view.moved):
        QTest.keyClick(bench.view, Qt.Key.Key_Left)


def test_the_strip_tells_name_place_bar_and_reason(bench: Bench) -> None:
    bench.open(2)
    texts = " ".join(child.accessibleName() for child in bench.view.findChildren(QWidget))
    assert "picture 3.jpg" in texts
    assert "3 of 5" in texts
    assert "Sat 14 June 2014, 10:20:30 +02:00" in texts
    assert bench.view.findChild(MatchBar).text == "97\u00a0% of best, words"  # type: ignore[union-attr]
    reason = bench.view.findChild(ReasonLabel)
    assert reason is not None
    assert reason.reason == Reason("tag", "tag 3")


def test_browsing_shows_no_bar(bench: Bench) -> None:
    bench.source.cards = [card(1), card(2)]
    bench.open()
    bar = bench.view.findChild(MatchBar)
    assert bar is not None
    assert not bar.isVisible()


def test_neighbours_are_there_before_they_are_wanted(bench: Bench, qtbot: QtBot) -> None:
    bench.open(2)
    assert {number for number, _ in bench.look.asked} == {2, 3, 4}
    bench.look.gate.clear()
    QTest.keyClick(bench.view, Qt.Key.Key_Right)
    assert bench.view.canvas.images
    assert bench.longest() == bench.view.canvas.needed_side()


def test_late_pictures_of_other_photos_are_dropped(bench: Bench, qtbot: QtBot) -> None:
    bench.look.gate.clear()
    bench.view.open(bench.source, 0)
    qtbot.waitUntil(lambda: bool(bench.look.asked), timeout=PATIENCE_MS)
    for _ in range(3):
        QTest.keyClick(bench.view, Qt.Key.Key_Right)
    bench.look.gate.set()
    bench.runner.wait_idle()
    assert bench.view.position == 3
    assert near(pixel(bench.view.canvas, 0.2, 0.5), color_of(4))


def test_a_photo_that_cannot_be_read_says_so_and_others_go_on(qapp: QApplication, qtbot: QtBot) -> None:
    bench = Bench(qapp, qtbot, DrawnLook(2))
    bench.open(1)
    assert bench.view.canvas.sentence == "/photos/picture 2.jpg is not a picture."
    assert bench.view.canvas.accessibleDescription() == bench.view.canvas.sentence
    QTest.keyClick(bench.view, Qt.Key.Key_Right)
    bench.runner.wait_idle()
    assert bench.view.canvas.sentence == ""
    assert near(pixel(bench.view.canvas, 0.2, 0.5), color_of(3))


def test_a_card_that_comes_late_is_shown_when_it_comes(bench: Bench) -> None:
    bench.source.late = {3}
    bench.view.open(bench.source, 3)
    assert bench.view.canvas.images == ()
    bench.source.bring(3)
    bench.runner.wait_idle()
    assert bench.view.card is CARDS[3]
    assert near(pixel(bench.view.canvas, 0.2, 0.5), color_of(4))


def test_the_wheel_zooms_around_the_cursor_and_sharpens(bench: Bench, qtbot: QtBot) -> None:
    bench.source.cards = [card(1, of=photo(1, width=6000, height=4000))]
    bench.open()
    canvas, at = bench.view.canvas, QPointF(200, 300)
    left, _, width, _ = canvas.area.rect(canvas.view)
    before = (at.x() - left) / width
    for _ in range(4):
        wheel = QWheelEvent(
            at, canvas.mapToGlobal(at), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(canvas, wheel)
    left, _, width, _ = canvas.area.rect(canvas.view)
    assert canvas.view.zoom > 2
    assert (at.x() - left) / width == pytest.approx(before, abs=1e-3)
    qtbot.waitUntil(lambda: (1, 6000) in bench.look.asked, timeout=PATIENCE_MS)
    bench.runner.wait_idle()
    assert bench.longest() == 6000


def test_keys_zoom_and_fit(bench: Bench, qtbot: QtBot) -> None:
    bench.open()
    canvas = bench.view.canvas
    QTest.keyClicks(bench.view, "z")
    assert canvas.view.zoom == pytest.approx(canvas.area.actual_zoom)
    QTest.keyClicks(bench.view, "z")
    assert canvas.view.zoom == 1
    QTest.keyClicks(bench.view, "++")
    assert canvas.view.zoom == pytest.approx(1.25**2)
    middle = canvas.view.x
    QTest.keyClick(bench.view, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert canvas.view.x < middle
    assert bench.view.position == 0
    QTest.keyClicks(bench.view, "---")
    assert canvas.view.zoom == canvas.area.limits()[0] == 1


def test_double_click_toggles_and_dragging_pans(bench: Bench, qtbot: QtBot) -> None:
    bench.source.cards = [card(1, of=photo(1, width=6000, height=4000))]
    bench.open()
    canvas = bench.view.canvas
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    assert canvas.view.zoom == pytest.approx(canvas.area.actual_zoom)
    left, top, _, _ = canvas.area.rect(canvas.view)
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=QPoint(300, 300))
    QTest.mouseMove(canvas, QPoint(260, 250))
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=QPoint(260, 250))
    new_left, new_top, _, _ = canvas.area.rect(canvas.view)
    assert (new_left - left, new_top - top) == pytest.approx((-40, -50), abs=0.01)
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    assert canvas.view.zoom == 1


def test_escape_and_the_button_close(bench: Bench, qtbot: QtBot) -> None:
    bench.open()
    with qtbot.waitSignal(bench.view.closed):
        QTest.keyClick(bench.view, Qt.Key.Key_Escape)


def test_closing_frees_the_pictures_and_opening_brings_them_back(bench: Bench) -> None:
    bench.open()
    bench.view.hide()
    assert bench.view.canvas.images == ()
    asked = len(bench.look.asked)
    bench.view.show()
    bench.open()
    assert len(bench.look.asked) > asked
    assert near(pixel(bench.view.canvas, 0.2, 0.5), color_of(1))


def test_opening_the_photo_that_is_shown_keeps_the_zoom(bench: Bench, qtbot: QtBot) -> None:
    bench.open(2)
    QTest.keyClicks(bench.view, "++")
    zoom = bench.view.canvas.view
    bench.source = CardList([card(9), *CARDS])
    bench.open(3)
    assert bench.view.canvas.view == zoom
    assert bench.view.position == 3


def test_a_larger_window_asks_for_more_pixels(bench: Bench, qtbot: QtBot) -> None:
    bench.open()
    before = bench.longest()
    bench.view.resize(1150, 800)
    qtbot.waitUntil(lambda: bench.longest() > before, timeout=PATIENCE_MS)
    assert bench.longest() == bench.view.canvas.needed_side()


@pytest.mark.parametrize("position", [0, 1])
def test_the_date_is_whole_where_there_is_room(bench: Bench, position: int) -> None:
    bench.source.cards[0] = card(1)
    bench.view.resize(1280, 640)
    bench.open(position)
    QApplication.processEvents()
    date = next(each for each in bench.view.findChildren(ElidedLabel) if each.text == taken_line(photo(1).facts))
    assert date.width() >= date.sizeHint().width()
