"""A capture time is an interval as long as it is vague; anything that is no time is none."""

import pytest

from app.domain.moments import DAY, HOUR, MINUTE, SECOND, Moment, Span, on_one_clock, read_moment, read_offset

MILLISECOND = 1_000_000


def moment(taken: str, offset: str | None = None) -> Moment:
    found = read_moment(taken, offset)
    assert found is not None
    return found


def test_units() -> None:
    assert (SECOND, MINUTE, HOUR, DAY) == (10**9, 60 * 10**9, 3600 * 10**9, 86_400 * 10**9)


@pytest.mark.parametrize(
    ("taken", "length"),
    [
        ("2019-06-14", DAY),
        ("2019-06-14T10:20:30", SECOND),
        ("2019-06-14T10:20:30.5", 100 * MILLISECOND),
        ("2019-06-14T10:20:30.05", 10 * MILLISECOND),
        ("2019-06-14T10:20:30.123456789", 1),
    ],
)
def test_it_is_as_long_as_its_last_digit(taken: str, length: int) -> None:
    span = moment(taken).local
    assert span.end - span.start == length


def test_it_begins_where_it_says() -> None:
    midnight = moment("2019-06-14").local.start
    assert moment("0001-01-01").local.start == DAY
    assert moment("2019-06-15").local.start - midnight == DAY
    assert moment("2019-06-14T00:00:00").local.start == midnight
    assert moment("2019-06-14T23:59:59").local.start - midnight == 23 * HOUR + 59 * MINUTE + 59 * SECOND
    assert moment("2019-06-14T01:02:03.05").local.start - midnight == HOUR + 2 * MINUTE + 3 * SECOND + 50 * MILLISECOND
    assert moment("2019-06-14T01:02:03.5").local.start - midnight == HOUR + 2 * MINUTE + 3 * SECOND + 500 * MILLISECOND


def test_the_day_is_the_local_one() -> None:
    assert moment("2019-06-14T00:15:00", "+10:00").day == "2019-06-14"
    assert moment("2019-06-14").day == "2019-06-14"


@pytest.mark.parametrize(
    "taken",
    [
        "", "2019", "2019-06", "2019-6-14", "2019-02-29", "2019-13-01", "0000-01-01", "2019-06-14T", "2019-06-14T10", "2019-06-14T10:20",
        "2019-06-14 10:20:30", "2019-06-14T24:00:00", "2019-06-14T10:60:00", "2019-06-14T10:20:60", "2019-06-14T10:20:30.",
        "2019-06-14T10:20:30.1234567890", "2019-06-14T10:20:30Z", "2019-06-14T10:20:30+02:00", "2019-06-14\n", " 2019-06-14", "２019-06-14",
        "20190614", "2019-W24-5",
    ],
)  # fmt: skip
def test_what_is_no_local_time_is_none(taken: str) -> None:
    assert read_moment(taken) is None


@pytest.mark.parametrize(
    ("written", "nanoseconds"),
    [
        ("+00:00", 0), ("-00:00", 0), ("+02:00", 2 * HOUR), ("-05:00", -5 * HOUR), ("+05:45", 5 * HOUR + 45 * MINUTE),
        ("+14:00", 14 * HOUR), ("-03:30", -3 * HOUR - 30 * MINUTE), ("+12:59", 12 * HOUR + 59 * MINUTE),
    ],
)  # fmt: skip
def test_offsets(written: str, nanoseconds: int) -> None:
    assert read_offset(written) == nanoseconds


@pytest.mark.parametrize("written", [None, "", "Z", "+2", "+0200", "2:00", "+02:60", "+14:01", "-14:01", "+99:00", "+02:00 ", "+02:000"])
def test_what_is_no_offset_is_none(written: str | None) -> None:
    assert read_offset(written) is None


def test_an_offset_that_is_none_leaves_utc_unknown() -> None:
    assert moment("2019-06-14T10:20:30").utc is None
    assert moment("2019-06-14T10:20:30", "nonsense").utc is None


def test_utc_is_local_less_the_offset() -> None:
    assert moment("2019-06-14T10:20:30", "+02:00").utc == moment("2019-06-14T08:20:30").local
    assert moment("2019-06-14T23:20:30.5", "-05:00").utc == moment("2019-06-15T04:20:30.5").local
    assert moment("2019-06-14T10:20:30", "+00:00").utc == moment("2019-06-14T10:20:30").local
    day = moment("2019-06-14", "+02:00").utc
    assert day == Span(moment("2019-06-13T22:00:00").local.start, moment("2019-06-14T22:00:00").local.start)


def test_one_clock_is_utc_only_where_both_offsets_are_known() -> None:
    there, here, nowhere = moment("2019-01-01T00:15:00", "+11:00"), moment("2019-01-01T00:15:00", "+00:00"), moment("2019-01-01T00:15:00")
    assert on_one_clock(there, here) == (there.utc, here.utc)
    assert on_one_clock(there, nowhere) == (there.local, nowhere.local)
    assert on_one_clock(nowhere, here) == (nowhere.local, here.local)


def test_spans_touch_without_overlapping() -> None:
    one, next_one = Span(0, 10), Span(10, 20)
    assert one.ends_before(next_one)
    assert not one.may_be(next_one)
    assert not next_one.may_be(one)
    assert not next_one.ends_before(one)
    assert not Span(0, 11).ends_before(next_one)
    assert Span(0, 11).may_be(next_one)
    assert next_one.may_be(Span(0, 11))
    assert one.may_be(one)


def test_distances_between_spans() -> None:
    assert Span(0, 10).gap_to(Span(25, 30)) == 15
    assert Span(25, 30).gap_to(Span(0, 10)) == -30
    assert Span(0, 10).apart(Span(25, 30)) == Span(25, 30).apart(Span(0, 10)) == 25


def test_to_the_second_is_a_second_or_less() -> None:
    assert Span(0, SECOND).to_the_second
    assert Span(5, 6).to_the_second
    assert not Span(0, SECOND + 1).to_the_second
