"""Own words as text and back: exactly what was written, and nothing else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.own_words import NOTHING_SAID, OwnWords
from app.domain.photo import Tag
from app.library.own_words_codec import decode_words, encode_words

TEXTS = st.text(st.characters(), max_size=20)
NAMES = st.lists(TEXTS, max_size=3).map(tuple)
WORDS = st.builds(
    OwnWords,
    rating=st.none() | st.integers(-1, 5),
    favourite=st.none() | st.booleans(),
    title=st.none() | TEXTS,
    caption=st.none() | TEXTS,
    tags=st.lists(st.builds(Tag, TEXTS, NAMES), max_size=3).map(tuple),
    without_tags=NAMES,
    people=NAMES,
    without_people=NAMES,
    refused=NAMES,
)


@given(WORDS)
def test_what_is_read_is_what_was_written(words: OwnWords) -> None:
    text = encode_words(words)
    assert text.isascii()
    assert decode_words(text) == words


def test_what_says_nothing_is_left_out() -> None:
    assert encode_words(NOTHING_SAID) == "{}"
    assert json.loads(encode_words(OwnWords(rating=0, favourite=False, title=""))) == {"rating": 0, "favourite": False, "title": ""}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{",
        "[" * 100_000,
        '{"rating":6}',
        '{"rating":true}',
        '{"rating":2.0}',
        '{"rating":null}',
        '{"favourite":1}',
        '{"title":["x"]}',
        '{"tags":["boat"]}',
        '{"tags":[[]]}',
        '{"tags":[]}',
        '{"people":[1]}',
        '{"refused":[]}',
        '{"refused":"canoe"}',
        '{"stars":4}',
        '{"title":"x"} {}',
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        decode_words(text)


@given(st.text(max_size=40) | st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), st.lists).map(json.dumps))
def test_any_text_is_words_or_refused(text: str) -> None:
    try:
        words = decode_words(text)
    except ValueError:
        return
    assert decode_words(encode_words(words)) == words
