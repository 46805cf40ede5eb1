"""Follow-ups: a question that leans on the one before, as a question that stands by itself."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from app.domain.ids import PhotoId
from app.domain.ports import WordIndex
from app.domain.query import EVERY_PHOTO, Chip, Comparison, Condition, DateRange, Filter, FilterField, ParsedQuery, RatingRange
from app.domain.question import EXTREMES, Aggregate, Context, Dimension, Question, Scope, Turn
from app.search.earlier import Earlier, complete, earlier, joined, of_answer, whole
from app.search.exposure_extremes import extreme
from app.search.filters import opposite
from app.search.follow_up_forms import Form, Step, asked_label, asks_of_these, forms, without_manners
from app.search.follow_up_one import of_one
from app.search.pointing import LONGEST_ASKED, NAMED, leaning_on, named, one_before, pointed_at, tidy
from app.search.shifted import other_side, shifted

Alone = Callable[[str], Question]
Stated = tuple[tuple[Condition, str], ...]

_PERIODS = (Dimension.YEAR, Dimension.MONTH, Dimension.DAY)
_MONTH = re.compile(
    r"\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|\b(?:in|about|of|and) may\b", re.IGNORECASE
)
_YEAR = re.compile(r"\b\d{4}\b|\b(?:this|last|any|every|each) (?:year)?")
_WHAT_ABOUT = re.compile(r"(?:and |ok,? )?(?:what|how) about (?P<rest>.+)|and (?P<other>.+)", re.IGNORECASE)
_WORDED = frozenset({FilterField.TAG, FilterField.PERSON, FilterField.TITLE, FilterField.FOLDER, FilterField.NAME})


def follow_up(question: str, alone: Alone, words: WordIndex, context: Context) -> Question | None:
    """What is asked of the photos before; None if the question leans on nothing that was said, or nothing was said before.

    Raises `LibraryUnavailable`.
    """
    before = leaning_on(question, context)
    if before is None or len(question) > LONGEST_ASKED:
        return None
    text = tidy(question)
    asked = _about_files(question, text, words, before)
    if asked:
        return asked
    moved = _moved(question, text, before) or _at_the_end(question, text, words, before)
    if moved:
        return moved
    for form in forms(text):
        found = _resolved(question, text, form, alone, words, before)
        if found:
            return found
    return None


def kept_within(asked: Question, scope: Scope | None) -> Question:
    """The same question of these photos alone."""
    if scope is None:
        return asked
    if asked.text:
        asked = replace(asked, understood=(*asked.understood, Chip(f"of {scope.label}", 0, len(asked.text))))
    if asked.within is None:
        return replace(asked, within=scope.photo_ids)
    handed = frozenset(scope.photo_ids)
    return replace(asked, within=tuple(each for each in asked.within if each in handed))


def _resolved(question: str, text: str, form: Form, alone: Alone, words: WordIndex, before: Turn) -> Question | None:
    match form.step:
        case Step.ASK:
            return _asked(question, form, words, before)
        case Step.POINT | Step.OF_ONE:
            return _pointed(question, text, before) if form.step is Step.POINT else of_one(question, text, words, before)
        case Step.REST:
            return _rest(question, words, before)
        case Step.OTHERWISE:
            return _otherwise(question, text, before)
        case Step.BEST:
            return _best_rated(question, words, before)
    return _stated(question, form, alone, words, before)


def _asked(question: str, form: Form, words: WordIndex, before: Turn) -> Question | None:
    """Something else about the same photos, or about the one that the answer was about."""
    one = one_before(before) if form.singular else None
    if one is None and form.text:
        files = named(form.text, words).photo_ids
        one = files[0] if len(files) == 1 else None
    chosen = {Aggregate.NONE: of_answer, Aggregate.MOST: whole}.get(form.aggregate, earlier)
    those = chosen(before)
    if those is None:
        return None
    about = (one,) if one else ()
    of = form.of or (before.question.of if form.aggregate is Aggregate.MOST else None)
    if form.aggregate is Aggregate.MOST and of is None:
        return None
    # "When did I take the most?", "which month?"
    again = form.aggregate is Aggregate.VALUES and before.question.aggregate is Aggregate.MOST and of in _PERIODS
    aggregate = Aggregate.MOST if again else form.aggregate
    chips = _chips(question, asked_label(aggregate, of), about)
    return _of_those(question, those, those.stated, aggregate, of, chips, about)


def _of_those(
    question: str,
    those: Earlier,
    stated: Stated,
    aggregate: Aggregate,
    of: Dimension | None,
    chips: tuple[Chip, ...],
    about: tuple[PhotoId, ...] = (),
) -> Question:
    query = joined(question, stated)
    return Question(question, query, True, aggregate, of, chips + query.chips, (), None, about, those.within)


def _chips(question: str, label: str, about: Sequence[PhotoId] = ()) -> tuple[Chip, ...]:
    labels = [*([label] if label else []), *(["the photo before"] if about else [])]
    return tuple(Chip(each, 0, len(question)) for each in labels)


def _moved(question: str, text: str, before: Turn) -> Question | None:
    """The same at another time: "and two days before?"."""
    those = earlier(before)
    bare = without_manners(text)[1]
    for each in those.stated if those else ():
        found = shifted(bare, each[0])
        if found and those:
            kept = tuple(one for one in those.stated if one != each)
            aggregate, of = _carried(Form(Step.REPLACE), before)
            return _of_those(question, those, (*kept, found), aggregate, of, ())
    return None


def _at_the_end(question: str, text: str, words: WordIndex, before: Turn) -> Question | None:
    """Those with the highest or lowest number of an exposure."""
    those = earlier(before)
    found = extreme(question, without_manners(text)[1], words, those) if those else None
    return _of_those(question, those, (*those.stated, found), Aggregate.NONE, None, ()) if those and found else None


def _about_files(question: str, text: str, words: WordIndex, before: Turn) -> Question | None:
    """ "What about IMG_5910.jpg?" asks of it what was asked of the one before."""
    match = _WHAT_ABOUT.fullmatch(text)
    files = named(match["rest"] or match["other"], words) if match else None
    if files is None or not files.photo_ids or files.text != NAMED:
        return None
    every = ParsedQuery(question, conditions=(EVERY_PHOTO,))
    asked = before.question
    if asked.aggregate is Aggregate.COMPARE:
        about = tuple(dict.fromkeys((*asked.about[:1], *files.photo_ids)))
        return Question(question, every, True, Aggregate.COMPARE, None, _chips(question, "compare"), (), asked.relation, about)
    aggregate, of = (Aggregate.VALUES, asked.of) if asked.aggregate is Aggregate.VALUES else (Aggregate.NONE, None)
    return Question(question, every, True, aggregate, of, _chips(question, "the photo named"), (), None, files.photo_ids)


def _pointed(question: str, text: str, before: Turn) -> Question | None:
    about, those = pointed_at(text, before), earlier(before)
    if not about or those is None:
        return None
    label = "the photo before" if len(about) == 1 else f"{len(about)} of the photos before"
    return _of_those(question, those, those.stated, Aggregate.NONE, None, (Chip(label, 0, len(question)),), about)


def _rest(question: str, words: WordIndex, before: Turn) -> Question | None:
    """The complete result without the photos that were compared or shown."""
    those = earlier(replace(before, question=replace(before.question, about=(), aggregate=Aggregate.NONE)))
    if those is None:
        return None
    left = complete(words, those)
    told = before.question.about if len(before.question.about) > 1 else before.shown
    rest = tuple(each for each in left if each not in frozenset(told)) or tuple(left)
    return _of_those(question, Earlier(those.query, rest), those.stated, Aggregate.NONE, None, _chips(question, "the others"))


def _otherwise(question: str, text: str, before: Turn) -> Question | None:
    """The other photos: those without what was asked for, or on the other side of a date."""
    those = earlier(before)
    if those is None or not those.stated:
        return None
    *kept, (condition, label) = those.stated
    other = other_side(condition) if re.search(r"\b(?:after|before|since|until)$", text, re.IGNORECASE) else None
    if other is None:
        other = (replace(condition, negated=not condition.negated), opposite(label))
    aggregate = before.question.aggregate if before.question.aggregate is Aggregate.COUNT else Aggregate.NONE
    if text.casefold().startswith("how many"):
        aggregate = Aggregate.COUNT
    return _of_those(question, those, (*kept, other), aggregate, None, ())


def _best_rated(question: str, words: WordIndex, before: Turn) -> Question | None:
    """Those with the most stars that any of them has."""
    those = earlier(before)
    for stars in range(5, 0, -1) if those else ():
        rated = Condition((Filter(FilterField.RATING, RatingRange(Comparison.EQUAL, stars)),))
        if those and complete(words, Earlier(joined(question, (*those.stated, (rated, ""))), those.within)):
            return _of_those(question, those, (*those.stated, (rated, f"rating: {stars}")), Aggregate.NONE, None, ())
    return None


def _stated(question: str, form: Form, alone: Alone, words: WordIndex, before: Turn) -> Question | None:
    """More conditions, or others in place of those of their kind."""
    those = of_answer(before) if form.step is Step.NARROW else earlier(before)
    if those is None:
        return None
    texts = [_dated(each, those) for each in form.wordings]
    new = next((each for text in texts if _is_sure(each := alone(text), text, words)), None)
    if new is None:
        return _in_words(question, form, alone, those)
    added = _as_stated(new)
    if form.negated:
        added = tuple((replace(each, negated=not each.negated), opposite(label)) for each, label in added)
    dropped = _DROPPED[form.step]
    kept = tuple(each for each in those.stated if not dropped(each[0], added))
    aggregate, of = (new.aggregate, new.of) if new.aggregate is not Aggregate.NONE else _carried(form, before)
    chips = tuple(Chip(each.label, 0, len(question)) for each in new.understood[: len(new.understood) - len(new.query.chips)])
    stated = tuple(dict.fromkeys((*kept, *added)))
    return _of_those(question, those, stated, aggregate, of, chips)


def _is_sure(asked: Question, text: str, words: WordIndex) -> bool:
    """Whether it states conditions; of a part of a camera's name that nobody called one, whether there is such a camera."""
    guessed = text.endswith("*")
    return asked.covered and _states(asked) and (not guessed or len(words.satisfying(asked.query.conditions)) > 0)


