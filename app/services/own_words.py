"""The person's own words of photos: rating, favourite, title, caption, tags and people, on one photo or many, with undo."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.domain.ids import PhotoId
from app.domain.own_words import Change, OwnWords, applied, cleaned
from app.library.catalogue import Catalogue
from app.library.kept_words import KeptWords, Reworded
from app.library.records import Stored
from app.services.change_sentences import absent, done, named
from app.services.stacks import StackPhotos
from app.services.understanding import Understanding

DEPTH = 100
"""Changes that can be undone."""


@dataclass(frozen=True, slots=True)
class Changed:
    """What was done, undone or done again: the photos whose words are different now, and one sentence that says so."""

    photo_ids: tuple[PhotoId, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class _Step:
    """A change that was made: what it is called, the words of its photos before and after, and the photo that stands for each of them.

    `number` counts the changes of this session from 1.
    """

    number: int
    name: str
    before: Mapping[PhotoId, OwnWords]
    after: Mapping[PhotoId, OwnWords]
    stands: Mapping[PhotoId, PhotoId]


class DescribePhotos:
    """Changes own words at once, in the library and in all that can be searched. Any thread may call it, one at a time."""

    def __init__(self, catalogue: Catalogue, words: KeptWords, understanding: Understanding) -> None:
        self._catalogue = catalogue
        self._words = words
        self._understanding = understanding
        self._stacks = StackPhotos(catalogue)
        self._done: list[_Step] = []
        self._undone: list[_Step] = []
        self._number = 0

    def change(self, photo_ids: Iterable[PhotoId], change: Change, *, as_one: bool = False) -> Changed:
        """Do one thing to all of these photos, or to none; `as_one`: to their versions as well, a picture being counted once.

        Raises `LibraryUnavailable`, `WordsRefused` for what cannot be kept.
        """
        wanted = cleaned(change)
        stands = self._stacks.together(photo_ids) if as_one else {each: each for each in photo_ids}
        reworded = self._words.change(stands, lambda _, own, facts: applied(own, wanted, facts))
        pictures = len({stands[each] for each in reworded.after})
        if reworded.after:
            self._number += 1
            self._done.append(_Step(self._number, named(wanted, pictures), reworded.before, reworded.after, stands))
            del self._done[:-DEPTH]
            self._undone.clear()
        self._search_anew(reworded.stored)
        return Changed(tuple(reworded.after), done(wanted, pictures))

    @property
    def undoable(self) -> str | None:
        """What `undo` would take back, in words (`rating of 3 photos`); None if there is nothing."""
        return self._done[-1].name if self._done else None

    @property
    def latest(self) -> int:
        """The number of the change that `undo` would take back, which is larger for later ones; 0 if there is nothing."""
        return self._done[-1].number if self._done else 0

    @property
    def redoable(self) -> str | None:
        """What `redo` would do again, in words; None if there is nothing."""
        return self._undone[-1].name if self._undone else None

    def undo(self) -> Changed | None:
        """Take back the last change of this session. Raises `LibraryUnavailable`."""
        if not self._done:
            return None
        step = self._done[-1]
        reworded = self._put(step.before)
        self._undone.append(self._done.pop())
        return self._told(reworded, f"Undone: {step.name}.", step)

    def redo(self) -> Changed | None:
        """Do again what was undone last. Raises `LibraryUnavailable`."""
        if not self._undone:
            return None
        step = self._undone[-1]
        reworded = self._put(step.after)
        self._done.append(self._undone.pop())
        return self._told(reworded, f"Done again: {step.name}.", step)

    def known_tags(self) -> Sequence[str]:
        """Paths of all tags of the library, the commonest first: what a person may want to complete to."""
        return self._catalogue.tag_paths()

    def known_people(self) -> Sequence[str]:
        """Names of all people of the library, the commonest first."""
        return self._catalogue.people_names()

    def _put(self, words: Mapping[PhotoId, OwnWords]) -> Reworded:
        """Give photos these words, whatever their files say now."""
        return self._words.change(words, lambda photo_id, _own, _facts: words[photo_id])

    def _told(self, reworded: Reworded, sentence: str, step: _Step) -> Changed:
        self._search_anew(reworded.stored)
        pictures, there = ({step.stands[each] for each in photos} for photos in (step.before, reworded.known))
        return Changed(tuple(reworded.after), sentence + absent(len(pictures - there), len(pictures)))

    def _search_anew(self, stored: Stored) -> None:
        """Let new words be found by their meaning as well, and those that nobody says any more by nothing."""
        self._understanding.forget(stored.removed_passages)
        self._understanding.understand(stored.new_passages)
