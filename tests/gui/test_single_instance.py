"""A second start finds the first window, also after one that was killed; strangers on the socket do no harm."""

import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QDir, Qt
from PySide6.QtNetwork import QLocalSocket
from pytestqt.qtbot import QtBot

from app.gui.single_instance import LONGEST_MESSAGE, Answer, Listener, hand_over, message_of, paths_of
from app.gui.window import MainWindow
from tests.gui.driving import PATIENCE_MS, wait_indexed

ROOT = Path(__file__).parents[2]
HAND_OVER = """
import sys
from app.gui.single_instance import Answer, hand_over
sys.exit({Answer.HEARD: 0, Answer.NOBODY: 3, Answer.SILENT: 4}[hand_over(sys.argv[1], sys.argv[2:])])
"""
HOLD = """
import sys, time
from PySide6.QtCore import QCoreApplication
from app.gui.single_instance import Listener
application = QCoreApplication([])
ear = Listener(sys.argv[1])
print(ear.listening, flush=True)
application.exec()
"""


@pytest.fixture
def name() -> str:
    """A name that nobody uses."""
    return f"candid-test-{uuid.uuid4().hex[:12]}"


@pytest.fixture
def listener(name: str, qtbot: QtBot) -> Iterator[Listener]:
    """A listening window's ear."""
    ear = Listener(name)
    assert ear.listening
    yield ear
    ear.close()


def second_start(name: str, *paths: str) -> "subprocess.Popen[bytes]":
    """Another program that hands paths over."""
    return subprocess.Popen([sys.executable, "-c", HAND_OVER, name, *map(os.fsencode, paths)], cwd=ROOT)


def test_a_second_start_raises_the_window_and_hands_over(empty_window: MainWindow, photos: Path, name: str, qtbot: QtBot) -> None:
    ear = Listener(name, empty_window)
    ear.asked.connect(empty_window.heed_other_start)
    empty_window.showMinimized()
    assert empty_window.windowState() & Qt.WindowState.WindowMinimized
    other = second_start(name, str(photos))
    qtbot.waitUntil(lambda: other.poll() is not None, timeout=PATIENCE_MS)
    assert other.returncode == 0
    assert not empty_window.windowState() & Qt.WindowState.WindowMinimized
    wait_indexed(empty_window, qtbot)
    assert len(empty_window.pages.model) == 9
    ear.close()


def test_names_that_are_no_text_are_handed_over(listener: Listener, name: str, qtbot: QtBot) -> None:
    path = os.fsdecode(b"/photos/bad\xff\xfe #%\n.jpg")
    with qtbot.waitSignal(listener.asked, timeout=PATIENCE_MS) as asked:
        other = second_start(name, path, "/other")
    assert asked.args == [(path, "/other")]
    qtbot.waitUntil(lambda: other.poll() == 0, timeout=PATIENCE_MS)


def test_a_window_that_lives_is_not_taken_over(listener: Listener, name: str) -> None:
    assert not Listener(name).listening
    assert listener.listening


def test_nobody_listens(name: str) -> None:
    assert second_start(name).wait(PATIENCE_MS // 1000) == 3


def test_what_a_killed_window_left_is_no_obstacle(name: str, qtbot: QtBot) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD, name], cwd=ROOT, stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        assert first.stdout.readline().strip() == b"True"
        first.send_signal(signal.SIGKILL)
        first.wait()
    assert second_start(name).wait(PATIENCE_MS // 1000) == 3
    ear = Listener(name)
    if not ear.listening:
        ear.take_over()
    assert ear.listening
    with qtbot.waitSignal(ear.asked, timeout=PATIENCE_MS):
        other = second_start(name)
    qtbot.waitUntil(lambda: other.poll() == 0, timeout=PATIENCE_MS)
    ear.close()


def test_a_window_that_does_not_answer_is_told_from_none(name: str) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD, name], cwd=ROOT, stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        assert first.stdout.readline().strip() == b"True"
        first.send_signal(signal.SIGSTOP)
        code = second_start(name, "/a").wait(PATIENCE_MS // 1000)
        first.send_signal(signal.SIGKILL)
    assert code == 4


@pytest.mark.parametrize(
    "message",
    [
        b"\n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b'{"paths": "/a"}\n',
        b'{"paths": [1]}\n',
        b'{"paths": ["relative"]}\n',
        b'{"paths": ["/a\\u0000b"]}\n',
        b'{"paths": ["/a\\ud800b"]}\n',
        b'{"paths": [""]}\n',
        b"[" * 100_000 + b"\n",
        b"\xff\xfe\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"x" * (LONGEST_MESSAGE + 10),
    ],
    ids=range(14),
)
def test_strangers_are_turned_away(listener: Listener, name: str, message: bytes, qtbot: QtBot) -> None:
    heard: list[object] = []
    listener.asked.connect(heard.append)
    link = QLocalSocket()
    link.connectToServer(name)
    link.write(message)
    qtbot.waitUntil(lambda: link.state() is QLocalSocket.LocalSocketState.UnconnectedState, timeout=PATIENCE_MS)
    assert heard == []
    assert listener.listening


def test_whoever_says_nothing_is_not_waited_for(listener: Listener, name: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = QLocalSocket()
    with monkeypatch.context() as patched:
        patched.setattr("app.gui.single_instance.TALK_MS", 1_000)
        silent.connectToServer(name)
        qtbot.waitUntil(lambda: len(listener._links) == 1, timeout=PATIENCE_MS)
    with qtbot.waitSignal(listener.asked, timeout=PATIENCE_MS):
        other = second_start(name, "/a")
    qtbot.waitUntil(lambda: silent.state() is QLocalSocket.LocalSocketState.UnconnectedState, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: other.poll() == 0, timeout=PATIENCE_MS)


@given(st.lists(st.binary(max_size=60).filter(lambda each: b"\0" not in each), max_size=20))
def test_a_message_brings_back_its_paths(names: list[bytes]) -> None:
    paths = tuple(os.fsdecode(b"/" + name) for name in names)
    message = message_of(paths)
    assert message.endswith(b"\n")
    assert b"\n" not in message[:-1]
    assert paths_of(message) == paths


@given(st.binary(max_size=200))
def test_any_message_is_read_without_an_error(message: bytes) -> None:
    paths = paths_of(message)
    assert paths is None or all(map(os.path.isabs, paths))


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root can give a socket to another person")
def test_another_persons_socket_is_told_nothing(listener: Listener, name: str, qtbot: QtBot) -> None:
    os.chown(os.path.join(QDir.tempPath(), name), 65534, 65534)
    with qtbot.assertNotEmitted(listener.asked, wait=200):
        assert hand_over(name, ["/photos"]) is Answer.NOBODY
