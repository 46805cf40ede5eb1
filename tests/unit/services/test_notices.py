"""What a library says by itself is kept until somebody listens, and a wait is told once."""

from app.services.notices import WAITING, Notices


def test_what_was_said_before_is_told_to_the_first_listener() -> None:
    notices, heard = Notices(), list[str]()
    notices.tell("one")
    notices.listen(heard.append)
    notices.tell("two")
    assert heard == ["one", "two"]


def test_each_wait_is_told_once() -> None:
    heard = list[str]()
    notices = Notices(heard.append)
    for seconds in (2.0, 4.1, 6.2, 2.0, 4.0):
        notices.waits(seconds)
    assert heard == [WAITING, WAITING]
