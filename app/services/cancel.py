"""A request to stop, shared between the person who asks and the work that is asked."""

import threading

from app.domain.errors import Cancelled


class CancelSwitch:
    """Implements `CancelToken`; `cancel` may be called from any thread."""

    def __init__(self) -> None:
        self._asked = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop at its next step."""
        self._asked.set()

    @property
    def cancelled(self) -> bool:
        """Whether the work has been asked to stop."""
        return self._asked.is_set()

    def check(self) -> None:
        """Raise `Cancelled` if so."""
        if self.cancelled:
            raise Cancelled("Stopped.")
