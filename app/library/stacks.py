"""Which photo stands for which, as it is stored: settled folder by folder for what was added, changed, moved or went away."""

import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from app.domain.ids import LocalTime, PhotoId
from app.domain.moments import Moment, read_moment
from app.domain.photo import Photo
from app.domain.ports import Ids
from app.domain.stacks import Member, likely_versions, stacks
from app.domain.words import camera_name
from app.library.catalogue import Catalogue
from app.library.columns import as_list, path_of, select_pairs
from app.library.failures import as_written
from app.library.photos import photos_by_id


class Stacks:
    """Keeps the stacks of a catalogue. Every method may be called from any thread and raises `LibraryUnavailable`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._kept: tuple[int, tuple[Ids, Ids]] | None = None

    def settle(self, *, lost: bool = True) -> None:
        """Find the versions of all photos that were added or changed; with `lost`, photos may have gone or moved away from others.

        Costs next to nothing where there is nothing to do.
        """
        with self._catalogue.one_view() as connection:
            settled = not _unsettled(connection) and not (lost and _broken(connection))
        if not settled:
            with self._catalogue.changing() as connection:
                _settle(connection)

    def covers(self) -> tuple[Ids, Ids]:
        """Every photo of a stack and the photo that stands for it, int64 (n,) each, by photo."""
        with self._catalogue.one_view() as connection:
            generation = self._catalogue.generations[0]
            if self._kept is None or self._kept[0] != generation:
                self._kept = generation, _covers(connection)
            return self._kept[1]

    def members(self, covers: Iterable[PhotoId]) -> Mapping[PhotoId, tuple[Photo, ...]]:
        """All photos of each stack, by the photo that stands for them, which is the first, then by path."""
        with self._catalogue.one_view() as connection:
            return _members(connection, covers)


def _settle(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE photo SET stack = 0 WHERE stack > 0 AND state = 2")
    connection.execute("UPDATE photo SET stack = 0 WHERE stack IN (SELECT value FROM json_each(?))", (as_list(_broken(connection)),))
    for folder in sorted({os.path.dirname(path) for path in _unsettled(connection)}):
        _settle_folder(connection, folder)


def _settle_folder(connection: sqlite3.Connection, folder: str) -> None:
    """Settle the photos of a folder that are not, with the others of the same shots, which may be versions of them."""
    inside = _inside(connection, folder)
    groups = [paths for paths in likely_versions(inside) if any(inside[path][1] == 0 for path in paths)]
    found = stacks(_described(connection, [inside[path][0] for paths in groups for path in paths]))
    met = {path for paths in groups for path in paths} | {path for path, (_, stack) in inside.items() if stack == 0}
    changed = [(found.get(inside[path][0]), inside[path][0]) for path in met if found.get(inside[path][0]) != inside[path][1]]
    connection.executemany("UPDATE photo SET stack = ? WHERE id = ?", changed)


@as_written()
def _inside(connection: sqlite3.Connection, folder: str) -> dict[str, tuple[PhotoId, int | None]]:
    """The photos right inside a folder that can be found: id and what is stored of their stack, by path."""
    start = os.fsencode(os.path.join(folder, ""))
    rows = connection.execute(_INSIDE, (start, start[:-1] + bytes([start[-1] + 1]), len(start) + 1, os.fsencode(os.sep)))
    return {path_of(path): (PhotoId(photo_id), stack) for path, photo_id, stack in rows}


@as_written()
def _described(connection: sqlite3.Connection, photo_ids: Sequence[PhotoId]) -> Iterator[Member]:
    for photo_id, path, taken, offset, make, model in connection.execute(_DESCRIBED, (as_list(photo_ids),)):
        yield Member(PhotoId(photo_id), path_of(path), _moment(taken, offset), camera_name(make, model) or None)


def _moment(taken: str | None, offset: str | None) -> Moment | None:
    return read_moment(LocalTime(taken), offset) if taken else None


@as_written()
def _unsettled(connection: sqlite3.Connection) -> list[str]:
    return [path_of(path) for (path,) in connection.execute("SELECT path FROM photo WHERE stack = 0 AND state < 2")]


def _broken(connection: sqlite3.Connection) -> list[PhotoId]:
    """Stacks that lost the photo which stands for them, or all others."""
    return [PhotoId(cover) for (cover,) in connection.execute(_BROKEN)]


def _covers(connection: sqlite3.Connection) -> tuple[Ids, Ids]:
    members, covers = select_pairs(connection, _COVERS)
    order = np.argsort(members)
    return members[order], covers[order]


def _members(connection: sqlite3.Connection, covers: Iterable[PhotoId]) -> Mapping[PhotoId, tuple[Photo, ...]]:
    rows = connection.execute(_MEMBERS, (as_list(covers),)).fetchall()
    known = photos_by_id(connection, (PhotoId(photo_id) for photo_id, _ in rows))
    found: defaultdict[PhotoId, list[Photo]] = defaultdict(list)
    for photo in known.values():
        if photo.stack is not None:
            found[photo.stack].append(photo)
    return {cover: tuple(sorted(photos, key=lambda each: (each.id != cover, each.path))) for cover, photos in found.items()}


_INSIDE = """SELECT path, id, stack FROM photo WHERE path >= ? AND path < ? AND state < 2 AND instr(substr(path, ?), ?) = 0"""
_DESCRIBED = """SELECT photo.id, path, taken, json_extract(facts, '$.offset[0]'), json_extract(facts, '$.make[0]'),
                       json_extract(facts, '$.model[0]')
                FROM photo JOIN photo_facts ON photo_id = photo.id WHERE photo.id IN (SELECT value FROM json_each(?))"""
_BROKEN = """SELECT stack FROM photo WHERE stack > 0 GROUP BY stack
             HAVING sum(state < 2) < 2 OR max(id = stack AND state < 2) = 0 OR max(state) = 2"""
_COVERS = "SELECT group_concat(id), group_concat(stack) FROM (SELECT id, stack FROM photo WHERE stack > 0 AND state < 2)"
_MEMBERS = "SELECT id, stack FROM photo WHERE stack IN (SELECT value FROM json_each(?)) AND stack > 0 AND state < 2"
