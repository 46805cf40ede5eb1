"""Versions of one picture in the window: marks and words on a card, rows in the panel, steps in the large view, and the setting."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import exiv2
import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QRectF, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.domain.ids import PhotoId
from app.domain.match import MatchedPhoto, RankedPhoto
from app.domain.photo import Fact, Photo
from app.domain.ports import Ids
from app.domain.versions import Part
from app.gui.card_delegate import small
from app.gui.compare_view import to_compare
from app.gui.detail_panel import DetailPanel
from app.gui.jobs import Runner
from app.gui.large_view import LargeView
from app.gui.listing_model import ListingModel, spoken, tooltip_of
from app.gui.remembered import recall
from app.gui.status import status_text
from app.gui.theme import DARK, LIGHT, Theme, ThemeKeeper
from app.gui.version_marks import live_line, paint_version_marks, place_in_stack, versions_line
from app.gui.version_row import VersionRow
from app.gui.version_sign import VersionSign
from app.gui.window import MainWindow
from app.services.listing import Card, Listing, Version
from tests.gui.conftest import OpenWindow
from tests.gui.driving import PATIENCE_MS, child, click_card, names, press, type_query, wait_cards, wait_followed, wait_indexed
from tests.gui.looking import CardList, DrawnLook, card, photo
from tests.unit.photos.filming import film, live_still

EDITED, CAMERA, RAW = photo(1, path="/p/a-edited.jpg"), photo(2, path="/p/a.jpg"), replace(photo(3, path="/p/a.dng"), format="DNG")
FILM = Version("/p/<b>a.MOV", "MOV")
VERSIONS = (
    Version(EDITED.path, "JPEG", Part.EDITED, EDITED),
    Version(CAMERA.path, "JPEG", Part.CAMERA, CAMERA),
    Version(RAW.path, "DNG", Part.RAW, RAW),
)
STACK = replace(card(1, of=EDITED), versions=VERSIONS)
LIVE = replace(card(2, of=CAMERA), versions=(VERSIONS[1], FILM))


def test_a_card_says_its_versions() -> None:
    assert versions_line(STACK) == "3 versions: a-edited.jpg (edited), a.jpg (from the camera), a.dng (RAW)"
    assert versions_line(LIVE) == versions_line(card(1)) == ""
    assert live_line(LIVE) == "Live Photo with <b>a.MOV"
    assert spoken(STACK).endswith(versions_line(STACK))
    assert spoken(LIVE).endswith("Live Photo with <b>a.MOV")
    assert "&lt;b&gt;a.MOV" in tooltip_of(LIVE)
    assert "3 versions" in tooltip_of(STACK)
    assert place_in_stack(replace(STACK, photo=RAW)) == "Version 3 of 3 · RAW"
    assert versions_line(replace(STACK, versions=VERSIONS * 5)).endswith("a.jpg (from the camera), 7 more")


def test_a_card_that_stands_for_its_versions_has_their_marks() -> None:
    facts = replace(RAW.facts, rating=Fact(4, "XMP xmp:Rating"), favourite=Fact(True, "you, in Candid"))
    rated = replace(STACK, versions=(*VERSIONS[:2], replace(VERSIONS[2], photo=replace(RAW, facts=facts))))
    assert spoken(replace(rated, as_one=True)).split(", ")[2:4] == ["favourite", "4 stars"]
    assert "4 stars" not in spoken(rated).split(", "), "each file by itself has its own"
    shown = replace(rated, as_one=True).marked.facts
    assert (shown.rating, shown.favourite) == (Fact(4, "XMP xmp:Rating (DNG)"), Fact(True, "you, in Candid (DNG)"))
    own = replace(EDITED, facts=replace(EDITED.facts, rating=Fact(2, "EXIF Rating")))
    assert replace(rated, photo=own, as_one=True).marked.facts.rating == Fact(2, "EXIF Rating")
    assert replace(STACK, as_one=True).marked is STACK.photo


def test_what_is_said_of_one_version_is_shown_of_all_where_they_are_one() -> None:
    def loved(photo: Photo) -> Photo:
        return replace(photo, facts=replace(photo.facts, favourite=Fact(True, "you, in Candid")))

    def hearts(of: Card) -> list[bool]:
        return [bool(each.photo and each.photo.facts.favourite) for each in of.stills]

    assert hearts(replace(STACK, as_one=True).amended({RAW.id}, loved)) == [True, True, True]
    assert hearts(STACK.amended({RAW.id}, loved)) == [False, False, True]
    assert hearts(replace(STACK, as_one=True).amended({PhotoId(99)}, loved)) == [False, False, False]


def test_the_bottom_line_tells_all_photos() -> None:
    listing = Listing(listed=card_ids(1, 2), behind=pairs((3, 1), (4, 1)))
    assert status_text(listing, 0) == "2 photos and 2 other versions of them"
    assert status_text(Listing(listed=card_ids(1), behind=pairs((3, 1))), 0) == "1 photo and 1 other version of it"
    matches = (MatchedPhoto(RankedPhoto(PhotoId(3), 1.0, 0.0), 100),)
    assert status_text(Listing("q", matches=matches, behind=pairs((1, 3))), 0) == "1 result and 1 other version of it"


def card_ids(*ids: int) -> Ids:
    return np.array(ids, np.int64)


def pairs(*each: tuple[int, int]) -> Ids:
    return np.array(each, np.int64)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_marks_are_in_the_upper_corners(qapp: QApplication, theme: Theme) -> None:
    drawn = [painted(each, theme) for each in (card(1), STACK, LIVE)]
    assert marks_of(drawn[0]) == (False, False)
    assert marks_of(drawn[1]) == (False, True)
    assert marks_of(drawn[2]) == (True, False)


def painted(of: Card, theme: Theme) -> QImage:
    """The marks of a card over a picture that fills a box of 240 by 160."""
    image = QImage(240, 160, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    with QPainter(image) as painter:
        if of.versions:
            paint_version_marks(painter, QRectF(0, 0, 240, 160), of, small(QApplication.font()), theme)
    return image


def marks_of(image: QImage) -> tuple[bool, bool]:
    """Whether anything is drawn at the upper left and at the upper right."""
    return tuple(image.pixelColor(x, 16) != image.pixelColor(120, 100) for x in (10, 229))  # type: ignore[return-value]


class Bench:
    """A large view and a panel over a stack, a Live Photo and a photo by itself."""

    def __init__(self, qapp: QApplication, qtbot: QtBot) -> None:
        self.runner = Runner()
        keeper = ThemeKeeper(qapp, "light")
        self.large, self.panel = LargeView(DrawnLook(), self.runner, keeper), DetailPanel(DrawnLook(), self.runner, keeper)
        for widget in (self.large, self.panel):
            qtbot.addWidget(widget)
            widget.resize(700, 500)
            widget.show()
        self.source = CardList([STACK, LIVE, card(9)])

    def open(self, position: int) -> None:
        self.large.open(self.source, position)
        assert self.runner.wait_idle()

    def shown(self) -> Photo | None:
        return self.large.card.photo if self.large.card else None

    def sign(self, name: str) -> VersionSign:
        return child(self.large, VersionSign, name)

    def rows(self) -> list[VersionRow]:
        return [each for each in self.panel.findChildren(VersionRow) if each.isVisible()]


@pytest.fixture
def bench(qapp: QApplication, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(qapp, qtbot)
    yield made
    assert made.runner.wait_idle()


def test_v_goes_through_the_versions(bench: Bench, qtbot: QtBot) -> None:
    bench.open(0)
    assert bench.sign("largeVersion").text() == "Version 1 of 3 · edited"
    for key, modifier, version, text in (
        (Qt.Key.Key_V, Qt.KeyboardModifier.NoModifier, CAMERA, "Version 2 of 3 · from the camera"),
        (Qt.Key.Key_V, Qt.KeyboardModifier.NoModifier, RAW, "Version 3 of 3 · RAW"),
        (Qt.Key.Key_V, Qt.KeyboardModifier.NoModifier, EDITED, "Version 1 of 3 · edited"),
        (Qt.Key.Key_V, Qt.KeyboardModifier.ShiftModifier, RAW, "Version 3 of 3 · RAW"),
    ):
        with qtbot.waitSignal(bench.large.versioned):
            QTest.keyClick(bench.large, key, modifier)
        assert bench.shown() == version
        assert bench.sign("largeVersion").text() == text
        assert text in bench.large.accessibleName()
    assert bench.runner.wait_idle()
    QTest.mouseClick(bench.sign("largeVersion"), Qt.MouseButton.LeftButton)
    assert bench.shown() == EDITED


def test_another_photo_is_shown_by_its_cover(bench: Bench, qtbot: QtBot) -> None:
    bench.open(0)
    QTest.keyClick(bench.large, Qt.Key.Key_V)
    QTest.keyClick(bench.large, Qt.Key.Key_Right)
    QTest.keyClick(bench.large, Qt.Key.Key_Left)
    assert bench.large.card == STACK
    bench.open(2)
    assert bench.sign("largeVersion").isHidden()
    with qtbot.assertNotEmitted(bench.large.versioned):
        QTest.keyClick(bench.large, Qt.Key.Key_V)


def test_a_version_may_be_wanted_before_its_card_has_come(bench: Bench) -> None:
    bench.source.late = {0}
    bench.open(0)
    bench.large.show_version(RAW.id)
    assert bench.shown() is None
    bench.source.bring(0)
    assert bench.shown() == RAW


def test_the_film_of_a_live_photo_is_asked_for(bench: Bench, qtbot: QtBot) -> None:
    bench.open(1)
    assert bench.sign("largeVersion").isHidden()
    assert bench.sign("largeFilm").text() == "Live Photo with <b>a.MOV"
    with qtbot.waitSignal(bench.large.signs.film_asked) as asked:
        QTest.mouseClick(bench.sign("largeFilm"), Qt.MouseButton.LeftButton)
    assert asked.args == [FILM]
    bench.source.cards[1] = replace(LIVE, versions=(VERSIONS[1], Version(f"/p/{'long ' * 60}.MOV", "MOV")))
    bench.large.renew()
    assert bench.sign("largeFilm").geometry().right() < bench.large.canvas.width()


def test_the_panel_lists_the_versions(bench: Bench, qtbot: QtBot) -> None:
    bench.panel.show_card(STACK)
    assert [(row.version, row.about) for row in bench.rows()] == list(
        zip(VERSIONS, ("JPEG · edited", "JPEG · from the camera", "DNG · RAW"), strict=True)
    )
    assert bench.rows()[0].accessibleName() == "a-edited.jpg, JPEG · edited, shown here"
    assert bench.rows()[2].accessibleName() == "a.dng, DNG · RAW, press to look at it"
    bench.rows()[2].setFocus()
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return):
        with qtbot.waitSignal(bench.panel.version_asked) as asked:
            QTest.keyClick(bench.rows()[2], key)
        assert asked.args == [VERSIONS[2]]
    bench.panel.show_card(LIVE)
    assert [row.about for row in bench.rows()] == ["JPEG · from the camera", "MOV · video"]
    assert "press to open it" in bench.rows()[1].accessibleName()
    bench.panel.show_card(card(9))
    assert bench.rows() == []
    assert "Versions" not in [label.text() for label in bench.panel.findChildren(QLabel) if label.isVisible()]


def test_what_is_said_of_a_version_is_shown_on_its_card() -> None:
    starred = replace(RAW, facts=replace(RAW.facts, rating=Fact(4, "you")))
    amended = STACK.amended({RAW.id}, lambda _: starred)
    assert amended.photo == EDITED
    assert [each.photo for each in amended.versions] == [EDITED, CAMERA, starred]
    assert LIVE.amended({RAW.id}, lambda _: starred) == LIVE


def test_a_card_is_fetched_again_when_a_version_of_it_changed(qtbot: QtBot) -> None:
    asked: list[tuple[int, int]] = []

    class Shelf:
        def cards(self, listing: Listing, start: int, stop: int) -> tuple[Card, ...]:
            asked.append((start, stop))
            return (STACK,)

    runner = Runner()
    model = ListingModel(Shelf(), runner, lambda _: QMimeData())
    model.show(Listing(listed=card_ids(1)), (STACK,))
    model.renew_cards([RAW.id])
    model.card(0)
    assert runner.wait_idle()
    assert asked == [(0, 1)]
    model.amend([RAW.id], lambda photo: replace(photo, format="NEF"))
    shown = model.card(0)
    assert shown is not None
    assert [each.photo.format for each in shown.stills if each.photo] == ["JPEG", "JPEG", "NEF"]


def test_the_versions_of_one_card_can_be_compared() -> None:
    assert [each.photo for each in to_compare([STACK])] == [EDITED, CAMERA, RAW]
    assert to_compare([card(9)]) == (card(9),)
    assert to_compare([STACK, LIVE]) == (STACK, LIVE)
    assert len(to_compare([LIVE])) == 1, "a film is not compared"


# In the window


@pytest.fixture
def stacked(empty_window: MainWindow, qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """A window over a stack of two, a Live Photo and a photo by itself."""
    folder = tmp_path / "stacked"
    folder.mkdir()
    for name, color in (("a.jpg", "red"), ("a-edited.jpg", "gray"), ("b.jpg", "navy")):
        _write(folder / name, color)
    live_still(folder / "IMG_9140.JPG")
    (folder / "IMG_9140.MOV").write_bytes(film())
    empty_window.add_paths([str(folder)])
    wait_indexed(empty_window, qtbot)
    qtbot.waitUntil(lambda: len(empty_window.pages.model) == 3, timeout=PATIENCE_MS)
    wait_cards(empty_window, empty_window.pages.grid, range(3))
    return empty_window


def _write(path: Path, color: str) -> None:
    Image.new("RGB", (64, 48), color).save(path)
    image = exiv2.ImageFactory.open(str(path))
    exif = exiv2.ExifData()
    exif["Exif.Photo.DateTimeOriginal"] = "2019:06:14 12:00:00"
    image.setExifData(exif)
    image.writeMetadata()


def test_a_stack_is_one_card_until_the_person_wants_each_file(stacked: MainWindow, open_window: OpenWindow, tmp_path: Path) -> None:
    grid = stacked.pages.grid
    assert sorted(names(grid)) == ["IMG_9140.JPG", "a-edited.jpg", "b.jpg"]
    assert child(stacked, QLabel, "status").text() == "3 photos and 1 other version of them"
    QTest.keyClick(stacked, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert stacked.runner.wait_idle()
    wait_cards(stacked, grid, range(4))
    assert sorted(names(grid)) == ["IMG_9140.JPG", "a-edited.jpg", "a.jpg", "b.jpg"]
    assert child(stacked, QLabel, "status").text() == "4 photos"
    assert not child(stacked, QAction, "stackVersions").isChecked()
    stacked.close()
    assert not recall(tmp_path / "window.ini").stacked
    second = open_window(tmp_path / "library")
    assert len(second.pages.model) == 4
    child(second, QAction, "stackVersions").trigger()
    assert second.runner.wait_idle()
    assert len(second.pages.model) == 3


def test_stars_are_given_to_all_versions_of_a_card(stacked: MainWindow, qtbot: QtBot) -> None:
    grid = stacked.pages.grid
    click_card(grid, names(grid).index("a-edited.jpg"))
    assert stacked.runner.wait_idle()
    QTest.keyClick(grid, Qt.Key.Key_4)
    assert stacked.runner.wait_idle()
    _row(stacked, qtbot, "a.jpg")
    qtbot.waitUntil(lambda: _row(stacked, qtbot, "a.jpg").about.endswith("4 stars"), timeout=PATIENCE_MS)
    assert _row(stacked, qtbot, "a-edited.jpg").about == "JPEG · edited · 4 stars"
    assert stacked.describing.notice.text == "Rated 1 photo 4 stars."
    QTest.keyClick(grid, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert stacked.runner.wait_idle()
    qtbot.waitUntil(lambda: "star" not in _row(stacked, qtbot, "a.jpg").about, timeout=PATIENCE_MS)
    assert _row(stacked, qtbot, "a-edited.jpg").about == "JPEG · edited"
    QTest.keyClick(grid, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert stacked.runner.wait_idle()
    wait_cards(stacked, grid, range(4))
    click_card(grid, names(grid).index("a.jpg"))
    QTest.keyClick(grid, Qt.Key.Key_3)
    assert stacked.runner.wait_idle()
    qtbot.waitUntil(lambda: _row(stacked, qtbot, "a.jpg").about.endswith("3 stars"), timeout=PATIENCE_MS)
    assert _row(stacked, qtbot, "a-edited.jpg").about == "JPEG · edited", "each file by itself"


def test_a_rated_picture_keeps_its_stars_when_an_edited_copy_stands_for_it(stacked: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    grid, stars = stacked.pages.grid, stacked.details.words.rating.stars
    click_card(grid, names(grid).index("b.jpg"))
    QTest.keyClick(grid, Qt.Key.Key_3)
    assert stacked.runner.wait_idle()
    _write(tmp_path / "stacked" / "b-edited.jpg", "navy")
    with qtbot.waitSignal(stacked.indexing.finished, timeout=PATIENCE_MS):
        stacked.indexing.look_again([str(tmp_path / "stacked")])
    wait_followed(stacked, qtbot)
    wait_cards(stacked, grid, range(3))
    row = names(grid).index("b-edited.jpg")
    assert "3 stars" in str(grid.model().index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole))
    click_card(grid, row)
    qtbot.waitUntil(lambda: stars.value() == 3, timeout=PATIENCE_MS)
    grid.selectAll()
    qtbot.waitUntil(lambda: stars.accessibleName() == "Stars: various", timeout=PATIENCE_MS)
    type_query(stacked, qtbot, "rating:none")
    assert "b-edited.jpg" not in names(grid)
    type_query(stacked, qtbot, "rating:3")
    assert names(grid) == ["b.jpg"]


def test_a_version_is_shown_large_from_the_panel(stacked: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    grid = stacked.pages.grid
    click_card(grid, names(grid).index("a-edited.jpg"))
    row = _row(stacked, qtbot, "a.jpg")
    QTest.mouseClick(row, Qt.MouseButton.LeftButton)
    assert stacked.pages.currentWidget() is stacked.pages.large
    assert [Path(each.photo.path).name for each in stacked.pages.chosen_cards()] == ["a.jpg"]
    assert stacked.runner.wait_idle()
    press(stacked, Qt.Key.Key_Escape)
    click_card(grid, names(grid).index("IMG_9140.JPG"))
    QTest.mouseClick(_row(stacked, qtbot, "IMG_9140.MOV"), Qt.MouseButton.LeftButton)
    assert [Path(each).name for each in opened] == ["IMG_9140.MOV"]


def test_a_photo_behind_another_is_found_in_the_grid(stacked: MainWindow) -> None:
    model = stacked.pages.model
    cover = names(stacked.pages.grid).index("a-edited.jpg")
    shown = model.card(cover)
    assert shown is not None
    hidden = next(each.photo for each in shown.versions if each.path.endswith("a.jpg"))
    assert hidden is not None
    assert model.position_of(hidden.id) == cover
    stacked.desk._go_to(hidden, (hidden,))
    assert stacked.runner.wait_idle()
    assert stacked.pages.large.card is not None
    assert stacked.pages.large.card.photo.id == hidden.id


def _row(window: MainWindow, qtbot: QtBot, name: str) -> VersionRow:
    def found() -> list[VersionRow]:
        return [row for row in window.details.findChildren(VersionRow) if row.isVisible() and row.version.path.endswith(name)]

    qtbot.waitUntil(lambda: len(found()) == 1, timeout=PATIENCE_MS)
    return found()[0]
