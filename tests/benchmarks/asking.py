"""How long a person waits for the panel of questions: Cancel, stalls of the window, and answers without a network.

`python -m tests.benchmarks.asking PHOTOS [--json] [--cancels N] [--answers N] [--questions N]`: PHOTOS is a folder with real photos and
`truth/metadata_questions.tsv`; they are indexed into a library that is thrown away, and a window is opened over it (offscreen unless
QT_QPA_PLATFORM says otherwise). All in milliseconds:

- cancel: from the click on Cancel to the next question being taken, and to the end of the job, while a real client waits for a server on
  this machine, for the first byte and between parts;
- stall: the longest wait between two beats of a 5 ms timer of the GUI thread, over what was due, while answers of a server are awaited
  and painted; without the time in which others had the cores, where the system tells it;
- offline: a question to the service, and from Enter to the painted answer.
"""

import argparse
import csv
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from app.bootstrap import Built, build
from app.config.paths import LibraryPaths, shipped
from app.services.cancel import CancelSwitch
from tests.benchmarks.heartbeat import BEAT_MS, quantile, queued_ms
from tests.benchmarks.measuring import show
from tests.messages_server import MessagesServer

if TYPE_CHECKING:
    from app.gui.window import MainWindow

TODAY = date(2026, 1, 1)
AWAITED_SECONDS = 0.15
MOST_CANCEL_MS = 200.0
"""What issue 4 starts from."""
PATIENCE_MS = 60_000


def questions_of(photos: Path, number: int) -> list[str]:
    """So many questions about the photos."""
    with (photos / "truth" / "metadata_questions.tsv").open(encoding="utf-8", newline="") as file:
        return [row["question"] for row in csv.DictReader(file, delimiter="\t")][:number]


@contextmanager
def opened(photos: Path) -> Iterator[tuple[Built, "MainWindow"]]:
    """A window with its panel over a library of the photos."""
    from app.gui.application import build_window
    from app.gui.memory import settle_memory

    with tempfile.TemporaryDirectory() as place, build(LibraryPaths(Path(place) / "library")) as built:
        for _ in built.use_cases.index.run([str(photos)], CancelSwitch()):
            pass
        resources = shipped("resources")
        window = build_window(
            built.use_cases, resources, resources / "sample", settings_file=Path(place) / "window.ini", today=lambda: TODAY
        )
        window.resize(1280, 800)
        window.show()
        window.runner.wait_idle(PATIENCE_MS)
        window.desk.opened.emit()
        window.runner.wait_idle(PATIENCE_MS)
        settle_memory()
        yield built, window
        window.shut_down()
        window.close()


def cancels(window: "MainWindow", question: str, number: int) -> dict[str, float]:
    """From Cancel to ready: the next question is taken, and the job has ended."""
    from tests.gui.chatting import connect_model

    taken, ended = [], []
    waits: tuple[Callable[[MessagesServer], None], ...] = (
        lambda server: server.slow(600.0),
        lambda server: server.slow(0.01, parts=10_000),
    )
    for wait in waits:
        with MessagesServer() as server:
            connect_model(window, server)
            wait(server)
            for each in range(number):
                first, last = _cancelled(window, server, question, 0.01 * (each % 20))
                taken.append(first)
                ended.append(last)
    return {"cancel p50": quantile(sorted(taken), 0.5), "cancel longest": max(taken), "cancel job ended longest": max(ended)}


def _cancelled(window: "MainWindow", server: MessagesServer, question: str, after: float) -> tuple[float, float]:
    from PySide6.QtTest import QTest

    panel = window.desk.panel
    panel.new.trigger()
    server.requests.clear()
    panel.box.ask(question)
    _spin_until(lambda: bool(server.requests))
    QTest.qWait(round(after * 1000))
    start = time.perf_counter()
    panel.box.button.click()
    _spin_until(lambda: panel.box.button.text() == "Send" and not window.desk.asking.running)
    taken = time.perf_counter()
    window.runner.wait_idle(PATIENCE_MS)
    return (taken - start) * 1000, (time.perf_counter() - start) * 1000


