"""Moving photos to the trash, in jobs: what that would mean, the question, the move, and taking it back; each told in a sentence."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.domain.errors import AppError
from app.domain.ids import PhotoId
from app.gui.alike import texts
from app.gui.alike.trash_question import TrashQuestion
from app.gui.jobs import Job, Runner
from app.services.trash import Picked, Trashed, TrashPhotos, TrashPlan, TrashProgress


class Trashing(QObject):
    """Plans, asks, moves and puts back; nothing of that at once with another."""

    told = Signal(str)
    """What was done, or why it was not."""
    progressed = Signal(str, int, int)
    """What goes on, and for how many of how many photos that is done."""
    went = Signal(object)
    """The ids of photos that are in the trash now."""
    came_back = Signal(object)
    """The ids of photos that are back from there."""
    turned = Signal()
    """Something goes on, or has ended, or can be undone."""

    def __init__(self, trash: TrashPhotos, runner: Runner, lane_taken: Callable[[], bool], page: QWidget) -> None:
        """`lane_taken` says whether folders are being indexed, which moving waits for; the question stands over `page`."""
        super().__init__(page)
        self._trash, self._runner, self._lane_taken, self._page = trash, runner, lane_taken, page
        self._job: Job | None = None
        self._last: Trashed | None = None

    @property
    def running(self) -> bool:
        """Whether something is being moved."""
        return self._job is not None and not self._job.ended

    @property
    def undoable(self) -> bool:
        """Whether what was moved last can be put back from here."""
        return self._last is not None and self._last.undoable

    def ask(self, picked: Sequence[Picked], roots: Sequence[str]) -> None:
        """See what moving these would mean, and ask whether it is wanted; `roots` are the folders that were added."""
        plan = partial(self._trash.plan, tuple(picked))
        self._runner.run(plan, lambda plan: self._ask(plan, roots), self._fail, key="trash plan")

    def cancel(self) -> None:
        """Stop after the photo that is being moved."""
        if self._job is not None:
            self._job.cancel()

    def undo(self) -> bool:
        """Put back what was moved last, or say where that is done; False where nothing was."""
        if self._last is None:
            return self.running
        if not self._last.undoable:
            self.told.emit(texts.trashed_text(self._last))
        elif not self.running:
            self._put_back(self._last)
        return True

    def _ask(self, plan: TrashPlan, roots: Sequence[str]) -> None:
        if not plan.going:
            self.told.emit("\n".join(plan.refused) or "There is nothing to move.")
            return
        question = TrashQuestion(plan, roots, self._page)
        question.accepted.connect(lambda: self._move(plan))
        question.finished.connect(question.deleteLater)
        question.open()

    def _move(self, plan: TrashPlan) -> None:
        """Behind whatever else writes the library."""
        if self.running:
            return
        self._last = None
        self._job = self._runner.stream(partial(self._trash.run, plan), self._heed, self.turned.emit, self._fail)
        self.told.emit("")
        self.progressed.emit(texts.WAITING if self._lane_taken() else "Moving to the trash…", 0, 0)
        self.turned.emit()

    def _put_back(self, trashed: Trashed) -> None:
        self._job = self._runner.run(partial(self._trash.undo, trashed), self._restored, self._fail, ended=self.turned.emit, lane=True)
        self.progressed.emit("Putting back…", 0, 0)
        self.turned.emit()

    def _heed(self, event: TrashProgress | Trashed) -> None:
        if isinstance(event, TrashProgress):
            self.progressed.emit(f"Moving to the trash… {event.done:,} of {event.all:,}", event.done, event.all)
            return
        self._last = event if event.thrown else None
        self.told.emit(texts.trashed_text(event))
        self.went.emit(_ids(event))

    def _restored(self, restored: Trashed) -> None:
        self._last = None
        self.told.emit(texts.restored_text(restored))
        self.came_back.emit(_ids(restored))

    def _fail(self, error: AppError) -> None:
        self.told.emit(str(error))
        self.turned.emit()


def _ids(trashed: Trashed) -> frozenset[PhotoId]:
    return frozenset(each.photo_id for each in trashed.thrown)
