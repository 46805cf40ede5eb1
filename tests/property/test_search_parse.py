"""Parsing never raises, and what it says of the text is true, whatever is typed."""

from datetime import date
from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.search.dates import date_value, find_dates
from app.search.parse import MAX_TERMS, parse

DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31))
PIECES = st.sampled_from(
    [
        "tag:", "date:", "rating:", "type:", "-", '"', "“", "OR", "|", "*", "(", ")", " ", "2019", "June", "last", "summer", "in", "..",
        ">=", "to", "show me", "photos of", "?", "the", "dog", "é", "写真", "שלום", "\u202e", "\0", "\ud800", "3+", "none", "12/11/2015",
        "9999", "90s", "ago", "two", "years", "NOT", "NOT ", "–", "−", "name:", "[", "]", "29", "February", "rating:x",
        "iso:", "aperture:", "shutter:", "focal:", "has:", "shape:", "caption:", "title:", "1/", "f/", "gps", "mm", "<", "+",
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.text(st.characters(codec=None), max_size=60), st.lists(PIECES, max_size=14).map("".join), st.lists(PIECES, max_size=14).map(" ".join)
)


@given(TEXTS, DAYS)
@settings(max_examples=200)
@example("\ud800", date(2026, 1, 1))
@example('tag:"a"b', date(2026, 1, 1))
@example("date:9999..", date(9999, 12, 31))
@example("9999 years ago last week", date(1, 1, 1))
def test_any_text_is_understood_as_something(text: str, today: date) -> None:
    query = parse(text, today)
    assert query.text == text
    assert max(len(query.groups), len(query.excluded), len(query.conditions)) <= MAX_TERMS
    assert all(group and all(term.text.strip() for term in group) for group in query.groups)
    assert all(term.text.strip() for term in query.excluded)
    assert all(condition.any_of for condition in query.conditions)
    assert bool(query.meaning) == bool(query.whole) == bool(query.groups) or any(len(group) > 1 for group in query.groups)


@given(TEXTS, DAYS)
@settings(max_examples=100)
def test_chips_lie_in_the_text_in_order_and_apart(text: str, today: date) -> None:
    chips = parse(text, today).chips
    assert all(0 <= chip.start < chip.end <= len(text) and chip.label for chip in chips)
    assert all(before.end <= after.start for before, after in pairwise(chips))


@given(TEXTS, DAYS)
@settings(max_examples=100)
def test_parsing_is_a_function(text: str, today: date) -> None:
    assert parse(text, today) == parse(text, today)


@given(st.text(st.sampled_from("abc \"-|():*'.,?"), max_size=20_000))
@settings(max_examples=20, deadline=None)
def test_long_text_is_bounded(text: str) -> None:
    query = parse(text * 5, date(2026, 1, 1))
    assert len(query.groups) <= MAX_TERMS


@given(st.lists(PIECES, max_size=8), DAYS)
@settings(max_examples=100)
def test_found_dates_do_not_overlap(words: list[str], today: date) -> None:
    found = find_dates([word.casefold() for word in words], today)
    assert all(0 <= each.start < each.stop <= len(words) and each.ranges for each in found)
    assert all(before.stop <= after.start for before, after in pairwise(found))


@given(st.one_of(st.text(max_size=20), st.lists(PIECES, max_size=4).map("".join)), DAYS)
@settings(max_examples=100)
def test_date_values_never_raise(text: str, today: date) -> None:
    value = date_value(text, today)
    assert value is None or value.unknown or value.first or value.beyond
