"""A question as it was understood: the photos that it is about, what it asks of them, and whether nothing in it was left over."""

from dataclasses import dataclass
from enum import StrEnum

from app.domain.evidence import Relation
from app.domain.ids import PhotoId
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
    SUMMARY = "summary"
    """What there is to tell of the photos together: how many, from when to when, where, with what, of whom."""
    COMPARE = "compare"
    """What the photos of `about` have in common, and what not."""
    TOGETHER = "together"
    """Which of the photos belong together, by `relation` or by any."""
    RELATED = "related"
    """Which photos belong with those of `about`, by `relation` or by any ("what was taken the same day as IMG_8824.jpg")."""
    SHOWN = "shown"
    """What the one photo of `about` shows; with PERSON or FACE who is in it, with a `thing` whether that is."""
    DESCRIBED = "described"
    """All that is known of the one photo of `about`."""


EXTREMES = (Aggregate.OLDEST, Aggregate.NEWEST)
"""What asks for the one photo at an end of time."""


WHICH_PHOTO = "Which photo? Select one, or name its file."
"""Why a question about one photo is not answered where it is not known which is meant."""


class Dimension(StrEnum):
    """What photos can be counted by or asked for."""

    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    PLACE = "place"
    COUNTRY = "country"
    PERSON = "person"
    FACE = "face"
    """Faces that were found, which is a guess: no facts are counted by it."""
    TAG = "tag"
    CAMERA = "camera"
    LENS = "lens"
    FOLDER = "folder"
    FORMAT = "format"


@dataclass(frozen=True, slots=True)
class Question:
    """`query` gives the complete result of what is asked, through `PhotoSearch.run` as well as `WordIndex.satisfying`, where `covered`.

    `covered`: at least one content word, and all of them understood: filters, attributes, aggregates, values of the library (design §8).
    Where it is not, `query` is what the search box would make of the text, attributes such as "at f/2" being conditions where the text asks
    for photos. `of` goes with MOST and VALUES, and may go with the others: OLDEST and DAY ask when that photo was taken.
    `understood` are the parts in plain words, with their spans of the question; `unknown` are the words that were not, as typed.
    `about` are photos that the question names or points at ("IMG_8824.jpg", "the first two"); `within` are the photos that it is asked of,
    None for the whole library. `cannot` is the sentence that says why this is nothing that Candid does, if so ("delete them").
    `thing` is what a photo may show or not, as it was typed ("a car"): goes with SHOWN.
    """

    text: str
    query: ParsedQuery
    covered: bool = False
    aggregate: Aggregate = Aggregate.NONE
    of: Dimension | None = None
    understood: tuple[Chip, ...] = ()
    unknown: tuple[str, ...] = ()
    relation: Relation | None = None
    about: tuple[PhotoId, ...] = ()
    within: tuple[PhotoId, ...] | None = None
    cannot: str = ""
    thing: str = ""


@dataclass(frozen=True, slots=True)
class Scope:
    """Photos that the person handed over to ask about; `label` says which: `12 selected photos`, `the search “harbour”`."""

    label: str
    photo_ids: tuple[PhotoId, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A question that was answered, and the photos that its answer showed, in order: what "these", "it" and "the first two" point at."""

    question: Question
    shown: tuple[PhotoId, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """What a question may lean on: the photos that it is asked of, the turn before, and the one photo that is selected meanwhile."""

    scope: Scope | None = None
    before: Turn | None = None
    pointed: PhotoId | None = None


NO_CONTEXT = Context()
"""The first question of a conversation, asked of the whole library."""
