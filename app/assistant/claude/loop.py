"""One thread with an event loop for all that talks to models: what runs there can be cancelled at once, whatever it waits for."""

import asyncio
import atexit
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError, wait
from typing import Any, TypeVar

from app.domain.errors import Cancelled
from app.domain.ports import CancelToken

T = TypeVar("T")

LOOK = 0.01
"""Seconds between two looks at the token."""
ENDS_WITHIN = 2.0


class LoopThread:
    """Started when it is first needed, ended with the program; any thread may call `run`."""

    def __init__(self) -> None:
        self._starting = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def run(self, work: Callable[[], Coroutine[Any, Any, T]], cancel: CancelToken) -> T:
        """What the coroutine gives or raises. Raises `Cancelled` as soon as the token asks, or at `close`; the coroutine ends then."""
        cancel.check()
        future = asyncio.run_coroutine_threadsafe(work(), self._running())
        while not wait([future], timeout=LOOK).done:
            if cancel.cancelled:
                future.cancel()
                cancel.check()
        try:
            return future.result()
        except CancelledError:
            raise Cancelled("Stopped, because Candid is closing.") from None

    def begin(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run the coroutine, and wait for nothing."""
        asyncio.run_coroutine_threadsafe(work(), self._running())

    def close(self) -> None:
        """Cancel what runs and end the thread; the next `run` starts another."""
        with self._starting:
            loop, thread, self._loop, self._thread = self._loop, self._thread, None, None
        if loop and thread:
            loop.call_soon_threadsafe(_cancel_all, loop)
            thread.join(ENDS_WITHIN)

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._starting:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=_serve, args=(self._loop,), name="models", daemon=True)
                self._thread.start()
                atexit.register(self.close)
            return self._loop


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        loop.close()


def _cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    """Ends the loop once every task has seen that it is cancelled."""
    tasks = asyncio.all_tasks(loop)
    for each in tasks:
        each.cancel()
    ended = asyncio.gather(*tasks, return_exceptions=True)
    ended.add_done_callback(lambda _: loop.stop())


LOOP = LoopThread()
"""The one of this process."""
