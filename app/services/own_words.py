"""The person's own words of photos: rating, favourite, title, caption, tags and people, on one photo or many, with undo."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.domain.ids import PhotoId
from app.domain.own_words import Change
from app.library.catalogue import Catalogue
from app.services.understanding import Understanding


@dataclass(frozen=True, slots=True)
class Changed:
    """What was done, undone or done again: the photos whose words are different now, and one sentence that says so."""

    photo_ids: tuple[PhotoId, ...]
    sentence: str


class DescribePhotos:
    """Changes own words at once, in the library and in all that can be searched. Any thread may call it, one at a time."""

    def __init__(self, catalogue: Catalogue, understanding: Understanding) -> None:
        self._catalogue = catalogue
        self._understanding = understanding

    def change(self, photo_ids: Iterable[PhotoId], change: Change) -> Changed:
        """Do one thing to all of these photos, or to none. Raises `LibraryUnavailable`, `WordsRefused` for what cannot be kept."""
        raise NotImplementedError

    @property
    def undoable(self) -> str | None:
        """What `undo` would take back, in words (`rating of 3 photos`); None if there is nothing."""
        raise NotImplementedError

    @property
    def redoable(self) -> str | None:
        """What `redo` would do again, in words; None if there is nothing."""
        raise NotImplementedError

    def undo(self) -> Changed | None:
        """Take back the last change of this session. Raises `LibraryUnavailable`."""
        raise NotImplementedError

    def redo(self) -> Changed | None:
        """Do again what was undone last. Raises `LibraryUnavailable`."""
        raise NotImplementedError

    def known_tags(self) -> Sequence[str]:
        """Paths of all tags of the library, the commonest first: what a person may want to complete to."""
        raise NotImplementedError

    def known_people(self) -> Sequence[str]:
        """Names of all people of the library, the commonest first."""
        raise NotImplementedError
