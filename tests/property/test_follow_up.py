"""Whatever is typed after whatever: a question comes of it that stands by itself, and its parts lie within its text."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from app.domain.ids import PhotoId
from app.domain.question import Aggregate, Context, Scope, Turn
from app.search.cannot import cannot
from app.search.question import understand
from tests.unit.search.questioned import NAMES, library

TODAY = date(2024, 6, 1)
LIBRARY = library()

WORDS = st.sampled_from(
    [
        "and",
        "only",
        "not",
        "which",
        "of",
        "these",
        "those",
        "them",
        "it",
        "what",
        "about",
        "how",
        "many",
        "compare",
        "the",
        "first",
        "two",
        "IMG_5910.jpg",
        "and",
        "DSCN0042",
        "same",
        "day",
        "place",
        "as",
        "else",
        "taken",
        "there",
        "in",
        "2015",
        "2008",
        "from",
        "Tuscany",
        "with",
        "without",
        "a",
        "Nikon",
        "oldest",
        "newest",
        "when",
        "where",
        "who",
        "camera",
        "duplicates",
        "bursts",
        "belong",
        "together",
        "group",
        "by",
        "event",
        "rest",
        "delete",
        "please",
        "then",
        "?",
        ",",
        "“",
        "@",
        "\\",
        "\x00",
        "years",
        "earlier",
        "before",
        "after",
        "back",
        "to",
        "june",
        "best",
        "rating",
    ]
)
TEXTS = st.lists(WORDS, max_size=9).map(" ".join) | st.text(max_size=30)
IDS = st.lists(st.sampled_from(sorted(NAMES)).map(PhotoId), max_size=4, unique=True).map(tuple)


@given(st.lists(st.tuples(TEXTS, IDS), max_size=3), TEXTS, st.none() | IDS)
def test_any_text_after_any_others_is_a_question(
    earlier: list[tuple[str, tuple[PhotoId, ...]]], text: str, handed: tuple[PhotoId, ...] | None
) -> None:
    scope = None if handed is None else Scope("some photos", handed)
    before = None
    for typed, shown in earlier:
        before = Turn(understand(typed, TODAY, LIBRARY, Context(scope, before)), shown)
    question = understand(text, TODAY, LIBRARY, Context(scope, before))
    assert question.text == text
    assert all(0 <= chip.start < chip.end <= len(text) for chip in question.understood)
    assert not question.covered or len(question.query.conditions) > 0
    assert not (question.covered and question.cannot)
    assert handed is None or (question.within is not None and set(question.within) <= set(handed))
    assert question.aggregate is not Aggregate.COMPARE or len(question.about) > 1
    assert set(question.about) <= set(NAMES)


@given(TEXTS)
def test_what_cannot_be_is_told_in_one_sentence_or_two(text: str) -> None:
    assert cannot(text) == "" or cannot(text)[-1] == "."
