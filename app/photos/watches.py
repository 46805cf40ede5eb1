"""Tells that something changed below a folder, not what: a scan finds that out. inotify on Linux, elsewhere what the system has."""

import os
import sys
import threading
from collections.abc import Callable, Iterator

from watchdog.events import DirModifiedEvent, FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from app.domain.ports import CancelToken
from app.photos.formats import Kind, extension_of, kind_of
from app.photos.walk import is_passed_over
from app.photos.watching import Watch, watches_used_up

if sys.platform == "linux":
    from watchdog.observers.inotify_c import Inotify, InotifyConstants, InotifyEvent

Changed = Callable[[bool], None]
"""Called on a thread of its own; true where the watch has to be made anew, because folders came or went or it has broken."""

MANY_EVENTS = 4_000
"""So many at once may be more than the system kept: some may be of new folders that nobody told of."""
_BESIDE = frozenset({"xmp", "json"})


def watch_folder(root: str, own: frozenset[str], changed: Changed, token: CancelToken) -> Watch:
    """Watch a folder and all below it, save for what a scan passes over and Candid's `own` folders; links are not followed.

    Takes its time where there are many folders. Raises OSError: `watches_used_up` tells whether the system has no more to give.
    """
    return _LinuxWatch(root, own, changed, token) if sys.platform == "linux" else NativeWatch(root, changed)


def is_told(root: str, path: str, *, folder: bool) -> bool:
    """Whether what happens to a path below `root` may be of interest to a scan: no hidden and no temporary file is."""
    parts = os.path.relpath(path, root).split(os.sep)
    if parts == ["."]:
        return True
    return not any(map(is_passed_over, parts)) and (folder or kind_of(parts[-1]) is not Kind.OTHER or extension_of(parts[-1]) in _BESIDE)


def _folders(root: str, own: frozenset[str]) -> Iterator[str]:
    """All folders below `root` that a scan enters without following links; those that cannot be listed have nothing below them."""
    own_nodes = {os.stat(path).st_ino for path in own if os.path.exists(path)}
    waiting = [root]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                below = [
                    entry.path
                    for entry in entries
                    if not is_passed_over(entry.name) and entry.is_dir(follow_symlinks=False) and entry.inode() not in own_nodes
                ]
        except OSError:
            continue
        yield from below
        waiting += below


if sys.platform == "linux":
    _TOLD = (
        InotifyConstants.IN_CLOSE_WRITE
        | InotifyConstants.IN_ATTRIB
        | InotifyConstants.IN_CREATE
        | InotifyConstants.IN_DELETE
        | InotifyConstants.IN_MOVE
        | InotifyConstants.IN_DELETE_SELF
        | InotifyConstants.IN_MOVE_SELF
        | InotifyConstants.IN_ONLYDIR
    )

    class _Inotify(Inotify):
        """Gives back all that it took, also where it fails and where it is closed before anything was read."""

        def __init__(self, path: str) -> None:
            try:
                super().__init__(os.fsencode(path), event_mask=_TOLD)
            except OSError:
                if hasattr(self, "_kill_w"):
                    self._close_resources()
                raise
            self._is_reading = False

    class _LinuxWatch:
        """watchdog's `Inotify` without its observer, which loses new folders, ends without a word and keeps watches it cannot use."""

        def __init__(self, root: str, own: frozenset[str], changed: Changed, token: CancelToken) -> None:
            self._root, self._changed = root, changed
            self._closed = threading.Event()
            self._inotify = _Inotify(root)
            try:
                self._watch_below(own, token)
            except BaseException:
                self._inotify.close()
                raise
            self._thread = threading.Thread(target=self._read, name="watching", daemon=True)
            self._thread.start()

        def close(self) -> None:
            """Give the watches back."""
            self._closed.set()
            self._inotify.close()
            self._thread.join()

        def _watch_below(self, own: frozenset[str], token: CancelToken) -> None:
            for path in _folders(self._root, own):
                token.check()
                try:
                    self._inotify.add_watch(os.fsencode(path))
                except OSError as error:
                    if watches_used_up(error):
                        raise

        def _read(self) -> None:
            while not self._closed.is_set():
                try:
                    events = self._inotify.read_events()
                except (OSError, LookupError):
                    # Its books and the kernel's have come apart, or the system took it away.
                    if not self._closed.is_set():
                        self._changed(True)
                    return
                self._tell(events)

        def _tell(self, events: list[InotifyEvent]) -> None:
            told = [each for each in events if is_told(self._root, os.fsdecode(each.src_path), folder=each.is_directory)]
            if told and not self._closed.is_set():
                self._changed(len(events) > MANY_EVENTS or any(each.is_directory or each.is_ignored for each in told))


class NativeWatch(FileSystemEventHandler):
    """watchdog's observer, which on other systems asks the system for the whole tree at once."""

    def __init__(self, root: str, changed: Changed) -> None:
        self._root, self._changed = root, changed
        self._observer = Observer()
        self._observer.schedule(self, root, recursive=True)
        self._observer.start()

    def close(self) -> None:
        """Stop the observer."""
        self._observer.stop()
        self._observer.join()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Called on the observer's thread."""
        paths = [os.fsdecode(path) for path in (event.src_path, event.dest_path) if path]
        quiet = event.event_type in ("opened", "closed_no_write") or isinstance(event, DirModifiedEvent)
        if not quiet and any(is_told(self._root, path, folder=event.is_directory) for path in paths):
            self._changed(False)
