"""Two to four photos side by side: zoomed and dragged together, with their bars, reasons and the facts in which they differ."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.domain.ids import PhotoId
from app.domain.photo import Photo
from app.gui.fact_rows import ComparedRow, compared_rows
from app.gui.formatting import count, file_name, shown_date
from app.gui.jobs import Runner
from app.gui.labels import ElidedLabel, IconButton, as_tooltip, plain_label
from app.gui.match_bar import MatchBar
from app.gui.picture_canvas import PictureCanvas
from app.gui.pictures import Looking, Pictures
from app.gui.rating_row import RatingRow
from app.gui.reason_text import ReasonLabel
from app.gui.sharpening import Sharpening
from app.gui.shown_words import words_of_photos
from app.gui.theme import ThemeKeeper
from app.gui.tick_box import TickBox
from app.gui.viewport import View
from app.services.listing import Card

FEWEST, MOST = 2, 4
LONGEST_VALUE = 160
"""Characters of a fact that are shown; the tooltip has more."""
STAR = 14
FACT = "comparedFact"
REASONS = 2
"""Reasons under each photo."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is thought of a photo of a group: where it lies, what speaks for it, and whether it is to go to the trash."""

    folder: str
    note: str
    going: bool


NO_VERDICTS: Mapping[PhotoId, Verdict] = MappingProxyType({})


def to_compare(cards: Sequence[Card]) -> tuple[Card, ...]:
    """What is compared of chosen cards: themselves, or the versions of the only one."""
    if len(cards) != 1:
        return tuple(cards)
    return tuple(replace(cards[0], photo=each.photo) for each in cards[0].stills[:MOST] if each.photo) or tuple(cards)


