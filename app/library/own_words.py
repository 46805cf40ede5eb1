"""Own words as rows: those of a photo, and those that wait for one, by its content or its path. `kept_words` changes them."""

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from app.domain.ids import ContentHash, FolderId, PhotoId
from app.domain.own_words import NOTHING_SAID, OwnWords
from app.library.columns import as_list, path_of, text_of
from app.library.failures import as_written
from app.library.journal_lines import JournalWords
from app.library.own_words_codec import decode_words, encode_words

Moved = tuple[JournalWords, ...]
"""Words that are known by another content or path from now on: nothing said at the one, and the words at the other."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The own words of a photo, what the journal has to hear of them, and the copy of it that they were taken from."""

    words: OwnWords = NOTHING_SAID
    moved: Moved = ()
    left: PhotoId | None = None


def settle(connection: sqlite3.Connection, photo_id: PhotoId, content_hash: ContentHash, path: str) -> Settled:
    """The own words of a photo that will have this content and path: its own, else the ones that wait for such a photo."""
    place = (content_hash, os.fsencode(path))
    own = connection.execute(_OF_PHOTO, (photo_id,)).fetchone()
    row = own or connection.execute(_AT_HOME, place).fetchone() or connection.execute(_WAITING, (*place, *place)).fetchone()
    if row is None:
        return Settled()
    row_id, words, *known_by, holder = row
    if own is None and known_by[0] == content_hash:
        # A copy may come before the file of which this was said: that one gets it when it comes.
        place = (content_hash, known_by[1])
    connection.execute("UPDATE own_words SET photo_id = ?, content_hash = ?, path = ? WHERE id = ?", (photo_id, *place, row_id))
    said = _words(words)
    moved = () if place == tuple(known_by) else _moved(known_by, place, said)
    return Settled(said, moved, None if holder in (None, photo_id) else PhotoId(holder))


def follow(connection: sqlite3.Connection, photo_id: PhotoId) -> Moved:
    """Let the words of a photo know where it is now; what the journal has to hear of it."""
    row = connection.execute(_OF_PHOTO, (photo_id,)).fetchone()
    place = connection.execute("SELECT content_hash, path FROM photo WHERE id = ?", (photo_id,)).fetchone()
    if row is None or place is None:
        return ()
    return settle(connection, photo_id, ContentHash(text_of(place[0])), path_of(place[1])).moved


def _moved(before: Sequence[Any], after: Sequence[Any], words: OwnWords) -> Moved:
    return tuple(
        JournalWords(ContentHash(text_of(content_hash)), path_of(path), each)
        for (content_hash, path), each in ((before, NOTHING_SAID), (after, words))
    )


def keep_words(connection: sqlite3.Connection, words: Mapping[PhotoId, OwnWords]) -> None:
    """Keep the words of photos in place of those that they had."""
    silent = [photo_id for photo_id, each in words.items() if each == NOTHING_SAID]
    connection.execute("DELETE FROM own_words WHERE photo_id IN (SELECT value FROM json_each(?))", (as_list(silent),))
    rows = [(encode_words(each), photo_id) for photo_id, each in words.items() if each != NOTHING_SAID]
    connection.executemany(_KEEP, rows)


@as_written()
def refused_guesses(connection: sqlite3.Connection, photo_ids: Iterable[PhotoId]) -> dict[PhotoId, tuple[str, ...]]:
    """The names of the guesses that the person has refused, of those of these photos that have any."""
    rows = connection.execute(_REFUSING, (as_list(photo_ids),))
    return {PhotoId(photo_id): _words(words).refused for photo_id, words in rows}


@as_written()
def all_refused_guesses(connection: sqlite3.Connection) -> dict[PhotoId, tuple[str, ...]]:
    """The same of all photos."""
    return {PhotoId(photo_id): _words(words).refused for photo_id, words in connection.execute(_ALL_REFUSING)}


def erase_own_words(connection: sqlite3.Connection, folder_id: FolderId) -> None:
    """Erase the own words of all photos of a folder, and those that wait for a file below it and below no other added folder."""
    others = {each: path_of(path) for each, path in connection.execute("SELECT id, path FROM folder")}
    root = others.pop(folder_id, None)
    rows = connection.execute("SELECT id, path FROM own_words WHERE photo_id IS NULL").fetchall() if root else ()
    waiting = [(each, path_of(path)) for each, path in rows]
    lost = [each for each, path in waiting if _is_below(path, root or "") and not any(_is_below(path, other) for other in others.values())]
    connection.execute(
        "DELETE FROM own_words WHERE photo_id IN (SELECT id FROM photo WHERE folder_id = ?) OR id IN (SELECT value FROM json_each(?))",
        (folder_id, as_list(lost)),
    )


def _is_below(path: str, root: str) -> bool:
    return path == root or path.startswith(os.path.join(root, ""))


def add_waiting(connection: sqlite3.Connection, content_hash: ContentHash, path: str, words: OwnWords) -> None:
    """Keep words that wait for a photo of this content, else of this path."""
    row = (content_hash, os.fsencode(path), encode_words(words))
    connection.execute("INSERT INTO own_words(content_hash, path, words) VALUES (?, ?, ?)", row)


@as_written()
def tag_paths(connection: sqlite3.Connection) -> tuple[str, ...]:
    """The paths of all tags of photos that can be found, the commonest first."""
    return _commonest("/".join((*parents, name)) for name, *parents in _listed(connection, "tags"))


@as_written()
def people_names(connection: sqlite3.Connection) -> tuple[str, ...]:
    """All named people of photos that can be found, the commonest first."""
    return _commonest(map(text_of, _listed(connection, "people")))


def _listed(connection: sqlite3.Connection, fact: str) -> list[Any]:
    """What all photos list there, one after the other."""
    rows = connection.execute(_LISTED, (f"$.{fact}[0]", f'"{fact}":['))
    return list(chain.from_iterable(json.loads(names) for (names,) in rows if names is not None))


def _commonest(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name, _ in sorted(Counter(names).items(), key=lambda each: (-each[1], each[0])))


@as_written()
def _words(text: object) -> OwnWords:
    return decode_words(text_of(text))


_LISTED = """SELECT json_extract(facts, ?) FROM photo_facts JOIN photo ON photo.id = photo_id WHERE state < 2 AND instr(facts, ?)"""
_OF_PHOTO = "SELECT id, words, content_hash, path, photo_id FROM own_words WHERE photo_id = ?"
_AT_HOME = "SELECT id, words, content_hash, path, photo_id FROM own_words WHERE content_hash = ? AND path = ?"
_WAITING = """SELECT id, words, content_hash, path, photo_id FROM own_words WHERE photo_id IS NULL AND (content_hash = ? OR path = ?)
              ORDER BY content_hash <> ?, path <> ?, id LIMIT 1"""
_ALL_REFUSING = """SELECT photo_id, words FROM own_words WHERE photo_id IS NOT NULL AND instr(words, '"refused":')"""
_REFUSING = """SELECT photo_id, words FROM own_words WHERE photo_id IN (SELECT value FROM json_each(?)) AND instr(words, '"refused":')"""
_KEEP = """INSERT INTO own_words(words, photo_id, content_hash, path) SELECT ?1, id, content_hash, path FROM photo WHERE id = ?2
           ON CONFLICT(photo_id) DO UPDATE SET words = excluded.words"""
