"""Looks in whole searches over a small library in memory, and what a cosine is worth."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.match import Evidence
from app.domain.ports import LookRows, Vectors
from app.domain.query import Term
from app.domain.words import Field
from app.search.candidates import look_up
from app.search.looks import (
    CONTENT,
    LISTED,
    LOOK,
    PEOPLE,
    SENTENCE,
    LookCosines,
    LookScale,
    LookScores,
    LookSpace,
    best_listed,
    look_cosines,
    score_looks,
)
from app.search.meaning import no_meaning
from app.search.parse import parse
from app.search.ranking import rank_photos
from app.search.scoring import nearness, score_words
from app.search.search import NEAREST_SHOWN, SearchKind, SearchOutcome
from tests.unit.search.memory import ConceptEmbedder, MemoryLibrary, MemoryPhoto, MissingModel, photo


def seen(look: str, base: MemoryPhoto | None = None, people: int = 0) -> MemoryPhoto:
    return replace(base or photo(), look=look, people=people)


def run(library: MemoryLibrary, text: str) -> SearchOutcome:
    return library.search().run(parse(text, date(2026, 7, 10)))


def ids(outcome: SearchOutcome) -> list[int]:
    return [match.photo_id for match in outcome.matches]


@pytest.fixture
def library() -> MemoryLibrary:
    return MemoryLibrary(
        [
            seen("dog"),
            seen("dog snow", photo("2018-05-01", 3)),
            photo(tag="dog"),
            photo(caption="near a dog and a red boat"),
            photo(caption="a puppy"),
            seen("cat", photo(caption="a kitten")),
            photo(caption="blue sky"),
        ]
    )


def test_what_is_said_comes_before_what_is_guessed(library: MemoryLibrary) -> None:
    outcome = run(library, "dog")
    assert ids(outcome) == [3, 4, 5, 1, 2]
    assert [match.ranked.evidence for match in outcome.matches[-3:]] == [Evidence.MEANING, Evidence.CONTENT, Evidence.CONTENT]
    assert all(match.ranked.look and not match.ranked.meaning for match in outcome.matches[-2:])


def test_a_result_of_guesses_alone_is_relative_to_its_best(library: MemoryLibrary) -> None:
    outcome = run(library, "dog -tag:dog -caption:dog -caption:puppy")
    assert ids(outcome) == [1, 2]
    assert outcome.matches[0].match_percentage == 100
    assert outcome.matches[1].match_percentage < 100
    assert {match.ranked.evidence for match in outcome.matches} == {Evidence.CONTENT}


def test_filters_hold_for_looks(library: MemoryLibrary) -> None:
    assert ids(run(library, "dog rating:3")) == [2]
    assert run(library, "dog rating:5").kind is SearchKind.NOTHING


@pytest.mark.parametrize("text", ['"winter dog"', 'cat "winter dog"', "tag:cat", "-cat", "rating:4"])
def test_quotes_filters_and_exclusions_are_not_answered_by_looks(text: str) -> None:
    library = MemoryLibrary([seen("dog winter cat"), photo(tag="red")])
    assert run(library, text).matches == ()


def test_what_was_excluded_is_not_embedded_for_looks(library: MemoryLibrary) -> None:
    run(library, "dog -cat")
    assert not any("cat" in text for text in library.embedder.asked)


def test_a_look_beside_words_adds_to_them(library: MemoryLibrary) -> None:
    plain = MemoryLibrary([photo(caption="a puppy and a cat")])
    looked = MemoryLibrary([seen("dog", plain.photos[0])])
    without, within = run(plain, "puppy").matches[0].ranked, run(looked, "puppy").matches[0].ranked
    assert within.evidence is without.evidence is Evidence.WORDS
    assert within.look is not None
    assert within.final_score == pytest.approx(without.final_score + within.look.points)


def test_meaning_and_look_are_two_points_at_most() -> None:
    (match,) = run(MemoryLibrary([seen("dog", photo(tag="dog"))]), "dog").matches
    assert match.ranked.semantic == 2


def test_a_caption_that_is_hardly_near_does_not_lift_a_guess() -> None:
    library = MemoryLibrary([seen("dog", photo(caption="cat sea red dawn snow dog harbour")), seen("dog")])
    first, second = run(library, "hound").matches
    assert first.ranked.final_score == second.ranked.final_score <= LOOK


def test_people_are_found_by_their_faces() -> None:
    library = MemoryLibrary([seen("cat", people=2), seen("cat")])
    outcome = run(library, "someone else")
    assert ids(outcome) == [1]
    assert outcome.matches[0].ranked.look is not None
    assert outcome.matches[0].ranked.look.by_people


def test_a_sentence_is_worth_more_than_a_word_for_the_content_by_itself(library: MemoryLibrary) -> None:
    space = LookSpace(library, ConceptEmbedder())
    assert (space.scale_alone("dog"), space.scale_alone("red dog"), space.scale_alone("dog on snow")) == (CONTENT, CONTENT, SENTENCE)
    own = LookScale(0.2, 0.4)
    assert replace(space, scale=own).scale_alone("dog on snow") is own
    content, phrases = np.array([0.5, 0.47, 0.3, 0.0], np.float32), np.array([-1.0, 0.4], np.float32)
    near = LookCosines(content, phrases, np.array([0, 0, 1, 1], np.uint8))
    word, sentence = score_looks(np.arange(4), near), score_looks(np.arange(4), near, CONTENT, SENTENCE)
    assert word.photo_ids[word.listed].tolist() == []
    assert sentence.photo_ids[sentence.listed].tolist() == [0]
    assert sentence.by_people.tolist() == [False, False, True, True]
    assert sentence.points[2:].tolist() == word.points[2:].tolist()


def test_without_looks_nothing_is_asked_of_the_model_twice(library: MemoryLibrary) -> None:
    bare = MemoryLibrary([replace(each, look="", people=0) for each in library.photos])
    run(bare, "dog")
    assert bare.embedder.asked == ["dog"]


def test_without_the_model_nothing_is_guessed_and_the_outcome_says_so(library: MemoryLibrary) -> None:
    library.embedder = MissingModel()
    outcome = run(library, "dog")
    assert ids(outcome) == [3, 4]
    assert outcome.meaning_missing is not None


def test_a_library_without_words_says_so_too() -> None:
    library = MemoryLibrary([seen("dog")], MissingModel())
    assert run(library, "dog").meaning_missing is not None


def test_nearest_are_by_meaning_or_look() -> None:
    library = MemoryLibrary([seen("dog cat red"), photo(caption="blue red cat sea dawn boat"), photo(caption="blue"), seen("blue")])
    outcome = run(library, "dog tax fishing snow peak")
    assert outcome.kind is SearchKind.NOTHING
    assert 1 in outcome.nearest
    assert 4 not in outcome.nearest
    assert len(outcome.nearest) == len(set(outcome.nearest)) <= NEAREST_SHOWN


def test_a_look_that_nearly_lists_a_photo_is_nearer_than_the_name_of_a_folder_that_is_far() -> None:
    scoring = nearness(np.array([0.45, 0.45, 0.25, 0.68]), np.array([Field.CAPTION, Field.FOLDER, Field.FOLDER, Field.FOLDER], np.uint8))
    assert scoring.tolist() == pytest.approx([1, 0.465, 0, 1], abs=1e-3)
    library = MemoryLibrary([photo(folder="labrador red boat"), seen("dog snow red blue boat sea cat dawn")])
    outcome = run(library, "puppy winter")
    assert outcome.kind is SearchKind.NOTHING
    assert outcome.nearest[0] == 2


def test_guesses_are_cut_where_there_are_very_many_and_the_outcome_says_so() -> None:
    few = [seen("dog red", photo(tag="cat")) for _ in range(100)]
    library = MemoryLibrary([photo(tag="dog"), *few, *(seen("dog " + "red blue " * (each % 2)) for each in range(300))])
    outcome = run(library, "dog")
    assert ids(outcome)[0] == 1
    assert outcome.more
    assert not run(MemoryLibrary(library.photos[:90]), "dog").more
    points = {match.ranked.look.points for match in outcome.matches if match.ranked.look}
    assert min(points) >= LISTED


def test_looks_that_tie_at_the_edge_stay_together() -> None:
    rows = LookRows(np.arange(300), np.tile(ConceptEmbedder().embed(["dog"]), (300, 1)), np.zeros(300, np.uint8))
    scores = score_looks(rows.photo_ids, look_cosines(rows.stored[0], rows, np.zeros((5, rows.stored.shape[1]), np.float32)))
    assert len(best_listed(scores)) == 300


def test_a_look_is_as_near_as_its_content_or_its_people_and_nobody_is_near_to_nothing() -> None:
    looks = np.array([[0.8, 0.6], [0, 1], [0, 1], [-1, 0], [-0.6, 0.8]], np.float32)
    rows = LookRows(np.arange(5), looks, np.array([0, 0, 2, 1, 0], np.uint8))
    phrases = np.array([[0, 0], [0, 1], [0.6, 0.8]], np.float32)
    cosines = look_cosines(np.array([1, 0], np.float32), rows, phrases)
    assert cosines.nearer.tolist() == pytest.approx([0.8, 0.0, 0.6, 0.0, -0.6])


def test_what_phrases_for_people_mean_is_embedded_once_for_a_space() -> None:
    library = MemoryLibrary([seen("dog")])
    embedder = ConceptEmbedder()
    space = LookSpace(library, embedder)
    assert space.phrases is space.phrases
    assert not space.phrases[0].any()


@given(st.floats(-1, 1), st.floats(-1, 1), st.sampled_from([CONTENT, PEOPLE, LookScale(0.1, 0.4)]))
def test_points_grow_with_the_cosine_from_none_to_all(one: float, other: float, scale: LookScale) -> None:
    low, high = scale.points(np.sort([one, other]))
    assert 0 <= low <= high <= LOOK


VECTORS = st.lists(st.floats(-1, 1, width=32), min_size=4, max_size=4).filter(lambda each: np.linalg.norm(each) > 0.1)


@given(st.lists(st.tuples(VECTORS, st.integers(0, 4)), min_size=1, max_size=20), VECTORS)
def test_scores_are_finite_and_those_of_the_better_of_content_and_people(
    looks: Sequence[tuple[list[float], int]], asked: list[float]
) -> None:
    rows = LookRows(np.arange(len(looks)), unit([each for each, _ in looks]), np.array([people for _, people in looks], np.uint8))
    phrases = np.vstack([np.zeros((1, 4), np.float32), np.eye(4, dtype=np.float32)])
    scores = score_looks(rows.photo_ids, look_cosines(unit([asked])[0], rows, phrases))
    assert np.isfinite(scores.points).all()
    assert ((scores.points >= 0) & (scores.points <= LOOK)).all()
    assert not scores.by_people[rows.people[scores.photo_ids] == 0].any()
    assert set(np.flatnonzero(rows.stored @ unit([asked])[0] > CONTENT.floor + 1e-5)) <= set(scores.photo_ids.tolist())


def unit(rows: Sequence[Sequence[float]]) -> Vectors:
    vectors = np.array(rows, np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def test_words_that_give_hardly_anything_stand_before_a_better_guess() -> None:
    hits = look_up(WORDED, [(Term("dog"),), (Term("heron"),)], [])
    words = score_words(hits, np.array([0.65, 0.35]))
    looks = LookScores(np.array([2, 3]), np.array([0.5, 0.2]), np.zeros(2, np.bool_))
    ranked = rank_photos(np.array([1, 2, 3]), words, no_meaning(), looks, hits, WORDED.chronological)
    assert [each.photo_id for each in ranked] == [1, 2, 3]
    assert ranked[0].final_score < 0.1
    assert [each.look.points if each.look else None for each in ranked][1:] == [ranked[1].semantic, ranked[2].semantic]
    assert ranked[1].semantic / ranked[2].semantic == pytest.approx(0.5 / 0.2)


WORDED = MemoryLibrary([photo(text="a dog among very much else"), seen("dog heron"), seen("dog red")])
