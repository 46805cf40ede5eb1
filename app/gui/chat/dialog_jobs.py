"""The background work of one dialog: what comes after it was closed is dropped."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtWidgets import QDialog

from app.domain.errors import AppError
from app.domain.ports import CancelToken
from app.gui.jobs import Job, Runner
from app.services.cancel import CancelSwitch

T = TypeVar("T")

UNEXPECTED = "Something unexpected happened, and nothing came of this: try again."


class DialogJobs:
    """Runs jobs until the dialog is closed, by whatever way."""

    def __init__(self, runner: Runner, dialog: QDialog) -> None:
        self._runner = runner
        self._open: dict[str, tuple[Job, CancelSwitch]] = {}
        dialog.finished.connect(lambda _: self.drop_all())
        dialog.destroyed.connect(lambda _: self.drop_all())

    def run(self, name: str, work: Callable[[CancelToken], T], done: Callable[[T], None], failed: Callable[[AppError], None]) -> None:
        """Run `work`; an older job of the same name is stopped and dropped. `failed` is told as well of what nobody foresaw."""
        self.drop(name)
        switch = CancelSwitch()

        def settled(value: T) -> None:
            del self._open[name]
            done(value)

        def gave_up(error: AppError) -> None:
            del self._open[name]
            failed(error)

        def ended() -> None:
            if name in self._open and self._open[name][1] is switch:
                gave_up(AppError(UNEXPECTED))

        self._open[name] = (self._runner.run(lambda: work(switch), settled, gave_up, ended=ended), switch)

    def drop(self, name: str) -> None:
        """Stop a job if it is open; neither its result nor its failure is told."""
        if name in self._open:
            job, switch = self._open.pop(name)
            switch.cancel()
            job.cancel()

    def drop_all(self) -> None:
        """Stop all of them."""
        for name in tuple(self._open):
            self.drop(name)
