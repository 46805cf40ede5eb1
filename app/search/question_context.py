"""What a phrase of the closed vocabulary does where it stands: "photos which show Wayne" does not ask which."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.search.question_text import QuestionText
from app.search.question_words import Lead, Meaning, Part

_DETERMINERS = frozenset({"my", "our", "the", "any", "all", "of", "these"})


@dataclass(frozen=True, slots=True)
class InPlace:
    """The words `start` to before `stop` of a question as a phrase, `after` the parts before them."""

    text: QuestionText
    start: int
    stop: int
    after: Sequence[Part]

    def does(self, part: Part, meaning: Meaning) -> tuple[Part, Meaning]:
        """What the phrase does here, and what it means."""
        if Part.PHOTOS in self.after:
            return self._after_photos(part, meaning)
        return self._to(part, meaning)

    def _after_photos(self, part: Part, meaning: Meaning) -> tuple[Part, Meaning]:
        if part is Part.PHOTOS and self._is_within_photos():
            return Part.LIBRARY, meaning
        if part is Part.PHOTOS and self._word() in ("one", "ones"):
            return Part.GLUE, None
        if part in (Part.WHICH, Part.ASKED) or (part is Part.REQUEST and self._words() == "show"):
            return Part.GLUE, Lead.OF
        return self._to(part, meaning)

    def _to(self, part: Part, meaning: Meaning) -> tuple[Part, Meaning]:
        if part is not Part.GLUE or self._word() != "to":
            return part, meaning
        return (Part.GLUE, Lead.WHERE) if self.after and self.after[-1] is Part.GO else (Part.UNKNOWN, meaning)

    def _word(self) -> str:
        return self.text.words[self.start].text

    def _words(self) -> str:
        return self.text.typed(self.start, self.stop).casefold()

    def _is_within_photos(self) -> bool:
        """Whether "in my" or "in any of our" leads to the word for photos, where photos were spoken of before."""
        led = self.start
        while led and self.text.words[led - 1].text in _DETERMINERS:
            led -= 1
        return led > 0 and self.text.words[led - 1].text in ("in", "among")
