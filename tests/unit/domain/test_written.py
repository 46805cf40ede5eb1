"""Values as English writes them."""

import unicodedata
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.written import day, day_and_clock, exposure, f_number, listed, millimetres, moment, month, number, quoted, stars, year, zone


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("harbour.jpg", "“harbour.jpg”"),
        ("", "“”"),
        ("a “b” c", "“a ‘b’ c”"),
        ("„a‟ ❝b❞ 〝c〞 d〟", "“‘a‘ ‘b’ ‘c’ d’”"),
        ("aˮ ״b ⹂c🙶 🙷d🙸❠", "“a’ ’b ‘c‘ ’d‘’”"),
        ("5ʺ 6˝ 7″ 8‶ 9‴ ‷⁗ ＂〃˶", '“5" 6" 7" 8" 9" "" """”'),
        ("a" + "\u0301" * 4 + "b" + "\u0301" * 500 + "c\u0301", "“a" + "\u0301" * 4 + "b" + "\u0301" * 4 + "c\u0301”"),
        ("\u20dd\u0301\u0302\u0903\u0303\u0304", "“\u20dd\u0301\u0302\u0903”"),
        ("a\nb\r\tc\u2028d\u00a0e", "“a⏎b c d e”"),
        ("a\x00b\x1bc\u202ed\u2066e\u200bf\ufeffg\u061ch", "“a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf\ufffdg\ufffdh”"),
        ("bad\udcff.jpg", "“bad\ufffd.jpg”"),
        ("🐾ねこ.jpg", "“🐾ねこ.jpg”"),
        ("👨\u200d👩\u200d👧", "“👨\u200d👩\u200d👧”"),
        ("نمی\u200cخواهم", "“\u2068نمی\u200cخواهم\u2069”"),
        ("שלום.jpg", "“\u2068שלום.jpg\u2069”"),
        ("٣.jpg", "“\u2068٣.jpg\u2069”"),
        ("<b>{x}</b> %s", "“<b>{x}</b> %s”"),
    ],
)
def test_text_of_files_stands_in_quotes(text: str, written: str) -> None:
    assert quoted(text) == written


@given(st.text())
def test_no_text_leaves_its_quotes(text: str) -> None:
    inner = quoted(text)
    assert inner[0] == "“"
    assert inner[-1] == "”"
    assert not set("“”„‟❝❞〝〞〟ˮ״″\n\r\u202e\u2028") & set(inner[1:-1])
    steering = [each for each in inner if unicodedata.category(each) in ("Cc", "Cf") and each not in "\u200c\u200d"]
    assert steering in ([], ["\u2068", "\u2069"])


