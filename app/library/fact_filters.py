"""Filters on the facts of a photo that are no words: exposure, shape, and what is known of it. Sorted ids, of photos that can be found."""

import math
import sqlite3

from app.domain.ports import Ids
from app.domain.query import DayPart, FilterField, Known, NumberRange, Shape, Weekday
from app.domain.words import Field
from app.library.columns import select_ids
from app.library.values import FIELD_SHIFT, PHOTO_SHIFT

NOMINAL = 0.015
"""How far, as a share, a number may lie from the one by which it goes: f/2.8 is 2.83, and 1/60 s may be stored as 0.0167."""

_BY_FACTS = "SELECT group_concat(photo_id) FROM photo_facts WHERE photo_id NOT IN (SELECT id FROM photo WHERE state >= 2)"
_FINDABLE = "SELECT group_concat(id) FROM photo WHERE state < 2"

# No text of a fact holds this sign by sign: a quotation mark inside a JSON string has a backslash before it.
_HOLDING = "instr(facts, '\"{}\":[')"
_NUMBERS = {
    FilterField.ISO: "iso", FilterField.APERTURE: "aperture", FilterField.SHUTTER: "shutter", FilterField.FOCAL: "focal_length",
}  # fmt: skip
# The number behind the name, without reading the whole of the JSON text, which takes twice as long.
_BETWEEN = {
    field: f"{_BY_FACTS} AND {holding} AND CAST(substr(facts, {holding} + {len(name) + 4}, 25) AS REAL) BETWEEN ? AND ?"
    for field, name, holding in ((field, name, _HOLDING.format(name)) for field, name in _NUMBERS.items())
}

# The first number of a photo's texts, and the first behind them.
_FIRST_TEXT, _BEYOND_TEXTS = (f"(photo.id << {PHOTO_SHIFT}) + {field << FIELD_SHIFT}" for field in (Field.TEXT, Field.TEXT + 1))

_FACTS = {
    Known.GPS: ("gps",), Known.PLACE: ("place",), Known.TITLE: ("title",), Known.CAPTION: ("caption",), Known.TAGS: ("tags",),
    Known.PEOPLE: ("people",), Known.CAMERA: ("make", "model"), Known.LENS: ("lens",),
}  # fmt: skip
_KNOWN = {known: f"{_BY_FACTS} AND ({' OR '.join(map(_HOLDING.format, names))})" for known, names in _FACTS.items()} | {
    Known.DATE: f"{_FINDABLE} AND (taken IS NULL) = 0",
    # A rating of 0 means that there is none (XMP specification part 2, xmp:Rating).
    Known.RATING: f"{_FINDABLE} AND rating <> 0",
    Known.FACES: f"{_FINDABLE} AND faces > 0",
    Known.TEXT: f"{_FINDABLE} AND EXISTS (SELECT 1 FROM value WHERE value.id >= {_FIRST_TEXT} AND value.id < {_BEYOND_TEXTS})",  # noqa: S608
    Known.REJECTED: f"{_FINDABLE} AND rating < 0",
    Known.FAVOURITE: f"{_BY_FACTS} AND instr(facts, '\"favourite\":[true')",
}
_SHAPES = {Shape.PORTRAIT: "height > width", Shape.LANDSCAPE: "width > height", Shape.SQUARE: "width = height"}


# The hour of a local time that is known to the minute.
_HOUR = f"{_FINDABLE} AND length(taken) > 10 AND CAST(substr(taken, 12, 2) AS INTEGER)"
_DAY_PARTS = {
    DayPart.MORNING: "BETWEEN 5 AND 11", DayPart.AFTERNOON: "BETWEEN 12 AND 16", DayPart.EVENING: "BETWEEN 17 AND 21",
    DayPart.NIGHT: "NOT BETWEEN 5 AND 21",
}  # fmt: skip
# As SQLite numbers them: 0 is Sunday.
_WEEKDAYS = {each: str(number % 7) for number, each in enumerate(Weekday, 1)}
_WEEKDAY = f"{_FINDABLE} AND (taken IS NULL) = 0 AND strftime('%w', substr(taken, 1, 10)) = ?"
_PEOPLE = f"{_BY_FACTS} AND {_HOLDING.format('people')} AND json_array_length(facts, '$.people[0]') BETWEEN ? AND ?"
_COUNTED = {FilterField.PEOPLE: _PEOPLE, FilterField.FACES: f"{_FINDABLE} AND faces BETWEEN ? AND ?"}


def by_fact(connection: sqlite3.Connection, field: FilterField, value: NumberRange | Known | Shape | DayPart | Weekday) -> Ids:
    """Photos of which the fact is known and as asked."""
    match value:
        case NumberRange() if field in _COUNTED:
            return select_ids(connection, _COUNTED[field], _ends(value, 0.0))
        case NumberRange():
            return _measured(connection, field, value)
        case Known():
            return select_ids(connection, _KNOWN[value])
        case Shape():
            # Width and height are stored upright.
            return select_ids(connection, f"{_FINDABLE} AND {_SHAPES[value]}")
        case DayPart():
            return select_ids(connection, f"{_HOUR} {_DAY_PARTS[value]}")
        case Weekday():
            return select_ids(connection, _WEEKDAY, (_WEEKDAYS[value],))


def _measured(connection: sqlite3.Connection, field: FilterField, numbers: NumberRange) -> Ids:
    return select_ids(connection, _BETWEEN[field], _ends(numbers, 0.0 if field is FilterField.ISO else NOMINAL))


def _ends(numbers: NumberRange, slack: float) -> tuple[float, float]:
    """The least and the most number that count, both included."""
    outward = -1 if numbers.strict else 1
    least = -math.inf if numbers.least is None else numbers.least * (1 - outward * slack)
    most = math.inf if numbers.most is None else numbers.most * (1 + outward * slack)
    if numbers.strict:
        least, most = math.nextafter(least, math.inf), math.nextafter(most, -math.inf)
    return least, most