class CompareView(QWidget):
    """Shows cards beside each other. `closed` tells that the person has seen enough, or that fewer than two are left."""

    closed = Signal()
    described = Signal(object, object)
    """The person wants this `Change` of the photos with these ids."""
    judged = Signal(object, bool)
    """Whether the photo with this id is to go to the trash; only of photos that came with a verdict."""

    def __init__(self, look: Looking, runner: Runner, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._pictures = Pictures(look, runner, self)
        self._cards: tuple[Card, ...] = ()
        self._canvases: list[PictureCanvas] = []
        self._ratings: list[RatingRow] = []
        self._refusal = ""
        self._verdicts: dict[PhotoId, Verdict] = {}
        self._table: QWidget | None = None
        self._build()

    @property
    def cards(self) -> tuple[Card, ...]:
        """What is compared."""
        return self._cards

    @property
    def canvases(self) -> Sequence[PictureCanvas]:
        """The photos, in the order of the cards."""
        return tuple(self._canvases)

    def show_cards(self, cards: Sequence[Card], verdicts: Mapping[PhotoId, Verdict] = NO_VERDICTS) -> None:
        """Compare these cards, with what is thought of them. Raises ValueError for fewer than two or more than four."""
        if not FEWEST <= len(cards) <= MOST:
            raise ValueError(f"{len(cards)} photos cannot be compared: choose {FEWEST} to {MOST}")
        self._verdicts = dict(verdicts)
        self._take(tuple(cards), focus=0)

    def remove(self, position: int) -> None:
        """Take a photo out of the comparison; with the last but one it ends."""
        cards = self._cards[:position] + self._cards[position + 1 :]
        if len(cards) < FEWEST:
            self.closed.emit()
        else:
            self._take(cards, focus=min(position, len(cards) - 1))

    def amend(self, photo_ids: Collection[PhotoId], how: Callable[[Photo], Photo]) -> None:
        """What is known of these photos is otherwise now; the pictures stay as they are."""
        self._cards = tuple(card.amended(photo_ids, how) for card in self._cards)
        for rating, card in zip(self._ratings, self._cards, strict=True):
            rating.show_words(words_of_photos((card.marked,)))
        if self._table is not None:
            self._show_facts(self._table)

    def refuse(self, reason: str) -> None:
        """No stars can be given, and why; an empty reason lets them be given."""
        self._refusal = reason
        for rating in self._ratings:
            rating.refuse(reason)

    def focused(self) -> int:
        """The position of the photo with the keyboard, 0 if none has it."""
        return next((at for at, canvas in enumerate(self._canvases) if canvas.hasFocus()), 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Arrows move, Delete and Backspace take away, + - Z zoom, Escape closes."""
        key = Qt.Key(event.key())
        if not self._canvases or self._canvases[self.focused()].handle_key(event):
            return
        if key in _STEPS:
            self._canvases[(self.focused() + _STEPS[key]) % len(self._canvases)].setFocus(Qt.FocusReason.TabFocusReason)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove(self.focused())
        elif key is Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Free the pictures."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._clear()
            self._pictures.forget()

    def _take(self, cards: tuple[Card, ...], focus: int) -> None:
        self._clear()
        self._cards = cards
        self._title.setText(f"Comparing {count(len(cards), 'photo')}")
        self._table = self._laid_out(cards)
        self._column.addWidget(self._table, 1)
        self._canvases[focus].setFocus(Qt.FocusReason.OtherFocusReason)

    def _clear(self) -> None:
        self._cards = ()
        self._canvases, self._ratings = [], []
        if self._table is not None:
            self._column.removeWidget(self._table)
            self._table.hide()
            self._table.deleteLater()
            self._table = None

    def _laid_out(self, cards: tuple[Card, ...]) -> QWidget:
        table = QWidget()
        grid = QGridLayout(table)
        grid.setContentsMargins(8, 0, 8, 8)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setRowStretch(0, 1)
        for at, card in enumerate(cards):
            grid.setColumnStretch(at + 1, 1)
            grid.addWidget(self._picture(card), 0, at + 1)
            grid.addLayout(self._heading(card, at), 1, at + 1)
            grid.addLayout(self._match(card, table), 2, at + 1)
        self._show_facts(table)
        return table

    def _show_facts(self, table: QWidget) -> None:
        """The facts in which the photos differ, in place of those before."""
        grid = table.layout()
        assert isinstance(grid, QGridLayout)  # noqa: S101 - made above
        for label in table.findChildren(QLabel, FACT):
            grid.removeWidget(label)
            label.setParent(None)
            label.deleteLater()
        for below, row in enumerate(compared_rows(tuple(card.photo for card in self._cards))):
            _add_row(grid, below + 3, row)

    def _picture(self, card: Card) -> PictureCanvas:
        canvas = PictureCanvas(self._themes)
        canvas.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        canvas.setAccessibleName(f"{file_name(card.photo.path)}, {shown_date(card.photo)}")
        canvas.looked.connect(lambda view: self._look_together(canvas, view))
        self._canvases.append(canvas)
        Sharpening(canvas, self._pictures).show_when_sized(card.photo)
        return canvas

    def _heading(self, card: Card, at: int) -> QVBoxLayout:
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(ElidedLabel(file_name(card.photo.path), bold=True))
        word = next((each.word for each in card.stills if each.path == card.photo.path), "")
        texts.addWidget(ElidedLabel(" · ".join(filter(None, (shown_date(card.photo), word))), muted=True))
        verdict = self._verdicts.get(card.photo.id)
        if verdict is not None:
            texts.addWidget(ElidedLabel(verdict.folder, muted=True))
            texts.addWidget(ElidedLabel(verdict.note, bold=True, end=True))
        line = QHBoxLayout()
        line.addLayout(texts, 1)
        line.addWidget(IconButton(self._themes, "close", "Take out of the comparison (Delete)", lambda: self.remove(at)))
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addLayout(line)
        column.addWidget(self._rating(card), 0, Qt.AlignmentFlag.AlignLeft)
        if verdict is not None:
            column.addWidget(self._check(card.photo.id, verdict))
        return column

    def _check(self, photo_id: PhotoId, verdict: Verdict) -> TickBox:
        check = TickBox(self._themes, "To the trash")
        check.setObjectName("comparedCheck")
        check.setChecked(verdict.going)
        check.toggled.connect(lambda going: self._judge(photo_id, going))
        return check

    def _judge(self, photo_id: PhotoId, going: bool) -> None:
        self._verdicts[photo_id] = replace(self._verdicts[photo_id], going=going)
        self.judged.emit(photo_id, going)

    def _rating(self, card: Card) -> RatingRow:
        rating = RatingRow(self._themes, STAR)
        rating.show_words(words_of_photos((card.marked,)))
        rating.refuse(self._refusal)
        rating.wanted.connect(lambda change: self.described.emit((card.photo.id,), change))
        self._ratings.append(rating)
        return rating

    def _match(self, card: Card, table: QWidget) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(4)
        column.setContentsMargins(0, 2, 0, 10)
        bar = MatchBar(self._themes, table)
        column.addWidget(bar)
        bar.show_match(card.match_percentage, card.evidence)
        for reason in card.reasons[:REASONS]:
            column.addWidget(ReasonLabel(self._themes, reason, table))
        column.addStretch(1)
        return column

    def _look_together(self, source: PictureCanvas, view: View) -> None:
        if not self._together.isChecked():
            return
        for canvas in self._canvases:
            if canvas is not source:
                canvas.set_view(view)

    def _build(self) -> None:
        self.setObjectName("compareView")
        self.setAccessibleName("Comparing photos")
        self._title = plain_label("", "heading")
        self._together = QToolButton()
        self._together.setText("Zoom together")
        self._together.setCheckable(True)
        self._together.setChecked(True)
        self._together.setObjectName("zoomTogether")
        self._together.setToolTip("Zoom and drag all photos together")
        bar = QHBoxLayout()
        bar.setContentsMargins(16, 8, 8, 8)
        bar.addWidget(self._title, 1)
        bar.addWidget(self._together)
        bar.addWidget(IconButton(self._themes, "fit", "Fit (Z)", lambda: self._canvases[self.focused()].fit()))
        bar.addWidget(IconButton(self._themes, "close", "Back (Escape)", self.closed.emit))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(bar)


def _add_row(grid: QGridLayout, line: int, row: ComparedRow) -> None:
    for at, label in enumerate((plain_label(row.name, "muted"), *map(_value, row.values))):
        label.setObjectName(FACT)
        grid.addWidget(label, line, at, Qt.AlignmentFlag.AlignTop)


def _value(text: str) -> QLabel:
    label = plain_label(text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + "…", "" if text else "muted", wrap=True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if len(text) > LONGEST_VALUE:
        label.setToolTip(as_tooltip(text[: LONGEST_VALUE * 10]))
    if not text:
        label.setText("–")
    return label


_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
