"""Finds the files of a folder that may be photos or videos, in a fixed order; links are followed, loops are not.

What is known already is compared while it is listed and told by name alone: 100,000 unchanged files cost little more than to list them.
"""

import errno
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from app.domain.errors import FolderUnavailable
from app.domain.file_marks import mark_of
from app.domain.photo import FileStamp, FoundFile, Skipped
from app.domain.words import shown
from app.photos.beside import NOTHING, Beside, all_beside, beside_file
from app.photos.formats import Kind, kind_of, later_reason

Identity = tuple[int, int]
"""Device and inode."""
Marks = AbstractSet[int]
"""Marks of the files of one folder (`mark_of`)."""
Known = Mapping[str, Marks]
"""Such marks by folder."""
Outcome = FoundFile | Skipped

_NEVER_PHOTOS = frozenset(
    {"@eadir", "$recycle.bin", "#recycle", "@recycle", "recycler", "trash", "system volume information", "__macosx"}
)  # fmt: skip
_KERNEL = ("/proc", "/sys", "/dev")
"""What the kernel shows as files is nobody's photos, and some of it has no end."""
_NOTHING: Known = {}
_NO_MARKS: Marks = frozenset()


@dataclass(frozen=True, slots=True)
class Listed:
    """A folder that was listed: `same` are the names of files that are as they are known; of the others each follows by itself.

    `bare` where there is nothing in it that is looked at, as in the mount point of a disk that is not there.
    """

    path: str
    same: Sequence[str]
    bare: bool


def walk(root: str, own: frozenset[str] = frozenset()) -> Iterator[Outcome]:
    """Every file below `root` that may be a photo or a video, and what could not be looked at or is not read yet.

    A folder's own files come before its subfolders, each sorted by the bytes of its names; what links lead to comes last and
    only if it was not found before. `root` may be a single file. `own` are folders of Candid's own, which are not entered.
    Raises `FolderUnavailable` if `root` does not exist or cannot be listed.
    """
    return (each for each in compare(root, _NOTHING, own) if not isinstance(each, Listed))


def compare(root: str, known: Known, own: frozenset[str] = frozenset()) -> Iterator[Listed | Outcome]:
    """As `walk`, without the files that are as `known`, and with each folder before its files. Raises `FolderUnavailable`."""
    if os.path.isfile(root):
        yield from _offered(root, os.path.basename(root), beside_file(root))
        return
    walked = _Walk(known, _never_entered(root, own))
    try:
        first = _Folder(root, known.get(root, _NO_MARKS))
    except OSError as error:
        raise FolderUnavailable(
            f"The folder {shown(root)} cannot be listed ({_plain(error)}); check that it is connected and may be read."
        ) from error
    yield from walked.told(first)
    yield from walked.linked()


def is_passed_over(name: str) -> bool:
    """Whether a file or folder of this name is never looked at: hidden ones, bins, and what other programs keep for themselves."""
    return name.startswith(".") or name.lower() in _NEVER_PHOTOS


@dataclass(frozen=True, slots=True)
class _Link:
    """A link that is followed last, with what tells of it beside it."""

    path: str
    name: str
    beside: Beside


class _Folder:
    """One folder as it is now: what is in it, and what of that is as known. Raises OSError."""

    def __init__(self, path: str, known: Marks) -> None:
        self.path = path
        self.same, entries = _compared(path, known)
        others = [entry for entry in entries if not is_passed_over(entry.name)]
        self.bare = not self.same and not others
        self.links: list[_Link] = []
        self.folders: list[str] = []
        self.files: list[Outcome] = []
        beside = all_beside(self.same, others)
        if beside:
            self._look_again(beside)
        for entry in others:
            self._sort_in(entry, beside.get(entry.name, NOTHING), known)
        self.files.sort(key=lambda each: os.fsencode(each.path))
        self.links.sort(key=lambda each: os.fsencode(each.path))
        self.folders.sort(key=os.fsencode)

    def _look_again(self, beside: Mapping[str, Beside]) -> None:
        """At files that are as known but had nothing beside them."""
        for name in [name for name in self.same if name in beside]:
            self.files += _offered(os.path.join(self.path, name), name, beside[name])
        self.same = [name for name in self.same if name not in beside]

    def _sort_in(self, entry: os.DirEntry[str], beside: Beside, known: Marks) -> None:
        if entry.is_symlink():
            self.links.append(_Link(entry.path, entry.name, beside))
        elif entry.is_dir(follow_symlinks=False):
            self.folders.append(entry.path)
        elif beside is not NOTHING and _is_as_known(entry, beside, known):
            self.same.append(entry.name)
        elif kind_of(entry.name) is not Kind.OTHER:
            self.files += _offered(entry.path, entry.name, beside)


