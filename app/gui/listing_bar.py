"""The line above the photos: what the bars mean, or of what answer they are; and asking about all of them."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from app.domain.written import safe_line
from app.gui.formatting import count
from app.gui.icons import icon
from app.gui.labels import as_tooltip
from app.gui.legend import MatchLegend
from app.gui.like_slider import LikeSlider
from app.gui.theme import ThemeKeeper
from app.gui.tick_box import TickBox
from app.services.listing import Listing

LONGEST = 48
"""Characters of a heading."""
FEWEST_CHOSEN = 2
"""Selected photos that are meant by "these": one is selected merely by looking at it."""


GUESSES = "Guesses"
NARROW = 440
"""Pixels of the bar below which the box stands without its word."""


class ListingBar(QWidget):
    """Shown above the result of a search and above photos that were given."""

    ask_asked = Signal()
    """Ask about all of these, or about those that are selected."""
    again = Signal()
    """Answer the same question anew."""
    guesses_wanted = Signal(bool)
    """List photos for their look alone, or leave them out."""
    closed = Signal()
    """Back from the photos that were given."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.legend = MatchLegend(themes)
        self._heading = self._button("chip", "givenPhotos")
        self._heading.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross stands behind the words
        self._heading.clicked.connect(self.closed)
        self.like = LikeSlider()
        self._listing = Listing()
        self.guesses = _guesses_box(themes)
        self.guesses.clicked.connect(self.guesses_wanted)
        self._again = self._button("quiet", "searchAgain")
        self._again.setText("Search again")
        self._again.setToolTip("Photos, or what is said of them, have changed since this result was found")
        self._again.clicked.connect(self.again)
        self._again.hide()
        self._ask = self._button("quiet", "askAboutThese")
        self.show_selected(0)
        self._ask.clicked.connect(self.ask_asked)
        row = self._row = QHBoxLayout(self)
        row.setSpacing(4)
        row.addWidget(self._heading)
        row.addWidget(self.legend, 1)
        row.addStretch(0)
        row.addWidget(self.like)
        row.addWidget(self.guesses)
        row.addWidget(self._again)
        row.addWidget(self._ask)
        self.hide()
        themes.changed.connect(self._draw)
        self._draw()

    def show_listing(self, listing: Listing) -> None:
        """Fit it to what is shown."""
        if listing is not self._listing:
            self._again.hide()
            self.guesses.setVisible(listing.hidden > 0 or listing.guesses > 0)
        self._listing = listing
        self.legend.setVisible(bool(listing.matches))
        self.like.setVisible(listing.like is not None)
        self._ask.setVisible(len(listing) > 0)
        self._heading.setVisible(bool(listing.heading))
        self._row.setContentsMargins(16 if listing.heading else 0, 4, 8, 4)  # the legend has room of its own
        self._heading.setText(_fitted(safe_line(listing.heading)).replace("&", "&&"))
        self._heading.setAccessibleName(f"{listing.heading}: press to go back")
        self._heading.setToolTip(as_tooltip(f"{safe_line(listing.heading)}\nGo back to what was shown before (Escape)"))
        self.setVisible((len(listing) > 0 or listing.hidden > 0) and bool(listing.heading or listing.query.strip()))

    def show_guesses(self, *, wanted: bool) -> None:
        """Say whether guesses are listed."""
        self.guesses.setChecked(wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Where there is no room for its word, the box stands alone."""
        super().resizeEvent(event)
        self.guesses.setText(GUESSES if self.width() >= NARROW else "")

    def offer_again(self) -> None:
        """What is shown was found before something changed: it stays, and can be asked for anew."""
        self._again.setVisible(True)

    def show_selected(self, number: int) -> None:
        """So many of the photos are selected."""
        some = number >= FEWEST_CHOSEN
        self._ask.setText(f"Ask about {count(number, 'selected photo')}" if some else "Ask about these")
        self._ask.setToolTip("Ask about the selected photos" if some else "Ask about all of these photos")

    def _button(self, kind: str, name: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setProperty("kind", kind)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIconSize(QSize(14, 14))
        return button

    def _draw(self) -> None:
        self._heading.setIcon(icon("close", self._themes.theme.muted, 14))
        self._again.setIcon(icon("rescan", self._themes.theme.text, 14))
        self._ask.setIcon(icon("chat", self._themes.theme.text, 14))


def _guesses_box(themes: ThemeKeeper) -> TickBox:
    box = TickBox(themes, GUESSES)
    box.setObjectName("showGuesses")
    box.setAccessibleName("Show guesses: photos that are here for their look alone")
    box.setToolTip("Show photos that are here for their look alone, which is a guess.\nThe bars of the others stay as they are.")
    box.setChecked(True)
    box.hide()
    return box


def _fitted(heading: str) -> str:
    return heading if len(heading) <= LONGEST else f"{heading[: LONGEST // 2]}…{heading[-LONGEST // 2 :]}"
