"""Filters: the photos for which conditions hold, as sorted arrays of ids."""

import re
import sqlite3
from collections.abc import Callable, Sequence
from functools import reduce

import numpy as np

from app.domain.ports import Ids
from app.domain.query import (
    Around,
    Comparison,
    Condition,
    DateRange,
    DayPart,
    Filter,
    FilterField,
    Known,
    Named,
    NumberRange,
    RatingRange,
    Shape,
    Term,
    Weekday,
)
from app.domain.words import Field
from app.library.columns import Parameter, select_ids
from app.library.fact_filters import by_fact
from app.library.fold import fold
from app.library.lookup import equal_to, holding, in_field, names_containing, starting, tags_named, tags_with_words, with_part
from app.library.positions import within

_FORMATS = {
    **dict.fromkeys(("JPG", "JPEG", "JPE"), ("JPEG", "MPO")),
    **dict.fromkeys(("TIF", "TIFF"), ("TIFF",)),
    **dict.fromkeys(("HEIC", "HEIF"), ("HEIC", "HEIF")),
}
"""Formats by the other names that people give them; a multi-picture file is a JPEG to whoever sees its name."""

_WORD_FIELDS = {
    FilterField.PLACE: Field.PLACE,
    FilterField.CAMERA: Field.CAMERA,
    FilterField.LENS: Field.LENS,
    FilterField.PERSON: Field.PERSON,
    FilterField.FOLDER: Field.FOLDER,
    FilterField.TITLE: Field.TITLE,
    FilterField.CAPTION: Field.CAPTION,
    FilterField.TEXT: Field.TEXT,
}
_NAMED_FIELDS = {**_WORD_FIELDS, FilterField.TAG: Field.TAG, FilterField.NAME: Field.NAME}

_FINDABLE = "SELECT group_concat(id) FROM photo WHERE state < 2"
_RATED_STACKS = "SELECT stack FROM photo WHERE stack > 0 AND state < 2 AND rating != 0"
_COMPARED = {Comparison.EQUAL: "=", Comparison.AT_LEAST: ">=", Comparison.AT_MOST: "<="}


def satisfying(connection: sqlite3.Connection, conditions: Sequence[Condition]) -> Ids:
    """Sorted ids of the photos for which all conditions hold; all photos that can be found where there are none."""
    met = [_any_of(connection, condition.any_of) for condition in conditions if not condition.negated]
    found = reduce(np.intersect1d, met) if met else np.sort(select_ids(connection, _FINDABLE))
    for condition in conditions:
        if condition.negated and len(found):
            found = np.setdiff1d(found, _any_of(connection, condition.any_of), assume_unique=True)
    return found


def _any_of(connection: sqlite3.Connection, filters: Sequence[Filter]) -> Ids:
    return np.unique(np.concatenate([np.empty(0, np.int64), *(_one(connection, each) for each in filters)]))


def _one(connection: sqlite3.Connection, each: Filter) -> Ids:
    match each.value:
        case DateRange():
            return _dated(connection, each.value)
        case RatingRange():
            return _rated(connection, each.value)
        case NumberRange() | Known() | Shape() | DayPart() | Weekday():
            return by_fact(connection, each.field, each.value)
        case Around():
            return within(connection, each.value.positions, each.value.kilometres)
        case Named():
            return _named(connection, _NAMED_FIELDS[each.field], each.value)
        case Term():
            return _by_term(connection, each.field, each.value)


def _by_term(connection: sqlite3.Connection, field: FilterField, term: Term) -> Ids:
    if field in _WORD_FIELDS:
        return _every_part(term, lambda part: in_field(holding(connection, part), _WORD_FIELDS[field]))
    match field:
        case FilterField.TAG:
            return _tagged(connection, term)
        case FilterField.NAME:
            return names_containing(connection, term)
        case FilterField.TYPE:
            return _of_type(connection, term)
        case FilterField.WORDS:
            return holding(connection, term).photo_ids
    raise ValueError(f"the filter {field} does not take a term")


def _named(connection: sqlite3.Connection, field: Field, named: Named) -> Ids:
    if field is Field.PLACE:
        return with_part(connection, field, named.text)
    equal = in_field(equal_to(connection, named.text), field)
    return np.union1d(equal, starting(connection, field, named.text)) if named.leading else equal


def _tagged(connection: sqlite3.Connection, term: Term) -> Ids:
    whole = tags_named(connection, term)
    if len(whole) or term.prefix:
        return whole
    path = _every_part(term, lambda part: tags_named(connection, part))
    return path if len(path) else tags_with_words(connection, term)


def _every_part(term: Term, photos: Callable[[Term], Ids]) -> Ids:
    """Photos of a term, or of all parts of a path like `Places/Italy`, whose names are values of their own."""
    parts = [part for part in re.split(r"[/\\|]", term.text) if part.strip()]
    if len(parts) < 2:
        return photos(term)
    terms = [Term(part, phrase=True, prefix=term.prefix and part is parts[-1]) for part in parts]
    return reduce(np.intersect1d, map(photos, terms))


def _of_type(connection: sqlite3.Connection, term: Term) -> Ids:
    name = fold(term.text).lstrip(".").upper()
    formats = _FORMATS.get(name, (name,))
    marks = ", ".join("?" * len(formats))
    return select_ids(connection, f"{_FINDABLE} AND format IN ({marks})", formats)


def _dated(connection: sqlite3.Connection, dates: DateRange) -> Ids:
    # Written as the index photo_time has it.
    if dates.unknown:
        return select_ids(connection, f"{_FINDABLE} AND (taken IS NULL) = 1")
    bounds: list[tuple[str, Parameter]] = [("taken >= ?", dates.first), ("taken < ?", dates.beyond)]
    given = [(sql, bound) for sql, bound in bounds if bound is not None]
    conditions = " AND ".join(["(taken IS NULL) = 0", *(sql for sql, _ in given)])
    return select_ids(connection, f"{_FINDABLE} AND {conditions}", [bound for _, bound in given])


def _rated(connection: sqlite3.Connection, rating: RatingRange) -> Ids:
    """A rating of 0 means that there is none (XMP specification part 2, xmp:Rating). No version of a rated picture is without."""
    if rating.stars is None:
        return select_ids(connection, f"{_FINDABLE} AND (rating IS NULL OR rating = 0) AND ifnull(stack, 0) NOT IN ({_RATED_STACKS})")
    return select_ids(connection, f"{_FINDABLE} AND rating {_COMPARED[rating.comparison]} ?", (rating.stars,))
