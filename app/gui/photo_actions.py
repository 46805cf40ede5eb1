"""What can be done with chosen photos: look, compare, reveal, open elsewhere, copy, drag out, ask to move them to the trash."""

import os
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QMimeData, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.domain.photo import Photo
from app.gui.compare_view import FEWEST, MOST, to_compare
from app.gui.file_manager import NO_FILE_MANAGER, NO_PROGRAM, open_files, show_in_file_manager
from app.gui.icon_actions import IconActions
from app.gui.jobs import Runner
from app.gui.pictures import Looking, Outcome, decoded
from app.gui.programs import MIME_TYPES, Launcher, Program, ProgramNotStarted, file_uri, installed_programs
from app.gui.theme import ThemeKeeper
from app.services.listing import Card

FULL_SIZE = 1_000_000
"""Longer than any photo: a copied picture has all of its pixels."""
MOST_PROGRAMS = 12


class PhotoActions(IconActions):
    """The actions for a choice of cards. `large` and `compare` ask for a view; `trouble` and `told` are sentences for the person."""

    large = Signal()
    compare = Signal()
    like = Signal(object)
    """Show what is like the photo with this id."""
    near = Signal(object)
    """Show the near copies of this `Photo`."""
    ask = Signal()
    """Ask about the photos."""
    ask_day = Signal(object)
    """Ask about all photos of the day of this `Photo`."""
    trash = Signal()
    """Ask whether the photos are to go to the trash."""
    trouble = Signal(str)
    told = Signal(str)

    def __init__(self, look: Looking, runner: Runner, themes: ThemeKeeper, parent: QWidget) -> None:
        super().__init__(themes, parent)
        self._look = look
        self._runner = runner
        self._window = parent
        self.launcher = Launcher()
        self._cards: tuple[Card, ...] = ()
        self.open_large = self.action("Open large", "large", self.large.emit, "Return", "Enter")
        self.open_compare = self.action("Compare", "compare", self.compare.emit, "C")
        self.more_like = self.action("More like this", "look", self._more_like, "L")
        self.near_copies = self.action("Show its near copies", "", self._near_copies, "Ctrl+Shift+D")
        self.reveal = self.action("Show in file manager", "reveal", self._reveal, "Ctrl+R")
        self.open_default = self.action("Open with the default program", "external", self._open_default, "Ctrl+Return")
        self.copy_picture = self.action("Copy picture", "copy", self._copy_picture, "Ctrl+C")
        self.copy_path = self.action("Copy path", "", self._copy_path, "Ctrl+Shift+C")
        self.ask_these = self.action("Ask about this photo", "chat", self.ask.emit, "Ctrl+Shift+J")
        self.ask_this_day = self.action("Ask about this day", "calendar", self._ask_day)
        self.move_to_trash = self.action("Move to the trash…", "", self.trash.emit, "Delete")
        self.move_to_trash.setAutoRepeat(False)
        self.set_cards(())
        self.draw()

    def actions(self) -> tuple[QAction, ...]:
        """Every action but moving to the trash, for the widget whose shortcuts they are to be."""
        looking = (self.open_large, self.open_compare, self.more_like, self.near_copies, self.ask_these, self.ask_this_day)
        return (*looking, self.reveal, self.open_default, self.copy_picture, self.copy_path)

    def set_cards(self, cards: Sequence[Card]) -> None:
        """The photos that the actions are about."""
        self._cards = tuple(cards)
        for action in self.actions():
            action.setEnabled(bool(cards))
        self.open_compare.setEnabled(FEWEST <= len(to_compare(cards)) <= MOST)
        for action in (self.copy_picture, self.more_like, self.near_copies):
            action.setEnabled(len(cards) == 1)
        self.ask_these.setText("Ask about this photo" if len(cards) < 2 else "Ask about these photos")
        self.ask_this_day.setEnabled(len(cards) == 1 and cards[0].photo.facts.taken is not None)
        self.copy_path.setText("Copy path" if len(cards) < 2 else f"Copy {len(cards):,} paths")

    def menu(self, describe: Callable[[QMenu], object] = lambda _: None) -> QMenu:
        """A context menu for the cards; it deletes itself when it closes. `describe` puts in what can be said of the photos."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self.open_large, self.open_compare, self.more_like, self.near_copies])
        menu.addSeparator()
        describe(menu)
        menu.addSeparator()
        menu.addActions([self.ask_these, self.ask_this_day])
        menu.addSeparator()
        menu.addActions([self.reveal, self.open_default])
        menu.addMenu(self._programs_menu(menu))
        menu.addSeparator()
        menu.addActions([self.copy_picture, self.copy_path])
        menu.addSeparator()
        menu.addAction(self.move_to_trash)
        return menu

    def open_with(self, program: Program) -> None:
        """Open the photos with a program of the desktop."""
        self._start(*program.arguments(self._paths()))

    def choose_program(self) -> None:
        """Ask for any program file and open the photos with it."""
        chosen, _ = QFileDialog.getOpenFileName(self._window, "Choose a program", "/usr/bin")
        if chosen:
            self._start((chosen, *self._paths()))

    def _programs_menu(self, parent: QMenu) -> QMenu:
        menu = QMenu("Open with another program", parent)
        menu.setEnabled(bool(self._cards))
        wanted = {MIME_TYPES.get(card.photo.format.upper(), "") for card in self._cards}
        for program in installed_programs():
            if wanted <= program.types and len(menu.actions()) < MOST_PROGRAMS:
                menu.addAction(program.name.replace("&", "&&"), partial(self.open_with, program))
        menu.addSeparator()
        menu.addAction("Choose a program…", self.choose_program)
        return menu

    def _paths(self) -> list[str]:
        return [card.photo.path for card in self._cards]

    def _start(self, *commands: Sequence[str]) -> None:
        try:
            self.launcher.start(*commands)
        except ProgramNotStarted as error:
            self.trouble.emit(str(error))

    def _reveal(self) -> None:
        if not show_in_file_manager(self._paths()):
            self.trouble.emit(NO_FILE_MANAGER)

    def _open_default(self) -> None:
        self.open_paths(self._paths())

    def open_paths(self, paths: Sequence[str]) -> None:
        """Open files with the programs that the desktop has for them."""
        if not open_files(paths):
            self.trouble.emit(f"{NO_PROGRAM} Choose one under “Open with another program”.")

    def _more_like(self) -> None:
        self.like.emit(self._cards[0].photo.id)

    def _near_copies(self) -> None:
        self.near.emit(self._cards[0].photo)

    def _ask_day(self) -> None:
        self.ask_day.emit(self._cards[0].photo)

    def _copy_path(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(path_text(path) for path in self._paths()))
        self.told.emit("Path copied." if len(self._cards) == 1 else f"{len(self._cards):,} paths copied.")

    def _copy_picture(self) -> None:
        photo = self._cards[0].photo
        self._runner.run(partial(decoded, self._look, photo, FULL_SIZE), partial(self._copied, photo), key="copy picture")

    def _copied(self, photo: Photo, outcome: Outcome) -> None:
        if isinstance(outcome, QImage):
            mime = mime_of_paths([photo.path])
            mime.setImageData(outcome)
            QGuiApplication.clipboard().setMimeData(mime)
            self.told.emit("Picture copied.")
        else:
            self.trouble.emit(outcome)


def mime_of(cards: Sequence[Card]) -> QMimeData:
    """What is dragged out for these cards: their files, and their paths as text."""
    return mime_of_paths([card.photo.path for card in cards])


def mime_of_paths(paths: Sequence[str]) -> QMimeData:
    """The files as URLs, and their paths as text."""
    mime = QMimeData()
    mime.setUrls([url_of(path) for path in paths])
    mime.setText("\n".join(path_text(path) for path in paths))
    return mime


def url_of(path: str) -> QUrl:
    """The URL of a file, whatever bytes its name consists of."""
    return QUrl.fromEncoded(file_uri(path).encode())


def path_text(path: str) -> str:
    """A path as text for other programs: only bytes that are no text are replaced."""
    return os.fsencode(path).decode("utf-8", "replace")
