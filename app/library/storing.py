"""Putting photos into the library and taking them out, with their values, passages and links always in step."""

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from app.domain.errors import FolderUnavailable
from app.domain.ids import ContentHash, FolderId, PassageId, PhotoId
from app.domain.own_words import laid_over
from app.domain.photo import FileStamp, PhotoFacts, PhotoState, ReadPhoto
from app.domain.words import Field, FieldValue, fact_words, shown, words_of
from app.library.columns import as_list, path_of, storable, text_of
from app.library.face_counts import count_faces
from app.library.facts_codec import encode_facts
from app.library.failures import Damage
from app.library.journal_lines import JournalWords
from app.library.looks_codec import encode_regions
from app.library.own_words import follow, settle
from app.library.passages import drop_orphans, link_passages, unlink_passages
from app.library.photos import GONE, PRESENT, UNAVAILABLE, photos_by_id, unused_hashes
from app.library.picture_words import words_in_pictures
from app.library.positions import stored_direction
from app.library.records import Stored, StoredKind, StoredPhoto
from app.library.values import erase_values, write_values


@dataclass(frozen=True, slots=True)
class Relaid:
    """A photo with other own words: what its file says by itself, and what it counted with before and counts with after."""

    photo_id: PhotoId
    said: PhotoFacts
    before: PhotoFacts
    after: PhotoFacts
    findable: bool


