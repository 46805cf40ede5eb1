"""Help on one page: what can be typed into the search box, and every key."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.gui.labels import plain_label

Section = tuple[str, Sequence[tuple[str, str]]]

SEARCHING: Section = (
    "Searching",
    (
        ("harbour boats", "photos with these words, or near them by meaning"),
        ("\"fishing boats\"", "exactly this phrase"),
        ("boats -rain", "boats, but nothing with rain"),
        ("cat OR dog", "either of them"),
        ("tag:harbour", "a tag; also place: person: camera: lens: folder: name: type:"),
        ("date:2019-06", "a month; also 2018-2020, June 2019, last summer"),
        ("rating:>=4", "four stars or more"),
        ("is:favourite", "your favourites; also is:rejected"),
        ("has:caption, -has:gps", "what is known, or not; also date, place, tags, people"),
        ("faces:2", "so many faces (a guess); also has:faces"),
        ("text:ticket", "a word in the picture (a guess); also has:text"),
    ),
)  # fmt: skip
WINDOW: Section = (
    "In the window",
    (
        ("Ctrl+F", "search"),
        ("Ctrl+O", "add a folder"),
        ("F5", "look for changes in all folders"),
        ("F8", "list the files that were skipped"),
        ("I", "show or hide the details"),
        ("Ctrl+D", "duplicates and bursts"),
        ("Ctrl+M", "measure how close questions come"),
        ("Ctrl+E", "looking at photos: guesses and faces"),
        ("Ctrl+1, 2, 3", "small, medium, large pictures"),
        ("Ctrl+G", "versions of one picture as one, or each by itself"),
        ("Escape", "back, or clear the search"),
        ("F1", "this page"),
        ("Ctrl+Q", "quit"),
    ),
)
PHOTOS: Section = (
    "With chosen photos",
    (
        ("Arrows, Shift, Ctrl+A", "choose"),
        ("Enter", "look at it large"),
        ("C", "compare two to four"),
        ("L", "more like this one"),
        ("Ctrl+Shift+D", "show its near copies"),
        ("Delete", "move to the trash, after a question"),
        ("Ctrl+R", "show in the file manager"),
        ("Ctrl+Enter", "open with the default program"),
        ("Ctrl+C", "copy the picture"),
        ("Ctrl+Shift+C", "copy the path"),
    ),
)
ASKING: Section = (
    "Asking",
    (
        ("Ctrl+J", "open or close the panel"),
        ("Ctrl+Shift+J", "ask about the chosen photos"),
        ("Enter", "send the question"),
        ("Shift+Enter", "a new line"),
        ("Up, Down", "earlier questions"),
        ("Escape", "back to the photos"),
        ("Ctrl+Shift+N", "new conversation"),
        ("Ctrl+Shift+E", "export the conversation"),
    ),
)
WORDS: Section = (
    "Saying something of chosen photos",
    (
        ("1 to 5, 0", "stars, or none"),
        ("X", "rejected"),
        ("F", "favourite"),
        ("Ctrl+T", "add tags"),
        ("Ctrl+Shift+P", "add people"),
        ("F2, Shift+F2", "title, caption"),
        ("Ctrl+Z, Ctrl+Shift+Z", "undo, redo: words, and moving to the trash"),
    ),
)
LOOKING: Section = (
    "Looking and comparing",
    (
        ("← →, Home, End", "other photos"),
        ("V, Shift+V", "next or previous version of the picture"),
        ("+ −, wheel", "zoom"),
        ("Shift+F", "show faces, or hide them"),
        ("Z, double-click", "all of the photo, or pixel on pixel"),
        ("Shift+arrows, drag", "move the enlarged photo"),
        ("Delete", "while comparing: take a photo out"),
        ("Escape", "back to the grid"),
    ),
)


class ShortcutsDialog(QDialog):
    """Shows the help page; closes by Escape."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("shortcutsDialog")
        self.setWindowTitle("Keys and searching")
        columns = QHBoxLayout()
        columns.setSpacing(40)
        for sections in ((SEARCHING, PHOTOS, LOOKING), (WINDOW, WORDS, ASKING)):
            columns.addLayout(_column(sections))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 24, 24, 16)
        page.setSpacing(16)
        page.addLayout(columns)
        page.addWidget(buttons)


def _column(sections: Sequence[Section]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(1, 1)
    for title, lines in sections:
        if grid.rowCount() > 1:
            grid.setRowMinimumHeight(grid.rowCount(), 12)
        grid.addWidget(plain_label(title, "heading"), grid.rowCount() + 1, 0, 1, 2)
        for keys, meaning in lines:
            row = grid.rowCount()
            grid.addWidget(plain_label(keys), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(plain_label(meaning, "muted"), row, 1, Qt.AlignmentFlag.AlignTop)
    grid.setRowStretch(grid.rowCount(), 1)
    return grid
