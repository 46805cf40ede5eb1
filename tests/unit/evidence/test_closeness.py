"""Closeness by an exact scan, and the mode that follows."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.closeness import Thresholds
from app.domain.evidence import AnswerMode, Closeness
from app.domain.ports import PassageRows, Vectors
from app.evidence.closeness import (
    ADJACENT_MATCH,
    LOOK_MATCH,
    NAME_MATCH,
    SHIPPED,
    STRONG_MATCH,
    answer_mode,
    nearest,
    top_similarity,
)

LOW_HIGH = Thresholds(0.4, 0.6)
EMPTY = np.empty((0, 2), np.float32)


def rows(
    sentences: list[list[float]], names: list[list[float]], passages: int | None = None, read: Sequence[list[float]] = ()
) -> PassageRows:
    matrix: Vectors = np.array([*sentences, *read, *names], np.float32).reshape(-1, 2)
    telling = len(sentences) + len(read)
    return PassageRows(np.arange(len(matrix)), matrix, telling, len(matrix) if passages is None else passages, len(read))


def test_each_kind_has_its_nearest() -> None:
    question = np.array([1, 0], np.float32)
    found = top_similarity(question, rows([[0.6, 0.8], [0, 1], [0.8, 0.6]], [[-1, 0], [0.28, 0.96]]))
    assert found is not None
    assert found.sentences == pytest.approx(0.8)
    assert found.names == pytest.approx(0.28)
    assert found.value == found.sentences


def test_names_may_be_nearer() -> None:
    found = top_similarity(np.array([1, 0], np.float32), rows([[0, 1]], [[1, 0]]))
    assert found == Closeness(0.0, 1.0)
    assert found.value == 1.0


def test_what_was_read_in_pictures_is_a_kind_of_its_own() -> None:
    question = np.array([1, 0], np.float32)
    assert top_similarity(question, rows([[0, 1]], [[-1, 0]], read=[[1, 0], [0, 1]])) == Closeness(0.0, -1.0, 1.0)
    assert top_similarity(question, rows([], [], read=[[1, 0]])) == Closeness(0.0, 0.0, 1.0)


def test_of_several_wordings_the_nearest_of_each_kind_counts() -> None:
    assert nearest([Closeness(0.5, 0.1, 0.2), Closeness(0.3, 0.4, 0.1)]) == Closeness(0.5, 0.4, 0.2)


def test_a_kind_without_passages_is_low_and_not_missing() -> None:
    question = np.array([1, 0], np.float32)
    assert top_similarity(question, rows([], [])) == Closeness(0.0, 0.0)
    assert top_similarity(question, rows([[0, 1]], [])) == Closeness(0.0, 0.0)
    assert top_similarity(question, rows([], [[-1, 0]])) == Closeness(0.0, -1.0)


def test_passages_without_any_vector_are_a_missing_ruler() -> None:
    assert top_similarity(np.array([1, 0], np.float32), rows([], [], passages=3)) is None
    assert top_similarity(np.array([1, 0], np.float32), rows([[1, 0]], [], passages=3)) == Closeness(1.0, 0.0)


@pytest.mark.parametrize(
    ("sentences", "names", "mode"),
    [
        (0.6, 0.0, AnswerMode.SOURCED),
        (0.61, 0.0, AnswerMode.SOURCED),
        (0.599, 0.0, AnswerMode.ADJACENT),
        (0.4, 0.0, AnswerMode.ADJACENT),
        (0.399, 0.399, AnswerMode.OPEN),
        (0.0, NAME_MATCH - 0.001, AnswerMode.OPEN),
        (0.0, NAME_MATCH, AnswerMode.ADJACENT),
        (0.0, 1.0, AnswerMode.ADJACENT),
        (-1.0, -1.0, AnswerMode.OPEN),
    ],
)
def test_modes(sentences: float, names: float, mode: AnswerMode) -> None:
    assert answer_mode(Closeness(sentences, names), False, LOW_HIGH) is mode


def test_covered_and_a_missing_ruler_are_sourced() -> None:
    assert answer_mode(Closeness(0.0, 0.0), True, LOW_HIGH) is AnswerMode.SOURCED
    assert answer_mode(None, False, LOW_HIGH) is AnswerMode.SOURCED
    assert answer_mode(None, False, LOW_HIGH, about_the_world=True) is AnswerMode.SOURCED


@pytest.mark.parametrize(("read", "mode"), [(0.399, AnswerMode.OPEN), (0.4, AnswerMode.ADJACENT), (1.0, AnswerMode.ADJACENT)])
def test_what_was_read_in_pictures_makes_an_answer_adjacent_at_most(read: float, mode: AnswerMode) -> None:
    assert answer_mode(Closeness(0.0, 0.0, read), False, LOW_HIGH) is mode


def test_without_a_ruler_only_what_was_said_is_sourced() -> None:
    assert answer_mode(None, False, LOW_HIGH, read_alone=True) is AnswerMode.ADJACENT
    assert answer_mode(None, True, LOW_HIGH, read_alone=True) is AnswerMode.SOURCED


def test_world_knowledge_is_adjacent_at_most() -> None:
    assert answer_mode(Closeness(0.9, 0.0), False, LOW_HIGH, about_the_world=True) is AnswerMode.ADJACENT
    assert answer_mode(Closeness(0.39, 0.0), False, LOW_HIGH, about_the_world=True) is AnswerMode.OPEN
    assert answer_mode(Closeness(0.0, 0.0), True, LOW_HIGH, about_the_world=True) is AnswerMode.SOURCED


def test_shipped_thresholds_are_the_constants() -> None:
    assert Thresholds(ADJACENT_MATCH, STRONG_MATCH) == SHIPPED
    assert answer_mode(Closeness(STRONG_MATCH, 0.0), False) is AnswerMode.SOURCED
    assert answer_mode(Closeness(ADJACENT_MATCH, 0.0), False) is AnswerMode.ADJACENT


def test_photos_that_hold_all_words_can_be_shown() -> None:
    assert answer_mode(Closeness(0.1, 0.1), False, LOW_HIGH, in_words=True) is AnswerMode.ADJACENT
    assert answer_mode(Closeness(0.7, 0.1), False, LOW_HIGH, in_words=True) is AnswerMode.SOURCED
    assert answer_mode(Closeness(0.1, 0.1), False, LOW_HIGH, in_words=False) is AnswerMode.OPEN


COSINES = st.floats(-1, 1)


@pytest.mark.parametrize(
    ("look", "mode"), [(LOOK_MATCH, AnswerMode.ADJACENT), (1.0, AnswerMode.ADJACENT), (0.3, AnswerMode.OPEN), (None, AnswerMode.OPEN)]
)
def test_a_look_alone_makes_an_answer_adjacent(look: float | None, mode: AnswerMode) -> None:
    assert answer_mode(Closeness(0.1, 0.1), False, LOW_HIGH, look=look) is mode


def test_a_library_may_have_a_threshold_of_its_own_for_looks() -> None:
    assert answer_mode(Closeness(0.1, 0.1), False, LOW_HIGH, look=0.3, look_match=0.3) is AnswerMode.ADJACENT
    assert answer_mode(Closeness(0.1, 0.1), False, LOW_HIGH, look=0.9, look_match=0.91) is AnswerMode.OPEN


def test_a_look_says_nothing_about_the_world() -> None:
    assert answer_mode(Closeness(0.1, 0.1), False, LOW_HIGH, look=1.0, about_the_world=True) is AnswerMode.OPEN


@given(st.none() | st.builds(Closeness, COSINES, COSINES), st.booleans(), st.booleans(), st.booleans(), COSINES, COSINES)
def test_no_look_ever_makes_an_answer_sourced(
    closeness: Closeness | None, covered: bool, world: bool, in_words: bool, look: float, look_match: float
) -> None:
    without = answer_mode(closeness, covered, LOW_HIGH, about_the_world=world, in_words=in_words)
    having = answer_mode(closeness, covered, LOW_HIGH, about_the_world=world, in_words=in_words, look=look, look_match=look_match)
    assert having is without or (without is AnswerMode.OPEN and having is AnswerMode.ADJACENT and look >= look_match)
