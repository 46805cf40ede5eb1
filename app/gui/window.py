"""The main window: puts the panels, the pages and the bars together and joins what they tell each other."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow

from app.gui.alike.entry import AlikeEntry
from app.gui.alike.texts import STATUS
from app.gui.alike.trashing import Trashing
from app.gui.browsing import Browsing
from app.gui.chat.desk import ChatDesk
from app.gui.chat.panel import WIDTH
from app.gui.commands import SELECT_TO_COMPARE, Commands
from app.gui.compare_view import FEWEST, MOST, to_compare
from app.gui.deleting import Deleting
from app.gui.describing import SELECT_FIRST, Describing
from app.gui.detail_panel import DetailPanel
from app.gui.drops import DropTarget
from app.gui.folder_actions import FolderActions, Shelf
from app.gui.folder_choice import FolderChoice
from app.gui.folders_panel import FoldersPanel
from app.gui.indexing import Indexing, IndexingStrip
from app.gui.jobs import Runner
from app.gui.looking_pass import LookingPass
from app.gui.measure_offer import MeasureOffer
from app.gui.message_strip import MessageStrip, StandingStrip
from app.gui.more_like import MoreLike
from app.gui.pages import Pages, Surroundings
from app.gui.photo_actions import PhotoActions, mime_of
from app.gui.remembered import Remembered, recall, remember
from app.gui.seeing import Seeing
from app.gui.side_panels import SidePanels
from app.gui.status import StatusLine, hidden_text, status_text
from app.gui.theme import ThemeKeeper
from app.gui.top_bar import TopBar
from app.gui.watching import FolderWatching
from app.gui.window_body import Columns, WindowBody, first_size
from app.services.events import IndexSummary
from app.services.listing import Listing, Version
from app.services.use_cases import UseCases

DETAILS_MS = 40
"""The panel of details follows when a person pauses: filling it costs more than moving on."""
FIRST_WIDTHS = (220, 764, 296, WIDTH)
LONGEST_TITLE = 80
"""Characters of the query in the window's title."""
READING = "Photos appear here as they are read."
NO_PHOTOS = "There are no photos in these folders."