@pytest.mark.parametrize(
    ("parts", "written"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"), (list("abcd"), "a, b, c and d")],
)
def test_lists(parts: list[str], written: str) -> None:
    assert listed(parts) == written


@pytest.mark.parametrize(
    ("taken", "written"),
    [
        ("2019-06-14", "14 June 2019"),
        ("2019-06-14T10:20", "14 June 2019, 10:20"),
        ("2019-06-14T10:20:30", "14 June 2019, 10:20"),
        ("1883-11-01T00:00:59.0512", "1 November 1883, 00:00"),
        ("2020-12-31T23:59:59", "31 December 2020, 23:59"),
        ("2019-01-02T19:05:00", "2 January 2019, 19:05"),
        ("2019-02-30", "“2019-02-30”"),
        ("2019-13-01", "“2019-13-01”"),
        ("2019-06-14T24:00", "“2019-06-14T24:00”"),
        ("2019-06-14T10:60", "“2019-06-14T10:60”"),
        ("2019-06-14 10:20", "“2019-06-14 10:20”"),
        ("٢٠١٩-06-14", "“\u2068٢٠١٩-06-14\u2069”"),
        ("last year”", "“last year’”"),
    ],
)
def test_times(taken: str, written: str) -> None:
    assert moment(taken) == written


def test_days() -> None:
    assert day("2014-06-14T10:20:30") == day("2014-06-14") == "14 June 2014"
    assert day("2014-02-30") == "“2014-02-30”"


@given(st.datetimes())
def test_every_real_time_is_read(when: datetime) -> None:
    assert day_and_clock(when.isoformat()) == (when.date(), when.time().isoformat())
    assert day_and_clock(when.date().isoformat()) == (when.date(), "")


@given(st.text())
def test_no_time_is_too_much(taken: str) -> None:
    assert day(taken)
    assert moment(taken)


@pytest.mark.parametrize(
    ("text", "written"),
    [("2015-01", "January 2015"), ("2015-12", "December 2015"), ("2015-13", "“2015-13”"), ("2015-00", "“2015-00”"), ("July", "“July”")],
)
def test_months(text: str, written: str) -> None:
    assert month(text) == written


def test_years_and_zones() -> None:
    assert (year("2015"), year("15"), year("20155"), year("a")) == ("2015", "“15”", "“20155”", "“a”")
    assert (zone("+02:00"), zone("-11:30"), zone("Z"), zone("+02:00.")) == ("UTC+02:00", "UTC-11:30", "“Z”", "“+02:00.”")
    assert (year("٢٠١٩"), zone("+٠٢:00")) == ("“\u2068٢٠١٩\u2069”", "“\u2068+٠٢:00\u2069”")


@pytest.mark.parametrize(
    ("value", "decimals", "written"),
    [
        (50, 1, "50"),
        (50.0, 1, "50"),
        (100.0, 0, "100"),
        (102_400, 0, "102400"),
        (10**400, 2, "1" + "0" * 400),
        (2.8, 2, "2.8"),
        (1.7999999, 2, "1.8"),
        (1.25, 2, "1.25"),
        (0.0, 2, "0"),
        (0, 2, "0"),
        (0.001, 2, "0.001"),
        (0.4, 0, "0.4"),
        (-0.001, 2, "-0.001"),
        (2.3283e-10, 2, "2.3e-10"),
    ],
)
def test_numbers(value: float, decimals: int, written: str) -> None:
    assert number(value, decimals) == written


def test_numbers_are_whole_unless_told_otherwise() -> None:
    assert number(2.8) == "3"


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (0.004, "1/250 s"),
        (1 / 60, "1/60 s"),
        (0.5, "0.5 s"),
        (1 / 3, "0.33 s"),
        (0.3, "0.3 s"),
        (0.29, "0.29 s"),
        (0.25, "1/4 s"),
        (0.26, "0.26 s"),
        (0.2, "1/5 s"),
        (1 / 6.5, "0.154 s"),
        (0.067, "1/15 s"),
        (1 / 249.9, "1/250 s"),
        (0.4, "0.4 s"),
        (0.3335, "0.33 s"),
        (0.35, "0.35 s"),
        (0.36, "0.36 s"),
        (0.52, "0.52 s"),
        (0.53, "0.53 s"),
        (0.66, "0.66 s"),
        (0.7, "0.7 s"),
        (0.999, "1 s"),
        (1, "1 s"),
        (1.0, "1 s"),
        (2.5, "2.5 s"),
        (30, "30 s"),
        (10**400, "1" + "0" * 400 + " s"),
        (0, "0 s"),
        (0.0, "0 s"),
        (-1.5, "-1.5 s"),
        (1.1e-6, "1/909091 s"),
        (1e-6, "1/1000000 s"),
        (1e-7, "1/10000000 s"),
        (2.0**-32, "1/4294967296 s"),
        (1e-10, "1e-10 s"),
        (5e-324, "4.9e-324 s"),
    ],
)
def test_exposures(seconds: float, written: str) -> None:
    assert exposure(seconds) == written


@given(st.floats(1e-5, 60))
def test_exposures_are_near_the_truth(seconds: float) -> None:
    text = exposure(seconds).removesuffix(" s")
    value = 1 / float(text[2:]) if text.startswith("1/") else float(text)
    assert value == pytest.approx(seconds, rel=0.03)


def test_lens_values() -> None:
    assert (f_number(2.8), f_number(11.0), f_number(1.78)) == ("f/2.8", "f/11", "f/1.78")
    assert (millimetres(50.0), millimetres(5.4), millimetres(4.25)) == ("50 mm", "5.4 mm", "4.2 mm")


@pytest.mark.parametrize(
    ("rating", "written"),
    [(-1, "rejected"), (0, "without stars"), (0.0, "without stars"), (1, "rated 1 star"), (1.0, "rated 1 star"), (5.0, "rated 5 stars")],
)
def test_ratings(rating: float, written: str) -> None:
    assert stars(rating) == written