def _states(asked: Question) -> bool:
    return any(each != EVERY_PHOTO for each in asked.query.conditions)


def _as_stated(asked: Question) -> Stated:
    return Earlier(asked.query, None).stated


def _carried(form: Form, before: Turn) -> tuple[Aggregate, Dimension | None]:
    """What was asked before is asked again of other photos; of fewer, the photos are wanted."""
    asked = before.question
    again = form.step is Step.REPLACE and asked.aggregate in (
        Aggregate.COUNT,
        Aggregate.SUMMARY,
        Aggregate.VALUES,
        Aggregate.MOST,
        *EXTREMES,
    )
    told_of_these = asked.aggregate is not Aggregate.COUNT and asks_of_these(asked.text)
    if not again or asked.about or asked.relation or told_of_these:
        return Aggregate.NONE, None
    # Which camera it was is known where a camera was named.
    named_by_it = asked.aggregate in (Aggregate.VALUES, Aggregate.MOST) and asked.of not in (
        Dimension.DAY,
        Dimension.PLACE,
        Dimension.PERSON,
    )
    return (Aggregate.NONE, None) if named_by_it else (asked.aggregate, asked.of)


def _denied(condition: Condition, added: Stated) -> bool:
    """Whether a new condition says the opposite."""
    return any(each.any_of == condition.any_of and each.negated is not condition.negated for each, _ in added)


