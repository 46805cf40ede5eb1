"""How fast something goes now, and so how long the rest takes."""

import time
from collections import deque
from collections.abc import Callable

RECENT = 60
"""What came last and tells the pace: enough that one slow picture does not swing it, few enough that it follows a change."""
FIRST, FIRST_SECONDS = 8, 5.0
"""What comes first tells nothing, as it has waited for what is loaded once: so many, or fewer where they come slowly."""
FEWEST, LONG_ENOUGH = 20, 15.0
"""How many have to have come, or for how many seconds, before anything is told."""


class Pace:
    """The times at which the latest came."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` tells seconds that only grow."""
        self._clock = clock
        self._waits_for = FIRST
        self._first: float | None = None
        self._times: deque[float] = deque(maxlen=RECENT + 1)

    def came(self) -> None:
        """One more has come."""
        now = self._clock()
        self._first = now if self._first is None else self._first
        if self._waits_for and now - self._first < FIRST_SECONDS:
            self._waits_for -= 1
        else:
            self._waits_for = 0
            self._times.append(now)

    def seconds_left(self, left: int) -> float | None:
        """How long as many more take at the pace of the latest; None where that cannot be told yet."""
        if not left:
            return 0.0
        steps = len(self._times) - 1
        if steps < 1:
            return None
        seconds = self._times[-1] - self._times[0]
        return seconds / steps * left if steps >= FEWEST or seconds >= LONG_ENOUGH else None
