"""Joins the panel to the window: what questions are about, where cited photos are shown, and the dialogs of the model."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.domain.errors import AppError
from app.domain.evidence import LibraryFact
from app.domain.ids import PhotoId
from app.domain.match import Evidence
from app.domain.photo import Folder, Photo
from app.domain.question import Question, Scope
from app.gui.browsing import Browsing
from app.gui.chat.asking import Asking
from app.gui.chat.dialogs import ChatDialogs
from app.gui.chat.panel import ChatPanel
from app.gui.chat.scopes import MakeScope, dated, of_day, of_folder, of_listing, of_selection
from app.gui.chat.suggestions import suggested_questions
from app.gui.chat.wishes import Around, Wishes
from app.gui.jobs import Runner
from app.gui.listing_bar import FEWEST_CHOSEN
from app.gui.pages import Pages
from app.gui.search_bar import SearchBox
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.services.listing import Card
from app.services.search_photos import SearchPhotos
from app.services.use_cases import UseCases

PHOTOS_OF_ANSWER = "Photos of the answer"


class ChatDesk(QObject):
    """Owns the conversation and its panel."""

    opened = Signal()
    """The panel should be seen."""
    told = Signal(str)

    def __init__(self, use_cases: UseCases, runner: Runner, themes: ThemeKeeper, today: Callable[[], date], parent: QWidget) -> None:
        super().__init__(parent)
        self._search: SearchPhotos = use_cases.search
        self._runner = runner
        self._themes = themes
        self._today = today
        self._window = parent
        self._fresh = False
        self._select: PhotoId | None = None
        self._query_before = ""
        self.asking = Asking(use_cases, runner, today, self)
        self.wishes = Wishes(self)
        thumbnails = Thumbnails(use_cases.look.thumbnail, runner, self, kept_bytes=64 * 1024 * 1024)
        self.panel = ChatPanel(self.asking, Around(themes, thumbnails, self.wishes))
        self._thumbnails = thumbnails
        self.dialogs = ChatDialogs(use_cases, self.asking, runner, themes, today, parent)
        self.dialogs.told.connect(self.told)

    def join(self, pages: Pages, browsing: Browsing, box: SearchBox) -> None:
        """These show the photos, and the search."""
        self._pages, self._browsing, self._box = pages, browsing, box
        wishes, panel = self.wishes, self.panel
        wishes.photo.connect(self._go_to)
        wishes.show_photos.connect(self.show_photos)
        wishes.show_all.connect(self.show_all)
        wishes.compare.connect(self._compare)
        wishes.search.connect(box.ask_for)
        wishes.copy.connect(self._copy)
        panel.connection_asked.connect(self.dialogs.connect_model)
        panel.discarded_asked.connect(self.dialogs.show_discarded)
        panel.export_asked.connect(self.dialogs.export)
        panel.left.connect(pages.focus_list)
        panel.measure_asked.connect(pages.open_measure)
        pages.bar.ask_asked.connect(self.ask_about_listing)
        pages.bar.closed.connect(self.leave_photos)
        browsing.shown.connect(lambda _: self._select_shown())
        self.asking.pointed = self._only_chosen

    def opening(self) -> None:
        """The panel comes into sight: what it shows of the library is made anew if need be."""
        if not self._fresh:
            self._fresh = True
            self._runner.run(self._search.facts, self._suggest, _drop, key="suggested questions")
            self.asking.look_who_replies()

    def library_changed(self) -> None:
        """Photos came or went."""
        self._fresh = False
        if not self.panel.isHidden():
            self.opening()
        self._thumbnails.try_missing_again()
        cited = self.panel.history.cited()
        if cited:
            self._runner.run(partial(_gone, self._search, cited), self.panel.history.note_gone, key="cited photos")

    # What is asked about

    def ask_about_selection(self, cards: Sequence[Card]) -> None:
        """Questions are about the selected photos, or where a photo is over the list, about that."""
        ids = self._pages.chosen_ids()
        if len(ids):
            only = cards[0].photo if len(ids) == 1 and cards else None
            self._take(partial(of_selection, ids, only))

    def _only_chosen(self) -> PhotoId | None:
        """The one photo that is selected, or that is over the list."""
        ids = self._pages.chosen_ids()
        return PhotoId(int(ids[0])) if len(ids) == 1 else None

    def ask_about_listing(self) -> None:
        """Questions are about all photos of the list, or where some of them are selected, about those."""
        if self._pages.list_grid.selected_count() >= FEWEST_CHOSEN:
            self.ask_about_selection(())
            return
        self._take(partial(of_listing, self._pages.model.listing))

    def ask_about_folder(self, folder: Folder) -> None:
        """Questions are about the photos of a folder."""
        self._take(partial(of_folder, self._search, folder))

    def ask_about_day(self, photo: Photo) -> None:
        """Questions are about all photos of the day of this one."""
        taken = dated(photo)
        if taken is not None:
            self._take(partial(of_day, self._search, taken, self._today()))

    def _take(self, make: MakeScope) -> None:
        self.opened.emit()
        self._runner.run(make, self._set_scope, key="scope")

    def _set_scope(self, scope: Scope) -> None:
        self.asking.set_scope(scope)
        self.panel.focus_question()

    # Where cited photos are shown

    def show_photos(self, photos: Sequence[Photo]) -> None:
        """List exactly these, in this order."""
        self.make_way()
        self._browsing.give([photo.id for photo in photos], PHOTOS_OF_ANSWER)

    def show_all(self, question: Question) -> None:
        """List all photos that the answer to a question is about."""
        self.make_way()
        self._browsing.give_all(question, PHOTOS_OF_ANSWER)

    def make_way(self) -> None:
        """A list that no query found takes the place of a search, and remembers it."""
        if not self._browsing.gives:
            self._query_before = self._browsing.text
        self._box.forget()
        if self._pages.over:
            self._pages.back()

    def leave_photos(self) -> None:
        """Back to what was listed before."""
        if self._query_before and self._browsing.gives:
            self._box.ask_for(self._query_before)
        else:
            self._browsing.ask("")

    def _go_to(self, photo: Photo, cited: tuple[Photo, ...]) -> None:
        row = self._pages.list_model.position_of(photo.id)
        if row is None:
            self._select = photo.id
            self.show_photos(cited)
            return
        self._pages.go_to(row)
        if self._pages.list_model.ids[row] != photo.id:  # another version stands for it
            self._pages.show_version(photo.id)

    def _select_shown(self) -> None:
        wanted, self._select = self._select, None
        row = None if wanted is None else self._pages.model.position_of(wanted)
        if row is not None:
            self._pages.go_to(row)

    def _compare(self, photos: tuple[Photo, ...]) -> None:
        self._pages.open_compare([Card(photo, None, Evidence.FILTER, ()) for photo in photos])

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.told.emit("Answer copied.")

    def _suggest(self, facts: Mapping[str, LibraryFact]) -> None:
        self.panel.show_suggestions(suggested_questions(facts))


def _drop(_error: AppError) -> None:
    """Suggestions are no more than that."""


def _gone(search: SearchPhotos, cited: Sequence[PhotoId]) -> frozenset[PhotoId]:
    """Which of these are in the library no more; for a job."""
    there = set(search.given(cited, "").listed.tolist())
    return frozenset(each for each in cited if each not in there)
