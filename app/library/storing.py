"""Putting photos into the library and taking them out, with their values, passages and links always in step."""

import json
import os
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence

from app.domain.errors import FolderUnavailable
from app.domain.ids import FolderId, PassageId, PhotoId
from app.domain.photo import FileStamp, PhotoFacts, ReadPhoto
from app.domain.words import shown, words_of
from app.library.columns import as_list
from app.library.facts_codec import encode_facts
from app.library.passages import drop_orphans, link_passages, unlink_passages
from app.library.photos import GONE, PRESENT, UNAVAILABLE, photos_by_id
from app.library.records import Stored, StoredKind, StoredPhoto
from app.library.values import erase_values, write_values


class Batch:
    """Changes of one transaction. `finish` removes the passages that lost their last photo, and tells what happened."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._roots: dict[FolderId, str] = {
            FolderId(folder_id): os.fsdecode(path) for folder_id, path in connection.execute("SELECT id, path FROM folder")
        }
        self._photos: list[StoredPhoto] = []
        self._new: list[PassageId] = []
        self._touched: set[PassageId] = set()

    def store(self, folder_id: FolderId, photo: ReadPhoto, missing: Collection[PhotoId]) -> None:
        """Insert a photo, or update the one of this path, or move the one of this content whose own path is missing.

        Raises `FolderUnavailable` if the folder was forgotten meanwhile.
        """
        if folder_id not in self._roots:
            raise FolderUnavailable(f"The folder of {shown(photo.path)} is no longer in the library: add it again.")
        facts = encode_facts(photo.facts)
        known = self._connection.execute(_KNOWN, (os.fsencode(photo.path),)).fetchone()
        if known:
            self._update(photo, facts, known)
        elif (photo_id := self._moved_from(photo, missing)) is not None:
            self._write(photo_id, folder_id, photo, facts)
            self._photos.append(StoredPhoto(photo_id, photo.path, StoredKind.MOVED))
        else:
            photo_id = self._insert(folder_id, photo)
            self._write(photo_id, folder_id, photo, facts)
            self._photos.append(StoredPhoto(photo_id, photo.path, StoredKind.ADDED))

    def rewrite_words(self, photo_ids: Iterable[PhotoId]) -> None:
        """Write the words of photos again from their stored facts, as their path and folder now have them."""
        for photo in photos_by_id(self._connection, photo_ids).values():
            self._write_words(photo.id, photo.folder_id, photo.path, photo.facts)

    def erase_words(self, photo_ids: Sequence[PhotoId]) -> None:
        """Take photos out of all that can be searched."""
        erase_values(self._connection, photo_ids)
        self._touched |= unlink_passages(self._connection, photo_ids)

    def finish(self) -> Stored:
        """What happened in this batch."""
        removed = drop_orphans(self._connection, self._touched)
        gone = set(removed)
        return Stored(tuple(self._photos), tuple(each for each in self._new if each not in gone), removed)

    def _update(self, photo: ReadPhoto, facts: str, known: tuple[int, int, int, str, str]) -> None:
        photo_id, folder_id, state, content_hash, known_facts = known
        same = state != GONE and content_hash == photo.content_hash and known_facts == facts
        if same:
            self._connection.execute(_RESTAMP, (photo.stamp.size, photo.stamp.modified_ns, photo_id))
        else:
            self._write(PhotoId(photo_id), FolderId(folder_id), photo, facts)
        kind = StoredKind.SAME if same else StoredKind.ADDED if state == GONE else StoredKind.CHANGED
        self._photos.append(StoredPhoto(PhotoId(photo_id), photo.path, kind))

    def _moved_from(self, photo: ReadPhoto, missing: Collection[PhotoId]) -> PhotoId | None:
        rows = self._connection.execute("SELECT id, state, path FROM photo WHERE content_hash = ? ORDER BY id", (photo.content_hash,))
        name = os.path.basename(os.fsencode(photo.path))
        # Certainly moved before deleted before unreachable; among equals, one that kept its name.
        free = [
            (photo_id not in missing, state != GONE, os.path.basename(path) != name, photo_id)
            for photo_id, state, path in rows
            if photo_id in missing or state in (GONE, UNAVAILABLE)
        ]
        stored = {each.photo_id for each in self._photos}
        return next((PhotoId(rank[-1]) for rank in sorted(free) if rank[-1] not in stored), None)

    def _insert(self, folder_id: FolderId, photo: ReadPhoto) -> PhotoId:
        made = self._connection.execute(_INSERT, (folder_id, os.fsencode(photo.path)))
        return PhotoId(int(made.lastrowid or 0))

    def _write(self, photo_id: PhotoId, folder_id: FolderId, photo: ReadPhoto, facts: str) -> None:
        taken = photo.facts.taken.value if photo.facts.taken else None
        rating = photo.facts.rating.value if photo.facts.rating else None
        self._connection.execute(
            _UPDATE,
            (folder_id, os.fsencode(photo.path), photo.stamp.size, photo.stamp.modified_ns, photo.content_hash, photo.format,
             photo.width, photo.height, taken, rating, photo_id),
        )  # fmt: skip
        self._connection.execute(_UPDATE_FACTS, (photo_id, facts, json.dumps(photo.notes)))
        self._write_words(photo_id, folder_id, photo.path, photo.facts)

    def _write_words(self, photo_id: PhotoId, folder_id: FolderId, path: str, facts: PhotoFacts) -> None:
        self.erase_words([photo_id])
        values = tuple(words_of(path, self._roots[folder_id], facts))
        write_values(self._connection, photo_id, values)
        self._new += link_passages(self._connection, photo_id, values)


def restamp(connection: sqlite3.Connection, stamps: Mapping[PhotoId, FileStamp]) -> None:
    """Note new stamps of photos whose content is what it was."""
    rows = [(stamp.size, stamp.modified_ns, photo_id) for photo_id, stamp in stamps.items()]
    connection.executemany("UPDATE photo SET size = ?, modified_ns = ? WHERE id = ?", rows)


def mark_gone(connection: sqlite3.Connection, photo_ids: Sequence[PhotoId]) -> Stored:
    """Take photos out of everything that can be found, and keep their rows for their identity."""
    batch = Batch(connection)
    batch.erase_words(photo_ids)
    _set_state(connection, photo_ids, GONE)
    return batch.finish()


def mark_unavailable(connection: sqlite3.Connection, photo_ids: Sequence[PhotoId]) -> None:
    """Photos whose files cannot be reached now but may come back; they can still be found. Those that are gone stay gone."""
    connection.execute(_STATE_OF + " AND state = 0", (UNAVAILABLE, as_list(photo_ids)))


def mark_present(connection: sqlite3.Connection, photo_ids: Sequence[PhotoId]) -> Stored:
    """Photos whose files are there again as they were; those that were gone can be found again."""
    batch = Batch(connection)
    rows = connection.execute("SELECT id FROM photo WHERE id IN (SELECT value FROM json_each(?)) AND state = 2", (as_list(photo_ids),))
    batch.rewrite_words([PhotoId(photo_id) for (photo_id,) in rows.fetchall()])
    _set_state(connection, photo_ids, PRESENT)
    return batch.finish()


def _set_state(connection: sqlite3.Connection, photo_ids: Sequence[PhotoId], state: int) -> None:
    connection.execute(_STATE_OF, (state, as_list(photo_ids)))


_STATE_OF = "UPDATE photo SET state = ? WHERE id IN (SELECT value FROM json_each(?))"
_KNOWN = "SELECT id, folder_id, state, content_hash, facts FROM photo JOIN photo_facts ON photo_id = id WHERE path = ?"
_RESTAMP = "UPDATE photo SET size = ?, modified_ns = ?, state = 0 WHERE id = ?"
_INSERT = """INSERT INTO photo(folder_id, path, size, modified_ns, content_hash, format, width, height, state)
              VALUES (?, ?, 0, 0, '', '', 0, 0, 0)"""
_UPDATE = """UPDATE photo SET folder_id = ?, path = ?, size = ?, modified_ns = ?, content_hash = ?, format = ?,
              width = ?, height = ?, taken = ?, rating = ?, state = 0 WHERE id = ?"""
_UPDATE_FACTS = "INSERT OR REPLACE INTO photo_facts(photo_id, facts, notes) VALUES (?, ?, ?)"
