"""The added folders, what a scan knows of the files below them, and the files that were skipped."""

import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from app.domain.file_marks import mark_of
from app.domain.ids import ContentHash, FolderId, PhotoId
from app.domain.photo import FileStamp, Folder, Skipped
from app.library.columns import as_list, path_of, storable, text_of, whole_number
from app.library.failures import Damage, as_written
from app.library.own_words import erase_own_words
from app.library.photos import GONE, PRESENT, UNAVAILABLE, stamp_of, state_of
from app.library.records import ForgottenFolder, KnownFiles, KnownPhoto, KnownRow
from app.library.storing import Batch

_SEPARATOR, _ENCODING, _ERRORS = os.fsencode(os.sep), sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()


def all_folders(connection: sqlite3.Connection) -> tuple[Folder, ...]:
    """The added folders by path."""
    return tuple(map(_folder, connection.execute(_FOLDER + " ORDER BY path")))


def folder_paths(connection: sqlite3.Connection) -> dict[FolderId, str]:
    """The path of each added folder."""
    return {FolderId(folder_id): path_of(path) for folder_id, path in connection.execute("SELECT id, path FROM folder")}


def add_folder(connection: sqlite3.Connection, path: str) -> Folder:
    """Add a folder, or find the one of this path."""
    encoded = os.fsencode(_tidy(path))
    connection.execute("INSERT OR IGNORE INTO folder(path) VALUES (?)", (encoded,))
    return _folder(connection.execute(_FOLDER + " WHERE path = ?", (encoded,)).fetchone())


def folder_at(connection: sqlite3.Connection, path: str) -> Folder | None:
    """The folder of this path, if it was added."""
    row = connection.execute(_FOLDER + " WHERE path = ?", (os.fsencode(_tidy(path)),)).fetchone()
    return _folder(row) if row else None


def paths_of_content(connection: sqlite3.Connection, hashes: Iterable[ContentHash]) -> dict[PhotoId, str]:
    """The paths of the photos of these contents that were there when they were last looked for."""
    rows = connection.execute(
        "SELECT id, path FROM photo WHERE state = 0 AND content_hash IN (SELECT value FROM json_each(?))", (json.dumps(list(hashes)),)
    )
    return {PhotoId(photo_id): path_of(path) for photo_id, path in rows}


def set_unavailable(connection: sqlite3.Connection, folder_id: FolderId, unavailable: bool) -> None:
    """Mark a folder and its photos as out of reach, or the folder as back; which of its photos are back as well is told one by one."""
    connection.execute("UPDATE folder SET available = ? WHERE id = ?", (not unavailable, folder_id))
    if unavailable:
        connection.execute("UPDATE photo SET state = ? WHERE folder_id = ? AND state = ?", (UNAVAILABLE, folder_id, PRESENT))


@as_written()
def known_files(connection: sqlite3.Connection, folder_id: FolderId) -> KnownFiles:
    """Every file below the folder (or the file itself that was added) that the library has met; nothing once it was forgotten."""
    row = connection.execute("SELECT path FROM folder WHERE id = ?", (folder_id,)).fetchone()
    if row is None:
        return KnownFiles({}, [], {}, {})
    root = os.fsencode(path_of(row[0]))
    below = (root, *_below(root))
    photos = connection.execute(_photos_below(connection, below), below)
    skipped = connection.execute(_SKIPPED + "WHERE path = ? OR (path >= ? AND path < ?) ORDER BY path", below)
    return KnownFiles(*_sorted_in(photos), {each.path: each for each in map(_skipped_file, skipped)})


def _photos_below(connection: sqlite3.Connection, below: tuple[bytes, bytes, bytes]) -> str:
    """The query for photos and videos below a folder: by the index of paths, or over the whole table where they are a large part of it."""
    (few,) = connection.execute("SELECT count(*) * 4 < (SELECT count(*) FROM photo) FROM photo WHERE path >= ? AND path < ?", below[1:])
    path = "path" if few[0] else "+path"
    return f"SELECT size, modified_ns, sidecars, id, path, state FROM photo WHERE {path} = ?1 OR ({path} >= ?2 AND {path} < ?3)" + _VIDEOS  # noqa: S608


def _sorted_in(rows: Iterable[KnownRow]) -> tuple[dict[str, set[int]], list[KnownRow], dict[str, KnownPhoto]]:
    """Marks by folder and rows of the files that are there, and the other photos by path. Every microsecond counts here."""
    marks: dict[str, set[int]] = {}
    here: list[KnownRow] = []
    elsewhere: dict[str, KnownPhoto] = {}
    last: bytes | None = None
    for row in rows:
        size, modified_ns, sidecars, photo_id, path, state = row
        if state != PRESENT:
            elsewhere[path_of(path)] = KnownPhoto(PhotoId(whole_number(photo_id)), stamp_of(size, modified_ns, sidecars), state_of(state))
            continue
        folder, _, name = bytes.rpartition(path, _SEPARATOR)
        if folder != last:
            last, inside = folder, marks.setdefault(os.fsdecode(folder) or os.sep, set())
        if not name or b"\0" in path:
            raise Damage("a value is not a path")
        # A time far off is stored as a text (`columns.storable`).
        known = row if type(modified_ns) is int else (size, int(modified_ns), *row[2:])
        here.append(known)
        inside.add(mark_of(name.decode(_ENCODING, _ERRORS), size, known[1], sidecars))
    return marks, here, elsewhere


