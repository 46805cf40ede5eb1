"""What only the person knows, folders and own words, in three places that should agree: the journal, the catalogue, and a damaged one."""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from app.domain.ids import ContentHash, FolderId, PhotoId
from app.domain.own_words import NOTHING_SAID, OwnWords
from app.library.columns import path_of, text_of
from app.library.failures import Damage
from app.library.folders import add_folder, folder_paths
from app.library.journal import Journal, JournalWords, Noted, number_in, write_number
from app.library.mended import with_header
from app.library.own_words import add_waiting
from app.library.own_words_codec import decode_words

T = TypeVar("T")

MOST_ASKED = 200_000
"""Rows that are asked for one by one."""
_WORDS = "SELECT content_hash, path, words FROM own_words"
_NUMBERED = "SELECT id, content_hash, path, words FROM own_words"


def readable_things(noted: Noted, damaged: Path) -> Noted:
    """The journal's things, with those of a damaged library that it does not know, as far as they can be read.

    A journal without a gap that is as late as the library knows all, also what was taken back since.
    """
    with _opened(damaged) as connection:
        number = next((value for (value,) in _readable(connection, "SELECT value FROM meta WHERE name = 'journal'", "name")), 0)
        if noted.whole and noted.last and isinstance(number, int) and number <= noted.last:
            return replace(noted, words=_alive(noted.words))
    with with_header(damaged) as readable, _opened(readable) as connection:
        folders = dict.fromkeys((*noted.folders, *_each(path_of, _readable(connection, "SELECT path FROM folder", "rowid", "path"))))
        stored = tuple(_each(_words_of, _readable_words(connection)))
    known = {(each.content_hash, each.path) for each in noted.words}
    words = (*(each for each in stored if (each.content_hash, each.path) not in known), *noted.words)
    # A later number than the journal's own: it is written anew from what was found.
    return Noted(tuple(folders), _alive(words), noted.last + 1)


def _alive(words: Iterable[JournalWords]) -> tuple[JournalWords, ...]:
    """What is still said. Of words about one content, older ones about a file that was moved or deleted give way to the latest."""
    latest = {each.content_hash: each for each in words}
    return tuple(each for each in words if each.words != NOTHING_SAID and (latest[each.content_hash] is each or not _is_gone(each.path)))


def _is_gone(path: str) -> bool:
    """Whether a file is certainly not there any more; its disk may only be away."""
    return not os.path.lexists(path) and os.path.isdir(os.path.dirname(path))


@contextmanager
def _opened(damaged: Path) -> Iterator[sqlite3.Connection]:
    """A damaged library, which is not changed by looking into it."""
    try:
        with closing(sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            yield connection
    finally:
        damaged.with_name(f"{damaged.name}-shm").unlink(missing_ok=True)


def _readable(connection: sqlite3.Connection, select: str, *keys: str) -> list[tuple[Any, ...]]:
    """The rows before the first that cannot be read, and those behind the last, by keys of which each has a tree of its own."""
    orders = (f"{select} ORDER BY {key} {direction}" for key in keys for direction in ("", "DESC"))
    return list(dict.fromkeys(row for order in orders for row in _until_damage(connection, order)))


def _readable_words(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """Rows of words: those between the first and the last that cannot be read are asked for one by one."""
    up, down = (_until_damage(connection, f"{_NUMBERED} ORDER BY id {direction}") for direction in ("", "DESC"))
    low = up[-1][0] if up else 0
    high = min(down[-1][0] if down else MOST_ASKED, low + MOST_ASKED)
    between = (row for each in range(low + 1, high) for row in _until_damage(connection, f"{_WORDS} WHERE id = {each}"))
    return list(dict.fromkeys((*(row[1:] for row in up), *between, *(row[1:] for row in reversed(down)))))


def _until_damage(connection: sqlite3.Connection, select: str) -> list[tuple[Any, ...]]:
    """The rows that come before one that cannot be read."""
    rows: list[tuple[Any, ...]] = []
    with contextlib.suppress(sqlite3.Error, UnicodeDecodeError):
        for row in connection.execute(select):
            rows.append(row)
    return rows


def _each(read: Callable[..., T], rows: Iterable[Sequence[Any]]) -> Iterator[T]:
    for row in rows:
        with contextlib.suppress(Damage, ValueError):
            yield read(*row)


def _words_of(content_hash: Any, path: Any, words: Any) -> JournalWords:
    return JournalWords(ContentHash(text_of(content_hash)), path_of(path), decode_words(text_of(words)))


def fill(connection: sqlite3.Connection, things: Noted) -> None:
    """Put folders and words into a new library, the words to wait for their photos."""
    for folder in things.folders:
        add_folder(connection, folder)
    for each in things.words:
        add_waiting(connection, each.content_hash, each.path, each.words)
    write_number(connection, things.last)


def things_of(connection: sqlite3.Connection) -> Noted:
    """What the library itself holds, numbered as it has come in the journal. Raises `Damage`."""
    words = tuple(_stored_words(connection))
    return Noted(tuple(folder_paths(connection).values()), words, number_in(connection))


def _stored_words(connection: sqlite3.Connection) -> Iterator[JournalWords]:
    for row in connection.execute(f"{_WORDS} ORDER BY id"):
        try:
            yield _words_of(*row)
        except ValueError as error:
            raise Damage("own words are not what was written") from error


@contextmanager
def forgetting(connection: sqlite3.Connection, journal: Journal, folder_id: FolderId) -> Iterator[None]:
    """Note in the journal that the block forgets a folder, and which words it erases."""
    folder = folder_paths(connection).get(folder_id)
    before = {(each.content_hash, each.path) for each in _stored_words(connection)}
    yield
    after = tuple(_stored_words(connection))
    erased = {content for content, _ in before - {(each.content_hash, each.path) for each in after}}
    if folder is not None:
        journal.folder_forgotten(folder, tuple(sorted(erased)))
    # Words of another file with the same content stay.
    journal.words_changed(tuple(each for each in after if each.content_hash in erased))


def homes(connection: sqlite3.Connection, words: Iterable[JournalWords]) -> tuple[dict[PhotoId, OwnWords], list[JournalWords]]:
    """The photos that words are about, by content and path, else by one of them; and the words whose photo is not in the library."""
    found: dict[PhotoId, OwnWords] = {}
    homeless: list[JournalWords] = []
    for each in words:
        place = (each.content_hash, os.fsencode(each.path))
        row = connection.execute(_HOME, (*place, *place)).fetchone()
        if row:
            found[PhotoId(row[0])] = each.words
        elif each.words != NOTHING_SAID and not connection.execute(_WAITS, (*place,)).fetchone():
            homeless.append(each)
    return found, homeless


_HOME = """SELECT id FROM photo WHERE content_hash = ? OR path = ? ORDER BY content_hash <> ?, path <> ?, id LIMIT 1"""
_WAITS = "SELECT 1 FROM own_words WHERE content_hash = ? AND path = ?"
