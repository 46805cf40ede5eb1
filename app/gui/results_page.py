"""The page for a query that no photo matches: it says so, and sets apart what is nearest by meaning, which is never a match."""

from collections.abc import Callable

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from app.gui.grid import PhotoGrid
from app.gui.jobs import Runner
from app.gui.labels import plain_label
from app.gui.listing_model import ListingModel, NearestCards
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.services.listing import Card, Listing
from app.services.search_photos import SearchPhotos

LONGEST_SENTENCE = 300


class NothingPage(QWidget):
    """A sentence, a line, and the nearest photos without bars or percentages."""

    def __init__(
        self,
        search: SearchPhotos,
        thumbnails: Thumbnails,
        runner: Runner,
        themes: ThemeKeeper,
        mime_of: Callable[[list[Card]], QMimeData],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("nothingPage")
        self.setProperty("kind", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._search = search
        self._listing: Listing | None = None
        self.model = ListingModel(search, runner, mime_of, self)
        self.grid = PhotoGrid(self.model, thumbnails, themes)
        self.grid.setObjectName("nearestGrid")
        self.grid.setAccessibleName("Nearest by meaning or look, no matches")
        self._sentence = plain_label(wrap=True)
        self._sentence.setObjectName("nothingSentence")
        self._sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        _enlarge(self._sentence, 1.4)
        self._nearest = QWidget()
        self._arrange()

    @property
    def sentence(self) -> str:
        """What the page says."""
        return self._sentence.text()

    def show_nothing(self, listing: Listing) -> None:
        """Say that nothing matches, and show what is nearest; saying the same again keeps the place."""
        if listing is self._listing:
            return
        self._listing = listing
        sentence = listing.notice or f"No photo matches “{listing.query.strip()}”."
        self._sentence.setText(sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[:LONGEST_SENTENCE]}…")
        nearest = NearestCards(self._search.nearest_cards, listing)
        self.model.show(nearest.as_listing, source=nearest)
        self.grid.scrollToTop()
        self._nearest.setVisible(bool(listing.nearest))

    def _arrange(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 24, 0, 0)
        layout.setSpacing(20)
        self._sentence.setContentsMargins(20, 0, 20, 0)
        layout.addWidget(self._sentence)
        layout.addWidget(self._nearest, 1)
        layout.addStretch(0)
        inner = QVBoxLayout(self._nearest)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(4)
        line = QFrame()
        line.setProperty("kind", "line")
        line.setFixedHeight(1)
        heading = plain_label("Nearest by meaning or look", "heading")
        heading.setObjectName("nearestHeading")
        promise = plain_label("These do not match. They are the closest by meaning or by look.", "muted")
        inner.addWidget(line)
        inner.addSpacing(16)
        for label in (heading, promise):
            label.setContentsMargins(20, 0, 20, 0)
            inner.addWidget(label)
        inner.addWidget(self.grid, 1)


def _enlarge(label: QLabel, factor: float) -> None:
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * factor)
    label.setFont(font)
