"""Finds the files of a folder that may be photos, in a fixed order; links are followed, loops are not."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field

from app.domain.errors import FolderUnavailable
from app.domain.photo import FileStamp, FoundFile, Skipped
from app.domain.words import shown
from app.photos.formats import Kind, kind_of, later_reason

Identity = tuple[int, int]
"""Device and inode."""

_NEVER_PHOTOS = frozenset(
    {"@eadir", "$recycle.bin", "#recycle", "@recycle", "recycler", "trash", "system volume information", "__macosx"}
)  # fmt: skip


def walk(root: str, own: frozenset[str] = frozenset()) -> Iterator[FoundFile | Skipped]:
    """Every file below `root` that may be a photo, and what could not be looked at or is not read yet.

    A file's own folder comes before its subfolders, each sorted by the bytes of its names; what links lead to comes last and
    only if it was not found before. `root` may be a single file. `own` are folders of Candid's own, which are not entered.
    Raises `FolderUnavailable` if `root` does not exist or cannot be listed.
    """
    if os.path.isfile(root):
        yield from _offered(root, os.path.basename(root))
        return
    walked = _Walk(_known_folders(root, own))
    yield from walked.real(root, _listing_of_root(root))
    yield from walked.linked()


@dataclass(slots=True)
class _Walk:
    """What one walk has seen: folders entered, files reached by links, and links not yet followed."""

    folders: set[Identity]
    linked_files: set[Identity] = field(default_factory=set)
    links: list[tuple[str, str]] = field(default_factory=list)

    def real(self, folder: str, entries: list[os.DirEntry[str]]) -> Iterator[FoundFile | Skipped]:
        """Files of one listed folder and of all below it, links put aside."""
        waiting = [(folder, entries)]
        while waiting:
            folder, entries = waiting.pop()
            below = []
            for entry in entries:
                if entry.is_symlink():
                    self.links.append((entry.path, entry.name))
                elif entry.is_dir(follow_symlinks=False):
                    below.append(entry.path)
                elif kind_of(entry.name) is not Kind.OTHER:
                    yield from _offered(entry.path, entry.name, entry)
            for path in reversed(below):
                yield from self._enter(path, waiting)

    def _enter(self, path: str, waiting: list[tuple[str, list[os.DirEntry[str]]]]) -> Iterator[Skipped]:
        try:
            if self._is_new(path):
                waiting.append((path, _listing(path)))
        except OSError as error:
            yield Skipped(path, _unlisted(error))

    def _is_new(self, path: str) -> bool:
        identity = _identity(os.stat(path))
        is_new = identity not in self.folders
        self.folders.add(identity)
        return is_new

    def linked(self) -> Iterator[FoundFile | Skipped]:
        """What the links lead to that was not found before. Links found on the way are followed as well."""
        for path, name in self.links:
            try:
                target = os.stat(path)
            except OSError as error:
                yield from _dead_link(path, name, error)
                continue
            if stat.S_ISDIR(target.st_mode):
                yield from self._linked_folder(path)
            elif kind_of(name) is not Kind.OTHER and not self._was_found(path, _identity(target)):
                yield from _offered(path, name)

    def _linked_folder(self, path: str) -> Iterator[FoundFile | Skipped]:
        waiting: list[tuple[str, list[os.DirEntry[str]]]] = []
        yield from self._enter(path, waiting)
        for folder, entries in waiting:
            yield from self.real(folder, entries)

    def _was_found(self, path: str, identity: Identity) -> bool:
        if identity in self.linked_files:
            return True
        self.linked_files.add(identity)
        real = os.path.realpath(path)
        folder, name = os.path.split(real)
        return not is_passed_over(name) and kind_of(name) is not Kind.OTHER and _identity(os.stat(folder)) in self.folders


def _known_folders(root: str, own: frozenset[str]) -> set[Identity]:
    """Folders that are never entered: Candid's own, the root (it is listed already) and all above it, to which only a loop leads."""
    real = os.path.realpath(root)
    above = [real]
    while (parent := os.path.dirname(above[-1])) != above[-1]:
        above.append(parent)
    known = set()
    for path in (*above, *own):
        try:
            known.add(_identity(os.stat(path)))
        except OSError:
            continue
    return known


def _listing_of_root(root: str) -> list[os.DirEntry[str]]:
    try:
        return _listing(root)
    except OSError as error:
        problem = (error.strerror or "unknown error").lower()
        raise FolderUnavailable(
            f"The folder {shown(root)} cannot be listed ({problem}); check that it is connected and may be read."
        ) from error


def _listing(folder: str) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        wanted = [entry for entry in entries if not is_passed_over(entry.name)]
    return sorted(wanted, key=lambda entry: os.fsencode(entry.name))


def is_passed_over(name: str) -> bool:
    """Whether a file or folder of this name is never looked at: hidden ones, bins, and what other programs keep for themselves."""
    return name.startswith(".") or name.lower() in _NEVER_PHOTOS


def _offered(path: str, name: str, entry: os.DirEntry[str] | None = None) -> Iterator[FoundFile | Skipped]:
    try:
        status = entry.stat() if entry else os.stat(path)
    except FileNotFoundError:
        return  # Deleted since its folder was listed.
    except OSError as error:
        yield Skipped(path, f"The file cannot be looked at ({_plain(error)}); check its permissions.")
        return
    yield _judged(path, name, status)


def _judged(path: str, name: str, status: os.stat_result) -> FoundFile | Skipped:
    stamp = FileStamp(status.st_size, status.st_mtime_ns)
    if not stat.S_ISREG(status.st_mode):
        return Skipped(path, "This is not a regular file.", stamp)
    kind = kind_of(name)
    if kind is Kind.LATER:
        return Skipped(path, later_reason(name), stamp)
    return FoundFile(path, stamp) if kind in (Kind.CANDIDATE, Kind.VIDEO) else Skipped(path, "This is not a picture format.", stamp)


def _dead_link(path: str, name: str, error: OSError) -> Iterator[Skipped]:
    if kind_of(name) is not Kind.OTHER:
        yield Skipped(path, f"The link leads nowhere ({_plain(error)}); restore what it points to or delete the link.")


def _unlisted(error: OSError) -> str:
    return f"The folder cannot be listed ({_plain(error)}); allow reading it and scan again."


def _plain(error: OSError) -> str:
    return (error.strerror or "unknown error").lower()


def _identity(status: os.stat_result) -> Identity:
    return status.st_dev, status.st_ino