class MainWindow(QMainWindow):
    """Candid's window over one library. `sample` is the folder of the sample library, `settings_file` where it remembers its looks."""

    def __init__(self, use_cases: UseCases, themes: ThemeKeeper, sample: Path, settings_file: Path, today: Callable[[], date]) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.setWindowTitle("Candid")
        self.runner = Runner(self)
        self._themes = themes
        self._sample = sample
        self._settings_file = settings_file
        self._shelf: Shelf | None = None
        self._notice = ""
        self._remembered = recall(settings_file)
        self._details_soon = QTimer(self, interval=DETAILS_MS, singleShot=True)
        self._details_soon.timeout.connect(self._show_details)
        self.indexing = Indexing(use_cases.index, self.runner, self)
        self._make_parts(use_cases)
        self.browsing = Browsing(use_cases.search, self.pages.model, self.pages.grid, self.runner, today)
        self.desk = ChatDesk(use_cases, self.runner, themes, today, self)
        self.describing = Describing(use_cases, self.pages, self.details, self.runner, themes, self)
        self.status.hold(self.describing.notice)
        self.panels = SidePanels(self.folders, self.details, self.desk, self)
        self._commands = Commands(self, self.top, self.pages, self.panels, self.message, self._show_panels)
        self.trashing = Trashing(use_cases.trash, self.runner, lambda: self.indexing.running, lambda: use_cases.describe.latest, self)
        self.deleting = Deleting(self.trashing, self.pages, self.describing.notice, use_cases.read_only or "", self)
        self.alike = AlikeEntry(use_cases, self.pages, self.runner, themes, self._show_panels, self.trashing, self)
        self.folder_actions = FolderActions(use_cases.folders, self.indexing, self.runner, self.folders, self)
        self.watching = FolderWatching(use_cases.watch, self.indexing, self.runner, self)
        self.looking = LookingPass(use_cases, self.seeing, self.runner, themes, self)
        self._arrange()
        self._connect()
        self._connect_alike()
        self._commands.add_shortcuts(self.folder_actions, self.folders, self.actions_for_photos)
        self._restore(self._remembered)
        self.folder_actions.reload()
        self.browsing.ask("")

    def add_paths(self, paths: Iterable[str]) -> None:
        """Index these folders or files."""
        self.indexing.add(paths)

    def come_to_front(self) -> None:
        """Be seen: out of the dock, above other windows, with the keyboard."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def heed_other_start(self, paths: tuple[str, ...]) -> None:
        """Candid was started again, with these paths."""
        self.come_to_front()
        self.add_paths(paths)

    def shut_down(self) -> bool:
        """Stop all jobs and wait for them, and for what the person said of photos; False if one would not stop."""
        self.describing.finish()
        self.indexing.cancel()
        self.seeing.finish()
        self.watching.stop()
        self.runner.cancel_all()
        ended = self.runner.wait_idle()
        self.watching.close()
        return ended

    # Building

    def _make_parts(self, use_cases: UseCases) -> None:
        themes = self._themes
        self.top = TopBar(themes)
        self.message, self.standing = MessageStrip(themes), StandingStrip(themes, _read_only(use_cases))
        self.offer = MeasureOffer(use_cases.measure, self.runner, themes)
        self.folders = FoldersPanel(themes)
        self.folders.refuse(use_cases.read_only or "")
        self.indexing.refused = use_cases.read_only or ""
        self.pages = Pages(Surroundings(use_cases, self.runner, themes, mime_of, lambda: self.indexing.running))
        self.details = DetailPanel(use_cases.look, self.runner, themes)
        self.actions_for_photos = PhotoActions(use_cases.look, self.runner, themes, self)
        self.strip = IndexingStrip(self.indexing, themes)
        self.seeing = Seeing(use_cases.see, self.runner, self)
        self.status = StatusLine()
        self.drops = DropTarget(themes, self)

    def _arrange(self) -> None:
        self.splitter = Columns(self.folders, self.pages, (self.details, self.desk.panel), FIRST_WIDTHS)
        below = (self.strip, self.looking.strip, self.deleting.strip, self.status)
        self.setCentralWidget(WindowBody((self.top, self.standing, self.message, self.offer), self.splitter, below))
        self.resize(first_size(self.screen().availableSize()))

    def _connect(self) -> None:
        top, pages, actions = self.top, self.pages, self.actions_for_photos
        top.newest_first.connect(self._order)
        top.stacked.connect(self._stack)
        top.side_chosen.connect(self._set_side)
        top.compare_asked.connect(self._commands.compare)
        top.folders_toggled.connect(self.panels.toggle_folders)
        top.details_toggled.connect(self.panels.toggle_details)
        top.measure_toggled.connect(self._commands.toggle_measure)
        top.chat_toggled.connect(self.panels.toggle_chat)
        self.panels.changed.connect(self._follow_panels)
        top.theme_chosen.connect(self._themes.set_mode)
        top.help_asked.connect(self._commands.show_help)
        pages.chosen.connect(self._show_chosen)
        pages.turned.connect(self._show_panels)
        pages.measured.connect(self.offer.hide)
        self.offer.asked.connect(self.pages.open_measure)
        pages.welcome.add_folder.connect(self.folder_actions.choose)
        pages.welcome.try_sample.connect(lambda: self.add_paths([str(self._sample)]))
        for grid in (pages.grid, pages.nothing.grid):
            grid.menu_asked.connect(self._show_menu)
        actions.large.connect(self._commands.open_large)
        actions.compare.connect(self._commands.compare)
        actions.trouble.connect(self.message.say)
        actions.told.connect(lambda text: self.message.say(text, "info"))
        actions.ask.connect(lambda: self.desk.ask_about_selection(self.pages.chosen_cards()))
        actions.ask_day.connect(self.desk.ask_about_day)
        FolderChoice(self.folders, self.browsing, self.top.box, pages)
        self.folders.ask_asked.connect(self.desk.ask_about_folder)
        self.desk.opened.connect(self.panels.open_chat)
        self.desk.told.connect(lambda text: self.message.say(text, "info"))
        self.desk.panel.closed.connect(self.panels.toggle_chat)
        self.details.day_asked.connect(self.desk.ask_about_day)
        self.details.version_asked.connect(self._show_version)
        pages.large.signs.film_asked.connect(self._show_version)
        self.details.closed.connect(self.panels.toggle_details)
        self.drops.paths.connect(self.add_paths)
        self.drops.refused.connect(self.message.say)
        self.describing.trouble.connect(self.message.say)
        self.describing.told.connect(lambda text: self.message.say(text, "info"))
        self.pages.bar.again.connect(self.browsing.refresh)
        self.pages.bar.guesses_wanted.connect(self._want_guesses)
        self.describing.open_details = self.panels.toggle_details
        self.browsing.shown.connect(self._show_listing)
        self.browsing.outdated.connect(self.pages.bar.offer_again)
        self.desk.join(self.pages, self.browsing, self.top.box)
        self.runner.trouble.connect(self.message.say)
        self._connect_box()
        self._connect_indexing()
        self._connect_looking()

    def _connect_box(self) -> None:
        box = self.top.box
        box.asked.connect(lambda _: self.pages.leave_measure())
        box.asked.connect(self.browsing.ask)
        box.again.connect(self.pages.leave_measure)
        box.again.connect(self.browsing.ask_again)
        box.left.connect(self.pages.focus_list)

    def _connect_looking(self) -> None:
        self.looking.join(self.indexing, self.browsing, self.details, self.pages.large, self.top)
        self.looking.trouble.connect(self.message.say)
        self.details.faces_asked.connect(self._show_faces)
        self.actions_for_photos.like.connect(MoreLike(self.pages.bar.like, self.browsing, self.desk).show_like)

    def _connect_indexing(self) -> None:
        self.indexing.started.connect(self._settle)
        self.indexing.finished.connect(lambda _: self._settle())
        self.indexing.stored.connect(self.browsing.photos_stored)
        self.indexing.finished.connect(self._renew)
        self.folder_actions.forgotten.connect(self.desk.library_changed)
        for part in (self.strip, self.status):
            part.skipped_asked.connect(self.folder_actions.list_skipped)
        self.folder_actions.known.connect(self._know)
        self.folder_actions.known.connect(self.watching.follow)
        self.watching.told.connect(self.message.say)
        self.folder_actions.forgotten.connect(self.browsing.refresh)
        self.folder_actions.untold.connect(self.message.take_back)
        self.folder_actions.told.connect(lambda text: self.message.say(text, "info"))

    def _renew(self, summary: IndexSummary | None, *, wanted: bool = False) -> None:
        """After a run: a library that is as it was need not be listed again."""
        if summary is not None and not summary.changed:
            return
        self.pages.thumbnails.try_missing_again()
        self.browsing.renew(wanted=wanted)
        self.offer.consider()
        self.desk.library_changed()

    def _connect_alike(self) -> None:
        self.top.alike_toggled.connect(self.alike.toggle)
        self.actions_for_photos.near.connect(self.alike.show_near_copies)
        self.indexing.finished.connect(self._renew_alike)
        for moved in (self.trashing.went, self.trashing.came_back):
            moved.connect(self._renew_after_trash)
        self.actions_for_photos.trash.connect(self.deleting.ask)
        self.deleting.trouble.connect(self.message.say)
        self.deleting.untold.connect(self.message.take_back)
        self.deleting.told.connect(lambda text: self.message.say(text, "info"))
        self.browsing.shown.connect(self.deleting.follow)
        self.describing.undo_elsewhere = self.trashing.undo_in_turn
        self.describing.undoable_elsewhere = lambda: self.trashing.named

    def _renew_alike(self, summary: IndexSummary | None) -> None:
        if summary is not None and summary.changed:
            self.alike.renew()

    def _renew_after_trash(self) -> None:
        """Photos went to the trash, or came back from it: also those of a result, for the person wanted that."""
        self.folder_actions.reload()
        self._renew(None, wanted=True)

    def _restore(self, values: Remembered) -> None:
        if values.geometry:
            self.restoreGeometry(values.geometry)
        if values.panels:
            self.splitter.restoreState(values.panels)
        self._set_side(values.side)
        self.top.show_order(newest_first=values.newest_first)
        self.browsing.set_newest_first(values.newest_first)
        self.top.show_stacked(stacked=values.stacked)
        self.browsing.set_stacked(values.stacked)
        self.pages.bar.show_guesses(wanted=values.guesses)
        self.browsing.set_guesses(values.guesses)
        self.pages.large.faces.want(values.faces)
        self.panels.restore(values)
        self.folder_actions.place = values.place

    # What is shown

    def _know(self, shelf: Shelf) -> None:
        first, self._shelf = self._shelf is None, shelf
        self.status.show_skipped(shelf.skipped)
        self._settle()
        if first:
            (self.pages.welcome if self.pages.welcoming else self.top.box).setFocus()

    def _show_listing(self, listing: Listing) -> None:
        self.top.chips.show_chips(listing.query, listing.understood)
        self.setWindowTitle(" ".join((listing.query or listing.heading).split())[:LONGEST_TITLE] or "Candid")
        self.top.enable(compare=False, sort=self._by_date(listing))
        self.message.take_back(self._notice)
        self._notice = listing.notice or ""
        if listing.notice and (len(listing) or not listing.query.strip()):
            self.message.say(listing.notice, "info" if listing.like is not None else "warning")
        self._settle()

    def _settle(self) -> None:
        """Show the page that fits what is known: the library, the listing, the indexing."""
        if self._shelf is None:
            return
        listing = self.pages.model.listing
        empty = not self._shelf.folders and not self._shelf.photos and not self.indexing.running
        if empty and not len(listing) and not listing.query.strip():
            self.pages.show_welcome()
        else:
            self.pages.show_listing(listing)
        self.pages.grid.say_when_empty(hidden_text(listing) or (READING if self.indexing.running else NO_PHOTOS))
        self._show_panels()
        self._show_chosen()

    def _show_panels(self) -> None:
        there = not self.pages.welcoming
        self.panels.show(photos=there, details=not (self.pages.comparing or self.pages.measuring or self.pages.apart))
        self.top.show_toggles(
            folders=self.panels.folders,
            details=self.panels.details,
            measure=self.pages.measuring,
            alike=self.pages.apart,
            chat=self.panels.chat,
        )
        self.top.chips.put_aside(aside=self.pages.aside)
        self.top.show_tools(visible=there)

    def _follow_panels(self) -> None:
        self._show_panels()
        self._show_chosen()

    def _show_chosen(self) -> None:
        cards = self.pages.chosen_cards()
        self.actions_for_photos.set_cards(cards)
        listing = self.pages.model.listing
        comparable = FEWEST <= len(to_compare(cards)) <= MOST
        self.top.enable(compare=comparable and not self.pages.over, sort=self._by_date(listing))
        for sentence, done in ((SELECT_FIRST, bool(cards)), (SELECT_TO_COMPARE, comparable)):
            if done:
                self.message.take_back(sentence)
        self.pages.bar.show_selected(self.pages.list_grid.selected_count())
        self._show_status()
        self._details_soon.start()

    def _by_date(self, listing: Listing) -> bool:
        """Whether a list has an order that can be turned around."""
        return len(listing) > 0 and not listing.matches and not self.browsing.gives

    def _show_details(self) -> None:
        if not self.details.isHidden():
            self.describing.show_details()

    def _show_status(self) -> None:
        listing, selected = self.pages.model.listing, self.pages.list_grid.selected_count()
        text = STATUS if self.pages.aside else status_text(listing, selected)
        self.status.show_text("" if self.pages.welcoming else text)

    # What is asked for

    def _order(self, newest_first: bool) -> None:
        self._remembered = replace(self._remembered, newest_first=newest_first)
        self.browsing.set_newest_first(newest_first)

    def _stack(self, stacked: bool) -> None:
        self._remembered = replace(self._remembered, stacked=stacked)
        self.browsing.set_stacked(stacked)

    def _want_guesses(self, guesses: bool) -> None:
        self._remembered = replace(self._remembered, guesses=guesses)
        self.browsing.set_guesses(guesses)

    def _show_version(self, version: Version) -> None:
        if version.photo is not None:
            self.pages.show_version(version.photo.id)
        else:
            self.actions_for_photos.open_paths([version.path])

    def _show_faces(self, number: int) -> None:
        """Search for the photos with so many faces."""
        if self.pages.over:
            self.pages.back()
        self.top.box.ask_for(f"faces:{number}")

    def _set_side(self, side: int) -> None:
        self._remembered = replace(self._remembered, side=side)
        self.top.show_side(side)
        for grid in (self.pages.grid, self.pages.nothing.grid):
            grid.set_side(side)

    def _show_menu(self, point: QPoint) -> None:
        if self.pages.chosen_cards():
            self.actions_for_photos.menu(self.describing.fill_menu).popup(point)

    # What Qt tells

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Escape that nobody else wanted: clear the selection, then the search."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.pages.list_grid.selected_count():
            self.pages.list_grid.clearSelection()
        elif self.browsing.gives or self.browsing.folder:
            self.desk.leave_photos()
        elif self.top.box.text():
            self.top.box.ask_for("")

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Details and chat are both shown where there is room."""
        super().resizeEvent(event)
        if self._shelf is not None and self.panels.chat:
            self._show_panels()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Remember the window's looks."""
        geometry, panels = bytes(self.saveGeometry().data()), bytes(self.splitter.saveState().data())
        values = self.panels.noted_in(self._remembered)
        remember(
            self._settings_file,
            replace(
                values,
                geometry=geometry,
                panels=panels,
                mode=self._themes.mode,
                place=self.folder_actions.place,
                faces=self.pages.large.faces.wanted,
            ),
        )
        super().closeEvent(event)


def _read_only(use_cases: UseCases) -> str | None:
    return f"Read-only. {use_cases.read_only}" if use_cases.read_only else None
