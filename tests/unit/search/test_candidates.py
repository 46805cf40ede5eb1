"""Posting lists put together, and the shortlist of two rankings."""

import numpy as np

from app.domain.ports import Postings
from app.domain.query import Term
from app.domain.words import Field
from app.search.candidates import among, hybrid_ids, look_up, restrict, union
from tests.unit.search.memory import MemoryLibrary, photo


def postings(*pairs: tuple[int, Field]) -> Postings:
    return Postings(np.array([pair[0] for pair in pairs], np.int64), np.array([pair[1] for pair in pairs], np.uint8))


def test_union_holds_each_pair_once_in_order() -> None:
    both = union([postings((1, Field.TAG), (3, Field.NAME)), postings((1, Field.TAG), (1, Field.CAPTION), (2, Field.TAG))])
    assert both.photo_ids.tolist() == [1, 1, 2, 3]
    assert both.fields.tolist() == [Field.TAG, Field.CAPTION, Field.TAG, Field.NAME]
    assert len(union([]).photo_ids) == 0


def test_restrict_keeps_only_allowed_photos() -> None:
    some = postings((1, Field.TAG), (2, Field.TAG), (5, Field.TAG))
    assert restrict(some, np.array([2, 5])).photo_ids.tolist() == [2, 5]
    assert restrict(some, np.array([], np.int64)).photo_ids.tolist() == []
    assert restrict(some, None) is some


def test_among() -> None:
    assert among(np.array([1, 4, 9]), np.array([2, 4])).tolist() == [False, True, False]


def test_an_or_group_is_looked_up_as_one() -> None:
    library = MemoryLibrary([photo(tag="cat"), photo(tag="dog"), photo(tag="bird")])
    hits = look_up(library, [(Term("cat"), Term("dog"))], ["bird"])
    assert hits.groups[0].photo_ids.tolist() == [1, 2]
    assert hits.terms == ((Term("cat"), Term("dog")),)
    assert hits.equal.photo_ids.tolist() == [3]
    assert hits.photo_ids.tolist() == [1, 2, 3]


def test_the_first_whole_that_any_value_equals_counts() -> None:
    library = MemoryLibrary([photo(tag="bird"), photo(tag="the birds")])
    assert look_up(library, [], ["a bird", "bird", "the birds"]).equal.photo_ids.tolist() == [1]
    assert look_up(library, [], ["a bird"]).equal.photo_ids.tolist() == []


def test_a_short_list_is_not_cut() -> None:
    ids = np.array([1, 2, 3])
    assert hybrid_ids(ids, np.zeros(3), np.zeros(3), np.zeros(3, np.bool_), size=3).tolist() == [1, 2, 3]


def test_the_shortlist_takes_the_best_of_both_rankings() -> None:
    ids = np.arange(100)
    lexical, semantic = np.zeros(100), np.zeros(100)
    lexical[[10, 11, 12]] = [3.0, 2.0, 1.0]
    semantic[[20, 11, 21]] = [0.9, 0.8, 0.7]
    assert hybrid_ids(ids, lexical, semantic, np.zeros(100, np.bool_), size=3).tolist() == [10, 11, 20]


def test_complete_photos_are_never_cut() -> None:
    ids = np.arange(1000)
    complete = np.zeros(1000, np.bool_)
    complete[500:] = True
    semantic = np.where(ids < 400, 1.0 + ids, 0.0)
    kept = hybrid_ids(ids, complete.astype(np.float64), semantic, complete, size=10)
    assert set(range(500, 1000)) <= set(kept.tolist())
    assert kept.tolist() == sorted(kept.tolist())


def test_equal_scores_share_their_rank() -> None:
    ids = np.arange(30)
    lexical = np.where(ids < 20, 5.0, 0.0)
    semantic = np.where(ids == 19, 0.5, 0.0)
    assert 19 in hybrid_ids(ids, lexical, semantic, np.zeros(30, np.bool_), size=1).tolist()


def test_photos_that_tie_with_the_last_of_the_shortlist_are_in_it_together() -> None:
    ids, none = np.arange(300), np.zeros(300, np.bool_)
    lexical = np.where(ids < 5, 9.0, np.where(ids < 60, 3.0, 1.0))
    kept = hybrid_ids(ids, lexical, np.zeros(300), none, size=20)
    assert kept.tolist() == list(range(60))
    backwards = hybrid_ids(ids, lexical[::-1].copy(), np.zeros(300), none, size=20)
    assert sorted(299 - backwards) == kept.tolist()


def test_a_photo_without_any_rank_is_not_in_the_shortlist_by_chance() -> None:
    ids = np.arange(50)
    assert hybrid_ids(ids, np.where(ids < 3, 1.0, 0.0), np.zeros(50), np.zeros(50, np.bool_), size=10).tolist() == [0, 1, 2]
