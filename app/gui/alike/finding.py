"""Finding what is alike, and moving photos to the trash, in jobs: one at a time, to be stopped, with what came of it told."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.domain.best import Alike
from app.domain.errors import AppError
from app.domain.ids import PhotoId
from app.gui.jobs import Job, Runner
from app.services.groups import FindGroups, FoundGroups, Looking, Members
from app.services.trash import Picked, Trashed, TrashPhotos, TrashPlan, TrashProgress

Groups = Mapping[Alike, tuple[Members, ...]]


def groups_left(groups: Groups, gone: Collection[PhotoId]) -> Groups:
    """Those that are groups still when these photos have gone to the trash."""
    return {kind: tuple(each for each in found if len(set(each).difference(gone)) > 1) for kind, found in groups.items()}


class Finding(QObject):
    """One search through the library at a time."""

    began = Signal()
    looking = Signal(object)
    """`Looking`."""
    found = Signal(object)
    """`FoundGroups`."""
    failed = Signal(str)
    ended = Signal()
    """Last, however it went."""

    def __init__(self, alike: FindGroups, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._alike = alike
        self._runner = runner
        self._job: Job | None = None

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return self._job is not None

    def start(self) -> None:
        """Look through the library; nothing while that goes on already."""
        if self._job is None:
            self._job = self._runner.stream(self._alike.run, self._heed, self._end, self._fail, lane=False)
            self.began.emit()

    def cancel(self) -> None:
        """Stop; what was found before stays."""
        if self._job is not None:
            self._job.cancel()

    def _heed(self, event: Looking | FoundGroups) -> None:
        if isinstance(event, Looking):
            self.looking.emit(event)
        else:
            self.found.emit(event)

    def _fail(self, error: AppError) -> None:
        self.failed.emit(str(error))

    def _end(self) -> None:
        self._job = None
        self.ended.emit()


class Trashing(QObject):
    """Plans, moves and puts back; nothing of that at once with another."""

    planned = Signal(object)
    """A `TrashPlan`, to be asked about."""
    progressed = Signal(object)
    trashed = Signal(object)
    """`Trashed`."""
    restored = Signal(object)
    failed = Signal(str)

    def __init__(self, trash: TrashPhotos, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._trash = trash
        self._runner = runner
        self._job: Job | None = None

    @property
    def running(self) -> bool:
        """Whether something is being moved."""
        return self._job is not None and not self._job.ended

    def plan(self, picked: Sequence[Picked]) -> None:
        """See what moving these would mean."""
        self._runner.run(partial(self._trash.plan, tuple(picked)), self.planned.emit, self._fail, key="trash plan")

    def move(self, plan: TrashPlan) -> None:
        """Move them, behind whatever else writes the library."""
        if not self.running:
            self._job = self._runner.stream(partial(self._trash.run, plan), self._heed, lambda: None, self._fail)

    def cancel(self) -> None:
        """Stop after the photo that is being moved."""
        if self._job is not None:
            self._job.cancel()

    def undo(self, trashed: Trashed) -> None:
        """Put back what was moved."""
        if not self.running:
            self._job = self._runner.run(partial(self._trash.undo, trashed), self.restored.emit, self._fail, lane=True)

    def _heed(self, event: TrashProgress | Trashed) -> None:
        (self.trashed if isinstance(event, Trashed) else self.progressed).emit(event)

    def _fail(self, error: AppError) -> None:
        self.failed.emit(str(error))
