"""The closed vocabulary of questions about photos: what each word or phrase does in one, whatever the library holds."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.domain.question import Aggregate, Dimension


class Part(StrEnum):
    """What a piece of a question does in it. The letters spell the question for the frames, which are patterns over them."""

    PHOTOS = "P"
    REQUEST = "R"
    """ "Show me"."""
    THERE = "E"
    """ "Are there": says of nothing in particular that it exists."""
    OWN = "O"
    """ "Do I have": the library's."""
    I = "I"  # noqa: E741 - the word itself
    MY = "m"
    WHICH = "W"
    ASKED = "Q"
    """When, where, who."""
    HOW_MANY = "H"
    DIMENSION = "d"
    EACH = "e"
    """ "Per" or "in each", before what photos are counted by."""
    MOST = "M"
    SUPERLATIVE = "S"
    PRESENT = "b"
    """Forms of be, do and have that do not tell of the past by themselves."""
    PAST = "B"
    TAKE = "T"
    PHOTOGRAPH = "t"
    """To take a photo of: unlike "taken", it can mean nothing else."""
    GO = "G"
    USE = "U"
    SHOWN = "a"
    WITH_ME = "w"
    LIBRARY = "L"
    NOT = "N"
    IGNORED = "n"
    """Negates what stands before it."""
    GLUE = "~"
    VALUE = "v"
    """A value of the library that stands by itself, as "Wayne" does in "Wayne in Italy"."""
    LED = "p"
    """One that a preposition leads to."""
    CAMERA = "k"
    """A camera or a lens."""
    FILE = "f"
    """A file name that can be nothing else."""
    CONDITION = "c"
    """A date, an attribute, a filter, or a value that is called a tag or a folder."""
    UNKNOWN = "x"


class Lead(StrEnum):
    """What the word before a value makes of it."""

    NONE = ""
    WHERE = "where"
    WITH = "with"
    BY = "by"
    OF = "of"
    CALLED = "called"
    TAGGED = "tagged"
    FOLDER = "folder"
    PERSON = "person"
    CAMERA = "camera"
    LENS = "lens"


