"""Questions about single photos and what relates them: comparing, what belongs together, what belongs with a photo. And what cannot be."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from app.domain.evidence import Relation
from app.domain.ids import PhotoId
from app.domain.ports import WordIndex
from app.domain.query import EVERY_PHOTO, Chip, Condition, Filter, FilterField, Known, ParsedQuery
from app.domain.question import Aggregate, Context, Dimension, Question, Turn
from app.search.cannot import COMPARES_A_FEW, cannot
from app.search.earlier import Earlier, complete, earlier, joined
from app.search.pointing import LONGEST_ASKED, THEM, leaning_on, named, one_before, pointed_at, tidy
from app.search.question_about_forms import (
    BUSIEST,
    COMPARE,
    DISTANT,
    EXTREMES,
    FIRST_AND_LAST,
    GROUPED_BY,
    MINE,
    OLDER,
    OPENED,
    ORDINAL,
    OTHERS,
    PERIODS,
    PHOTOS,
    PHOTOS_OF_TRIP,
    RELATED,
    RELATION_WORDS,
    SUMMARY,
    TELL_ABOUT,
    TOGETHER,
    TRIP,
)

Alone = Callable[[str], Question]
"""Understands a text that leans on nothing."""


def question_about(question: str, alone: Alone, words: WordIndex, context: Context) -> Question | None:
    """A question that cannot be, or that is about photos it names or points at; None if it is none of these.

    Raises `LibraryUnavailable`.
    """
    if len(question) > LONGEST_ASKED:
        return None
    says = cannot(question)
    if says:
        return Question(question, ParsedQuery(question), cannot=says)
    readings = _readings(question, alone, words, context)
    return next((each for each in readings if each), None)


def _readings(question: str, alone: Alone, words: WordIndex, context: Context) -> Iterator[Question | None]:
    """Every reading of the question, the likeliest first; None where its photos are not known."""
    before = leaning_on(question, context)
    found = named(tidy(question), words)
    text = OPENED.sub("", found.text, count=1) if OPENED.match(found.text) else found.text
    if before and FIRST_AND_LAST.fullmatch(text):
        yield _ends_of(question, before, words)
    if extremes := EXTREMES.fullmatch(text):
        yield _extremes(question, extremes, alone, words)
    if COMPARE.fullmatch(text):
        asked = _compare(question, text, found.photo_ids, before, words)
        yield asked if context.before or not asked else _of_a_few(asked)
    if RELATED.fullmatch(text):
        yield _related(question, text, found.photo_ids, before)
    if together := TOGETHER.fullmatch(text):
        yield _together(question, text, together, alone, before)
    if found.photo_ids and TELL_ABOUT.fullmatch(text) and not alone(question).covered:
        chips = _chips(question, "about", len(found.photo_ids))
        told = Aggregate.DESCRIBED if len(found.photo_ids) == 1 else Aggregate.NONE
        yield Question(question, _every(question), True, told, None, chips, (), None, found.photo_ids)
    if busiest := BUSIEST.fullmatch(text):
        asked = alone(f"which {busiest['of']} has the most photos{busiest['rest'] or ''}")
        yield replace(asked, text=question, understood=_everywhere(question, asked.understood)) if asked.covered else None
    if (on_a_trip := PHOTOS_OF_TRIP.fullmatch(text)) and not alone(question).covered:
        yield _on_a_trip(question, alone(f"{on_a_trip['photos']} from {on_a_trip['rest']}"), words)
    if not found.photo_ids and (summary := SUMMARY.fullmatch(text)):
        yield _summary(question, summary, alone, words, before)


def _on_a_trip(question: str, asked: Question, words: WordIndex) -> Question | None:
    """Photos of the place or time of a trip; that it was one, nothing records."""
    chips = _everywhere(question, asked.query.chips)
    held = asked.covered and len(words.satisfying(asked.query.conditions)) > 0
    return replace(asked, text=question, query=replace(asked.query, text=question, chips=chips), understood=chips) if held else None


def _summary(question: str, match: re.Match[str], alone: Alone, words: WordIndex, before: Turn | None) -> Question | None:
    """What there is to tell of photos, if any is meant: "my trip to Italy" is one of photos, Italy is not."""
    what = match["what"] or match["when"] or match["held"]
    them = re.fullmatch(THEM, what, re.IGNORECASE)
    those = earlier(before) if before and them else None
    if those:
        chips = _chips(question, "what there is to tell", 0) + those.query.chips
        return Question(question, those.query, True, Aggregate.SUMMARY, None, chips, (), None, (), those.within)
    if them:
        return None
    place = TRIP.sub("", what)
    has_photos = place == what and re.search(rf"\b{PHOTOS}\b", what, re.IGNORECASE)
    asked = alone(what if has_photos else f"photos from {re.sub(r'^(?:my|our) ', '', place)}")
    stated = [each for each in asked.query.conditions if each != EVERY_PHOTO]
    dated = bool(stated) and all(one.field is FilterField.DATE for each in stated for one in each.any_of)
    mine = bool(match["held"] or MINE.search(what) or (dated and (match["dated"] or (match["when"] and not what.isdigit()))))
    if not (asked.covered and mine and asked.aggregate is Aggregate.NONE) or not len(words.satisfying(asked.query.conditions)):
        return None
    chips = _chips(question, "what there is to tell", 0) + _everywhere(question, asked.query.chips)
    query = replace(asked.query, text=question, chips=_everywhere(question, asked.query.chips))
    return Question(question, query, True, Aggregate.SUMMARY, None, chips)


def relation_in(text: str) -> Relation | None:
    """The relation that the words of a text ask for; None if they ask for any."""
    return next((relation for relation, pattern in RELATION_WORDS if pattern.search(text)), None)


def _compare(question: str, text: str, ids: tuple[PhotoId, ...], before: Turn | None, words: WordIndex) -> Question | None:
    relation = _compared_by(text)
    about = _targets(text, ids, relation, before, words)
    those = earlier(before) if before and not ids else None
    if len(about) > 1:
        query, within = (those.query, those.within) if those else (_every(question), None)
        chips = _chips(question, "compare", len(about))
        return Question(question, query, True, Aggregate.COMPARE, None, chips, (), relation, about, within)
    return _over_all(question, relation, those) if those else None


def _compared_by(text: str) -> Relation | None:
    """What a comparison is about: the order, the places, or what is called the same; None for everything."""
    if OLDER.match(text):
        return Relation.BEFORE
    if DISTANT.match(text):
        return Relation.SAME_PLACE
    return relation_in(re.sub(r"^.*?\bcompare\b", "", text, flags=re.IGNORECASE))


def _targets(text: str, ids: tuple[PhotoId, ...], relation: Relation | None, before: Turn | None, words: WordIndex) -> tuple[PhotoId, ...]:
    """The photos to compare: those that are named, with the one before where one alone is; those pointed at; those compared before."""
    if len(ids) > 1 or before is None:
        return ids
    if ids:
        one = one_before(before)
        return (one, *ids) if one and one not in ids else ids
    pointed = pointed_at(text, before) if ORDINAL.search(text) and not re.search(r"\b(?:is|was|came) (?:the )?first$", text) else ()
    if len(pointed) > 1:
        return pointed
    if len(before.question.about) > 1 and before.question.aggregate is Aggregate.COMPARE:
        return before.question.about
    every = _all_before(text, before, words)
    return tuple(every) if 1 < len(every) <= (_MOST_COMPARED if relation else MOST_SHOWN) else ()


def _all_before(text: str, before: Turn, words: WordIndex) -> list[PhotoId]:
    """All photos of the question before, or "the others", for which its last condition does not hold."""
    those = earlier(before)
    if those is None:
        return []
    if those.stated and OTHERS.search(text):
        *kept, (last, label) = those.stated
        those = Earlier(joined(text, (*kept, (replace(last, negated=not last.negated), label))), those.within)
    every = complete(words, those)
    related = before.question.aggregate is Aggregate.RELATED
    return list(dict.fromkeys((*before.question.about, *every))) if related else every


MOST_SHOWN = 12
"""Photos that are compared at once."""
MOST_HANDED_OVER = 4
"""Photos that are compared of those that were handed over."""
_MOST_COMPARED = 6
"""Photos that are compared one by one; of more, only what they all share is asked."""
_VALUES_OF = {
    Relation.BEFORE: Dimension.DAY,
    Relation.SAME_DAY: Dimension.DAY,
    Relation.SAME_EVENT: Dimension.DAY,
    Relation.SAME_PLACE: Dimension.PLACE,
    Relation.SAME_CAMERA: Dimension.CAMERA,
    Relation.SAME_LENS: Dimension.LENS,
    Relation.SAME_FOLDER: Dimension.FOLDER,
    Relation.SAME_PERSON: Dimension.PERSON,
    Relation.SHARES_TAG: Dimension.TAG,
}


def _of_a_few(asked: Question) -> Question:
    """Of photos that were handed over, two to four are compared; of one or of many, Candid says how many it can."""
    if asked.relation or (asked.aggregate is Aggregate.COMPARE and len(asked.about) <= MOST_HANDED_OVER):
        return asked
    return replace(asked, covered=False, aggregate=Aggregate.NONE, cannot=COMPARES_A_FEW, about=())


def _over_all(question: str, relation: Relation | None, before: Earlier) -> Question:
    """Whether all of many photos share something: which values they have; else which of them belong together."""
    of = _VALUES_OF.get(relation) if relation else None
    aggregate = Aggregate.VALUES if of else Aggregate.TOGETHER
    return Question(
        question, before.query, True, aggregate, of, _chips(question, "together", 0) + before.query.chips, (), relation, (), before.within
    )


def _extremes(question: str, match: re.Match[str], alone: Alone, words: WordIndex) -> Question | None:
    rest = re.sub(rf"^{PHOTOS}", "", match["rest"] or match["other"] or "").strip()
    asked = alone(f"photos {rest}".strip())
    dated = Condition((Filter(FilterField.HAS, Known.DATE),))
    found = words.chronological(words.satisfying((*asked.query.conditions, dated))) if asked.covered else np.empty(0, np.int64)
    if len(found) < 2:
        return None
    about = (PhotoId(int(found[0])), PhotoId(int(found[-1])))
    return Question(question, _every(question), True, Aggregate.COMPARE, None, _chips(question, "compare", 2), (), None, about)


def _ends_of(question: str, before: Turn, words: WordIndex) -> Question | None:
    """The first and the last of the photos before, compared."""
    those = earlier(before)
    dated = Condition((Filter(FilterField.HAS, Known.DATE),))
    found = complete(words, Earlier(joined(question, (*those.stated, (dated, ""))), those.within)) if those else []
    if those is None or len(found) < 2:
        return None
    about = (found[0], found[-1])
    chips = _chips(question, "compare", 2)
    return Question(question, those.query, True, Aggregate.COMPARE, None, chips, (), Relation.BEFORE, about, those.within)


def _related(question: str, text: str, ids: tuple[PhotoId, ...], before: Turn | None) -> Question | None:
    anchors = ids or _anchors(before)
    if not anchors:
        return None
    period = next((of for word, of in PERIODS.items() if re.search(rf"\b{word}\b", text, re.IGNORECASE)), None)
    relation = None if period else _related_by(text)
    label = _named_relation(relation) if relation else (period.value if period else "any relation")
    chips = _chips(question, f"related by {label}", len(anchors))
    return Question(question, _every(question), True, Aggregate.RELATED, period, chips, (), relation, anchors)


def _related_by(text: str) -> Relation | None:
    by = re.search(r" by (place|location|day|date|time|event|camera)$", text, re.IGNORECASE)
    if by:
        return Relation.SAME_EVENT if by[1].casefold() == "time" else GROUPED_BY[by[1].casefold()]
    return relation_in(text)


def _anchors(before: Turn | None) -> tuple[PhotoId, ...]:
    """The photo before, or those that were compared."""
    if before is None:
        return ()
    one = one_before(before)
    return (one,) if one else (before.question.about or before.shown)[:_MOST_COMPARED]


def _together(question: str, text: str, match: re.Match[str], alone: Alone, before: Turn | None) -> Question | None:
    relation = GROUPED_BY[match["by"].casefold()] if match["by"] else relation_in(match["rel"] or match["same"] or "")
    rest = re.sub(r"^(?: like that| are there.*| do (?:i|we) have.*| of (?:any|my) .*)$", "", match["rest"] or match["of"] or "").strip()
    what = match["what"] or ""
    chips = _chips(question, f"groups: {_named_relation(relation)}" if relation else "what belongs together", 0)
    if before and _leans(text, what):
        those = earlier(before)
        if those:
            return Question(
                question, those.query, True, Aggregate.TOGETHER, None, chips + those.query.chips, (), relation, (), those.within
            )
    asked = alone(what or f"photos {rest}".strip())
    if (rest or what) and not asked.covered:
        return None
    query = asked.query if (rest or what) else _every(question)
    return replace(Question(question, query, True, Aggregate.TOGETHER, None, chips + _everywhere(question, query.chips)), relation=relation)


def _leans(text: str, what: str) -> bool:
    """Whether it asks about the photos before: by a word for them, or with no other photos named ("which ones were …")."""
    return bool(re.search(rf"\b{THEM}\b|\bones\b", what or text, re.IGNORECASE)) and not re.search(r"\bmy\b", text, re.IGNORECASE)


def _named_relation(relation: Relation) -> str:
    return relation.value.replace("_", " ")


def _every(question: str) -> ParsedQuery:
    return ParsedQuery(question, conditions=(EVERY_PHOTO,))


def _chips(question: str, label: str, photos: int) -> tuple[Chip, ...]:
    told = f"{label}: {photos} photo{'' if photos == 1 else 's'}" if photos else label
    return (Chip(told, 0, len(question)),)


def _everywhere(question: str, chips: tuple[Chip, ...]) -> tuple[Chip, ...]:
    """Chips of a part of the question, which stand for all of it."""
    return tuple(Chip(each.label, 0, len(question)) for each in chips)
