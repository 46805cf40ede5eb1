"""What the next question of a conversation may lean on."""

from app.domain.ids import PhotoId
from app.domain.query import EVERY_PHOTO, ParsedQuery
from app.domain.question import Context, Question, Scope, Turn
from app.services.conversation import Conversation


def turn(text: str, *, covered: bool = True, cannot: str = "") -> Turn:
    return Turn(Question(text, ParsedQuery(text, conditions=(EVERY_PHOTO,)), covered, cannot=cannot), (PhotoId(1),) if covered else ())


def test_the_last_question_that_was_understood_is_leaned_on() -> None:
    talk = Conversation()
    assert talk.context == Context()
    talk.note(turn("photos from Whitby"))
    talk.note(turn("delete them", cannot="Candid never deletes."))
    talk.note(turn("what do zebras eat", covered=False))
    assert talk.context.before == turn("photos from Whitby")
    assert talk.earlier == ("photos from Whitby", "delete them", "what do zebras eat")


def test_other_photos_are_another_subject() -> None:
    talk = Conversation()
    day = Scope("14 June 2019", (PhotoId(7),))
    talk.note(turn("photos from Whitby"))
    talk.set_scope(day)
    assert talk.context == Context(day)
    talk.note(turn("when were these taken"))
    talk.set_scope(Scope("14 June 2019", (PhotoId(7),)))
    assert talk.context.before == turn("when were these taken")
    talk.set_scope(None)
    assert talk.context == Context()
