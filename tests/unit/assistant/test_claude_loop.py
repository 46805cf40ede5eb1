"""The loop thread: results, exceptions and cancelling, from any thread, and its end."""

import asyncio
import threading

import pytest

from app.assistant.claude.loop import LoopThread
from app.domain.errors import Cancelled
from app.services.cancel import CancelSwitch


async def number(given: int) -> int:
    await asyncio.sleep(0)
    return given


async def failing() -> None:
    raise TimeoutError("its own")


def test_it_gives_what_the_work_gives_or_raises() -> None:
    loop = LoopThread()
    assert loop.run(lambda: number(3), CancelSwitch()) == 3
    with pytest.raises(TimeoutError, match="its own"):
        loop.run(failing, CancelSwitch())
    loop.close()


def test_work_that_nobody_waits_for_is_begun() -> None:
    loop, begun = LoopThread(), threading.Event()

    async def work() -> None:
        begun.set()

    loop.begin(work)
    assert begun.wait(20)
    loop.close()


def test_cancelled_work_sees_that_it_is_cancelled() -> None:
    loop, cancel, seen = LoopThread(), CancelSwitch(), threading.Event()

    async def endless() -> None:
        cancel.cancel()
        try:
            await asyncio.Event().wait()
        finally:
            seen.set()

    with pytest.raises(Cancelled):
        loop.run(endless, cancel)
    assert seen.wait(20)
    loop.close()


def test_work_that_was_cancelled_before_is_not_begun() -> None:
    cancel = CancelSwitch()
    cancel.cancel()
    with pytest.raises(Cancelled):
        LoopThread().run(lambda: pytest.fail("begun"), cancel)


def test_many_threads_share_one_thread() -> None:
    loop, names = LoopThread(), []

    async def named() -> None:
        names.append(threading.get_ident())

    callers = [threading.Thread(target=lambda: loop.run(named, CancelSwitch())) for _ in range(8)]
    for each in callers:
        each.start()
    for each in callers:
        each.join()
    loop.close()
    assert (len(names), len(set(names))) == (8, 1)


def test_closing_ends_what_runs_and_the_next_work_starts_anew() -> None:
    loop, begun, ended = LoopThread(), threading.Event(), threading.Event()

    async def endless() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    told = threading.Event()

    def caller() -> None:
        with pytest.raises(Cancelled):
            loop.run(endless, CancelSwitch())
        told.set()

    waiting = threading.Thread(target=caller)
    waiting.start()
    assert begun.wait(20)
    loop.close()
    waiting.join(20)
    assert ended.is_set()
    assert told.is_set()
    assert loop.run(lambda: number(1), CancelSwitch()) == 1
    loop.close()
    loop.close()
