"""Ranked and matched photos: a score that keeps its parts, and the percentage that is derived from a whole ranking."""

from dataclasses import dataclass
from enum import StrEnum

from app.domain.ids import PassageId, PhotoId
from app.domain.query import Term
from app.domain.words import Field

GUESS = " (a guess)"
"""What follows a reason that a machine has guessed."""


class Evidence(StrEnum):
    """Why a photo is in a result, the strongest kind that holds."""

    EXACT = "exact"
    WORDS = "words"
    MEANING = "meaning"
    CONTENT = "content"
    FILTER = "filter"


@dataclass(frozen=True, slots=True)
class WordPart:
    """Points for a word of the query, or one of its alternatives, that a field holds; `exact` where a value equals the whole query."""

    terms: tuple[Term, ...]
    field: Field
    points: float
    exact: bool = False


@dataclass(frozen=True, slots=True)
class MeaningPart:
    """Points for the passage whose meaning is nearest; `cosine` is for deciding and logging, never for showing."""

    passage_id: PassageId
    cosine: float
    points: float


@dataclass(frozen=True, slots=True)
class LookPart:
    """Points for the look of the picture, a machine's guess; `by_people`: for the faces that were found in it, not for its content."""

    points: float
    by_people: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a photo is there, in words: `label` names the field or kind, `emphasis` holds (start, end) spans of `text`.

    `guessed`: a machine says so, by what the picture looks like.
    """

    label: str
    text: str = ""
    emphasis: tuple[tuple[int, int], ...] = ()
    guessed: bool = False

    @property
    def plain(self) -> str:
        """As one line without emphasis: `tag harbour`, `caption: fishing boats at dawn`, `meaning only`, `looks like: canoe (a guess)`."""
        return self.lead + self.text + self.tail

    @property
    def lead(self) -> str:
        """What stands before the text."""
        if not self.text:
            return self.label
        return f"{self.label} " if self.label.split()[-1] in ("tag", "person", "name") else f"{self.label}: "

    @property
    def tail(self) -> str:
        """What stands behind it."""
        return GUESS if self.guessed else ""


@dataclass(frozen=True, slots=True)
class RankedPhoto:
    """A photo with its score. It has no match percentage: that exists only relative to a whole ranking.

    Where it is there for its look alone, `meaning` is None: what is not near enough to list a photo does not lift a guess either.
    """

    photo_id: PhotoId
    lexical: float
    semantic: float
    words: tuple[WordPart, ...] = ()
    meaning: MeaningPart | None = None
    look: LookPart | None = None

    @property
    def final_score(self) -> float:
        """Lexical plus semantic: unbounded and additive, comparable only within one search."""
        return self.lexical + self.semantic

    @property
    def is_read(self) -> bool:
        """Whether nothing lists it but text that a machine has read in the picture."""
        return bool(self.words) and not self.meaning and all(part.field is Field.TEXT for part in self.words)

    @property
    def evidence(self) -> Evidence:
        """The strongest kind of evidence among the parts."""
        if any(part.exact for part in self.words):
            return Evidence.EXACT
        if self.words:
            return Evidence.WORDS
        return Evidence.CONTENT if self.look and not self.meaning else Evidence.MEANING


@dataclass(frozen=True, slots=True)
class MatchedPhoto:
    """A ranked photo with its percentage of the best match of the same search, 1 to 100."""

    ranked: RankedPhoto
    match_percentage: int

    @property
    def photo_id(self) -> PhotoId:
        """The photo's id."""
        return self.ranked.photo_id
