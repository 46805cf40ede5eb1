"""Values of the library in a question: which fields hold a phrase as a whole value, and the filters that find their photos."""

import re
from collections.abc import Iterator, Set

from app.domain.content_words import STOP_WORDS
from app.domain.country_names import other_names
from app.domain.ports import Postings, WordIndex
from app.domain.query import Condition, Filter, FilterField, Named, Term
from app.domain.words import Field
from app.search.question_words import Lead

Filters = tuple[Filter, ...]

_TAG, _PERSON, _TITLE, _PLACE, _FOLDER, _NAME, _CAMERA, _LENS = (
    FilterField.TAG, FilterField.PERSON, FilterField.TITLE, FilterField.PLACE, FilterField.FOLDER, FilterField.NAME, FilterField.CAMERA,
    FilterField.LENS,
)  # fmt: skip
_FIELDS = {
    Lead.NONE: {_TAG, _PERSON, _TITLE, _PLACE, _FOLDER, _NAME, _CAMERA, _LENS},
    Lead.WHERE: {_TAG, _TITLE, _PLACE, _FOLDER, _CAMERA},
    Lead.WITH: {_TAG, _PERSON, _CAMERA, _LENS},
    Lead.BY: {_TAG, _CAMERA},
    Lead.OF: {_TAG, _PERSON, _TITLE, _PLACE, _FOLDER, _NAME},
    Lead.CALLED: {_TAG, _PERSON, _TITLE, _NAME},
    Lead.TAGGED: {_TAG},
    Lead.CAPTIONED: set(),
    Lead.FOLDER: {_FOLDER},
    Lead.PERSON: {_PERSON},
    Lead.STEM: {_NAME},
    Lead.CAMERA: {_CAMERA},
    Lead.LENS: {_LENS},
}
"""Fields that a phrase may be a value of, by what leads to it."""
_TOLD = {Lead.TAGGED, Lead.CAPTIONED, Lead.FOLDER, Lead.PERSON, Lead.CAMERA, Lead.LENS}
"""These say what the value is; after any other word a file name is one."""
_FILTERED = {Field[each.name]: each for each in FilterField if each.name in Field.__members__}
_NUMBERED = {_TAG, _FOLDER}
"""Fields in which one thing goes by its singular or its plural."""
_NAMES_IN_PARTS = {
    _PERSON: {Lead.OF, Lead.WITH, Lead.CALLED, Lead.PERSON},
    _CAMERA: {Lead.WITH, Lead.BY, Lead.CAMERA},
    _LENS: {Lead.LENS},
}
"""Where some neighbouring words of a name stand for it: "taken with an EOS 600D", "photos of Wayne"."""
_ABBREVIATED = (("national park", "np"), ("mount", "mt"), ("saint", "st"))
_SERIES = {"canon": ("eos", "powershot", "digital"), "nikon": ("coolpix",), "fujifilm": ("finepix",), "sony": ("cybershot", "cyber-shot")}
"""Words between a maker and a model that nobody says: "the Canon R5"."""
_NO_CAMERA = {"digital", "camera", "cameras", "digital camera"}
"""These stand in the names of many cameras and are none."""
_ENDINGS = (("ies", "y"), ("es", ""), ("s", ""), ("y", "ies"), ("", "s"), ("", "es"))


MOST_NAMED = 6
"""Words of a town's name."""


