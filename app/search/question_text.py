"""The words of a question with their spans, joined into one plain text for patterns, and the dates among them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from app.search.dates import FoundDate, find_dates
from app.search.lexer import Kind, Token, clean, tokens

_EDGE = "'‘’`´.:/\\-‐‑‒–—−_*~^@#%$"
_CLITIC = re.compile(r"(?P<stem>.*[^\W\d_])(?P<rest>n['’]t|['’](?:s|ve|d|m|re|ll))", re.DOTALL | re.IGNORECASE)
_SIGN = re.compile(r"[<>=+&]+|[^\s\w,;!?.:…'’\"“”„‟«»＂()\[\]{}|、。，！？‐‑‒–—−﹣－-]+")
_NOT = re.compile(r"(?P<word>NOT)\s+")
_CAPITALISED = frozenset({"Christmas", "Easter", "Halloween", "Thanksgiving", "Carnival", "Advent", "Independence", "Liberty"})
"""Towns have these names as well; feasts are meant."""
OPAQUE = "\0"
"""Stands in the joined text for what is no plain word: a quotation, a filter."""


@dataclass(frozen=True, slots=True)
class Word:
    """A plain word, a sign, or a token of the search box; `start` to `end` is its span without punctuation around it."""

    text: str
    start: int
    end: int
    token: Token | None = None


class QuestionText:
    """The words of a question. `joined` has them in lower case with single spaces between."""

    def __init__(self, question: str, today: date) -> None:
        self.text = clean(question)
        self.words = tuple(_words(self.text))
        self.joined = " ".join(word.text for word in self.words)
        self._today = today
        self.offsets: list[int] = []
        position = 0
        for word in self.words:
            self.offsets.append(position)
            position += len(word.text) + 1

    def word_after(self, offset: int) -> int:
        """The index of the first word that begins at this place of the joined text or after it."""
        return next((index for index, start in enumerate(self.offsets) if start >= offset), len(self.words))

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Where the words from `start` to before `stop` stand in the question."""
        return self.words[start].start, self.words[stop - 1].end

    def start_of(self, word: int) -> int:
        """Where a word begins in the question, or the question ends."""
        return self.words[word].start if word < len(self.words) else len(self.text)

    def between(self, word: int) -> str:
        """What stands between a word and the one before it."""
        return self.text[self.words[word - 1].end if word else 0 : self.words[word].start]

    def typed(self, start: int, stop: int) -> str:
        """Words as they were typed, with what stands between them."""
        first, final = self.span(start, stop)
        return self.text[first:final]

    def is_name(self, place: int) -> bool:
        """Whether a word is written as a name among words that are not; at the start of a sentence, a capital tells nothing."""
        if not 0 < place < len(self.words) - 1:
            return False
        before, word, after = (self.typed(each, each + 1) for each in (place - 1, place, place + 1))
        follows = self.between(place).isspace() and (before.islower() or place == 1)
        return follows and word.istitle() and after.islower() and word not in _CAPITALISED

    @cached_property
    def dates(self) -> dict[int, tuple[FoundDate, int]]:
        """The dates among plain words by the word they begin with, each with the word after it."""
        found: dict[int, tuple[FoundDate, int]] = {}
        start = 0
        while start < len(self.words):
            stop = start
            while stop < len(self.words) and self.words[stop].token is None:
                stop += 1
            for each in find_dates([word.text for word in self.words[start:stop]], self._today):
                found[start + each.start] = each, start + each.stop
            start = stop + 1
        return found


def _words(text: str) -> Iterator[Word]:
    position = 0
    for token in tokens(_quiet(text)):
        yield from _signs(text, position, token.start)
        position = token.end
        yield from _of_token(text, token)
    yield from _signs(text, position, len(text))


def _quiet(text: str) -> str:
    """A text that is all in capitals without them: its NOT and OR are words, not the search box's."""
    lower = ((each, each.lower()) for each in text)
    return "".join(low if len(low) == 1 else each for each, low in lower) if text.isupper() else text


def _of_token(text: str, token: Token) -> Iterator[Word]:
    written = _NOT.match(text, token.start) if token.negated else None
    if written:
        yield Word("not", token.start, written.end("word"))
        token = replace(token, negated=False, start=written.end())
    yield from _split(text, token) if token.plain or token.kind in (Kind.OR, Kind.DASH) else [_opaque(token)]


def _signs(text: str, start: int, stop: int) -> Iterator[Word]:
    """Signs that are no token and that may change what is asked: ">=", "&"."""
    for match in _SIGN.finditer(text, start, stop):
        yield Word("and" if match[0] == "&" else match[0], match.start(), match.end())


def _opaque(token: Token) -> Word:
    return Word(OPAQUE, token.start, token.end, token)


def _split(text: str, token: Token) -> Iterator[Word]:
    """A word without the punctuation around it, its verb or possessive apart: "what's" is two."""
    raw = text[token.start : token.end]
    if token.kind is Kind.DASH:
        yield Word("-", token.start, token.end)
        return
    start = token.start + len(raw) - len(raw.lstrip(_EDGE))
    end = max(start, token.start + len(raw.rstrip(_EDGE)))
    clitic = _CLITIC.fullmatch(text, start, end)
    middle = clitic.start("rest") if clitic else end
    yield Word(_plain(text[start:middle]), start, middle)
    if clitic:
        yield Word(_plain(clitic["rest"]), middle, end)


def _plain(text: str) -> str:
    return text.casefold().replace("’", "'")
