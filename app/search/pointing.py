"""Photos that a question names by their files, or points at: "IMG_6296.jpg", "the first two", "that one"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.ids import PhotoId
from app.domain.ports import WordIndex
from app.domain.query import EVERY_PHOTO, ParsedQuery
from app.domain.question import Aggregate, Context, Question, Scope, Turn
from app.domain.words import Field

LONGEST_ASKED = 300
"""Characters of a question that leans on another one or names photos; a longer one stands by itself."""

NAMED = "@"
"""Stands for the files that a text names."""

IT = r"(?:it|that one|this one|the one|that|this|(?:that|this|the) (?:photo|picture|pic|image|shot|file))"
THEM = (
    r"(?:(?:all |both |any |some |each )?(?:of )?(?:those ones|these ones|(?:those|these|the) (?:photos|pictures|pics|images|shots|files"
    r"|ones)"
    r"|those|these|them|they))"
)
_LONGEST_NAME = 6
"""Words of a file name that has spaces."""
_NUMBERS = {"two": 2, "three": 3, "four": 4, "2": 2, "3": 3, "4": 4}
_PLACES = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1}
_FIRST_OF = re.compile(
    r"\b(?:the )?(?P<end>first|last) (?P<number>two|three|four|[2-4])(?: of them| photos| ones| pictures)?\b", re.IGNORECASE
)
_THESE_OF = re.compile(r"\b(?:these|those|the) (?P<number>two|three|four|[2-4])(?: photos| ones| pictures)?\b", re.IGNORECASE)
_ONE_OF = re.compile(rf"\b(?:the )?(?P<place>{'|'.join(_PLACES)})(?: (?:one|photo|picture))?\b", re.IGNORECASE)
_THIS = re.compile(r"\bthis (?:photo|photograph|picture|pic|image|shot|file|one)\b|\b(?:is|was) this\b", re.IGNORECASE)
_EDGE = "?!.,;:\"'“”()"


def one_of(*forms: str) -> re.Pattern[str]:
    """A pattern that any of these forms matches, in capitals or not."""
    return re.compile("|".join(f"(?:{form})" for form in forms), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Named:
    """A text with `NAMED` in place of each file name that it holds, and the photos of all of them in order."""

    text: str
    photo_ids: tuple[PhotoId, ...]


def named(text: str, words: WordIndex) -> Named:
    """The photos that a text calls by their file names; several photos may have one name. Raises `LibraryUnavailable`."""
    parts = text.split()
    kept: list[str] = []
    found: dict[PhotoId, None] = {}
    start = 0
    while start < len(parts):
        stop, ids = _name_from(parts, start, words)
        kept.append(NAMED if ids else parts[start])
        found.update(dict.fromkeys(ids))
        start = stop
    return Named(" ".join(kept), tuple(found))


def _name_from(parts: Sequence[str], start: int, words: WordIndex) -> tuple[int, Sequence[PhotoId]]:
    """Where the longest file name that begins here ends, and its photos."""
    for stop in range(min(start + _LONGEST_NAME, len(parts)), start, -1):
        phrase = " ".join(parts[start:stop]).strip(_EDGE)
        if _is_file_name(phrase, several=stop - start > 1):
            held = words.equal_to(phrase)
            ids = held.photo_ids[held.fields == Field.NAME]
            if len(ids):
                return stop, [PhotoId(each) for each in words.chronological(np.unique(ids)).tolist()]
    return start + 1, ()


def _is_file_name(phrase: str, *, several: bool) -> bool:
    """Whether it has an ending, or a letter and a digit as cameras name files; of several words, an ending."""
    if re.search(r"\.\w{2,5}$", phrase):
        return True
    return not several and any(map(str.isdigit, phrase)) and any(map(str.isalpha, phrase))


def handed_over(scope: Scope) -> Turn:
    """Photos that were handed over are what "these" are, as if they had been asked for."""
    every = ParsedQuery(scope.label, conditions=(EVERY_PHOTO,))
    return Turn(Question(scope.label, every, True, within=scope.photo_ids), scope.photo_ids)


def leaning_on(question: str, context: Context) -> Turn | None:
    """What a question may lean on: the turn before, the photos that were handed over, or with "this photo" the one that is selected."""
    if context.before or context.scope:
        return context.before or (handed_over(context.scope) if context.scope else None)
    pointed = context.pointed if _THIS.search(question) else None
    return None if pointed is None else handed_over(Scope("the selected photo", (pointed,)))


def pointed_at(text: str, before: Turn | None) -> tuple[PhotoId, ...]:
    """The photos that words like "the first two" or "these two" mean among those shown before."""
    shown = before.shown if before else ()
    if match := _FIRST_OF.search(text):
        number = _NUMBERS[match["number"].casefold()]
        return shown[:number] if match["end"].casefold() == "first" else shown[-number:]
    if match := _THESE_OF.search(text):
        return shown[: _NUMBERS[match["number"].casefold()]]
    return tuple(_each_pointed_at(text, shown))


def _each_pointed_at(text: str, shown: Sequence[PhotoId]) -> Iterator[PhotoId]:
    for match in _ONE_OF.finditer(text):
        place = _PLACES[match["place"].casefold()]
        if -len(shown) <= place < len(shown):
            yield shown[place]


def one_before(before: Turn) -> PhotoId | None:
    """The photo that "it" means, if the answer before was about one."""
    asked = before.question
    if len(asked.about) == 1 and asked.aggregate is not Aggregate.RELATED:
        return asked.about[0]
    extreme = asked.aggregate in (Aggregate.OLDEST, Aggregate.NEWEST)
    return before.shown[0] if len(before.shown) == 1 or (extreme and before.shown) else None


def tidy(text: str) -> str:
    """The text on one line, with plain apostrophes and without the signs that end it."""
    return " ".join(text.replace("’", "'").split()).rstrip("?!.,;: ")
