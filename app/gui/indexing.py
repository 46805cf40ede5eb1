"""Indexing while the window is open: one run at a time, further folders waiting, and the strip that shows how far it is."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QSizePolicy, QWidget

from app.domain.errors import AppError, FolderUnavailable
from app.domain.ports import CancelToken
from app.gui.formatting import count
from app.gui.indexing_texts import is_news, progress_text, summary_text
from app.gui.jobs import Job, Runner
from app.gui.labels import IconButton, plain_label
from app.gui.strips import framed_row
from app.gui.theme import ThemeKeeper
from app.services.events import IndexEvent, IndexProgress, IndexSummary, Phase, PhotosStored
from app.services.index_in_turn import IndexInTurn

MANY_NEW = 20
"""From so many files on that are to be read, a run that nobody asked for is shown as well: it takes its time and can be stopped."""
SHOWN_MS = 15_000
"""How long the line stays of a run that leaves nothing to look at."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """One run that was asked for. `quiet`: by nobody, because something may have changed. `retry`: of skipped files.

    `gone`: the person has said that what is missing is gone.
    """

    paths: tuple[str, ...]
    quiet: bool = False
    retry: bool = False
    gone: bool = False

    @property
    def adds(self) -> tuple[str, ...]:
        """The folders that a person waits for."""
        return () if self.quiet or self.retry else self.paths


class Indexing(QObject):
    """Runs what was asked for, one after the other."""

    started = Signal()
    progressed = Signal(IndexProgress)
    stored = Signal(tuple)
    """Ids of photos that can be seen and found from now on."""
    finished = Signal(object)
    """An `IndexSummary`, or None where the run failed: then the runner has told why."""
    queued = Signal(int)
    """How many folders or files wait behind this run."""

    def __init__(self, index: IndexInTurn, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._index = index
        self._runner = runner
        self._job: Job | None = None
        self._now = _Asked(())
        self._waiting: list[_Asked] = []
        self._summary: IndexSummary | None = None
        self.refused = ""
        """Why nothing can be read; empty where it can."""

    @property
    def running(self) -> bool:
        """Whether a run goes on."""
        return self._job is not None

    @property
    def quiet(self) -> bool:
        """Whether nobody asked for the run that goes on, or that ended last."""
        return self._now.quiet

    @property
    def retrying(self) -> bool:
        """Whether the run that goes on, or that ended last, is one of skipped files."""
        return self._now.retry

    @property
    def paths(self) -> frozenset[str]:
        """What a person is waiting for to be read; empty between runs."""
        return frozenset(self._now.adds) if self.running else frozenset()

    @property
    def waiting(self) -> int:
        """How many paths that a person asked for wait behind this run."""
        return sum(len(each.adds) for each in self._waiting)

    def add(self, paths: Iterable[str]) -> None:
        """Index these folders or files, now or after what is being done; what is waiting or running already is not asked for twice."""
        known = self.paths.union(*(each.adds for each in self._waiting))
        self._want(_Asked(tuple(path for path in dict.fromkeys(map(os.path.abspath, paths)) if path not in known)))

    def look_again(self, paths: Iterable[str]) -> None:
        """Scan these again without a word. What is being scanned now is scanned once more: it may have changed behind the scan."""
        known = frozenset[str]().union(*(each.paths for each in self._waiting if not each.retry))
        self._want(_Asked(tuple(path for path in dict.fromkeys(paths) if path not in known), quiet=True))

    def retry(self, paths: Iterable[str]) -> None:
        """Read these skipped files again."""
        self._want(_Asked(tuple(paths), retry=True))

    def accept_missing(self, path: str) -> None:
        """Scan a folder, and take what is missing for gone."""
        self._want(_Asked((path,), gone=True))

    def cancel(self) -> None:
        """Stop the run after what it holds, and forget what waits; what was stored stays."""
        self._waiting.clear()
        self.queued.emit(0)
        if self._job is not None:
            self._job.cancel()

    def give_up(self, path: str) -> None:
        """Do not index this any more: it is to be forgotten."""
        left = (replace(asked, paths=tuple(each for each in asked.paths if each != path)) for asked in self._waiting)
        self._waiting = [asked for asked in left if asked.paths]
        self.queued.emit(self.waiting)
        if path in self._now.paths and self._job is not None:
            self._job.cancel()

    def refuse(self, *, quiet: bool = False) -> bool:
        """Whether nothing can be read; a person who asked for it is told why."""
        if self.refused and not quiet:
            self._runner.trouble.emit(self.refused)
        return bool(self.refused)

    def _want(self, asked: _Asked) -> None:
        if asked.paths and self.refused:
            self.refuse(quiet=asked.quiet)
        elif asked.paths:
            self._waiting.append(asked)
            self.queued.emit(self.waiting)
            self._next()

    def _next(self) -> None:
        if self._job is not None or not self._waiting:
            return
        self._now, self._summary = self._waiting.pop(0), None
        self._job = self._runner.stream(self._work(self._now), self._heed, self._end, self._fail)
        self.queued.emit(self.waiting)
        self.started.emit()

    def _work(self, asked: _Asked) -> Callable[[CancelToken], Iterator[IndexEvent]]:
        if asked.retry or asked.quiet:
            return partial(self._index.retry if asked.retry else self._index.rescan, asked.paths)
        return partial(self._index.run, asked.paths, accept_missing=asked.gone)

    def _heed(self, event: IndexEvent) -> None:
        if isinstance(event, PhotosStored):
            self.stored.emit(event.photo_ids)
        elif isinstance(event, IndexProgress):
            self.progressed.emit(event)
        else:
            self._summary = event

    def _fail(self, error: AppError) -> None:
        if isinstance(error, FolderUnavailable) and len(self._now.paths) > 1:
            # One that is not there must not cost the others.
            self._waiting[:0] = [replace(self._now, paths=(path,)) for path in sorted(self._now.paths)]
        else:
            self._runner.trouble.emit(str(error))

    def _end(self) -> None:
        self._job = None
        self.finished.emit(self._summary)
        self._next()


class IndexingStrip(QWidget):
    """Shows an `Indexing`: counts, time left and Cancel while it runs, what came of it afterwards."""

    skipped_asked = Signal()
    """The files that were skipped should be shown."""

    def __init__(self, indexing: Indexing, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._indexing = indexing
        self._summary: IndexSummary | None = None
        self._queued = 0
        self._shows_run = False
        self.setObjectName("indexingStrip")
        self._text, self._then, self._bar = plain_label(), plain_label(kind="muted"), QProgressBar()
        self._cancel, self._skipped = QPushButton("Cancel"), QPushButton()
        self._close = IconButton(themes, "close", "Close this line", self.hide)
        self._gone = QTimer(self, interval=SHOWN_MS, singleShot=True)
        self._gone.timeout.connect(self.hide)
        self._prepare()
        self._arrange()
        indexing.started.connect(self._begin)
        indexing.progressed.connect(self._progress)
        indexing.finished.connect(self._end)
        indexing.queued.connect(self._show_queue)
        self.hide()

    @property
    def text(self) -> str:
        """The line as it stands."""
        return self._text.text()

    def _prepare(self) -> None:
        self._text.setObjectName("indexingText")
        self._then.setObjectName("indexingThen")
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._bar.setObjectName("indexingBar")
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(240)
        self._bar.setAccessibleName("Photos read")
        self._cancel.setObjectName("cancelButton")
        self._cancel.clicked.connect(self._stop)
        self._skipped.setObjectName("skippedButton")
        self._skipped.clicked.connect(lambda: self.skipped_asked.emit())
        self._close.setObjectName("dismissButton")

    def _arrange(self) -> None:
        row = framed_row(self)
        row.setSpacing(12)
        row.addWidget(self._text, 1)
        for part in (self._then, self._skipped, self._bar, self._cancel, self._close):
            row.addWidget(part)

    def _begin(self) -> None:
        if not self._indexing.quiet:
            self._show_run()

    def _show_run(self) -> None:
        self._shows_run, self._summary = True, None
        self._gone.stop()
        self._text.setText("Looking for photos…")
        self._bar.setRange(0, 0)
        self._cancel.setEnabled(True)
        self._show_parts(running=True)
        self.show()

    def _show_parts(self, *, running: bool) -> None:
        self._bar.setVisible(running)
        self._cancel.setVisible(running)
        self._then.setVisible(running and self._queued > 0)
        self._close.setVisible(not running)
        skipped = len(self._summary.skipped) if self._summary else 0
        self._skipped.setText(f"{skipped:,} skipped in this run: show")
        self._skipped.setVisible(not running and skipped > 0)

    def _progress(self, progress: IndexProgress) -> None:
        if not self._shows_run and progress.phase is Phase.READING and progress.found - progress.done >= MANY_NEW:
            self._show_run()
        if not self._shows_run or not self._cancel.isEnabled():
            return
        self._text.setText(progress_text(progress))
        if progress.phase in (Phase.WAITING, Phase.SCANNING) or not progress.found:
            self._bar.setRange(0, 0)
        else:
            self._bar.setRange(0, progress.found)
            self._bar.setValue(progress.done)

    def _show_queue(self, waiting: int) -> None:
        self._queued = waiting
        self._then.setText(f"then: {count(waiting, 'more folder')}")
        self._then.setVisible(self._indexing.running and waiting > 0)

    def _stop(self) -> None:
        self._cancel.setEnabled(False)
        self._text.setText("Stopping; what was read stays…")
        self._indexing.cancel()

    def _end(self, summary: IndexSummary | None) -> None:
        if not self._shows_run and not (summary and is_news(summary)):
            return
        self._shows_run, self._summary = False, summary
        self._text.setText(summary_text(summary) if summary else "")
        self._show_parts(running=False)
        self.setVisible(summary is not None)
        if summary and (self._indexing.quiet or not (summary.skipped or summary.unavailable or summary.meaning_missing)):
            self._gone.start()
