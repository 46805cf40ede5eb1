"""Dates in words, on Friday, 10 July 2026."""

from datetime import date

import pytest

from app.domain.query import DateRange
from app.search.calendar_words import describe
from app.search.dates import date_value, find_dates, impossible_day

TODAY = date(2026, 7, 10)


def found(text: str) -> list[tuple[str, ...]]:
    return [tuple(f"{each.first} {each.beyond}" for each in one.ranges) for one in find_dates(text.casefold().split(), TODAY)]


@pytest.mark.parametrize(
    ("text", "first", "beyond"),
    [
        ("june 2019", "2019-06-01", "2019-07-01"),
        ("december of 2019", "2019-12-01", "2020-01-01"),
        ("2019 june", "2019-06-01", "2019-07-01"),
        ("14 june 2019", "2019-06-14", "2019-06-15"),
        ("june 14th 2019", "2019-06-14", "2019-06-15"),
        ("14th of june 2019", "2019-06-14", "2019-06-15"),
        ("29 feb 2020", "2020-02-29", "2020-03-01"),
        ("2019-06", "2019-06-01", "2019-07-01"),
        ("2019-06-14", "2019-06-14", "2019-06-15"),
        ("31.12.2015", "2015-12-31", "2016-01-01"),
        ("2015", "2015-01-01", "2016-01-01"),
        ("2018-2020", "2018-01-01", "2021-01-01"),
        ("2018 - 2020", "2018-01-01", "2021-01-01"),
        ("from 2018 to 2020", "2018-01-01", "2021-01-01"),
        ("between june 2018 and may 2019", "2018-06-01", "2019-06-01"),
        ("june to august 2019", "2019-06-01", "2019-09-01"),
        ("summer 2015", "2015-06-01", "2015-09-01"),
        ("the summer of 2015", "2015-06-01", "2015-09-01"),
        ("christmas 2015", "2015-12-24", "2015-12-27"),
        ("in the 90s", "1990-01-01", "2000-01-01"),
        ("the 1920s", "1920-01-01", "1930-01-01"),
        ("in the 10s", "2010-01-01", "2020-01-01"),
        ("yesterday", "2026-07-09", "2026-07-10"),
        ("taken today", "2026-07-10", "2026-07-11"),
        ("last year", "2025-01-01", "2026-01-01"),
        ("this year", "2026-01-01", "2027-01-01"),
        ("last month", "2026-06-01", "2026-07-01"),
        ("this month", "2026-07-01", "2026-08-01"),
        ("last week", "2026-06-29", "2026-07-06"),
        ("last weekend", "2026-07-04", "2026-07-06"),
        ("last summer", "2025-06-01", "2025-09-01"),
        ("last winter", "2025-12-01", "2026-03-01"),
        ("last june", "2026-06-01", "2026-07-01"),
        ("last july", "2025-07-01", "2025-08-01"),
        ("last christmas", "2025-12-24", "2025-12-27"),
        ("two years ago", "2024-01-01", "2025-01-01"),
        ("3 days ago", "2026-07-07", "2026-07-08"),
        ("last 30 days", "2026-06-10", "2026-07-11"),
        ("since 2019", "2019-01-01", None),
        ("after june 2019", "2019-07-01", None),
        ("before 2010", None, "2010-01-01"),
        ("until 2010", None, "2011-01-01"),
    ],
)
def test_words_that_are_a_date(text: str, first: str | None, beyond: str | None) -> None:
    (one,) = find_dates(text.split(), TODAY)
    assert (one.start, one.stop) == (0, len(text.split()))
    assert one.ranges == (DateRange(first, beyond),)


@pytest.mark.parametrize(
    "text", ["may", "march", "june", "1234", "3000", "2019-13", "31 february", "the last supper", "this", "in", "a summer", "christmas"]
)
def test_words_that_are_no_date(text: str) -> None:
    assert found(text) == []


def test_a_month_after_in_is_that_month_of_every_year() -> None:
    (one,) = find_dates(["in", "may"], TODAY)
    assert one.label == "May of any year"
    assert DateRange("2026-05-01", "2026-06-01") in one.ranges
    assert DateRange("1987-05-01", "1987-06-01") in one.ranges


def test_winter_of_a_year_is_either_end_of_it() -> None:
    assert found("winter 2015") == [("2015-01-01 2015-03-01", "2015-12-01 2016-03-01")]


