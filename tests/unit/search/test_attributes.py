"""Attributes in everyday words, and amounts as they are written."""

import pytest

from app.domain.query import Comparison, FilterField, Known, NumberRange, RatingRange, Shape, Value
from app.search.attributes import attributes
from app.search.quantities import amount, describe_numbers, number_range

ISO, APERTURE, SHUTTER, FOCAL = FilterField.ISO, FilterField.APERTURE, FilterField.SHUTTER, FilterField.FOCAL


def stars(*numbers: int) -> tuple[Value, ...]:
    return tuple(RatingRange(Comparison.EQUAL, number) for number in numbers)


def longest(text: str) -> tuple[str, tuple[Value, ...], bool]:
    found = max(attributes(text, 0), key=lambda each: each.stop)
    return text[: found.stop], tuple(each.value for each in found.filters), found.negated


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("iso 1600 or higher", NumberRange(1600)),
        ("iso >= 1600", NumberRange(1600)),
        ("iso >1600", NumberRange(1600, strict=True)),
        ("iso1600", NumberRange(1600, 1600)),
        ("iso 1,600", NumberRange(1600, 1600)),
        ("above iso 800", NumberRange(800, strict=True)),
        ("between iso 100 and 400", NumberRange(100, 400)),
        ("iso between 400 and 100", NumberRange(100, 400)),
        ("f/2 or wider", NumberRange(None, 2)),
        ("f/8 or narrower", NumberRange(8)),
        ("wider than f/2", NumberRange(None, 2, strict=True)),
        ("f2.8", NumberRange(2.8, 2.8)),
        ("an aperture of 2.8", NumberRange(2.8, 2.8)),
        ("longer than a second", NumberRange(1, strict=True)),
        ("half a second or longer", NumberRange(0.5)),
        ("30 second exposures", NumberRange(30, 30)),
        ("exposure time of 1/60", NumberRange(1 / 60, 1 / 60)),
        ("1/1000 or faster", NumberRange(None, 1 / 1000)),
        ("1/250 s", NumberRange(1 / 250, 1 / 250)),
        ("50 mm", NumberRange(50, 50)),
        ("24-70mm", NumberRange(24, 70)),
        ("between 24 and 70 mm", NumberRange(24, 70)),
        ("focal length over 200", NumberRange(200, strict=True)),
        ("in portrait format", Shape.PORTRAIT),
        ("in landscape", Shape.LANDSCAPE),
        ("taller than wide once they 're turned the right way up", Shape.PORTRAIT),
    ],
)
def test_one_value(text: str, expected: Value) -> None:
    assert longest(text) == (text, (expected,), False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("four stars or more", (RatingRange(Comparison.AT_LEAST, 4),)),
        ("rated 4+", (RatingRange(Comparison.AT_LEAST, 4),)),
        ("4+ stars", (RatingRange(Comparison.AT_LEAST, 4),)),
        ("more than 3 stars", (RatingRange(Comparison.AT_LEAST, 4),)),
        ("five-star", stars(5)),
        ("up to 3 stars", stars(1, 2, 3)),
        ("less than 3 stars", stars(1, 2)),
        ("3 to 5 stars", stars(3, 4, 5)),
        ("1 or 5 stars", stars(1, 5)),
        ("rated 0", (RatingRange(Comparison.EQUAL, None),)),
        ("i gave at least four stars", (RatingRange(Comparison.AT_LEAST, 4),)),
        ("we rated four or five stars", stars(4, 5)),
        ("iso 100 or 400", (NumberRange(100, 100), NumberRange(400, 400))),
    ],
)
def test_alternatives(text: str, expected: tuple[Value, ...]) -> None:
    assert longest(text) == (text, expected, False)


@pytest.mark.parametrize(
    ("text", "known", "negated"),
    [
        ("have a gps position", Known.GPS, False),
        ("with coordinates", Known.GPS, False),
        ("geotagged", Known.GPS, False),
        ("without gps data", Known.GPS, True),
        ("without a place", Known.PLACE, True),
        ("have no capture date", Known.DATE, True),
        ("do n't have a date", Known.DATE, True),
        ("do n't have a date on when they were taken", Known.DATE, True),
        ("where the date they were taken is missing", Known.DATE, True),
        ("where coordinates are missing", Known.GPS, True),
        ("lacking a caption", Known.CAPTION, True),
        ("untitled", Known.TITLE, True),
        ("no tags", Known.TAGS, True),
        ("named people", Known.PEOPLE, False),
        ("people tagged", Known.PEOPLE, False),
        ("nobody is named", Known.PEOPLE, True),
        ("rated", Known.RATING, False),
        ("unrated", Known.RATING, True),
        ("my favourites", Known.FAVOURITE, False),
        ("marked as a favorite", Known.FAVOURITE, False),
        ("not my favourites", Known.FAVOURITE, True),
        ("marked as rejected", Known.REJECTED, False),
        ("my rejects", Known.REJECTED, False),
        ("not rejected", Known.REJECTED, True),
    ],
)
def test_what_is_known(text: str, known: Known, negated: bool) -> None:
    assert longest(text) == (text, (known,), negated)


@pytest.mark.parametrize(
    "text",
    [
        "raw fish", "10 seconds", "1/0", "five", "star", "iso", "f", "mm", "with a title of honour", "portrait of a lady", "17 miles",
        "with people", "without people", "of someone", "with stars", "showing time", "with faces", "three stars on a flag",
        "someone named bob", "with a date on it", "rated highly", "rejected shot on goal", "rejected suitor", "rejected",
    ],
)  # fmt: skip
def test_no_attribute(text: str) -> None:
    assert not list(attributes(text, 0))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f/2.8", 2.8),
        ("1/250 s", 1 / 250),
        ("half a second", 0.5),
        ("1,600", 1600),
        ("four stars", 4),
        ("1/0", None),
        ("x", None),
        ("", None),
    ],
)
def test_amounts(text: str, expected: float | None) -> None:
    assert amount(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "with a gps position", "without a caption", "no date", "geotagged", "untagged", "rated 3", "3 stars or more", "in portrait format",
    ],
)  # fmt: skip
def test_metadata_is_certain(text: str) -> None:
    assert next(each.certain for each in attributes(text, 0) if each.stop == len(text))


@pytest.mark.parametrize(
    "text", ["with a title", "with tags", "no tags", "with a caption", "three stars", "in landscape", "with his wife", "1/2"]
)
def test_what_a_scene_has_as_well_is_not_certain(text: str) -> None:
    assert not any(each.certain for each in attributes(text, 0))


@pytest.mark.parametrize(
    ("field", "text", "label"),
    [
        (ISO, "1600", "1600"),
        (ISO, ">=1600", "at least 1600"),
        (ISO, "<1600", "under 1600"),
        (ISO, "100..400", "100 to 400"),
        (APERTURE, "<=2", "f/2 or wider"),
        (APERTURE, "f/2.8", "f/2.8"),
        (APERTURE, ">8", "narrower than f/8"),
        (SHUTTER, "<=1/1000", "1/1000 s or shorter"),
        (SHUTTER, ">1s", "longer than 1 s"),
        (FOCAL, "50+", "at least 50 mm"),
        (FOCAL, "70-24", "24 mm to 70 mm"),
    ],
)
def test_ranges_and_their_words(field: FilterField, text: str, label: str) -> None:
    numbers = number_range(text)
    assert numbers is not None
    assert describe_numbers(field, numbers) == label


@pytest.mark.parametrize("text", ["", "x", ">", "..", "1..", "1/0", "-", "++"])
def test_no_range(text: str) -> None:
    assert number_range(text) is None
