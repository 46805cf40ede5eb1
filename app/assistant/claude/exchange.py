"""Asking a server, and asking again where that may help, within one deadline."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from app.assistant.claude.patience import Patience
from app.assistant.claude.troubles import Asked, Failure, failure_of, out_of_time
from app.assistant.model import always

T = TypeVar("T")


async def patiently(ask: Callable[[], Awaitable[T]], asked: Asked, patience: Patience, permit: Callable[[], None] = always) -> T:
    """What `ask` gives in the end. Raises `ModelTrouble`, and what `permit` raises before a try."""
    try:
        async with asyncio.timeout(patience.total):
            return await _tries(ask, asked, patience, permit)
    except TimeoutError:
        raise out_of_time(patience.total, asked.host) from None


async def _tries(ask: Callable[[], Awaitable[T]], asked: Asked, patience: Patience, permit: Callable[[], None]) -> T:
    for pause in patience.pauses:
        permit()
        outcome = await _once(ask, asked)
        if not isinstance(outcome, Failure):
            return outcome
        wait = pause if outcome.wait is None else outcome.wait
        if not outcome.again or wait > patience.longest_wait:
            raise outcome.trouble
        await asyncio.sleep(wait)
    permit()
    outcome = await _once(ask, asked)
    if isinstance(outcome, Failure):
        raise outcome.trouble
    return outcome


async def _once(ask: Callable[[], Awaitable[T]], asked: Asked) -> T | Failure:
    try:
        return await ask()
    except Exception as error:
        failure = failure_of(error, asked)
        if failure is None:
            raise
        return failure
