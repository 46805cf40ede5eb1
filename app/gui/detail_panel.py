"""The panel of one photo: its thumbnail, why it was found, every fact with the source that it was read from, and its file."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.domain.ids import ContentHash, PhotoId
from app.domain.match import Reason
from app.domain.own_words import Change
from app.domain.photo import Photo
from app.gui.chat.chip import Chip
from app.gui.fact_rows import FactRow, fact_rows, file_rows
from app.gui.fact_widget import FactWidget
from app.gui.formatting import count, file_name
from app.gui.guesses import GuessList
from app.gui.jobs import Runner
from app.gui.labels import plain_label
from app.gui.match_bar import MatchBar
from app.gui.own.editor import WordsEditor
from app.gui.pictures import Looking, Outcome, Pictures
from app.gui.read_text import ReadText
from app.gui.reason_text import ReasonLabel
from app.gui.shown_words import ShownWords, words_of_photos
from app.gui.theme import ThemeKeeper
from app.gui.version_row import VersionRow
from app.services.listing import Card, Version
from app.services.seen import Seen

MARGIN, SPACING, ABOVE_HEADING = 12, 9, 17
AHEAD_MS = 30
"""Between two rows that are made ahead: a person who types or scrolls is not to notice."""
FILE_ROWS, FACT_ROWS = 5, 14
"""As many as most photos need."""
NOTHING = "Select a photo to see what is known about it."
NO_FACTS = "No date, place, camera or other facts are known."

T = TypeVar("T")
W = TypeVar("W", bound=QWidget)


class DetailPanel(QScrollArea):
    """Shows everything that is known about a card. `closed` tells that the person wants it away."""

    closed = Signal()
    day_asked = Signal(object)
    """Ask about all photos of the day of this `Photo`."""
    version_asked = Signal(object)
    """Show this `Version`, or open it where it is a film."""
    faces_asked = Signal(int)
    """Search for photos with so many faces."""

    def __init__(self, look: Looking, runner: Runner, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._runner = look, runner
        self._pictures = Pictures(look, runner, self)
        self._card: Card | None = None
        self._page = _Page(themes)
        self._many: tuple[PhotoId, ...] = ()
        self._page.day.clicked.connect(self._ask_day)
        self._page.version_asked.connect(self.version_asked)
        self._page.guesses.faces_asked.connect(self.faces_asked)
        self._page.guesses.wanted.connect(self._want)
        self._page.guesses.left.connect(self.words.left)
        self.setObjectName("detailPanel")
        self.setAccessibleName("Details of the photo")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(220)
        self.setWidget(self._page)
        self._ahead = QTimer(self, interval=AHEAD_MS)
        self._ahead.timeout.connect(self._make_ahead)
        self._ahead.start()

    @property
    def card(self) -> Card | None:
        """What is shown."""
        return self._card

    @property
    def words(self) -> WordsEditor:
        """Where the person's own words are changed."""
        return self._page.words

    @property
    def guesses(self) -> GuessList:
        """What the photo seems to show."""
        return self._page.guesses

    def look_again(self, photo_ids: Collection[PhotoId]) -> None:
        """What these photos seem to show may be otherwise now."""
        if self._card is not None and self._card.photo.id in photo_ids:
            self._ask_seen(self._card.photo.id)

    def turn_to(self, part: QWidget) -> None:
        """Bring the keyboard to a part of the panel, in sight."""
        part.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.ensureWidgetVisible(part)

    def show_many(self, photo_ids: tuple[PhotoId, ...], words: ShownWords) -> None:
        """Show what several photos share in place of a card."""
        if photo_ids != self._many:
            self.verticalScrollBar().setValue(0)
        self._card, self._many = None, photo_ids
        self._page.show_many(photo_ids, words)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Wide enough for a capture time on one line."""
        return QSize(296, 600)

    def show_card(self, card: Card | None) -> None:
        """Show a card, or what to do for None."""
        if card == self._card and not self._many:
            return
        before, self._card, self._many = self._card, card, ()
        self._page.show_card(card)
        if card is not None:
            self._ask_seen(card.photo.id)
        if card is not None and before is not None and card.photo.content_hash == before.photo.content_hash:
            return  # the same photo, of which something else is known
        self._fit_thumbnail()
        self.verticalScrollBar().setValue(0)
        if card is not None:
            self._pictures.thumbnail(card.photo, partial(self._arrived, card))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Escape that no field wanted: back to the photos, whose selection it leaves alone."""
        if event.key() == Qt.Key.Key_Escape:
            self.words.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """The thumbnail follows the width."""
        super().resizeEvent(event)
        self._fit_thumbnail()

    def _want(self, change: Change) -> None:
        if self._card is not None:
            self.words.wanted.emit((self._card.photo.id,), change)

    def _ask_seen(self, photo_id: PhotoId) -> None:
        self._runner.run(partial(self._look.seen, (photo_id,)), partial(self._show_seen, photo_id), key="seen in details")

    def _show_seen(self, photo_id: PhotoId, seen: Mapping[PhotoId, Seen]) -> None:
        if isValid(self) and self._card is not None and self._card.photo.id == photo_id:
            self._page.guesses.show_seen(seen.get(photo_id))
            self._page.read.show_seen(seen.get(photo_id))

    def _ask_day(self) -> None:
        if self._card is not None:
            self.day_asked.emit(self._card.photo)

    def _fit_thumbnail(self) -> None:
        # Reckoned as if the scroll bar were always there: a height that depended on it could make it come and go without end.
        room = self.width() - self.verticalScrollBar().sizeHint().width() - 2 * MARGIN
        self._page.thumbnail.setFixedHeight(self._page.thumbnail.heightForWidth(room))

    def _make_ahead(self) -> None:
        if not self._page.make_ahead():
            self._ahead.stop()

    def _arrived(self, card: Card, outcome: Outcome) -> None:
        # A thumbnail may come when the window is no more.
        if isinstance(outcome, QImage) and isValid(self) and self._card is not None and card.photo.id == self._card.photo.id:
            self._page.thumbnail.show_image(outcome)


