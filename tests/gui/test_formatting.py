"""Values read well, and no value that a photo may carry is too much for them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.ids import LocalTime
from app.domain.match import Evidence
from app.domain.photo import Position
from app.gui import formatting

FLOATS = st.floats(allow_nan=True, allow_infinity=True)
INTEGERS = st.integers(-(2**63), 2**63 - 1)


@pytest.mark.parametrize(
    ("taken", "offset", "text"),
    [
        ("2014-06-14T10:20:30", "+02:00", "Sat 14 June 2014, 10:20:30 +02:00"),
        ("2014-06-14T10:20:30.05", None, "Sat 14 June 2014, 10:20:30.05"),
        ("2014-06-14", "+02:00", "Sat 14 June 2014"),
        ("1883-11-17T00:00:00", None, "Sat 17 November 1883, 00:00:00"),
        ("2014-02-30", None, "“2014-02-30”"),
        ("sometime", None, "“sometime”"),
        ("٢٠١٤-٠٦-١٤", None, "“\u2068٢٠١٤-٠٦-١٤\u2069”"),
    ],
)
def test_moments(taken: str, offset: str | None, text: str) -> None:
    assert formatting.precise_moment(LocalTime(taken), offset) == text


@given(INTEGERS)
def test_any_date_of_a_file(modified_ns: int) -> None:
    assert formatting.file_date(modified_ns)


def test_dates_of_files_before_1970_too() -> None:
    assert "December 1969" in formatting.file_date(-3 * 86_400 * 10**9)
    assert "2106" in formatting.file_date(4_294_967_296 * 10**9 + 86_400 * 10**9)


@pytest.mark.parametrize(
    ("first", "other", "text"),
    [
        ("2014-06-14T10:20:30", "2014-06-14T10:23:42", "3 min 12 s later"),
        ("2014-06-14T10:20:30", "2014-06-14T10:20:29.75", "0.25 s earlier"),
        ("2014-06-14T10:20:30", "2014-06-14T10:20:30", "same time"),
        ("2014-06-14T10:20:30", "2014-06-16T13:20:30", "2 days 3 h later"),
        ("2014-06-14T10:20:30", "2014-06-14T11:20:35", "1 h later"),
        ("2014-06-14T10:20:30", "2016-06-14T10:20:30", "2 years 1 day later"),
        ("2014-06-14T10:20:30", "2014-06-14", None),
        ("2014-06-14T10:20:30", "2014-06-14T25:00:00", None),
    ],
)
def test_times_apart(first: str, other: str, text: str | None) -> None:
    assert formatting.time_apart(LocalTime(first), LocalTime(other)) == text


def test_speeds() -> None:
    assert formatting.iso_speed(200) == "ISO 200"


def test_positions() -> None:
    assert formatting.position(Position(45.4385, 12.335, 12.0)) == "45.43850° N, 12.33500° E, 12 m above sea level"
    assert formatting.position(Position(-33.9, -70.5, -3.2)) == "33.90000° S, 70.50000° W, 3 m below sea level"
    assert formatting.position(Position(0.0, 79.0)) == "0.00000° N, 79.00000° E"


@pytest.mark.parametrize(("rating", "text"), [(3, "★★★☆☆"), (5, "★★★★★"), (0, "no stars"), (-1, "rejected"), (9, "★★★★★")])
def test_stars(rating: int, text: str) -> None:
    assert formatting.stars(rating) == text


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (4_200_000, "4.2 MB"), (999_999, "1.0 MB"), (123_456_789, "123 MB")],
)
def test_file_sizes(size: int, text: str) -> None:
    assert formatting.file_size(size) == text


def test_counts_and_dimensions() -> None:
    assert formatting.count(1, "photo") == "1 photo"
    assert formatting.count(1234, "photo") == "1,234 photos"
    assert formatting.count(2, "match", "matches") == "2 matches"
    assert formatting.dimensions(4032, 3024) == "4032 × 3024, 12.2 megapixels"
    assert formatting.dimensions(64, 64) == "64 × 64"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, ""),
        (math.inf, ""),
        (2, "a few seconds left"),
        (11.2, "about 15 s left"),
        (70, "about 1 min left"),
        (130, "about 2 min left"),
        (3900, "about 1 h 5 min left"),
        (7200, "about 2 h left"),
    ],
)
def test_time_left(seconds: float | None, text: str) -> None:
    assert formatting.time_left(seconds) == text


def test_a_percentage_is_of_the_best_and_nothing_else() -> None:
    assert formatting.percentage_text(62) == "62\u00a0% of best"
    assert formatting.percentage_text(100) == "best match"
    assert all("of best" in formatting.percentage_text(each) for each in range(1, 100))


def test_evidence_has_words() -> None:
    assert [formatting.evidence_word(each) for each in Evidence] == ["exact", "words", "meaning", "look", "filter"]


def test_names_that_are_no_text_are_shown() -> None:
    assert formatting.file_name("/a/bad\udcff.jpg") == "bad\ufffd.jpg"
    assert formatting.file_name("/a/two\nlines.jpg") == "two\u23celines.jpg"


@given(FLOATS)
def test_no_number_is_too_much(value: float) -> None:
    for show in (formatting.time_left, formatting.duration):
        assert "nan" not in show(value)
    assert formatting.position(Position(value, value, value))


@given(INTEGERS)
def test_no_integer_is_too_much(value: int) -> None:
    assert formatting.stars(value)
    assert formatting.file_size(value)
    assert formatting.iso_speed(value)
    assert formatting.dimensions(value, value)


@given(st.text(), st.one_of(st.none(), st.text()))
def test_no_time_is_too_much(taken: str, offset: str | None) -> None:
    assert formatting.precise_moment(LocalTime(taken), offset)
    formatting.time_apart(LocalTime(taken), LocalTime(taken))


@given(st.datetimes())
def test_every_real_time_is_shown_in_full(when: object) -> None:
    text = str(when).replace(" ", "T")
    shown = formatting.precise_moment(LocalTime(text))
    assert shown.endswith(text[11:])
    assert str(int(text[:4])) in shown
    assert formatting.time_apart(LocalTime(text), LocalTime(text)) == "same time"
