"""Finding what is alike, in a job, to be stopped; and which of it is shown."""

from collections.abc import Collection, Mapping

from PySide6.QtCore import QObject, Signal

from app.domain.best import Alike
from app.domain.errors import AppError
from app.domain.ids import PhotoId
from app.domain.photo import Photo
from app.gui.jobs import Job, Runner
from app.services.groups import FindGroups, FoundGroups, Looking, Members

Groups = Mapping[Alike, tuple[Members, ...]]


def groups_about(groups: Groups, photo: Photo) -> Groups:
    """Those to which a photo belongs, or the one that stands for it."""
    its = {photo.id, photo.stack}
    return {kind: tuple(each for each in found if its.intersection(each)) for kind, found in groups.items()}


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
        self._again = False

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return self._job is not None

    def start(self) -> None:
        """Look through the library; nothing while that goes on already."""
        if self._job is None:
            self._job = self._runner.stream(self._alike.run, self._heed, self._end, self._fail, lane=False)
            self.began.emit()

    def renew(self) -> None:
        """Look through the library that is otherwise by now: at once, or after the search that goes on."""
        self._again = self.running
        self.start()

    def cancel(self) -> None:
        """Stop; what was found before stays."""
        self._again = False
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
        if self._again:
            self._again = False
            self.start()