def record_skipped(connection: sqlite3.Connection, folder_id: FolderId, skipped: Iterable[Skipped]) -> None:
    """Note files that could not be read, in place of what was noted of them before; nothing if the folder was forgotten."""
    if connection.execute("SELECT 1 FROM folder WHERE id = ?", (folder_id,)).fetchone() is None:
        return
    rows = [(os.fsencode(each.path), folder_id, each.reason.encode("utf-8", "replace").decode(), *_stamp(each.stamp)) for each in skipped]
    connection.executemany(
        """INSERT INTO skipped(path, folder_id, reason, size, modified_ns, sidecars) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT(path) DO UPDATE SET
               reason = excluded.reason, size = excluded.size, modified_ns = excluded.modified_ns, sidecars = excluded.sidecars""",
        rows,
    )


def clear_skipped(connection: sqlite3.Connection, paths: Iterable[str]) -> None:
    """Forget that these files were skipped."""
    connection.executemany("DELETE FROM skipped WHERE path = ?", [(os.fsencode(path),) for path in paths])


@as_written()
def skipped_files(connection: sqlite3.Connection, folder_id: FolderId | None) -> tuple[Skipped, ...]:
    """The skipped files of one folder, or of all, by path."""
    rows = connection.execute(_SKIPPED + "WHERE ?1 IS NULL OR folder_id = ?1 ORDER BY path", (folder_id,))
    return tuple(map(_skipped_file, rows))


def _skipped_file(row: tuple[Any, ...]) -> Skipped:
    path, reason, size, modified_ns, sidecars = row
    return Skipped(path_of(path), text_of(reason), None if size is None else stamp_of(size, modified_ns, sidecars))


def forget_folder(connection: sqlite3.Connection, folder_id: FolderId, keep_words: bool = False) -> ForgottenFolder:
    """Erase a folder and its photos; those that lie below another added folder as well go over to that one.

    Own words of the photos wait for photos of the same content or path where they are to be kept.
    """
    batch = Batch(connection)
    batch.rewrite_words(_hand_over(connection, folder_id))
    if not keep_words:
        erase_own_words(connection, folder_id)
    rows = connection.execute("SELECT id, state FROM photo WHERE folder_id = ?", (folder_id,)).fetchall()
    batch.erase_words([PhotoId(photo_id) for photo_id, _ in rows])
    for table in ("photo", "skipped", "video"):
        connection.execute(f"DELETE FROM {table} WHERE folder_id = ?", (folder_id,))  # noqa: S608
    connection.execute("DELETE FROM folder WHERE id = ?", (folder_id,))
    done = batch.finish()
    return ForgottenFolder(sum(state != GONE for _, state in rows), done.unused_hashes, done.removed_passages, done.new_passages)


def _hand_over(connection: sqlite3.Connection, folder_id: FolderId) -> list[PhotoId]:
    """Give what lies below other added folders to the innermost of them; the photos that can be found among it."""
    handed: set[int] = set()
    others = connection.execute("SELECT id, path FROM folder WHERE id <> ? ORDER BY length(path) DESC", (folder_id,)).fetchall()
    for other_id, path in ((other_id, os.fsencode(path_of(path))) for other_id, path in others):
        for table in ("photo", "skipped", "video"):
            rows = connection.execute(
                f"UPDATE {table} SET folder_id = ? WHERE folder_id = ? AND (path = ? OR (path >= ? AND path < ?)) RETURNING *",  # noqa: S608
                (other_id, folder_id, path, *_below(path)),
            ).fetchall()
            handed.update(row[0] for row in rows if table == "photo")
    found = connection.execute("SELECT id FROM photo WHERE id IN (SELECT value FROM json_each(?)) AND state < 2", (as_list(handed),))
    return [PhotoId(photo_id) for (photo_id,) in found.fetchall()]


def _below(root: bytes) -> tuple[bytes, bytes]:
    """First path below a folder, and first beyond all of them, in the order of bytes."""
    separator = os.fsencode(os.sep)
    prefix = root if root.endswith(separator) else root + separator
    return prefix, prefix[:-1] + bytes([prefix[-1] + 1])


def _tidy(path: str) -> str:
    """A folder's path without a trailing separator, so that it is the same folder either way."""
    return os.path.normpath(os.path.abspath(path))


def _stamp(stamp: FileStamp | None) -> tuple[int | None, int | str | None, str]:
    return (stamp.size, storable(stamp.modified_ns), stamp.sidecars) if stamp else (None, None, "")


@as_written()
def _folder(row: Sequence[Any]) -> Folder:
    folder_id, path, photos, skipped, available = row
    return Folder(FolderId(folder_id), path_of(path), photos, skipped, bool(available))


_FOLDER = """SELECT id, path, (SELECT count(*) FROM photo WHERE folder_id = folder.id AND state < 2),
                     (SELECT count(*) FROM skipped WHERE folder_id = folder.id), available FROM folder"""
_VIDEOS = """ UNION ALL SELECT size, modified_ns, sidecars, NULL, path, 0 FROM video WHERE path = ?1 OR (path >= ?2 AND path < ?3)"""
_SKIPPED = "SELECT path, reason, size, modified_ns, sidecars FROM skipped "
