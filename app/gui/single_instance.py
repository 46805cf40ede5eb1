"""One window for one library: a second start hands its folders to the first, which comes to the front."""

import json
import os
from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import QDir, QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

LONGEST_MESSAGE = 1_000_000
MOST_PATHS = 10_000
LONGEST_PATH = 32_768
TALK_MS = 5_000
"""The longest that either side waits for the other."""
HEARD = b"heard\n"


def message_of(paths: Sequence[str]) -> bytes:
    """One line of JSON in ASCII; bytes of names that are no text survive as lone surrogates."""
    return json.dumps({"paths": list(paths)[:MOST_PATHS]}).encode("ascii") + b"\n"


def paths_of(message: bytes) -> tuple[str, ...] | None:
    """The absolute paths of a message, or None if it is not one of ours."""
    try:
        value = json.loads(message)
    except (ValueError, RecursionError):
        return None
    paths = value.get("paths") if isinstance(value, dict) else None
    if not isinstance(paths, list) or len(paths) > MOST_PATHS or not all(map(_is_path, paths)):
        return None
    return tuple(paths)


def _is_path(value: object) -> bool:
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_PATH or "\0" in value:
        return False
    try:
        os.fsencode(value)
    except UnicodeEncodeError:
        return False
    return os.path.isabs(value)


class Answer(Enum):
    """What came of handing over. A window that is `SILENT` lives: if it ever gets to it, it has the paths."""

    HEARD = "heard"
    SILENT = "silent"
    NOBODY = "nobody"


def hand_over(name: str, paths: Sequence[str]) -> Answer:
    """Give paths to the window that is open under this name, if there is one and it is this person's own."""
    if not _is_own(name):
        return Answer.NOBODY
    link = QLocalSocket()
    link.connectToServer(name)
    if not link.waitForConnected(TALK_MS):
        return Answer.NOBODY
    link.write(message_of(paths))
    link.flush()
    heard = bytearray()
    while HEARD not in heard and link.waitForReadyRead(TALK_MS):
        heard += link.readAll().data()
    lives = link.state() is QLocalSocket.LocalSocketState.ConnectedState
    link.disconnectFromServer()
    if HEARD in heard:
        return Answer.HEARD
    return Answer.SILENT if lives else Answer.NOBODY


def _is_own(name: str) -> bool:
    """Whether the socket is this person's: anybody may put one into a shared folder, and would be told what is opened."""
    if os.name != "posix":
        return True
    try:
        return os.stat(os.path.join(QDir.tempPath(), name)).st_uid == os.getuid()
    except OSError:
        return False


class Listener(QObject):
    """Listens for later starts."""

    asked = Signal(tuple)
    """Another start happened, with these absolute paths: come to the front."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.newConnection.connect(self._greet)
        self._links: dict[QLocalSocket, bytearray] = {}
        self._name = name
        self._listen()

    @property
    def listening(self) -> bool:
        """Whether later starts can find this window."""
        return self._server.isListening()

    def take_over(self) -> None:
        """Listen in the place of a window that was killed and left its socket; `hand_over` has found nobody there."""
        QLocalServer.removeServer(self._name)
        self._listen()

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _listen(self) -> None:
        """Listen, if nobody does. Qt's own option for access would take the place of a window that lives."""
        if self._server.listen(self._name) and os.name == "posix":
            os.chmod(self._server.fullServerName(), 0o600)

    def _greet(self) -> None:
        while self._server.hasPendingConnections():
            link = self._server.nextPendingConnection()
            self._links[link] = bytearray()
            link.readyRead.connect(lambda link=link: self._read(link))
            link.disconnected.connect(lambda link=link: self._drop(link))
            QTimer.singleShot(TALK_MS, link, link.abort)
            self._read(link)

    def _read(self, link: QLocalSocket) -> None:
        if link not in self._links:
            return
        held = self._links[link]
        held += link.read(LONGEST_MESSAGE + 1 - len(held)).data()
        if b"\n" in held:
            self._answer(link, bytes(held.partition(b"\n")[0]))
        elif len(held) > LONGEST_MESSAGE:
            link.abort()

    def _answer(self, link: QLocalSocket, message: bytes) -> None:
        del self._links[link]
        paths = paths_of(message)
        if paths is None:
            link.abort()
            return
        link.write(HEARD)
        link.flush()
        self.asked.emit(paths)

    def _drop(self, link: QLocalSocket) -> None:
        self._links.pop(link, None)
        link.deleteLater()
