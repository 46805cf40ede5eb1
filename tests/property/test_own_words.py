"""Whatever a person says of photos, takes back and says again, and whatever becomes of the files: it counts as in a simple model."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from app.domain.ids import PassageId, PhotoId
from app.domain.own_words import NOTHING_SAID, Change, OwnWords, applied, cleaned, laid_over
from app.domain.photo import Fact, PhotoFacts, ReadPhoto, Tag
from app.domain.query import Comparison, Condition, Filter, FilterField, Known, RatingRange
from app.library.kept_words import KeptWords
from app.library.own_words_codec import decode_words, encode_words
from app.services.own_words import DescribePhotos
from app.services.understanding import Understanding
from tests.property.test_library_steps import WORDS, Steps

T = TypeVar("T")

NAMES = ("sea", "Sea/Beach", "été", "dog")
PATHS = st.lists(st.sampled_from(NAMES), max_size=2, unique=True).map(tuple)
PEOPLE = st.lists(st.sampled_from(("Ada", "Nina")), max_size=2, unique=True).map(tuple)
GUESSES = st.lists(st.sampled_from(("canoe", "Canoe", "lake shore", "a person")), max_size=2).map(tuple)
TEXTS = st.none() | st.sampled_from(("", *WORDS))
RATINGS = st.none() | st.integers(-1, 5)
CHANGES = st.builds(
    Change,
    rating=RATINGS,
    favourite=st.none() | st.booleans(),
    title=TEXTS,
    caption=TEXTS,
    add_tags=PATHS,
    remove_tags=st.lists(st.sampled_from((*NAMES, *WORDS)), max_size=2).map(tuple),
    add_people=PEOPLE,
    remove_people=PEOPLE,
    refuse=GUESSES,
    unrefuse=GUESSES,
)


def _tags(paths: Sequence[str]) -> tuple[Tag, ...]:
    return tuple(Tag(path.rpartition("/")[2], tuple(path.split("/")[:-1])) for path in paths)


def _fact(value: T) -> Fact[T] | None:
    return Fact(value, "file") if value else None


def _facts(*values: Any) -> PhotoFacts:
    rating, favourite, title, caption, tags, people = map(_fact, values)
    return PhotoFacts(rating=rating, favourite=favourite, title=title, caption=caption, tags=tags, people=people)


FACTS = st.builds(_facts, RATINGS, st.booleans(), TEXTS, TEXTS, PATHS.map(_tags), PEOPLE)


class Model:
    """What a photo should count with: plain values and sets."""

    def __init__(self, facts: PhotoFacts) -> None:
        self.values = {name: _value(facts, name) for name in ("rating", "favourite", "title", "caption")}
        self.tags = {tag.path for tag in facts.tags.value} if facts.tags else set()
        self.people = set(facts.people.value) if facts.people else set()
        self.refused: set[str] = set()

    def change(self, change: Change) -> None:
        wanted = {name: getattr(change, name) for name in self.values}
        self.values |= {name: value or None for name, value in wanted.items() if value is not None}
        self.tags = (self.tags - set(change.remove_tags)) | set(change.add_tags)
        self.people = (self.people - set(change.remove_people)) | set(change.add_people)
        refused, unrefused = ({each.casefold() for each in names} for names in (change.refuse, change.unrefuse))
        self.refused = (self.refused - unrefused) | refused

    @property
    def said(self) -> tuple[object, ...]:
        return self.values, self.tags, self.people


def _value(facts: PhotoFacts, name: str) -> object:
    fact = getattr(facts, name)
    return (fact.value or None) if fact else None


@given(FACTS, st.lists(CHANGES, max_size=6))
def test_changes_one_after_the_other_do_what_each_of_them_says(facts: PhotoFacts, changes: list[Change]) -> None:
    model, own = Model(facts), NOTHING_SAID
    for change in changes:
        own = applied(own, cleaned(change), facts)
        model.change(change)
        assert Model(laid_over(facts, own)).said == model.said
        assert {each.casefold() for each in own.refused} == model.refused
        assert applied(own, cleaned(change), facts) == own
        assert decode_words(encode_words(own)) == own


@given(FACTS, FACTS, st.lists(CHANGES, max_size=4))
def test_own_words_over_another_file_say_all_that_was_said(facts: PhotoFacts, later: PhotoFacts, changes: list[Change]) -> None:
    own = NOTHING_SAID
    for change in changes:
        own = applied(own, cleaned(change), facts)
    laid = Model(laid_over(later, own))
    assert {tag.path for tag in own.tags} <= laid.tags
    assert not laid.tags & set(own.without_tags)
    assert set(own.people) <= laid.people
    assert not laid.people & set(own.without_people)
    for name, value in laid.values.items():
        said = getattr(own, name)
        assert value == (_value(later, name) if said is None else said or None)


class _Noting(Understanding):
    """Embeds at once, as the model of the library does."""

    def __init__(self, steps: "DescribedSteps") -> None:
        self._steps = steps

    def understand(self, passage_ids: Sequence[PassageId]) -> None:
        self._steps.embed(passage_ids)

    def forget(self, passage_ids: Sequence[PassageId]) -> None:
        self._steps.vectors -= set(passage_ids)


class DescribedSteps(Steps):
    """A library whose photos are spoken of between all that happens to them, beside what was said of each."""

    def __init__(self) -> None:
        super().__init__()
        self.describe = DescribePhotos(self.catalogue, KeptWords(self.catalogue, self.catalogue.journal), _Noting(self))
        self.said: dict[PhotoId, OwnWords] = {}
        self.done: list[tuple[dict[PhotoId, OwnWords], dict[PhotoId, OwnWords]]] = []
        self.undone: list[tuple[dict[PhotoId, OwnWords], dict[PhotoId, OwnWords]]] = []

    @precondition(lambda self: self.known)
    @rule(data=st.data(), change=CHANGES)
    def say(self, data: st.DataObject, change: Change) -> None:
        chosen = data.draw(st.sets(st.sampled_from(sorted(self.known)), min_size=1))
        before = {each: self.said.get(each, NOTHING_SAID) for each in chosen}
        after = {each: applied(before[each], cleaned(change), self.known[each][1].facts) for each in chosen}
        different = {each for each in chosen if before[each] != after[each]}
        assert set(self.describe.change(sorted(chosen), change).photo_ids) == different
        if different:
            self.done.append(({each: before[each] for each in different}, {each: after[each] for each in different}))
            self.undone.clear()
            self.said |= self.done[-1][1]

    @rule()
    def undo(self) -> None:
        assert (self.describe.undo() is None) is (not self.done)
        if self.done:
            self.undone.append(self.done.pop())
            self.said |= self.undone[-1][0]

    @rule()
    def redo(self) -> None:
        assert (self.describe.redo() is None) is (not self.undone)
        if self.undone:
            self.done.append(self.undone.pop())
            self.said |= self.done[-1][1]

    def laid(self, photo_id: PhotoId, photo: ReadPhoto) -> ReadPhoto:
        return replace(photo, facts=laid_over(photo.facts, self.said.get(photo_id, NOTHING_SAID)))

    def findable(self) -> dict[PhotoId, tuple[str, ReadPhoto]]:
        return {each: (owner, self.laid(each, photo)) for each, (owner, photo) in super().findable().items()}

    @invariant()
    def every_photo_counts_with_what_was_said_of_it(self) -> None:
        self.said = {each: words for each, words in self.said.items() if each in self.known}
        photos = self.catalogue.photos(list(self.known))
        for photo_id, (_, photo) in self.known.items():
            laid = self.laid(photo_id, photo).facts
            assert photos[photo_id].facts == laid
            assert photos[photo_id].said == (None if laid == photo.facts else photo.facts)

    @invariant()
    def stars_and_hearts_are_found(self) -> None:
        findable = {each: photo.facts for each, (_, photo) in self.findable().items()}
        favourites = Filter(FilterField.HAS, Known.FAVOURITE)
        assert self._having(favourites) == {each for each, facts in findable.items() if facts.favourite}
        rated = Filter(FilterField.RATING, RatingRange(Comparison.AT_LEAST, 3))
        assert self._having(rated) == {each for each, facts in findable.items() if facts.rating and facts.rating.value >= 3}

    def _having(self, each: Filter) -> set[PhotoId]:
        return {PhotoId(found) for found in self.catalogue.satisfying([Condition((each,))]).tolist()}

    def teardown(self) -> None:
        noted = {(each.content_hash, each.path): each.words for each in self.catalogue.journal.read().words}
        known = {each: photo for each, (_, photo) in self.known.items()}
        said = {(known[each].content_hash, known[each].path): words for each, words in self.said.items() if each in known}
        for places in (noted, said):
            for place in [place for place, words in places.items() if words == NOTHING_SAID]:
                del places[place]
        assert noted == said
        super().teardown()


DescribedSteps.TestCase.settings = settings(max_examples=30, stateful_step_count=15, deadline=None)
TestDescribedSteps = DescribedSteps.TestCase
