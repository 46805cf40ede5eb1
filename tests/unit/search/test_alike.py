"""What makes photos alike, over small libraries in memory."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.domain.ids import PassageId, PhotoId
from app.domain.match import Evidence, RankedPhoto
from app.domain.ports import Ids, LookRows, PassageRows
from app.domain.words import SENTENCES
from app.search.alike import (
    LISTED_LOOK,
    LISTED_WORDS,
    alike_in_look,
    alike_in_words,
    as_copies,
    nearly_said,
    nothing_alike,
    rank_alike,
    reasons_alike,
    telling,
)
from app.search.percentage import compute_match_percentages
from tests.unit.search.memory import ConceptEmbedder, MemoryLibrary, MemoryPhoto, photo


def seen(look: str, tag: str = "") -> MemoryPhoto:
    return replace(photo(tag=tag) if tag else photo(), look=look)


NO_COPIES: Ids = np.empty(0, np.int64)
FILL = [seen("blue fishing", tag=f"red {number}") for number in range(20)]


def passage_rows(library: MemoryLibrary) -> PassageRows:
    order = sorted(library.passages.items(), key=lambda each: (each[0].field not in SENTENCES, each[1]))
    ids = np.array([number for _, number in order], np.int64)
    return PassageRows(ids, library.matrix[ids - 1], sum(value.field in SENTENCES for value in library.passages), len(ids))


def like(photos: Sequence[MemoryPhoto], number: int = 1, by_look: float = 0.5, copies: Ids = NO_COPIES) -> tuple[RankedPhoto, ...]:
    library = MemoryLibrary(photos)
    own = {PassageId(library.passages[each]): each for each in photos[number - 1].values if each in library.passages}
    said = telling(list(nearly_said(own, passage_rows(library), library, len(photos))))
    words = alike_in_words(said, len(photos)) if said else nothing_alike()
    looks = as_copies(alike_in_look(PhotoId(number), library.rows()), copies)
    return rank_alike(PhotoId(number), said, words, looks, copies, by_look, library.chronological)


def ids(found: Sequence[RankedPhoto]) -> list[int]:
    return [each.photo_id for each in found]


def test_the_photo_itself_is_first_and_all_others_are_relative_to_it() -> None:
    found = like([seen("dog", tag="dog"), seen("dog", tag="dog"), photo(tag="puppy"), *FILL])
    matched = compute_match_percentages(found)
    assert ids(found) == [1, 2, 3]
    assert [each.match_percentage for each in matched][:1] == [100]
    assert all(1 <= each.match_percentage <= 100 for each in matched)
    assert found[0].evidence is Evidence.EXACT


def test_words_alone_and_looks_alone() -> None:
    photos = [seen("snow", tag="dog"), seen("cat", tag="dog"), seen("snow", tag="cat"), *FILL]
    assert ids(like(photos, by_look=0)) == [1, 2]
    assert ids(like(photos, by_look=1)) == [1, 3]
    assert set(ids(like(photos))) == {1, 2, 3}


def test_what_nearly_all_have_tells_little() -> None:
    photos = [photo(tag="dog", place="holiday red"), photo(tag="dog"), *(photo(place="holiday red") for _ in range(40))]
    assert ids(like(photos, by_look=0)) == [1, 2]


def test_where_a_photo_lies_is_not_said_of_it() -> None:
    photos = [photo(tag="dog", folder="harbour"), photo(folder="harbour"), photo(tag="harbour"), photo(folder="puppy"), *FILL]
    assert ids(like(photos, by_look=0)) == [1]
    assert ids(like([photo(folder="harbour"), photo(folder="harbour"), *FILL], by_look=0)) == [1]


def test_what_only_its_look_lists_is_there_for_its_look() -> None:
    photos = [seen("snow", tag="dog"), seen("snow", tag="dog"), *(seen("cat", tag="dog") for _ in range(40))]
    _, second, *_ = like(photos)
    assert (second.photo_id, second.evidence) == (2, Evidence.CONTENT)
    assert [each.plain for each in reasons_alike(second, {}, ("snow",), copy=False)] == ["looks alike: snow (a guess)"]


def test_a_photo_without_words_is_compared_by_look_and_the_other_way_round() -> None:
    photos = [seen("dog"), seen("dog", tag="cat"), photo(tag="cat"), *FILL]
    assert ids(like(photos, 1, by_look=0)) == [1, 2]
    assert ids(like(photos, 3, by_look=1)) == [3, 2]


def test_nothing_to_compare_by_leaves_the_photo_alone() -> None:
    assert ids(like([photo(), seen("dog", tag="dog")])) == [1]


def test_copies_are_most_alike_unless_words_alone_count() -> None:
    photos = [seen("dog", tag="dog"), seen("dog snow", tag="dog"), photo(), *FILL]
    first, second, third = like(photos, copies=np.array([3]))
    assert (first.photo_id, second.photo_id, third.photo_id) == (1, 3, 2)
    assert second.final_score == first.final_score > third.final_score
    assert ids(like(photos, by_look=0, copies=np.array([3]))) == [1, 2]


def test_reasons_say_by_what() -> None:
    library = MemoryLibrary([seen("snow", tag="dog"), seen("snow", tag="dog"), photo(tag="puppy"), *FILL])
    _, same, near = like(library.photos)
    passages = {PassageId(number): value for value, number in library.passages.items()}
    told = {each.plain for each in reasons_alike(same, passages, ("snow", "ski"), copy=False)}
    assert told == {"same tag dog", "looks alike: snow, ski (a guess)"}
    assert "looks alike (a guess)" in [each.plain for each in reasons_alike(same, passages, (), copy=False)], "of what nothing is named"
    assert [each.plain for each in reasons_alike(near, passages, (), copy=False)] == ["tag near: “puppy”"]
    assert reasons_alike(same, passages, (), copy=True)[0].plain == "nearly the same picture"
    (itself,) = reasons_alike(like(library.photos)[0], passages, (), copy=False)
    assert itself.plain == "the photo itself"


WORDS = st.sampled_from(["dog", "puppy", "cat", "harbour", "boats", "sea", "snow", "red"])
TEXTS = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)
PHOTOS = st.builds(
    lambda values, look, people: replace(photo(**values), look=look, people=people),
    st.dictionaries(st.sampled_from(["tag", "caption", "place", "folder"]), TEXTS, max_size=3),
    st.one_of(st.just(""), TEXTS),
    st.integers(0, 1),
)


@given(st.lists(PHOTOS, min_size=1, max_size=10), st.floats(0, 1), st.data())
def test_scores_are_finite_fall_and_are_never_above_the_photo_itself(
    photos: list[MemoryPhoto], by_look: float, data: st.DataObject
) -> None:
    number = data.draw(st.integers(1, len(photos)))
    found = like(photos, number, by_look)
    scores = [each.final_score for each in found]
    assert found[0].photo_id == number
    assert scores == sorted(scores, reverse=True)
    assert len(set(ids(found))) == len(found)
    assert all(0 < score <= 1 + 1e-9 for score in scores)
    assert compute_match_percentages(found)[0].match_percentage == 100


def test_floors_leave_room() -> None:
    assert 0 < LISTED_WORDS < LISTED_LOOK < 1
    rows = LookRows(np.arange(2), ConceptEmbedder().embed(["dog", "cat"]), np.zeros(2, np.uint8))
    assert alike_in_look(PhotoId(0), rows).shares.tolist()[1] == 0
    assert not len(alike_in_look(PhotoId(7), rows).photo_ids)
