"""The runner: results on the GUI thread, late ones dropped, errors where they belong, lanes in order."""

import sys
import threading
from collections.abc import Iterator
from functools import partial
from types import TracebackType

import pytest
from pytestqt.qtbot import QtBot

from app.domain.errors import AppError, Cancelled, LibraryUnavailable
from app.domain.ports import CancelToken
from app.gui.jobs import Runner
from tests.gui.driving import PATIENCE_MS


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[Runner]:
    """A runner that is idle in the end."""
    each = Runner()
    yield each
    assert each.wait_idle()


def test_work_runs_elsewhere_and_its_result_comes_here(runner: Runner) -> None:
    threads: list[threading.Thread] = []
    results: list[threading.Thread] = []

    def done(where: threading.Thread) -> None:
        results.append(where)
        threads.append(threading.current_thread())

    runner.run(threading.current_thread, done)
    assert results == [], "nothing comes before the event loop runs"
    assert runner.wait_idle()
    assert results != threads
    assert threads == [threading.main_thread()]


def test_a_newer_job_of_the_same_key_makes_the_older_result_late(runner: Runner) -> None:
    results: list[object] = []
    ended: list[str] = []
    gate = threading.Event()
    runner.run(lambda: gate.wait(5), results.append, key="search", ended=lambda: ended.append("old"))
    runner.run(lambda: "new", results.append, key="search", ended=lambda: ended.append("new"))
    runner.run(lambda: "other", results.append, key="other")
    gate.set()
    assert runner.wait_idle()
    assert sorted(map(str, results)) == ["new", "other"]
    assert sorted(ended) == ["new", "old"]


def test_a_cancelled_job_that_waits_never_begins(runner: Runner) -> None:
    gate, began = threading.Event(), []
    for _ in range(8):
        runner.run(lambda: gate.wait(5), lambda _: None)
    waiting = runner.run(lambda: began.append(1), lambda _: began.append(2))
    waiting.cancel()
    gate.set()
    assert runner.wait_idle()
    assert began == []
    assert waiting.ended


def test_expected_failures_are_shown(runner: Runner, qtbot: QtBot) -> None:
    def fail() -> None:
        raise LibraryUnavailable("The library is on a disk that is full.")

    with qtbot.waitSignal(runner.trouble, timeout=PATIENCE_MS) as trouble:
        runner.run(fail, lambda _: None)
    assert trouble.args == ["The library is on a disk that is full."]
    failures: list[AppError] = []
    runner.run(fail, lambda _: None, failures.append)
    assert runner.wait_idle()
    assert [str(each) for each in failures] == ["The library is on a disk that is full."]


def test_the_failure_of_a_late_job_is_not_shown(runner: Runner) -> None:
    shown: list[str] = []
    runner.trouble.connect(shown.append)

    def fail() -> None:
        raise LibraryUnavailable("late")

    runner.run(fail, lambda _: None, key="k")
    runner.run(lambda: 1, lambda _: None, key="k")
    assert runner.wait_idle()
    assert shown == []


def test_anything_else_reaches_the_excepthook_on_the_gui_thread(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    caught: list[tuple[type[BaseException], threading.Thread, bool]] = []

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        caught.append((kind, threading.current_thread(), trace is not None))

    monkeypatch.setattr(sys, "excepthook", hook)
    ended: list[int] = []
    runner.run(lambda: 1 // 0, lambda _: None, ended=lambda: ended.append(1))
    assert runner.wait_idle()
    assert caught == [(ZeroDivisionError, threading.main_thread(), True)]
    assert ended == [1]


def test_a_stream_gives_every_event_in_order_and_then_ends(runner: Runner) -> None:
    events: list[object] = []
    runner.stream(lambda _: iter(range(1000)), events.append, lambda: events.append("end"))
    assert runner.wait_idle()
    assert events == [*range(1000), "end"]


def test_a_cancelled_stream_still_tells_what_came_of_it(runner: Runner) -> None:
    began, events = threading.Event(), []

    def work(token: CancelToken) -> Iterator[str]:
        yield "began"
        began.set()
        while not token.cancelled:
            pass
        yield "summary"

    job = runner.stream(work, events.append, lambda: events.append("end"))
    assert began.wait(5)
    job.cancel()
    assert runner.wait_idle()
    assert events == ["began", "summary", "end"]


def test_a_stream_that_fails_ends_too(runner: Runner) -> None:
    events: list[str] = []

    def work(_: CancelToken) -> Iterator[str]:
        yield "one"
        raise LibraryUnavailable("full")

    runner.stream(work, events.append, lambda: events.append("end"), lambda error: events.append(str(error)))
    assert runner.wait_idle()
    assert events == ["one", "full", "end"]


def test_a_stopped_stream_is_no_trouble(runner: Runner) -> None:
    told: list[str] = []
    runner.trouble.connect(told.append)

    def work(_: CancelToken) -> Iterator[str]:
        yield "one"
        raise Cancelled("Stopped.")

    runner.stream(work, told.append, lambda: told.append("end"))
    assert runner.wait_idle()
    assert told == ["one", "end"]


def test_the_lane_is_serial(runner: Runner) -> None:
    at_once, most, order, lock = 0, 0, [], threading.Lock()

    def work(number: int, _: CancelToken) -> Iterator[int]:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        yield number
        order.append(number)
        with lock:
            at_once -= 1

    for number in range(20):
        runner.stream(partial(work, number), lambda _: None, lambda: None)
    runner.run(lambda: order.append(99), lambda _: None, lane=True)
    assert runner.wait_idle()
    assert most == 1
    assert order == [*range(20), 99]


def test_waiting_gives_up_in_time(runner: Runner) -> None:
    gate = threading.Event()
    runner.run(lambda: gate.wait(10), lambda _: None)
    assert not runner.wait_idle(50)
    assert runner.busy
    gate.set()
    assert runner.wait_idle()
    assert not runner.busy


def test_what_a_result_begins_is_waited_for_too(runner: Runner) -> None:
    seen: list[int] = []

    def again(number: int) -> None:
        seen.append(number)
        if number < 20:
            runner.run(lambda: number + 1, again)

    runner.run(lambda: 0, again)
    assert runner.wait_idle()
    assert seen == list(range(21))


def test_thousands_of_jobs_leave_nothing_behind(runner: Runner) -> None:
    results: list[int] = []
    for number in range(5_000):
        runner.run(partial(int, number), results.append)
    assert runner.wait_idle()
    assert sorted(results) == list(range(5_000))
