"""The added folders, what a scan knows of the files below them, and the files that were skipped."""

import os
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from app.domain.ids import FolderId, PhotoId
from app.domain.photo import FileStamp, Folder, Skipped
from app.library.columns import as_list, path_of, storable, text_of
from app.library.failures import as_written
from app.library.own_words import erase_own_words
from app.library.photos import GONE, PRESENT, UNAVAILABLE, stamp_of, state_of
from app.library.records import ForgottenFolder, KnownFiles, KnownPhoto
from app.library.storing import Batch


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


def set_unavailable(connection: sqlite3.Connection, folder_id: FolderId, unavailable: bool) -> None:
    """Mark a folder and its photos as out of reach, or as back."""
    before, after = (PRESENT, UNAVAILABLE) if unavailable else (UNAVAILABLE, PRESENT)
    connection.execute("UPDATE folder SET available = ? WHERE id = ?", (not unavailable, folder_id))
    connection.execute("UPDATE photo SET state = ? WHERE folder_id = ? AND state = ?", (after, folder_id, before))


@as_written()
def known_files(connection: sqlite3.Connection, folder_id: FolderId) -> KnownFiles:
    """Every file below the folder (or the file itself that was added) that the library has met; nothing once it was forgotten."""
    row = connection.execute("SELECT path FROM folder WHERE id = ?", (folder_id,)).fetchone()
    if row is None:
        return KnownFiles({}, {})
    root = os.fsencode(path_of(row[0]))
    below = (root, *_below(root))
    photos = connection.execute(
        "SELECT path, id, size, modified_ns, sidecars, state FROM photo WHERE path = ? OR (path >= ? AND path < ?)", below
    )
    skipped = connection.execute("SELECT path, size, modified_ns, sidecars FROM skipped WHERE path = ? OR (path >= ? AND path < ?)", below)
    return KnownFiles(
        {
            path_of(path): KnownPhoto(PhotoId(each), stamp_of(size, modified, sidecars), state_of(state))
            for path, each, size, modified, sidecars, state in photos
        },
        {path_of(path): None if size is None else stamp_of(size, modified, beside) for path, size, modified, beside in skipped},
    )


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
    rows = connection.execute(
        "SELECT path, reason, size, modified_ns, sidecars FROM skipped WHERE ?1 IS NULL OR folder_id = ?1 ORDER BY path", (folder_id,)
    )
    return tuple(
        Skipped(path_of(path), text_of(reason), None if size is None else stamp_of(size, modified, beside))
        for path, reason, size, modified, beside in rows
    )


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
