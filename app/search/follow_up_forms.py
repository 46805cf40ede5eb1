"""The forms of follow-ups: which words ask what of the photos before, in the order in which they are tried."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.domain.question import Aggregate, Dimension
from app.search.follow_up_words import (
    ABOUT,
    ANAPHOR,
    AND,
    ANY_OF,
    BACK,
    BEST,
    CLOSED,
    COUNT,
    COUNT_OF,
    DIMENSIONS,
    EXTREME,
    HAS,
    HAS_OF,
    HOW_MANY,
    HOW_MANY_OF,
    IS_IN,
    LEANING_END,
    LED,
    MOST,
    NAMES_PHOTOS,
    NOT_THESE,
    OF_ONE,
    ONES,
    ONLY,
    OPENED,
    OTHERWISE,
    OWN,
    PER,
    POINT,
    POINTING,
    REST,
    SAME,
    SHOW,
    SORT,
    WHEN,
    WHERE,
    WHICH,
    WHICH_ONES,
    WHO,
    WHO_MOST,
)
from app.search.pointing import NAMED, THEM, tidy

_LABELS = {
    Aggregate.COUNT: "how many {}", Aggregate.OLDEST: "the oldest", Aggregate.NEWEST: "the newest", Aggregate.MOST: "which {} most",
    Aggregate.VALUES: "which {}",
}  # fmt: skip
_PLURALS: dict[Dimension, str] = {Dimension.PERSON: "people", Dimension.LENS: "lenses", Dimension.COUNTRY: "countries"}


class Step(StrEnum):
    """What a follow-up does with the question before."""

    ASK = "ask"
    """Asks something else about the same photos."""
    NARROW = "narrow"
    """Keeps its conditions and adds more."""
    REPLACE = "replace"
    """Puts a condition in place of one of its kind."""
    POINT = "point"
    """Points at photos that were shown."""
    REST = "rest"
    OTHERWISE = "otherwise"
    """Turns the last condition round: "and without?"."""
    BACK = "back"
    """Drops all conditions for others: "go back to June"."""
    OF_ONE = "of one"
    """Asks what is known of the one photo that the answer was about."""
    BEST = "best"
    """The highest rating."""


@dataclass(frozen=True, slots=True)
class Form:
    """One reading. `wordings` are whole questions that state the new conditions, to be tried in order.

    `singular`: it may mean the one photo that the answer was about. `strong`: it says that it is about the photos before.
    """

    step: Step
    aggregate: Aggregate = Aggregate.NONE
    of: Dimension | None = None
    wordings: tuple[str, ...] = ()
    negated: bool = False
    singular: bool = False
    strong: bool = False
    text: str = ""


def asked_label(aggregate: Aggregate, of: Dimension | None) -> str:
    """What is asked, in words; empty for the photos themselves."""
    told = _PLURALS.get(of, f"{of.value}s") if of else "photos"
    return _LABELS.get(aggregate, "").format(told)


def asks_of_these(text: str) -> bool:
    """Whether a text asks something of photos that were told before it, and states nothing of its own."""
    return any(True for _ in _asking(without_manners(tidy(text))[1]))


def without_manners(text: str) -> tuple[int, str]:
    """The text without words that only open or close it, and where it begins: "hi, … please"."""
    opened = OPENED.match(text)
    start = opened.end() if opened else 0
    return start, CLOSED.sub("", text[start:])


def forms(text: str) -> Iterator[Form]:
    """Every reading of a tidy text as a follow-up, the likeliest first; none of a question that stands by itself."""
    start, bare = without_manners(text)
    joined = start > 0 or bool(LEANING_END.search(text))
    yield from _asking(bare or text)
    yield from _stating(bare or text, joined=joined)


def _asking(text: str) -> Iterator[Form]:
    if NAMES_PHOTOS.search(text) and not (ANAPHOR.search(text) or POINTING.search(text)):
        return
    singular = re.search(rf"\b{THEM}\b", text, re.IGNORECASE) is None
    for pattern, form in _ASKING:
        match = pattern.fullmatch(text)
        if match:
            of = form.of or _dimension(match)
            yield Form(form.step, form.aggregate, of, singular=singular and form.aggregate in _OF_ONE)
    extreme = EXTREME.fullmatch(text)
    if extreme:
        end = extreme["end"].casefold()
        asked = {"when": Dimension.DAY, "where": Dimension.PLACE, "who": Dimension.PERSON}.get(text.split()[0].casefold())
        yield Form(Step.ASK, Aggregate.OLDEST if end in ("oldest", "earliest", "first") else Aggregate.NEWEST, asked)
    has = HAS.fullmatch(text)
    if has:
        of = HAS_OF.get(has["what"].casefold())
        yield Form(Step.ASK, Aggregate.VALUES if of else Aggregate.NONE, of, singular=True, text=has["who"])


def _dimension(match: re.Match[str]) -> Dimension | None:
    named = next((value for key, value in match.groupdict().items() if key.startswith("of") and value), "")
    return next((of for of, words in DIMENSIONS if named and re.fullmatch(words, named, re.IGNORECASE)), None)


def _stating(text: str, *, joined: bool) -> Iterator[Form]:
    """Forms that state conditions. Without a word that leans on what was before, one must be joined to it: "and in 2019"."""
    if OWN.search(text) and not ANAPHOR.search(text):
        return
    for pattern, step, strong, wordings in _STATING:
        match = pattern.fullmatch(text)
        if match and not (pattern in _BARE and NAMES_PHOTOS.search(text)):
            rest = next(value for value in match.groupdict().values() if value)
            negated = pattern is NOT_THESE
            yield Form(step, wordings=_worded(wordings, rest, text), negated=negated, strong=strong)
    if joined and not NAMES_PHOTOS.search(text) and NAMED not in text:
        match = AND.fullmatch(text)
        rest = match["rest"] if match else text
        yield Form(Step.REPLACE, wordings=_worded(_PLAIN, rest.removesuffix(" ones").removesuffix("s'"), text))


def _worded(wordings: tuple[str, ...], rest: str, text: str) -> tuple[str, ...]:
    rest = re.sub(r"\bneither (?:an? )?(\w+) nor (?:an? )?(\w+)", r"no \1 and no \2", rest, flags=re.IGNORECASE)
    return tuple(each.format(rest=rest, text=text) for each in wordings)


_PLAIN = (
    "photos from {rest}", "photos {rest}", "photos with {rest}", "photos of {rest}", "photos in {rest}", "photos taken {rest}", "{rest}",
    "photos with the lens {rest}", "photos with the camera {rest}", "photos camera:{rest}*",
)  # fmt: skip
_ASKING: tuple[tuple[re.Pattern[str], Form], ...] = (
    (COUNT, Form(Step.ASK, Aggregate.COUNT)),
    (COUNT_OF, Form(Step.ASK, Aggregate.COUNT)),
    (PER, Form(Step.ASK, Aggregate.COUNT)),
    (REST, Form(Step.REST)),
    (POINT, Form(Step.POINT)),
    (SORT, Form(Step.ASK, Aggregate.NONE, Dimension.DAY)),
    (OTHERWISE, Form(Step.OTHERWISE)),
    (BEST, Form(Step.BEST)),
    (WHEN, Form(Step.ASK, Aggregate.VALUES, Dimension.DAY)),
    (WHERE, Form(Step.ASK, Aggregate.VALUES, Dimension.PLACE)),
    (WHO_MOST, Form(Step.ASK, Aggregate.MOST, Dimension.PERSON)),
    (WHO, Form(Step.ASK, Aggregate.VALUES, Dimension.PERSON)),
    (MOST, Form(Step.ASK, Aggregate.MOST)),
    (WHICH, Form(Step.ASK, Aggregate.VALUES)),
    (SHOW, Form(Step.ASK)),
    (OF_ONE, Form(Step.OF_ONE)),
)
_STATING: tuple[tuple[re.Pattern[str], Step, bool, tuple[str, ...]], ...] = (
    (IS_IN, Step.NARROW, False, ("photos of {rest}", "photos with {rest}")),
    (ONLY, Step.NARROW, True, ("photos {rest}", *_PLAIN)),
    (NOT_THESE, Step.NARROW, True, ("photos {rest}", *_PLAIN)),
    (WHICH_ONES, Step.NARROW, True, ("which photos {rest}", "photos {rest}", "photos of {rest}")),
    (HOW_MANY_OF, Step.NARROW, True, ("how many photos {rest}", "how many photos are {rest}")),
    (ANY_OF, Step.NARROW, True, ("photos {rest}", "which photos {rest}", "which photos are {rest}")),
    (BACK, Step.BACK, False, _PLAIN),
    (SAME, Step.REPLACE, False, _PLAIN),
    (ABOUT, Step.REPLACE, False, _PLAIN),
    (HOW_MANY, Step.REPLACE, False, ("how many photos {rest}", "how many photos are {rest}")),
    (ONES, Step.REPLACE, False, ("photos {rest}", "photos from {rest}", "photos with {rest}", "photos of {rest}")),
    (LED, Step.REPLACE, False, ("photos {rest}", "photos taken {rest}")),
)
_BARE = (LED, HOW_MANY)
"""Forms that lean on what was before only where they do not say themselves what they are about."""
_OF_ONE = (Aggregate.NONE, Aggregate.VALUES)
"""What can be asked of one photo."""
