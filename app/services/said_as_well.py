"""Photos that say a word of the question in their caption or title, where it was read as a value, such as a tag, that they do not have."""

import re
from dataclasses import dataclass

import numpy as np

from app.domain.ports import Ids, WordIndex
from app.domain.query import Condition, Filter, FilterField, Named, Term
from app.domain.question import Aggregate, Question

_VALUES = frozenset({FilterField.TAG, FilterField.PERSON, FilterField.PLACE})
_SAYING = (FilterField.CAPTION, FilterField.TITLE)
_ASKED = frozenset({Aggregate.NONE, Aggregate.COUNT})
_CALLED = re.compile(
    r":|\b(?:tag\w*|keywords?|label\w*|marked|person|people|places?|locations?|called|named|titled?|captions?)\b", re.IGNORECASE
)
"""The question says itself what the value is."""


@dataclass(frozen=True, slots=True)
class SaidAsWell:
    """A word of the question, and how many more photos have it in their caption or title."""

    word: str
    more: int


def said_as_well(question: Question, complete: Ids, words: WordIndex) -> SaidAsWell | None:
    """The first word with which there are more; `complete` are the photos that were found. Raises `LibraryUnavailable`."""
    if not question.covered or question.about or question.aggregate not in _ASKED or _CALLED.search(question.text):
        return None
    for condition in question.query.conditions:
        word = _bare_value(condition, question.text)
        more = _more(word, condition, question, complete, words) if word else 0
        if more:
            return SaidAsWell(word, more)
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


def _more(word: str, condition: Condition, question: Question, complete: Ids, words: WordIndex) -> int:
    """How many photos say the word, are otherwise as asked, and were not found."""
    saying = Condition(tuple(Filter(field, Term(word, phrase=True)) for field in _SAYING))
    others = (each for each in question.query.conditions if each != condition)
    found = np.setdiff1d(words.satisfying((*others, saying)), complete)
    return len(found if question.within is None else np.intersect1d(found, np.array(question.within, np.int64)))
