"""The keys and menu entries by which a person says something of the chosen photos."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.gui.icon_actions import IconActions
from app.gui.icons import icon
from app.gui.shown_words import rating_word
from app.gui.theme import ThemeKeeper

RATINGS = (5, 4, 3, 2, 1, 0, -1)


class OwnActions(IconActions):
    """The actions; what they are for is the window's affair."""

    rated = Signal(int)
    """Give these stars, 0 to 5, or -1 for rejected."""
    favourite = Signal()
    tags = Signal()
    people = Signal()
    title = Signal()
    caption = Signal()
    undo = Signal()
    redo = Signal()

    def __init__(self, themes: ThemeKeeper, parent: QWidget) -> None:
        super().__init__(themes, parent)
        self._ratings = tuple(self._rating(each) for each in RATINGS)
        self._favourite = self.action("Favourite", "heart", self.favourite.emit, "F")
        self._tags = self.action("Add tags…", "tag", self.tags.emit, "Ctrl+T")
        self._people = self.action("Add people…", "person", self.people.emit, "Ctrl+Shift+P")
        self._title = self.action("Edit title", "caption", self.title.emit, "F2")
        self._caption = self.action("Edit caption", "", self.caption.emit, "Shift+F2")
        self._undo = self.action("Undo", "undo", self.undo.emit, "Ctrl+Z")
        self._redo = self.action("Redo", "", self.redo.emit, "Ctrl+Shift+Z", "Ctrl+Y")
        for action in (*self.for_photos(), *self.for_window()):
            action.setAutoRepeat(False)
        for each in self.for_window():
            each.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        self.draw()

    def for_photos(self) -> list[QAction]:
        """Those whose keys work where photos are."""
        return [*self._ratings, self._favourite, self._tags, self._people, self._title, self._caption]

    def for_window(self) -> list[QAction]:
        """Those whose keys work everywhere, except where text is typed that can be undone itself."""
        return [self._undo, self._redo]

    def fill(self, menu: QMenu, undoable: str | None) -> None:
        """Put them into a menu of chosen photos; `undoable` is what would be undone."""
        stars = QMenu("Stars", menu)
        stars.setIcon(icon("star", self._themes.theme.text))
        stars.addActions(list(self._ratings))
        menu.addMenu(stars)
        menu.addActions([self._favourite, self._tags, self._people, self._title, self._caption])
        self._undo.setText("Undo" if undoable is None else f"Undo: {undoable}".replace("&", "&&"))
        menu.addAction(self._undo)

    def refuse(self, reason: str) -> None:
        """Nothing can be changed, and why; an empty reason lets it be changed."""
        for action in (*self.for_photos(), *self.for_window()):
            action.setEnabled(not reason)
            action.setToolTip(reason)

    def _rating(self, rating: int) -> QAction:
        text = rating_word(rating).capitalize()
        return self.action(text, "", lambda: self.rated.emit(rating), "X" if rating < 0 else str(rating))
