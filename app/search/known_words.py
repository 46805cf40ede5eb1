"""What is known of a photo or not, in words that speak of its metadata: "without a caption", "geotagged", "named people".

Ordinary words of scenes are none: "people", "somebody", "stars" and "time" are what a photo shows, not what is recorded of it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from app.domain.query import Known

_NOTHING = "(?!)"
_GPS_FACT = (
    r"gps[ -](?:position|coordinate|location|tag|fix|data|info|information)s?|location (?:data|info|information)"
    r"|(?:positions?|locations?|coordinates) (?:saved|stored|recorded|embedded)(?: in (?:them|it|the files?))?"
)
_CAPTURE = r"(?:(?:known|recorded|capture|creation) )+(?:dates?|times?|timestamps?)(?: taken)?|(?:date|time)s? (?:taken|of capture)"
_SOMEBODY = "(?:people|persons?|faces?|anyone|anybody|somebody|someone)"
_NAMED = "(?:are |is |being )?(?:named|tagged)(?=$| (?:and|or|but|in|from|at|taken|with|without|please|photo|picture|image)s?(?: |$))"

_HAVING = "(?:with|have|has|having|contains?|containing)(?: an?| any| some| everything| all| both)?"
_LACKING = (
    "(?:without|lacks?|lacking|missing|(?:with |have |has |having )?(?:no|neither)|(?:do|does) n't (?:have|show)|not (?:having|showing))"
    "(?: an?| any| known)?"
)
_NOT_ITS_VALUE = "(?= |$)(?! (?:of|called|named|is|are|says|on) )"


@dataclass(frozen=True, slots=True)
class KnownWords:
    """Words up to `stop` that say that something is known of a photo, or `negated` that it is not.

    `certain`: they mean nothing else, whatever stands beside them; a book has a title as well, and a dog may wear tags.
    """

    stop: int
    known: Known
    negated: bool
    certain: bool


_CERTAIN_NOUNS = {
    Known.GPS: _GPS_FACT,
    Known.DATE: _CAPTURE,
    Known.PLACE: "known places?",
    Known.CAMERA: "camera (?:name|model|information|info)s?",
    Known.LENS: "lens (?:name|model|information|info)s?",
}
_NOUNS = {
    Known.GPS: "gps|coordinates|(?:geo ?)?positions?",
    Known.DATE: "dates?|timestamps?",
    Known.PLACE: "places?|place names?|locations?",
    Known.TITLE: "titles?",
    Known.CAPTION: "captions?|descriptions?",
    Known.TAGS: "tags?|keywords?",
    Known.RATING: "ratings?",
}
_CERTAIN_TO_LACK = {
    Known.GPS: "gps|coordinates",
    Known.DATE: "dates?|timestamps?",
    Known.CAPTION: "captions?",
    Known.TAGS: "keywords?",
    Known.RATING: "ratings?",
}
"""That a sign has a date can be seen; that something has none is said of a record."""
_TAKEN = "(?:they|it) (?:was|were) (?:taken|made|shot)"
_WHEN_TAKEN = f"when {_TAKEN}"
_FAVOURITES = "(?:favou?rites|favs|faves)"
_WHO_REJECTS = r"(?:(?<=\bi )|(?<=\bwe )|(?<=\bi have )|(?<=\bwe have )|(?<=\bi 've )|(?<=\bwe 've ))"
_REJECTED_IS_ALL = "(?=$| (?:and|or|but|from|in|on|taken|please)(?: |$)| (?:photo|picture|image|pic)s?(?: |$))"
"""Somebody may be rejected by others, and a shot on goal as well."""
_ADJECTIVES = {
    Known.DATE: (_NOTHING, rf"(?:do|does) n't (?:say|tell|show|know) {_WHEN_TAKEN}|{_LACKING} dates? (?:on|of|for|saying) {_WHEN_TAKEN}"),
    Known.GPS: ("geo ?-?(?:tagged|located)", "un ?-?geo ?-?tagged"),
    Known.CAPTION: (_NOTHING, "uncaptioned|not captioned(?=$| please)"),
    Known.TAGS: (_NOTHING, "untagged|not tagged(?=$| please)"),
    Known.PEOPLE: (rf"named (?:people|persons?|faces?)|{_SOMEBODY} {_NAMED}", f"(?:nobody|no one|no-one|no {_SOMEBODY}) {_NAMED}"),
    Known.FAVOURITE: (
        rf"(?:my|our) {_FAVOURITES}|{_FAVOURITES}(?=$| (?:from|in|with|taken|please|do|are|were|have) )"
        r"|(?:(?:my|our) )?favou?rited?(?= (?:photo|picture|image|shot|pic)s?(?: |$))|mark(?:ed)? as (?:an? |my )?favou?rites?",
        f"(?:not|none of) (?:my|our) {_FAVOURITES}|not (?:marked as )?(?:an? |my )?favou?rites?",
    ),
    Known.REJECTED: (
        "rejected(?= (?:photo|picture|image|pic)s?(?: |$))|(?:my|our) rejects"
        rf"|{_WHO_REJECTS}(?:mark(?:ed)? as )?reject(?:ed)?{_REJECTED_IS_ALL}"
        rf"|(?:marked as |(?<=are )|(?<=were )|(?<=is )|(?<=was ))rejected{_REJECTED_IS_ALL}",
        f"(?:not|n't) (?:marked as )?reject(?:ed)?{_REJECTED_IS_ALL}",
    ),
    Known.RATING: ("rated(?=$| please| (?:photo|picture|image|shot|pic)s?(?: |$))", "unrated|not rated(?=$| please)"),
}
_UNCERTAIN_ADJECTIVES = {Known.DATE: (_NOTHING, "undated"), Known.TITLE: (_NOTHING, "untitled")}


def known_words(text: str, start: int) -> Iterator[KnownWords]:
    """Every reading of the words that begin at `start` of casefolded words with single spaces."""
    for pattern, known, negated, certain in _patterns():
        match = pattern.match(text, start)
        if match:
            yield KnownWords(match.end(), known, negated, certain)


def more_known(text: str, start: int) -> Iterator[tuple[int, Known]]:
    """Where it stands in a list of such nouns, every reading of the words that begin at `start`: "or a place" after "without a date"."""
    for pattern, known in _listed():
        match = pattern.match(text, start)
        if match:
            yield match.end(), known


@cache
def _listed() -> tuple[tuple[re.Pattern[str], Known], ...]:
    return tuple(
        (re.compile(rf"(?:an? |any |known )?(?:{words}){_NOT_ITS_VALUE}"), known)
        for nouns in (_CERTAIN_NOUNS, _NOUNS)
        for known, words in nouns.items()
    )


@cache  # Compiled when the first question comes: the program starts without them.
def _patterns() -> tuple[tuple[re.Pattern[str], Known, bool, bool], ...]:
    return tuple((re.compile(words), known, negated, certain) for words, known, negated, certain in _said())


def _said() -> Iterator[tuple[str, Known, bool, bool]]:
    """Patterns with what they say is known, whether that it is not, and whether that is certain; the certain ones first."""
    for nouns, having, lacking in ((_CERTAIN_NOUNS, True, True), (_CERTAIN_TO_LACK, None, True), (_NOUNS, False, False)):
        for known, words in nouns.items():
            if having is not None:
                yield rf"{_HAVING} (?:{words}){_NOT_ITS_VALUE}", known, False, having
            if lacking:
                yield (
                    rf"(?:where|whose) (?:the )?(?:{words})(?: {_TAKEN})? (?:is|are) (?:missing|unknown|not known)(?= |$)",
                    known,
                    True,
                    True,
                )
            yield rf"{_LACKING} (?:{words}){_NOT_ITS_VALUE}", known, True, lacking
    for adjectives, certain in ((_ADJECTIVES, True), (_UNCERTAIN_ADJECTIVES, False)):
        for known, (had, lacked) in adjectives.items():
            yield rf"(?:{had})(?= |$)", known, False, certain
            yield rf"(?:{lacked})(?= |$)", known, True, certain
