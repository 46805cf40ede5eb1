"""A small library in memory with the exact meaning of the ports, and an embedder that knows a handful of concepts."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

import numpy as np
from numpy.typing import NDArray

from app.domain.earth import CITY_KILOMETRES, EARTH_RADIUS, direction
from app.domain.errors import ModelUnavailable
from app.domain.ids import ModelId, PassageId
from app.domain.photo import Position
from app.domain.ports import CancelToken, Ids, LookRows, Neighbours, Postings, Vectors
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
)  # fmt: skip
from app.domain.words import EMBEDDED, Field, FieldValue
from app.search.looks import LookScan, LookSpace
from app.search.search import PhotoSearch

CONCEPTS = (
    ("dog", "puppy", "hound", "labrador"), ("cat", "kitten"), ("harbour", "port", "pier", "quay"), ("boat", "ship", "vessel"),
    ("sea", "ocean", "water"), ("mountain", "peak"), ("snow", "winter"), ("red",), ("blue",), ("fishing",), ("dawn", "sunrise"), ("tax",),
)  # fmt: skip
DIMENSION = len(CONCEPTS) + 1


@dataclass(frozen=True)
class MemoryPhoto:
    """One photo: its values by field, its capture time, rating and format, width and height, numbers of its exposure, and more."""

    values: tuple[FieldValue, ...]
    taken: str | None = None
    rating: int | None = None
    format: str = "JPEG"
    size: tuple[int, int] = (4, 3)
    numbers: Mapping[FilterField, float] = field(default_factory=dict)
    gps: bool = False
    position: Position | None = None
    favourite: bool = False
    look: str = ""
    """What the picture shows, in words that no index holds."""
    people: int = 0


def photo(taken: str | None = None, rating: int | None = None, **values: str | Sequence[str]) -> MemoryPhoto:
    pairs = ((Field[name.upper()], text) for name, given in values.items() for text in ([given] if isinstance(given, str) else given))
    return MemoryPhoto(tuple(FieldValue(*pair) for pair in pairs), taken, rating)


def words_in(text: str) -> list[str]:
    return [word[:-1] if word.endswith("s") and len(word) > 3 else word for word in re.findall(r"[^\W_]+", text.casefold())]


def holds(value: str, term: Term) -> bool:
    wanted, found = words_in(term.text), words_in(value)
    if term.prefix:
        return any(word.startswith(term.text.casefold()) for word in re.findall(r"[^\W_]+", value.casefold()))
    return bool(wanted) and any(found[start : start + len(wanted)] == wanted for start in range(len(found)))


class ConceptEmbedder:
    """Unit vectors over the concepts of a text; the last component stands for all other words."""

    model_id = ModelId("concepts")
    dimension = DIMENSION

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return np.array([self._embed(text) for text in texts], dtype=np.float32).reshape(len(texts), DIMENSION)

    def _embed(self, text: str) -> NDArray[np.float64]:
        vector = np.zeros(DIMENSION)
        for word in words_in(text):
            vector[next((place for place, words in enumerate(CONCEPTS) if word in words), DIMENSION - 1)] += 1
        vector[-1] = min(vector[-1], 0.5) + 1e-3
        return np.asarray(vector / np.linalg.norm(vector))


class MissingModel(ConceptEmbedder):
    def embed(self, texts: Sequence[str]) -> Vectors:
        raise ModelUnavailable("The sentence model is missing; search goes on with words alone.")


@dataclass
class MemoryLibrary:
    """Photos are numbered from 1. It is a WordIndex, a PassageMap and a VectorIndex at once."""

    photos: Sequence[MemoryPhoto]
    embedder: ConceptEmbedder = field(default_factory=ConceptEmbedder)
    lookups: list[str] = field(default_factory=list)
    towns: Mapping[str, Sequence[Position]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.passages: dict[FieldValue, int] = {}
        for each in (value for photo in self.photos for value in photo.values if value.field in EMBEDDED):
            self.passages.setdefault(each, len(self.passages) + 1)
        self.matrix = ConceptEmbedder().embed([value.text for value in self.passages])

    def search(self) -> PhotoSearch:
        looks = LookScan(lambda: LookSpace(self, self.embedder))
        return PhotoSearch(words=self, passages=self, vectors=self, embedder=self.embedder, vectors_of=self.vectors_of, looks=looks)

    # LookVectors

    def rows(self) -> LookRows:
        seen = [(number, each) for number, each in enumerate(self.photos, 1) if each.look or each.people]
        matrix = ConceptEmbedder().embed([each.look for _, each in seen])
        return LookRows(np.array([number for number, _ in seen], np.int64), matrix, np.array([each.people for _, each in seen], np.uint8))

    def prepare(self, token: CancelToken) -> None:
        pass

    # WordIndex

    def photo_count(self) -> int:
        return len(self.photos)

    def holding(self, term: Term) -> Postings:
        self.lookups.append(term.text)
        return self._postings(lambda value: holds(value.text, term))

    def equal_to(self, text: str) -> Postings:
        return self._postings(lambda value: _equals(value, text))

    def _postings(self, wanted: object) -> Postings:
        assert callable(wanted)
        pairs = sorted({(number, int(value.field)) for number, each in enumerate(self.photos, 1) for value in each.values if wanted(value)})
        return Postings(np.array([pair[0] for pair in pairs], np.int64), np.array([pair[1] for pair in pairs], np.uint8))

    def around(self, name: str) -> Around | None:
        places = self.towns.get(name.casefold(), ())
        near = tuple(each for each in places if any(_lies_around(photo, [each], CITY_KILOMETRES) for photo in self.photos))
        return Around(name, near, CITY_KILOMETRES) if near else None

    def satisfying(self, conditions: Sequence[Condition]) -> Ids:
        kept = (number for number, each in enumerate(self.photos, 1) if all(self._meets(each, condition) for condition in conditions))
        return np.array(list(kept), np.int64)

    def _meets(self, each: MemoryPhoto, condition: Condition) -> bool:
        return any(_passes(each, one) for one in condition.any_of) is not condition.negated

    def chronological(self, photo_ids: Ids) -> Ids:
        return np.array(sorted(photo_ids.tolist(), key=lambda number: (self.photos[number - 1].taken or "~", number)), np.int64)

    # PassageMap and stored vectors

    def photos_of(self, passage_ids: Ids) -> tuple[Ids, NDArray[np.int64]]:
        pairs = [
            (number, place)
            for place, passage in enumerate(passage_ids.tolist())
            for number, each in enumerate(self.photos, 1)
            if any(self.passages.get(value) == passage for value in each.values)
        ]
        return np.array([pair[0] for pair in pairs], np.int64), np.array([pair[1] for pair in pairs], np.int64)

    def passages_of(self, photo_ids: Ids) -> tuple[Ids, Ids]:
        pairs = [
            (self.passages[value], number)
            for number in photo_ids.tolist()
            for value in self.photos[number - 1].values
            if value in self.passages
        ]
        return np.array([pair[0] for pair in pairs], np.int64), np.array([pair[1] for pair in pairs], np.int64)

    def fields_of(self, passage_ids: Ids) -> NDArray[np.uint8]:
        fields = {number: int(value.field) for value, number in self.passages.items()}
        return np.array([fields[passage] for passage in passage_ids.tolist()], np.uint8)

    def vectors_of(self, passage_ids: Ids) -> tuple[Ids, Vectors]:
        return passage_ids, self.matrix[passage_ids - 1]

    def passage(self, passage_id: int) -> FieldValue:
        return next(value for value, number in self.passages.items() if number == passage_id)

    # VectorIndex

    @property
    def dimension(self) -> int:
        return DIMENSION

    def __len__(self) -> int:
        return len(self.passages)

    def add(self, ids: Sequence[PassageId], vectors: Vectors) -> None:
        raise NotImplementedError

    def remove(self, ids: Iterable[PassageId]) -> None:
        raise NotImplementedError

    def nearest(self, query: Vectors, k: int) -> Neighbours:
        assert 1 <= k <= len(self)
        cosines = self.matrix @ query
        order = np.argsort(-cosines, kind="stable")[:k]
        return Neighbours(order + 1, cosines[order])


def _equals(value: FieldValue, text: str) -> bool:
    known, wanted = value.text.casefold(), text.casefold()
    return wanted == known or (value.field is Field.NAME and wanted == known.rpartition(".")[0])


def _passes(each: MemoryPhoto, one: Filter) -> bool:
    match one.value:
        case DateRange():
            return _in_range(each.taken, one.value)
        case RatingRange():
            return _rated(each.rating, one.value)
        case NumberRange():
            return _measures(each, one.field, one.value)
        case Known():
            return _is_known(each, one.value)
        case DayPart() | Shape():
            return one.value in (_shape(*each.size), _part(each.taken))
    return _has(each, one.field, one.value)


def _is_on(taken: str | None, day: Weekday) -> bool:
    return taken is not None and date.fromisoformat(taken[:10]).strftime("%A") == day


def _has(each: MemoryPhoto, field: FilterField, wanted: Term | Named | Around | Weekday) -> bool:
    if isinstance(wanted, Weekday):
        return _is_on(each.taken, wanted)
    if isinstance(wanted, Around):
        return _lies_around(each, wanted.positions, wanted.kilometres)
    return each.format == wanted.text if field is FilterField.TYPE else _holds_value(each, field, wanted)


def _lies_around(each: MemoryPhoto, positions: Sequence[Position], kilometres: float) -> bool:
    here = each.position
    return here is not None and any(_distance(here, other) <= kilometres for other in positions)


def _distance(one: Position, other: Position) -> float:
    chord = math.dist(direction(one.latitude, one.longitude), direction(other.latitude, other.longitude))
    return 2 * EARTH_RADIUS * math.asin(min(1.0, chord / 2))


def _measures(each: MemoryPhoto, field: FilterField, wanted: NumberRange) -> bool:
    people = sum(value.field is Field.PERSON for value in each.values)
    numbers = {**each.numbers, **({FilterField.PEOPLE: people} if people else {})}
    return field in numbers and _between(numbers[field], wanted)


def _part(taken: str | None) -> DayPart | None:
    hours = {DayPart.MORNING: range(5, 12), DayPart.AFTERNOON: range(12, 17), DayPart.EVENING: range(17, 22)}
    hour = int(taken[11:13]) if taken and len(taken) > 10 else None
    return None if hour is None else next((part for part, within in hours.items() if hour in within), DayPart.NIGHT)


def _shape(width: int, height: int) -> Shape:
    return Shape.PORTRAIT if height > width else Shape.LANDSCAPE if width > height else Shape.SQUARE


def _holds_value(each: MemoryPhoto, field: FilterField, wanted: Term | Named) -> bool:
    fields = tuple(Field) if field is FilterField.WORDS else (Field[field.name],)
    values = [value.text for value in each.values if value.field in fields]
    return any(_is_named(text, field, wanted) if isinstance(wanted, Named) else holds(text, wanted) for text in values)


def _is_named(value: str, field: FilterField, named: Named) -> bool:
    text, wanted = value.casefold(), named.text.casefold()
    if field is FilterField.PLACE:
        return f", {wanted}, " in f", {text}, "
    stem = text.rpartition(".")[0] if field is FilterField.NAME else text
    return wanted in (text, stem) or (named.leading and text.startswith(f"{wanted} "))


def _between(number: float, wanted: NumberRange) -> bool:
    if wanted.strict:
        return (wanted.least is None or number > wanted.least) and (wanted.most is None or number < wanted.most)
    return (wanted.least is None or number >= wanted.least) and (wanted.most is None or number <= wanted.most)


def _is_known(each: MemoryPhoto, known: Known) -> bool:
    facts = {
        Known.GPS: each.gps,
        Known.DATE: each.taken is not None,
        Known.RATING: each.rating is not None,
        Known.FAVOURITE: each.favourite,
        Known.REJECTED: (each.rating or 0) < 0,
        Known.FACES: each.numbers.get(FilterField.FACES, 0) > 0,
    }
    field = {Known.TAGS: Field.TAG, Known.PEOPLE: Field.PERSON}.get(known)
    return facts[known] if known in facts else any(value.field is (field or Field[known.name]) for value in each.values)


def _in_range(taken: str | None, dates: DateRange) -> bool:
    if dates.unknown or taken is None:
        return dates.unknown and taken is None
    return (dates.first is None or taken >= dates.first) and (dates.beyond is None or taken < dates.beyond)


def _rated(rating: int | None, wanted: RatingRange) -> bool:
    if wanted.stars is None or rating is None:
        return wanted.stars is None and rating is None
    compared = {Comparison.EQUAL: rating == wanted.stars, Comparison.AT_LEAST: rating >= wanted.stars}
    return compared.get(wanted.comparison, rating <= wanted.stars)
