"""The plain-English sentence of every checked claim, and the lines that open an answer. What comes out of files stands in quotes.

All sentences are written for claims that have passed the gates; nothing is checked here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.assistant.numbers_of_related import number_of_related
from app.assistant.reply import Claim, CountClaim, FactClaim, FoundClaim, RelationshipClaim, Value
from app.domain.evidence import AnswerMode, EvidencePack, Relation, Relationships
from app.domain.written import exposure, f_number, listed, millimetres, moment, month, number, quoted, stars, year, zone

OPEN = "Candid found nothing in your photos that comes near to this question; nothing below comes from them."
UNMEASURED = "How close your photos come to this question could not be measured."

Names = Mapping[str, str]
"""What each photo of the pack is called, by its id: the name of its file."""


@dataclass(frozen=True, slots=True)
class Measures:
    """The numbers behind the relations: `near` is the value that near positions share (`within 200 m`)."""

    near: str
    event_hours: int
    burst_seconds: int


@dataclass(frozen=True, slots=True)
class Sentences:
    """Writes the sentences of one pack's claims."""

    pack: EvidencePack
    graph: Relationships
    names: Names
    measures: Measures

    def of(self, claim: Claim) -> str:
        """The sentence of a claim that has passed the gates."""
        match claim:
            case RelationshipClaim():
                return self._relationship(claim)
            case FactClaim():
                return f"{self._named(claim.photo_id)} {_fact(claim.field, claim.value)}."
            case CountClaim():
                return self._count(claim.fact, claim.value)
            case FoundClaim():
                return self._found(claim)

    def _named(self, *photo_ids: str) -> str:
        return listed([quoted(self.names.get(each, each)) for each in photo_ids])

    def _relationship(self, claim: RelationshipClaim) -> str:
        relation = Relation(claim.relation)
        if relation in (Relation.BEFORE, Relation.AFTER):
            return self._order(relation, claim.photo_ids)
        held = self.graph.common_values(relation, claim.photo_ids) or frozenset()
        values = held if claim.value is None else {claim.value}
        return f"{self._named(*claim.photo_ids)} {_shared(relation, _once(values), self.measures)}."

    def _order(self, relation: Relation, photo_ids: Sequence[str]) -> str:
        if len(photo_ids) == 2:
            return f"{self._named(photo_ids[0])} was taken {relation.value} {self._named(photo_ids[1])}."
        first = "earliest" if relation is Relation.BEFORE else "latest"
        return f"{self._named(*photo_ids)} were taken in this order, the {first} first."

    def _found(self, claim: FoundClaim) -> str:
        if claim.photo_ids:
            return f"{self._named(*claim.photo_ids)} {'was' if len(claim.photo_ids) == 1 else 'were'} found for this question."
        matching = self.pack.library.get("matching")
        if not isinstance(matching, int):
            return "All photos of the result were found for this question."
        return f"{_photos(matching)} {'was' if matching in (0, 1) else 'were'} found for this question."

    def _count(self, fact: str, value: int | str) -> str:
        """The sentence of a library fact; one that is not known here is told by its name."""
        kind, _, of = fact.partition(".")
        if told := number_of_related(kind, of, value):
            return told.format(hours=self.measures.event_hours, seconds=self.measures.burst_seconds)
        if self.pack.library.get("matching") == 1 and _unknown_of_one(fact, value):
            return _unknown_of_one(fact, value)
        return _count(fact, value)


def opening(mode: AnswerMode, closest: Sequence[str] = (), *, by_look: bool = False, measured: bool = True, any_photo: bool = True) -> str:
    """The line that opens an answer, empty if there is none.

    `closest` are names of files, and `by_look` says that nothing but looks led to them; without `any_photo` nothing is close.
    """
    if not measured:
        return UNMEASURED
    if mode is AnswerMode.SOURCED:
        return ""
    if mode is AnswerMode.OPEN:
        return OPEN
    if not any_photo:
        return "Nothing here covers this directly."
    start = "No photo says so in words; by their look" if by_look else "Nothing here covers this directly;"
    names = [quoted(each) for each in closest]
    return f"{start} the closest {_is_or_are(names)}." if names else f"{start} the closest follow."


def _is_or_are(names: Sequence[str]) -> str:
    return f"{'is' if len(names) == 1 else 'are'} {listed(names)}"


def _once(values: Iterable[str]) -> list[str]:
    """One spelling of each name."""
    spellings = {each.casefold(): each for each in sorted(values, reverse=True)}
    return [spellings[key] for key in sorted(spellings)]


def _shared(relation: Relation, values: Sequence[str], measures: Measures) -> str:
    """What several photos do, by a symmetric relation with these common values."""
    several = len(values) > 1
    return _SHARED[relation].format(
        names=listed([quoted(each) for each in values]),
        days=listed([moment(each) for each in values]),
        place=_place([each for each in values if each != measures.near], measures.near if measures.near in values else ""),
        hours=_counted(measures.event_hours, "hour"),
        seconds=_counted(measures.burst_seconds, "second"),
        tags="tags" if several else "tag",
        people="people" if several else "person",
    )


def _place(places: Sequence[str], near: str) -> str:
    named = f"at the same place, {listed([quoted(each) for each in places])}" if places else ""
    return ", ".join(each for each in (named, near and f"{near} of each other") if each)


def _fact(field: str, value: Value | tuple[str, ...]) -> str:
    """What a photo does, by one of its facts."""
    says, text, amount = _FACTS[field]
    values = value if isinstance(value, tuple) else (value,)
    return says.format(listed([text(each) if isinstance(each, str) else amount(each) for each in dict.fromkeys(values)]))