class Batch:
    """Changes of one transaction. `finish` removes the passages that lost their last photo, and tells what happened."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._roots: dict[FolderId, str] = {
            FolderId(folder_id): path_of(path) for folder_id, path in connection.execute("SELECT id, path FROM folder")
        }
        self._photos: list[StoredPhoto] = []
        self._met: set[PhotoId] = set()
        self._new: list[PassageId] = []
        self._touched: set[PassageId] = set()
        self._left: list[ContentHash] = []
        self.moved_words: list[JournalWords] = []
        self._exchanged: list[tuple[PhotoId, PhotoId]] = []
        self._made_way: set[PhotoId] = set()

    def store(self, folder_id: FolderId, photo: ReadPhoto, missing: Collection[PhotoId]) -> None:
        """Insert a photo, or update the one of this path, or move the one of this content whose own path is missing.

        Where the path is another photo's, which had another content, that one makes way for the one that was moved there.
        Raises `FolderUnavailable` if the folder was forgotten meanwhile.
        """
        if folder_id not in self._roots:
            raise FolderUnavailable(f"The folder of {shown(photo.path)} is no longer in the library: add it again.")
        known = self._connection.execute(_KNOWN, (os.fsencode(photo.path),)).fetchone()
        is_same = known is not None and known[3] == photo.content_hash
        mover = None if is_same else self._mover(photo, missing, certain=known is not None and known[2] != GONE)
        if known and mover is None:
            self._update(photo, *known)
            return
        if known and mover is not None:
            self._make_way(PhotoId(known[0]), mover, missing)
        self._place(photo, mover, self._innermost(folder_id, photo.path))

    def rewrite_words(self, photo_ids: Iterable[PhotoId]) -> None:
        """Write the words of photos again from their stored facts, as their path and folder now have them."""
        photos = photos_by_id(self._connection, photo_ids)
        self.erase_words(list(photos))
        read = words_in_pictures(self._connection, photos)
        words = {each.id: (*self._words(each.folder_id, each.path, each.facts), *read.get(each.id, ())) for each in photos.values()}
        self._write_words(words)

    def reword(self, laid: Iterable[Relaid]) -> None:
        """Let photos count with other facts; their files are what they were."""
        relaid = tuple(laid)
        rows = [(*_laid(each.said, each.after), each.photo_id) for each in relaid]
        self._connection.executemany("UPDATE photo_facts SET facts = ?, said = ? WHERE photo_id = ?", rows)
        rated = [(_rating(each.after), each.photo_id) for each in relaid if _rating(each.before) != _rating(each.after)]
        self._connection.executemany("UPDATE photo SET rating = ? WHERE id = ?", rated)
        for field, values in _changed_words(each for each in relaid if each.findable).items():
            erase_values(self._connection, list(values), field)
            self._touched |= unlink_passages(self._connection, values, field)
            self._write_words(values)

    def erase_words(self, photo_ids: Sequence[PhotoId]) -> None:
        """Take photos out of all that can be searched."""
        rows = self._connection.execute(_HASHES, (as_list(photo_ids),))
        self._left += [ContentHash(text_of(content_hash)) for (content_hash,) in rows]
        erase_values(self._connection, photo_ids)
        self._touched |= unlink_passages(self._connection, photo_ids)

    def finish(self) -> Stored:
        """What happened in this batch."""
        removed = drop_orphans(self._connection, self._touched)
        gone = set(removed)
        return Stored(
            tuple(self._photos),
            tuple(each for each in self._new if each not in gone),
            removed,
            unused_hashes(self._connection, self._left),
            tuple(self._exchanged),
        )

    def _update(self, photo: ReadPhoto, photo_id: PhotoId, folder_id: FolderId, state: int, *known: object) -> None:
        laid = self._laid_over(photo_id, photo)
        if state != GONE and known == (*_row(photo, laid), *_facts_row(photo, laid)):
            restamp(self._connection, {photo_id: photo.stamp})
            self._connection.execute("UPDATE photo SET state = 0 WHERE id = ?", (photo_id,))
            self._tell(photo_id, photo, StoredKind.SAME)
        else:
            self.erase_words([photo_id])
            self._write(photo_id, folder_id, photo, laid, StoredKind.ADDED if state == GONE else StoredKind.CHANGED)

    def _place(self, photo: ReadPhoto, mover: PhotoId | None, owner: FolderId) -> None:
        """Write a photo at a path where no other one is."""
        if mover is None:
            photo_id, kind = self._insert(owner, photo), StoredKind.ADDED
        else:
            photo_id, kind = mover, StoredKind.MOVED
            self.erase_words([mover])
        self._write(photo_id, owner, photo, self._laid_over(photo_id, photo), kind)

    def _make_way(self, photo_id: PhotoId, mover: PhotoId, missing: Collection[PhotoId]) -> None:
        """Let two photos change places; what becomes of the first is told when its new place is looked at."""
        here, there = (self._connection.execute(_PLACE, (each,)).fetchone() for each in (photo_id, mover))
        for each, (folder_id, path) in ((photo_id, (here[0], b"\0")), (mover, here), (photo_id, there)):
            self._connection.execute("UPDATE photo SET folder_id = ?, path = ? WHERE id = ?", (folder_id, path, each))
        self.rewrite_words([each.id for each in photos_by_id(self._connection, [photo_id]).values() if each.state is not PhotoState.GONE])
        self.moved_words += follow(self._connection, photo_id)
        self._exchanged.append((mover, photo_id))
        if mover in missing or mover in self._made_way:
            self._made_way.add(photo_id)

    def _innermost(self, folder_id: FolderId, path: str) -> FolderId:
        return innermost(self._roots, path) or folder_id

    def _tell(self, photo_id: PhotoId, photo: ReadPhoto, kind: StoredKind) -> None:
        self._met.add(photo_id)
        self._photos.append(StoredPhoto(photo_id, photo.path, kind))

    def _mover(self, photo: ReadPhoto, missing: Collection[PhotoId], *, certain: bool) -> PhotoId | None:
        """The photo of this content that may have been moved to this path; `certain`: one that is gone or unavailable is none."""
        rows = self._connection.execute("SELECT id, state, path FROM photo WHERE content_hash = ?", (photo.content_hash,))
        free = [
            (*_unlikely(photo.path, path_of(path)), photo_id, photo_id not in missing and photo_id not in self._made_way, state)
            for photo_id, state, path in rows
            if photo_id not in self._met
        ]
        # Certainly moved before deleted before unreachable.
        ranked = [(moved, state != GONE, *rest) for *rest, moved, state in free if not moved or (not certain and state != PRESENT)]
        return PhotoId(min(ranked)[-1]) if ranked else None

    def _insert(self, folder_id: FolderId, photo: ReadPhoto) -> PhotoId:
        made = self._connection.execute(_INSERT, (folder_id, os.fsencode(photo.path)))
        return PhotoId(int(made.lastrowid or 0))

    def _laid_over(self, photo_id: PhotoId, photo: ReadPhoto) -> PhotoFacts:
        """What a photo of this row counts with: what its file says, and the person's own words over it."""
        settled = settle(self._connection, photo_id, photo.content_hash, photo.path)
        self.moved_words += settled.moved
        if settled.left is not None:
            self._silence(settled.left)
        return laid_over(photo.facts, settled.words)

    def _silence(self, photo_id: PhotoId) -> None:
        """Let a photo count with what its file says alone."""
        for photo in photos_by_id(self._connection, [photo_id]).values():
            said = photo.said or photo.facts
            self.reword([Relaid(photo_id, said, photo.facts, said, photo.state is not PhotoState.GONE)])

    def _write(self, photo_id: PhotoId, folder_id: FolderId, photo: ReadPhoto, laid: PhotoFacts, kind: StoredKind) -> None:
        """Write everything of a photo that has no words now."""
        place = (folder_id, os.fsencode(photo.path), photo.stamp.size, storable(photo.stamp.modified_ns), photo.stamp.sidecars)
        self._connection.execute(_UPDATE, (*place, *_row(photo, laid), photo_id))
        self._connection.execute(_UPDATE_FACTS, (photo_id, *_facts_row(photo, laid)))
        count_faces(self._connection, [photo_id])
        read = words_in_pictures(self._connection, [photo_id]).get(photo_id, ())
        self._write_words({photo_id: (*self._words(folder_id, photo.path, laid), *read)})
        self._tell(photo_id, photo, kind)

    def _words(self, folder_id: FolderId, path: str, facts: PhotoFacts) -> tuple[FieldValue, ...]:
        if folder_id not in self._roots:
            raise Damage("a photo is in no folder")
        return tuple(words_of(path, self._roots[folder_id], facts))

    def _write_words(self, values: Mapping[PhotoId, Sequence[FieldValue]]) -> None:
        write_values(self._connection, values)
        self._new += link_passages(self._connection, values)