def _one_kind(condition: Condition, added: Stated) -> bool:
    """Whether it speaks of what the new conditions speak of: another date, another place."""
    return any(_kinds(condition) & _kinds(each) for each, _ in added)


def _everything(_condition: Condition, _added: Stated) -> bool:
    return True


_DROPPED = {Step.NARROW: _denied, Step.REPLACE: _one_kind, Step.BACK: _everything}
"""Which of the conditions before do not hold any more."""


def _kinds(condition: Condition) -> frozenset[object]:
    kinds = {each.value if each.field is FilterField.HAS else each.field for each in condition.any_of}
    # A value may be a tag, a title or a folder; two that are no place, date or camera are one kind.
    return frozenset("worded" if kind in _WORDED else kind for kind in kinds if kind not in _WORDED or len(kinds - _WORDED) == 0)


def _dated(text: str, those: Earlier) -> str:
    """A month by itself with the year before: "and in June?"."""
    if not _MONTH.search(text) or _YEAR.search(text):
        return text
    ranges = [each.value for condition, _ in those.stated for each in condition.any_of if isinstance(each.value, DateRange)]
    years = {edge[:4] for each in ranges for edge in (each.first,) if edge}
    return f"{text} {years.pop()}" if len(years) == 1 else text


def _in_words(question: str, form: Form, alone: Alone, those: Earlier) -> Question | None:
    """Photos among these by what the other words mean, where the question says that it is about these and is not whole by itself."""
    if not form.strong or form.negated or not form.wordings or alone(question).covered:
        return None
    new = alone(form.wordings[0])
    if new.query.refusal or not (new.query.groups or _states(new)):
        return None
    conditions = tuple(each for each in those.query.conditions if each != EVERY_PHOTO)
    chips = tuple(Chip(each.label, 0, len(question)) for each in (*those.query.chips, *new.query.chips))
    query = replace(new.query, text=question, conditions=(*conditions, *new.query.conditions), chips=chips)
    return replace(new, text=question, query=query, understood=chips, within=those.within)