def test_a_day_with_slashes_is_either_order_where_both_are_days() -> None:
    assert found("12/11/2015") == [("2015-11-12 2015-11-13", "2015-12-11 2015-12-12")]
    assert found("31/12/2015") == [("2015-12-31 2016-01-01",)]
    assert found("12/31/2015") == [("2015-12-31 2016-01-01",)]


def test_today_within_a_sentence_belongs_to_the_sentence() -> None:
    assert found("the refrigerator was delivered today") == []


def test_two_years_joined_by_and_are_two_dates() -> None:
    assert len(found("in 2018 and 2020")) == 2


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2019", DateRange("2019-01-01", "2020-01-01")),
        ("2018..2020", DateRange("2018-01-01", "2021-01-01")),
        ("2018-06..2019-06-14", DateRange("2018-06-01", "2019-06-15")),
        ("2018..", DateRange("2018-01-01", None)),
        ("..2018", DateRange(None, "2019-01-01")),
        (">=2019", DateRange("2019-01-01", None)),
        (">2019", DateRange("2020-01-01", None)),
        ("<2019-06", DateRange(None, "2019-06-01")),
        ("<=2019-06", DateRange(None, "2019-07-01")),
        ("none", DateRange(unknown=True)),
        ("June 2019", DateRange("2019-06-01", "2019-07-01")),
        ("June 14, 2019", DateRange("2019-06-14", "2019-06-15")),
        ("2106", DateRange("2106-01-01", "2107-01-01")),
        ("2106-05", DateRange("2106-05-01", "2106-06-01")),
        ("june 2106", DateRange("2106-06-01", "2106-07-01")),
        ("2090-2110", DateRange("2090-01-01", "2111-01-01")),
        ("0001", DateRange("0001-01-01", "0002-01-01")),
        ("9999-12-31", DateRange("9999-12-31", None)),
        ("9999-12", DateRange("9999-12-01", None)),
        ("9999", DateRange("9999-01-01", None)),
        ("<=9999", DateRange("0001-01-01", None)),
        (">9999", None),
        ("0000", None),
        ("10000", None),
        ("29 february 2019", None),
        ("soon", None),
        ("..", None),
        (">=", None),
        (">=none", None),
        ("2019..soon", None),
        ("", None),
    ],
)
def test_values_of_the_date_filter(text: str, value: DateRange | None) -> None:
    assert date_value(text, TODAY) == value


@pytest.mark.parametrize(
    ("dates", "words"),
    [
        (DateRange("2019-01-01", "2020-01-01"), "2019"),
        (DateRange("2018-01-01", "2021-01-01"), "2018 to 2020"),
        (DateRange("2019-06-01", "2019-07-01"), "June 2019"),
        (DateRange("2019-06-01", "2019-09-01"), "June to August 2019"),
        (DateRange("2019-12-01", "2020-03-01"), "December 2019 to February 2020"),
        (DateRange("2019-06-14", "2019-06-15"), "14 June 2019"),
        (DateRange("2015-12-24", "2015-12-27"), "24 December 2015 to 26 December 2015"),
        (DateRange("2019-06-14", None), "since 14 June 2019"),
        (DateRange(None, "2010-01-01"), "before 2010"),
        (DateRange("9999-12-31", None), "since 31 December 9999"),
        (DateRange(unknown=True), "unknown"),
    ],
)
def test_a_range_in_words(dates: DateRange, words: str) -> None:
    assert describe(dates) == words


@pytest.mark.parametrize(
    ("text", "count"),
    [("29 february 2019", 3), ("31st of june 2019", 4), ("june 31 2019", 3), ("29 february 2020", 0), ("31 june", 0), ("29 boats 2019", 0)],
)
def test_a_day_that_no_calendar_has_is_no_other_date(text: str, count: int) -> None:
    assert impossible_day(text.split()) == count
    assert not count or found(f"{text} boats") == []


def test_a_month_of_any_year_exists_before_photographs_do() -> None:
    (found,) = find_dates(["in", "february"], date(1899, 1, 1))
    assert found.ranges == (DateRange("1899-02-01", "1899-03-01"),)


def test_two_months_side_by_side_are_no_range() -> None:
    found = find_dates(["february", "february", "2000"], date(2000, 1, 1))
    assert [(each.start, each.stop) for each in found] == [(1, 3)]
    (joined,) = find_dates(["june", "to", "august", "2019"], date(2026, 1, 1))
    assert (joined.stop, joined.ranges) == (4, (DateRange("2019-06-01", "2019-09-01"),))
    (hyphened,) = find_dates(["june-august", "2019"], date(2026, 1, 1))
    assert (hyphened.stop, hyphened.ranges) == (2, joined.ranges)