def _compared(folder: str, known: Marks) -> tuple[list[str], list[os.DirEntry[str]]]:
    """The names of regular files that are as known with nothing beside them, and all other entries. Every microsecond counts here."""
    same: list[str] = []
    others: list[os.DirEntry[str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if known and entry.is_file(follow_symlinks=False):
                try:
                    status = entry.stat(follow_symlinks=False)
                    if mark_of(entry.name, status.st_size, status.st_mtime_ns) in known:
                        same.append(entry.name)
                        continue
                except OSError:
                    pass  # It is looked at once more, and told of.
            others.append(entry)
    return same, others


def _is_as_known(entry: os.DirEntry[str], beside: Beside, known: Marks) -> bool:
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return False
    return mark_of(entry.name, status.st_size, status.st_mtime_ns, beside.digest) in known


@dataclass(slots=True)
class _Walk:
    """What one walk has seen: folders entered, files reached by links, and links not yet followed."""

    known: Known
    entered: set[Identity]
    linked_files: set[Identity] = field(default_factory=set)
    links: list[_Link] = field(default_factory=list)

    def told(self, folder: _Folder) -> Iterator[Listed | Outcome]:
        """One folder and all below it, links put aside."""
        yield from self._files(folder)
        yield from self._below(folder.folders[::-1])

    def _below(self, waiting: list[str]) -> Iterator[Listed | Outcome]:
        while waiting:
            path = waiting.pop()
            try:
                folder = self._enter(path)
            except OSError as error:
                yield Skipped(path, _unlisted(error))
                continue
            if folder:
                yield from self._files(folder)
                waiting += folder.folders[::-1]

    def linked(self) -> Iterator[Listed | Outcome]:
        """What the links lead to that was not found before. Links found on the way are followed as well."""
        for link in self.links:
            try:
                target = os.stat(link.path)
            except OSError as error:
                yield from _dead_link(link, error)
                continue
            if stat.S_ISDIR(target.st_mode):
                yield from self._below([link.path])
            elif kind_of(link.name) is not Kind.OTHER and not self._was_found(link.path, _identity(target)):
                yield from _offered(link.path, link.name, link.beside)

    def _files(self, folder: _Folder) -> Iterator[Listed | Outcome]:
        self.links += folder.links
        yield Listed(folder.path, folder.same, folder.bare)
        yield from folder.files

    def _enter(self, path: str) -> _Folder | None:
        """The folder, unless it was entered before."""
        identity = _identity(os.stat(path))
        if identity in self.entered:
            return None
        folder = _Folder(path, self.known.get(path, _NO_MARKS))
        self.entered.add(identity)
        return folder

    def _was_found(self, path: str, identity: Identity) -> bool:
        if identity in self.linked_files:
            return True
        self.linked_files.add(identity)
        real = os.path.realpath(path)
        folder, name = os.path.split(real)
        return not is_passed_over(name) and kind_of(name) is not Kind.OTHER and _identity(os.stat(folder)) in self.entered


def _never_entered(root: str, own: frozenset[str]) -> set[Identity]:
    """Candid's own folders, the kernel's, the root (it is listed already) and all above it, to which only a loop leads."""
    real = os.path.realpath(root)
    above = [real]
    while (parent := os.path.dirname(above[-1])) != above[-1]:
        above.append(parent)
    known = set()
    for path in (*above, *own, *_KERNEL):
        try:
            known.add(_identity(os.stat(path)))
        except OSError:
            continue
    return known


def _offered(path: str, name: str, beside: Beside) -> Iterator[Outcome]:
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return  # Deleted since its folder was listed.
    except OSError as error:
        yield Skipped(path, f"The file cannot be looked at ({_plain(error)}); {_advice(error, 'check its permissions')}.")
        return
    yield _judged(path, name, FileStamp(status.st_size, status.st_mtime_ns, beside.digest), status.st_mode, beside.paths)


def _judged(path: str, name: str, stamp: FileStamp, mode: int, sidecars: tuple[str, ...]) -> Outcome:
    if not stat.S_ISREG(mode):
        return Skipped(path, "This is not a regular file.", stamp)
    kind = kind_of(name)
    if kind is Kind.LATER:
        return Skipped(path, later_reason(name), stamp)
    return Skipped(path, "This is not a picture format.", stamp) if kind is Kind.OTHER else FoundFile(path, stamp, sidecars)


def _dead_link(link: _Link, error: OSError) -> Iterator[Skipped]:
    if kind_of(link.name) is not Kind.OTHER:
        yield Skipped(link.path, f"The link leads nowhere ({_plain(error)}); restore what it points to or delete the link.")


def _unlisted(error: OSError) -> str:
    return f"The folder cannot be listed ({_plain(error)}); {_advice(error, 'allow reading it and scan again')}."


def _advice(error: OSError, otherwise: str) -> str:
    return "move it to a folder nearer to the top" if error.errno == errno.ENAMETOOLONG else otherwise


def _plain(error: OSError) -> str:
    return (error.strerror or "unknown error").lower()


def _identity(status: os.stat_result) -> Identity:
    return status.st_dev, status.st_ino
