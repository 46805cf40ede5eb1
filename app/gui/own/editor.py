"""What a person can say of the photos in the panel of details: stars in a line of their own, and title, caption, tags and people below."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.ids import PhotoId
from app.domain.own_words import Change
from app.gui.own.names_block import NamesBlock
from app.gui.own.text_block import TextBlock
from app.gui.rating_row import RatingRow
from app.gui.shown_words import ShownWords
from app.gui.theme import ThemeKeeper

SPACING = 9


class WordsEditor(QWidget):
    """Shows the words of photos and tells what is to be changed of exactly these: `wanted(photo ids, Change)`.

    `rating` is the line of stars, which stands elsewhere. `left` tells that the keyboard may go back to the photos.
    """

    wanted = Signal(object, object)
    left = Signal()
    entered = Signal()
    """The keyboard is in a line that completes: what the library knows will be needed."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ids: tuple[PhotoId, ...] = ()
        self.setObjectName("wordsEditor")
        self.rating = RatingRow(themes, sources=True)
        self.rating.setObjectName("ownRating")
        self.title, self.caption = TextBlock(themes, "Title", lines=False), TextBlock(themes, "Caption", lines=True)
        self.tags, self.people = NamesBlock(themes, "tag", "Tags"), NamesBlock(themes, "person", "People")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACING)
        for block in (self.title, self.caption, self.tags, self.people):
            column.addWidget(block)
            block.left.connect(self.left)
        self._connect()

    @property
    def photo_ids(self) -> tuple[PhotoId, ...]:
        """The photos whose words are shown."""
        return self._ids

    def show_words(self, photo_ids: Sequence[PhotoId], words: ShownWords) -> None:
        """Show the words of photos. What was being typed for others is kept for those."""
        if tuple(photo_ids) != self._ids:
            self.keep()
            self._ids = tuple(photo_ids)
        self.rating.show_words(words)
        self.title.show_text(words.title)
        self.caption.show_text(words.caption)
        self.tags.show_names(words.tags, words.number)
        self.people.show_names(words.people, words.number)

    def keep(self) -> None:
        """Keep a text that is being typed."""
        self.title.edit.keep()
        self.caption.edit.keep()

    def know(self, tags: Sequence[str], people: Sequence[str]) -> None:
        """What the lines complete to."""
        self.tags.line.know(tags)
        self.people.line.know(people)

    def refuse(self, reason: str) -> None:
        """Nothing can be changed, and why; an empty reason lets it be changed."""
        for part in (self.rating, self.title, self.caption, self.tags, self.people):
            part.setEnabled(not reason)
            part.setToolTip(reason)

    def _connect(self) -> None:
        self.rating.wanted.connect(self._want)
        self.title.wanted.connect(lambda text: self._want(Change(title=text)))
        self.caption.wanted.connect(lambda text: self._want(Change(caption=text)))
        self.tags.added.connect(lambda names: self._want(Change(add_tags=names)))
        self.tags.removed.connect(lambda names: self._want(Change(remove_tags=names)))
        self.people.added.connect(lambda names: self._want(Change(add_people=names)))
        self.people.removed.connect(lambda names: self._want(Change(remove_people=names)))
        for block in (self.tags, self.people):
            block.line.entered.connect(self.entered)

    def _want(self, change: Change) -> None:
        self.wanted.emit(self._ids, change)
