"""Photos that say or look like a word of the question that was read as a value, such as a tag, which they have not."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

import numpy as np

from app.domain.match import Evidence
from app.domain.ports import Ids, WordIndex
from app.domain.query import Condition, Filter, FilterField, Named, Term
from app.domain.question import Aggregate, Question
from app.search.candidates import of_those
from app.search.parse import parse
from app.search.search import PhotoSearch

_VALUES = frozenset({FilterField.TAG, FilterField.PERSON, FilterField.PLACE})
_SAYING = (FilterField.CAPTION, FilterField.TITLE)
_ASKED = frozenset({Aggregate.NONE, Aggregate.COUNT})
_CALLED = re.compile(
    r":|\b(?:tag\w*|keywords?|label\w*|marked|person|people|places?|locations?|called|named|titled?|captions?)\b", re.IGNORECASE
)
"""The question says itself what the value is."""


@dataclass(frozen=True, slots=True)
class SaidAsWell:
    """A word of the question, how many more photos have it in their caption or title, and how many others a search finds by look alone."""

    word: str
    more: int
    looks: int = 0


def seen_alone(search: PhotoSearch, today: date, word: str) -> Ids:
    """Sorted ids of the photos that a search for a word lists for nothing but their look. Raises `LibraryUnavailable`."""
    found = [each.photo_id for each in search.run(parse(word, today)).matches if each.ranked.evidence is Evidence.CONTENT]
    return np.array(sorted(found), np.int64)


def said_as_well(question: Question, complete: Ids, words: WordIndex, seen: Callable[[str], Ids]) -> SaidAsWell | None:
    """The first word with which there are more; `complete` are the photos that were found, `seen` finds others by their look.

    Raises `LibraryUnavailable`.
    """
    if not question.covered or question.about or question.aggregate not in _ASKED or _CALLED.search(question.text):
        return None
    for condition in question.query.conditions:
        word = _bare_value(condition, question.text)
        if not word:
            continue
        others = tuple(each for each in question.query.conditions if each != condition)
        saying = Condition(tuple(Filter(field, Term(word, phrase=True)) for field in _SAYING))
        more = _left(words.satisfying((*others, saying)), question, complete)
        look = seen(word) if FilterField.TAG in {each.field for each in condition.any_of} else np.empty(0, np.int64)
        looks = _left(np.intersect1d(look, words.satisfying(others)) if others else look, question, complete)
        if more or looks:
            return SaidAsWell(word, more, looks)
    return None


def _bare_value(condition: Condition, text: str) -> str:
    """The one value that a condition wants and the question says; empty if there is none."""
    fields = {each.field for each in condition.any_of}
    values = {each.value.text.casefold() for each in condition.any_of if isinstance(each.value, Named | Term)}
    if condition.negated or not fields & _VALUES or FilterField.DATE in fields or len(values) != 1:
        return ""
    (word,) = values
    said = re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE)
    return said[0] if said else ""


def _left(found: Ids, question: Question, complete: Ids) -> int:
    """How many of these the question is asked of and were not found."""
    return len(of_those(np.setdiff1d(found, complete), question.within))