class Thumbnail(QWidget):
    """The thumbnail, as wide as the panel, in the shape of the photo from the beginning on so that nothing jumps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shape = 0.75
        self._shown = ContentHash("")
        self._image = QImage()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_photo(self, photo: Photo) -> None:
        """An empty frame in the shape of a photo; the picture of the same one stays."""
        if photo.content_hash == self._shown:
            return
        self._shown = photo.content_hash
        self._shape = photo.height / photo.width if photo.width > 0 and photo.height > 0 else 0.75
        self._image = QImage()
        self.setAccessibleName(f"Picture of {file_name(photo.path)}")
        self.update()

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """In the photo's shape, but never higher than wide."""
        return round(width * min(max(self._shape, 0.3), 1.0))

    def sizeHint(self) -> QSize:  # noqa: N802
        """As wide as the panel is at first."""
        return QSize(256, self.heightForWidth(256))

    def show_image(self, image: QImage) -> None:
        """The thumbnail has come."""
        self._image = image
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw it fitted into the middle."""
        with QPainter(self) as painter:
            if self._image.isNull():
                painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Mid))
                return
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            ratio = self.devicePixelRatioF()
            fitted = self._image.scaled(self.size() * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
            fitted.setDevicePixelRatio(ratio)
            size = fitted.deviceIndependentSize()
            painter.drawImage(round((self.width() - size.width()) / 2), round((self.height() - size.height()) / 2), fitted)


class _Group(QWidget, Generic[W, T]):
    """Like widgets, one under the other, maybe below a heading; as many as there are things to show, made once and used again.

    Making the widgets of one card anew under a style sheet took 50 ms.
    """

    def __init__(self, make: Callable[[], W], show: Callable[[W, T], None], *first: QWidget) -> None:
        super().__init__()
        self._make, self._show = make, show
        self._made: list[W] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, ABOVE_HEADING - SPACING if first else 0, 0, 0)
        self._column.setSpacing(SPACING)
        for each in first:
            self._column.addWidget(each)

    def make(self) -> None:
        """Make one more, unseen, styled already."""
        widget = self._make()
        widget.hide()
        self._column.addWidget(widget)
        widget.ensurePolished()
        for each in widget.findChildren(QWidget):
            each.ensurePolished()
        self._made.append(widget)

    @property
    def made(self) -> int:
        """How many there are."""
        return len(self._made)

    def show_all(self, things: Sequence[T]) -> None:
        """Show these."""
        # Every widget that is shown would have all lines laid out again.
        self._column.setEnabled(False)
        for _ in range(len(self._made), len(things)):
            self.make()
        for widget, thing in zip(self._made, things, strict=False):
            self._show(widget, thing)
        for number, widget in enumerate(self._made):
            widget.setVisible(number < len(things))
        self._column.setEnabled(True)
        self._column.invalidate()


class _Page(QWidget):
    """The column of the panel."""

    version_asked = Signal(object)

    def __init__(self, themes: ThemeKeeper) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.thumbnail = Thumbnail()
        self._nothing, self._name = plain_label(NOTHING, "muted", wrap=True), plain_label("", "heading", wrap=True)
        self._name.setObjectName("detailName")
        self._bar = MatchBar(themes)
        self._reasons: _Group[ReasonLabel, Reason] = _Group(
            lambda: ReasonLabel(themes), ReasonLabel.show_reason, _heading("Why it is here"), self._bar
        )
        self._versions: _Group[VersionRow, tuple[Version, bool]] = _Group(
            lambda: self._version_row(themes), VersionRow.show_version, _heading("Versions")
        )
        self._notes: _Group[QLabel, str] = _Group(lambda: plain_label("", "warning", wrap=True), QLabel.setText)
        self._facts, self._file = _facts(themes, "What the photo says"), _facts(themes, "File")
        self._no_facts = plain_label(NO_FACTS, "muted", wrap=True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(MARGIN, 16, MARGIN, 16)
        self._column.setSpacing(SPACING)
        self.day = Chip(themes, "chat", "Ask about this day", "quiet")
        self.day.setObjectName("askAboutDay")
        self.words, self.guesses, self.read = WordsEditor(themes), GuessList(themes), ReadText(themes)
        self._of_all = (self._name, self.words.rating, self.words)
        self._of_a_card = (
            *(self.thumbnail, self._name, self.words.rating, self.day, self._reasons, self._versions, self._notes),
            *(self.words, self.guesses, self.read, self._facts, self._no_facts, self._file),
        )
        for part in (self._nothing, *self._of_a_card):
            self._column.addWidget(part)
        self._column.addStretch(1)
        self.show_card(None)

    def show_card(self, card: Card | None) -> None:
        """Show a card, or what to do for None."""
        self._column.setEnabled(False)
        for part in self._of_a_card:
            part.setVisible(card is not None)
        self._nothing.setVisible(card is None)
        if card is not None:
            self._fill(card)
        self._column.setEnabled(True)
        self._column.activate()

    def show_many(self, photo_ids: tuple[PhotoId, ...], words: ShownWords) -> None:
        """Show what several photos share."""
        self._column.setEnabled(False)
        for part in self._of_a_card:
            part.setVisible(part in self._of_all)
        self._nothing.hide()
        self._name.setText(count(len(photo_ids), "photo"))
        self.words.show_words(photo_ids, words)
        self._column.setEnabled(True)
        self._column.activate()

    def make_ahead(self) -> bool:
        """Make one row before it is needed, so that the first photo is shown as quickly as the others; False once there are enough."""
        short = next((group for group, enough in ((self._file, FILE_ROWS), (self._facts, FACT_ROWS)) if group.made < enough), None)
        if short is not None:
            short.make()
        return short is not None

    def _fill(self, card: Card) -> None:
        photo, rows = card.photo, fact_rows(card.photo)
        self.thumbnail.show_photo(photo)
        self._name.setText(file_name(photo.path))
        self.day.setVisible(photo.facts.taken is not None)
        self._bar.show_match(card.match_percentage, card.evidence)
        self._reasons.show_all(card.reasons)
        self._reasons.setVisible(card.match_percentage is not None or bool(card.reasons))
        self._versions.show_all([(each, each.path == photo.path) for each in card.versions])
        self._versions.setVisible(bool(card.versions))
        self._notes.show_all(photo.notes)
        self._notes.setVisible(bool(photo.notes))
        self.words.show_words((photo.id,), words_of_photos((card.marked,)))
        self.guesses.show_photo(photo)
        self.read.show_photo(photo)
        self._facts.show_all(rows)
        self._facts.setVisible(bool(rows))
        self._no_facts.setVisible(not rows)
        self._file.show_all(file_rows(photo))

    def _version_row(self, themes: ThemeKeeper) -> VersionRow:
        row = VersionRow(themes)
        row.asked.connect(self.version_asked)
        return row


def _heading(text: str) -> QLabel:
    return plain_label(text, "heading")


def _facts(themes: ThemeKeeper, heading: str) -> "_Group[FactWidget, FactRow]":
    return _Group(lambda: FactWidget(themes), FactWidget.show_row, _heading(heading))
