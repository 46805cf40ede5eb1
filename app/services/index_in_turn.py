"""Indexing that waits for its turn: two programs never bring one library in step at once."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from app.domain.ports import CancelToken
from app.library.index_lock import IndexLock
from app.services.events import IndexEvent, IndexProgress, IndexSummary, Phase
from app.services.index_folders import IndexFolders

LOOK_SECONDS = 0.1
"""How often it is looked whether the other is done."""

Work = Callable[[CancelToken], Iterator[IndexEvent]]


class IndexInTurn:
    """`IndexFolders` under the lock of the library. While another has it, events of `Phase.WAITING` come, and nothing is done."""

    def __init__(self, index: IndexFolders, lock: Path, is_added: Callable[[str], bool]) -> None:
        self._index = index
        self._lock = lock
        self._is_added = is_added

    def run(self, paths: Sequence[str], token: CancelToken, *, accept_missing: bool = False) -> Iterator[IndexEvent]:
        """As `IndexFolders.run`."""
        return self._in_turn(partial(self._index.run, paths, accept_missing=accept_missing), token)

    def rescan(self, paths: Sequence[str], token: CancelToken) -> Iterator[IndexEvent]:
        """As `run`, of those paths that are still in the library when it begins: what was forgotten meanwhile is not added again."""
        return self._in_turn(partial(self._rescan, paths), token)

    def retry(self, paths: Sequence[str], token: CancelToken) -> Iterator[IndexEvent]:
        """As `IndexFolders.retry`."""
        return self._in_turn(partial(self._index.retry, paths), token)

    def _rescan(self, paths: Sequence[str], token: CancelToken) -> Iterator[IndexEvent]:
        yield from self._index.run([path for path in paths if self._is_added(path)], token)

    def _in_turn(self, work: Work, token: CancelToken) -> Iterator[IndexEvent]:
        lock, started = IndexLock(self._lock), time.monotonic()
        while not lock.take():
            yield IndexProgress(Phase.WAITING, 0, 0, 0)
            if token.cancelled:
                yield IndexSummary(0, 0, 0, (), time.monotonic() - started, cancelled=True)
                return
            time.sleep(LOOK_SECONDS)
        try:
            yield from work(token)
        finally:
            lock.release()
