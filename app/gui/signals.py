"""Being told to end by the system, as when a session is logged out: the window closes as if the person had closed it."""

import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier

_ENDING = ("SIGTERM", "SIGINT", "SIGHUP")


class EndSignals(QObject):
    """Calls `end` on the GUI thread when a signal asks the program to end. Make one, on the main thread."""

    def __init__(self, end: Callable[[], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Python notes a signal but runs nothing while Qt waits; a byte in a socket wakes Qt.
        self._waking, self._woken = socket.socketpair()
        self._waking.setblocking(False)
        self._notifier = QSocketNotifier(self._woken.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(lambda: end() if self._woken.recv(64) else None)
        self._before = {each: signal.signal(each, lambda *_: None) for each in self._known()}
        signal.set_wakeup_fd(self._waking.fileno())

    def restore(self) -> None:
        """Leave signals as they were found."""
        signal.set_wakeup_fd(-1)
        for each, handler in self._before.items():
            signal.signal(each, handler)
        self._notifier.setEnabled(False)
        self._waking.close()
        self._woken.close()

    @staticmethod
    def _known() -> list[signal.Signals]:
        return [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
