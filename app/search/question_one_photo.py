"""Questions about what one photo shows: "what is in this picture", "who is in IMG_8824.jpg", "is there a car in it"."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from app.domain.ids import PhotoId
from app.domain.ports import WordIndex
from app.domain.query import EVERY_PHOTO, Chip, ParsedQuery
from app.domain.question import WHICH_PHOTO, Aggregate, Context, Dimension, Question
from app.search.earlier import Earlier, earlier, joined
from app.search.follow_up_forms import without_manners
from app.search.pointing import LONGEST_ASKED, NAMED, named, one_before, tidy

Alone = Callable[[str], Question]

_BEFORE, _NAMED = "the photo before", "the photo named"

_PICTURE = r"(?:photo|photograph|picture|pic|image|shot|snapshot|file|scene)"
_ONE = (
    rf"(?P<one>(?:(?:my |the |this |that )?{_PICTURE} )?@|(?:this|that|the)(?: (?:selected|chosen|current))? {_PICTURE}"
    r"|this one|this|that|it)"
)
_HERE = rf"(?:{_ONE}|(?P<here>here))"
_IN = r"(?:in|on|inside|within)"
_PEOPLE = r"(?:(?:other |different )?(?:people|persons?|humans?|men|man|women|woman|children|child|kids?|boys?|girls?|adults?|folks?))"
_SOMEBODY = rf"(?:(?:any |some |an? )?{_PEOPLE}|anybody|anyone|somebody|someone|people)"
_SEEN = r"(?:shown|visible|depicted|pictured|seen|to be seen|there|happening|going on|displayed)"
_SEE = r"(?:can (?:i|you|we|one) see|do (?:i|you|we) see|am i seeing|are we seeing|can be seen|can be found)"
_ASKING = re.compile(
    r"(?:(?:please|can you|could you|would you|will you|do you know|tell me|tell us|say|explain|let me know|i want to know"
    r"|i(?: would|'d) like to know),? )+",
    re.IGNORECASE,
)
_SHOWS = r"(?:shows?|depicts?|contains?|displays?|portrays?|has|have|holds?)"


def _forms(*forms: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(each, re.IGNORECASE) for each in forms)


_SHOWN = _forms(
    rf"what (?:exactly )?(?:does|do|can|is) {_ONE} (?:actually )?(?:{_SHOWS}|showing|depicting|of|about)(?: (?:me|us))?",
    rf"what {_ONE} {_SHOWS}",
    rf"what(?:'s| is| are|s)?(?: all)?(?: {_SEEN})? {_IN} {_HERE}",
    rf"what(?:'s| is|s) (?:{_SEEN}) (?:{_IN} )?{_HERE}",
    rf"what (?:{_SEE}|you (?:can )?see|is there|there is)(?: {_IN})? {_HERE}",
    r"what (?:can|do) you see",
    r"what am i (?:looking at|seeing)(?: (?P<here>here))?",
    rf"what(?:'s| is|s) {_ONE}(?: an?| the)?(?: {_PICTURE})? (?:of|about|showing)",
    rf"what (?:kind|sort) of (?:{_PICTURE}|thing|animal|scene|place) (?:is|are) (?:(?:there |shown )?{_IN} )?{_HERE}",
    rf"(?:what|which) (?:things?|objects?|animals?|items?) (?:(?:is|are)(?: there)?|{_SEE})(?: {_SEEN})? {_IN} {_HERE}",
    r"what(?:'s| is|s) (?P<one>this|this one|it)",
    rf"(?:what is |what's )?the (?:subject|content|contents) of {_ONE}",
    rf"what (?:is|are) the (?:thing|object|animal)s? {_IN} {_HERE}",
)
_DESCRIBED = _forms(
    rf"describe {_ONE}(?: (?:for|to) me)?",
    rf"describe what(?:'s| is)? (?:{_SEEN} )?(?:you (?:can )?see )?{_IN} {_HERE}",
    r"describe what you see(?: (?P<here>here))?",
    rf"describe what {_ONE} {_SHOWS}",
    rf"(?:tell me )?(?:more |something |everything |all )?about {_ONE}",
    rf"(?:give me )?an? (?:short )?description of {_ONE}",
)
_WHO = _forms(
    rf"who(?:'s| is| are|s|se faces? (?:is|are)| {_SEE}| do you recogni[sz]e)?(?: {_SEEN})? {_IN} {_HERE}",
    rf"who (?:does|do|can) {_ONE} (?:{_SHOWS})",
    rf"who {_ONE} {_SHOWS}",
    rf"(?:which|what) {_PEOPLE} (?:is|are|{_SEE})(?: {_SEEN})? {_IN} {_HERE}",
    rf"who(?:'s| is| are) (?:the )?{_PEOPLE} {_IN} {_HERE}",
    rf"how many {_PEOPLE}(?: (?:is|are|{_SEE}))?(?: (?:there|{_SEEN}))? {_IN} {_HERE}",
    rf"how many {_PEOPLE} (?:does|do|can) {_ONE} {_SHOWS}",
    rf"how many {_PEOPLE} {_SEE}(?: {_IN})?(?: {_HERE})?",
    rf"(?:number of|count(?: the)?) {_PEOPLE} {_IN} {_HERE}",
    rf"(?:is|are) (?:there )?{_SOMEBODY} {_IN} {_HERE}",
    rf"(?:does|do) {_ONE} {_SHOWS} {_SOMEBODY}",
)
_FACES = _forms(
    rf"how many faces(?: (?:is|are|{_SEE}))?(?: (?:there|{_SEEN}))? {_IN} {_HERE}",
    rf"how many faces (?:does|do|can) {_ONE} {_SHOWS}",
    rf"how many faces {_SEE}(?: {_IN})?(?: {_HERE})?",
    rf"(?:number of|count(?: the)?) faces {_IN} {_HERE}",
    rf"(?:is|are) there (?:an? |any |some )?faces? {_IN} {_HERE}",
    rf"(?:does|do) {_ONE} {_SHOWS} (?:an? |any |some )?faces?",
)
_THING = r"(?P<thing>(?:an? |any |some |the )?(?!(?:any|some|no)?(?:thing|one|body)\b|@)[^@]+?)"
_CONTAINS = _forms(
    rf"(?:is|are) there {_THING} (?:{_SEEN} )?{_IN} {_ONE}",
    rf"how many {_THING} (?:is|are)(?: there)? (?:{_SEEN} )?{_IN} {_ONE}",
    rf"(?:does|do) {_ONE} (?:show|depict|contain|display|portray) {_THING}",
    rf"(?:can|do) (?:you|i|we) see {_THING} {_IN} {_HERE}",
    rf"(?:is|are) (?P<one>this|that|it|@)(?: {_PICTURE})? (?:really )?(?:an? |the )?{_PICTURE} of {_THING}",
)
_RECORDED = re.compile(
    r"\b(?:tags?|keywords?|captions?|titles?|places?|locations?|dates?|times?|gps|coordinates|positions?|ratings?|stars?|names?"
    r"|cameras?|lens|lenses|flash|duplicates?|copies|metadata|exif|descriptions?|versions?|more|others?|bursts?|errors?|folders?|albums?|texts?|words?"
    r"|writing|letters?|photos?|pictures?|images?)\b",
    re.IGNORECASE,
)
"""What files record and nobody sees in a picture."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A form that was met, with its words for the chip. `pointing` are the words for the photo; empty where it says "here", or nothing."""

    aggregate: Aggregate
    of: Dimension | None
    label: str
    pointing: str
    thing: str = ""


