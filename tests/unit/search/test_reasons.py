"""Reasons in words, with what to emphasise."""

from app.domain.ids import PassageId, PhotoId
from app.domain.match import MeaningPart, RankedPhoto, Reason, WordPart
from app.domain.words import Field, FieldValue
from app.search.reasons import emphasis, excerpt, reasons

LONG = "On the last morning of the holiday we saw seven small fishing boats come in at dawn with nets full of herring and crabs"


def ranked(*parts: WordPart, passage: int | None = None) -> RankedPhoto:
    meaning = MeaningPart(PassageId(passage), 0.6, 1.0) if passage else None
    return RankedPhoto(PhotoId(1), sum(part.points for part in parts), 1.0 if meaning else 0.0, parts, meaning)


def emphasised(reason: Reason) -> list[str]:
    return [reason.text[start:stop] for start, stop in reason.emphasis]


def test_a_tag_is_named() -> None:
    values = [FieldValue(Field.TAG, "old town"), FieldValue(Field.TAG, "Harbour"), FieldValue(Field.CAPTION, "a harbour")]
    (only,) = reasons(ranked(WordPart("harbour", Field.TAG, 12.0)), values, {})
    assert (only.label, only.text, emphasised(only)) == ("tag", "Harbour", ["Harbour"])
    assert only.plain == "tag Harbour"


def test_an_excerpt_is_taken_around_the_words() -> None:
    parts = (WordPart("boat", Field.CAPTION, 0.3), WordPart("dawn", Field.CAPTION, 0.3))
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


def test_a_passage_that_a_word_has_shown_is_not_shown_again() -> None:
    value = FieldValue(Field.CAPTION, LONG)
    found = reasons(ranked(WordPart("boat", Field.CAPTION, 0.3), passage=7), [value], {PassageId(7): value})
    assert [reason.label for reason in found] == ["caption"]


def test_at_most_three_reasons_the_weightiest_first() -> None:
    fields = (Field.TAG, Field.TITLE, Field.PLACE, Field.FOLDER)
    parts = [WordPart("sea", field, 12.0 - place) for place, field in enumerate(fields)]
    found = reasons(ranked(*parts), [FieldValue(field, "sea") for field in fields], {})
    assert [reason.label for reason in found] == ["tag", "title", "place"]


def test_emphasis_follows_endings_and_accents() -> None:
    text = "Fishing boats at Café Mañana"
    assert [text[start:stop] for start, stop in emphasis(text, ["fish", "boat", "cafe", "manana"])] == [
        "Fishing",
        "boats",
        "Café",
        "Mañana",
    ]


def test_a_long_word_without_spaces_is_cut() -> None:
    text, spans = excerpt("x" * 500, ())
    assert len(text) <= 62
    assert spans == ()


def test_line_breaks_become_spaces() -> None:
    assert excerpt("one\ntwo\r\nthree", ())[0] == "one two  three"
