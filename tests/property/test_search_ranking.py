"""Ranking over arbitrary small libraries: parts sum to scores, filters hold, photos with all the words are there."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.match import Evidence
from app.search.looks import LOOK
from app.search.parse import parse
from app.search.search import SearchKind
from tests.unit.search.memory import MemoryLibrary, MemoryPhoto, holds, photo

WORDS = st.sampled_from(["dog", "puppy", "cat", "harbour", "boats", "sea", "snow", "red", "tax", "heron", "old", "1999"])
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
FIELDS = st.sampled_from(["tag", "person", "title", "place", "folder", "name", "caption", "text", "camera", "lens"])
PHOTOS = st.builds(
    lambda values, taken, rating, look, people: replace(photo(taken, rating, **values), look=look, people=people),
    st.dictionaries(FIELDS, TEXTS, max_size=4),
    st.one_of(st.none(), st.dates(date(1990, 1, 1), date(2020, 1, 1)).map(date.isoformat)),
    st.one_of(st.none(), st.integers(0, 5)),
    st.one_of(st.just(""), TEXTS),
    st.integers(0, 4),
)
PARTS = st.one_of(
    WORDS, WORDS.map("-{}".format), WORDS.map("tag:{}".format), TEXTS.map('"{}"'.format), st.sampled_from(["rating:2+", "date:1990..2005"])
)  # fmt: skip
QUERIES = st.lists(PARTS, max_size=5).map(" ".join)


@given(st.lists(PHOTOS, max_size=12), QUERIES)
@settings(max_examples=60, deadline=None)
def test_what_a_search_says_holds(photos: list[MemoryPhoto], text: str) -> None:
    library, query = MemoryLibrary(photos), parse(text, date(2026, 1, 1))
    outcome = library.search().run(query)
    allowed = set(library.satisfying(query.conditions).tolist())
    found = [match.photo_id for match in outcome.matches] + outcome.listed.tolist()
    assert len(found) == len(set(found))
    assert set(found) <= allowed
    assert not any(holds(value.text, term) for number in found for value in photos[number - 1].values for term in query.excluded)
    assert (outcome.kind is SearchKind.RANKED) == bool(outcome.matches)


@given(st.lists(PHOTOS, max_size=12), QUERIES)
@settings(max_examples=60, deadline=None)
def test_scores_are_their_parts_in_falling_order(photos: list[MemoryPhoto], text: str) -> None:
    matches = MemoryLibrary(photos).search().run(parse(text, date(2026, 1, 1))).matches
    scores = [match.ranked.final_score for match in matches]
    assert scores == sorted(scores, reverse=True)
    for match in matches:
        assert sum(part.points for part in match.ranked.words) == pytest.approx(match.ranked.lexical)
        ranked = match.ranked
        assert ranked.semantic == pytest.approx(min(2, sum(part.points for part in (ranked.meaning, ranked.look) if part)))
        assert 0 <= (ranked.look.points if ranked.look else 0) <= LOOK
        assert 1 <= match.match_percentage <= 100


@given(st.lists(PHOTOS, max_size=12), QUERIES)
@settings(max_examples=60, deadline=None)
def test_looks_take_nothing_away_and_guesses_come_after_all_that_is_said(photos: list[MemoryPhoto], text: str) -> None:
    query = parse(text, date(2026, 1, 1))
    matches = MemoryLibrary(photos).search().run(query).matches
    blind = MemoryLibrary([replace(each, look="", people=0) for each in photos]).search().run(query).matches
    guesses = {match.photo_id: match.ranked for match in matches if match.ranked.evidence is Evidence.CONTENT}
    assert {match.photo_id for match in blind} <= {match.photo_id for match in matches} - set(guesses)
    assert all(0 < each.final_score <= LOOK and not each.meaning for each in guesses.values())
    kinds = [match.photo_id in guesses for match in matches]
    assert kinds == sorted(kinds)


@given(st.lists(PHOTOS, max_size=12), st.lists(WORDS, min_size=1, max_size=3, unique=True))
@settings(max_examples=60, deadline=None)
def test_every_photo_with_all_the_words_is_found(photos: list[MemoryPhoto], words: list[str]) -> None:
    query = parse(" ".join(words), date(2026, 1, 1))
    found = {match.photo_id for match in MemoryLibrary(photos).search().run(query).matches}
    for number, each in enumerate(photos, 1):
        if (
            query.groups
            and not query.conditions
            and all(any(holds(value.text, group[0]) for value in each.values) for group in query.groups)
        ):
            assert number in found
