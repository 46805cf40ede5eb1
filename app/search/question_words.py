"""The closed vocabulary of questions about photos: what each word or phrase does in one, whatever the library holds."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.domain.question import Aggregate, Dimension


class Part(StrEnum):
    """What a piece of a question does in it. The letters spell the question for the frames, which are patterns over them."""

    PHOTOS = "P"
    THING = "y"
    """What may be a photo: "whatever is tagged dusk"."""
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
    FACT = "F"
    """What is known of one photo and asked of a file alone: its caption, its exposure."""
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
    CAPTIONED = "captioned"
    FOLDER = "folder"
    STEM = "stem"
    """The beginning of a file's name."""
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
_BEFORE_DIMENSION = (
    "(?= (?:cameras?|lens|lenses|years?|months?|days?|places?|locations?|countr(?:y|ies)|cit(?:y|ies)|towns?|persons?|people|tags?"
    "|keywords?|folders?|director(?:y|ies)|(?:file )?formats?)(?: |$))"
)
_OUR_STAY = "(?:my|our|the) (?:time|stay|trip|holiday|vacation|visit) (?:in|to)"
_AROUND = (
    "(?:not far|from near|from around|from close to)(?: from)?"
    "|(?:(?:in|from|around|near|of) )?(?:the )?"
    "(?:area|vicinity|neighbou?rhood|surroundings|region|city|town|village|state|country|province)(?: of| around| near)"
)
_POLITELY = "(?:(?:can|could|would|will) you|would you mind|please)"
_LEFT_OUT = "ignoring|ignore|skipping|skip|(?:not|do n't) (?:count|includ)(?:e|ing)?|leav(?:e|ing) out|disregard(?:ing)?"
_TOLD = "(?=(?: please)? (?:how|what|which|where|when|who|whether|if|the (?:total )?(?:number|amount|count|year|date|day)|i)(?: |$))"
"""What somebody asks to be told: "tell me about Italy" is none of it."""
_OF_A_FILE = (
    "(?:camera )?settings|exposure(?: time)?|shutter speed|aperture|f-number|focal length|iso(?: speed)?|ratings?|stars?|metadata"
    "|exif(?: data)?|(?:gps )?(?:coordinates|position)|captions?|titles?|descriptions?"
)
_TABLE_OF_WORDS: tuple[tuple[Part, str, Meaning], ...] = (
    (Part.PHOTOS, rf"{PHOTO}s?|ones?|everything|anything", None),
    (Part.THING, "something|whatever|stuff", None),
    (Part.OWN, "^got", None),
    (Part.REQUEST, rf"(?:{_POLITELY} )*(?:show|find|give|get|list|display|bring up|pull up|look up)(?: me| us)?", None),
    (Part.REQUEST, rf"(?:{_POLITELY} )*(?:search|look) for|(?:let|may|can|could) (?:me|us|'s|i|we)(?: please)? (?:see|look at|have)", None),
    (Part.REQUEST, rf"{_ASKER} (?:would|want|need|'d)(?: (?:like|love))?(?: to (?:see|find|have|look at|know))?", None),
    (Part.REQUEST, rf"{_ASKER} (?:'m|am|'re|are) (?:looking|searching) for|{_ASKER} (?:'m|am|'re|are) after", None),
    (Part.REQUEST, rf"{_ASKER} (?:'m|am|'re|are|was|were)(?: just)? (?:trying|hoping) to (?:find|see|get|look at|look up|locate)", None),
    (Part.REQUEST, rf"where can {_ASKER} (?:see|find)(?=.* {PHOTO}s?(?: |$))", None),
    (Part.REQUEST, r"do you (?:have|see)|have you got|(?:i )?wonder(?= how| what| which| where| when| who| if)", None),
    (Part.REQUEST, rf"(?:{_POLITELY} )*(?:tell|let) (?:me|us)(?: know)?{_TOLD}|(?:(?:do|can|could) you )?(?:know|say){_TOLD}", None),
    (Part.THERE, r"(?:is|are|was|were) there|there (?:is|are|was|were)|exist|exists", None),
    (
        Part.OWN,
        rf"do {_ASKER} (?:have|own|keep)|have {_ASKER}(?: got| ever)?|{_ASKER} (?:'ve|have)(?: got)?|(?:did|could) {_ASKER} have",
        None,
    ),
    (Part.GLUE, rf"(?:while|when) {_ASKER} (?:was|were)|while (?:in|at)|(?:somewhere|anywhere) (?:in|at|near|around|close to)", Lead.WHERE),
    (Part.GLUE, rf"{_ASKER} (?:used to|once) (?:have|had|own|owned|use)(?=.* {PHOTO}s?(?: |$))", Lead.WITH),
    (Part.REQUEST, "got any$|which ones$", None),
    (Part.I, rf"{_ASKER}(?: ever)?", None),
    (Part.MY, "my|our|mine|ours", None),
    (Part.ASKED, "what(?= (?:was|were|did|is) .* (?:with|on)$)", Dimension.CAMERA),
    (Part.WHICH, "which|what|which ones?", None),
    (Part.UNKNOWN, "what (?:is|are|'s) (?:an?|meant by)", None),
    (Part.ASKED, "when|(?:at )?what time(?: of (?:the )?day)?|(?:on )?(?:which|what) (?:day|date)s?", Dimension.DAY),
    (Part.ASKED, "where|(?:in |at )?(?:which|what) (?:place|location)s?", Dimension.PLACE),
    (Part.ASKED, "who|whom|(?:which|what) (?:people|persons?)", Dimension.PERSON),
    (Part.HOW_MANY, "how many(?: different)?|(?:the |what )?(?:total )?(?:number|count|amount|total) of(?: different)?", None),
    (Part.HOW_MANY, "how (?:often|many times)|(?:the |a )?breakdown(?: of)?", None),
    (Part.HOW_MANY, rf"(?:{_POLITELY} )*(?:count|counting)(?: up)?|(?:the |a )?(?:total|count|number)", None),
    (Part.DIMENSION, "cameras?|camera models?", Dimension.CAMERA),
    (Part.DIMENSION, "lens|lenses", Dimension.LENS),
    (Part.DIMENSION, "years?", Dimension.YEAR),
    (Part.DIMENSION, "months?", Dimension.MONTH),
    (Part.DIMENSION, "days?", Dimension.DAY),
    (Part.DIMENSION, "places?|locations?", Dimension.PLACE),
    (Part.DIMENSION, "(?:towns?|cit(?:y|ies))", Dimension.PLACE),
    (Part.DIMENSION, "countr(?:y|ies)", Dimension.COUNTRY),
    (Part.DIMENSION, "(?:(?:file|image) )?formats?|file types?|(?:types?|kinds?) of files?", Dimension.FORMAT),
    (Part.DIMENSION, "people|persons?", Dimension.PERSON),
    (Part.DIMENSION, "tags?|keywords?", Dimension.TAG),
    (Part.DIMENSION, "folders?|directory|directories", Dimension.FOLDER),
    (Part.FACT, rf"{_OF_A_FILE}|tell (?:me|us) (?:something |everything |more |all )?about(?= \S+\.\w{{3,4}}$)", None),
    (Part.EACH, rf"(?:(?:in|from|of|with|by|for|on|at) )?(?:each|every){_BEFORE_DIMENSION}|(?:per|by){_BEFORE_DIMENSION}", None),
    (Part.MOST, "busiest|most active", None),
    (Part.MOST, "most(?: (?:often|frequently|frequent|common|commonly|used|photographed))?|(?:largest|highest) number of", None),
    (Part.SUPERLATIVE, "start(?:ed)?(?: to)?(?= (?:use|using|take|taking|photograph|photographing|shoot|shooting) )", Aggregate.OLDEST),
    (Part.SUPERLATIVE, "stop(?:ped)?(?= (?:using|taking|photographing|shooting) )", Aggregate.NEWEST),
    (Part.SUPERLATIVE, "(?:very )?(?:oldest|earliest|first)(?: time)?", Aggregate.OLDEST),
    (Part.SUPERLATIVE, "(?:very )?(?:newest|latest|last|most recent)(?: time)?|most recently", Aggregate.NEWEST),
    (Part.PRESENT, "is|are|am|'s|do|does|have|has|having|got|come|comes|came|coming|belong|belongs|carry|carries|carrying", None),
    (Part.PAST, "was|were|did|had|(?:have|has|had) been", None),
    (Part.TAKE, "taken|take|took|taking|shot|shoot|shooting|made|captured|capture|snapped", None),
    (Part.PHOTOGRAPH, "photographed|photograph|photographing", None),
    (Part.GO, "go|going|went|gone|been|visit|visited|visiting|travel|travell?ed|stay|stayed|spend|spent", None),
    (Part.GO, rf"(?:from |in |during |on )?{_OUR_STAY}|(?:stay|trip|holiday|vacation) (?:in|to)", None),
    (Part.USE, "use|used|using", None),
    (Part.SHOWN, "in$", None),
    (Part.SHOWN, "appears?|shown|pictured|visible|seen|depicted|can be seen|included?", None),
    (Part.WITH_ME, "with (?:me|us)", None),
    (Part.LIBRARY, "(?:in|of|from) (?:my|our|the|this|your) (?:whole |entire |photo )*(?:library|collection|gallery|archive)", None),
    (Part.NOT, "not|but not|no|other than|n't", Lead.NONE),
    (
        Part.NOT,
        rf"(?:{_LEFT_OUT})(?: (?:anything|everything|ones|photos|pictures|those))?(?: (?:that (?:is|are)|with|from))?(?= )",
        Lead.NONE,
    ),
    (Part.NOT, "except|except for|excluding", Lead.NONE),
    (Part.NOT, "without|leaving out", Lead.WITH),
    (Part.IGNORED, "(?:is |are |being )?(?:ignored|excluded|left out|not counted|aside)", None),
    (Part.GLUE, "a|an|the|these|those|all|any|each|every|some|and|or|nor|but|both|either|that|also|together|during|for|to|please", None),
    (
        Part.GLUE,
        "so|only|just|exactly|many|back|end(?:ed)? up|for (?:me|us)|in here|(?:all (?:of )?)?(?:them|it)$|in (?:them|it)|i\\.e|namely|-",
        None,
    ),
    (Part.GLUE, "this(?= \0)", None),
    (
        Part.GLUE,
        "(?:going|judging) by how they (?:look|appear) (?:after|once|when) (?:the )?(?:orientation|rotation) (?:is|has been) applied",
        None,
    ),
    (Part.GLUE, "in|from|at|near|around|within|inside|close to|over in", Lead.WHERE),
    (Part.GLUE, _AROUND, Lead.WHERE),
    (Part.GLUE, "with|using|on|off|including|together with|along with|next to", Lead.WITH),
    (Part.GLUE, "by", Lead.BY),
    (Part.GLUE, "of|showing|shows?|featuring|features?|depicting|depicts?|about|containing|contains?", Lead.OF),
)
"""Words that are in no list mean nothing here: "should", "can" and "why" make a question one that no photo answers."""

_TABLE = tuple((part, re.compile(rf"(?:{words})(?= |$)"), meaning) for part, words, meaning in _TABLE_OF_WORDS)