class Values:
    """Looks up the phrases of one question, each once."""

    def __init__(self, words: WordIndex) -> None:
        self._words = words
        self._found: dict[tuple[str, Lead], Filters] = {}
        self._holding_of: dict[str, Set[FilterField]] = {}
        self._equal_of: dict[str, Set[FilterField]] = {}

    def filters(self, phrase: str, lead: Lead = Lead.NONE) -> Filters:
        """The alternatives that a phrase stands for after this lead; empty if it is no value."""
        key = (phrase, lead)
        if key not in self._found:
            self._found[key] = self._look_up(phrase, lead)
        return self._found[key]

    def captions(self, text: str, *, whole: bool = False) -> Filters:
        """This caption or title; where there is none, unless it must be the `whole`, the captions that hold it, its last word cut short."""
        equal = self._equal(text, {FilterField.CAPTION, _TITLE})
        return equal if equal or whole else self._existing(Filter(FilterField.CAPTION, Term(text, phrase=True, prefix=True)))

    def exist(self, alternatives: Filters) -> bool:
        """Whether any photo has one of these."""
        return len(self._words.satisfying([Condition(alternatives)])) > 0

    def _look_up(self, phrase: str, lead: Lead) -> Filters:
        fields = _FIELDS[lead] | ({_NAME} if "." in phrase[1:-1] and lead not in _TOLD else set())
        whole = self._equal(phrase, fields - {_PLACE})
        if not any(each.field in _NUMBERED for each in whole):
            whole += self._first(_in_other_number(phrase), fields & _NUMBERED)
        found = whole + self._in_parts(phrase, lead, fields - {each.field for each in whole})
        if _PLACE in fields:
            found += self._other_names(phrase, fields & {_PLACE, _TAG})
        if lead is Lead.WHERE or any(each.field is _PLACE for each in found):
            found += self.around(phrase)
        return found or self._first(_abbreviated(phrase), fields) or self._run_together(phrase, fields)

    def around(self, phrase: str) -> Filters:
        """Photos near a town of this name, whatever the nearest place is called; no name begins or ends with a function word."""
        words = phrase.casefold().split()
        around = None if len(words) > MOST_NAMED or {words[0], words[-1]} & STOP_WORDS else self._words.around(phrase)
        return (Filter(_PLACE, around),) if around else ()

    def _other_names(self, phrase: str, fields: Set[FilterField]) -> Filters:
        """What a country goes by as well: "the UK" is the United Kingdom."""
        held = [(name, self._holding(name)) for name in other_names(phrase)]
        named = [Filter(field, Named(name)) for name, having in held for field in (_PLACE, _TAG) if field in fields & having]
        return tuple(found for each in named for found in self._existing(each))

    def _run_together(self, phrase: str, fields: Set[FilterField]) -> Filters:
        """A camera whose name is written with other spaces, or without its series: "FinePix S2 Pro" is FinePixS2Pro."""
        maker, _, model = phrase.casefold().partition(" ")
        if _CAMERA not in fields or not model:
            return ()
        joined = ["".join(phrase.split())] if any(map(str.isdigit, phrase)) else []
        fuller = [*joined, *(f"{maker} {series} {model}" for series in _SERIES.get(maker, ()))]
        return next(((Filter(_CAMERA, Term(each, phrase=True)),) for each in fuller if _CAMERA in self._holding(each)), ())

    def _equal(self, text: str, fields: Set[FilterField]) -> Filters:
        if text not in self._equal_of:
            self._equal_of[text] = _filtered(self._words.equal_to(text))
        return tuple(Filter(field, Named(text)) for field in FilterField if field in fields & self._equal_of[text])

    def _first(self, texts: Iterator[str], fields: Set[FilterField]) -> Filters:
        return next((found for text in texts if (found := self._equal(text, fields))), ())

    def _in_parts(self, phrase: str, lead: Lead, fields: Set[FilterField]) -> Filters:
        """A part of a place, the first words of a title or camera, or any of a name where the lead says that it is one."""
        words = phrase.casefold().split()
        if words[0] in STOP_WORDS or words[-1] in STOP_WORDS:
            return ()
        held = fields & self._holding(phrase)
        found = self._existing(Filter(_PLACE, Named(phrase))) if _PLACE in held else ()
        if _TITLE in held and sum(word not in STOP_WORDS for word in words) > 1:
            found += self._existing(Filter(_TITLE, Named(phrase, leading=True)))
        if lead is Lead.STEM:
            return self._existing(Filter(_NAME, Term(phrase, phrase=len(words) > 1, prefix=True)))
        for field in (_PERSON, _CAMERA, _LENS):
            if field in held:
                found += self._of_name(field, phrase, lead)
        return found

    def _holding(self, phrase: str) -> Set[FilterField]:
        if phrase not in self._holding_of:
            self._holding_of[phrase] = _filtered(self._words.holding(Term(phrase, phrase=True)))
        return self._holding_of[phrase]

    def _of_name(self, field: FilterField, phrase: str, lead: Lead) -> Filters:
        numbered = field is not _PERSON and any(map(str.isdigit, phrase)) and any(map(str.isalpha, phrase))
        if field is _CAMERA and phrase.casefold() in _NO_CAMERA:
            return ()
        if numbered or lead in _NAMES_IN_PARTS[field]:
            return (Filter(field, Term(phrase, phrase=True)),)
        return self._existing(Filter(field, Named(phrase, leading=True))) if field is _CAMERA else ()

    def _existing(self, each: Filter) -> Filters:
        return (each,) if self.exist((each,)) else ()


def _filtered(postings: Postings) -> Set[FilterField]:
    return {_FILTERED[Field(number)] for number in set(postings.fields.tolist()) if Field(number) in _FILTERED}


def _in_other_number(phrase: str) -> Iterator[str]:
    """The phrase in the singular and in the plural: `dogs` and `dog`, `city` and `cities`."""
    for ending, other in _ENDINGS:
        if phrase.casefold().endswith(ending) and len(phrase) > len(ending) + 2:
            yield phrase[: len(phrase) - len(ending)] + other


def _abbreviated(phrase: str) -> Iterator[str]:
    """The phrase as it is often shortened in a tag: `Arches national park` is `Arches NP`."""
    for words, short in _ABBREVIATED:
        shortened = re.sub(rf"(?i)\b{words}\b", short, phrase)
        if shortened != phrase:
            yield shortened
