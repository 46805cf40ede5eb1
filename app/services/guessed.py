"""What Candid guesses where nothing is said: what one photo shows, and in how many people are. Told beside an answer, never as a fact."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from app.assistant import guessed as says
from app.domain.content_words import is_name
from app.domain.errors import ModelUnavailable
from app.domain.evidence import AnswerMode
from app.domain.photo import Photo
from app.domain.ports import Ids
from app.domain.query import Condition, Filter, FilterField, Known, NumberRange
from app.domain.question import Aggregate, Dimension, Question
from app.library.catalogue import Catalogue
from app.search.candidates import of_those
from app.search.question_looks import asks_for_text, rests_on_guesses
from app.search.said_people import SAID_TO_SHOW_PEOPLE, SHOWS_NOBODY
from app.services.by_look import ChosenRuler
from app.services.evidence import Evidence
from app.services.seen import LooksOf, Seen, seen_photos

MOST_TOLD = 6
"""Guesses of one photo that are told."""
_COUNTED = Condition((Filter(FilterField.FACES, NumberRange(least=0)),))
_WITH_FACES = Condition((Filter(FilterField.HAS, Known.FACES),))
_A_PERSON = "person"
"""The look that is people's, where no face is seen: of 26 photos with people it finds 16, and no other of 32."""


@dataclass(frozen=True, slots=True)
class Guess:
    """Sentences; the first stands in place of the opening where `opens`. They are no guess where nothing was looked at."""

    sentences: tuple[str, ...]
    opens: bool = False
    guesses: bool = True


def _is_described(photo: Photo) -> bool:
    """Whether what is said of a photo tells what it shows: a caption that only names something, such as the camera, does not."""
    facts = photo.facts
    texts = [each.value for each in (facts.caption, facts.title) if each]
    return bool(facts.tags or facts.people) or not all(map(is_name, texts))


class Guesses:
    """Guesses what a question asks for beside what is said."""

    def __init__(self, catalogue: Catalogue, looks_of: LooksOf, ruler: ChosenRuler) -> None:
        self._catalogue = catalogue
        self._looks_of = looks_of
        self._ruler = ruler

    def beside(self, evidence: Evidence) -> Evidence:
        """The same with what is guessed, which makes it adjacent at most. Raises `LibraryUnavailable`."""
        guess = self._of(evidence)
        if guess is None:
            return evidence
        told = replace(evidence, guesses=guess.sentences, guess_opens=guess.opens)
        if not guess.guesses or evidence.pack.mode is AnswerMode.OPEN:
            return told
        return replace(told, near=replace(told.near, by_look=True), pack=replace(evidence.pack, mode=AnswerMode.ADJACENT))

    def _of(self, evidence: Evidence) -> Guess | None:
        question = evidence.question
        if question.cannot:
            return None
        if asks_for_text(question.query):
            return Guess((says.by_text(evidence.near.found),), opens=True)
        if rests_on_guesses(question.query):
            return self._by_faces(evidence)
        if SAID_TO_SHOW_PEOPLE in question.query.conditions:
            return self._with_people(evidence)
        if question.aggregate in (Aggregate.SHOWN, Aggregate.DESCRIBED) and evidence.pack.photos:
            return self._of_one(evidence)
        return None

    def _by_faces(self, evidence: Evidence) -> Guess:
        found = evidence.near.found
        if found:
            nobody = set(SHOWS_NOBODY) <= set(evidence.question.query.conditions)
            return Guess((says.nobody(found) if nobody else says.by_faces(found),), opens=True)
        counted = len(self._catalogue.satisfying([_COUNTED]))
        return Guess((says.BY_FACES_NONE if counted else says.NO_FACES_YET,), opens=True)

    def _with_people(self, evidence: Evidence) -> Guess | None:
        """In how many photos people seem to be beside those that say so, of those that the rest of the question leaves."""
        question = evidence.question
        others = [each for each in question.query.conditions if each != SAID_TO_SHOW_PEOPLE]
        asked = self._catalogue.satisfying(others) if others else self._catalogue.browse()
        left: Ids = np.setdiff1d(of_those(asked, question.within), self._catalogue.satisfying([SAID_TO_SHOW_PEOPLE]))
        near, any_look = self._near(_A_PERSON, evidence)
        if not any_look and not len(self._catalogue.satisfying([_COUNTED])):
            return None
        seen = np.union1d(self._catalogue.satisfying([_WITH_FACES]), near)
        return Guess((says.more_with_people(len(np.intersect1d(left, seen))),))

    def _near(self, wording: str, evidence: Evidence) -> tuple[Ids, bool]:
        """The photos whose look is near to a wording, and whether there was a look to compare."""
        none: Ids = np.empty(0, np.int64)
        ruler = self._ruler()
        if ruler is None:
            return none, False
        try:
            seen = ruler.seen(wording)
        except ModelUnavailable:
            return none, False
        return (np.array(seen.photos(evidence.limits.look, None), np.int64), True) if seen else (none, False)

    def _of_one(self, evidence: Evidence) -> Guess | None:
        packed = evidence.pack.photos[0]
        photo, name, question = evidence.photos[packed.id], evidence.names[packed.id], evidence.question
        library = evidence.pack.library
        if question.of in (Dimension.PERSON, Dimension.FACE):
            return self._faces(photo, name, question)
        if library.get("worded") if question.thing else _is_described(photo):
            return None
        seen = seen_photos(self._catalogue, self._looks_of, [photo.id]).get(photo.id)
        if seen is None:
            return Guess((says.not_looked_at(name),), guesses=False)
        return Guess(tuple(self._looks_like(photo, evidence, seen)))

    def _looks_like(self, photo: Photo, evidence: Evidence, seen: Seen) -> Iterator[str]:
        name, thing = evidence.names[evidence.pack.photos[0].id], evidence.question.thing
        if thing:
            near, any_look = self._near(re.sub(r"^(?:any|some) ", "", thing), evidence)
            if any_look:
                yield says.comes_near(name, thing, near=photo.id in near)
        sure = [each.name for each in seen.guesses if each.is_sure]
        perhaps = [each.name for each in seen.guesses if not each.is_sure]
        likely = [*([seen.people] if seen.people else []), *sure]
        yield says.shows(name, likely[:MOST_TOLD], perhaps[:MOST_TOLD])
        if seen.faces and not thing:
            yield says.faces(name, len(seen.faces))

    def _faces(self, photo: Photo, name: str, question: Question) -> Guess | None:
        """How many faces there are, where that says more than the names."""
        names = len(photo.facts.people.value) if photo.facts.people else 0
        if not len(np.intersect1d(self._catalogue.satisfying([_COUNTED]), [photo.id])) and not photo.regions:
            return Guess((says.not_looked_at(name),), guesses=False)
        seen = seen_photos(self._catalogue, self._looks_of, [photo.id]).get(photo.id)
        found = len(photo.regions) or (len(seen.faces) if seen else 0)
        if names and found <= names and question.of is Dimension.PERSON:
            return None
        return Guess((says.faces(name, found, marked=bool(photo.regions)),))
