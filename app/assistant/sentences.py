"""The plain-English sentence of every checked claim. What comes out of files stands in quotes.

All sentences are written for claims that have passed the gates; nothing is checked here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from app.assistant.numbers_of_related import number_of_related
from app.assistant.reply import Claim, CountClaim, FactClaim, FoundClaim, RelationshipClaim, Value
from app.assistant.wordings import COUNTED, DIFFERENT, FACTS, SHARED, TAKEN
from app.domain.evidence import EvidencePack, LibraryFact, Relation, Relationships
from app.domain.written import listed, moment, quoted

_SPAN = ("first", "last")
NO_NAMES = "No names of people are recorded for {}."
"""That nobody is named does not say that nobody is to be seen."""
_SAID_OF_ONE = {
    "described": ("It has no caption, title, tags or names of people.", "It has a caption, a title, tags or names of people."),
    "worded": ("It is not named or described with the words of the question.", "It is named or described with the words of the question."),
}
"""What is said of a single photo where the fact is 0, and where it is 1."""

Names = Mapping[str, str]
"""What each photo of the pack is called, by its id: the name of its file."""


class Matching(Enum):
    """How far the question was understood whose photos these are."""

    IN_PART = "in part"
    """Words that were not understood were searched for."""
    IN_FULL = "in full"
    EVERY_PHOTO = "every photo"
    """It asks about the whole library."""
    OF_PEOPLE = "of people"
    """It asks for photos of which a name or a word says that they show people."""


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
    matching: Matching = Matching.IN_PART

    def of(self, claim: Claim) -> str:
        """The sentence of a claim that has passed the gates."""
        match claim:
            case RelationshipClaim():
                return self._relationship(claim)
            case FactClaim():
                return self._of_photo([claim])
            case CountClaim():
                return self._count(claim.fact, claim.value)
            case FoundClaim():
                return self._found(claim)

    def of_several(self, claims: Sequence[Claim]) -> str:
        """One sentence of claims of one kind: facts of one photo, relations of the same photos, or numbers of one kind."""
        facts = [each for each in claims if isinstance(each, FactClaim)]
        relations = [each for each in claims if isinstance(each, RelationshipClaim)]
        counts = [each for each in claims if isinstance(each, CountClaim)]
        return self._of_photo(facts) if facts else self._of_photos(relations) if relations else self._of_values(counts)

    def _of_photo(self, claims: Sequence[FactClaim]) -> str:
        """One sentence of several facts of one photo, how and when it was taken first."""
        told = [(FACTS[claim.field][0], _fact(claim.field, claim.value)) for claim in claims]
        return f"{self._named(claims[0].photo_id)} {_in_a_row(_by_verb(told, ', '), ', ')}."

    def _named(self, *photo_ids: str) -> str:
        return listed([quoted(self.names.get(each, each)) for each in photo_ids])

    def _relationship(self, claim: RelationshipClaim) -> str:
        relation = Relation(claim.relation)
        if relation in (Relation.BEFORE, Relation.AFTER):
            return self._order(relation, claim.photo_ids)
        return self._of_photos([claim])

    def _of_photos(self, claims: Sequence[RelationshipClaim]) -> str:
        """One sentence of several relations, none of them an order, that hold among the same photos."""
        told: list[tuple[str, str]] = []
        for claim in claims:
            relation = Relation(claim.relation)
            held = self.graph.common_values(relation, claim.photo_ids) or frozenset()
            values = held if claim.value is None else {claim.value}
            told.append((SHARED[relation][0], _shared(relation, _once(values), self.measures)))
        return f"{self._named(*claims[0].photo_ids)} {_in_a_row(_by_verb(told, '; '), '; ')}."

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
        if fact == "matching" and isinstance(value, int):
            return self._matching(value)
        where = "in your library" if self.matching is Matching.EVERY_PHOTO else "that match"
        return _count(fact, value, self.pack.library.get("matching"), where)

    def _of_values(self, claims: Sequence[CountClaim]) -> str:
        """One sentence of how many photos have each of several values of one kind."""
        first, *others = claims
        matching = self.pack.library.get("matching")
        if first.fact not in _SPAN and first.value == matching and others:
            return _of_all(self.of(first).removesuffix("."), others, matching)
        return f"{listed([self.of(first).removesuffix('.'), *(_also(each) for each in others)])}."

    def _matching(self, count: int) -> str:
        one = count in (0, 1)
        if self.matching is Matching.EVERY_PHOTO:
            return f"There {'is' if one else 'are'} {_photos(count).replace('No', 'no')} in your library."
        if self.matching is Matching.OF_PEOPLE:
            return f"Of {_photos(count).replace('No', 'no')} a name or a word says that {'it shows' if one else 'they show'} people."
        by = " the question’s words and filters" if self.matching is Matching.IN_PART else ""
        return f"{_photos(count)} {'matches' if one else 'match'}{by}."


def _once(values: Iterable[str]) -> list[str]:
    """One spelling of each name."""
    spellings = {each.casefold(): each for each in sorted(values, reverse=True)}
    return [spellings[key] for key in sorted(spellings)]


def _shared(relation: Relation, values: Sequence[str], measures: Measures) -> str:
    """What several photos do, by a symmetric relation with these common values, without its verb."""
    several = len(values) > 1
    return SHARED[relation][1].format(
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
    """What a photo does, by one of its facts, without its verb."""
    _, says, text, amount = FACTS[field]
    values = value if isinstance(value, tuple) else (value,)
    return says.format(listed([text(each) if isinstance(each, str) else amount(each) for each in dict.fromkeys(values)]))


def _by_verb(told: Iterable[tuple[str, str]], between: str) -> Iterator[str]:
    """What was taken somehow in one part, everything else under its own verb."""
    for taken, group in groupby(told, lambda each: each[0] in TAKEN):
        parts = list(group)
        if taken:
            yield f"{parts[0][0]} {between.join(says for _, says in parts)}"
        else:
            yield from (f"{verb} {says}" for verb, says in parts)


def _in_a_row(does: Iterable[str], between: str) -> str:
    *others, last = does
    return f"{between.join(others)}{between}and {last}" if others else last


def _count(fact: str, value: int | str, matching: LibraryFact | None, where: str) -> str:
    kind, _, of = fact.partition(".")
    if fact in ("first", "last") and isinstance(value, str):
        return f"The {'earliest' if fact == 'first' else 'latest'} of the photos {where} was taken on {moment(value)}."
    if fact in DIFFERENT and isinstance(value, int):
        return _different(value, where, *DIFFERENT[fact])
    if kind in COUNTED and isinstance(value, int) and bool(of) != (kind == "undated"):
        one, many, _, written = COUNTED[kind]
        return f"{_of_those(value, matching, where)} {one if value in (0, 1) else many} {written(of)}".rstrip() + "."
    return f"The library fact {quoted(fact)} is {quoted(value) if isinstance(value, str) else value}."


def _unknown_of_one(fact: str, value: int | str) -> str:
    """What is said of a single photo of which something is not known; empty if it is."""
    if fact == "undated" and value == 1:
        return "It has no known capture time."
    if fact == "people" and value == 0:
        return NO_NAMES.format("it")
    if fact in _SAID_OF_ONE:
        return _SAID_OF_ONE[fact][bool(value)]
    return f"It has no known {DIFFERENT[fact][1]}." if fact in DIFFERENT and value == 0 else ""


def _of_all(first: str, others: Sequence[CountClaim], matching: LibraryFact) -> str:
    """One sentence of a value that all photos have, and of others that all or some of them have."""
    too = [_value(each) for each in others if each.value == matching]
    fewer = [f"{each.value:,} of them {_value(each)}" for each in others if each.value != matching]
    return f"{', '.join([listed([first, *too]), *([listed(fewer)] if fewer else [])])}."


def _value(claim: CountClaim) -> str:
    """The value behind the number of photos that have it, with the word that leads to it, if any."""
    kind, _, of = claim.fact.partition(".")
    _, _, behind, written = COUNTED[kind]
    return f"{behind} {written(of)}".lstrip()


def _also(claim: CountClaim) -> str:
    """One more value behind a sentence of the first one."""
    kind = claim.fact.partition(".")[0]
    if kind in _SPAN:
        return f"the {'earliest' if kind == 'first' else 'latest'} on {moment(str(claim.value))}"
    return f"{claim.value:,} {_value(claim)}"


def several_values(fact: str) -> str:
    """The kind of a library fact that may share a sentence: of how many photos have a value, and of when; empty for others."""
    kind, _, of = fact.partition(".")
    if fact in _SPAN:
        return "span"
    return kind if of and kind in COUNTED and kind != "undated" else ""


def _different(count: int, where: str, says: str, one: str, many: str) -> str:
    """How many different values the photos have."""
    if count == 0 and one == "person":
        return NO_NAMES.format(f"any of the photos {where}")
    if count == 0:
        return f"None of the photos {where} has a known {one}."
    return f"The photos {where} {says} {'1 ' + one if count == 1 else f'{count:,} different {many}'}."


def _photos(count: int) -> str:
    return "No photo" if count == 0 else _counted(count, "photo")


def _of_those(count: int, matching: LibraryFact | None, where: str) -> str:
    """How many of how many; a number that is not known is left out."""
    if count and matching == count:
        every = "Both" if count == 2 else f"All {count:,}"
        return f"The photo {where.replace('match', 'matches')}" if count == 1 else f"{every} photos {where}"
    known = f"{matching:,} " if isinstance(matching, int) else ""
    return f"{'None' if count == 0 else f'{count:,}'} of the {known}photos {where}"


def _counted(count: int, one: str) -> str:
    return f"{count:,} {one}{'' if count == 1 else 's'}"
