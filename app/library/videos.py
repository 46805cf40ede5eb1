"""The videos among the photos: known and counted, and found again by the identifier that they share with the still of a Live Photo."""

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from app.domain.ids import FolderId, LocalTime
from app.domain.photo import Video
from app.library.catalogue import Catalogue
from app.library.columns import as_list, path_of, storable, text_of, whole_number
from app.library.failures import as_written
from app.library.folders import clear_skipped, folder_paths
from app.library.photos import stamp_of
from app.library.storing import innermost


class Videos:
    """Keeps the videos of a catalogue. Every method may be called from any thread, is one transaction, and raises `LibraryUnavailable`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def store(self, folder_id: FolderId, videos: Collection[Video]) -> None:
        """Insert or update videos by path, each in the innermost added folder around it; nothing if the folder was forgotten."""
        if videos:
            with self._catalogue.changing() as connection:
                _store(connection, folder_id, videos)

    def remove(self, paths: Collection[str]) -> None:
        """These files are gone, or no videos any more; paths without a video are passed over."""
        with self._catalogue.one_view() as connection:
            there = [row for row in ((os.fsencode(path),) for path in paths) if connection.execute(_KNOWN, row).fetchone()]
        if there:
            with self._catalogue.changing() as connection:
                connection.executemany("DELETE FROM video WHERE path = ?", there)

    def count(self, folder_ids: Iterable[FolderId]) -> int:
        """How many videos these folders have."""
        with self._catalogue.one_view() as connection:
            sql = "SELECT count(*) FROM video WHERE folder_id IN (SELECT value FROM json_each(?))"
            return whole_number(connection.execute(sql, (as_list(folder_ids),)).fetchone()[0])

    def films_of(self, identifiers: Iterable[str]) -> Mapping[str, tuple[Video, ...]]:
        """For each content identifier the videos that have it, by path; nothing for one that no video has."""
        with self._catalogue.one_view() as connection:
            return films_of(connection, identifiers)

    def stills_of(self, identifiers: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """For each content identifier the paths of the photos that have it and can be found."""
        with self._catalogue.one_view() as connection:
            return _stills_of(connection, identifiers)


@as_written()
def films_of(connection: sqlite3.Connection, identifiers: Iterable[str]) -> Mapping[str, tuple[Video, ...]]:
    """For each content identifier the videos that have it, by path."""
    rows = connection.execute(_OF_IDENTIFIERS, (json.dumps(sorted(set(identifiers))),))
    found: defaultdict[str, list[Video]] = defaultdict(list)
    for path, size, modified, sidecars, identifier, taken in rows:
        video = Video(path_of(path), stamp_of(size, modified, sidecars), text_of(identifier), LocalTime(text_of(taken)) if taken else None)
        found[text_of(identifier)].append(video)
    return {identifier: tuple(videos) for identifier, videos in found.items()}


@as_written()
def _stills_of(connection: sqlite3.Connection, identifiers: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for identifier, path in connection.execute(_STILLS, (json.dumps(sorted(set(identifiers))),)):
        found[text_of(identifier)].append(path_of(path))
    return {identifier: tuple(paths) for identifier, paths in found.items()}


def _store(connection: sqlite3.Connection, folder_id: FolderId, videos: Collection[Video]) -> None:
    roots = folder_paths(connection)
    if folder_id in roots:
        rows = [(os.fsencode(each.path), innermost(roots, each.path) or folder_id, *_row(each)) for each in videos]
        connection.executemany("INSERT OR REPLACE INTO video VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        clear_skipped(connection, (each.path for each in videos))


def _row(video: Video) -> tuple[int | str | None, ...]:
    stamp = video.stamp
    return stamp.size, storable(stamp.modified_ns), stamp.sidecars, video.content_identifier, video.taken


_KNOWN = "SELECT 1 FROM video WHERE path = ?"
_OF_IDENTIFIERS = """SELECT path, size, modified_ns, sidecars, content_identifier, taken FROM video
                     WHERE content_identifier IN (SELECT value FROM json_each(?)) ORDER BY path"""
_STILLS = """SELECT content_identifier, path FROM photo
             WHERE content_identifier IN (SELECT value FROM json_each(?)) AND state < 2 ORDER BY path"""
