"""The complete result of a question: which photos it is about, what is known of all of them, and which of them an answer shows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.domain.content_words import content_words
from app.domain.evidence import LibraryFact, PackPhoto, Relation
from app.domain.ids import PackId, PhotoId
from app.domain.match import Evidence
from app.domain.photo import Fact, Photo
from app.domain.ports import Ids
from app.domain.query import EVERY_PHOTO, Condition, DateRange, Filter, FilterField, Known, Named, Term
from app.domain.question import EXTREMES, Aggregate, Dimension, Question
from app.evidence.folder_texts import folder_texts
from app.evidence.groups import MOST_LOOKS, Group, groups, related
from app.evidence.nodes import Node, node
from app.evidence.pack import MOST_PHOTOS
from app.library.catalogue import Catalogue
from app.search.candidates import of_those
from app.search.search import PhotoSearch, SearchOutcome
from app.services.related_hints import HINTED, hints_of, of_one_place

Facts = dict[str, LibraryFact]

_AT_ONCE = 5000
_GROUPS_SHOWN = 4
_ANCHORS_SHOWN = 3
_VALUES_SHOWN = 5
_DESCRIBED = Condition(tuple(Filter(FilterField.HAS, each) for each in (Known.CAPTION, Known.TITLE, Known.TAGS, Known.PEOPLE)))
_NAMES = (FilterField.TAG, FilterField.PERSON, FilterField.PLACE, FilterField.NAME, FilterField.FOLDER)
_ANY_GROUP = (Relation.IDENTICAL_FILE, Relation.VARIANT_OF, Relation.BURST, Relation.NEAR_DUPLICATE, Relation.SAME_EVENT)
"""What is looked for where it is not said how photos belong together, the most telling first."""
_WIDER = {
    Relation.IDENTICAL_FILE: (Relation.IDENTICAL_FILE, Relation.NEAR_DUPLICATE),
    Relation.VARIANT_OF: (Relation.VARIANT_OF, Relation.NEAR_DUPLICATE),
}
"""What is looked for as well: hardly anybody who asks for duplicates means bytes alone. It is told under its own name."""
_ELSE_RELATED = {Relation.SAME_EVENT: Relation.SAME_DAY, Relation.BURST: Relation.SAME_EVENT, Relation.NEAR_DUPLICATE: Relation.SAME_EVENT}
"""What is told where no other photo is related as asked."""
_VALUED: Mapping[Dimension | None, tuple[str, FilterField]] = {
    Dimension.PLACE: ("per_place.", FilterField.PLACE), Dimension.PERSON: ("per_person.", FilterField.PERSON),
    Dimension.TAG: ("per_tag.", FilterField.TAG), Dimension.CAMERA: ("per_camera.", FilterField.CAMERA),
    Dimension.LENS: ("per_lens.", FilterField.LENS), Dimension.COUNTRY: ("per_country.", FilterField.PLACE),
    Dimension.FOLDER: ("per_folder.", FilterField.FOLDER), Dimension.YEAR: ("per_year.", FilterField.DATE),
    Dimension.MONTH: ("per_month.", FilterField.DATE), Dimension.DAY: ("per_day.", FilterField.DATE),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Result:
    """`complete` are sorted ids, `library` facts over all of them, `chosen` the photos that the answer may speak of, in its order.

    `question` is the one that was asked, with the photos of its answer as `within` where no condition describes them. `guessed` are those
    that nothing but their look speaks for, `nearest` those that do not match and are only the nearest there are. `read_alone`:
    what was found is there for text that was read in pictures, and nothing for what somebody has said.
    """

    question: Question
    complete: Ids
    library: Facts
    chosen: tuple[PhotoId, ...]
    guessed: frozenset[PhotoId] = frozenset()
    nearest: frozenset[PhotoId] = frozenset()
    read_alone: bool = False


class Results:
    """Finds the complete result of questions."""

    def __init__(self, catalogue: Catalogue, search: PhotoSearch) -> None:
        self._catalogue = catalogue
        self._search = search

    def of(self, question: Question) -> Result:
        """The result. Raises `LibraryUnavailable`."""
        match question.aggregate:
            case Aggregate.COMPARE:
                return self._compared(question)
            case Aggregate.RELATED:
                return self._related(question)
            case Aggregate.TOGETHER:
                return self._together(question)
        complete = self.complete(question)
        outcome = self._search.run(question.query)
        guessed = frozenset(each.photo_id for each in outcome.matches if each.ranked.evidence is Evidence.CONTENT)
        in_order = _among_in_order(ranked(complete, outcome), question.within)
        by_meaning_alone = not question.covered and not len(complete) and len(in_order) > 0
        library = {} if by_meaning_alone else self._catalogue.library_facts(complete)
        if question.aggregate is Aggregate.MOST and library and not question.about:
            most = self._of_the_most(question, in_order, library)
            return Result(replace(question, about=_all_ids(most)), complete, library, _photo_ids(most))
        if question.aggregate in (Aggregate.SHOWN, Aggregate.DESCRIBED):
            library |= self._said_of(question, complete)
        chosen = self._chosen(question, complete, in_order, library)
        return Result(question, complete, library, chosen, guessed, frozenset(outcome.nearest), _read_alone(outcome))

    def complete(self, question: Question) -> Ids:
        """Sorted ids of all photos that the question is about: those it points at, else those that its conditions and words leave."""
        if question.about and question.covered:
            return np.array(sorted(question.about), np.int64)
        return of_those(self._search.complete(question.query), question.within)

    def _said_of(self, question: Question, complete: Ids) -> Facts:
        """Of how many of these somebody has said what they show, and of how many with the thing that is asked for."""
        facts: Facts = {"described": len(np.intersect1d(complete, self._catalogue.satisfying([_DESCRIBED])))}
        if question.thing:
            asked = [
                Condition(tuple(Filter(field, Term(word)) for field in (FilterField.CAPTION, FilterField.TITLE, *_NAMES)))
                for word in content_words(question.thing)
            ]
            facts["worded"] = len(np.intersect1d(complete, self._catalogue.satisfying(asked))) if asked else 0
        return facts

    def _chosen(self, question: Question, complete: Ids, in_order: Ids, library: Facts) -> tuple[PhotoId, ...]:
        """The photos that match by words and filters first."""
        if question.about and question.covered:
            return question.about[:MOST_PHOTOS]
        if question.aggregate not in EXTREMES:
            return _photo_ids(self._having_values(question, in_order, library))
        if library:
            return _photo_ids(self._in_time(complete, question.aggregate, library))
        best = in_order[:MOST_PHOTOS]
        in_time = self._in_time(best, question.aggregate, self._catalogue.library_facts(best))
        return _photo_ids(in_time if len(in_time) else best)

    def _having_values(self, question: Question, in_order: Ids, library: Facts) -> Ids:
        """The photos of the commonest values first where values are asked for: who is in the photos is seen in those with people."""
        kind, field = _VALUED.get(question.of, ("", FilterField.DATE))
        if question.aggregate is not Aggregate.VALUES or field is FilterField.DATE or not question.covered:
            return in_order
        values = _commonest(library, kind)[:_VALUES_SHOWN]
        named = tuple(Filter(field, _as_value(field, each)) for each in values)
        having = np.isin(in_order, self._catalogue.satisfying([Condition(named)]) if named else in_order)
        return np.concatenate([in_order[having], in_order[~having]])

    def _in_time(self, found: Ids, aggregate: Aggregate, library: Facts) -> Ids:
        """The photos that have a capture time, in the order that is asked for. `library` are the facts over them."""
        in_time = self._catalogue.chronological(found)
        dated = in_time[: len(in_time) - int(library["undated"])]
        return dated if aggregate is Aggregate.OLDEST else dated[::-1]

    def _of_the_most(self, question: Question, in_order: Ids, library: Facts) -> Ids:
        """The photos of the value that most of them have, of all such values where several tie."""
        kind, field = _VALUED.get(question.of, ("", FilterField.DATE))
        values = _commonest(library, kind)[:_VALUES_SHOWN]
        tied = [each for each in values if library[kind + each] == library[kind + values[0]]]
        if not tied:
            return in_order
        having = [self._catalogue.satisfying([Condition((Filter(field, _as_value(field, each)),))]) for each in tied]
        each_in_order = [in_order[np.isin(in_order, ids)] for ids in having]
        found = _some_of_each(each_in_order)
        return found if len(found) else in_order

    def _compared(self, question: Question) -> Result:
        found = list(self._catalogue.photos(question.about))
        complete = np.array(sorted(found), np.int64)
        wanted = [question.relation] if question.relation in _GROUPING else []
        library = self._catalogue.library_facts(complete) | self._group_facts(self._grouped(complete, wanted))
        return Result(question, complete, library, tuple(found[:MOST_PHOTOS]))

    def _together(self, question: Question) -> Result:
        complete = self.complete(question)
        wanted = _WIDER.get(question.relation, (question.relation,)) if question.relation else _ANY_GROUP
        grouped = self._grouped(complete, wanted)
        library = self._catalogue.library_facts(complete) | self._group_facts(grouped)
        if Relation.NEAR_DUPLICATE in grouped and len(complete) > MOST_LOOKS:
            library["not_compared.near_duplicate"] = len(complete) - MOST_LOOKS
        every = [group for found in grouped.values() for group in found]
        within = dict.fromkeys(_id(each) for group in every for each in group)
        # Of a few photos, those that belong with none are still what "these" are; of the library they are not.
        everywhere = question.within is None and question.query.conditions == (EVERY_PHOTO,)
        asked = replace(question, within=tuple(within)) if within or everywhere else question
        return Result(asked, complete, library, tuple(dict.fromkeys(_shown(every)))[:MOST_PHOTOS])

    def _grouped(self, complete: Ids, relations: Sequence[Relation | None]) -> dict[Relation, tuple[Group, ...]]:
        nodes = list(self._nodes(complete)) if len(complete) > 1 and relations else []
        return {relation: groups(nodes, relation) for relation in relations if relation}

    def _group_facts(self, grouped: Mapping[Relation, Sequence[Group]]) -> Facts:
        facts: Facts = {}
        for relation, found in grouped.items():
            facts[f"groups.{relation.value}"] = len(found)
            facts[f"grouped.{relation.value}"] = len({each.id for group in found for each in group})
        return facts

    def _related(self, question: Question) -> Result:
        anchors = self._catalogue.photos(question.about)
        asked, found, facts = self._others(question, anchors)
        inside = [each for each in found if question.within is None or each in frozenset(question.within)]
        in_time = self._catalogue.chronological(np.array(inside, np.int64))
        library = self._catalogue.library_facts(in_time) | facts
        shown = list(anchors)[:_ANCHORS_SHOWN]
        chosen = (*_photo_ids(in_time)[: MOST_PHOTOS - len(shown)], *shown)
        return Result(replace(asked, within=_all_ids(in_time)), np.sort(in_time), library, chosen)

    def _others(self, question: Question, anchors: Mapping[PhotoId, Photo]) -> tuple[Question, list[PhotoId], Facts]:
        if question.of in (Dimension.MONTH, Dimension.YEAR):
            found = self._of_the_period(anchors, 7 if question.of is Dimension.MONTH else 4)
            return question, found, {"related.same_" + question.of.value: len(found)}
        facts: Facts = {}
        for relation in _tried(question.relation):
            found = self._related_by(relation, anchors)
            facts = {**(facts if question.relation else {}), f"related.{relation.value}": len(found)}
            if found:
                return replace(question, relation=relation), found, facts
        return question, [], facts

    def _related_by(self, relation: Relation, anchors: Mapping[PhotoId, Photo]) -> list[PhotoId]:
        ids = [PhotoId(each) for each in self._candidates(relation, anchors).tolist()]
        nodes = list(self._nodes(np.array(sorted({*ids, *anchors}), np.int64)))
        starts = [each for each in nodes if _id(each) in anchors]
        found = [_id(each) for each in related(starts, nodes, relation)]
        return list(dict.fromkeys([*found, *self._of_the_place(anchors)])) if relation is Relation.SAME_PLACE else found

    def _candidates(self, relation: Relation, anchors: Mapping[PhotoId, Photo]) -> Ids:
        """Photos that may be related: of 100,000 not all need to be read to know those of one day."""
        hints = tuple(each for photo in anchors.values() for each in hints_of(relation, photo))
        if hints:
            return self._catalogue.satisfying([Condition(hints)])
        return np.empty(0, np.int64) if relation in HINTED else self._catalogue.browse()

    def _of_the_period(self, anchors: Mapping[PhotoId, Photo], length: int) -> list[PhotoId]:
        starts = {photo.facts.taken.value[:length] for photo in anchors.values() if photo.facts.taken}
        one = Condition(tuple(Filter(FilterField.DATE, DateRange(start, f"{start}~")) for start in sorted(starts)))
        found = self._catalogue.satisfying([one]).tolist() if starts else []
        return [PhotoId(each) for each in found if each not in anchors]

    def _of_the_place(self, anchors: Mapping[PhotoId, Photo]) -> list[PhotoId]:
        """Photos whose place has the same name, however far they lie within it."""
        names = {photo.facts.place.value for photo in anchors.values() if photo.facts.place}
        one = Condition(tuple(Filter(FilterField.PLACE, Named(name.split(",")[0])) for name in sorted(names)))
        found = self._catalogue.satisfying([one]).tolist() if names else []
        photos = self._catalogue.photos(PhotoId(each) for each in found if each not in anchors)
        return [each for each, photo in photos.items() if any(of_one_place(photo, anchor) for anchor in anchors.values())]

    def _nodes(self, photo_ids: Ids) -> Iterator[Node]:
        roots = self._catalogue.folder_paths()
        for photos in self._some_at_once(photo_ids):
            texts = folder_texts(photos, roots)
            for photo in photos:
                folder = Fact(texts[photo.id], "folder") if photo.id in texts else None
                yield node(PackPhoto(PackId(str(photo.id)), photo.path, photo.facts, folder, photo.content_hash, photo.perceptual_hash))

    def _some_at_once(self, photo_ids: Ids) -> Iterator[list[Photo]]:
        for start in range(0, len(photo_ids), _AT_ONCE):
            yield list(self._catalogue.photos(PhotoId(each) for each in photo_ids[start : start + _AT_ONCE].tolist()).values())


_GROUPING = frozenset(Relation) - {Relation.BEFORE, Relation.AFTER}


def _tried(relation: Relation | None) -> Iterator[Relation]:
    if relation is None:
        yield from (*_ANY_GROUP, Relation.SAME_DAY, Relation.SAME_PLACE)
        return
    yield relation
    while relation in _ELSE_RELATED:
        relation = _ELSE_RELATED[relation]
        yield relation


def _id(each: Node) -> PhotoId:
    return PhotoId(int(each.id))


def _shown(found: Sequence[Group]) -> Iterator[PhotoId]:
    """A few photos of each of the largest groups, group by group."""
    told = found[:_GROUPS_SHOWN]
    most = max(2, MOST_PHOTOS // max(len(told), 1))
    for group in told:
        yield from (_id(each) for each in group[:most])


def _some_of_each(found: Sequence[Ids]) -> Ids:
    """All photos of several values once, beginning with as many of each as an answer has room for."""
    room = max(1, MOST_PHOTOS // len(found))
    parts = [*(ids[:room] for ids in found), *(ids[room:] for ids in found)]
    return np.array(list(dict.fromkeys(np.concatenate(parts).tolist())), np.int64)


def _among_in_order(ids: Ids, within: tuple[PhotoId, ...] | None) -> Ids:
    return ids if within is None else ids[np.isin(ids, np.array(within, np.int64))]


def _read_alone(outcome: SearchOutcome) -> bool:
    found = [each.ranked.is_read for each in outcome.matches if each.ranked.evidence is not Evidence.CONTENT]
    return bool(found) and all(found)


def ranked(complete: Ids, outcome: SearchOutcome) -> Ids:
    """Photos in the order of the result, but all that match by words and filters before those that meaning alone speaks for."""
    if len(outcome.listed):
        return outcome.listed
    found: Ids = np.array([match.photo_id for match in outcome.matches] or outcome.nearest, np.int64)
    holding = np.isin(found, complete)
    return np.concatenate([found[holding], np.setdiff1d(complete, found), found[~holding]])


def _commonest(library: Facts, kind: str) -> list[str]:
    """The values of one kind of library facts, the commonest first."""
    counted = sorted((-int(count), name) for name, count in library.items() if kind and name.startswith(kind))
    return [name.removeprefix(kind) for _, name in counted]


def _as_value(field: FilterField, value: str) -> DateRange | Named:
    """A value of a library fact as photos are filtered by it; a folder by its last name."""
    if field is FilterField.DATE:
        return DateRange(value, f"{value}~")
    return Named(value.rsplit("/")[-1] if field is FilterField.FOLDER else value)


def _all_ids(ids: Ids) -> tuple[PhotoId, ...]:
    return tuple(PhotoId(each) for each in ids.tolist())


def _photo_ids(ids: Ids) -> tuple[PhotoId, ...]:
    return tuple(PhotoId(each) for each in ids[:MOST_PHOTOS].tolist())