def stalls(window: "MainWindow", asked: Sequence[str]) -> dict[str, float]:
    """Waits on the GUI thread while a server answers, from Enter until the answer with its pictures has been painted."""
    from tests.gui.chatting import connect_model

    with MessagesServer() as server:
        connect_model(window, server)
        server.slow(AWAITED_SECONDS)
        with _beating() as beats:
            for each in asked:
                _answered(window, each)
    window.desk.dialogs.use_cases.connect.forget(server.address.host)
    waits, own = sorted(wait for wait, _ in beats), sorted(max(0.0, wait - queued) for wait, queued in beats)
    return {
        "stall beats": float(len(beats)),
        "stall p99": quantile(waits, 0.99),
        "stall longest": waits[-1],
        "stall own p99": quantile(own, 0.99),
        "stall own longest": own[-1],
    }


@contextmanager
def _beating() -> Iterator[list[tuple[float, float]]]:
    """Waits beyond what was due, and how much of each the thread was ready and others had the cores."""
    from PySide6.QtCore import Qt, QTimer

    beats: list[tuple[float, float]] = []
    last, queued = time.perf_counter(), queued_ms()

    def tick() -> None:
        nonlocal last, queued
        now, without_core = time.perf_counter(), queued_ms()
        beats.append((max(0.0, (now - last) * 1000 - BEAT_MS), without_core - queued))
        last, queued = now, without_core

    timer = QTimer(timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(tick)
    timer.start(BEAT_MS)
    yield beats
    timer.stop()


def offline(built: Built, window: "MainWindow", asked: Sequence[str]) -> dict[str, float]:
    """Of the service alone, and in the window to the painted answer."""
    ask = built.use_cases.ask
    ask.ask(asked[0], TODAY)
    alone = sorted(_milliseconds(lambda each=each: ask.ask(each, TODAY)) for each in asked)  # type: ignore[misc]
    _answered(window, asked[0])
    painted = sorted(_milliseconds(lambda each=each: _answered(window, each)) for each in asked)  # type: ignore[misc]
    return {
        "offline questions": float(len(asked)),
        "offline p50": quantile(alone, 0.5),
        "offline p95": quantile(alone, 0.95),
        "offline longest": alone[-1],
        "offline painted p50": quantile(painted, 0.5),
        "offline painted p95": quantile(painted, 0.95),
        "offline painted longest": painted[-1],
    }


def _answered(window: "MainWindow", question: str) -> None:
    """Ask in a conversation of its own, until the answer is on the screen."""
    from app.gui.chat.answer_card import AnswerCard

    panel = window.desk.panel
    panel.new.trigger()
    panel.box.ask(question)
    _spin_until(lambda: not window.desk.asking.running)
    body = panel.history.turns[-1].body
    _spin_until(body.isVisible)
    window.repaint()
    if not isinstance(body, AnswerCard):
        raise RuntimeError(f"no answer to {question!r}")


def _milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def _spin_until(reached: Callable[[], bool]) -> None:
    """Run the event loop as the window does, which sleeps while nothing happens."""
    from PySide6.QtCore import QCoreApplication, QEventLoop

    end = time.perf_counter() + PATIENCE_MS / 1000
    while not reached():
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 1)
        if time.perf_counter() > end:
            raise RuntimeError("nothing happens any more")


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.asking", description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--cancels", type=int, default=30)
    parser.add_argument("--answers", type=int, default=30)
    parser.add_argument("--questions", type=int, default=200)
    arguments = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    asked = questions_of(arguments.photos, arguments.questions)
    with opened(arguments.photos) as (built, window):
        figures = offline(built, window, asked)
        figures |= stalls(window, asked[:: max(1, len(asked) // arguments.answers)])
        figures |= cancels(window, asked[0], arguments.cancels)
    figures["cancel longest of 200 ms"] = figures["cancel longest"] / MOST_CANCEL_MS
    show(figures, arguments.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
