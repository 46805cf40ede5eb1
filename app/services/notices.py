"""What a library says by itself, from whichever thread: that it waits for another program, or cannot be written."""

from collections.abc import Callable
from threading import Lock

READ_ONLY = "The library can be searched and looked at, but not changed: its file or its folder cannot be written."
OTHER_IS_SILENT = (
    "The library can be searched and looked at, but not changed: another Candid has it open and does not answer. "
    "Close that one, and start Candid again."
)
WAITING = "Another program is writing to the library; this one waits for it."

Listener = Callable[[str], None]


class Notices:
    """Sentences for the person. Until somebody listens they are kept."""

    def __init__(self, listener: Listener | None = None) -> None:
        self._listener = listener
        self._kept: list[str] = []
        self._waited = 0.0
        self._lock = Lock()

    def listen(self, listener: Listener) -> None:
        """Tell this listener, on any thread, what was kept and what comes."""
        with self._lock:
            self._listener, kept, self._kept = listener, self._kept, []
        for sentence in kept:
            listener(sentence)

    def tell(self, sentence: str) -> None:
        """Say this now, or when somebody listens."""
        with self._lock:
            listener = self._listener
            if listener is None:
                self._kept.append(sentence)
        if listener is not None:
            listener(sentence)

    def waits(self, seconds: float) -> None:
        """A change has waited so long; it is told once for each wait."""
        begins, self._waited = not self._waited or seconds < self._waited, seconds
        if begins:
            self.tell(WAITING)
