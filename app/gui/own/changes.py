"""Carries changes of own words to the library, one after the other and in the order in which they were asked for."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Literal, Protocol

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal

from app.domain.errors import AppError
from app.domain.ids import PhotoId
from app.domain.own_words import Change
from app.gui.jobs import Runner
from app.services.own_words import Changed

Work = Callable[[], Changed | None]
Back = Literal["undo", "redo"]
"""The way back from what was just done."""
NOTHING_TO_UNDO, NOTHING_TO_REDO = "There is nothing to undo.", "There is nothing to do again."


class Describes(Protocol):
    """What changes own words; called in jobs, one at a time. `DescribePhotos` is one."""

    def change(self, photo_ids: Iterable[PhotoId], change: Change, *, as_one: bool = False) -> Changed:
        """Do one thing to all of these photos, or to none; `as_one`: to their versions as well."""

    @property
    def undoable(self) -> str | None:
        """What would be undone."""

    @property
    def redoable(self) -> str | None:
        """What would be done again."""

    def undo(self) -> Changed | None:
        """Take back the last change."""

    def redo(self) -> Changed | None:
        """Do again what was undone last."""

    def known_tags(self) -> Sequence[str]:
        """The library's tags."""

    def known_people(self) -> Sequence[str]:
        """The library's people."""


class Changes(QObject):
    """A queue of its own: the lane of everything else that writes may be busy for hours with reading a folder."""

    done = Signal(str, object)
    """What was done, in a sentence, and which `Back` there is."""
    settled = Signal(object)
    """Nothing is waiting any more: the library now says what it says of these photos, whether the changes came about or not."""
    trouble = Signal(str)

    def __init__(self, describes: Describes, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._describes = describes
        self._runner = runner
        self._waiting: deque[tuple[Work, str, Back]] = deque()
        self._running = False
        self._touched: set[PhotoId] = set()

    @property
    def undoable(self) -> str | None:
        """What would be undone, in words."""
        return self._describes.undoable

    @property
    def busy(self) -> bool:
        """Whether a change is under way."""
        return self._running

    def change(self, photo_ids: Iterable[PhotoId], change: Change, *, as_one: bool = False) -> None:
        """Change the words of photos; `as_one`: of their versions as well."""
        ids = tuple(photo_ids)
        self._touched.update(ids)
        self._put(partial(self._describes.change, ids, change, as_one=as_one), "")

    def undo(self) -> None:
        """Take back the last change."""
        self._put(self._describes.undo, NOTHING_TO_UNDO, back="redo")

    def redo(self) -> None:
        """Do again what was undone last."""
        self._put(self._describes.redo, NOTHING_TO_REDO)

    def finish(self, milliseconds: int = 30_000) -> None:
        """Wait until everything has been carried out, with the event loop running: what a person said is not lost by closing."""
        loop, timer = QEventLoop(), QTimer(singleShot=True)
        timer.timeout.connect(loop.quit)
        self.settled.connect(loop.quit)
        timer.start(milliseconds)
        while self._running and timer.isActive():
            loop.exec()
        self.settled.disconnect(loop.quit)

    def _put(self, work: Work, nothing: str, back: Back = "undo") -> None:
        self._waiting.append((work, nothing, back))
        if not self._running:
            self._go_on()

    def _go_on(self) -> None:
        self._running = bool(self._waiting)
        if self._running:
            work, nothing, back = self._waiting.popleft()
            self._runner.run(work, partial(self._tell, nothing, back), self._fail, ended=self._go_on)
            return
        touched, self._touched = frozenset(self._touched), set()
        self.settled.emit(touched)

    def _tell(self, nothing: str, back: Back, changed: Changed | None) -> None:
        if changed is None:
            self.done.emit(nothing, None)
            return
        self._touched.update(changed.photo_ids)
        there = self._describes.undoable if back == "undo" else self._describes.redoable
        self.done.emit(changed.sentence, back if changed.photo_ids and there is not None else None)

    def _fail(self, error: AppError) -> None:
        self.trouble.emit(str(error))