_KINDS = (
    (_SHOWN, Aggregate.SHOWN, None, "what it shows"),
    (_WHO, Aggregate.SHOWN, Dimension.PERSON, "who is in it"),
    (_FACES, Aggregate.SHOWN, Dimension.FACE, "how many faces"),
    (_CONTAINS, Aggregate.SHOWN, None, "what it shows"),
    (_DESCRIBED, Aggregate.DESCRIBED, None, "all that is known"),
)


def about_one_photo(question: str, alone: Alone, words: WordIndex, context: Context) -> Question | None:
    """What is asked of what one photo shows, or that it is not known which; None if it is no such question.

    Raises `LibraryUnavailable`.
    """
    if len(question) > LONGEST_ASKED:
        return None
    found = named(tidy(question), words)
    bare = without_manners(found.text)[1]
    asking = _ASKING.match(bare)
    asked = _met(bare) or (_met(bare[asking.end() :]) if asking else None)
    if asked is None:
        return None
    meant, told = (found.photo_ids, _NAMED) if NAMED in asked.pointing else _meant(asked, context)
    if len(meant) == 1:
        those = earlier(context.before) if context.before and told == _BEFORE else None
        return _of(question, asked, told, meant, those or Earlier(_conditions(question, alone, told), None))
    if not found.photo_ids and _must_ask(asked, context):
        return Question(question, ParsedQuery(question), cannot=WHICH_PHOTO)
    return None


def _met(text: str) -> _Asked | None:
    for patterns, aggregate, of, label in _KINDS:
        for pattern in patterns:
            match = pattern.fullmatch(text)
            thing = match.groupdict().get("thing") or "" if match else ""
            if match and not _RECORDED.search(thing):
                return _Asked(aggregate, of, f"whether it shows {thing}" if thing else label, match.groupdict().get("one") or "", thing)
    return None


def _meant(asked: _Asked, context: Context) -> tuple[tuple[PhotoId, ...], str]:
    """The one photo that words point at, and what it is called in a chip: "it" was told of before, "this photo" is selected."""
    if context.scope and len(context.scope.photo_ids) == 1:
        return context.scope.photo_ids, ""
    one = one_before(context.before) if context.before else None
    before = ((one,) if one else (), _BEFORE)
    inside = context.pointed is not None and (context.scope is None or context.pointed in context.scope.photo_ids)
    selected = ((context.pointed,) if context.pointed and inside else (), "the selected photo")
    first, then = (before, selected) if asked.pointing.casefold() in ("it", "that") else (selected, before)
    return first if first[0] else then


def _must_ask(asked: _Asked, context: Context) -> bool:
    """Whether it can only be about one photo: "it" may be many things that were told of before."""
    if context.before is None and context.scope is None:
        return True
    return asked.pointing.casefold() not in ("it", "this", "that", "this one")


def _conditions(question: str, alone: Alone, told: str) -> ParsedQuery:
    """The condition that a name states, for what leans on this question."""
    stated = alone(question) if told == _NAMED else None
    if stated and stated.covered and stated.aggregate is not Aggregate.NONE:
        return stated.query
    return ParsedQuery(question, conditions=(EVERY_PHOTO,))


def _of(question: str, asked: _Asked, told: str, about: tuple[PhotoId, ...], those: Earlier) -> Question:
    """The question. Of the photo before, those among which it was shown stay what "these" are."""
    query = joined(question, those.stated)
    chips = tuple(Chip(each, 0, len(question)) for each in (asked.label, told) if each)
    labels = () if told == _NAMED else query.chips
    return Question(question, query, True, asked.aggregate, asked.of, chips + labels, about=about, within=those.within, thing=asked.thing)
