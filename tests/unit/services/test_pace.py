"""The time left follows the latest pace."""

from app.services.pace import FEWEST, FIRST, FIRST_SECONDS, LONG_ENOUGH, RECENT, Pace


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pace = Pace(lambda: self.now)

    def come(self, count: int, seconds: float) -> None:
        """So many come, each after so many seconds."""
        for _ in range(count):
            self.now += seconds
            self.pace.came()


def test_nothing_is_told_before_enough_has_come() -> None:
    clock = Clock()
    clock.come(FIRST, 0.1)
    assert clock.pace.seconds_left(100) is None
    clock.come(FEWEST, 0.1)
    assert clock.pace.seconds_left(100) is None
    clock.come(1, 0.1)
    assert round(clock.pace.seconds_left(100) or 0.0, 6) == 10.0
    assert clock.pace.seconds_left(0) == 0.0


def test_of_what_is_slow_it_is_told_sooner() -> None:
    clock = Clock()
    clock.come(1, 30.0)  # which has waited for the models
    clock.come(1, FIRST_SECONDS)
    assert clock.pace.seconds_left(10) is None
    clock.come(3, LONG_ENOUGH / 3)
    assert clock.pace.seconds_left(10) == 50.0


def test_what_came_long_ago_does_not_count() -> None:
    clock = Clock()
    clock.come(500, 0.1)
    clock.come(RECENT + 1, 2.0)
    assert round(clock.pace.seconds_left(30) or 0.0, 6) == 60.0


def test_one_slow_one_does_not_swing_it() -> None:
    clock = Clock()
    clock.come(200, 1.0)
    clock.come(1, 20.0)
    assert (clock.pace.seconds_left(100) or 0.0) < 140.0
