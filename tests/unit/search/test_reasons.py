"""Reasons in words, with what to emphasise."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pytest

from app.domain.ids import PassageId, PhotoId
from app.domain.look import Guess
from app.domain.match import LookPart, MeaningPart, RankedPhoto, Reason, WordPart
from app.domain.query import Term
from app.domain.words import Field, FieldValue
from app.library.marks import WordMarks
from app.search import reasons as room
from app.search.reasons import emphasis, excerpt, with_refused

LONG = "On the last morning of the holiday we saw seven small fishing boats come in at dawn with nets full of herring and crabs"


def part(word: str, field: Field, points: float = 1.0, *, exact: bool = False) -> WordPart:
    terms = tuple(Term(each.rstrip("*"), " " in each, each.endswith("*")) for each in word.split("|"))
    return WordPart(terms, field, points, exact)


def reasons(ranked: RankedPhoto, values: Sequence[FieldValue], passages: Mapping[PassageId, FieldValue]) -> tuple[Reason, ...]:
    with WordMarks() as marks:
        return room.reasons(ranked, values, passages, marks)


@pytest.fixture
def marks() -> Iterator[WordMarks]:
    with WordMarks() as each:
        yield each


def ranked(*parts: WordPart, passage: int | None = None) -> RankedPhoto:
    meaning = MeaningPart(PassageId(passage), 0.6, 1.0) if passage else None
    return RankedPhoto(PhotoId(1), sum(part.points for part in parts), 1.0 if meaning else 0.0, parts, meaning)


def emphasised(reason: Reason) -> list[str]:
    return [reason.text[start:stop] for start, stop in reason.emphasis]


def test_a_tag_is_named() -> None:
    values = [FieldValue(Field.TAG, "old town"), FieldValue(Field.TAG, "Harbour"), FieldValue(Field.CAPTION, "a harbour")]
    (only,) = reasons(ranked(part("harbour", Field.TAG, 12.0)), values, {})
    assert (only.label, only.text, emphasised(only)) == ("tag", "Harbour", ["Harbour"])
    assert only.plain == "tag Harbour"


def test_an_excerpt_is_taken_around_the_words() -> None:
    parts = (part("boat", Field.CAPTION, 0.3), part("dawn", Field.CAPTION, 0.3))
    (only,) = reasons(ranked(*parts), [FieldValue(Field.CAPTION, LONG)], {})
    assert only.label == "caption"
    assert only.text.startswith("…")
    assert only.text.endswith("…")
    assert len(only.text) <= 85
    assert emphasised(only) == ["boats", "dawn"]


def test_the_nearest_passage_is_quoted() -> None:
    passages = {PassageId(7): FieldValue(Field.CAPTION, "a puppy in the snow")}
    assert reasons(ranked(passage=7), [], passages) == (Reason("meaning", "caption “a puppy in the snow”"),)


def test_a_passage_that_is_gone_leaves_meaning_only() -> None:
    assert reasons(ranked(passage=7), [], {}) == (Reason("meaning only"),)


def test_a_look_is_called_a_guess_and_names_at_most_three() -> None:
    guessed = RankedPhoto(PhotoId(1), 0.0, 0.3, look=LookPart(0.3))
    with WordMarks() as marks:
        (only,) = room.reasons(guessed, [], {}, marks, ("canoe", "lake shore", "paddle", "boathouse"))
        (unnamed,) = room.reasons(guessed, [], {}, marks)
    assert only.plain == "looks like: canoe, lake shore, paddle (a guess)"
    assert unnamed.plain == "looks like: something like it (a guess)"


@pytest.mark.parametrize(
    ("query", "guesses", "names"),
    [
        ("canoes", (("lake shore", 0.7), ("canoe", 0.5)), ("canoe", "lake shore")),
        ("a lake", (("canoe", 0.7), ("lake shore", 0.2)), ("canoe",)),
        ("beach", (("sandbar", 0.3), ("pier", 0.2)), ("perhaps sandbar",)),
        ("a pier at night", (("sandbar", 0.3), ("pier", 0.2)), ("perhaps pier",)),
        ("beach", (), ()),
    ],
)
def test_sure_guesses_are_named_or_one_that_is_not_as_such(
    query: str, guesses: Sequence[tuple[str, float]], names: tuple[str, ...]
) -> None:
    assert room.named(query, [Guess(*each) for each in guesses]) == names
    if not names:
        return
    assert room.looks_like(names).plain == f"looks like: {', '.join(names)} (a guess)"


@pytest.mark.parametrize(("points", "labels"), [(0.3, ["tag", "looks like"]), (0.05, ["tag"])])
def test_beside_words_a_look_is_told_if_it_would_be_reason_enough(points: float, labels: list[str]) -> None:
    both = replace(ranked(part("sea", Field.TAG)), look=LookPart(points))
    with WordMarks() as marks:
        found = room.reasons(both, [FieldValue(Field.TAG, "sea")], {}, marks, ("seashore",))
    assert [reason.label for reason in found] == labels


def test_a_passage_that_a_word_has_shown_is_not_shown_again() -> None:
    value = FieldValue(Field.CAPTION, LONG)
    found = reasons(ranked(part("boat", Field.CAPTION, 0.3), passage=7), [value], {PassageId(7): value})
    assert [reason.label for reason in found] == ["caption"]


def test_at_most_three_reasons_the_weightiest_first() -> None:
    fields = (Field.TAG, Field.TITLE, Field.PLACE, Field.FOLDER)
    parts = [part("sea", field, 12.0 - place) for place, field in enumerate(fields)]
    found = reasons(ranked(*parts), [FieldValue(field, "sea") for field in fields], {})
    assert [reason.label for reason in found] == ["tag", "title", "place"]


def test_emphasis_follows_endings_and_accents(marks: WordMarks) -> None:
    value = FieldValue(Field.CAPTION, "Fishing boats at Café Mañana")
    spans = emphasis(value, [part(word, Field.CAPTION) for word in ("fish", "boat", "cafe", "manana")], marks)
    assert [value.text[start:stop] for start, stop in spans or ()] == [
        "Fishing",
        "boats",
        "Café",
        "Mañana",
    ]


@pytest.mark.parametrize(
    ("word", "tags", "named", "words"),
    [
        ("run", ["running", "cat"], "running", ["running"]),
        ("pony", ["ponies", "q"], "ponies", ["ponies"]),
        ("happy", ["happiness", "q"], "happiness", ["happiness"]),
        ("happiness", ["happy", "q"], "happy", ["happy"]),
        ("harb*", ["harbour walls", "x"], "harbour walls", ["harbour"]),
        ("写真", ["写真集", "y"], "写真集", ["写真"]),
        ("smorrebrod", ["Smørrebrød", "z"], "Smørrebrød", ["Smørrebrød"]),
        ("cat|dog", ["cat", "this or that or or"], "cat", ["cat"]),
        ("dog", ["a dog's life", "d"], "a dog's life", ["dog"]),
        ("at dawn", ["dawn at sea", "Boats at dawn"], "Boats at dawn", ["at dawn"]),
    ],
)
def test_the_value_that_matched_is_named_and_the_words_that_matched_are_marked(
    word: str, tags: list[str], named: str, words: list[str]
) -> None:
    (only,) = reasons(ranked(part(word, Field.TAG)), [FieldValue(Field.TAG, tag) for tag in tags], {})
    assert (only.text, emphasised(only)) == (named, words)


@pytest.mark.parametrize(
    ("whole", "field", "values", "named"),
    [
        ("smorrebrod", Field.TAG, ["z", "Smørrebrød"], "Smørrebrød"),
        ("c++", Field.TAG, ["c", "vitamin c", "C++"], "C++"),
        ("IMG_1234", Field.NAME, ["IMG_1234.jpg"], "IMG_1234.jpg"),
        ("new line", Field.NAME, ["new⏎line.jpg"], "new⏎line.jpg"),
    ],
)
def test_an_exact_reason_names_the_value_that_is_the_whole_query(whole: str, field: Field, values: list[str], named: str) -> None:
    parts = (part(whole, field, 8.0, exact=True), part(whole, field, 12.0))
    (only,) = reasons(ranked(*parts), [FieldValue(field, each) for each in values], {})
    assert (only.text, emphasised(only)) == (named, [named])


def test_where_no_value_is_known_to_hold_the_word_the_field_alone_is_named() -> None:
    (only,) = reasons(ranked(part("boat", Field.CAPTION)), [FieldValue(Field.CAPTION, "x " * 10_000 + "boat")], {})
    assert (only.plain, only.emphasis) == ("caption", ())
    (gone,) = reasons(ranked(part("boat", Field.TAG)), [FieldValue(Field.TAG, "q")], {})
    assert gone.plain == "tag"


def test_marks_that_touch_are_one(marks: WordMarks) -> None:
    value = FieldValue(Field.TAG, "写真集 boats")
    assert emphasis(value, [part("真", Field.TAG), part("写|boat", Field.TAG)], marks) == ((0, 2), (4, 9))
    assert emphasis(value, [part("写真", Field.TAG), part("真集", Field.TAG)], marks) == ((0, 3),)


def test_a_long_word_without_spaces_is_cut() -> None:
    text, spans = excerpt("x" * 500, ())
    assert len(text) <= 62
    assert spans == ()


def test_line_breaks_become_spaces() -> None:
    assert excerpt("one\ntwo\r\nthree", ())[0] == "one two  three"


@pytest.mark.parametrize(
    ("query", "names", "refused", "told"),
    [
        ("dog", (), ("dog",), ("not dog",)),
        ("dogs", ("vizsla", "boxer", "pug"), ("canoe", "dog"), ("vizsla", "boxer", "not dog")),
        ("dog", (), ("canoe", "dog"), ("not dog",)),
        ("hound", (), ("dog", "fox"), ("not dog",)),
        ("hound", ("vizsla",), ("dog",), ("vizsla",)),
        ("dog", ("vizsla",), (), ("vizsla",)),
        ("dog", (), (), ()),
    ],
)
def test_a_refused_guess_that_is_asked_for_is_said_to_be_none(
    query: str, names: tuple[str, ...], refused: tuple[str, ...], told: tuple[str, ...]
) -> None:
    assert with_refused(query, names, refused) == told
