"""The panels beside the photos: which of them the person wants, and which of those there is room for."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.gui.chat.desk import ChatDesk
from app.gui.remembered import Remembered

WIDE = 1440
"""Width of the window in pixels from which details and questions may both be open."""


class SidePanels(QObject):
    """Folders on the left, details and questions on the right."""

    changed = Signal()
    """Something else is wanted: the window should `show` what fits its page."""

    def __init__(self, folders: QWidget, details: QWidget, desk: ChatDesk, window: QWidget) -> None:
        super().__init__(window)
        self._folders = folders
        self._details = details
        self._desk = desk
        self._window = window
        self._wanted = Remembered()
        self._may_ask = False

    @property
    def folders(self) -> bool:
        """Whether the folders are wanted."""
        return self._wanted.folders

    @property
    def details(self) -> bool:
        """Whether the details are wanted, and have room: beside questions they must leave some for the photos."""
        return self._wanted.details and self._room_for_both

    @property
    def chat(self) -> bool:
        """Whether questions are wanted."""
        return self._wanted.chat

    def restore(self, values: Remembered) -> None:
        """What was wanted when the window was closed; nothing is shown yet."""
        self._wanted = values
        for panel in (self._folders, self._details, self._desk.panel):
            panel.hide()

    def noted_in(self, values: Remembered) -> Remembered:
        """The same values with what is wanted now."""
        return replace(values, folders=self._wanted.folders, details=self._wanted.details, chat=self._wanted.chat)

    def show(self, *, photos: bool, details: bool) -> None:
        """Show what is wanted: nothing where there are no `photos`, and no `details` over a page that has none."""
        self._may_ask = photos
        self._folders.setVisible(self.folders and photos)
        self._details.setVisible(self.details and photos and details)
        opens = self.chat and photos and self._desk.panel.isHidden()
        self._desk.panel.setVisible(self.chat and photos)
        if opens:
            self._desk.opening()

    def toggle_folders(self) -> None:
        """Open or close the folders."""
        self._want(folders=not self.folders)

    def toggle_details(self) -> None:
        """Open or close the details; where there is no room for both, questions make way."""
        opens = not self.details
        self._want(details=opens, chat=self.chat and (self._room_for_both or not opens))

    def toggle_chat(self) -> None:
        """Open or close questions."""
        if self.chat:
            self._want(chat=False)
        else:
            self.open_chat()

    def open_chat(self) -> None:
        """Open questions with the keyboard in them; there is nothing to ask about on the first page."""
        if self._may_ask:
            self._want(chat=True)
            self._desk.panel.focus_question()

    def turn_to_chat(self) -> bool:
        """Open questions, or bring the keyboard there; from there, close them. Whether they are open now."""
        if self.chat and self._desk.panel.focused:
            self._want(chat=False)
        else:
            self.open_chat()
        return self.chat

    @property
    def _room_for_both(self) -> bool:
        return not self._wanted.chat or self._window.width() >= WIDE

    def _want(self, **wanted: bool) -> None:
        self._wanted = replace(self._wanted, **wanted)  # type: ignore[arg-type]
        self.changed.emit()
