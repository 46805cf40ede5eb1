"""Moving photos to the trash, in jobs: what that would mean, the question, the move, and taking it back; each told in a sentence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.domain.errors import AppError
from app.domain.ids import PhotoId
from app.gui.alike import texts
from app.gui.alike.trash_question import TrashQuestion
from app.gui.jobs import Job, Runner
from app.services.trash import Chosen, Picked, Trashed, TrashPhotos, TrashPlan, TrashProgress

DEPTH = 10_000
"""Moves that can be taken back; each is a few paths."""
ALREADY = "These photos are being moved to the trash already, or wait for that until the folders have been read."


@dataclass(frozen=True, slots=True)
class _Moving:
    """A move that goes on or waits, and the photos that were to go."""

    job: Job
    ids: frozenset[PhotoId]


@dataclass(frozen=True, slots=True)
class _Moved:
    """What was moved, and the number of the change of words that was the latest then."""

    trashed: Trashed
    after: int


class Trashing(QObject):
    """Plans, asks, moves and puts back, one after the other and behind whatever else writes the library."""

    told = Signal(str)
    """What was done, with the way back."""
    troubled = Signal(str)
    """What was not done, or not all of it, and why."""
    progressed = Signal(str, int, int)
    """What goes on, and for how many of how many photos that is done."""
    went = Signal(object)
    """The ids of photos that are in the trash now."""
    came_back = Signal(object)
    """The ids of photos that are back from there."""
    turned = Signal()
    """Something goes on, or has ended, or can be undone."""

    def __init__(
        self, trash: TrashPhotos, runner: Runner, lane_taken: Callable[[], bool], latest_words: Callable[[], int], window: QWidget
    ) -> None:
        """`lane_taken` says whether folders are being indexed, which moving waits for; `latest_words` is the number of the latest change
        of words that can be undone. The question stands over the window."""
        super().__init__(window)
        self._trash, self._runner, self._lane_taken, self._latest_words = trash, runner, lane_taken, latest_words
        self._window = window
        self._moving: list[_Moving] = []
        self._returning: list[Job] = []
        self._done: list[_Moved] = []

    @property
    def running(self) -> bool:
        """Whether something is being moved or put back."""
        return bool(self._going_on()) or any(not job.ended for job in self._returning)

    @property
    def undoable(self) -> bool:
        """Whether what was moved last can be put back from here."""
        return bool(self._done) and self._done[-1].trashed.undoable

    @property
    def named(self) -> str | None:
        """What Ctrl+Z would take back, in words; None where that is nothing of the trash, or words that were changed later."""
        return texts.moving_text(self._done[-1].trashed) if self._comes_first() else None

    def ask(self, picked: Sequence[Picked]) -> None:
        """See what moving these would mean, and ask whether it is wanted."""
        self._plan(partial(self._trash.plan, tuple(picked)))

    def ask_chosen(self, chosen: Chosen) -> None:
        """The same for photos that were not compared."""
        self._plan(partial(self._trash.plan_chosen, chosen))

    def cancel(self) -> None:
        """Stop after the photo that is being moved."""
        for each in self._moving:
            each.job.cancel()

    def undo_in_turn(self) -> bool:
        """Put back what was moved last, or say why not; False where that is nothing, or words were changed later."""
        if self._going_on():
            self.troubled.emit(texts.STILL_MOVING)
            return True
        if self._comes_first():
            self.undo()
            return True
        return False

    def undo(self) -> None:
        """Put back what was moved last, or say where that is done."""
        moved = self._done.pop()
        if not moved.trashed.undoable:
            self.troubled.emit(texts.trashed_text(moved.trashed))
            self.turned.emit()
            return
        done, failed = partial(self._restored, moved), partial(self._keep, moved)
        job = self._runner.run(partial(self._trash.undo, moved.trashed), done, failed, ended=self.turned.emit, lane=True)
        self._returning = [*(each for each in self._returning if not each.ended), job]
        self.progressed.emit("Putting back…", 0, 0)
        self.turned.emit()

    def _comes_first(self) -> bool:
        return bool(self._done) and self._latest_words() <= self._done[-1].after

    def _going_on(self) -> list[_Moving]:
        return [each for each in self._moving if not each.job.ended]

    def _plan(self, plan: Callable[[], TrashPlan]) -> None:
        self._runner.run(plan, self._ask, self._fail, key="trash plan")

    def _ask(self, plan: TrashPlan) -> None:
        taken = frozenset[PhotoId]().union(*(each.ids for each in self._going_on()))
        going = tuple(each for each in plan.going if each.photo.id not in taken)
        if plan.going and not going:
            self.troubled.emit(ALREADY)
            return
        plan = replace(plan, going=going)
        if not going:
            self.troubled.emit("\n".join(plan.refused) or "There is nothing to move.")
            return
        question = TrashQuestion(plan, self._window)
        question.accepted.connect(lambda: self._move(plan))
        question.finished.connect(question.deleteLater)
        question.open()

    def _move(self, plan: TrashPlan) -> None:
        job = self._runner.stream(partial(self._trash.run, plan), self._heed, self.turned.emit, self._fail)
        self._moving = [*self._going_on(), _Moving(job, frozenset(each.photo.id for each in plan.going))]
        self.told.emit("")
        self.progressed.emit(texts.WAITING if self._lane_taken() else "Moving to the trash…", 0, 0)
        self.turned.emit()

    def _heed(self, event: TrashProgress | Trashed) -> None:
        if isinstance(event, TrashProgress):
            self.progressed.emit(f"Moving to the trash… {event.done:,} of {event.all:,}", event.done, event.all)
            return
        if event.thrown:
            self._done = [*self._done, _Moved(event, self._latest_words())][-DEPTH:]
        self._tell(texts.trashed_text(event), event)
        self.went.emit(_ids(event))

    def _restored(self, moved: _Moved, restored: Trashed) -> None:
        if restored.left:
            self._done.append(replace(moved, trashed=Trashed(restored.left)))
        self._tell(texts.restored_text(restored), restored)
        self.came_back.emit(_ids(restored))

    def _tell(self, text: str, trashed: Trashed) -> None:
        (self.troubled if trashed.refused or not trashed.thrown else self.told).emit(text)

    def _keep(self, moved: _Moved, error: AppError) -> None:
        """Nothing was put back, so that can be tried again."""
        self._done.append(moved)
        self._fail(error)

    def _fail(self, error: AppError) -> None:
        self.troubled.emit(str(error))
        self.turned.emit()


def _ids(trashed: Trashed) -> frozenset[PhotoId]:
    return frozenset(each.photo_id for each in trashed.thrown)
