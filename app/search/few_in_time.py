"""A few photos from one end of time, or one near it: "the five oldest photos", "my last three pictures from Italy", "the second oldest"."""

import re
from dataclasses import replace

from app.domain.ids import PhotoId
from app.domain.ports import WordIndex
from app.domain.query import Chip, Condition, Filter, FilterField, Known
from app.domain.question import Aggregate, Dimension, Question, Scope
from app.search.earlier import Earlier, complete
from app.search.manners import Alone, politely
from app.search.question_words import PHOTO

_NUMBERS = {
    each: number
    for number, each in enumerate(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 2)
}
_ORDINALS = {
    each: number
    for number, words in enumerate(
        ("second 2nd", "third 3rd", "fourth 4th", "fifth 5th", "sixth 6th", "seventh 7th", "eighth 8th", "ninth 9th", "tenth 10th"), 2
    )
    for each in words.split()
}
_FIRST, _LAST = "oldest|earliest|first", "newest|latest|last|most recent"
_NUMBER = rf"\d{{1,3}}|{'|'.join(_NUMBERS)}"
_FEW = re.compile(
    rf"\b(?:(?P<number>{_NUMBER}) (?:very )?(?P<way>{_FIRST}|{_LAST})|(?P<led>{_FIRST}|{_LAST}) (?P<counted>{_NUMBER}))(?= {PHOTO}s?\b)",
    re.IGNORECASE,
)
_NTH = re.compile(rf"\b(?P<nth>{'|'.join(_ORDINALS)})[ -](?P<way>{_FIRST}|{_LAST})(?= {PHOTO}\b|[?!. ]*$)", re.IGNORECASE)
_DATED = Condition((Filter(FilterField.HAS, Known.DATE),))


def few_in_time(question: str, alone: Alone, words: WordIndex, scope: Scope | None) -> Question | None:
    """Those photos of what is asked; None if no such few are. Raises `LibraryUnavailable`."""
    match = _FEW.search(question) or _NTH.search(question)
    said = match.groupdict() if match else {}
    way = (said.get("way") or said.get("led") or "").casefold()
    if not match or not way:
        return None
    asked = politely(f"{question[: match.start()]}{way}{question[match.end() :]}", alone)
    if not asked.covered or asked.aggregate not in (Aggregate.OLDEST, Aggregate.NEWEST):
        return None
    query = replace(asked.query, text=question, chips=_everywhere(question, asked.query.chips))
    dated = replace(query, conditions=(*query.conditions, _DATED))
    in_time = complete(words, Earlier(dated, scope.photo_ids if scope else None))
    chosen = _chosen(in_time if asked.aggregate is Aggregate.OLDEST else in_time[::-1], said)
    understood = (Chip(f"the {match[0].casefold()}", 0, len(question)), *query.chips)
    # Of those that are asked for by their time, the time is told.
    aggregate = Aggregate.VALUES if asked.of else Aggregate.NONE
    return Question(question, query, True, aggregate, asked.of or Dimension.DAY, understood, within=chosen)


def _chosen(in_order: list[PhotoId], said: dict[str, str | None]) -> tuple[PhotoId, ...]:
    nth = said.get("nth")
    if nth:
        place = _ORDINALS[nth.casefold()]
        return tuple(in_order[place - 1 : place])
    number = (said["number"] or said["counted"] or "").casefold()
    return tuple(in_order[: _NUMBERS.get(number) or int(number)])


def _everywhere(question: str, chips: tuple[Chip, ...]) -> tuple[Chip, ...]:
    return tuple(Chip(each.label, 0, len(question)) for each in chips)
