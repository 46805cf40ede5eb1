"""The added folders, watched: which of them should be looked at again, because something changed, vanished or came back, or it is time."""

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from app.domain.ports import CancelToken
from app.domain.words import shown
from app.photos.watching import Watch, is_remote, watches_used_up

QUIET_SECONDS, LONGEST_SECONDS = 2.0, 15.0
"""Changes that follow each other are one; but nobody waits for the end of a long copy."""
RESCAN_SECONDS = 600.0
"""How often folders are looked at that cannot be watched, or whose file system tells only of what this computer does."""

Heard = Callable[[str, bool], None]
"""A root below which something changed, and whether its watch must be made anew. Called on threads of the watches."""
Identity = tuple[int, ...]


def _open_watch(root: str, own: frozenset[str], changed: Callable[[bool], None], token: CancelToken) -> Watch:
    from app.photos.watches import watch_folder  # Loaded by the first job that watches: no start need wait for it.

    return watch_folder(root, own, changed, token)


class Gathering:
    """Changes that are waited with until it is quiet. Times in seconds of any one clock."""

    def __init__(self) -> None:
        self._first: dict[str, float] = {}
        self._last: dict[str, float] = {}

    def note(self, path: str, now: float) -> None:
        """Something changed below a path."""
        self._first.setdefault(path, now)
        self._last[path] = now

    def due(self, now: float) -> tuple[str, ...]:
        """The paths that have waited long enough; each is given once."""
        ready = tuple(path for path, last in self._last.items() if now >= min(last + QUIET_SECONDS, self._first[path] + LONGEST_SECONDS))
        for path in ready:
            del self._first[path], self._last[path]
        return ready

    def __bool__(self) -> bool:
        return bool(self._last)


@dataclass(slots=True)
class _Root:
    """What is known of one added folder or file. `due` is when it is looked at without being told; None: not by itself."""

    identity: Identity | None
    watch: Watch | None = None
    refused: bool = False
    due: float | None = None


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look at all roots gave: paths to scan, and sentences about what cannot be watched, each told once."""

    paths: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()


@dataclass(slots=True)
class WatchFolders:
    """Keeps the watches. All methods ask the file system: call them in jobs, one at a time."""

    own: frozenset[str]
    open_watch: Callable[[str, frozenset[str], Callable[[bool], None], CancelToken], Watch] = _open_watch
    clock: Callable[[], float] = time.monotonic
    _roots: dict[str, _Root] = field(default_factory=dict)
    _told: set[str] = field(default_factory=set)

    def follow(self, paths: Iterable[str], heard: Heard, token: CancelToken) -> Looked:
        """Watch exactly these folders and files. What is new among them is to be scanned, for it may have changed before it was watched."""
        wanted = set(paths)
        for path in self._roots.keys() - wanted:
            self._let_go(self._roots.pop(path))
        fresh = sorted(wanted - self._roots.keys())
        self._roots.update((path, _Root(_identity(path))) for path in fresh)
        return Looked(tuple(fresh), self._watch_all(heard, token))

    def look(self, heard: Heard, token: CancelToken) -> Looked:
        """Find what vanished, came back or was exchanged, and what cannot be watched and has not been looked at for long."""
        now, changed = self.clock(), []
        for path, root in self._roots.items():
            identity = _identity(path)
            # A folder that went and came back between two looks is the same, but nobody has watched it meanwhile.
            is_back = identity is not None and root.watch is None and not root.refused and os.path.isdir(path)
            if is_back or identity != root.identity or (root.due is not None and now >= root.due):
                changed.append(path)
            if identity != root.identity:
                self._let_go(root)
                root.identity, root.refused = identity, False
            if root.due is not None and now >= root.due:
                root.due = now + RESCAN_SECONDS
        return Looked(tuple(changed), self._watch_all(heard, token))

    def watch_anew(self, paths: Iterable[str], heard: Heard, token: CancelToken) -> Looked:
        """Folders came or went below these: watch what is there now."""
        for path in self._roots.keys() & set(paths):
            self._let_go(self._roots[path])
        return Looked((), self._watch_all(heard, token))

    def close(self) -> None:
        """Watch nothing any more."""
        for root in self._roots.values():
            self._let_go(root)
        self._roots.clear()

    @staticmethod
    def _let_go(root: _Root) -> None:
        if root.watch is not None:
            root.watch.close()
        root.watch, root.due = None, None

    def _watch_all(self, heard: Heard, token: CancelToken) -> tuple[str, ...]:
        sentences = (self._watch(path, root, heard, token) for path, root in self._roots.items() if root.watch is None)
        fresh = tuple(sentence for sentence in sentences if sentence and sentence not in self._told)
        self._told.update(fresh)
        return fresh

    def _watch(self, path: str, root: _Root, heard: Heard, token: CancelToken) -> str | None:
        """A sentence where it cannot be watched. Files are not: a look finds them changed."""
        if root.identity is None or root.refused or not os.path.isdir(path):
            return None
        try:
            root.watch = self.open_watch(path, self.own, lambda anew: heard(path, anew), token)
        except OSError as error:
            root.refused, root.due = True, self.clock() + RESCAN_SECONDS
            return _cannot(path, error)
        root.due = self.clock() + RESCAN_SECONDS if is_remote(path) else None
        return None


def _identity(path: str) -> Identity | None:
    """What makes a folder another one, or a file a changed one; None where nothing is."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    folder = (status.st_dev, status.st_ino)
    return folder if os.path.isdir(path) else (*folder, status.st_size, status.st_mtime_ns)


def _cannot(path: str, error: OSError) -> str:
    every = f"it looks again every {RESCAN_SECONDS // 60:.0f} minutes"
    if watches_used_up(error):
        which = "max_user_instances" if "instance" in str(error) else "max_user_watches"
        return f"Candid cannot watch {shown(path)}: the system has no watches left; {every}. Raise fs.inotify.{which} to be told at once."
    return f"Candid cannot watch {shown(path)} ({(error.strerror or 'unknown error').lower()}); {every}."
