"""What a picture looks like to the machine, in the panel of details: guesses that the person takes as tags, or refuses."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.domain.look import PEOPLE_PHRASES, PEOPLE_TAGS, is_refused
from app.domain.own_words import Change
from app.domain.photo import Photo
from app.gui.chat.chip import Chip
from app.gui.chat.harmless import one_line
from app.gui.formatting import count
from app.gui.labels import ElidedLabel, IconButton, plain_label
from app.gui.theme import ThemeKeeper
from app.services.seen import Seen

MOST = 6
"""Guesses that are shown."""
NOT_YET = "Not looked at yet."
NOTHING, NOTHING_ELSE = "Nothing recognised.", "Nothing else recognised."


@dataclass(frozen=True, slots=True)
class Offer:
    """One guess as a person reads it. `name` is what it is refused by, `tag` what it becomes."""

    name: str
    tag: str
    word: str


class GuessRow(QWidget):
    """One guess, with buttons that take it as a tag and refuse it."""

    taken = Signal(object)
    refused = Signal(object)

    def __init__(self, themes: ThemeKeeper) -> None:
        super().__init__()
        self._offer = Offer("", "", "")
        self._name, self._word = ElidedLabel(end=True), plain_label("", "muted")
        self.take = IconButton(themes, "tag", "Add as tag", lambda: self.taken.emit(self._offer))
        self.refuse = IconButton(themes, "close", "Not this", lambda: self.refused.emit(self._offer))
        for button in (self.take, self.refuse):
            button.setIconSize(QSize(16, 16))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self._name, 1)
        for part in (self._word, self.take, self.refuse):
            row.addWidget(part)

    @property
    def offer(self) -> Offer:
        """What it stands for."""
        return self._offer

    def show_offer(self, offer: Offer) -> None:
        """Stand for another guess."""
        self._offer = offer
        name = one_line(offer.name)
        self._name.set_text(name)
        self._word.setText(offer.word)
        self.setAccessibleName(f"{name}, {offer.word}, a guess")
        self.take.setAccessibleName(f"Add “{one_line(offer.tag)}” as a tag")
        self.refuse.setAccessibleName(f"Not “{name}”")


class GuessList(QWidget):
    """All guesses of one picture. `wanted` tells the `Change` that the person asks for, `faces_asked` how many faces photos should show."""

    wanted = Signal(object)
    faces_asked = Signal(int)
    left = Signal()
    """No guess is left where the keyboard was."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._photo: Photo | None = None
        self._seen: Seen | None = None
        self._settled: set[str] = set()
        self._refusal = ""
        self._faces_number = 0
        self.setObjectName("guesses")
        self._rows = [GuessRow(themes) for _ in range(MOST)]
        self._line = plain_label("", "muted", wrap=True)
        self._line.setObjectName("guessesLine")
        self.faces, self.bring_back = Chip(themes, "person", "", "quiet"), Chip(themes, "undo", "", "quiet")
        self._arrange()
        self._connect()

    @property
    def rows(self) -> list[GuessRow]:
        """Those that are shown."""
        return [row for row in self._rows if not row.isHidden()]

    def show_photo(self, photo: Photo) -> None:
        """Show another photo, of which nothing is known yet, or the same one with other tags."""
        if self._photo is None or photo.id != self._photo.id:
            self._seen, self._settled = None, set()
            self._line.setText("")
        self._photo = photo
        self._show()

    def show_seen(self, seen: Seen | None) -> None:
        """What the photo seems to show; None where it was not looked at yet."""
        self._seen, self._settled = seen, set()
        self._line.setText(self._sentence())
        self._show()

    def set_refusal(self, reason: str) -> None:
        """Nothing can be changed, and why; an empty reason lets it be changed."""
        self._refusal = reason
        for part in (*(button for row in self._rows for button in (row.take, row.refuse)), self.bring_back):
            part.setEnabled(not reason)

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(2)
        column.addWidget(plain_label("Looks like (guesses)", "heading"))
        column.addSpacing(4)
        for part in (*self._rows, self._line, self.faces, self.bring_back):
            column.addWidget(part)
            part.hide()
        self.faces.setObjectName("facesOfPhoto")
        self.bring_back.setObjectName("bringBackGuesses")

    def _connect(self) -> None:
        for row in self._rows:
            row.taken.connect(lambda offer: self._settle(offer, Change(add_tags=(offer.tag,))))
            row.refused.connect(lambda offer: self._settle(offer, Change(refuse=(offer.name,))))
        self.faces.clicked.connect(lambda: self.faces_asked.emit(self._faces_number))
        self.bring_back.clicked.connect(lambda: self.wanted.emit(Change(unrefuse=self._seen.refused if self._seen else ())))

    def _settle(self, offer: Offer, change: Change) -> None:
        """Away with it at once; the library will say what is left."""
        self._settled.add(offer.name)
        self._show()
        self.wanted.emit(change)

    def _offers(self) -> list[Offer]:
        seen, photo = self._seen, self._photo
        if seen is None or photo is None:
            return []
        tags = [tag.name for tag in photo.facts.tags.value] if photo.facts.tags else []
        return [each for each in _offers(seen) if each.name not in self._settled and not is_refused(tags, each.tag)][:MOST]

    def _show(self) -> None:
        offers = self._offers()
        focused = next((number for number, row in enumerate(self._rows) if row.take.hasFocus() or row.refuse.hasFocus()), None)
        at = None if focused is None else (focused, self._rows[focused].take.hasFocus())
        for row, offer in zip(self._rows, offers, strict=False):
            row.show_offer(offer)
        for number, row in enumerate(self._rows):
            row.setVisible(number < len(offers))
        self._keep_focus(at)
        self._line.setText(self._sentence() if self._seen is not None else self._line.text())
        self._line.setVisible(not offers and bool(self._line.text()))
        self._show_faces()
        refused = len(self._seen.refused) if self._seen else 0
        self.bring_back.show_text(f"Bring back {count(refused, 'refused guess', 'refused guesses')}")
        self.bring_back.setVisible(refused > 0)

    def _keep_focus(self, at: tuple[int, bool] | None) -> None:
        """The keyboard stays at its place where the guess before it went away."""
        if at is None:
            return
        rows = self.rows
        if not rows:
            self.left.emit()
            return
        row = rows[min(at[0], len(rows) - 1)]
        (row.take if at[1] else row.refuse).setFocus()

    def _show_faces(self) -> None:
        marked = len(self._photo.regions) if self._photo else 0
        self._faces_number = marked or (len(self._seen.faces) if self._seen else 0)
        self.faces.show_text(faces_words(marked, self._faces_number))
        self.faces.setAccessibleName(f"Search for photos with {count(self._faces_number, 'face')}")
        self.faces.setVisible(self._faces_number > 0)

    def _sentence(self) -> str:
        seen = self._seen
        if seen is None:
            return NOT_YET
        if seen.trouble and not seen.guesses:
            return seen.trouble
        return NOTHING_ELSE if seen.refused or any(_offers(seen)) else NOTHING


def faces_words(marked: int, number: int) -> str:
    """`2 faces (a guess)`, or who has marked them."""
    return f"{count(number, 'face')}, marked by another program" if marked else f"{count(number, 'face')} (a guess)"


def _offers(seen: Seen) -> Iterator[Offer]:
    if seen.people:
        yield Offer(seen.people, PEOPLE_TAGS[PEOPLE_PHRASES.index(seen.people)], "likely")
    for guess in seen.guesses:
        yield Offer(guess.name, guess.name, "likely" if guess.is_sure else "perhaps")
