"""Joins what a person says of photos to the window: keys, stars, lines and editors ask, the library answers, and every view follows."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.domain.errors import WordsRefused
from app.domain.ids import PhotoId
from app.domain.own_words import Change, cleaned
from app.domain.photo import Photo
from app.gui.detail_panel import DetailPanel
from app.gui.jobs import Runner
from app.gui.own.actions import OwnActions
from app.gui.own.changes import Changes
from app.gui.own.floating import AddPopup, Kind, UndoNotice
from app.gui.own.provisional import provisional
from app.gui.pages import Pages
from app.gui.shown_words import ShownWords, is_favourite, uncounted, words_of_photos
from app.gui.theme import ThemeKeeper
from app.services.listing import Listing
from app.services.search_photos import SearchPhotos
from app.services.use_cases import UseCases

MOST_COUNTED = 5_000
"""Selected photos whose words are read to say what they share; of more, things can only be added or set."""
SELECT_FIRST = "Select a photo first."
NOT_WHILE_COMPARING = "Go back from comparing (Escape) to write titles and captions."


class Describing(QObject):
    """Asks for changes and shows them. `trouble` and `told` are sentences for the person."""

    trouble = Signal(str)
    told = Signal(str)

    def __init__(
        self, use_cases: UseCases, pages: Pages, details: DetailPanel, runner: Runner, themes: ThemeKeeper, window: QWidget
    ) -> None:
        super().__init__(window)
        self._use_cases = use_cases
        self._pages, self._details, self._runner = pages, details, runner
        self._counted: tuple[PhotoId, ...] = ()
        self.changes = Changes(use_cases.describe, runner, self)
        self.actions = OwnActions(themes, window)
        self.notice, self.popup = UndoNotice(themes), AddPopup(themes, pages)
        self.open_details: Callable[[], object] = lambda: None
        """Shows the panel of details."""
        self.undo_elsewhere: Callable[[], bool] = lambda: False
        """Takes back what was done last, where that is no change of words; False where it is one."""
        self.undoable_elsewhere: Callable[[], str | None] = lambda: None
        """What that would take back, in words; None where it is a change of words."""
        self._connect()
        self._connect_actions()
        for view in (pages.grid, pages.nothing.grid, pages.large, pages.compare, details):
            view.addActions(self.actions.for_photos())
        window.addActions(self.actions.for_window())
        if use_cases.read_only:
            self.refuse(use_cases.read_only)

    def change(self, photo_ids: Sequence[PhotoId], change: Change) -> None:
        """Change the words of photos: painted at once, told when it is done, taken back where the library refuses."""
        if not photo_ids:
            self.told.emit(SELECT_FIRST)
            return
        self._paint_ahead(photo_ids, change)
        self.changes.change(photo_ids, change, as_one=self._pages.list_model.listing.as_one)

    def show_details(self) -> None:
        """Fill the panel of details: with the photo that the person is at, or with what the selected ones share."""
        ids = self._chosen()
        if self._pages.over or len(ids) < 2:
            self._counted = ()
            self._details.show_card(self._pages.current_card())
        elif ids != self._counted:
            self._counted = ids
            if len(ids) > MOST_COUNTED:
                self._details.show_many(ids, uncounted(len(ids)))
            else:
                listing = Listing(listed=np.array(ids, np.int64), as_one=self._pages.list_model.listing.as_one)
                self._runner.run(partial(_counted, self._use_cases.search, listing), partial(self._show_counted, ids), key="own words")

    def fill_menu(self, menu: QMenu) -> None:
        """Put into a menu what can be said of the chosen photos."""
        self.actions.fill(menu, self.undoable_elsewhere() or self.changes.undoable)

    def finish(self) -> None:
        """Carry out everything that was said, before the window is closed."""
        self._details.words.keep()
        self.changes.finish()

    def refuse(self, reason: str) -> None:
        """Nothing can be changed, and why; an empty reason lets it be changed."""
        self.actions.refuse(reason)
        self._details.words.refuse(reason)
        self._details.guesses.set_refusal(reason)
        for stars in (self._pages.large.rating, self._pages.compare):
            stars.refuse(reason)

    def _connect(self) -> None:
        words = self._details.words
        words.wanted.connect(self.change)
        words.left.connect(self._pages.focus_photos)
        words.entered.connect(self._ask_known)
        self._pages.described.connect(self.change)
        self.popup.wanted.connect(self.change)
        self.popup.left.connect(self._pages.focus_photos)
        for line in self.popup.lines.values():
            line.entered.connect(self._ask_known)
        self.notice.undo.connect(self._undo)
        self.notice.redo.connect(self.changes.redo)
        self.changes.done.connect(self.notice.say)
        self.changes.trouble.connect(self.trouble)
        self.changes.settled.connect(self._renew)

    def _connect_actions(self) -> None:
        actions = self.actions
        actions.rated.connect(lambda rating: self.change(self._meant(), Change(rating=rating)))
        actions.favourite.connect(self._toggle_favourite)
        actions.tags.connect(lambda: self._add("tags"))
        actions.people.connect(lambda: self._add("people"))
        actions.title.connect(lambda: self._edit("title"))
        actions.caption.connect(lambda: self._edit("caption"))
        actions.undo.connect(self._undo)
        actions.redo.connect(self.changes.redo)

    def _chosen(self) -> tuple[PhotoId, ...]:
        return tuple(map(PhotoId, self._pages.chosen_ids().tolist()))

    def _meant(self) -> tuple[PhotoId, ...]:
        """The photos that a key is for: of compared ones, the one with the keyboard."""
        if self._pages.comparing:
            return (self._pages.compare.cards[self._pages.compare.focused()].photo.id,)
        return self._chosen()

    def _undo(self) -> None:
        """What was done last, whatever that was; of what is under way that is a change of words."""
        if self.changes.busy or not self.undo_elsewhere():
            self.changes.undo()

    def _toggle_favourite(self) -> None:
        """Away where all are favourites already, as far as can be seen."""
        ids = self._meant()
        marks = [is_favourite(card.marked) for card in self._pages.chosen_cards() if card.photo.id in ids]
        self.change(ids, Change(favourite=not (len(marks) == len(ids) and all(marks))))

    def _add(self, kind: Kind) -> None:
        ids = self._meant()
        if not ids:
            self.told.emit(SELECT_FIRST)
        elif self._details.isVisible():
            block = self._details.words.tags if kind == "tags" else self._details.words.people
            self._details.turn_to(block.line)
        else:
            self.popup.open_for(kind, ids)

    def _edit(self, kind: str) -> None:
        if self._pages.comparing or not self._chosen():
            self.told.emit(NOT_WHILE_COMPARING if self._pages.comparing else SELECT_FIRST)
            return
        if not self._details.isVisible():
            self.open_details()
            self.show_details()
        words = self._details.words
        self._details.turn_to(words.title.edit if kind == "title" else words.caption.edit)

    def _paint_ahead(self, photo_ids: Sequence[PhotoId], change: Change) -> None:
        try:
            clean = cleaned(change)
            self._pages.amend(frozenset(photo_ids), lambda photo: provisional(photo, clean))
        except WordsRefused:
            return  # the library will say so

    def _renew(self, photo_ids: frozenset[PhotoId]) -> None:
        self._counted = ()
        self._pages.renew(photo_ids)
        self._details.look_again(photo_ids)
        if photo_ids and self._pages.model.listing.query.strip():
            self._pages.bar.offer_again()
        compared = [card.photo.id for card in self._pages.compare.cards if card.photo.id in photo_ids]
        if compared:
            self._runner.run(partial(self._use_cases.look.photos, compared), self._show_compared, key="compared words")

    def _show_compared(self, photos: dict[PhotoId, Photo]) -> None:
        self._pages.compare.amend(frozenset(photos), lambda photo: photos.get(photo.id, photo))

    def _show_counted(self, ids: tuple[PhotoId, ...], words: ShownWords) -> None:
        if ids == self._counted and not self._pages.over:
            self._details.show_many(ids, words)

    def _ask_known(self) -> None:
        describe = self._use_cases.describe
        self._runner.run(lambda: (tuple(describe.known_tags()), tuple(describe.known_people())), self._know, key="known names")

    def _know(self, known: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        tags, people = known
        self._details.words.know(tags, people)
        self.popup.lines["tags"].know(tags)
        self.popup.lines["people"].know(people)


def _counted(search: SearchPhotos, listing: Listing) -> ShownWords:
    return words_of_photos(tuple(card.marked for card in search.cards(listing, 0, len(listing))))
