"""A question to the library, as it was understood: words, exclusions and filters, each with the chip that shows it."""

from dataclasses import dataclass
from enum import StrEnum

from app.domain.photo import Position


@dataclass(frozen=True, slots=True)
class Term:
    """A word, or a phrase of several words in this order. `prefix` stands for a trailing star."""

    text: str
    phrase: bool = False
    prefix: bool = False


class FilterField(StrEnum):
    """What a filter looks at."""

    TAG = "tag"
    PLACE = "place"
    CAMERA = "camera"
    LENS = "lens"
    PERSON = "person"
    FOLDER = "folder"
    NAME = "name"
    TYPE = "type"
    RATING = "rating"
    DATE = "date"
    TITLE = "title"
    CAPTION = "caption"
    ISO = "iso"
    APERTURE = "aperture"
    SHUTTER = "shutter"
    FOCAL = "focal"
    HAS = "has"
    IS = "is"
    """What a person writes for `HAS` of a favourite or a rejected photo; no filter of a query is of it."""
    SHAPE = "shape"
    TIME = "time"
    WEEKDAY = "weekday"
    PEOPLE = "people"
    """How many people are named."""
    TEXT = "text"
    """Text in pictures, as a machine has read it: a guess."""
    FACES = "faces"
    """How many faces a picture shows, as other programs have marked them, else as they were found: a guess."""
    WORDS = "words"
    """Any field: a word that stands in an OR group beside a filter."""


class Comparison(StrEnum):
    """How a rating compares."""

    EQUAL = "="
    AT_LEAST = ">="
    AT_MOST = "<="


@dataclass(frozen=True, slots=True)
class DateRange:
    """Local dates, `first` included and `beyond` not; either may be open. `unknown` asks for photos without a date."""

    first: str | None = None
    beyond: str | None = None
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class RatingRange:
    """A number of stars and how to compare with it; `stars` None asks for photos without a rating."""

    comparison: Comparison
    stars: int | None


@dataclass(frozen=True, slots=True)
class NumberRange:
    """Numbers from `least` to `most`, either of which may be open: f-numbers, seconds, millimetres or ISO speeds.

    They are nominal: what a camera calls f/2.8 is 2.83. Both ends are included, and neither where `strict`.
    """

    least: float | None = None
    most: float | None = None
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """A whole value, not words of one. Of a place also a part between its commas; `leading` takes values that go on after it as well."""

    text: str
    leading: bool = False


@dataclass(frozen=True, slots=True)
class Around:
    """At most so many kilometres from one of the places of this name."""

    name: str
    positions: tuple[Position, ...]
    kilometres: float


class Known(StrEnum):
    """What can be known of a photo, or not."""

    GPS = "gps"
    DATE = "date"
    PLACE = "place"
    TITLE = "title"
    CAPTION = "caption"
    TAGS = "tags"
    PEOPLE = "people"
    FACES = "faces"
    TEXT = "text"
    """Text in the picture."""
    RATING = "rating"
    CAMERA = "camera"
    LENS = "lens"
    FAVOURITE = "favourite"
    REJECTED = "rejected"
    """Rated -1."""


class Shape(StrEnum):
    """A photo as it is shown, upright."""

    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"
    SQUARE = "square"


class DayPart(StrEnum):
    """A part of the day by the local hour: from 5, from 12, from 17, from 22."""

    MORNING = "morning"
    AFTERNOON = "afternoon"
    EVENING = "evening"
    NIGHT = "night"


class Weekday(StrEnum):
    """A day of the week by the local date."""

    MONDAY = "Monday"
    TUESDAY = "Tuesday"
    WEDNESDAY = "Wednesday"
    THURSDAY = "Thursday"
    FRIDAY = "Friday"
    SATURDAY = "Saturday"
    SUNDAY = "Sunday"


Value = Term | Named | Around | DateRange | RatingRange | NumberRange | Known | Shape | DayPart | Weekday


@dataclass(frozen=True, slots=True)
class Filter:
    """One condition. `value` is a term or a whole value for fields of words, a format name (a term) for `type:`."""

    field: FilterField
    value: Value


@dataclass(frozen=True, slots=True)
class Condition:
    """Any of these filters, or none of them where negated. All conditions of a query must hold."""

    any_of: tuple[Filter, ...]
    negated: bool = False


EVERY_PHOTO = Condition((), negated=True)
"""Holds for all photos: there is nothing that they must not be."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A part of the query as it was understood, in words, and the span of the typed text to cut when it is removed."""

    label: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """`groups` are the positive words, each an OR group of one or more terms and each one term of the score.

    `excluded` terms must not stand in any field. `meaning` is the positive text to embed, empty if there is none.
    `whole` is the positive text as typed, for telling whether the whole query equals a value.
    `refusal` is one sentence that says why nothing can be searched; then nothing matches.
    """

    text: str
    groups: tuple[tuple[Term, ...], ...] = ()
    excluded: tuple[Term, ...] = ()
    conditions: tuple[Condition, ...] = ()
    meaning: str = ""
    whole: str = ""
    chips: tuple[Chip, ...] = ()
    refusal: str = ""

    @property
    def has_positive_text(self) -> bool:
        """Whether there is anything to rank by; without it, nothing is relative to anything."""
        return bool(self.groups)
