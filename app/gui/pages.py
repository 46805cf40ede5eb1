"""The middle of the window: one page at a time, and the way back from looking large and comparing."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QMimeData, QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.domain.ids import PhotoId
from app.domain.photo import Photo
from app.domain.ports import Ids
from app.gui.compare_view import NO_VERDICTS, CompareView, Verdict
from app.gui.grid import PhotoGrid
from app.gui.jobs import Runner
from app.gui.large_view import LargeView
from app.gui.listing_bar import ListingBar
from app.gui.listing_model import ListingModel
from app.gui.measure_page import MeasurePage
from app.gui.results_page import NothingPage
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.gui.welcome import WelcomePage
from app.services.listing import Card, Listing
from app.services.use_cases import UseCases


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What every page is built from."""

    use_cases: UseCases
    runner: Runner
    themes: ThemeKeeper
    mime_of: Callable[[list[Card]], QMimeData]
    indexing: Callable[[], bool]
    """Whether folders are being indexed."""


class Pages(QStackedWidget):
    """Welcome, grid, nothing matches, large, compare, measure."""

    chosen = Signal()
    """The current photo, the selection or the page changed."""
    turned = Signal()
    """Another page is shown."""
    described = Signal(object, object)
    """The person wants this `Change` of the photos with these ids."""
    measured = Signal()
    """Closeness was measured anew."""

    def __init__(self, around: Surroundings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._around = around
        self._measure: MeasurePage | None = None
        self._laid_over: QWidget | None = None
        self._compared_from: QWidget | None = None
        look, runner, themes = around.use_cases.look, around.runner, around.themes
        self.thumbnails = Thumbnails(look.thumbnail, runner, self)
        self.model = ListingModel(around.use_cases.search, runner, around.mime_of, self)
        self.grid = PhotoGrid(self.model, self.thumbnails, themes)
        self.grid.setObjectName("grid")
        self.grid.setAccessibleName("Photos")
        self.bar = ListingBar(themes)
        self.welcome = WelcomePage(themes)
        self.nothing = NothingPage(around.use_cases.search, self.thumbnails, runner, themes, around.mime_of)
        self.large, self.compare = LargeView(look, runner, themes), CompareView(look, runner, themes)
        self._lists = self._listing_page()
        self._under: QWidget = self.welcome
        self._soon = QTimer(self)
        for page in (self.welcome, self._lists, self.nothing, self.large, self.compare):
            self.addWidget(page)
        self._connect()

    @property
    def welcoming(self) -> bool:
        """Whether there is nothing in the library yet."""
        return self.currentWidget() is self.welcome

    @property
    def over(self) -> bool:
        """Whether a photo is shown large, photos are compared, or another page is shown, over a list."""
        return self.currentWidget() in (self.large, self.compare) or self.measuring or self.apart

    @property
    def comparing(self) -> bool:
        """Whether photos are compared."""
        return self.currentWidget() is self.compare

    @property
    def measuring(self) -> bool:
        """Whether the page is shown that measures closeness."""
        return self._measure is not None and self.currentWidget() is self._measure

    @property
    def apart(self) -> bool:
        """Whether a page is shown that `show_over` was given."""
        return self._laid_over is not None and self.currentWidget() is self._laid_over

    @property
    def aside(self) -> bool:
        """Whether such a page is shown, or photos of it are compared: what is seen is not of the list."""
        return self.apart or (self.comparing and self._compared_from is not None)

    @property
    def list_grid(self) -> PhotoGrid:
        """The grid that is shown, or that lies under what is shown."""
        return self.nothing.grid if self._under is self.nothing else self.grid

    @property
    def list_model(self) -> ListingModel:
        """The model of that grid."""
        return self.nothing.model if self._under is self.nothing else self.model

    def show_welcome(self) -> None:
        """Nothing is in the library."""
        self._lay(self.welcome)

    def show_listing(self, listing: Listing) -> None:
        """Show a list, or that nothing matches."""
        self.bar.show_listing(listing)
        if len(listing) or listing.hidden or not listing.query.strip():
            self._lay(self._lists)
        else:
            self.nothing.show_nothing(listing)
            self._lay(self.nothing)
        self._keep_large()

    def current_card(self) -> Card | None:
        """The photo that the person is at."""
        if self.currentWidget() is self.large:
            return self.large.card
        index = self.list_grid.currentIndex()
        return self.list_model.card(index.row()) if index.isValid() else None

    def chosen_cards(self) -> list[Card]:
        """What an action is for: the selected photos, or the one that is shown large, or those that are compared."""
        if self.comparing:
            return list(self.compare.cards)
        if self.currentWidget() is self.large:
            return [self.large.card] if self.large.card else []
        return self.list_grid.selected_cards()

    def chosen_ids(self) -> Ids:
        """The same as ids, however many are selected, (n,) int64."""
        if self.currentWidget() in (self.large, self.compare):
            return np.array([card.photo.id for card in self.chosen_cards()], np.int64)
        return self.list_grid.selected_ids()

    def go_to(self, row: int) -> None:
        """Make a photo of the list the current one, the keyboard staying where it is."""
        if self.over:
            self.setCurrentWidget(self._under)
        self.list_grid.go_to(row)
        self.chosen.emit()

    def open_large(self, row: int) -> None:
        """Show a photo of the list large."""
        self.setCurrentWidget(self.large)
        self.large.open(self.list_model, row)
        self.chosen.emit()

    def show_version(self, photo_id: PhotoId) -> None:
        """Show a version of the current photo large."""
        row = self.list_grid.currentIndex().row()
        if self.currentWidget() is not self.large and row >= 0:
            self.open_large(row)
        self.large.show_version(photo_id)

    def open_compare(self, cards: Sequence[Card], verdicts: Mapping[PhotoId, Verdict] = NO_VERDICTS) -> None:
        """Show two to four photos side by side, with what is thought of them."""
        self._compared_from = self._laid_over if self.apart else None
        self.setCurrentWidget(self.compare)
        self.compare.show_cards(cards, verdicts)
        self.chosen.emit()

    def show_over(self, page: QWidget) -> None:
        """Show a page that is somebody else's over the list; comparing from it leads back to it."""
        if self.indexOf(page) < 0:
            self.addWidget(page)
        self._laid_over = page
        self.setCurrentWidget(page)
        self.chosen.emit()

    def open_measure(self) -> None:
        """Show the page that measures closeness; it is made when it is first wanted, and kept."""
        page = self._measure or self._measure_page()
        self.setCurrentWidget(page)
        page.open()
        self.chosen.emit()

    def leave_measure(self) -> None:
        """To what lies under that page, or another one that was laid over it, the keyboard staying where it is."""
        if self.measuring or self.apart:
            self.setCurrentWidget(self._under)
            self.chosen.emit()

    def back(self) -> None:
        """To the list, with the keyboard in it, or to the page from which photos were compared."""
        if self.comparing and self._compared_from is not None:
            self.setCurrentWidget(self._compared_from)
            self._compared_from.setFocus()
            self.chosen.emit()
            return
        self.setCurrentWidget(self._under)
        if self._under is self.welcome:
            self.welcome.setFocus()
        else:
            self.focus_list()
        self.chosen.emit()

    def focus_list(self) -> None:
        """Give the keyboard to the list, at its first photo if none is the current one."""
        grid = self.list_grid
        grid.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if not grid.currentIndex().isValid() and grid.model().rowCount(QModelIndex()):
            grid.go_to(0)

    def focus_photos(self) -> None:
        """Give the keyboard to what shows photos now."""
        page = self.currentWidget()
        if self.over and page is not None:
            page.setFocus()
        elif not self.welcoming:
            self.focus_list()

    def amend(self, photo_ids: Collection[PhotoId], how: Callable[[Photo], Photo]) -> None:
        """Show these photos otherwise, wherever they are seen, until they are fetched again."""
        for model in (self.model, self.nothing.model):
            model.amend(photo_ids, how)
        self.compare.amend(photo_ids, how)
        self.large.renew()
        self.chosen.emit()

    def renew(self, photo_ids: Collection[PhotoId]) -> None:
        """What the library says of these photos is otherwise now: those in sight are fetched again, and all stay where they are."""
        for model in (self.model, self.nothing.model):
            model.renew_cards(photo_ids)
        self.large.renew()
        self.chosen.emit()

    def _keep_large(self) -> None:
        """Rows may have moved under the photo that is shown large."""
        row = self.list_grid.currentIndex().row()
        if self.currentWidget() is not self.large or row == self.large.position:
            return
        if row < 0:
            self.back()
        else:
            self.large.open(self.list_model, row)

    def _lay(self, page: QWidget) -> None:
        changed, self._under = page is not self._under, page
        if not self.over:
            self.setCurrentWidget(page)
        if changed:
            self.chosen.emit()

    def _measure_page(self) -> MeasurePage:
        around = self._around
        self._measure = page = MeasurePage(around.use_cases.measure, around.runner, around.themes, around.indexing)
        page.closed.connect(self.back)
        page.measured.connect(self.measured)
        self.addWidget(page)
        return page

    def _listing_page(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.grid, 1)
        return page

    def _connect(self) -> None:
        for grid in (self.grid, self.nothing.grid):
            grid.opened.connect(self.open_large)
            grid.chosen.connect(self.chosen)
        for model in (self.model, self.nothing.model):
            model.ready.connect(self._came)
        self._soon.setSingleShot(True)
        self._soon.setInterval(30)
        self._soon.timeout.connect(self.chosen)
        self.currentChanged.connect(self.turned)
        self.large.closed.connect(self.back)
        self.large.described.connect(self.described)
        self.compare.described.connect(self.described)
        self.large.moved.connect(self._follow)
        self.large.versioned.connect(self.chosen)
        self.compare.closed.connect(self.back)

    def _follow(self, row: int) -> None:
        self.list_grid.go_to(row)
        self.chosen.emit()

    def _came(self, row: int) -> None:
        if row == self.list_grid.currentIndex().row() or self.list_grid.selected_count() > 1:
            self._soon.start()
