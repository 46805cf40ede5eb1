"""What the next question of a conversation may lean on."""

from app.domain.ids import PhotoId
from app.domain.query import EVERY_PHOTO, ParsedQuery
from app.domain.question import Context, Question, Scope, Turn
from app.services.conversation import EARLIER, Conversation


def turn(text: str, *, covered: bool = True, cannot: str = "") -> Turn:
    return Turn(Question(text, ParsedQuery(text, conditions=(EVERY_PHOTO,)), covered, cannot=cannot), (PhotoId(1),) if covered else ())


def test_the_last_question_that_was_understood_is_leaned_on() -> None:
    talk = Conversation()
    assert talk.context == Context()
    talk.note(turn("photos from Whitby"))
    talk.note(turn("delete them", cannot="Candid never deletes."))
    talk.note(turn("what do zebras eat", covered=False))
    assert talk.context.before == turn("photos from Whitby")


def test_a_host_is_told_only_what_was_asked_of_it() -> None:
    talk = Conversation()
    talk.note(turn("photos from Whitby"), "a.example")
    talk.note(turn("my visits to the clinic"))
    talk.note(turn("photos from Leeds"), "b.example")
    talk.note(turn("photos from 2019"), "a.example")
    assert talk.earlier("a.example") == ("photos from Whitby", "photos from 2019")
    assert talk.earlier("b.example") == ("photos from Leeds",)
    assert talk.earlier("c.example") == ()
    for year in range(2000, 2010):
        talk.note(turn(f"photos from {year}"), "a.example")
    assert talk.earlier("a.example") == tuple(f"photos from {year}" for year in range(2010 - EARLIER, 2010))


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
