"""What was refused of a picture finds it no more, whatever else it may show still does, and taking the refusal back restores it exactly."""

from collections.abc import Sequence
from datetime import date

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.bootstrap import Built
from app.config.paths import shipped
from app.domain.errors import ModelUnavailable
from app.domain.ids import ModelId, PhotoId
from app.domain.look import PEOPLE_PHRASES, Guess, Look
from app.domain.own_words import Change
from app.domain.ports import CancelToken, LookRows, Vectors
from app.embedding.manifest import read_manifest
from app.library.looks import Looks
from app.services.listing import Listing
from app.services.without_refused import WithoutRefused, without
from tests.unit.services.test_own_words import Index, ids  # noqa: F401 - the fixture

CANOE, SHORE, DOG, PEOPLE = np.eye(4, dtype=np.float32)
NAMED = {"canoe": CANOE, "lake shore": SHORE, "dog": DOG} | dict.fromkeys(PEOPLE_PHRASES[1:], PEOPLE)
PHRASES = PEOPLE[None]


def unit(*parts: Vectors) -> Vectors:
    vector = np.sum(parts, axis=0)
    return np.asarray(vector / np.linalg.norm(vector), np.float32)


def rows(*photo_ids: int) -> LookRows:
    matrix = np.stack([unit(3 * CANOE, SHORE, 0.5 * DOG)] * len(photo_ids))
    return LookRows(np.array(photo_ids, np.int64), matrix, np.full(len(photo_ids), 2, np.uint8))


class Named:
    """Knows three things and people."""

    model_id = ModelId("four")

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return np.stack([NAMED[each] for each in texts])


class Raw:
    """Looks that are always the same."""

    def __init__(self, rows: LookRows) -> None:
        self._rows = rows
        self.prepared: list[CancelToken] = []

    def rows(self) -> LookRows:
        return self._rows

    def prepare(self, token: CancelToken) -> None:
        self.prepared.append(token)


def test_what_was_refused_finds_it_no_more_and_everything_else_does_as_before() -> None:
    raw = rows(3, 5)
    left = without(raw, NAMED, PHRASES, {PhotoId(5): ("canoe",), PhotoId(9): ("dog",)})
    assert left.cosines(CANOE).tolist() == [raw.cosines(CANOE)[0], 0]
    assert left.cosines(unit(3 * CANOE, SHORE))[1] == 0, "nearly the same"
    for other in (SHORE, DOG, unit(CANOE, SHORE, DOG)):
        assert np.array_equal(left.cosines(other), raw.cosines(other))
    assert left.people.tolist() == [2, 2]
    assert raw.cosines(CANOE)[1] > 0.9, "what was given is left alone"
    assert left.stored is raw.stored, "and not copied"


def test_no_name_finds_a_picture_of_which_everything_was_refused() -> None:
    names = ("canoe", "lake shore", "dog", "a person")
    left = without(rows(1), NAMED, PHRASES, {PhotoId(1): names})
    assert [left.cosines(NAMED[each])[0] for each in names] == [0, 0, 0, 0]
    assert left.people.tolist() == [0]


def test_what_all_texts_share_is_no_reason_to_lose_a_picture() -> None:
    """As in the spaces of CLIP models, where any two texts lie at 0.7 and a picture at 0.3 from its text and at 0.2 from others."""
    shared, canoe, dog, other, rest = np.eye(5, dtype=np.float32)
    texts = {name: unit(0.837 * shared, 0.548 * own) for name, own in {"canoe": canoe, "dog": dog, "two people": other}.items()}
    picture = unit(0.24 * shared, 0.17 * dog, 0.95 * rest)
    raw = LookRows(np.array([1]), picture[None], np.zeros(1, np.uint8))
    left = without(raw, texts, texts["two people"][None], {PhotoId(1): ("canoe",)})
    assert left.cosines(texts["dog"]) == raw.cosines(texts["dog"])
    assert left.cosines(texts["canoe"])[0] == 0


@given(st.lists(st.sampled_from(sorted(NAMED)), min_size=1, max_size=6), st.lists(st.floats(-1, 1), min_size=4, max_size=4))
def test_no_refused_name_finds_it_however_many_there_are(names: list[str], parts: list[float]) -> None:
    vector = np.array(parts, np.float32)
    if np.linalg.norm(vector) < 0.1:
        return
    slanted = {name: unit(NAMED[name], 0.3 * CANOE) for name in NAMED}
    raw = LookRows(np.array([1]), unit(vector)[None], np.zeros(1, np.uint8))
    left = without(raw, slanted, PHRASES, {PhotoId(1): tuple(names)})
    assert all(left.cosines(slanted[name])[0] <= 0 for name in names)


def test_refusing_and_undoing_in_a_library(built: Built, ids: list[PhotoId]) -> None:  # noqa: F811
    raw, query, describe = rows(*sorted(ids)), Named(), built.use_cases.describe

    looks = WithoutRefused(Raw(raw), built.catalogue, query)
    assert looks.rows() is raw
    describe.change([ids[0]], Change(refuse=("canoe", "a person")))
    at = sorted(ids).index(ids[0])
    assert looks.rows().cosines(CANOE)[at] == 0
    assert looks.rows().people[at] == 0
    assert looks.rows() is looks.rows()
    assert sorted(query.asked) == sorted(["canoe", "a person", *PEOPLE_PHRASES[1:]]), "once"
    describe.undo()
    assert looks.rows() is raw
    describe.redo()
    assert looks.rows().people[at] == 0
    assert sorted(query.asked) == sorted(["canoe", "a person", *PEOPLE_PHRASES[1:]])


def test_without_a_model_the_looks_are_as_they_are(built: Built, ids: list[PhotoId]) -> None:  # noqa: F811
    raw = rows(*sorted(ids))

    class Absent(Named):
        def embed(self, texts: Sequence[str]) -> Vectors:
            raise ModelUnavailable(str(texts))

    looks = WithoutRefused(Raw(raw), built.catalogue, Absent())
    built.use_cases.describe.change([ids[0]], Change(refuse=("canoe",)))
    assert looks.rows() is raw


def test_a_search_finds_a_picture_by_its_look_until_the_guess_is_refused(built: Built, ids: list[PhotoId]) -> None:  # noqa: F811
    content = read_manifest(shipped("models")).content.id
    look = Look(built.embedder.embed(["a giraffe"])[0], (Guess("giraffe", 0.9),))
    Looks(built.catalogue).store(content, [(each, built.catalogue.photos([each])[each].content_hash, look) for each in ids[:1]])

    def listing() -> Listing:
        return built.use_cases.search.search("giraffe", date(2024, 6, 1))

    def found(shown: Listing | None = None) -> list[str]:
        return [reason.plain for card in built.use_cases.search.cards(shown or listing(), 0, 9) for reason in card.reasons]

    before = listing()
    assert found(before) == ["looks like: giraffe (a guess)"]
    built.use_cases.describe.change(ids[:1], Change(refuse=("giraffe",)))
    assert found() == []
    assert found(before) == ["looks like: not giraffe (a guess)"], "what is shown says at once that it is none"
    built.use_cases.describe.undo()
    assert found() == ["looks like: giraffe (a guess)"]
