"""Words that only open or close a question, and ways to ask for photos without naming them: "hi, …", "only …", "what's tagged …"."""

import re
from collections.abc import Callable
from dataclasses import replace

from app.domain.query import Chip
from app.domain.question import Question
from app.search.follow_up_forms import without_manners
from app.search.pointing import LONGEST_ASKED

Alone = Callable[[str], Question]

_DAY = r"(?:[a-z]{3,9} \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)? [a-z]{3,9})"
_KEPT = r" (?:.+ )?(?:folders?|albums?|director(?:y|ies)|library|collection)\b"
"""Photos are in these; in Italy there is much else."""
_SAID = (
    (re.compile(rf"^what(?:'s|s| is| are)? (?P<lead>tagged|taken|in(?={_KEPT})) ", re.IGNORECASE), r"photos \g<lead> "),
    (re.compile(r"\b(?:with|have) both an? (\w+) and an? (\w+)", re.IGNORECASE), r"with a \1 and with a \2"),
    (re.compile(rf"\b(between|from) ({_DAY}) (and|to) ({_DAY}),? (\d{{4}})\b", re.IGNORECASE), r"\1 \2 \5 \3 \4 \5"),
)
"""Ways to say it, and how they are said otherwise."""
_ONLY = re.compile(r"(?:only|just) ", re.IGNORECASE)


def politely(question: str, alone: Alone) -> Question:
    """What is asked by these words, with or without those that only open or close a sentence ("hi, …", "… please")."""
    asked = alone(question)
    start, bare = without_manners(question.rstrip("?!. "))
    if only := _ONLY.match(bare):
        start, bare = start + only.end(), bare[only.end() :]
    if asked.covered or not bare or len(question) > LONGEST_ASKED:
        return asked
    again = alone(bare)
    if again.covered and start:
        return _moved(again, question, start)
    if not again.covered:
        told = bare
        for pattern, said in _SAID:
            told = pattern.sub(said, told)
        rewritten = alone(told) if told != bare else again
        return replace(_over(rewritten, question), text=question) if rewritten.covered else asked
    return replace(again, text=question, query=replace(again.query, text=question))


def _moved(asked: Question, question: str, by: int) -> Question:
    """The same with its spans counted from the start of the whole question."""
    understood = tuple(Chip(each.label, each.start + by, each.end + by) for each in asked.understood)
    chips = tuple(Chip(each.label, each.start + by, each.end + by) for each in asked.query.chips)
    return replace(asked, text=question, query=replace(asked.query, text=question, chips=chips), understood=understood)


def _over(asked: Question, question: str) -> Question:
    """The same with spans that are all of the question."""
    chips = tuple(Chip(each.label, 0, len(question)) for each in asked.query.chips)
    understood = tuple(Chip(each.label, 0, len(question)) for each in asked.understood)
    return replace(asked, query=replace(asked.query, text=question, chips=chips), understood=understood)
