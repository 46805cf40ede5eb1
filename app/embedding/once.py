"""What is loaded when it is first needed, and once."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """Calls `load` the first time it is called itself; threads that come meanwhile wait instead of loading again.

    Where loading raises, nothing is kept, and the next call tries again.
    """

    def __init__(self, load: Callable[[], T]) -> None:
        self._load = load
        self._loaded: T | None = None
        self._loading = Lock()

    def __call__(self) -> T:
        """What was loaded. Raises what loading raises."""
        with self._loading:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded
