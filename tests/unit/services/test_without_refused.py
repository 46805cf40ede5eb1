"""What was refused of a picture finds it no more, whatever else it shows still does, and taking the refusal back restores it exactly."""

from collections.abc import Sequence
from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.bootstrap import Built
from app.config.paths import shipped
from app.domain.errors import ModelUnavailable
from app.domain.ids import ModelId, PhotoId
from app.domain.look import Guess, Look
from app.domain.own_words import Change
from app.domain.ports import CancelToken, LookRows, Vectors
from app.embedding.manifest import read_manifest
from app.library.looks import Looks
from app.services.listing import Listing
from app.services.without_refused import WithoutRefused, without
from tests.unit.services.test_own_words import Index, ids  # noqa: F401 - the fixture

CANOE, SHORE, DOG, PERSON = np.eye(4, dtype=np.float32)
NAMED = {"canoe": CANOE, "lake shore": SHORE, "dog": DOG, "a person": PERSON}


def unit(*parts: Vectors) -> Vectors:
    vector = np.sum(parts, axis=0)
    return np.asarray(vector / np.linalg.norm(vector), np.float32)


def matrix(rows: LookRows) -> Vectors:
    return rows.vectors(np.arange(len(rows.photo_ids)))


def rows(*photo_ids: int) -> LookRows:
    matrix = np.stack([unit(3 * CANOE, SHORE, 0.5 * DOG)] * len(photo_ids))
    return LookRows(np.array(photo_ids, np.int64), matrix, np.full(len(photo_ids), 2, np.uint8))


class Named:
    """Knows four names."""

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


def test_what_was_refused_is_gone_and_the_rest_is_nearer() -> None:
    raw = rows(3, 5)
    left = without(raw, NAMED, {PhotoId(5): ("canoe",), PhotoId(9): ("dog",)})
    assert np.array_equal(matrix(left)[0], matrix(raw)[0])
    assert left.cosines(CANOE)[1] == pytest.approx(0, abs=1e-6)
    assert left.cosines(SHORE)[1] > raw.cosines(SHORE)[1]
    assert np.linalg.norm(matrix(left)[1]) == pytest.approx(1)
    assert left.people.tolist() == [2, 2]
    assert raw.cosines(CANOE)[1] > 0.9, "what was given is left alone"
    assert left.stored is raw.stored, "and not copied"


def test_nothing_is_left_of_a_picture_of_which_everything_was_refused() -> None:
    left = without(rows(1), NAMED, {PhotoId(1): ("canoe", "lake shore", "dog", "a person")})
    assert not matrix(left).any()
    assert left.people.tolist() == [0]


@given(st.lists(st.sampled_from(sorted(NAMED)), min_size=1, max_size=6), st.lists(st.floats(-1, 1), min_size=4, max_size=4))
def test_no_refused_name_finds_it_however_many_there_are(names: list[str], parts: list[float]) -> None:
    vector = np.array(parts, np.float32)
    if np.linalg.norm(vector) < 0.1:
        return
    slanted = {name: unit(NAMED[name], 0.3 * CANOE) for name in NAMED}
    raw = LookRows(np.array([1]), unit(vector)[None], np.zeros(1, np.uint8))
    left = without(raw, slanted, {PhotoId(1): tuple(names)})
    assert all(abs(float(left.cosines(slanted[name])[0])) < 1e-3 for name in names)
    assert np.linalg.norm(matrix(left)[0]) == pytest.approx(1, abs=1e-3) or not matrix(left).any()


def test_refusing_and_undoing_in_a_library(built: Built, ids: list[PhotoId]) -> None:  # noqa: F811
    raw, query, describe = rows(*sorted(ids)), Named(), built.use_cases.describe

    looks = WithoutRefused(Raw(raw), built.catalogue, query)
    assert looks.rows() is raw
    describe.change([ids[0]], Change(refuse=("canoe", "a person")))
    at = sorted(ids).index(ids[0])
    assert looks.rows().cosines(CANOE)[at] == pytest.approx(0, abs=1e-6)
    assert looks.rows().people[at] == 0
    assert looks.rows() is looks.rows()
    assert sorted(query.asked) == ["a person", "canoe"], "once"
    describe.undo()
    assert looks.rows() is raw
    describe.redo()
    assert looks.rows().people[at] == 0
    assert sorted(query.asked) == ["a person", "canoe"]


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
