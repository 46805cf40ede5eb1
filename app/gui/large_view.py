"""One photo large: its thumbnail at once, then sharp pixels; arrows go through the listing, the neighbours are fetched ahead."""

from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.domain.ids import PhotoId
from app.domain.match import Evidence
from app.domain.own_words import Change
from app.domain.photo import Photo
from app.gui.face_overlay import FaceOverlay
from app.gui.fact_rows import taken_line
from app.gui.formatting import file_name
from app.gui.jobs import Runner
from app.gui.labels import ElidedLabel, IconButton
from app.gui.match_bar import MatchBar
from app.gui.picture_canvas import KEY_STEP, PictureCanvas
from app.gui.pictures import Looking, Pictures
from app.gui.rating_row import RatingRow
from app.gui.reason_text import ReasonLabel
from app.gui.sharpening import FIT_LONGEST, Sharpening
from app.gui.shown_words import ShownWords, words_of_photos
from app.gui.theme import ThemeKeeper
from app.gui.version_sign import VersionSigns
from app.gui.viewport import FIT
from app.services.listing import Card

WIDEST_MATCH = 480
"""Pixels that the bar and the reason have at most."""
WIDE_ENOUGH = 760
"""Pixels of the view from which there is room for them beside stars, date and buttons."""


class CardsSource(Protocol):
    """A listing whose cards come page by page; `ready` tells the position of one that has come."""

    ready: SignalInstance

    def __len__(self) -> int:
        """How many there are."""

    def card(self, position: int) -> Card | None:
        """The card at a position, or None while it is on its way."""


