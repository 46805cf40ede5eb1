"""Questions about how many photos show people, show nobody, or show so many faces: "how many photos show people", "two faces"."""

import re
from collections.abc import Callable

from app.domain.query import EVERY_PHOTO, Chip, Condition, Filter, FilterField, NumberRange, ParsedQuery
from app.domain.question import Aggregate, Question
from app.search.filters import described
from app.search.pointing import LONGEST_ASKED, tidy
from app.search.said_people import SAID_TO_SHOW_PEOPLE, SHOWS_NOBODY

Alone = Callable[[str], Question]

_SAID, _NOBODY = "people, by name or in words", "nobody (a guess)"

_NUMBERS = {
    "no": 0, "zero": 0, "a": 1, "one": 1, "a single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10,
}  # fmt: skip
_PICTURES = r"(?:photo|picture|pic|image|shot|snap)s?"
_ASKING = (
    r"(?:please |can you |could you )*(?:show(?: me)?|find(?: me)?|list|give me|get|which|what|do (?:i|we) have|are there|is there|do|does)"
)
_MANY = r"(?:in )?(?:how many|(?:the )?number of|count(?: the)?)"
_THE = r"(?:(?:of )?(?:all|any|some|an?|my|our|the|those|these) )*"
_HEAD = (
    rf"(?:(?P<count>{_MANY})|{_ASKING})? ?{_THE}{_PICTURES}(?P<rest> (?:from|taken|in|of) .+?)??"
    r"(?: (?:are there|do (?:i|we) have|there are))?"
)
_THAT = (
    r"(?:(?: (?:that|which))?(?: (?:show|have|contain|depict|include|feature)s?| (?:is|are) (?:there )?)"
    r"| with| showing| containing| of)"
)
_PEOPLE = r"(?:people|persons?|humans?(?: beings?)?|anybody|anyone|somebody|someone)"
_IN = r"(?: (?:in|on) (?:it|them|there))?(?: (?:are there|do (?:i|we) have))?(?: (?:are|was|were)(?= ))?(?P<tail> (?:from|taken|in|of) .+)?"
_SHOWS = re.compile(
    rf"{_HEAD}{_THAT} (?:any |some |a |the )?{_PEOPLE}{_IN}|(?P<within>in) (?:how many|which) {_THE}{_PICTURES} "
    rf"(?:is|are) (?:there )?(?:any |some |a )?{_PEOPLE}",
    re.IGNORECASE,
)
_WITHOUT = (
    re.compile(rf"{_HEAD}(?:(?: that| which)?(?: (?:is|are))? without|(?: that)? (?:have|show|contain)?(?: ?with)? ?no)"
               rf"(?: any| a)? {_PEOPLE}{_IN}", re.IGNORECASE),
    re.compile(rf"{_HEAD}{_THAT} (?:nobody|no one|no-one|none){_IN}", re.IGNORECASE),
    re.compile(rf"{_HEAD}(?: (?:that|which))? (?:do not|don't|does not|doesn't|not) (?:show|have|contain|showing)"
               rf" (?:any |a )?{_PEOPLE}{_IN}", re.IGNORECASE),
    re.compile(rf"{_HEAD} (?:where|in which) (?:nobody|no one) is(?: (?:shown|visible|seen|to be seen|there))?{_IN}", re.IGNORECASE),
)  # fmt: skip
_FACES = re.compile(
    rf"{_HEAD}{_THAT} (?P<bound>exactly |just |only |at least |more than |at most |fewer than |less than )?"
    rf"(?P<number>{'|'.join(_NUMBERS)}|\d{{1,3}}) (?:different |human |visible )?faces?{_IN}",
    re.IGNORECASE,
)
_ALL_FACES = re.compile(
    rf"(?P<count>how many) faces (?:are |do (?:i|we) have )?(?:there )?in {_THE}(?:{_PICTURES}|library|collection)(?P<rest>)(?P<tail> .+)?",
    re.IGNORECASE,
)
_NO_FACES = re.compile(rf"{_HEAD}(?: without|(?: (?:that|which))? (?:do not|don't) (?:have|show)) (?:any |a )?faces?{_IN}", re.IGNORECASE)


def about_people(question: str, alone: Alone) -> Question | None:
    """Photos by whether people or so many faces are in them; None if it asks for something else. Raises `LibraryUnavailable`."""
    text = tidy(question)
    if len(text) > LONGEST_ASKED:
        return None
    faces, without = _FACES.fullmatch(text), _NO_FACES.fullmatch(text)
    if faces and (faces["bound"] or faces["number"].casefold() != "a"):
        return _of_faces(question, faces, _range(faces["bound"], faces["number"]), alone)
    if every := _ALL_FACES.fullmatch(text):
        return _of_faces(question, every, NumberRange(least=1), alone)
    if without:
        return _of_faces(question, without, NumberRange(0, 0), alone)
    for pattern in _WITHOUT:
        if nobody := pattern.fullmatch(text):
            return _of(question, nobody, SHOWS_NOBODY, _NOBODY, alone)
    shows = _SHOWS.fullmatch(text)
    return _of(question, shows, (SAID_TO_SHOW_PEOPLE,), _SAID, alone) if shows and (shows["count"] or shows["within"]) else None


def _range(bound: str | None, number: str) -> NumberRange:
    count = _NUMBERS[number.casefold()] if number.casefold() in _NUMBERS else int(number)
    match (bound or "").strip().casefold():
        case "at least":
            return NumberRange(least=count)
        case "more than":
            return NumberRange(least=count + 1)
        case "at most":
            return NumberRange(least=0, most=count)
        case "fewer than" | "less than":
            return NumberRange(least=0, most=max(count - 1, 0))
    return NumberRange(count, count)


def _of_faces(question: str, match: re.Match[str], number: NumberRange, alone: Alone) -> Question | None:
    condition = Condition((Filter(FilterField.FACES, number),))
    return _of(question, match, (condition,), described(condition.any_of), alone)


def _of(question: str, match: re.Match[str], asked: tuple[Condition, ...], label: str, alone: Alone) -> Question | None:
    """The question, of the photos that the rest of it leaves; None where the rest was not understood."""
    rest = (match["rest"] or match["tail"] or "").strip()
    others = alone(f"photos {rest}") if rest else None
    if others and not (others.covered and others.aggregate is Aggregate.NONE):
        return None
    kept = tuple(each for each in others.query.conditions if each != EVERY_PHOTO) if others else ()
    chips = (Chip(label, 0, len(question)), *(Chip(each.label, 0, len(question)) for each in (others.query.chips if others else ())))
    # The chips of a follow-up stand beside its conditions, one each.
    query = ParsedQuery(question, conditions=(*asked, *kept), chips=chips if len(asked) == 1 else (chips[0], *chips))
    aggregate = Aggregate.COUNT if match["count"] or match.groupdict().get("within") else Aggregate.NONE
    return Question(question, query, True, aggregate, None, chips)
