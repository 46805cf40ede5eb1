"""Any text is a question; what is covered leaves no word over, and one word more that means nothing uncovers it."""

from datetime import date
from itertools import pairwise

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from app.domain.content_words import STOP_WORDS
from app.domain.question import Aggregate, Question
from app.search.question import MOST_WORDS, understand
from app.search.search import SearchKind
from tests.unit.search.questioned import library
from tests.unit.search.test_question import ASKED_OF_THEM, PHOTOS_ASKED_FOR, TODAY

COVERED = [text for text, _ in PHOTOS_ASKED_FOR] + [each[0] for each in ASKED_OF_THEM]
WORDS = st.sampled_from(sorted({word for text in COVERED for word in text.split()}))
SIGNS = st.sampled_from(
    [
        "'s", "n't", "what's", "“", '"', "-", "–", "&", ">=", "<", "+", "/", "f/", "1/", "(", ")", ",", "?", "\0", "\ud800", "\u202e",
        "é", "写真", "ß", "İ", "tag:", "caption:", "caption: ", "iso:", "-dog", "OR", "*", "harb*", "29 February 2019",
        "12,5", "１６００", "²",
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.text(st.characters(codec=None), max_size=60),
    st.lists(st.one_of(WORDS, SIGNS), max_size=14).map(" ".join),
    st.lists(st.one_of(WORDS, SIGNS), max_size=10).map("".join),
)
DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31))
LIBRARY = library()
WORD_OF_EACH_PART = [
    "photos",
    "2015",
    "Wayne",
    "my",
    "not",
    "taken",
    "most",
    "oldest",
    "camera",
    "tagged dusk",
    "how many",
    "is",
    "per year",
    "f/2",
]


def understood(text: str, today: date = TODAY) -> Question:
    return understand(text, today, LIBRARY)


@given(TEXTS, DAYS)
@settings(max_examples=300)
@example("\ud800", TODAY)
@example("İs there a photo of Wayne", TODAY)
@example("ISO ² or f/0 or 1/0 s", TODAY)
@example("caption: ", TODAY)
@example("photos with the caption", TODAY)
def test_any_text_is_a_question_and_its_parts_lie_in_it(text: str, today: date) -> None:
    question = understood(text, today)
    assert question.text == question.query.text == text
    for chips in (question.understood, question.query.chips):
        assert all(0 <= chip.start < chip.end <= len(text) and chip.label for chip in chips)
    assert all(before.end <= after.start for before, after in pairwise(question.query.chips))
    LIBRARY.search().run(question.query)


@given(TEXTS)
@settings(max_examples=200)
def test_what_is_covered_has_conditions_alone_and_is_the_same_both_ways(text: str) -> None:
    question = understood(text)
    if not question.covered:
        assert question.aggregate in (Aggregate.NONE, Aggregate.OLDEST, Aggregate.NEWEST)
        return
    assert question.query.conditions
    assert (question.query.groups, question.query.excluded, question.query.refusal, question.unknown) == ((), (), "", ())
    outcome = LIBRARY.search().run(question.query)
    assert outcome.kind in (SearchKind.LISTED, SearchKind.NOTHING)
    assert sorted(outcome.listed.tolist()) == LIBRARY.satisfying(question.query.conditions).tolist()


@given(TEXTS, DAYS)
@settings(max_examples=100)
def test_understanding_is_a_function(text: str, today: date) -> None:
    assert understand(text, today, library()) == understand(text, today, library())


@given(st.lists(st.sampled_from(sorted(STOP_WORDS)), max_size=10), st.sampled_from(["", "?", "!", " ,"]))
@settings(max_examples=300)
def test_function_words_alone_are_not_covered(words: list[str], end: str) -> None:
    assert not understood(" ".join(words) + end).covered


@given(st.sampled_from(COVERED), st.text("bdfgkz", min_size=1, max_size=6), st.floats(0, 1))
@settings(max_examples=300)
def test_one_word_more_that_means_nothing_uncovers(text: str, ending: str, share: float) -> None:
    assert understood(text).covered
    words = text.split()
    place = round(share * len(words))
    strange = [*words[:place], f"zq{ending}", *words[place:]]
    assert not understood(" ".join(strange)).covered


@given(st.sampled_from(COVERED), st.sampled_from(["", " ", "  "]), st.sampled_from(["", "?", "!", ".", " please", " ..."]), st.booleans())
@settings(max_examples=150)
def test_case_spaces_and_marks_at_the_end_change_nothing(text: str, before: str, after: str, loud: bool) -> None:
    assume("caption" not in text or "please" not in after)
    plain, other = understood(text), understood(before + (text.upper() if loud and '"' not in text else text) + after)
    assert other.covered
    assert (other.aggregate, other.of) == (plain.aggregate, plain.of)
    assert LIBRARY.satisfying(other.query.conditions).tolist() == LIBRARY.satisfying(plain.query.conditions).tolist()


@given(
    st.lists(st.sampled_from(sorted(WORD_OF_EACH_PART)), min_size=1, max_size=4), st.sampled_from(["which camera", "how many", "who", ""])
)
@settings(max_examples=100)
def test_a_long_row_of_few_words_is_read_as_fast_as_any(words: list[str], lead: str) -> None:
    understood(" ".join([*lead.split(), *(words * 60)[: MOST_WORDS - 4], "zq"]))


@given(st.integers(0, 100_000))
@settings(max_examples=10)
def test_a_text_without_end_is_no_question(length: int) -> None:
    assert not understood("photos of Wayne " * 4 + "Wayne " * length + "zq").covered