def _count(fact: str, value: int | str) -> str:
    kind, _, of = fact.partition(".")
    if fact == "matching" and isinstance(value, int):
        return f"{_photos(value)} {'matches' if value in (0, 1) else 'match'} the question’s words and filters."
    if fact in ("first", "last") and isinstance(value, str):
        return f"The {'earliest' if fact == 'first' else 'latest'} of the photos that match was taken on {moment(value)}."
    if fact in _DIFFERENT and isinstance(value, int):
        return _different(value, *_DIFFERENT[fact])
    if kind in _COUNTED and isinstance(value, int) and bool(of) != (kind == "undated"):
        one, many, written = _COUNTED[kind]
        return f"{_of_those(value)} {one if value in (0, 1) else many} {written(of)}".rstrip() + "."
    return f"The library fact {quoted(fact)} is {quoted(value) if isinstance(value, str) else value}."


def _unknown_of_one(fact: str, value: int | str) -> str:
    """What is said of a single photo of which something is not known; empty if it is."""
    if fact == "undated" and value == 1:
        return "It has no known capture time."
    if fact == "people" and value == 0:
        return "It is marked as showing nobody."
    return f"It has no known {_DIFFERENT[fact][1]}." if fact in _DIFFERENT and value == 0 else ""


def _different(count: int, says: str, one: str, many: str) -> str:
    """How many different values the photos have."""
    if count == 0:
        return f"None of the photos that match has a known {one}."
    return f"The photos that match {says} {'1 ' + one if count == 1 else f'{count:,} different {many}'}."


def _photos(count: int) -> str:
    return "No photo" if count == 0 else _counted(count, "photo")


def _of_those(count: int) -> str:
    return f"{'None' if count == 0 else f'{count:,}'} of the photos that match"


def _counted(count: int, one: str) -> str:
    return f"{count:,} {one}{'' if count == 1 else 's'}"


_SHARED: Mapping[Relation, str] = {
    Relation.SAME_CAMERA: "were taken with the same camera model, {names}",
    Relation.SAME_LENS: "were taken with the same lens model, {names}",
    Relation.SAME_DAY: "were taken on the same day, {days}",
    Relation.SAME_EVENT: "were taken within {hours} of each other, as their clocks and time zones tell",
    Relation.BURST: "were taken with the same camera model within {seconds} of each other",
    Relation.SAME_PLACE: "were taken {place}",
    Relation.SAME_FOLDER: "are in the same folder, {names}",
    Relation.SHARES_TAG: "share the {tags} {names}",
    Relation.SAME_PERSON: "are marked as showing the same {people}, {names}",
    Relation.NEAR_DUPLICATE: "look nearly the same",
    Relation.IDENTICAL_FILE: "are identical, byte for byte",
    Relation.VARIANT_OF: "are versions of one picture, by their names and times",
}
"""Two photos of one model may be of two cameras, and of one tagged person nobody but the file says that it is that person."""

_FACTS: Mapping[str, tuple[str, Callable[[str], str], Callable[[float], str]]] = {
    "taken": ("was taken on {}", moment, number),
    "offset": ("was taken with the clock at {}", zone, number),
    "make": ("was taken with a camera made by {}", quoted, number),
    "model": ("was taken with the camera model {}", quoted, number),
    "lens": ("was taken with the lens {}", quoted, number),
    "iso": ("was taken at ISO {}", quoted, number),
    "aperture": ("was taken at {}", quoted, f_number),
    "shutter": ("was exposed for {}", quoted, exposure),
    "focal_length": ("was taken at a focal length of {}", quoted, millimetres),
    "place": ("has the place {}", quoted, number),
    "title": ("has the title {}", quoted, number),
    "caption": ("has the caption {}", quoted, number),
    "tags": ("is tagged {}", quoted, number),
    "people": ("is marked as showing {}", quoted, number),
    "rating": ("is {}", quoted, stars),
    "orientation": ("is stored with EXIF orientation {}", quoted, number),
    "folder": ("is in the folder {}", quoted, number),
}
"""What is said of a fact, and how its text or its number is written."""

_COUNTED: Mapping[str, tuple[str, str, Callable[[str], str]]] = {
    "per_year": ("was taken in", "were taken in", year),
    "per_month": ("was taken in", "were taken in", month),
    "per_day": ("was taken on", "were taken on", moment),
    "per_camera": ("was taken with", "were taken with", quoted),
    "per_lens": ("was taken with the lens", "were taken with the lens", quoted),
    "per_place": ("has the place", "have the place", quoted),
    "per_country": ("has a place in", "have a place in", quoted),
    "per_format": ("has the format", "have the format", quoted),
    "per_person": ("is marked as showing", "are marked as showing", quoted),
    "per_tag": ("is tagged", "are tagged", quoted),
    "per_folder": ("is in the folder", "are in the folder", quoted),
    "undated": ("has no known capture time", "have no known capture time", str),
}

_DIFFERENT: Mapping[str, tuple[str, str, str]] = {
    "years": ("were taken in", "year", "years"),
    "months": ("were taken in", "month", "months"),
    "days": ("were taken on", "day", "days"),
    "cameras": ("were taken with", "camera", "cameras"),
    "lenses": ("were taken with", "lens", "lenses"),
    "places": ("have", "place", "places"),
    "countries": ("have places in", "country", "countries"),
    "formats": ("have", "format", "formats"),
    "people": ("are marked as showing", "person", "people"),
    "tags": ("have", "tag", "tags"),
    "folders": ("are in", "folder", "folders"),
}
"""What is said of a number of different values, of one and of several."""
