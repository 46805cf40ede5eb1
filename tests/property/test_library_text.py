"""Folding, tokens and the codec of facts hold for any text."""

import json
import re
import sqlite3
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.photo import Fact, PhotoFacts, Position, Tag
from app.library.facts_codec import decode_facts, encode_facts
from app.library.fold import fold, placed_tokens, tokens

ANY_TEXT = st.text(st.characters())
"""Lone surrogates too: names of files have them."""

FLOATS = st.floats(allow_nan=False)


@given(ANY_TEXT)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(ANY_TEXT)
def test_folding_knows_no_case_nor_composition(text: str) -> None:
    assert fold(text.upper().lower()) == fold(text.lower().upper().lower())


@given(ANY_TEXT)
def test_folded_text_can_be_stored(text: str) -> None:
    assert sqlite3.connect(":memory:").execute("SELECT ?", (fold(text),)).fetchone() == (fold(text),)


@given(ANY_TEXT)
def test_tokens_hold_no_sign_of_the_query_language(text: str) -> None:
    for token in tokens(text):
        assert token
        assert not re.search(r'[\s"*^():+\-\x00-\x1f]', token)


@given(ANY_TEXT)
def test_placed_tokens_are_the_tokens_in_order_and_within_the_text(text: str) -> None:
    placed = placed_tokens(text)
    assert not placed or [word for word, _, _ in placed] == tokens(text)
    assert all(0 <= start < stop <= len(text) for _, start, stop in placed)
    assert all(before[1] <= after[1] for before, after in pairwise(placed))


@given(st.text(st.characters(max_codepoint=0x24F, exclude_categories=["Cc"])))
def test_every_latin_text_can_be_placed(text: str) -> None:
    assert [word for word, _, _ in placed_tokens(text)] == tokens(text)


@pytest.fixture(scope="module")
def index() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(tokens, tokenize='ascii')")
    connection.execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab('words', 'instance')")
    yield connection
    connection.close()


@given(text=ANY_TEXT)
def test_sqlite_cuts_where_we_cut(index: sqlite3.Connection, text: str) -> None:
    index.execute("DELETE FROM words")
    index.execute("INSERT INTO words(rowid, tokens) VALUES (1, ?)", (" ".join(tokens(text)),))
    cut = [term for (term,) in index.execute("SELECT term FROM vocabulary ORDER BY offset")]
    assert cut == tokens(text)


def _fact(values: st.SearchStrategy[object]) -> st.SearchStrategy[Fact[object] | None]:
    return st.none() | st.builds(Fact, values, ANY_TEXT)


FACTS = st.builds(
    PhotoFacts,
    **{name: _fact(ANY_TEXT) for name in ("taken", "offset", "make", "model", "lens", "place", "title", "caption")},
    **{name: _fact(st.integers()) for name in ("iso", "rating", "orientation")},
    **{name: _fact(FLOATS | st.integers()) for name in ("aperture", "shutter", "focal_length")},
    gps=_fact(st.builds(Position, FLOATS, FLOATS, st.none() | FLOATS)),
    tags=_fact(st.lists(st.builds(Tag, ANY_TEXT, st.lists(ANY_TEXT, max_size=3).map(tuple)), max_size=4).map(tuple)),
    people=_fact(st.lists(ANY_TEXT, max_size=4).map(tuple)),
)


@given(FACTS)
def test_facts_come_back_exactly(facts: PhotoFacts) -> None:
    assert decode_facts(encode_facts(facts)) == facts


@given(FACTS)
def test_encoded_facts_can_be_stored(facts: PhotoFacts) -> None:
    assert encode_facts(facts).isascii()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | FLOATS | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)


@given(JSON | st.dictionaries(st.sampled_from([*PhotoFacts.__dataclass_fields__, "other"]), st.tuples(JSON, JSON)))
def test_anything_else_is_refused(value: object) -> None:
    try:
        facts = decode_facts(json.dumps(value))
    except ValueError:
        return
    assert json.loads(encode_facts(facts)) == json.loads(json.dumps(value))


@given(st.text())
def test_what_is_no_json_is_refused(text: str) -> None:
    try:
        decode_facts(text)
    except ValueError:
        return
    assert isinstance(json.loads(text), dict)
