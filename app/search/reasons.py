"""Why a photo is in a result, in words: the fields that hold the query's words, the passage whose meaning is nearest, the look."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np

from app.domain.ids import PassageId
from app.domain.look import Guess
from app.domain.match import Evidence, MeaningPart, RankedPhoto, Reason, WordPart
from app.domain.query import Term
from app.domain.words import Field, FieldValue
from app.search.looks import LISTED
from app.search.scoring import near_enough

MOST_REASONS = 3
MOST_NAMES = 3
"""Guesses that are named for a look."""
UNNAMED = "something like it"
"""What a picture looks like of which no guess is known or left."""
EXCERPT = 60
"""Characters of a sentence that are shown around its first emphasised word."""

LONGEST = 20_000
"""Characters of a value that are searched for the words; a caption may have megabytes."""

LABELS = {
    Field.TAG: "tag", Field.PERSON: "person", Field.TITLE: "title", Field.PLACE: "place", Field.FOLDER: "folder", Field.NAME: "name",
    Field.CAPTION: "caption", Field.TEXT: "text in picture", Field.CAMERA: "camera", Field.LENS: "lens",
}  # fmt: skip

Spans = tuple[tuple[int, int], ...]


class Marks(Protocol):
    """Compares texts with what was looked up, exactly as the word index does."""

    def holding(self, text: str, term: Term) -> Spans | None:
        """The spans of the term in the text, none where they cannot be told; None if the text does not hold it."""

    def equal(self, value: FieldValue, whole: str) -> bool:
        """Whether a value equals the whole text when folded."""


def reasons(
    ranked: RankedPhoto,
    values: Sequence[FieldValue],
    passages: Mapping[PassageId, FieldValue],
    marks: Marks,
    seen: Sequence[str] = (),
) -> tuple[Reason, ...]:
    """Up to three reasons, the weightiest first.

    `values` are all words of the photo, `passages` the texts of passages by id, `seen` names of what the picture may show, the nearest
    to the query first.
    """
    found = list(dict.fromkeys(_by_words(ranked.words, values, marks)))[:MOST_REASONS]
    nearest = passages.get(ranked.meaning.passage_id) if ranked.meaning else None
    if nearest and len(found) < MOST_REASONS and _adds(ranked, nearest, found):
        found.append(Reason("meaning", f"{LABELS[nearest.field]} “{excerpt(nearest.text[:LONGEST], ())[0]}”"))
    if ranked.look and len(found) < MOST_REASONS and (ranked.look.points >= LISTED or ranked.evidence is Evidence.CONTENT):
        found.append(looks_like(seen))
    return tuple(found) or (Reason("meaning only"),)


def looks_like(seen: Sequence[str]) -> Reason:
    """`looks like: canoe, lake shore (a guess)`, of names as `named` gives them."""
    return Reason("looks like", ", ".join(seen[:MOST_NAMES]) or UNNAMED, guessed=True)


def named(query: str, guesses: Sequence[Guess]) -> tuple[str, ...]:
    """Names of the sure guesses; where none is sure, the first other one, as `perhaps sandbar`. What the query asks for comes first."""
    asked = asked_first(query, guesses)
    return tuple(each.name for each in asked if each.is_sure) or tuple(f"perhaps {each.name}" for each in asked[:1])


def with_refused(query: str, names: Sequence[str], refused: Sequence[str]) -> tuple[str, ...]:
    """These names, and `not dog` for a refused one that the query asks for, or for any where no name is left.

    A result that was found before it was refused still lists the photo.
    """
    asked = _stems(query)
    told = [each for each in refused if not asked.isdisjoint(_stems(each))] or list(refused[: not names])
    return (*names[: MOST_NAMES - 1], f"not {told[0]}") if told else tuple(names)


def asked_first(query: str, guesses: Sequence[Guess]) -> tuple[Guess, ...]:
    """Guesses in the given order, those first of whose name a word is in the query. To compare meanings would take 4 ms a name."""
    asked = _stems(query)
    return tuple(sorted(guesses, key=lambda each: asked.isdisjoint(_stems(each.name))))


def _stems(text: str) -> set[str]:
    return {word.rstrip("s") for word in re.findall(r"\w+", text.casefold())}


def _adds(ranked: RankedPhoto, nearest: FieldValue, found: Sequence[Reason]) -> bool:
    """Whether the nearest passage says more than the words: it is the only reason, or near enough to be one and not shown already."""
    if not found or not ranked.meaning:
        return True
    return _is_near(ranked.meaning, nearest) and not any(_tells(reason, nearest) for reason in found)


def _is_near(part: MeaningPart, nearest: FieldValue) -> bool:
    """Whether the meaning would be reason enough by itself; beside words, anything less explains nothing."""
    return bool(near_enough(np.array([part.cosine]), np.array([nearest.field], np.uint8))[0])


def _tells(reason: Reason, nearest: FieldValue) -> bool:
    """Whether a reason has shown the passage already."""
    return reason.label == LABELS[nearest.field] and reason.text.strip("…") in nearest.text


def _by_words(parts: Sequence[WordPart], values: Sequence[FieldValue], marks: Marks) -> Iterator[Reason]:
    """One reason for each field that a word stands in, in the order of the parts: the value that holds the most of the words.

    Only a value that certainly holds one is named; where there is none, the field alone.
    """
    for field in dict.fromkeys(part.field for part in parts):
        theirs = [part for part in parts if part.field is field]
        spans = [(value.text, emphasis(value, theirs, marks)) for value in values if value.field is field]
        held = [(text, marked) for text, marked in spans if marked is not None]
        text, marked = max(held, key=lambda each: (sum(stop - start for start, stop in each[1]), -len(each[0])), default=("", ()))
        yield Reason(LABELS[field], *excerpt(text, marked))


def emphasis(value: FieldValue, parts: Sequence[WordPart], marks: Marks) -> Spans | None:
    """What the terms of the parts have matched in the value, in order and apart; all of it where it equals the whole query.

    None if it holds none of them.
    """
    text = value.text[:LONGEST]
    exact = [term.text for part in parts if part.exact for term in part.terms]
    if any(marks.equal(value, whole) for whole in exact):
        return ((0, len(text)),)
    found = [marks.holding(text, term) for part in parts if not part.exact for term in part.terms]
    held = [spans for spans in found if spans is not None]
    return _joined(sorted(span for spans in held for span in spans)) if held else None


def _joined(spans: Sequence[tuple[int, int]]) -> Spans:
    """Sorted spans, those that touch or overlap as one."""
    apart: list[tuple[int, int]] = []
    for start, stop in spans:
        if apart and start <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(stop, apart[-1][1]))
        else:
            apart.append((start, stop))
    return tuple(apart)


def excerpt(text: str, marked: Spans) -> tuple[str, Spans]:
    """A line of at most some sixty characters around the first emphasised word, with the spans moved along."""
    line = re.sub(r"\s", " ", text)
    if len(line) <= EXCERPT + 10:
        return line, marked
    start = _word_start(line, max(0, marked[0][0] - EXCERPT // 3) if marked else 0)
    stop = _word_stop(line, min(len(line), start + EXCERPT))
    before, after = "…" if start else "", "…" if stop < len(line) else ""
    shift = len(before) - start
    return before + line[start:stop] + after, tuple(
        (first + shift, last + shift) for first, last in marked if start <= first and last <= stop
    )


def _word_start(line: str, position: int) -> int:
    return position if position == 0 else max(line.rfind(" ", max(0, position - 20), position + 1) + 1, position - 20)


def _word_stop(line: str, position: int) -> int:
    if position >= len(line):
        return len(line)
    gap = line.rfind(" ", position - 15, position + 1)
    return gap if gap > 0 else position
