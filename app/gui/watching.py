"""Follows the added folders while the window is open: what changes below them is scanned, quietly and soon."""

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.domain.ports import CancelToken
from app.gui.folder_actions import Shelf
from app.gui.indexing import Indexing
from app.gui.jobs import Runner
from app.services.cancel import CancelSwitch
from app.services.watch_folders import Gathering, Heard, Looked, WatchFolders

LOOK_MS = 5_000
"""How often it is looked whether folders vanished or came back, and whether files that were added by themselves changed."""
TICK_MS = 250
"""How often changes are asked whether they have waited long enough."""

Ask = Callable[[Heard, CancelToken], Looked]


class FolderWatching(QObject):
    """Joins the watches, which tell on threads of their own, and the indexing. Nothing happens before `begin`."""

    told = Signal(str)
    """A folder that cannot be watched, and what is done instead."""
    _heard = Signal(object, bool)

    def __init__(self, watch: WatchFolders, indexing: Indexing, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watch = watch
        self._indexing = indexing
        self._runner = runner
        self._switch = CancelSwitch()
        self._gathering = Gathering()
        self._stale: set[str] = set()
        self._paths: frozenset[str] | None = None
        self._asked: list[Ask] = []
        self._busy = False
        self._on = False
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._scan_what_is_due)
        self._looking = QTimer(self, interval=LOOK_MS)
        self._looking.timeout.connect(lambda: self._ask(self._watch.look))
        self._heard.connect(self._gather, Qt.ConnectionType.QueuedConnection)

    @property
    def active(self) -> bool:
        """Whether it has begun and was not stopped."""
        return self._on

    def begin(self) -> None:
        """Watch from now on, and scan once what is known."""
        self._on = True
        self._looking.start()
        if self._paths is not None:
            self._ask(partial(self._watch.follow, self._paths))

    def follow(self, shelf: Shelf) -> None:
        """These are the folders of the library now."""
        paths = frozenset(each.folder.path for each in shelf.folders)
        if paths != self._paths:
            self._paths = paths
            if self._on:
                self._ask(partial(self._watch.follow, paths))

    def stop(self) -> None:
        """Begin nothing any more, and let what is being done end soon."""
        self._on = False
        self._tick.stop()
        self._looking.stop()
        self._asked.clear()
        self._switch.cancel()

    def close(self) -> None:
        """Give the watches back. Call it when no job is left."""
        self.stop()
        self._watch.close()

    def _ask(self, ask: Ask) -> None:
        """One after the other: what holds the watches knows of no threads."""
        self._asked.append(ask)
        self._go_on()

    def _go_on(self) -> None:
        if self._asked and not self._busy:
            self._busy = True
            work = partial(self._asked.pop(0), self._heard.emit, self._switch)
            self._runner.run(work, self._take, ended=self._ended)

    def _ended(self) -> None:
        self._busy = False
        self._go_on()

    def _take(self, looked: Looked) -> None:
        if self._on:
            self._indexing.look_again(looked.paths)
            for sentence in looked.sentences:
                self.told.emit(sentence)

    def _gather(self, path: str, anew: bool) -> None:
        if self._on:
            self._gathering.note(path, time.monotonic())
            self._stale.update([path] if anew else [])
            self._tick.start()

    def _scan_what_is_due(self) -> None:
        due = self._gathering.due(time.monotonic())
        stale = self._stale.intersection(due)
        self._stale -= stale
        if stale:
            self._ask(partial(self._watch_and_scan, frozenset(stale)))
        self._indexing.look_again(path for path in due if path not in stale)
        if not self._gathering:
            self._tick.stop()

    def _watch_and_scan(self, paths: frozenset[str], heard: Heard, token: CancelToken) -> Looked:
        """New folders are watched before they are scanned, so that nothing falls between."""
        return Looked(tuple(paths), self._watch.watch_anew(paths, heard, token).sentences)