Meaning = Lead | Dimension | Aggregate | None


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words from the place where they were looked for to `stop`, and what they do."""

    part: Part
    stop: int
    meaning: Meaning


def phrases(text: str, start: int) -> Iterator[Phrase]:
    """Every reading of the words that begin at `start` of casefolded words with single spaces."""
    for part, pattern, meaning in _TABLE:
        match = pattern.match(text, start)
        if match:
            yield Phrase(part, match.end(), meaning)


PHOTO = r"(?:photo|photograph|picture|pic|image|snapshot|snap|shot|file)"
_ASKER = "(?:i|we)"
_BEFORE_DIMENSION = "(?= (?:cameras?|lens|lenses|years?|months?|days?|places?|locations?|persons?|people|tags?|keywords?)(?: |$))"
_POLITELY = "(?:(?:can|could|would|will) you|please)"
_TABLE_OF_WORDS: tuple[tuple[Part, str, Meaning], ...] = (
    (Part.PHOTOS, rf"{PHOTO}s?|ones?|everything|anything", None),
    (Part.REQUEST, rf"(?:{_POLITELY} )*(?:show|find|give|get|list|display|bring up|pull up)(?: me| us)?", None),
    (Part.REQUEST, rf"(?:{_POLITELY} )*(?:search|look) for|(?:let|may|can|could) (?:me|us|i|we) see", None),
    (Part.REQUEST, rf"{_ASKER} (?:would|want|need|'d)(?: like)?(?: to (?:see|find|have|look at))?", None),
    (Part.REQUEST, rf"{_ASKER} (?:'m|am|'re|are) (?:looking|searching) for|do you have|have you got", None),
    (Part.THERE, r"(?:is|are|was|were) there|there (?:is|are|was|were)|exist|exists", None),
    (Part.OWN, rf"do {_ASKER} (?:have|own|keep)|have {_ASKER}(?: got)?|{_ASKER} (?:'ve|have)(?: got)?|(?:did|could) {_ASKER} have", None),
    (Part.I, rf"{_ASKER}(?: ever)?", None),
    (Part.MY, "my|our|mine|ours", None),
    (Part.WHICH, "which|what|which ones?", None),
    (Part.UNKNOWN, "what (?:is|are|'s) (?:an?|meant by)", None),
    (Part.ASKED, "when|what time|(?:on )?(?:which|what) (?:day|date)s?", Dimension.DAY),
    (Part.ASKED, "where|(?:in |at )?(?:which|what) (?:place|location)s?", Dimension.PLACE),
    (Part.ASKED, "who|whom|(?:which|what) (?:people|persons?)", Dimension.PERSON),
    (Part.HOW_MANY, "how many(?: different)?|(?:the )?(?:total )?(?:number|count|amount) of(?: different)?|count", None),
    (Part.DIMENSION, "cameras?|camera models?", Dimension.CAMERA),
    (Part.DIMENSION, "lens|lenses", Dimension.LENS),
    (Part.DIMENSION, "years?", Dimension.YEAR),
    (Part.DIMENSION, "months?", Dimension.MONTH),
    (Part.DIMENSION, "days?", Dimension.DAY),
    (Part.DIMENSION, "places?|locations?", Dimension.PLACE),
    (Part.DIMENSION, "people|persons?", Dimension.PERSON),
    (Part.DIMENSION, "tags?|keywords?", Dimension.TAG),
    (Part.DIMENSION, "folders?|directory|directories", Dimension.FOLDER),
    (Part.EACH, rf"(?:(?:in|from|of|with|by|for|on|at) )?(?:each|every){_BEFORE_DIMENSION}|(?:per|by){_BEFORE_DIMENSION}", None),
    (Part.MOST, "most(?: (?:often|frequently|frequent|common|commonly|used|photographed))?|(?:largest|highest) number of", None),
    (Part.SUPERLATIVE, "(?:very )?(?:oldest|earliest|first)(?: time)?", Aggregate.OLDEST),
    (Part.SUPERLATIVE, "(?:very )?(?:newest|latest|last|most recent)(?: time)?|most recently", Aggregate.NEWEST),
    (Part.PRESENT, "is|are|am|'s|do|does|have|has|having|got|come|comes|coming|belong|belongs", None),
    (Part.PAST, "was|were|did|had|(?:have|has|had) been", None),
    (Part.TAKE, "taken|take|took|taking|shot|shoot|made|captured|capture|snapped", None),
    (Part.PHOTOGRAPH, "photographed|photograph|photographing", None),
    (Part.GO, "go|going|went|gone|been|visit|visited|visiting|travel|travell?ed|stay|stayed|spend|spent", None),
    (Part.USE, "use|used", None),
    (Part.SHOWN, "appears?|shown|pictured|visible|seen|depicted|can be seen|included?", None),
    (Part.WITH_ME, "with (?:me|us)", None),
    (Part.LIBRARY, "(?:in|of|from) (?:my|our|the|this|your) (?:whole |entire |photo )*(?:library|collection|gallery|archive)", None),
    (Part.NOT, "not|but not|no|other than|n't", Lead.NONE),
    (Part.NOT, "without|except|except for|excluding|leaving out", Lead.WITH),
    (Part.IGNORED, "(?:is |are |being )?(?:ignored|excluded|left out|not counted|aside)", None),
    (Part.GLUE, "a|an|the|these|those|all|any|each|every|some|and|or|but|both|either|that|also|together|during|for|to|please", None),
    (Part.GLUE, "in|from|at|near|around|within|inside|close to", Lead.WHERE),
    (Part.GLUE, "with|using|on|including|together with|along with|next to", Lead.WITH),
    (Part.GLUE, "by", Lead.BY),
    (Part.GLUE, "of|showing|shows?|featuring|features?|depicting|depicts?|about|containing|contains?", Lead.OF),
)
"""Words that are in no list mean nothing here: "should", "can" and "why" make a question one that no photo answers."""

_TABLE = tuple((part, re.compile(rf"(?:{words})(?= |$)"), meaning) for part, words, meaning in _TABLE_OF_WORDS)

_CALLED = "(?: called| named)?"
_OWNER = "(?:the |a |an |my |our )?"
MARKERS: tuple[tuple[re.Pattern[str], Lead], ...] = tuple(
    (re.compile(rf"(?:{words}) (?:(?:the|as|a|an|is|are|was) )*"), lead)
    for words, lead in (
        (rf"tagged(?: as| with)?|(?:with|under|having|has|have) {_OWNER}(?:tags?|keywords?)|(?:tags?|keywords?)", Lead.TAGGED),
        (rf"(?:in|from|inside|under|of) {_OWNER}(?:folder|directory|album)s?{_CALLED}|(?:folder|directory)", Lead.FOLDER),
        (rf"(?:the |a )?file{_CALLED}", Lead.CALLED),
        ("called|named|titled|entitled|(?:with|by) the (?:name|title)|(?:name|title) is", Lead.CALLED),
        (rf"(?:with|of|by) {_OWNER}persons?{_CALLED}", Lead.PERSON),
        (rf"(?:with|by|on|using) {_OWNER}cameras?{_CALLED}|camera", Lead.CAMERA),
        (rf"(?:with|using) {_OWNER}lens(?:es)?{_CALLED}|lens", Lead.LENS),
    )
)
"""Words that say what the value after them is."""

NOUNS: tuple[tuple[re.Pattern[str], Lead], ...] = tuple(
    (re.compile(rf" (?:{words})(?= |$)"), lead)
    for words, lead in (
        ("cameras?", Lead.CAMERA),
        ("lens|lenses", Lead.LENS),
        ("tags?|keywords?", Lead.TAGGED),
        ("folders?|albums?", Lead.FOLDER),
    )
)
"""Words that say what the value before them is."""

CAPTION = re.compile("(?:with |has |have |having )?(?:the |a )?(?:captions?|descriptions?|captioned|described as)(?: is| says| reads)? ")
"""All that follows is the text of a caption."""
