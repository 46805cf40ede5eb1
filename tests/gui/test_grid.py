"""The grid in the real window: keys, selections, sizes, and a hundred thousand rows."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.gui.grid import LARGEST, PhotoGrid
from app.gui.grid_geometry import GridGeometry
from app.gui.jobs import Runner
from app.gui.listing_model import ListingModel
from app.gui.photo_actions import mime_of
from app.gui.theme import LIGHT, ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.gui.window import MainWindow
from app.services.listing import Card, Listing
from tests.gui import looking
from tests.gui.conftest import SAMPLE, WEEKEND
from tests.gui.driving import PATIENCE_MS, click_card, drop_paths, menu_texts, names, wait_cards, wait_indexed
from tests.gui.looking import DrawnLook, color_of, near
from tests.gui.test_listing_model import Shelf


@pytest.fixture
def long_grid(qtbot: QtBot) -> PhotoGrid:
    """A grid of a hundred thousand photos that only tests can draw."""
    runner = Runner()
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    model = ListingModel(Shelf(), runner, mime_of)
    thumbnails = Thumbnails(DrawnLook().thumbnail, runner)
    grid = PhotoGrid(model, thumbnails, ThemeKeeper(application, "light", application))
    qtbot.addWidget(grid)
    grid.runner, grid.kept = runner, (model, thumbnails)  # type: ignore[attr-defined]
    model.show(Listing(listed=np.arange(100_000)))
    grid.resize(900, 700)
    grid.show()
    qtbot.waitExposed(grid)
    assert runner.wait_idle()
    return grid


def idle(grid: PhotoGrid) -> None:
    """Wait for cards and thumbnails."""
    assert grid.runner.wait_idle()  # type: ignore[attr-defined]


def test_arrows_pages_home_and_end(long_grid: PhotoGrid) -> None:
    grid = long_grid
    columns = GridGeometry(100_000, grid.viewport().width(), grid.visualRect(grid.model().index(0, 0)).width(), 1).columns
    grid.setFocus()
    grid.go_to(0)
    rows = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_End, Qt.Key.Key_Right):
        QTest.keyClick(grid, key)
        rows.append(grid.currentIndex().row())
    assert rows == [1, 1 + columns, columns, 0, 0, 99_999, 99_999]
    assert grid.viewport().rect().contains(grid.visualRect(grid.currentIndex()))
    QTest.keyClick(grid, Qt.Key.Key_PageUp)
    assert 99_999 - 20 * columns < grid.currentIndex().row() < 99_999 - columns
    QTest.keyClick(grid, Qt.Key.Key_Home)
    assert grid.currentIndex().row() == 0
    idle(grid)


def test_only_what_is_in_sight_is_fetched(long_grid: PhotoGrid, qtbot: QtBot) -> None:
    shelf: Shelf = long_grid.kept[0]._source  # type: ignore[attr-defined]
    shelf.asked.clear()
    long_grid.verticalScrollBar().setValue(long_grid.verticalScrollBar().maximum() // 2)
    qtbot.waitUntil(lambda: bool(shelf.asked), timeout=PATIENCE_MS)
    idle(long_grid)
    middle = long_grid.indexAt(QPoint(40, 40)).row()
    assert len(shelf.asked) <= 2
    assert all(start - 100 <= middle < stop + 100 for start, stop in shelf.asked)


def test_shift_selects_in_reading_order_and_ctrl_a_everything(long_grid: PhotoGrid) -> None:
    click_card(long_grid, 1)
    click_card(long_grid, 9, Qt.KeyboardModifier.ShiftModifier)
    assert long_grid.selected_rows() == list(range(1, 10))
    click_card(long_grid, 4, Qt.KeyboardModifier.ControlModifier)
    assert long_grid.selected_count() == 8
    QTest.keyClick(long_grid, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert long_grid.selected_count() == 100_000
    idle(long_grid)
    assert len(long_grid.selected_cards()) <= 2_000
    idle(long_grid)


def test_shift_and_arrows_extend_the_selection(long_grid: PhotoGrid) -> None:
    long_grid.setFocus()
    long_grid.go_to(5)
    QTest.keyClick(long_grid, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(long_grid, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert long_grid.selected_rows() == [5, 6, 7]
    idle(long_grid)


def test_a_band_drawn_between_photos_selects_what_it_touches(long_grid: PhotoGrid) -> None:
    viewport = long_grid.viewport()
    last = long_grid.visualRect(long_grid.model().index(1, 0))
    start, end = QPoint(2, 2), QPoint(last.center().x(), last.center().y())

    def send(kind: QEvent.Type, at: QPoint, button: Qt.MouseButton, buttons: Qt.MouseButton) -> None:
        event = QMouseEvent(kind, QPointF(at), QPointF(viewport.mapToGlobal(at)), button, buttons, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(viewport, event)

    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    send(QEvent.Type.MouseButtonPress, start, left, left)
    send(QEvent.Type.MouseMove, QPoint(30, 30), none, left)
    send(QEvent.Type.MouseMove, end, none, left)
    viewport.repaint()
    assert long_grid.selected_rows() == [0, 1]
    send(QEvent.Type.MouseButtonRelease, end, left, none)
    assert long_grid.selected_rows() == [0, 1]
    idle(long_grid)


def test_every_point_of_a_card_is_its_row(long_grid: PhotoGrid) -> None:
    for row in (0, 3, 7):
        rect = long_grid.visualRect(long_grid.model().index(row, 0))
        for point in (rect.topLeft(), rect.center(), rect.bottomRight()):
            assert long_grid.indexAt(point).row() == row
    assert not long_grid.indexAt(QPoint(1, 1)).isValid()


def test_sizes_keep_the_photo_at_the_top(long_grid: PhotoGrid) -> None:
    long_grid.scrollTo(long_grid.model().index(50_000, 0), PhotoGrid.ScrollHint.PositionAtTop)
    for side in (LARGEST, 120, 200):
        long_grid.set_side(side)
        top = long_grid.indexAt(QPoint(40, 40)).row()
        assert abs(top - 50_000) <= 10
    long_grid.resize(500, 700)
    QTest.qWait(20)
    assert abs(long_grid.indexAt(QPoint(40, 40)).row() - 50_000) <= 20
    idle(long_grid)


def test_new_photos_slip_in_without_moving_selection(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window, grid = empty_window, empty_window.pages.grid
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    wait_cards(window, grid, range(9))
    chosen = "Fishing boats at dawn.jpg"
    click_card(grid, names(grid).index(chosen))
    for number, name in enumerate(("LRC_4410.JPG", "receipt.png", "LRC_4412.JPG")):
        (photos / f"new {number} {name}").write_bytes((WEEKEND / name).read_bytes() + b"%d" % number)
    QTest.keyClick(window, Qt.Key.Key_F5)
    wait_indexed(window, qtbot)
    wait_cards(window, grid, range(12))
    assert len(names(grid)) == 12
    assert [names(grid)[row] for row in grid.selected_rows()] == [chosen]
    assert names(grid)[grid.currentIndex().row()] == chosen


def test_the_photo_that_is_shown_large_stays_while_others_slip_in(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    window, grid, large = empty_window, empty_window.pages.grid, empty_window.pages.large
    drop_paths(window, photos)
    wait_indexed(window, qtbot)
    wait_cards(window, grid, range(9))
    click_card(grid, 4)
    QTest.keyClick(grid, Qt.Key.Key_Return)
    shown = large.card
    assert shown is not None
    newer = [photos / f"newer {number}.jpg" for number in range(3)]
    for number, path in enumerate(newer):
        path.write_bytes((SAMPLE / "2024 Far south" / "arrowtown.jpg").read_bytes() + b"%d" % number)
    QTest.keyClick(window, Qt.Key.Key_F5)
    wait_indexed(window, qtbot)
    assert large.card is not None
    assert large.card.photo.path == shown.photo.path
    assert large.position == 7
    Path(shown.photo.path).unlink()
    QTest.keyClick(window, Qt.Key.Key_F5)
    wait_indexed(window, qtbot)
    assert len(window.pages.model) == 11


def test_a_search_that_is_answered_anew_keeps_selection_and_place(window: MainWindow, qtbot: QtBot) -> None:
    grid = window.pages.grid
    window.top.box.ask_for("harbour")
    assert window.runner.wait_idle()
    wait_cards(window, grid, range(len(window.pages.model)))
    click_card(grid, 2)
    chosen = names(grid)[2]
    window.browsing.refresh()
    assert window.runner.wait_idle()
    assert [names(grid)[row] for row in grid.selected_rows()] == [chosen]


def test_the_menu_is_for_the_selected_photos(window: MainWindow) -> None:
    grid = window.pages.grid
    wait_cards(window, grid, range(4))
    click_card(grid, 1)
    at = grid.visualRect(grid.model().index(1, 0)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, grid.viewport().mapToGlobal(at))
    QApplication.sendEvent(grid.viewport(), event)
    texts = menu_texts()
    assert "Copy path" in texts
    assert "Open large" in texts


def test_a_drag_carries_the_files(window: MainWindow) -> None:
    grid = window.pages.grid
    wait_cards(window, grid, range(3))
    click_card(grid, 0)
    click_card(grid, 1, Qt.KeyboardModifier.ControlModifier)
    mime = window.pages.model.mimeData(grid.selectedIndexes())
    paths = {url.toLocalFile() for url in mime.urls()}
    assert paths == {card.photo.path for card in grid.selected_cards()}
    assert all(Path(path).is_file() for path in paths)


def test_what_is_drawn_is_the_photo(window: MainWindow, qtbot: QtBot) -> None:
    grid = window.pages.grid
    wait_cards(window, grid, range(3))
    card = window.pages.model.card(0)
    assert card is not None
    qtbot.waitUntil(lambda: window.pages.thumbnails.bytes > 0, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    rect = grid.visualRect(grid.model().index(0, 0))
    drawn = grid.viewport().grab(rect).toImage()
    colours = {drawn.pixel(x, y) for x in range(20, rect.width() - 20, 7) for y in range(20, rect.height() // 2, 7)}
    assert len(colours) > 30


def frame_of(grid: PhotoGrid, row: int, accent: QColor) -> bool:
    """Whether the edge of a card is drawn in the accent colour, as for the keyboard."""
    cell = grid.visualRect(grid.model().index(row, 0))
    drawn = grid.viewport().grab(cell).toImage()
    return near(drawn.pixelColor(drawn.width() // 2, 1), accent, 30)


def test_where_the_keyboard_is_can_be_seen_once_it_is_used(long_grid: PhotoGrid) -> None:
    click_card(long_grid, 2)
    long_grid.clearSelection()
    assert not frame_of(long_grid, 2, LIGHT.accent), "whoever clicks knows where they are"
    QTest.keyClick(long_grid, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert long_grid.currentIndex().row() == 3
    assert long_grid.selected_rows() == []
    assert frame_of(long_grid, 3, LIGHT.accent)
    click_card(long_grid, 1, Qt.KeyboardModifier.ControlModifier)
    click_card(long_grid, 1, Qt.KeyboardModifier.ControlModifier)
    assert not frame_of(long_grid, 1, LIGHT.accent)
    idle(long_grid)


def test_coming_by_tab_shows_where_the_keyboard_is(long_grid: PhotoGrid) -> None:
    long_grid.clearFocus()
    long_grid.selectionModel().setCurrentIndex(long_grid.model().index(1, 0), QItemSelectionModel.SelectionFlag.NoUpdate)
    long_grid.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not frame_of(long_grid, 1, LIGHT.accent)
    long_grid.clearFocus()
    long_grid.setFocus(Qt.FocusReason.TabFocusReason)
    assert frame_of(long_grid, 1, LIGHT.accent)
    idle(long_grid)


class Shapes(Shelf):
    """Every other photo stands."""

    def card(self, listing: Listing, photo_id: int) -> Card:
        lies = photo_id % 2 == 0
        return looking.card(photo_id, of=looking.photo(photo_id, width=1200 if lies else 600, height=800 if lies else 1200))


def test_pictures_stand_on_their_names_whatever_their_shape(long_grid: PhotoGrid, qtbot: QtBot) -> None:
    grid, model = long_grid, long_grid.kept[0]  # type: ignore[attr-defined]
    model.show(Listing(listed=np.arange(2, 6)), source=Shapes())

    def bounds(row: int) -> tuple[int, int, int]:
        """Left, top and bottom of the left half of a picture in its cell."""
        drawn = grid.viewport().grab(grid.visualRect(model.index(row))).toImage()
        points = [
            (x, y) for x in range(drawn.width()) for y in range(drawn.height()) if near(drawn.pixelColor(x, y), color_of(row + 2), 16)
        ]
        return min(x for x, _ in points), min(y for _, y in points), max(y for _, y in points)

    grid.viewport().repaint()
    idle(grid)
    grid.viewport().repaint()
    idle(grid)
    lying, standing = bounds(0), bounds(1)
    assert lying[0] == standing[0]
    assert lying[2] == standing[2]
    assert lying[1] > standing[1]
