"""The line at the bottom of the window: how many photos are listed, how many of them are selected, and how many files were skipped."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from app.gui.formatting import count
from app.gui.labels import plain_label
from app.services.listing import Listing


class StatusLine(QWidget):
    """Text on the left; on the right a button, as long as there are skipped files; news of a change between them."""

    skipped_asked = Signal()
    """The skipped files should be listed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._skipped = plain_label("", "muted"), QToolButton()
        self._text.setObjectName("status")
        self._skipped.setObjectName("statusSkipped")
        self._skipped.setProperty("kind", "quiet")
        self._skipped.setToolTip("List the files that could not be read (F8)")
        self._skipped.clicked.connect(lambda: self.skipped_asked.emit())
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 8, 2)
        row.addWidget(self._text, 1)
        row.addWidget(self._skipped)
        self.show_skipped(0)

    def hold(self, notice: QWidget) -> None:
        """Have room for a notice between both, so that nothing moves when it comes."""
        self._row.insertWidget(1, notice)
        self.setMinimumHeight(notice.sizeHint().height() + 4)

    def show_text(self, text: str) -> None:
        """Tell of the list."""
        self._text.setText(text)

    def show_skipped(self, number: int) -> None:
        """Tell how many files were skipped."""
        self._skipped.setText(f"{count(number, 'skipped file')}")
        # The line keeps its height whether the button is there or not.
        policy = self._skipped.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._skipped.setSizePolicy(policy)
        self._skipped.setVisible(number > 0)


def hidden_text(listing: Listing) -> str:
    """What to say where nothing but guesses was found, and they are hidden; empty where there is something to see, or nothing hidden."""
    if len(listing) or not listing.hidden:
        return ""
    return (
        f"Nothing but {count(listing.hidden, 'guess', 'guesses')} was found, and guesses are hidden. Turn on “Guesses” above to see them."
    )


def status_text(listing: Listing, selected: int) -> str:
    """`12 results · 3 selected`, or `598 photos and 32 other versions of them`."""
    number, others = len(listing), len(listing.behind)
    found = count(number, "result") if number else "No results"
    parts = [found if listing.query.strip() else count(number, "photo")]
    if others:
        parts[0] += f" and {count(others, 'other version')} of {'it' if number == 1 else 'them'}"
    if listing.more:
        parts.append("only the nearest of those that just mean something close")
    if listing.hidden:
        parts.append(f"{count(listing.hidden, 'guess', 'guesses')} hidden")
    if selected > 1:
        parts.append(f"{selected:,} selected")
    return " · ".join(parts)
