"""What "these" are: the photos that the question before was about, as conditions and perhaps as a list."""

from dataclasses import dataclass

from app.domain.ids import PhotoId
from app.domain.ports import WordIndex
from app.domain.query import EVERY_PHOTO, Chip, Condition, ParsedQuery
from app.domain.question import EXTREMES, Aggregate, Turn
from app.search.candidates import of_those


@dataclass(frozen=True, slots=True)
class Earlier:
    """The complete result before: photos for which the conditions of `query` hold, of those of `within` if it is given."""

    query: ParsedQuery
    within: tuple[PhotoId, ...] | None

    @property
    def stated(self) -> tuple[tuple[Condition, str], ...]:
        """Each condition with its words."""
        conditions = [each for each in self.query.conditions if each != EVERY_PHOTO]
        labels = [chip.label for chip in self.query.chips]
        return tuple(zip(conditions, [*labels, *[""] * len(conditions)], strict=False))


def earlier(before: Turn) -> Earlier | None:
    """The complete result where the question was understood, else the photos that were shown; None if there were none."""
    asked = before.question
    if asked.aggregate is Aggregate.COMPARE and len(asked.about) > 1:
        return _listed(asked.text, asked.about)
    if asked.covered:
        return Earlier(asked.query, asked.within)
    # The oldest of what was not understood tells nothing of the others.
    return _listed(asked.text, before.shown) if before.shown and asked.aggregate not in EXTREMES else None


def of_answer(before: Turn) -> Earlier | None:
    """As `earlier`, but what the answer chose where it did ("the busiest day"): for "show me those"."""
    asked = before.question
    return _listed(asked.text, asked.about) if asked.aggregate is Aggregate.MOST and asked.about else earlier(before)


def whole(before: Turn) -> Earlier | None:
    """As `earlier`, but all photos from which some were chosen to be compared."""
    asked = before.question
    return Earlier(asked.query, asked.within) if asked.aggregate is Aggregate.COMPARE and asked.covered else earlier(before)


def complete(words: WordIndex, those: Earlier) -> list[PhotoId]:
    """The whole result in the order of time. Raises `LibraryUnavailable`."""
    found = of_those(words.satisfying(those.query.conditions), those.within)
    return [PhotoId(each) for each in words.chronological(found).tolist()]


def _listed(text: str, photo_ids: tuple[PhotoId, ...]) -> Earlier:
    return Earlier(ParsedQuery(text, conditions=(EVERY_PHOTO,)), photo_ids)


def joined(text: str, stated: tuple[tuple[Condition, str], ...]) -> ParsedQuery:
    """A query of these conditions; every photo where there are none."""
    chips = tuple(Chip(label, 0, len(text)) for _, label in stated if label)
    return ParsedQuery(text, conditions=tuple(each for each, _ in stated) or (EVERY_PHOTO,), chips=chips)
