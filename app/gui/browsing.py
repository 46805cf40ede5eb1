"""What the grid shows and when: asks for searches, drops late ones, and keeps the place when photos come or go meanwhile."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.ids import PhotoId
from app.domain.photo import Folder
from app.domain.ports import Ids
from app.domain.question import Question
from app.gui.formatting import file_name
from app.gui.grid import PhotoGrid
from app.gui.jobs import Job, Runner
from app.gui.listing_changes import NO_CHANGES, Changes, changes
from app.gui.listing_model import PAGE, ListingModel
from app.services.listing import Card, Listing
from app.services.search_photos import SearchPhotos

BROWSE_MS, SEARCH_MS, LOOKS_MS = 500, 2_000, 10_000
"""How often a list follows what is being indexed: by date new photos slip in; a ranking is better left to be read for a while.

Looking at photos may go on for hours beside whatever the person does.
"""
LONGEST_NAME = 48
"""Characters of a folder's name above its photos."""


@dataclass(frozen=True, slots=True)
class Request:
    """All that a search needs."""

    text: str
    newest_first: bool
    today: date
    given: "Given | None" = None
    stacked: bool = True
    folder: Folder | None = None
    guesses: bool = True

    @property
    def browses(self) -> bool:
        """Whether there is nothing to search for."""
        return not self.text.strip()

    @property
    def found(self) -> bool:
        """Whether it is a result, which nothing but the person changes: of a search, or the photos of an answer."""
        return self.given is not None or not self.browses


@dataclass(frozen=True, slots=True)
class Like:
    """Photos that are like one, by words alone (0) to looks alone (1)."""

    photo_id: PhotoId
    by_look: float