def _unlikely(path: str, before: str) -> tuple[bool, int]:
    """Grows as it grows less likely that a file came from there: most likely is what kept its name, then more of its path."""
    kept = _shared(path, before) + _shared(path[::-1], before[::-1])
    return os.path.basename(path) != os.path.basename(before), -kept


def _shared(one: str, other: str) -> int:
    """How many characters are the same at the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def innermost(roots: Mapping[FolderId, str], path: str) -> FolderId | None:
    """The innermost added folder around a path, whichever scan has found it."""
    around = [(len(root), each) for each, root in roots.items() if path == root or path.startswith(os.path.join(root, ""))]
    return max(around)[1] if around else None


def restamp(connection: sqlite3.Connection, stamps: Mapping[PhotoId, FileStamp]) -> None:
    """Note new stamps of photos whose content is what it was."""
    rows = [(stamp.size, storable(stamp.modified_ns), stamp.sidecars, photo_id) for photo_id, stamp in stamps.items()]
    connection.executemany("UPDATE photo SET size = ?, modified_ns = ?, sidecars = ? WHERE id = ?", rows)


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


def _row(photo: ReadPhoto, laid: PhotoFacts) -> tuple[str | int | float | None, ...]:
    taken = laid.taken.value if laid.taken else None
    looks = (photo.content_hash, photo.format, photo.width, photo.height, taken, _rating(laid), photo.perceptual_hash)
    return *looks, *stored_direction(laid), photo.content_identifier


def _facts_row(photo: ReadPhoto, laid: PhotoFacts) -> tuple[str, str | None, str, str]:
    return *_laid(photo.facts, laid), json.dumps(photo.notes), encode_regions(photo.regions)


def _laid(said: PhotoFacts, laid: PhotoFacts) -> tuple[str, str | None]:
    """The facts that count, and what the file says by itself where that differs."""
    return encode_facts(laid), None if said == laid else encode_facts(said)


def _rating(facts: PhotoFacts) -> int | None:
    return facts.rating.value if facts.rating else None


def _changed_words(relaid: Iterable[Relaid]) -> dict[Field, dict[PhotoId, Sequence[FieldValue]]]:
    """By field, the photos whose words of it are others now, with all their words of it."""
    changed: defaultdict[Field, dict[PhotoId, Sequence[FieldValue]]] = defaultdict(dict)
    for each in relaid:
        if _worded(each.before) == _worded(each.after):
            continue
        before, after = _by_field(each.before), _by_field(each.after)
        for field in before.keys() | after.keys():
            if before.get(field) != after.get(field):
                changed[field][each.photo_id] = after.get(field, ())
    return changed


def _worded(facts: PhotoFacts) -> tuple[object, ...]:
    """Whatever of a photo a person can change that has words."""
    return facts.tags, facts.people, facts.title, facts.caption


def _by_field(facts: PhotoFacts) -> dict[Field, list[FieldValue]]:
    values: defaultdict[Field, list[FieldValue]] = defaultdict(list)
    for each in fact_words(facts):
        values[each.field].append(each)
    return values


def _set_state(connection: sqlite3.Connection, photo_ids: Sequence[PhotoId], state: int) -> None:
    connection.execute(_STATE_OF, (state, as_list(photo_ids)))


_PLACE = "SELECT folder_id, path FROM photo WHERE id = ?"
_STATE_OF = "UPDATE photo SET state = ? WHERE id IN (SELECT value FROM json_each(?))"
_HASHES = "SELECT content_hash FROM photo WHERE id IN (SELECT value FROM json_each(?))"
_KNOWN = """SELECT id, folder_id, state, content_hash, format, width, height, taken, rating, perceptual_hash, x, y, z,
            content_identifier, facts, said, notes, regions
            FROM photo JOIN photo_facts ON photo_id = id WHERE path = ?"""
_INSERT = """INSERT INTO photo(folder_id, path, size, modified_ns, content_hash, format, width, height, state)
              VALUES (?, ?, 0, 0, '', '', 0, 0, 0)"""
_UPDATE = """UPDATE photo SET folder_id = ?, path = ?, size = ?, modified_ns = ?, sidecars = ?, content_hash = ?, format = ?,
              width = ?, height = ?, taken = ?, rating = ?, perceptual_hash = ?, x = ?, y = ?, z = ?, content_identifier = ?,
              state = 0, stack = 0 WHERE id = ?"""
_UPDATE_FACTS = "INSERT OR REPLACE INTO photo_facts(photo_id, facts, said, notes, regions) VALUES (?, ?, ?, ?, ?)"
