"""Boxes around faces over the large picture: where they belong under zooming and dragging, named by others or found, seen when wanted."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.look import FaceBox, FaceRegion
from app.domain.photo import Photo
from app.gui.face_marks import NO_FACES, NOT_YET, Mark, faces_line, marks_of, paint_marks
from app.gui.jobs import Runner
from app.gui.large_view import LargeView
from app.gui.theme import ThemeKeeper
from app.gui.viewport import View
from app.services.seen import Seen
from tests.gui.driving import click
from tests.gui.looking import CardList, DrawnLook, card, photo

FOUND = Seen(faces=(FaceBox(0.25, 0.5, 0.1, 0.2, 0.9), FaceBox(0.6, 0.1, 0.1, 0.2, 0.8)))
MARKED = replace(photo(2), regions=(FaceRegion("Ada", 0.1, 0.1, 0.2, 0.4), FaceRegion(None, 0.6, 0.2, 0.1, 0.2)))


class Bench:
    """A large view over three photos: one with found faces, one with marked ones, one that was not looked at."""

    def __init__(self, qapp: QApplication, qtbot: QtBot) -> None:
        self.look, self.runner = DrawnLook(), Runner()
        self.look.looks = {photo(1).id: FOUND, photo(2).id: FOUND}
        self.view = LargeView(self.look, self.runner, ThemeKeeper(qapp, "light"))
        qtbot.addWidget(self.view)
        self.view.resize(900, 640)
        self.view.show()
        self.source = CardList([card(1), card(2, of=MARKED), card(3)])
        self.open(0)

    def open(self, position: int) -> None:
        self.view.open(self.source, position)
        assert self.runner.wait_idle()

    def press(self) -> None:
        QTest.keyClick(self.view, Qt.Key.Key_F, Qt.KeyboardModifier.ShiftModifier)
        assert self.runner.wait_idle()

    def is_drawn_at(self, x: float, y: float) -> bool:
        """Whether an outline runs through a point of the picture (fractions), along which it lies level."""
        left, top, width, height = self.view.canvas.area.rect(self.view.canvas.view)
        image = self.view.canvas.grab().toImage()
        ratio = image.devicePixelRatio()
        column, row = round((left + x * width) * ratio), round((top + y * height) * ratio)
        return any(image.pixelColor(column, row + by).lightness() > 200 for by in (-1, 0, 1))


@pytest.fixture
def bench(qapp: QApplication, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(qapp, qtbot)
    yield made
    assert made.runner.wait_idle()


def test_faces_are_shown_when_wanted_and_hidden_again(bench: Bench, qtbot: QtBot) -> None:
    assert bench.view.faces.marks == ()
    assert not bench.is_drawn_at(0.3, 0.5)
    with qtbot.waitSignal(bench.view.faces.toggled) as toggled:
        bench.press()
    assert toggled.args == [True]
    assert bench.view.faces.button.isChecked()
    assert bench.view.faces.line == "2 faces found (a guess)"
    assert bench.is_drawn_at(0.3, 0.5)
    assert bench.is_drawn_at(0.3, 0.7)
    assert not bench.is_drawn_at(0.3, 0.6)
    click(bench.view, "showFaces")
    assert bench.view.faces.line == ""
    assert not bench.is_drawn_at(0.3, 0.5)


@pytest.mark.parametrize("view", [View(2.0, 0.3, 0.5), View(3.0, 0.25, 0.6), View(1.5, 0.5, 0.5)])
def test_boxes_stay_on_the_faces_under_zooming_and_dragging(bench: Bench, view: View) -> None:
    bench.press()
    bench.view.canvas.look(view)
    assert bench.runner.wait_idle()
    assert bench.is_drawn_at(0.3, 0.5)
    assert not bench.is_drawn_at(0.3, 0.6)


def test_what_is_shown_follows_from_photo_to_photo(bench: Bench) -> None:
    bench.press()
    QTest.keyClick(bench.view, Qt.Key.Key_Right)
    assert bench.runner.wait_idle()
    assert bench.view.faces.line == "2 faces marked by another program"
    assert [mark.name for mark in bench.view.faces.marks] == ["Ada", ""]
    assert bench.view.canvas.accessibleDescription() == "2 faces marked by another program: Ada"
    QTest.keyClick(bench.view, Qt.Key.Key_Right)
    assert bench.runner.wait_idle()
    assert (bench.view.faces.line, bench.view.faces.marks) == (NOT_YET, ())


@pytest.mark.parametrize(
    ("shown", "seen", "line"),
    [
        (photo(1), None, NOT_YET),
        (photo(1), Seen(), NO_FACES),
        (photo(1), Seen(faces=FOUND.faces[:1]), "1 face found (a guess)"),
        (replace(photo(1), regions=MARKED.regions[:1]), FOUND, "1 face marked by another program"),
        (replace(photo(1), regions=MARKED.regions[:1]), None, "1 face marked by another program"),
    ],
)
def test_a_line_says_who_has_drawn_the_boxes(shown: Photo, seen: Seen | None, line: str) -> None:
    assert faces_line(shown, seen) == line
    assert len(marks_of(shown, seen)) == (0 if line in (NOT_YET, NO_FACES) else 1)


def test_names_are_cut_and_cannot_turn_the_line(qapp: QApplication) -> None:
    hostile = replace(photo(1), regions=(FaceRegion("\u202eevil\n<b>x</b>" + "W" * 5_000, 0.9, 0.9, 0.1, 0.1),))
    (mark,) = marks_of(hostile, None)
    assert "\u202e" not in mark.name
    assert "\n" not in mark.name
    assert len(mark.name) <= 80


@pytest.mark.parametrize("ground", ["#000000", "#ffffff", "#808080"])
@pytest.mark.parametrize("ratio", [1, 2])
def test_outlines_are_seen_on_any_picture_at_any_scale(qapp: QApplication, ground: str, ratio: int) -> None:
    image = QImage(200 * ratio, 200 * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(ground))
    with QPainter(image) as painter:
        paint_marks(painter, QRectF(0, 0, 200, 200), QRectF(0, 0, 200, 200), (Mark(0.25, 0.25, 0.5, 0.5),))
    column = [image.pixelColor(100 * ratio, row).lightness() for row in range(40 * ratio, 60 * ratio)]
    assert max(abs(each - QColor(ground).lightness()) for each in column) > 80
    assert image.pixelColor(100 * ratio, 100 * ratio) == QColor(ground)


def test_a_face_out_of_sight_leaves_nothing_behind(qapp: QApplication) -> None:
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.gray)
    before = image.copy()
    with QPainter(image) as painter:
        paint_marks(painter, QRectF(0, 0, 1000, 1000), QRectF(0, 0, 100, 100), (Mark(0.5, 0.5, 0.1, 0.1, "Ada"),))
    assert image == before
