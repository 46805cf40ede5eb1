"""Questions in a conversation over real rooms: results, scopes, why an answer has its label, and searches that would help."""

import shutil
from datetime import date
from pathlib import Path

import pytest

from app.assistant.answer import Answer
from app.bootstrap import Built
from app.domain.evidence import AnswerMode
from app.domain.ids import PhotoId
from app.domain.question import Scope
from app.services import why
from app.services.cancel import CancelSwitch
from app.services.conversation import Conversation
from app.services.suggesting import MOST_SUGGESTED
from tests.unit.services.conftest import MakePhoto

TODAY = date(2026, 6, 1)


@pytest.fixture
def filled(built: Built, photos: Path, make_photo: MakePhoto) -> Built:
    """Two photos of a harbour on one day, a dog and its copy, and one without a word."""
    make_photo("boats.jpg", "fishing boats lie in the old harbour at dawn", ("harbour",), "2019:06:14 05:00:00")
    make_photo("pier.jpg", "two men mend a net on the wooden pier", ("harbour", "net"), "2019:06:14 05:20:00")
    shutil.copy(make_photo("dog.jpg", "a brown dog runs over wet grass", ("dog",), "2020:01:02 10:00:00"), photos / "copy.jpg")
    make_photo("bare.jpg")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    return built


def names(answer: Answer) -> set[str]:
    return {Path(each.path).name for each in answer.cited}


def talk(built: Built, *questions: str, scope: Scope | None = None) -> list[Answer]:
    conversation = Conversation(scope)
    answers = [built.use_cases.ask.ask(each, TODAY, conversation) for each in questions]
    assert not any(each.rejected for each in answers)
    return answers


def of(built: Built, *files: str) -> Scope:
    """A selection of these photos."""
    every = built.catalogue.photos(map(PhotoId, built.catalogue.browse().tolist())).values()
    return Scope(f"{len(files)} selected photos", tuple(photo.id for photo in every if Path(photo.path).name in files))


def test_a_follow_up_asks_about_all_of_what_was_found(filled: Built) -> None:
    answers = talk(filled, "how many photos are from 2019?", "which of those are tagged net?", "when was that?", "and the others?")
    assert [names(each) for each in answers[:3]] == [{"boats.jpg", "pier.jpg"}, {"pier.jpg"}, {"pier.jpg"}]
    assert [line.text for line in answers[2].lines] == ["“pier.jpg” was taken on 14 June 2019, 05:20."]


def test_what_cannot_be_leaves_the_photos_before_as_they_were(filled: Built) -> None:
    answers = talk(filled, "photos tagged harbour", "delete them", "gibberish wobble", "how many is that?")
    assert (answers[1].mode, answers[1].cited) == (AnswerMode.OPEN, ())
    assert answers[3].lines[0].text == "2 photos match."


def test_the_values_that_most_have_are_shown_with_their_photos(filled: Built) -> None:
    answers = talk(filled, "which tag do most photos have?", "show me those")
    assert answers[0].lines[0].text == "2 of the 5 photos in your library are tagged “dog” and 2 “harbour”."
    assert len(names(answers[0])) == 4
    assert names(answers[1]) == names(answers[0])


def test_identical_files_are_duplicates(filled: Built) -> None:
    found, compared, related = talk(filled, "do I have any duplicates?", "are they identical?", "what belongs together with dog.jpg?")
    assert [line.text for line in found.lines[:2]] == [
        "There is 1 group of photos that are identical, byte for byte.",
        "“copy.jpg” and “dog.jpg” are identical, byte for byte.",
    ]
    assert compared.lines[0].text == "“copy.jpg” and “dog.jpg” are identical, byte for byte."
    assert related.lines[0].text == "1 other photo is identical to it, byte for byte."
    assert names(related) == {"dog.jpg", "copy.jpg"}


def test_photos_of_the_same_day_the_same_month_and_none(filled: Built) -> None:
    answers = talk(
        filled,
        "what was taken the same day as boats.jpg?",
        "what was taken in the same month as boats.jpg",
        "what was taken the same day as bare.jpg",
    )
    assert [each.lines[0].text for each in answers] == [
        "1 other photo was taken on the same day.",
        "1 other photo was taken in the same month.",
        "No other photo was taken on the same day.",
    ]


def test_photos_that_were_handed_over_are_asked_about_alone(filled: Built) -> None:
    scope = of(filled, "boats.jpg", "dog.jpg")
    answers = talk(filled, "what are these?", "how many photos are there?", "photos from 2019", "do I have duplicates?", scope=scope)
    assert [each.pack.library["matching"] for each in answers] == [2, 2, 1, 2]
    assert names(answers[0]) == {"boats.jpg", "dog.jpg"}
    assert {each.mode for each in answers} == {AnswerMode.SOURCED}
    assert {each.why for each in answers} == {why.HANDED_OVER}


def test_words_are_looked_for_in_the_scope_alone(filled: Built) -> None:
    scope = of(filled, "boats.jpg", "bare.jpg")
    found, missed = (talk(filled, text, scope=scope)[0] for text in ("boats in a harbour", "a dog on grass"))
    assert names(found) == {"boats.jpg"}
    assert (names(missed), missed.lines[-1].text) == (set(), "No photo matches the question’s words and filters.")


def test_why_an_answer_has_its_label_is_told_without_numbers(filled: Built) -> None:
    told = {
        "photos from 2019": why.UNDERSTOOD,
        "a brown dog on wet grass": why.NEARLY_SAID,
        "how are fishing boats built": why.ADJACENT,
        "how do I renew my passport": why.OPEN,
        "delete them": why.NO_QUESTION,
    }
    assert {text: talk(filled, text)[0].why for text in told} == told
    assert not any(character.isdigit() for line in told.values() for character in line)


def test_searches_that_find_something_are_suggested(filled: Built) -> None:
    answer = talk(filled, "who repairs the harbour in Atlantis?")[0]
    assert answer.mode is not AnswerMode.SOURCED
    assert "harbour" in answer.suggested
    assert not any("Atlantis" in each for each in answer.suggested)
    assert len(answer.suggested) <= MOST_SUGGESTED
    for text in answer.suggested:
        assert len(filled.use_cases.search.search(text, TODAY)) > 0
    assert talk(filled, "how do I renew my passport")[0].suggested == ()
    assert talk(filled, "photos from 2019")[0].suggested == ()


def test_no_model_is_told_what_candid_was_asked(filled: Built) -> None:
    conversation = Conversation()
    filled.use_cases.ask.ask("photos from 2010", TODAY, conversation)
    assert conversation.earlier("api.anthropic.com") == ()
    assert conversation.context.before is not None, "it can be leaned on all the same"
