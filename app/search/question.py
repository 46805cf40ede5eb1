"""A question in everyday words as conditions on the photos, what is asked of them, and whether every word was understood."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import pairwise

from app.domain.content_words import content_words
from app.domain.ids import PhotoId
from app.domain.ports import WordIndex
from app.domain.query import EVERY_PHOTO, Chip, Condition, FilterField, ParsedQuery
from app.domain.question import NO_CONTEXT, Aggregate, Context, Question
from app.search.few_in_time import few_in_time
from app.search.follow_up import follow_up, kept_within
from app.search.lexer import MAX_CHARACTERS
from app.search.manners import politely
from app.search.parse import parse
from app.search.quantities import QUANTITIES
from app.search.question_about import question_about
from app.search.question_conditions import Understood, conditions
from app.search.question_frames import Frame, asks_for_photos, dimension_of, frame_of, order_of
from app.search.question_one_photo import about_one_photo
from app.search.question_people import about_people
from app.search.question_pieces import Piece, pieces
from app.search.question_text import QuestionText
from app.search.question_values import Values
from app.search.question_words import Part

MOST_WORDS = 60
"""A longer text is no question to a library."""

MOST_PORTRAYED = 3
"""Photos of one name of which everything is told."""

_ASKING = frozenset({Part.HOW_MANY, Part.SUPERLATIVE, Part.MOST, Part.ASKED, Part.DIMENSION})
_LABELS = {
    Aggregate.COUNT: "how many {}s", Aggregate.OLDEST: "the oldest", Aggregate.NEWEST: "the newest", Aggregate.MOST: "which {} most",
    Aggregate.VALUES: "which {}s",
}  # fmt: skip
_ATTRIBUTES = QUANTITIES | {FilterField.HAS, FilterField.SHAPE, FilterField.TYPE, FilterField.RATING, FilterField.TAG}


def understand(question: str, today: date, words: WordIndex, context: Context = NO_CONTEXT) -> Question:
    """What is asked, and whether facts and values of the library answer it. Any text gives a question.

    `context` is what it may lean on; the question that comes back leans on nothing. Raises `LibraryUnavailable`.
    """
    alone = partial(_alone, today=today, words=words)
    of_people = about_one_photo(question, alone, words, context) or about_people(question, alone)
    leaning = of_people or question_about(question, alone, words, context) or follow_up(question, alone, words, context)
    few = None if leaning else few_in_time(question, alone, words, context.scope)
    return kept_within(leaning or few or politely(question, alone), context.scope)


def _alone(question: str, today: date, words: WordIndex) -> Question:
    """What is asked by these words and no others."""
    text = QuestionText(question, today)
    if not content_words(text.text) or len(text.words) > MOST_WORDS or question[MAX_CHARACTERS:].strip():
        return Question(question, parse(question, today))
    found = pieces(text, Values(words), today)
    stated = conditions(text, found)
    frame = frame_of(found)
    if frame is not None and _hold(stated, words):
        covered = _covered(question, text, found, stated, frame)
        return replace(covered, about=_few(stated, words)) if frame.portrays else covered
    if frame is None or (frame.bare and not _speaks_of_photos(stated)) or (_in_a_row(found) and not _hold((_any_of(stated),), words)):
        return _not_covered(question, today, text, found, stated)
    return _covered(question, text, found, (_any_of(stated),) if _in_a_row(found) else stated, frame)


def _hold(stated: Sequence[Understood], words: WordIndex) -> bool:
    """Whether any photo is as stated. A bare date or value that none has ("the winter of 1944") does not say that it is after photos."""
    return len(words.satisfying([each.condition for each in stated])) > 0


def _few(stated: Sequence[Understood], words: WordIndex) -> tuple[PhotoId, ...]:
    """The photos as stated where they are so few that all can be told of: files of one name."""
    ids = words.satisfying([each.condition for each in stated]).tolist()
    return tuple(map(PhotoId, ids)) if len(ids) <= MOST_PORTRAYED else ()


def _speaks_of_photos(stated: Sequence[Understood]) -> bool:
    """Whether something is said that only a photo has: an exposure, stars, a part of the day. Other things have dates as well."""
    return any(each.certain and all(one.field is not FilterField.DATE for one in each.condition.any_of) for each in stated)


def _in_a_row(found: Sequence[Piece]) -> bool:
    """Whether values follow each other: "photos of the wheat harvest", where one name may be tagged and the other as well."""
    return any(before.filters and after.part is Part.VALUE for before, after in pairwise(found))


def _any_of(stated: Sequence[Understood]) -> Understood:
    """Photos for which one of these holds, where none is all of them."""
    filters = tuple(dict.fromkeys(one for each in stated if not each.condition.negated for one in each.condition.any_of))
    return Understood(Condition(filters), " or ".join(each.label for each in stated), stated[0].start, stated[-1].stop, certain=False)


def _covered(question: str, text: QuestionText, found: Sequence[Piece], stated: Sequence[Understood], frame: Frame) -> Question:
    chips = tuple(_chip(text, each) for each in stated)
    query = ParsedQuery(question, conditions=tuple(each.condition for each in stated) or (EVERY_PHOTO,), chips=chips)
    understood = (*_asked_chip(text, found, frame), *chips)
    return Question(question, query, True, frame.aggregate, frame.of, understood)


def _not_covered(question: str, today: date, text: QuestionText, found: Sequence[Piece], stated: Sequence[Understood]) -> Question:
    """What the search box would make of it; attributes filter and order beside the other words where photos are asked for."""
    unknown = tuple(text.typed(each.start, each.stop) for each in found if each.part is Part.UNKNOWN)
    kept = [each for each in stated if _is_attribute(text, each)] if asks_for_photos(found) else []
    order = order_of(text, found)
    chips = [*_ordered_chip(text, found, order), *(_chip(text, each) for each in kept)]
    rest = parse(_blanked(question, chips), today)
    query = _with_conditions(rest, question, kept, chips) if chips else rest
    return Question(question, query, False, order, dimension_of(found), query.chips, unknown)


def _with_conditions(rest: ParsedQuery, question: str, kept: Sequence[Understood], chips: Sequence[Chip]) -> ParsedQuery:
    return replace(
        rest,
        text=question,
        conditions=(*rest.conditions, *(each.condition for each in kept)),
        chips=tuple(sorted((*_around(question, rest.chips, chips), *chips), key=lambda chip: chip.start)),
        refusal="" if kept else rest.refusal,
    )


def _around(question: str, others: Sequence[Chip], chips: Sequence[Chip]) -> Iterator[Chip]:
    """The others, a run of words that a chip stands within as the words before and after it."""
    for other in others:
        inner = [chip for chip in chips if other.start < chip.start and chip.end < other.end]
        edges = [other.start, *(edge for chip in inner for edge in (chip.start, chip.end)), other.end]
        for start, end in zip(edges[::2], edges[1::2], strict=True) if inner else ():
            words = question[start:end].strip()
            if content_words(words):
                first = question.index(words, start)
                yield Chip(words, first, first + len(words))
        if not inner:
            yield other


def _is_attribute(text: QuestionText, stated: Understood) -> bool:
    """What says more than the search box knows by itself: it reads dates and its own filters."""
    plain = all(word.token is None for word in text.words[stated.start : stated.stop])
    return plain and stated.certain and all(each.field in _ATTRIBUTES for each in stated.condition.any_of)


def _blanked(question: str, chips: Sequence[Chip]) -> str:
    for chip in chips:
        question = question[: chip.start] + " " * (chip.end - chip.start) + question[chip.end :]
    return question


def _chip(text: QuestionText, stated: Understood) -> Chip:
    return Chip(stated.label, *text.span(stated.start, stated.stop))


def _ordered_chip(text: QuestionText, found: Sequence[Piece], order: Aggregate) -> Iterator[Chip]:
    """At the word that says which photos come first: no caption is looked through for it."""
    if order is not Aggregate.NONE:
        piece = next(each for each in found if each.part is Part.SUPERLATIVE)
        yield Chip(_LABELS[order], *text.span(piece.start, piece.stop))


def _asked_chip(text: QuestionText, found: Sequence[Piece], frame: Frame) -> Iterator[Chip]:
    """What is asked of the photos, at the word that asks it."""
    if frame.aggregate in _LABELS:
        piece = next(each for each in found if each.part in _ASKING)
        label = _LABELS[frame.aggregate].format(frame.of.value if frame.of else "photo")
        yield Chip(
            label.replace("persons", "people").replace("lenss", "lenses").replace("countrys", "countries"),
            *text.span(piece.start, piece.stop),
        )
