"""Pieces of a question as conditions. What "or" joins is one condition, and so are two places or years: a photo has one of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.domain.query import Condition, Filter, FilterField
from app.search.filters import opposite
from app.search.question_pieces import Piece
from app.search.question_text import QuestionText
from app.search.question_words import Lead, Part

_ONE_EACH = frozenset(
    {FilterField.DATE, FilterField.CAMERA, FilterField.LENS, FilterField.TYPE, FilterField.RATING, FilterField.PLACE, FilterField.SHAPE}
)
_BETWEEN = frozenset({Part.GLUE, Part.TAKE, Part.PHOTOGRAPH, Part.USE, Part.GO, Part.SHOWN})
"""What may stand between "not" and what it negates."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A condition, what it says in words, and the words `start` to before `stop` that say it.

    `certain`: those words can mean nothing else, as a mere value can.
    """

    condition: Condition
    label: str
    start: int
    stop: int
    certain: bool


@dataclass(frozen=True, slots=True)
class _Stated:
    """A piece that filters, and how it is joined to the one before it: by "or", by "and", by a comma, or not at all."""

    piece: Piece
    start: int
    filters: tuple[Filter, ...]
    negated: bool
    joint: str


def conditions(text: QuestionText, pieces: Sequence[Piece]) -> tuple[Understood, ...]:
    """The conditions of a question in order. All of them must hold."""
    runs: list[list[_Stated]] = []
    for each in _stated(text, pieces):
        if runs and _joins(runs[-1][-1], each):
            runs[-1].append(each)
        else:
            runs.append([each])
    return tuple(each for run in runs for each in _of_run(run))


def _stated(text: QuestionText, pieces: Sequence[Piece]) -> Iterator[_Stated]:
    """ "Taken in 2005" speaks of the date alone, "2005" of what is called so as well."""
    taken = any(each.part in (Part.TAKE, Part.PHOTOGRAPH) for each in pieces)
    previous = None
    for place, piece in enumerate(pieces):
        if piece.filters:
            dates = tuple(each for each in piece.filters if each.field is FilterField.DATE)
            joint = "" if previous is None else _joint(text, pieces[previous : place + 1])
            first = _first(pieces, place)
            yield _Stated(piece, first.start, dates if taken and dates else piece.filters, _is_negated(pieces, first, place), joint)
            previous = place


def _joint(text: QuestionText, stretch: Sequence[Piece]) -> str:
    """What stands between the first and the last of these pieces, if it only joins them."""
    start, stop = stretch[0].stop, stretch[-1].start
    if any(each.part is not Part.GLUE for each in stretch[1:-1]):
        return ""
    between = [word.text for word in text.words[start:stop]]
    found = next((word for word in ("or", "and") if word in between), "")
    return found or ("," if "," in text.between(start) else "")


def _first(pieces: Sequence[Piece], place: int) -> Piece:
    """The "not" that belongs to a piece, or itself."""
    before = next((each for each in reversed(pieces[:place]) if each.part not in _BETWEEN), None)
    return before if before and before.part is Part.NOT else pieces[place]


def _is_negated(pieces: Sequence[Piece], first: Piece, place: int) -> bool:
    after = pieces[place + 1].part if place + 1 < len(pieces) else None
    negations = (pieces[place].negated, first.part is Part.NOT, after is Part.IGNORED)
    return sum(negations) % 2 == 1


def _joins(before: _Stated, each: _Stated) -> bool:
    """Whether two speak of one thing: either of them after "or", else only of the same kind."""
    if before.piece.negated or each.negated or not each.joint:
        return False
    return each.joint == "or" or (before.piece.lead is each.piece.lead and bool(_fields(before) & _fields(each)))


def _of_run(run: Sequence[_Stated]) -> Iterator[Understood]:
    joints = {each.joint for each in run[1:]}
    if "or" in joints or ("and" in joints and all(map(_is_one, run))):
        filters = tuple(dict.fromkeys(one for each in run for one in each.filters))
        yield _understood(Condition(filters, run[0].negated), run)
        return
    for each in run:
        yield _understood(Condition(each.filters, each.negated or (run[0].negated and bool(joints))), [each])


def _is_one(each: _Stated) -> bool:
    return each.piece.lead is Lead.WHERE or FilterField.DATE in _fields(each) or _fields(each) <= _ONE_EACH


def _fields(each: _Stated) -> frozenset[FilterField]:
    return frozenset(one.field for one in each.filters)


def _understood(condition: Condition, run: Sequence[_Stated]) -> Understood:
    label = " or ".join(each.piece.label for each in run)
    certain = all(each.piece.part is Part.CONDITION and each.piece.certain for each in run)
    return Understood(condition, opposite(label) if condition.negated else label, run[0].start, run[-1].piece.stop, certain)
