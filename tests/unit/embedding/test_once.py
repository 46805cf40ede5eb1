"""What is loaded once is loaded once, whoever comes, and again only where that failed."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from app.embedding.once import Once


def test_threads_that_come_at_once_get_one_thing() -> None:
    made: list[object] = []
    together = Barrier(8)

    def load() -> object:
        made.append(object())
        return made[-1]

    once = Once(load)

    def ask(_: int) -> object:
        together.wait(10)
        return once()

    with ThreadPoolExecutor(8) as threads:
        got = list(threads.map(ask, range(8)))
    assert len(made) == 1
    assert all(each is made[0] for each in got)


def test_what_failed_is_tried_again() -> None:
    answers: Iterator[OSError | str] = iter([OSError("busy"), "loaded"])

    def load() -> str:
        answer = next(answers)
        if isinstance(answer, OSError):
            raise answer
        return answer

    once = Once(load)
    with pytest.raises(OSError, match="busy"):
        once()
    assert once() == once() == "loaded"
