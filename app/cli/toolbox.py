"""What every command is given, and how Ctrl+C reaches long work."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import date
from signal import SIGINT, signal
from types import FrameType

from app.domain.closeness import Measurement
from app.services.cancel import CancelSwitch
from app.services.inspect_file import InspectedFile
from app.services.use_cases import UseCases


@dataclass(frozen=True, slots=True)
class Toolbox:
    """Open a library (None is the person's own), read one file, draw a measurement; the sample photos, today's date.

    To read a file asks a library as well, if there is one.
    """

    open_library: Callable[[str | None], AbstractContextManager[UseCases]]
    read_file: Callable[[str, str | None], InspectedFile]
    draw_bands: Callable[[Measurement, str], None]
    sample: str
    today: date


@contextmanager
def interruptible() -> Iterator[CancelSwitch]:
    """A switch that Ctrl+C cancels while the block runs."""
    switch = CancelSwitch()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        switch.cancel()

    before = signal(SIGINT, stop)
    try:
        yield switch
    finally:
        signal(SIGINT, before)
