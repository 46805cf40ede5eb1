"""Why a photo is in a result, in words: the fields that hold the query's words, and the passage whose meaning is nearest."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from app.domain.ids import PassageId
from app.domain.match import MeaningPart, RankedPhoto, Reason, WordPart
from app.domain.words import Field, FieldValue
from app.search.scoring import near_enough

MOST_REASONS = 3
EXCERPT = 60
"""Characters of a sentence that are shown around its first emphasised word."""

LONGEST = 20_000
"""Characters of a value that are searched for the words; a caption may have megabytes."""

_LABELS = {
    Field.TAG: "tag", Field.PERSON: "person", Field.TITLE: "title", Field.PLACE: "place", Field.FOLDER: "folder", Field.NAME: "name",
    Field.CAPTION: "caption", Field.TEXT: "text in picture", Field.CAMERA: "camera", Field.LENS: "lens",
}  # fmt: skip
_WORD = re.compile(r"[^\W_]+")
_ENDINGS = ("ing", "ed", "es", "er", "s", "e", "y", "ies")

Spans = tuple[tuple[int, int], ...]


def reasons(ranked: RankedPhoto, values: Sequence[FieldValue], passages: Mapping[PassageId, FieldValue]) -> tuple[Reason, ...]:
    """Up to three reasons, the weightiest first. `values` are all words of the photo, `passages` the texts of passages by id."""
    found = list(dict.fromkeys(_by_words(ranked.words, values)))[:MOST_REASONS]
    nearest = passages.get(ranked.meaning.passage_id) if ranked.meaning else None
    if nearest and len(found) < MOST_REASONS and _adds(ranked, nearest, found):
        found.append(Reason("meaning", f"{_LABELS[nearest.field]} “{excerpt(nearest.text[:LONGEST], ())[0]}”"))
    return tuple(found) or (Reason("meaning only"),)


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
    return reason.label == _LABELS[nearest.field] and reason.text.strip("…") in nearest.text


def _by_words(parts: Sequence[WordPart], values: Sequence[FieldValue]) -> Iterator[Reason]:
    """One reason for each field that a word stands in, in the order of the parts: the value that holds the most of the words."""
    for field in dict.fromkeys(part.field for part in parts):
        terms = [part.term for part in parts if part.field is field]
        texts = [value.text[:LONGEST] for value in values if value.field is field]
        spans = [(text, emphasis(text, terms)) for text in texts]
        text, marked = max(spans, key=lambda each: (sum(stop - start for start, stop in each[1]), -len(each[0])), default=("", ()))
        if text:
            yield Reason(_LABELS[field], *excerpt(text, marked))


def emphasis(text: str, terms: Sequence[str]) -> Spans:
    """The words of the text that a term may have matched: equal when folded, or but for an ending."""
    wanted = {_stem(word.group()) for term in terms for word in _WORD.finditer(term)}
    return tuple((word.start(), word.end()) for word in _WORD.finditer(text) if _stem(word.group()) in wanted)


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


def _stem(word: str) -> str:
    """Near enough to what the index matched, for emphasis alone."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(each))
    ending = next((each for each in _ENDINGS if plain.endswith(each) and len(plain) - len(each) >= 3), "")
    return plain[: len(plain) - len(ending)]
