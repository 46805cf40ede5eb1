"""Changing the own words of photos: in the catalogue with all that can be searched, and in the journal, both or neither."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.domain.ids import ContentHash, PhotoId
from app.domain.own_words import NOTHING_SAID, OwnWords, laid_over
from app.domain.photo import PhotoFacts, PhotoState
from app.library.catalogue import Catalogue
from app.library.columns import as_list, path_of, text_of
from app.library.facts_codec import decode_facts
from app.library.failures import as_written
from app.library.journal import Journal, JournalWords
from app.library.own_words import keep_words
from app.library.own_words_codec import decode_words
from app.library.photos import state_of
from app.library.records import Stored
from app.library.storing import Batch, Relaid

Rule = Callable[[PhotoId, OwnWords, PhotoFacts], OwnWords]
"""The new words of a photo, given those that it has and the facts of its file."""


@dataclass(frozen=True, slots=True)
class Reworded:
    """The words that photos had and have now, where they differ, and what that meant for what can be searched.

    `known` are those of the photos that are in the library.
    """

    before: Mapping[PhotoId, OwnWords]
    after: Mapping[PhotoId, OwnWords]
    stored: Stored
    known: frozenset[PhotoId]


@dataclass(frozen=True, slots=True)
class _Described:
    """A photo with its own words and the facts of its file by itself."""

    id: PhotoId
    content_hash: ContentHash
    path: str
    facts: PhotoFacts
    words: OwnWords
    findable: bool


class KeptWords:
    """The own words of all photos. Raises `LibraryUnavailable`."""

    def __init__(self, catalogue: Catalogue, journal: Journal) -> None:
        self._catalogue = catalogue
        self._journal = journal

    def change(self, photo_ids: Iterable[PhotoId], rule: Rule) -> Reworded:
        """Give photos the words that the rule says; those that are not in the library are left out. All or none."""
        with self._catalogue.changing() as connection:
            known = [(each, rule(each.id, each.words, each.facts)) for each in _described(connection, photo_ids)]
            different = [(each, words) for each, words in known if words != each.words]
            after = {each.id: words for each, words in different}
            keep_words(connection, after)
            stored = _lay_over(connection, different)
            # The last step before the change counts as done: nothing but the commit itself can still fail.
            if different:
                self._journal.words_changed(tuple(JournalWords(each.content_hash, each.path, words) for each, words in different))
        return Reworded({each.id: each.words for each, _ in different}, after, stored, frozenset(each.id for each, _ in known))


def _lay_over(connection: sqlite3.Connection, changed: Iterable[tuple[_Described, OwnWords]]) -> Stored:
    """Let photos count with their new words."""
    batch = Batch(connection)
    batch.reword(
        Relaid(each.id, each.facts, laid_over(each.facts, each.words), laid_over(each.facts, words), each.findable)
        for each, words in changed
    )
    return batch.finish()


@as_written()
def _described(connection: sqlite3.Connection, photo_ids: Iterable[PhotoId]) -> list[_Described]:
    rows = connection.execute(_DESCRIBED, (as_list(dict.fromkeys(photo_ids)),))
    return [_record(*row) for row in rows]


def _record(photo_id: Any, content_hash: Any, path: Any, state: Any, facts: Any, words: Any) -> _Described:
    own = NOTHING_SAID if words is None else decode_words(text_of(words))
    facts_of_file, findable = decode_facts(text_of(facts)), state_of(state) is not PhotoState.GONE
    return _Described(PhotoId(photo_id), ContentHash(text_of(content_hash)), path_of(path), facts_of_file, own, findable)


_DESCRIBED = """SELECT photo.id, photo.content_hash, photo.path, state, ifnull(said, facts), words
    FROM json_each(?) AS asked JOIN photo ON photo.id = asked.value JOIN photo_facts ON photo_facts.photo_id = photo.id
    LEFT JOIN own_words ON own_words.photo_id = photo.id"""
