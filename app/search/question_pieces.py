"""A question cut into pieces: at each place the longest reading as an attribute, a date, a value of the library or a known phrase."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import takewhile

from app.domain.content_words import STOP_WORDS
from app.domain.query import Around, Filter, FilterField, Named
from app.search.attributes import attributes, day_part, weekdays
from app.search.filters import described, filters, label, term
from app.search.known_words import more_known
from app.search.lexer import Kind, Token
from app.search.question_context import InPlace
from app.search.question_markers import BEFORE_PHOTOS, CAPTION, CAPTION_AFTER, DATED, MARKERS, NOUNS, SAYING
from app.search.question_text import QuestionText
from app.search.question_values import Filters, Values
from app.search.question_words import Lead, Meaning, Part, phrases

LONGEST_VALUE = 10
"""Words of a value that are looked up together."""

_QUESTION_WORDS = frozenset({"what", "which", "who", "whom", "whose", "when", "where", "why", "how"})
_VERBS = frozenset({Part.TAKE, Part.PHOTOGRAPH})
_BEFORE_VERBS = frozenset(
    {Part.PHOTOS, Part.PAST, Part.PRESENT, Part.I, Part.CAMERA, Part.FILE, Part.LED, Part.VALUE, Part.CONDITION, Part.ASKED, Part.LIBRARY}
)
_LEADING = {Part.GO: Lead.WHERE, Part.PHOTOGRAPH: Lead.OF, Part.USE: Lead.WITH, Part.SHOWN: Lead.NONE}
_ALSO_LED = {Part.CAMERA: (Lead.CAMERA,), Part.MY: (Lead.CAMERA,), Part.REQUEST: (Lead.PERSON,), Part.NOT: (Lead.NONE, Lead.OF)}
"""What a value may be besides right after these: "Canon EOS", "my EOS", "show me Balu", "except Wayne"."""
_LED = frozenset({Lead.WHERE, Lead.WITH, Lead.BY, Lead.OF})
_TAKEN_WITH_IT = re.compile("(?:taken|shot|made) (?:with|on|using) (?:it|that(?: one| camera)?)$")
_OF_THEM = re.compile("of (?:him|her|them)$")
_DETERMINERS = frozenset({"a", "an", "the", "my", "our", "this", "that", "some", "any"})
_WRITTEN = frozenset({FilterField.CAPTION, FilterField.TITLE})
_BEFORE_COUNTED = frozenset({Part.WHICH, Part.HOW_MANY, Part.MOST, Part.EACH, Part.SUPERLATIVE})
"""After these, years are what is asked for: "which months of 2005"."""
_EQUIPMENT = frozenset({FilterField.CAMERA, FilterField.LENS})


@dataclass(frozen=True, slots=True)
class Piece:
    """The words `start` to before `stop`. `filters` are the alternatives of a condition, `lead` what led to a value.

    `certain`: a condition whose words can mean nothing else, whatever stands beside them.
    """

    part: Part
    start: int
    stop: int
    meaning: Meaning = None
    filters: Filters = ()
    negated: bool = False
    label: str = ""
    lead: Lead = Lead.NONE
    certain: bool = True


def pieces(text: QuestionText, values: Values, today: date) -> tuple[Piece, ...]:
    """All pieces in order; words that mean nothing here are pieces too."""
    found: list[Piece] = []
    lead = Lead.NONE
    while (start := found[-1].stop if found else 0) < len(text.words):
        # In a list each is led to as the first was: "from Italy, Denmark or Spain".
        lead = found[-1].lead if found and "," in text.between(start) else lead
        piece = _Place(text, values, today, start, lead, found).longest()
        lead = _lead_after(piece, lead, found)
        found.append(piece)
    return tuple(found)


def _lead_after(piece: Piece, lead: Lead, before: Sequence[Piece]) -> Lead:
    """What leads to a value after this piece; one that is joined to another is led to as that was."""
    if piece.part in _LEADING:
        return _LEADING[piece.part]
    if piece.part in (Part.GLUE, Part.NOT, Part.MY):
        joined = next((each.lead for each in reversed(before) if each.part is not Part.GLUE), Lead.NONE)
        return piece.meaning if isinstance(piece.meaning, Lead) and piece.meaning else lead or joined
    return Lead.NONE


@dataclass(frozen=True, slots=True)
class _Place:
    """A place in a question, with what led to it and the pieces before it."""

    text: QuestionText
    values: Values
    today: date
    start: int
    lead: Lead
    before: Sequence[Piece]

    def longest(self) -> Piece:
        """The longest piece that begins here, the first of several."""
        return max(self._readings(), key=lambda piece: piece.stop)

    def _readings(self) -> Iterator[Piece]:
        token = self.text.words[self.start].token
        if token:
            yield self._marked(token)
        yield from self._attributes()
        yield from self._more_known()
        yield from self._dates()
        yield from self._times()
        yield from self._weekdays()
        yield from self._pointing()
        yield from self._named()
        yield from self._phrases()
        yield from self._values(self.start, self.start, self.lead)
        for led in _ALSO_LED.get(self.before[-1].part, ()) if self.before else ():
            yield from self._values(self.start, self.start, led)
        if self.before and self.before[-1].part in (Part.PRESENT, Part.PAST):
            # "Is Wayne in my photos": by a part of the name, and still no more than a value by itself.
            yield from (replace(each, part=Part.VALUE) for each in self._values(self.start, self.start, Lead.PERSON))
        yield Piece(Part.UNKNOWN, self.start, self.start + 1)

    def _marked(self, token: Token) -> Piece:
        """A quotation, a filter or an exclusion as in the search box."""
        alternatives = filters(token, self.today)
        if token.field is None and token.negated and not token.prefix:
            alternatives = (Filter(FilterField.WORDS, term(token)),)
        elif token.field is None and token.kind is Kind.PHRASE:
            return next(self._values(self.start, self.start, self.lead), Piece(Part.UNKNOWN, self.start, self.start + 1))
        elif token.field in _WRITTEN and token.kind is Kind.PHRASE and not token.negated and not self.values.exist(alternatives):
            alternatives = self.values.captions(token.text)
        if token.kind is Kind.UNREAD or not alternatives:
            return Piece(Part.UNKNOWN, self.start, self.start + 1)
        shown = label(token, alternatives) if token.field else token.text
        return Piece(Part.CONDITION, self.start, self.start + 1, None, alternatives, token.negated, shown)

    def _attributes(self) -> Iterator[Piece]:
        for each in attributes(self.text.joined, self.text.offsets[self.start]):
            stop = self.text.word_after(each.stop)
            named = each.filters[0].field is FilterField.PEOPLE
            if (each.certain or named or not self._is_shown()) and not self._is_tag(each.filters, stop):
                shown = described(each.filters)
                yield Piece(Part.CONDITION, self.start, stop, None, each.filters, each.negated, shown, certain=each.certain)

    def _more_known(self) -> Iterator[Piece]:
        """A noun in a list of what is known or not: "without a date, place or caption"."""
        before = next((each for each in reversed(self.before) if each.part is not Part.GLUE), None)
        if before and before.filters and all(each.field is FilterField.HAS for each in before.filters):
            for after, known in more_known(self.text.joined, self.text.offsets[self.start]):
                each = (Filter(FilterField.HAS, known),)
                yield Piece(Part.CONDITION, self.start, self.text.word_after(after), None, each, before.negated, described(each))

    def _is_shown(self) -> bool:
        """Whether it is what the photos are of: "three stars"."""
        led = takewhile(lambda each: each.part is Part.GLUE, reversed(self.before))
        return any(each.meaning is Lead.OF for each in led)

    def _is_tag(self, meant: Filters, stop: int) -> bool:
        """Whether a shape is a tag as well: then "landscape photos" are those with the tag."""
        shape = stop == self.start + 1 and all(each.field is FilterField.SHAPE for each in meant)
        return shape and bool(self.values.filters(self.text.typed(self.start, stop), Lead.TAGGED))

    def _dates(self) -> Iterator[Piece]:
        """A date, and what of the library is called so: a tag or folder "Christmas 2015"."""
        counted = self.before and self.before[-1].part in _BEFORE_COUNTED
        led = None if counted else DATED.match(self.text.joined, self.text.offsets[self.start])
        dated = self.text.word_after(led.end()) if led else self.start
        if dated in self.text.dates:
            found, stop = self.text.dates[dated]
            ranges = tuple(Filter(FilterField.DATE, each) for each in found.ranges)
            named = self.values.filters(found.named, Lead.NONE) if found.named else ()
            called = tuple(each for each in named if each.field in (FilterField.TAG, FilterField.FOLDER))
            shown = f"date: {found.label}{', or called so' if called else ''}"
            yield Piece(Part.CONDITION, self.start, self._past_possessive(stop), None, ranges + called, label=shown)

    def _times(self) -> Iterator[Piece]:
        """A part of the day, and what of the library is called so: a tag "evening"."""
        found = day_part(self.text.joined, self.text.offsets[self.start])
        if found:
            stop = self.text.word_after(found[0])
            called = self.values.filters(self.text.typed(stop - 1, stop), Lead.NONE)
            time = Filter(FilterField.TIME, found[1])
            yield Piece(Part.CONDITION, self.start, stop, None, (time, *called), label=f"time: {found[1].value}")

    def _weekdays(self) -> Iterator[Piece]:
        """Days of the week, and what of the library is called so."""
        found = weekdays(self.text.joined, self.text.offsets[self.start])
        if found:
            stop = self.text.word_after(found[0])
            called = self.values.filters(self.text.typed(stop - 1, stop), Lead.NONE)
            days = tuple(Filter(FilterField.WEEKDAY, each) for each in found[1])
            shown = f"weekday: {' to '.join(found[1][::4]) if len(found[1]) > 2 else ' or '.join(found[1])}"
            yield Piece(Part.CONDITION, self.start, stop, None, (*days, *called), label=shown)

    def _pointing(self) -> Iterator[Piece]:
        """Words for a camera or somebody named before: "taken with it"; where none was, they point at nothing."""
        named = {one.field for each in self.before for one in each.filters}
        portrayed = bool(self.before) and self.before[-1].part is Part.PHOTOS
        for pattern, field, part in ((_TAKEN_WITH_IT, FilterField.CAMERA, Part.TAKE), (_OF_THEM, FilterField.PERSON, Part.GLUE)):
            if pattern.match(self.text.joined, self.text.offsets[self.start]) and (portrayed or part is Part.TAKE):
                yield Piece(part if field in named else Part.UNKNOWN, self.start, len(self.text.words))

    def _named(self) -> Iterator[Piece]:
        """A value after a word that says what it is: "tagged dusk", "in the folder 2015", "with the caption …"."""
        offset = self.text.offsets[self.start]
        for pattern, lead in MARKERS:
            match = pattern.match(self.text.joined, offset)
            if match:
                yield from self._values(self.start, self.text.word_after(match.end()), lead)
        caption = CAPTION.match(self.text.joined, offset)
        if caption:
            yield from self._captions(self.text.start_of(self.text.word_after(caption.end())))
        yield from self._captioned_before()
        token = self.text.words[self.start].token
        if token and token.kind is Kind.WORD and not token.negated:
            yield from self._of_field(token)

    def _of_field(self, token: Token) -> Iterator[Piece]:
        """What follows a filter of the search box and belongs to it: "tag: Arches NP", "caption: …"."""
        first = self.text.text.find(":", token.start) + 1
        if token.field in _WRITTEN:
            yield from self._captions(first)
        for stop in range(min(self.start + LONGEST_VALUE, len(self.text.words)), self.start + 1, -1):
            phrase = self.text.text[first : self.text.words[stop - 1].end].strip()
            found = self.values.filters(phrase, Lead.TAGGED) if token.field is FilterField.TAG and phrase else ()
            if found:
                yield Piece(Part.CONDITION, self.start, stop, None, found, label=_label(found, phrase), lead=Lead.TAGGED)

    def _captioned_before(self) -> Iterator[Piece]:
        """A caption before the word that says that it is one: "has Harvest as its caption"."""
        offset = self.text.offsets[self.start]
        after, led = CAPTION_AFTER.search(self.text.joined, offset), SAYING.match(self.text.joined, offset)
        if after:
            first, stop = self.text.word_after(led.end() if led else offset), self.text.word_after(after.start())
            quoted = first < stop and self.text.words[first].token is not None
            if first < stop:
                yield from self._captions(self.text.start_of(first), self.text.words[stop - 1].end, whole=not quoted)

    def _captions(self, start: int, end: int | None = None, *, whole: bool = False) -> Iterator[Piece]:
        """What stands from here to `end`, or all that follows, as a caption: as the `whole` of it, or of its beginning."""
        typed = self.text.text[start : end or self.text.words[-1].end].strip('"“”„‟«»＂: ')
        found = self.values.captions(typed, whole=whole) if typed else ()
        if found:
            yield Piece(Part.CONDITION, self.start, len(self.text.words), None, found, label=f"caption: {typed}", lead=Lead.CAPTIONED)

    def _phrases(self) -> Iterator[Piece]:
        readings = list(phrases(self.text.joined, self.text.offsets[self.start]))
        previous = self.before[-1].part if self.before else None
        # "Shot" and "photograph" are what was taken or the taking of it.
        readings.sort(key=lambda each: (each.part in _VERBS) is not (previous in _BEFORE_VERBS))
        for each in readings:
            stop = self.text.word_after(each.stop)
            place = InPlace(self.text, self.start, stop, tuple(before.part for before in self.before))
            part, meaning = place.does(each.part, each.meaning)
            yield Piece(part, self.start, stop, meaning)

    def _values(self, start: int, first: int, lead: Lead) -> Iterator[Piece]:
        """Values from the word `first` on, the longest first; the piece begins at `start`, where a word led to it."""
        for stop in range(min(first + LONGEST_VALUE, len(self.text.words)), first, -1):
            phrase = self._phrase(first, stop)
            for after, led in self._continuations(stop, lead) if phrase else ():
                common = after == stop and led is lead and self._has_article(first, stop)
                found = self._told(self.values.filters(phrase, led), phrase, led, common=common)
                if led is Lead.NONE and self._may_be_town(first, stop, found):
                    found = tuple(dict.fromkeys((*found, *self.values.around(phrase))))
                if found:
                    yield Piece(_part(found, phrase, led), start, after, None, found, label=_label(found, phrase), lead=led)

    def _may_be_town(self, first: int, stop: int, found: Filters) -> bool:
        """Whether no preposition need lead to a town: before the word for photos, a name of several words, or one that is nothing else."""
        before_photos = BEFORE_PHOTOS.match(self.text.joined, self._end_of(stop)) is not None
        return before_photos and (stop - first > 1 or (not found and self.text.is_name(first)))

    def _told(self, found: Filters, phrase: str, lead: Lead, *, common: bool) -> Filters:
        """Without files whose name a question may hold by chance: a "portrait" is not portrait.jpg unless a file is spoken of.

        Without towns where it is a common noun: "in the forest" is not near Forest.
        """
        spoken_of = lead in (Lead.CALLED, Lead.STEM) or _is_file_name(phrase)
        told = (each for each in found if spoken_of or each.field is not FilterField.NAME)
        return tuple(each for each in told if not (common and isinstance(each.value, Around)))

    def _has_article(self, first: int, stop: int) -> bool:
        """Whether the words are no proper name: in lower case behind an article or a possessive."""
        return first > 0 and self.text.words[first - 1].text in _DETERMINERS and self.text.typed(first, stop).islower()

    def _phrase(self, start: int, stop: int) -> str:
        """What the words say if they may be a value; function words alone are none, nor is a question."""
        words = self.text.words[start:stop]
        token = words[0].token
        if token and token.kind is Kind.PHRASE and token.field is None and len(words) == 1:
            return token.text
        if any(word.token for word in words) or words[0].text in _QUESTION_WORDS:
            return ""
        function = all(word.text in STOP_WORDS for word in words) and not self._is_country(start, stop)
        return "" if function else self.text.typed(start, stop)

    def _is_country(self, start: int, stop: int) -> bool:
        """Whether "us" is no pronoun."""
        typed = self.text.typed(start, stop)
        return typed.casefold() == "us" and (typed == "US" or (start > 0 and self.text.words[start - 1].text == "the"))

    def _continuations(self, stop: int, lead: Lead) -> Iterator[tuple[int, Lead]]:
        """The places after a value with the words that belong to it: a noun that says what it is, "called", the possessive."""
        offset = self._end_of(stop)
        for pattern, led in NOUNS:
            match = pattern.match(self.text.joined, offset)
            if match:
                yield self.text.word_after(match.end()), led
        if BEFORE_PHOTOS.match(self.text.joined, offset):
            yield stop, Lead.CAMERA
        following = self.text.words[stop].text if stop < len(self.text.words) else ""
        if lead in (Lead.NONE, Lead.OF):
            lead = {"called": Lead.CALLED, "named": Lead.CALLED, "'s": Lead.OF}.get(following, lead)
        yield self._past_possessive(stop), lead

    def _end_of(self, stop: int) -> int:
        """Where the words before `stop` end in the joined text."""
        return self.text.offsets[stop] - 1 if stop < len(self.text.words) else len(self.text.joined)

    def _past_possessive(self, stop: int) -> int:
        """ "Wayne's photos" and "last year's photos": the possessive belongs to what is before it."""
        return stop + (stop < len(self.text.words) and self.text.words[stop].text == "'s")


def _part(found: Filters, phrase: str, lead: Lead) -> Part:
    fields = {each.field for each in found}
    if fields <= _EQUIPMENT:
        return Part.CAMERA
    if fields == {FilterField.NAME} and _is_file_name(phrase):
        return Part.FILE
    if lead is Lead.NONE:
        return Part.VALUE
    return Part.LED if lead in _LED else Part.CONDITION


def _is_file_name(phrase: str) -> bool:
    """Whether nothing but a file is called so: with an ending, or letters and digits as cameras name files."""
    return "." in phrase or (any(map(str.isdigit, phrase)) and any(map(str.isalpha, phrase)))


def _label(found: Filters, phrase: str) -> str:
    shown = next((each.value.text for each in found if isinstance(each.value, Named)), phrase)
    near = next((f", within {each.value.kilometres:g} km" for each in found if isinstance(each.value, Around)), "")
    return f"{' or '.join(dict.fromkeys(each.field.value for each in found))}: {shown}{near}"
