"""A question as it was understood: the photos that it is about, what it asks of them, and whether nothing in it was left over."""

from dataclasses import dataclass
from enum import StrEnum

from app.domain.query import Chip, ParsedQuery


class Aggregate(StrEnum):
    """What is asked about the photos of the query."""

    NONE = "none"
    """The photos themselves."""
    COUNT = "count"
    """How many photos there are; with a dimension, how many of its values ("how many cameras did I use")."""
    OLDEST = "oldest"
    NEWEST = "newest"
    MOST = "most"
    """Which value of the dimension most of the photos have ("which camera took the most photos")."""
    VALUES = "values"
    """Which values of the dimension the photos have: "when" asks for days, "where" for places, "who" for people."""


class Dimension(StrEnum):
    """What photos can be counted by or asked for."""

    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    PLACE = "place"
    PERSON = "person"
    TAG = "tag"
    CAMERA = "camera"
    LENS = "lens"
    FOLDER = "folder"


@dataclass(frozen=True, slots=True)
class Question:
    """`query` gives the complete result of what is asked, through `PhotoSearch.run` as well as `WordIndex.satisfying`, where `covered`.

    `covered`: at least one content word, and all of them understood: filters, attributes, aggregates, values of the library (design §8).
    Where it is not, `query` is what the search box would make of the text, attributes such as "at f/2" being conditions where the text asks
    for photos. `of` goes with MOST and VALUES, and may go with the others: OLDEST and DAY ask when that photo was taken.
    `understood` are the parts in plain words, with their spans of the question; `unknown` are the words that were not, as typed.
    """

    text: str
    query: ParsedQuery
    covered: bool = False
    aggregate: Aggregate = Aggregate.NONE
    of: Dimension | None = None
    understood: tuple[Chip, ...] = ()
    unknown: tuple[str, ...] = ()
