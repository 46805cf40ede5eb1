"""Points and their parts, and the order of equal photos."""

from datetime import date

import numpy as np
import pytest

from app.domain.match import RankedPhoto
from app.domain.query import Term
from app.domain.words import Field
from app.search.candidates import look_up
from app.search.looks import no_looks
from app.search.meaning import no_meaning
from app.search.parse import parse
from app.search.ranking import rank_photos
from app.search.scoring import (
    COMPLETE,
    EXACT,
    MEANING,
    PHRASE,
    STRONG,
    generality,
    inverse_frequencies,
    meaning_points,
    score_words,
    shares,
)
from tests.unit.search.memory import MemoryLibrary, photo


def rank(library: MemoryLibrary, *groups: str, whole: str = "") -> tuple[RankedPhoto, ...]:
    terms = [tuple(Term(text, phrase=" " in text) for text in group.split("|")) for group in groups]
    hits = look_up(library, terms, [whole] if whole else [])
    words = score_words(hits, shares(hits, library.photo_count()))
    return rank_photos(hits.photo_ids, words, no_meaning(), no_looks(), hits, library.chronological)


def test_a_word_is_worth_its_best_field() -> None:
    library = MemoryLibrary(
        [photo(tag="boat", folder="boat"), photo(title="boat", place="boat"), photo(folder="boat"), photo(camera="boat")]
    )
    points = [(each.photo_id, each.lexical - COMPLETE) for each in rank(library, "boat")]
    assert points == [(1, 12.0), (2, 8.0), (3, 5.0), (4, 5.0)]
    assert [part.field for part in rank(library, "boat")[1].words] == [Field.TITLE]


def test_a_rarer_word_has_the_greater_share() -> None:
    library = MemoryLibrary([photo(tag=["boat", "heron"]), photo(tag="boat"), photo(tag="boat"), photo(tag="heron")])
    best, heron, *boats = rank(library, "boat", "heron")
    assert (best.photo_id, heron.photo_id) == (1, 4)
    assert best.lexical == pytest.approx(STRONG[Field.TAG] + COMPLETE)
    assert heron.lexical > boats[0].lexical
    # Each has the share s of the points, and of that the share s that it covers of the query.
    assert sum((each.lexical / STRONG[Field.TAG]) ** 0.5 for each in (heron, boats[0])) == pytest.approx(1)


def test_an_or_group_has_the_frequency_of_its_union() -> None:
    library = MemoryLibrary([photo(tag=["cat", "beach"]), photo(tag="dog"), photo(tag="beach"), photo(tag="dog")])
    by_id = {int(each.photo_id): each for each in rank(library, "cat|dog", "beach")}
    assert by_id[1].lexical == pytest.approx(12.0 + COMPLETE)
    assert by_id[2].lexical == by_id[4].lexical < by_id[3].lexical


def test_half_of_a_sentence_says_almost_nothing() -> None:
    library = MemoryLibrary([photo(caption="a boat and a heron"), photo(caption="a boat"), photo(tag="boat")])
    points = {int(each.photo_id): each.lexical for each in rank(library, "boat", "heron")}
    assert points[1] == pytest.approx(0.6 + COMPLETE)
    assert points[2] < 0.6 / 5
    assert points[1] > points[3] > 0, "all words in a sentence come before a tag for the commonest of them"


def test_what_says_it_stands_before_what_only_means_it() -> None:
    assert COMPLETE >= MEANING
    library = MemoryLibrary([photo(tag="dog"), photo(tag="puppy"), photo(caption="two men in the woods with frisbees near a dog")])
    outcome = library.search().run(parse("dog", date(2026, 1, 1)))
    assert [int(match.photo_id) for match in outcome.matches] == [1, 3, 2]


def test_equalling_a_value_counts_on_top() -> None:
    library = MemoryLibrary([photo(tag="USA Road trip"), photo(tag="USA"), photo(place="USA"), photo(caption="USA")])
    ranked = rank(library, "USA", whole="usa")
    assert [each.photo_id for each in ranked] == [2, 3, 1, 4]
    assert ranked[0].lexical == STRONG[Field.TAG] + EXACT[Field.TAG] + COMPLETE
    assert ranked[0].words[0].exact
    assert ranked[1].lexical == STRONG[Field.PLACE] + EXACT[Field.PLACE] + COMPLETE
    assert not any(part.exact for part in (*ranked[2].words, *ranked[3].words))


def test_a_quoted_phrase_counts_on_top() -> None:
    library = MemoryLibrary([photo(title="big dog"), photo(title="dog, big")])
    (only,) = rank(library, "big dog")
    assert only.lexical == STRONG[Field.TITLE] + PHRASE + COMPLETE


def test_parts_sum_to_the_lexical_score() -> None:
    library = MemoryLibrary(
        [photo(tag="boat", caption="boat at the pier", title="big pier"), photo(caption="big pier"), photo(name="boat")]
    )
    for each in rank(library, "boat", "pier", "big pier", whole="boat"):
        assert sum(part.points for part in each.words) == pytest.approx(each.lexical)


def test_equal_scores_go_by_capture_time() -> None:
    library = MemoryLibrary(
        [photo("2020-01-01", tag="boat"), photo(None, tag="boat"), photo("2019-01-01", tag="boat"), photo("2021", title="boat")]
    )
    assert [each.photo_id for each in rank(library, "boat")] == [3, 1, 2, 4]


def test_photos_with_the_same_words_in_the_same_fields_share_their_parts() -> None:
    library = MemoryLibrary([photo(str(year), tag="boat", caption="sea") for year in range(2000, 2020)])
    ranked = rank(library, "boat", "sea")
    assert len({id(each.words) for each in ranked}) == 1
    assert len({each.lexical for each in ranked}) == 1


def test_a_word_that_stands_nowhere_still_has_its_share() -> None:
    library = MemoryLibrary([photo(tag="boat"), photo(tag="heron")])
    assert rank(library, "boat", "unheard")[0].lexical < STRONG[Field.TAG] / 2


def test_inverse_frequency_is_never_negative() -> None:
    values = inverse_frequencies(np.array([0.0, 1.0, 50.0, 100.0, 120.0]), 100)
    assert (values > 0).all()
    assert (np.diff(values[:4]) < 0).all()


def test_meaning_is_between_nothing_and_two() -> None:
    fields = np.array([Field.CAPTION, Field.CAPTION, Field.TAG, Field.TAG, Field.CAPTION], np.uint8)
    points = meaning_points(np.array([-0.5, 1.0, 0.1, 1.0, 0.6]), fields, np.array([0.0, -0.3, 0.0, 0.0, 0.1]))
    assert points.tolist() == pytest.approx([0.0, 2.0, 0.0, 2.0, 1.0])


def test_a_generic_caption_gives_way_to_a_specific_one_for_a_detailed_query() -> None:
    generator = np.random.default_rng(3)
    crowd = np.eye(1, 40)[0] + 0.8 * generator.normal(size=(30, 40)) / np.sqrt(40)
    lonely = np.eye(40)[1:2]
    vectors = np.concatenate([crowd, lonely])
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    captions = np.full(31, Field.CAPTION, np.uint8)
    taken = generality(vectors, vectors[:, 0].astype(np.float64), captions, words=5)
    assert taken.mean() == pytest.approx(0.0, abs=1e-6)
    assert taken[-1] < taken[:-1].min()
    assert not generality(vectors, vectors[:, 0].astype(np.float64), captions, words=1).any()
    assert not generality(vectors, vectors[:, 0].astype(np.float64), np.full(31, Field.TAG, np.uint8), words=5).any()