@dataclass(frozen=True, slots=True)
class Given:
    """Photos that no query found, or all that a question found, and what they are: `Photos of the answer`."""

    photos: tuple[PhotoId, ...] | Question | Like
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A listing with the cards of its first page; `steps` lead there from the list before, where they can."""

    listing: Listing
    first: tuple[Card, ...]
    ids: Ids
    steps: Changes | None


class Browsing(QObject):
    """Answers what is asked for in the model of the grid."""

    shown = Signal(Listing)
    """The grid shows the answer to a new question, or a newer answer to the same."""
    outdated = Signal()
    """What is shown would be another result by now; it stays until the person asks again."""

    def __init__(self, search: SearchPhotos, model: ListingModel, grid: PhotoGrid, runner: Runner, today: Callable[[], date]) -> None:
        super().__init__(grid)
        self._search = search
        self._model = model
        self._grid = grid
        self._runner = runner
        self._today = today
        self._text = ""
        self._newest_first = True
        self._stacked = True
        self._guesses = True
        self._given: Given | None = None
        self._folder: Folder | None = None
        self._job: Job | None = None
        self._wanted = False
        self._changed: set[PhotoId] | None = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look_again)

    @property
    def text(self) -> str:
        """The query that was asked for last."""
        return self._text

    @property
    def gives(self) -> bool:
        """Whether photos are shown that no query found."""
        return self._given is not None

    @property
    def liked(self) -> PhotoId | None:
        """The photo whose like are asked for."""
        return self._given.photos.photo_id if self._given is not None and isinstance(self._given.photos, Like) else None

    @property
    def folder(self) -> Folder | None:
        """The folder whose photos alone are shown."""
        return self._folder

    @property
    def newest_first(self) -> bool:
        """The order of lists by date."""
        return self._newest_first

    def prepare(self) -> None:
        """Make ready for the first search, beside whatever else goes on; where that fails the search itself will say why."""
        self._runner.stream(self._search.prepare, _nothing, lambda: None, _nothing, lane=False)

    def ask(self, text: str) -> None:
        """Show the answer to a query from its beginning."""
        self._text, self._given, self._folder = text, None, None
        self._ask()

    def ask_folder(self, folder: Folder) -> None:
        """Show the photos of one folder, until something else is asked for."""
        self._text, self._given, self._folder = "", None, folder
        self._ask()

    def give(self, photo_ids: Iterable[PhotoId], heading: str) -> None:
        """Show exactly these photos, in this order, until something is asked for."""
        self._given, self._folder = Given(tuple(photo_ids), heading), None
        self._ask()

    def give_all(self, question: Question, heading: str) -> None:
        """Show all photos that the answer to a question is about, until something is asked for."""
        self._given, self._folder = Given(question, heading), None
        self._ask()

    def give_like(self, photo_id: PhotoId, by_look: float) -> None:
        """Show the photos that are like one, until something is asked for."""
        self._given, self._folder = Given(Like(photo_id, by_look)), None
        self._ask()

    def set_newest_first(self, newest_first: bool) -> None:
        """Turn lists by date around."""
        if newest_first != self._newest_first:
            self._newest_first = newest_first
            self._ask()

    def set_stacked(self, stacked: bool) -> None:
        """Show versions of one picture as one, or each by itself, keeping selection and place."""
        if stacked != self._stacked:
            self._stacked = stacked
            self.refresh()

    def set_guesses(self, guesses: bool) -> None:
        """List photos for their look alone, or leave them out, keeping selection and place."""
        if guesses != self._guesses:
            self._guesses = guesses
            self.refresh()

    def photos_stored(self, photo_ids: tuple[PhotoId, ...]) -> None:
        """Photos were added or changed: a list by date follows, soon; a result stays, and is told to be outdated."""
        if self._changed is not None:
            self._changed.update(photo_ids)
        self._look_soon(BROWSE_MS if self._request().browses else SEARCH_MS)

    def looks_stored(self, photo_ids: tuple[PhotoId, ...]) -> None:
        """Photos are found by their look from now on: a list that looks have no part in is as it was, a result is told to be outdated."""
        listed = self._given is not None and not isinstance(self._given.photos, Like)
        if listed or (self._given is None and self._request().browses):
            return
        if self._changed is not None:
            self._changed.update(photo_ids)
        self._look_soon(LOOKS_MS)

    def refresh(self) -> None:
        """Answer the same question again, keeping selection and place."""
        self._wanted = True
        self._look_again()

    def ask_again(self) -> None:
        """Answer the same question again, from the beginning of the list; an answer that is on its way already is new enough."""
        if self._job is None or self._job.ended:
            self._grid.scrollToTop()
            self.refresh()

    def renew(self, *, wanted: bool = False) -> None:
        """Anything may have changed: the list, and what is known of every photo in it. `wanted`: by the person, so a result follows too."""
        self._changed = None
        self._wanted = self._wanted or wanted
        self._look_again()

    def _look_soon(self, milliseconds: int) -> None:
        if not self._timer.isActive() or self._timer.remainingTime() > milliseconds:
            self._timer.start(milliseconds)

    def _look_again(self) -> None:
        if self._job is not None and not self._job.ended:
            self._timer.start(BROWSE_MS)
            return
        request, wanted, self._wanted = self._request(), self._wanted, False
        work = partial(_answer, self._search, request, self._model.ids)
        follow = partial(self._follow, stays=request.found and not wanted and len(self._model) > 0)
        self._job = self._runner.run(work, follow, key="search")

    def _request(self) -> Request:
        return Request(self._text, self._newest_first, self._today(), self._given, self._stacked, self._folder, self._guesses)

    def _ask(self) -> None:
        self._wanted = False
        work = partial(_answer, self._search, self._request(), None)
        self._job = self._runner.run(work, self._show, key="search")

    def _show(self, answer: Answer) -> None:
        self._grid.set_ranked(bool(answer.listing.matches))
        self._model.show(answer.listing, answer.first)
        self._grid.scrollToTop()
        self.shown.emit(answer.listing)

    def _follow(self, answer: Answer, *, stays: bool) -> None:
        changed, self._changed = self._changed, set()
        if stays and answer.steps != NO_CHANGES:
            self._model.renew_cards(changed)
            self.outdated.emit()
            return
        place = self._grid.place()
        if answer.steps is not None and bool(answer.listing.matches) == bool(self._model.listing.matches):
            self._model.become(answer.listing, answer.ids, answer.steps)
            self._model.renew_cards(changed)
            if not np.isin(place.selected, answer.ids).all():  # another version stands for a selected photo
                self._grid.return_to(place)
        else:
            self._grid.set_ranked(bool(answer.listing.matches))
            self._model.show(answer.listing, answer.first)
            self._grid.return_to(place)
        self.shown.emit(answer.listing)


def _nothing(_: object) -> None:
    pass


def _answer(search: SearchPhotos, request: Request, before: Ids | None) -> Answer:
    listing = _listing(search, request)
    exactly = request.given is not None and not isinstance(request.given.photos, Like)
    if request.stacked and not exactly:  # given photos are exactly those that somebody spoke of
        listing = search.folded(listing)
    listing = replace(listing.counted() if request.guesses else listing.without_guesses(), as_one=request.stacked)
    ids = listing.ids
    return Answer(listing, search.cards(listing, 0, PAGE), ids, None if before is None else changes(before, ids))


def _listing(search: SearchPhotos, request: Request) -> Listing:
    given = request.given
    if given is not None:
        found = given.photos
        if isinstance(found, Like):
            return search.like(found.photo_id, found.by_look)
        return search.answering(found, given.heading) if isinstance(found, Question) else search.given(found, given.heading)
    if request.folder is not None:
        return search.in_folder(request.folder.id, _of_folder(request.folder), newest_first=request.newest_first)
    if request.browses:
        return search.browse(newest_first=request.newest_first)
    listing = search.search(request.text, request.today)
    if listing.matches or not len(listing.listed):
        return listing
    order = search.browse(newest_first=request.newest_first).listed
    return Listing(listing.query, listing.understood, listed=order[np.isin(order, listing.listed)], notice=listing.notice)


def _of_folder(folder: Folder) -> str:
    name = file_name(folder.path)
    fitted = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME // 2]}…{name[-LONGEST_NAME // 2 :]}"
    return f"Photos of “{fitted}”"
