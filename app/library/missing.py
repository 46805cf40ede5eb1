"""Photos that can be found but not be reached, by folder, and what is known of why."""

import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.ids import FolderId
from app.domain.photo import Skipped
from app.library.columns import path_of
from app.library.folders import skipped_files


@dataclass(frozen=True, slots=True)
class MissingPhotos:
    """How many photos of a folder are out of reach.

    Of those, `shut_in` lie below folders that could not be listed, which are `closed`, and `unreadable` are there and cannot be read any
    more; all the others were not there, too many at once to be taken for deleted.
    """

    number: int
    shut_in: int = 0
    closed: tuple[Skipped, ...] = ()
    unreadable: int = 0


def missing_photos(connection: sqlite3.Connection) -> dict[FolderId, MissingPhotos]:
    """Of each folder; those that miss none are left out."""
    paths: defaultdict[FolderId, list[str]] = defaultdict(list)
    for folder_id, path in connection.execute("SELECT folder_id, path FROM photo WHERE state = 1"):
        paths[FolderId(folder_id)].append(path_of(path))
    skipped = skipped_files(connection, None) if paths else ()
    return {folder_id: _missing(each, skipped) for folder_id, each in paths.items()}


def _missing(paths: list[str], skipped: tuple[Skipped, ...]) -> MissingPhotos:
    files = {each.path for each in skipped}
    unreadable = [path for path in paths if path in files]
    # Only what is no file has no stamp.
    roots = tuple(os.path.join(each.path, "") for each in skipped if each.stamp is None)
    shut_in = [path for path in paths if path.startswith(roots)]
    closed = tuple(_around(skipped, shut_in))
    return MissingPhotos(len(paths), len(shut_in), closed, len(unreadable))


def _around(skipped: tuple[Skipped, ...], paths: list[str]) -> Iterator[Skipped]:
    for each in skipped:
        if each.stamp is None and any(path.startswith(os.path.join(each.path, "")) for path in paths):
            yield each
