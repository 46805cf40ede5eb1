"""The lines of the journal as bytes and back, and what is left of them when they are read from first to last."""

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from app.domain.ids import ContentHash
from app.domain.own_words import NOTHING_SAID, OwnWords
from app.library.own_words_codec import decode_words, encode_words

_Json = Any

MOST_NUMBER = 2**62
"""No entry has a greater number: SQLite's own end at 2**63."""
_GAP = b"{}\n"
"""Stands for lines that were not ours, so that it is not forgotten that something may be missing."""
LONGEST_PATH = 32_768
"""Characters of a path; no system takes longer ones."""


@dataclass(frozen=True, slots=True)
class JournalWords:
    """The words of one photo, known by its content, else by its path."""

    content_hash: ContentHash
    path: str
    words: OwnWords


@dataclass(frozen=True, slots=True)
class Entry:
    """One change. `number` grows from entry to entry; `contents` are those whose words are erased."""

    number: int
    added: str | None = None
    forgotten: str | None = None
    contents: tuple[ContentHash, ...] = ()
    words: tuple[JournalWords, ...] = ()


@dataclass(frozen=True, slots=True)
class Noted:
    """What a journal says in the end: added folders, the words of each content and path, taken back ones (`NOTHING_SAID`) included.

    `last` is the number of its last entry, 0 where there is none. `whole` is false where a line was not one of ours.
    """

    folders: tuple[str, ...] = ()
    words: tuple[JournalWords, ...] = ()
    last: int = 0
    whole: bool = True


@dataclass(slots=True)
class _Reading:
    folders: dict[str, None] = field(default_factory=dict)
    words: dict[tuple[ContentHash, str], OwnWords] = field(default_factory=dict)

    def take(self, entry: Entry) -> None:
        if entry.added is not None:
            self.folders[entry.added] = None
        if entry.forgotten is not None:
            self.folders.pop(entry.forgotten, None)
            erased = set(entry.contents)
            self.words = {key: each for key, each in self.words.items() if key[0] not in erased}
        for each in entry.words:
            key = (each.content_hash, each.path)
            # The latest stands last.
            self.words.pop(key, None)
            self.words[key] = each.words


def read_lines(content: bytes) -> Noted:
    """What the lines say. A last line without its end was never finished and does not count; one that is not ours counts for nothing."""
    *lines, _ = content.split(b"\n")
    reading, last, whole = _Reading(), 0, True
    for line in lines:
        try:
            entry = decode_entry(line)
        except ValueError:
            whole = whole and not line
        else:
            reading.take(entry)
            last = max(last, entry.number)
    return Noted(tuple(reading.folders), tuple(JournalWords(*key, words) for key, words in reading.words.items()), last, whole)


def last_number(content: bytes) -> int:
    """The number of the last entry, without reading the others where that is possible."""
    end = content.rfind(b"\n")
    try:
        return decode_entry(content[content.rfind(b"\n", 0, max(end, 0)) + 1 : max(end, 0)]).number
    except ValueError:
        return read_lines(content).last


def live_lines(noted: Noted) -> bytes:
    """The shortest lines that say the same."""
    entries = [Entry(noted.last), *(Entry(noted.last, added=each) for each in noted.folders)]
    entries += [Entry(noted.last, words=(each,)) for each in _still_said(noted.words)]
    return b"".join(map(encode_entry, entries)) + (b"" if noted.whole else _GAP)


def _still_said(words: Iterable[JournalWords]) -> Iterator[JournalWords]:
    """Without what was taken back, unless it stands against words of another file with the same content."""
    listed = tuple(words)
    said = {each.content_hash for each in listed if each.words != NOTHING_SAID}
    return (each for each in listed if each.content_hash in said)


def encode_entry(entry: Entry) -> bytes:
    """One line of JSON in ASCII; bytes of names that are no text survive as lone surrogates."""
    line: dict[str, _Json] = {"n": entry.number}
    if entry.added is not None:
        line["folder"] = entry.added
    if entry.forgotten is not None:
        line |= {"forgotten": entry.forgotten, "contents": list(entry.contents)}
    if entry.words:
        line["photos"] = [[each.content_hash, each.path, json.loads(encode_words(each.words))] for each in entry.words]
    return json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n"


def decode_entry(line: bytes) -> Entry:
    """The entry that `encode_entry` wrote. Raises ValueError on anything else."""
    try:
        read = json.loads(line)
    except RecursionError as error:
        raise ValueError("a line is not an entry") from error
    if not isinstance(read, dict) or not read.keys() <= {"n", "folder", "forgotten", "contents", "photos"}:
        raise ValueError("a line is not an entry")
    return Entry(
        _number(read.get("n")),
        _path(read["folder"]) if "folder" in read else None,
        _path(read["forgotten"]) if "forgotten" in read else None,
        tuple(map(_content, _listed(read.get("contents", [])))),
        tuple(map(_photo, _listed(read.get("photos", [])))),
    )


def _number(value: _Json) -> int:
    if type(value) is not int or not 0 <= value < MOST_NUMBER:
        raise ValueError("an entry has no number")
    return value


def _path(value: _Json) -> str:
    """An absolute path, as `os.fsdecode` gives it."""
    if not isinstance(value, str) or len(value) > LONGEST_PATH or "\0" in value or not os.path.isabs(value):
        raise ValueError("a value is not a path")
    os.fsencode(value)
    return value


def _content(value: _Json) -> ContentHash:
    if not isinstance(value, str) or not value:
        raise ValueError("a value is not a content hash")
    value.encode()
    return ContentHash(value)


def _listed(value: _Json) -> list[_Json]:
    if not isinstance(value, list):
        raise ValueError("a value is not a list")
    return value


def _photo(value: _Json) -> JournalWords:
    match value:
        case [content_hash, path, dict(words)]:
            return JournalWords(_content(content_hash), _path(path), decode_words(json.dumps(words)))
    raise ValueError("a value is not the words of a photo")
