"""Which JSON of Google Takeout describes which photo: Takeout cuts, numbers and lengthens names in ways of its own.

`name.jpg.json` and, since 2024, `name.jpg.supplemental-metadata.json` describe name.jpg. What stands before `.json` is cut after
46 to 51 characters, in the middle of anything. The second IMG_1.jpg of a folder is `IMG_1(1).jpg`, its description
`IMG_1.jpg(1).json` or `IMG_1.jpg.supplemental-metadata(1).json`. An edited copy has its original's description.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from app.domain.file_names import stem_and_extension
from app.domain.versions import EDITED_WORDS

JSON = ".json"
SHORTEST_CUT, LONGEST_CUT = 46, 51
"""Characters after which names are cut."""

_SUPPLEMENT = "supplemental-metadata"
_NUMBER = re.compile(r"\(\d{1,6}\)$", re.ASCII)
_MOST_ALIKE = 16
"""Descriptions cut to the same letters of which one photo's is looked for; more than these are nobody's."""

_EDITED = frozenset(f"-{word}" for word in EDITED_WORDS)
"""What stands at the end of an edited copy's stem."""

Key = tuple[str, str]
"""A name as Google knew it, and its number in the folder with its brackets, if it has one."""


class Descriptions:
    """The JSON files of one folder, to be asked for those of each photo. `stems` are those of all its photos."""

    def __init__(self, descriptions: Iterable[str], stems: Iterable[str]) -> None:
        self._whole: dict[Key, list[str]] = defaultdict(list)
        self._cut: dict[Key, list[tuple[str, str]]] = defaultdict(list)
        self._stems = Counter(stems)
        for description in descriptions:
            self._add(description)

    def of(self, photo: str) -> tuple[str, ...]:
        """Those that may describe a photo. There are several where only what they say can tell; most photos have one or none."""
        own = self._of_name(photo)
        if own:
            return tuple(own)
        return next((tuple(found) for name in _originals(photo) if (found := self._of_name(name))), ())

    def _add(self, description: str) -> None:
        for written, number in _keys(description[: -len(JSON)]):
            for title in _titles(written):
                self._whole[title, number].append(description)
            if SHORTEST_CUT <= len(written) <= LONGEST_CUT:
                self._cut[written[:SHORTEST_CUT], number].append((written, description))

    def _of_name(self, name: str) -> list[str]:
        stem, extension = stem_and_extension(name)
        for base, number in _keys(stem):
            found = self._whole.get((base + name[len(stem) :], number))
            if found:
                return found
        if len(name) >= SHORTEST_CUT and (cut := self._of_cut_name(name, stem)):
            return cut
        return self._whole.get((stem, ""), []) if extension and self._stems[stem] == 1 else []

    def _of_cut_name(self, name: str, stem: str) -> list[str]:
        for base, number in reversed(list(_keys(stem))):
            title = base + name[len(stem) :]
            alike = self._cut.get((title[:SHORTEST_CUT], number), [])
            fitting = [description for written, description in alike[: _MOST_ALIKE + 1] if _is_cut_of(written, title)]
            if 0 < len(fitting) <= _MOST_ALIKE:
                return fitting
        return []


def fits(description: str, title: str, photo: str) -> bool:
    """Whether a JSON of this file name, that tells of a photo which Google knew as `title`, describes the file `photo`.

    A description that has the photo's whole name is its own whatever it says. Where names are cut, the title decides, in which
    Takeout replaces letters that file systems do not like.
    """
    names = (photo, *_originals(photo))
    known = _plain(stem_and_extension(title)[0])
    if not known or any(_is_whole(description, name) for name in names):
        return True
    numbers = {number for _, number in _keys(description[: -len(JSON)])}
    stems = (_plain(base) for name in names for base, number in _keys(stem_and_extension(name)[0]) if number in numbers)
    return any(known.startswith(stem) or stem.startswith(known) for stem in stems)


def _is_whole(description: str, photo: str) -> bool:
    stem = stem_and_extension(photo)[0]
    titles = {(title, number) for written, number in _keys(description[: -len(JSON)]) for title in _titles(written)}
    return any((base + photo[len(stem) :], number) in titles for base, number in _keys(stem))


def _plain(name: str) -> str:
    return re.sub(r"\W|_", "_", unicodedata.normalize("NFC", name)).casefold()


def _titles(written: str) -> Iterator[str]:
    """The names of which a description may be, if they are not cut."""
    yield written
    head, dot, tail = written.rpartition(".")
    if dot and _SUPPLEMENT.startswith(tail):
        yield head


def _keys(written: str) -> Iterator[Key]:
    """A name with its number as a part of it, and without."""
    yield written, ""
    number = _NUMBER.search(written) if written.endswith(")") else None
    if number:
        yield written[: number.start()], number[0]


def _is_cut_of(written: str, title: str) -> bool:
    """Whether a description's name may be cut from the photo's, whose own name may have been cut as well."""
    return title.startswith(written) or written.startswith(stem_and_extension(title)[0])


def _originals(photo: str) -> Iterator[str]:
    """The name of what an edited copy was made of."""
    stem = stem_and_extension(photo)[0]
    for base, number in _keys(stem) if "-" in stem else ():
        head, dash, ending = base.rpartition("-")
        if unicodedata.normalize("NFC", dash + ending).lower() in _EDITED:
            yield f"{head}{number}{photo[len(stem) :]}"