class LargeView(QWidget):
    """Shows the cards of a listing one at a time. `moved` tells the position, `closed` that the person has seen enough."""

    closed = Signal()
    moved = Signal(int)
    versioned = Signal()
    """Another version of the picture is shown."""
    described = Signal(object, object)
    """The person wants this `Change` of the photos with these ids."""

    def __init__(self, look: Looking, runner: Runner, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._pictures = Pictures(look, runner, self)
        self._source: CardsSource | None = None
        self._position = 0
        self._card: Card | None = None
        self._wanted: PhotoId | None = None
        self._matches = False
        self._canvas = PictureCanvas(themes)
        self._canvas.setObjectName("largeCanvas")
        self.rating = RatingRow(themes)
        self.rating.setObjectName("largeRating")
        self.rating.wanted.connect(self._want)
        self.signs = VersionSigns(themes, self._canvas)
        self.signs.next_asked.connect(lambda: self.step_version(1))
        self.faces = FaceOverlay(self._canvas, look, runner, themes)
        self._sharpening = Sharpening(self._canvas, self._pictures)
        self._sharpening.settled.connect(self._fetch_ahead)
        self._build()

    @property
    def canvas(self) -> PictureCanvas:
        """Where the photo is drawn."""
        return self._canvas

    @property
    def card(self) -> Card | None:
        """The card that is shown, if it has come."""
        return self._card

    def renew(self) -> None:
        """What is known of the photo changed: its card is looked up again, the picture stays as it is."""
        card = self._source.card(self._position) if self._source is not None and self._card is not None else None
        if card is not None and self._card is not None:
            self._card = card = self._as_version(card, self._card.photo.id)
            self._describe(card)

    @property
    def position(self) -> int:
        """Its place in the listing, from 0."""
        return self._position

    def open(self, cards_source: CardsSource, position: int) -> None:
        """Show the card at a position. Where the same photo is shown already, it is not drawn anew."""
        if self._source is not None:
            self._source.ready.disconnect(self._came)
        self._source = cards_source
        cards_source.ready.connect(self._came)
        self._move(position)
        self.setFocus()

    def step(self, by: int) -> None:
        """Go forth or back; the ends of the listing hold."""
        self.go_to(self._position + by)

    def go_to(self, position: int) -> None:
        """Show another card of the listing."""
        if self._source is None or not len(self._source):
            return
        position = min(max(position, 0), len(self._source) - 1)
        if position != self._position:
            self._move(position)
            self.moved.emit(position)

    def step_version(self, by: int) -> None:
        """Show the next version of the picture, or the one before; the first follows the last."""
        photos = [each.photo for each in self._card.stills if each.photo] if self._card else []
        if self._card is not None and len(photos) > 1:
            at = next((number for number, each in enumerate(photos) if each.id == self._card.photo.id), 0)
            self.show_version(photos[(at + by) % len(photos)].id)

    def show_version(self, photo_id: PhotoId) -> None:
        """Show one of the versions of the picture in its place, as soon as its card is there."""
        self._wanted = photo_id if self._card is None else None
        if self._card is not None and self._card.photo.id != photo_id:
            self._show(self._as_version(self._card, photo_id))
            self.versioned.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Arrows, Home, End and Space move, + - Z zoom, Shift+F shows faces, Escape closes."""
        key = Qt.Key(event.key())
        if self._canvas.handle_key(event):
            return
        if key is Qt.Key.Key_F and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self.faces.toggle()
            return
        if key in _STEPS:
            self.step(_STEPS[key])
        elif key is Qt.Key.Key_V:
            self.step_version(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif key is Qt.Key.Key_Home:
            self.go_to(0)
        elif key is Qt.Key.Key_End and self._source is not None:
            self.go_to(len(self._source) - 1)
        elif key is Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Leave to the stars what they need."""
        super().resizeEvent(event)
        self._give_room()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Free the pictures."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._card = None
            self.faces.show_photo(None)
            self._sharpening.show(None)
            self._pictures.forget()

    def _move(self, position: int) -> None:
        self._position, self._wanted = position, None
        self._show(self._source.card(position) if self._source else None)

    def _show(self, card: Card | None) -> None:
        before, self._card = self._card, card
        if card is None or before is None or _seen(card.photo) != _seen(before.photo) or not self._sharpening.sharp:
            self._pictures.drop_waiting()
            self._sharpening.show(card.photo if card else None)
        self._describe(card)

    @staticmethod
    def _as_version(card: Card, photo_id: PhotoId) -> Card:
        """The card with another version of its picture, if it has that one."""
        return next((replace(card, photo=each.photo) for each in card.stills if each.photo and each.photo.id == photo_id), card)

    def _came(self, position: int) -> None:
        if position == self._position and self._card is None:
            wanted = self._wanted
            self._move(position)
            if wanted is not None:
                self.show_version(wanted)
        elif position == self._position:
            self.renew()

    def _want(self, change: Change) -> None:
        if self._card is not None:
            self.described.emit((self._card.photo.id,), change)

    def _fetch_ahead(self) -> None:
        for position in (self._position + 1, self._position - 1):
            if self._source is not None and 0 <= position < len(self._source):
                card = self._source.card(position)
                if card is not None:
                    self._pictures.ask(card.photo, self._fit_side(card.photo), lambda _: None)

    def _fit_side(self, photo: Photo) -> int:
        """What `_side` will be when this photo is shown."""
        area = replace(self._canvas.area, photo_width=photo.width, photo_height=photo.height)
        return min(area.longest_side(FIT), FIT_LONGEST)

    def _give_room(self) -> None:
        """Where there is nothing to tell of a match, or no room for it beside the stars, the name and the date have its room."""
        self._matched.setMaximumWidth(WIDEST_MATCH if self._matches and self.width() >= WIDE_ENOUGH else 0)

    def _describe(self, card: Card | None) -> None:
        total = len(self._source) if self._source else 0
        place = f"{self._position + 1:,} of {total:,}"
        self._place.set_text(place)
        self._name.set_text(file_name(card.photo.path) if card else "")
        self.signs.show_card(card)
        self.faces.show_photo(card.photo if card else None)
        self._date.set_text((taken_line(card.photo.facts) or "no date") if card else "")
        self._bar.show_match(card.match_percentage if card else None, card.evidence if card else Evidence.FILTER)
        self._reason.show_reason(card.reasons[0] if card and card.reasons else None)
        self._matches = card is not None and (card.match_percentage is not None or bool(card.reasons))
        self._give_room()
        self.rating.setVisible(card is not None)
        self.rating.show_words(words_of_photos((card.marked,)) if card else ShownWords())
        self._back.setEnabled(self._position > 0)
        self._forth.setEnabled(self._position < total - 1)
        self.setAccessibleName(", ".join(filter(None, (self._name.text, place, self.signs.words))))

    def _build(self) -> None:
        self.setObjectName("largeView")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._canvas, 1)
        column.addWidget(self._strip())

    def _strip(self) -> QFrame:
        strip = QFrame()
        strip.setProperty("kind", "panel")
        row = QHBoxLayout(strip)
        row.setContentsMargins(8, 6, 8, 6)
        row.setSpacing(8)
        self._back = IconButton(self._themes, "left", "Previous photo (Left)", lambda: self.step(-1))
        self._forth = IconButton(self._themes, "right", "Next photo (Right)", lambda: self.step(1))
        row.addWidget(self._back)
        row.addWidget(self._forth)
        row.addLayout(self._texts(), 3)
        row.addWidget(self.rating)
        row.addSpacing(8)
        self._matched = QWidget()
        self._matched.setLayout(self._match())
        row.addWidget(self._matched, 2)
        for button in (self.faces.button, *self._zoom_buttons()):
            row.addWidget(button)
        return strip

    def _texts(self) -> QVBoxLayout:
        self._name, self._place, self._date = ElidedLabel(bold=True), ElidedLabel(muted=True), ElidedLabel(muted=True, end=True)
        self._place.setObjectName("largePosition")
        self._name.setObjectName("largeName")
        self._place.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        below = QHBoxLayout()
        below.setSpacing(16)
        below.addWidget(self._place)
        below.addWidget(self._date, 1)
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(self._name)
        column.addLayout(below)
        return column

    def _match(self) -> QVBoxLayout:
        self._bar, self._reason = MatchBar(self._themes), ReasonLabel(self._themes)
        for each in (self._bar, self._reason):
            # The photo must not jump between results with and without a reason.
            policy = each.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            each.setSizePolicy(policy)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._bar)
        column.addWidget(self._reason)
        return column

    def _zoom_buttons(self) -> tuple[IconButton, ...]:
        return (
            IconButton(self._themes, "zoom-out", "Zoom out (−)", lambda: self._canvas.zoom(1 / KEY_STEP)),
            IconButton(self._themes, "zoom-in", "Zoom in (+)", lambda: self._canvas.zoom(KEY_STEP)),
            IconButton(self._themes, "fit", "Fit into the window (Z)", self._canvas.fit),
            IconButton(self._themes, "close", "Back (Escape)", self.closed.emit),
        )


def _seen(photo: Photo) -> tuple[str, str]:
    """What decides whether two photos look the same."""
    return photo.content_hash, photo.path


_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageUp: -1,
    Qt.Key.Key_Backspace: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageDown: 1,
    Qt.Key.Key_Space: 1,
}
