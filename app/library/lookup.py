"""Looking words up: where a term stands, and which values equal a text."""

import sqlite3

import numpy as np

from app.domain.ports import Ids, Postings
from app.domain.query import Term
from app.domain.words import Field
from app.library.columns import select_ids
from app.library.failures import Damage
from app.library.fold import fold, tokens
from app.library.values import FIELD_MASK, FIELD_SHIFT, LONGEST_KEY, PHOTO_SHIFT

MOST_TOKENS = 1000
"""Tokens of a term that are looked up; a longer one is looked up by its beginning."""


MOST_KEPT = 1_000_000
"""Entries of all kept postings together, 9 bytes each."""


class PostingsCache:
    """Keeps the postings of recent terms until the library changes: a query is typed word by word and looked up again and again.

    Threads may share it: what is kept belongs to one generation and is replaced as a whole.
    """

    def __init__(self) -> None:
        self._kept: tuple[int, dict[Term, Postings]] = (-1, {})

    def at(self, connection: sqlite3.Connection, generation: int, term: Term) -> Postings:
        """The postings of a term in the view that the connection has."""
        kept_generation, kept = self._kept
        if generation != kept_generation:
            kept = {}
            self._kept = (generation, kept)
        found = kept.get(term)
        if found is None:
            found = holding(connection, term)
            if sum(len(each.photo_ids) for each in list(kept.values())) + len(found.photo_ids) <= MOST_KEPT:
                kept[term] = found
        return found


def holding(connection: sqlite3.Connection, term: Term) -> Postings:
    """Every photo and field that holds the term; a term without a letter, digit or sign to look up stands nowhere."""
    words = tokens(term.text)[:MOST_TOKENS]
    if not words:
        return as_postings(np.empty(0, np.int64))
    phrase = '"' + " ".join(words) + '"'
    if term.prefix:
        return as_postings(select_ids(connection, _IN_PLAIN, (f"{phrase} *",)))
    return as_postings(select_ids(connection, _IN_STEMS, (phrase,)))


def equal_to(connection: sqlite3.Connection, text: str) -> Postings:
    """Every photo and field with a value that equals the whole text when folded; a file name also without its extension."""
    key = fold(text)
    if not key or len(text) > LONGEST_KEY:
        return as_postings(np.empty(0, np.int64))
    values = select_ids(connection, _EQUAL, (key,))
    names = select_ids(connection, _NAME_WITHOUT_EXTENSION, (f"{key}.", f"{key}/", len(key) + 2))
    return as_postings(np.union1d(values, names))


def with_part(connection: sqlite3.Connection, field: Field, text: str) -> Ids:
    """Photos with a value of the field of which the text is the whole, or some neighbouring parts between its commas."""
    key, words = ", ".join(part.strip() for part in fold(text).split(",")), tokens(text)[:MOST_TOKENS]
    if not words:
        return np.empty(0, np.int64)
    return photos_of_values(select_ids(connection, _WITH_PART, ('"' + " ".join(words) + '"', int(field), key)))


def starting(connection: sqlite3.Connection, field: Field, text: str) -> Ids:
    """Photos with a value of the field that begins with these words and goes on."""
    key = fold(text)
    if not key:
        return np.empty(0, np.int64)
    return photos_of_values(select_ids(connection, _STARTING, (int(field), f"{key} ", f"{key}!")))


def names_containing(connection: sqlite3.Connection, term: Term) -> Ids:
    """Photos whose file name holds the text as it stands, folded; one that ends in a star must begin the name."""
    key = fold(term.text)
    if not key:
        return np.empty(0, np.int64)
    return photos_of_values(select_ids(connection, _NAME_STARTS if term.prefix else _NAME_HOLDS, (key,)))


def tags_named(connection: sqlite3.Connection, term: Term) -> Ids:
    """Photos with a tag (or a parent of one) of this whole name, or of a name that begins so where the term ends in a star."""
    key = fold(term.text)
    if not key:
        return np.empty(0, np.int64)
    if term.prefix:
        return photos_of_values(select_ids(connection, _TAG_STARTS, (key, key + "\U0010ffff")))
    return photos_of_values(select_ids(connection, _TAG_EQUAL, (key,)))


def tags_with_words(connection: sqlite3.Connection, term: Term) -> Ids:
    """Photos with a tag that holds all words of the term, in any order."""
    words = tokens(term.text)[:MOST_TOKENS]
    if not words:
        return np.empty(0, np.int64)
    found = as_postings(select_ids(connection, _IN_STEMS, (" AND ".join(f'"{word}"' for word in words),)))
    return in_field(found, Field.TAG)


def in_field(postings: Postings, field: Field) -> Ids:
    """Photos of the postings in one field."""
    photo_ids: Ids = postings.photo_ids[postings.fields == field]
    return photo_ids


def as_postings(value_ids: Ids) -> Postings:
    """Photos and fields of sorted value ids, each pair once. Raises `Damage` if they are not sorted or no ids of values."""
    pairs = value_ids >> FIELD_SHIFT
    if len(pairs) > 1:
        pairs = pairs[np.concatenate([[True], pairs[1:] != pairs[:-1]])]
    if not _IS_FIELD[pairs & FIELD_MASK].all() or (pairs[1:] < pairs[:-1]).any():
        raise Damage("a word stands where no value is")
    found = Postings(pairs >> (PHOTO_SHIFT - FIELD_SHIFT), (pairs & FIELD_MASK).astype(np.uint8))
    # Kept ones are shared between callers.
    found.photo_ids.flags.writeable = found.fields.flags.writeable = False
    return found


def photos_of_values(value_ids: Ids) -> Ids:
    """Sorted photos of value ids, each once."""
    return np.unique(value_ids >> PHOTO_SHIFT)


_IS_FIELD = np.isin(np.arange(FIELD_MASK + 1), list(Field))
_IN_STEMS = "SELECT group_concat(rowid) FROM stems WHERE stems MATCH ?"
_IN_PLAIN = "SELECT group_concat(rowid) FROM plain WHERE plain MATCH ?"
_FIELDS = ", ".join(str(int(field)) for field in Field)
_EQUAL = f"SELECT group_concat(id) FROM value WHERE field IN ({_FIELDS}) AND key = ?"  # noqa: S608
# `/` follows `.`, so the range holds the names that go on with a point; what follows must be one extension.
_NAME_WITHOUT_EXTENSION = f"""SELECT group_concat(id) FROM value WHERE field = {int(Field.NAME)} AND key > ? AND key < ?
    AND instr(substr(key, ?), '.') = 0"""  # noqa: S608
# The words first: only values that hold them are compared sign by sign.
_WITH_PART = """SELECT group_concat(id) FROM value WHERE id IN (SELECT rowid FROM stems WHERE stems MATCH ?) AND field = ?
    AND instr(', ' || key || ', ', ', ' || ? || ', ')"""
# `!` follows the space, so the range holds the values that go on with another word.
_STARTING = "SELECT group_concat(id) FROM value WHERE field = ? AND key > ? AND key < ?"
_NAME_HOLDS = f"SELECT group_concat(id) FROM value WHERE field = {int(Field.NAME)} AND key IS NOT NULL AND instr(key, ?)"  # noqa: S608
_NAME_STARTS = f"{_NAME_HOLDS} = 1"
_TAG_EQUAL = f"SELECT group_concat(id) FROM value WHERE field = {int(Field.TAG)} AND key = ?"  # noqa: S608
_TAG_STARTS = f"SELECT group_concat(id) FROM value WHERE field = {int(Field.TAG)} AND key >= ? AND key < ?"  # noqa: S608
