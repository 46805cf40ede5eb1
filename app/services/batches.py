"""What workers bring, gathered so that many are written in one transaction and none waits long."""

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

BATCH = 32
"""Photos written in one transaction: large enough to be cheap, small enough to be seen soon."""
BATCH_SECONDS = 0.5
"""The longest that what came waits for the rest of its batch, while more comes."""


def batches(outcomes: Iterable[T]) -> Iterator[list[T]]:
    """Everything in its order, none empty."""
    batch: list[T] = []
    since = time.monotonic()
    for outcome in outcomes:
        batch.append(outcome)
        if len(batch) >= BATCH or time.monotonic() - since > BATCH_SECONDS:
            yield batch
            batch, since = [], time.monotonic()
    if batch:
        yield batch
