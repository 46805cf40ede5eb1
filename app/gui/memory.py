"""Garbage is collected on the GUI thread alone: a widget that another thread collects is deleted there, which hangs or crashes Qt."""

import gc

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 1_000
"""Between two looks: the garbage of a second is soon gone through."""


class GarbageCollector(QObject):
    """Takes Python's automatic collections over while it lives: at each look what Python would collect."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Collect what is due."""
        for generation, (met, threshold) in reversed(list(enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)))):
            if met > threshold > 0:
                gc.collect(generation)
                return


def settle_memory() -> None:
    """Take what the start made out of the garbage collector's sight: looking through all of it again would halt the window for a moment."""
    gc.collect()
    gc.freeze()
