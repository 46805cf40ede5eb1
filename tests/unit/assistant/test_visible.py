"""A text as a reader sees it."""

import unicodedata

import pytest

from app.assistant.gates.visible import visible


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("", ""),
        ("P-7K2Q", "P-7K2Q"),
        ("Ｐ－７Ｋ２Ｑ", "P-7K2Q"),
        ("𝐏-𝟕𝕂𝟐𝓠", "P-7K2Q"),
        ("P\u200b-\u200d7\ufeffK\u2060\u00ad2\u180eQ", "P-7K2Q"),
        ("\u202eP-7\u2066K2Q\u2069\u200e\u061c", "P-7K2Q"),
        ("P\ufe0f-7\U000e0100K\u034f2\u0336Q\u20dd", "P-7K2Q"),
        ("P\u3164-\u115f7\uffa0K\u28002Q\u1160", "P-7K2Q"),
        ("P\x00-7\x1bK\x7f2Q\x9c", "P-7K2Q"),
        ("a\tb\nc\u00a0d\u3000e\u2028f", "a b c d e f"),
        ("a\u2010b\u2011c\u2012d\u2013e\u2014f\u2015g\u2212h\ufe63i\uff0dj\u02d7k\u2043l\u301cm", "a-b-c-d-e-f-g-h-i-j-k-l-m"),
        ("é ñ ½ ﬁ", "e n 1⁄2 fi"),
        ("Привет", "Пpивeт"),
    ],
)
def test_what_is_seen(text: str, seen: str) -> None:
    assert visible(text) == seen


@pytest.mark.parametrize(
    ("letters", "alike"),
    [
        ("АВЕЅІЈКМНОРСТХУ", "ABESIJKMHOPCTXY"),
        ("аеѕіјорсху", "aesijopcxy"),
        ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo"),
        ("ıɡ", "ig"),
    ],
)
def test_letters_that_look_like_latin_ones(letters: str, alike: str) -> None:
    assert not any(each.isascii() for each in letters)
    assert visible(letters) == alike


def test_nothing_invisible_is_left_of_any_character() -> None:
    left = {each for code in (*range(0x20000), *range(0xE0000, 0xE0200)) for each in visible(chr(code))}
    assert not [each for each in left if unicodedata.category(each)[0] in "CM" or (each.isspace() and each != " ")]


def test_ascii_is_seen_as_it_is() -> None:
    ascii_text = "".join(map(chr, range(32, 127)))
    assert visible(ascii_text) == ascii_text


def test_marks_are_not_put_in_order() -> None:
    """That takes square time: a quarter of an hour for these."""
    assert visible("\u0315\u0300" * 1_000_000 + "a") == "a"
