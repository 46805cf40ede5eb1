"""How far looking is, while it goes on."""

from app.domain.ids import ModelId
from app.domain.look import Look
from app.library.looks import LookTally
from app.services.looked_parts import LookedCount, LookedPart, counted_text, least_far, looked_text
from app.services.lookers import Looker

CONTENT, FACES, TEXT = (ModelId(name) for name in ("content", "faces", "text"))
LOOKERS = tuple(
    Looker(model_id, lambda _: Look(), purpose=purpose) for model_id, purpose in ((CONTENT, "Guesses"), (FACES, "Guesses"), (TEXT, "Text"))
)
BEFORE = LookTally(10, 0, {frozenset({CONTENT, FACES}): 4, frozenset({CONTENT}): 2})


def test_a_photo_counts_where_nothing_of_a_purpose_is_left() -> None:
    count = LookedCount(BEFORE, LOOKERS, (CONTENT, FACES, TEXT))
    assert count.parts == (LookedPart("Guesses", 4), LookedPart("Text", 0))
    count.stored((CONTENT, FACES, TEXT), (CONTENT, FACES, TEXT))
    count.stored((TEXT,), (TEXT,))
    count.stored((FACES, TEXT), (FACES,))
    count.stored((CONTENT, FACES, TEXT), (CONTENT,))
    count.stored((CONTENT, FACES, TEXT), ())
    assert count.parts == (LookedPart("Guesses", 6), LookedPart("Text", 2))


def test_what_waits_for_a_model_that_looks_alone_does_not_count() -> None:
    count = LookedCount(BEFORE, LOOKERS, (CONTENT, TEXT))
    count.stored((CONTENT, TEXT), (CONTENT, TEXT))
    assert count.parts == (LookedPart("Guesses", 4), LookedPart("Text", 1))


def test_it_is_told_for_each_purpose_and_the_least_far_is_known() -> None:
    both = (LookedPart("Guesses", 1_204), LookedPart("Text", 7))
    assert (counted_text(both, 1_204), least_far(both)) == ("Guesses: 1,204 of 1,204 · Text: 7 of 1,204", 7)
    assert (counted_text(both[:1], 1_204), looked_text(both[:1], 1_204)) == ("1,204 of 1,204", "1,204 of 1,204 photos looked at")
    assert (looked_text((), 0), least_far(())) == ("0 of 0 photos looked at", 0)
