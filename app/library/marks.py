"""Where a text holds what was looked up: the same cutting, folding and stemming as the word index, with the spans to emphasise."""

import sqlite3
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from app.domain.query import Term
from app.domain.words import Field, FieldValue
from app.library.fold import fold, placed_tokens, tokens
from app.library.lookup import MOST_TOKENS

Spans = tuple[tuple[int, int], ...]


class WordMarks:
    """Compares texts with terms for one page of results. Stems come from SQLite itself, so that they are those of the index."""

    def __init__(self) -> None:
        self._connection = sqlite3.connect(":memory:")
        self._connection.execute("CREATE VIRTUAL TABLE word USING fts5(token, content='', tokenize='porter ascii')")
        self._connection.execute("CREATE VIRTUAL TABLE stem USING fts5vocab(word, instance)")
        self._stems: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._connection.close()

    def holding(self, text: str, term: Term) -> Spans | None:
        """The spans of the term in the text, none where they cannot be told; None if the text does not hold it."""
        wanted, words = tokens(term.text)[:MOST_TOKENS], tokens(text)
        places = _occurrences(wanted, words, prefix=True) if term.prefix else _occurrences(self._stemmed(wanted), self._stemmed(words))
        if not places:
            return None
        placed = placed_tokens(text)
        return tuple((placed[place][1], placed[place + len(wanted) - 1][2]) for place in places) if placed else ()

    def equal(self, value: FieldValue, whole: str) -> bool:
        """Whether a value is the whole text when folded; a file name also without its extension."""
        key, folded = fold(whole), fold(value.text)
        return key == folded or (value.field is Field.NAME and key == folded.rpartition(".")[0])

    def _stemmed(self, words: Sequence[str]) -> list[str]:
        new = [word for word in dict.fromkeys(words) if word not in self._stems]
        if new:
            self._connection.executemany("INSERT INTO word(rowid, token) VALUES (?, ?)", enumerate(new))
            self._stems |= {new[row]: stem for row, stem in self._connection.execute("SELECT doc, term FROM stem")}
            self._connection.execute("INSERT INTO word(word) VALUES ('delete-all')")
        return [self._stems[word] for word in words]


def _occurrences(wanted: Sequence[str], words: Sequence[str], *, prefix: bool = False) -> list[int]:
    """Where the wanted words begin, one after another; the last may be the beginning of a word."""
    places = range(len(words) - len(wanted) + 1) if wanted else range(0)
    *first, last = wanted or [""]
    inner = len(first)
    return [
        place
        for place in places
        if words[place : place + inner] == first and (words[place + inner] == last or (prefix and words[place + inner].startswith(last)))
    ]
