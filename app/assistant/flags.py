"""Marks prose that seems to name a relationship to another photo, which only a checked claim should do; it marks, and never rejects.

A small closed vocabulary, no reading of language: what it misses is told with its measured rate in docs/residual-risks.md.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from app.assistant.gates.visible import visible
from app.assistant.reply import AssistantReply, Prose

# Words about pictures. "Portrait", "one" and the like are left out: they hang on walls and stand in herds within one picture.
_DECOR = r"(?:hang|pinned|taped|on (?:a|the|his|her|their|its) (?:wall|table|desk|fridge|shelf|mantel|screen|phone|board|door))"
_NOUN = r"(?:photo(?:graph)?|pic|picture(?! frame)|image|shot|frame|exposure|snap|snapshot|selfie)"
_PHOTO = rf"{_NOUN}s?\b(?! {_DECOR})"
_PHOTOS = rf"{_NOUN}s\b(?! {_DECOR})"
_FEW = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|few|several|many)"
_PASSED = r"(?:previous|preceding|next|following|subsequent|earlier|later|foregoing|aforementioned|consecutive|successive)"
_ORDINAL = r"(?:first|second|third|fourth|fifth|last)"
_MOST = r"(?:only|earliest|latest|oldest|newest|sharpest|best|brightest|darkest|most recent)"
_ITSELF = r"(?:of|the|whole|entire|present|current|final|framed|group|team|class|passport)"
_NAMED_PHOTO = rf"(?:the|that|your|those|\w+['’]s) (?:(?!{_ITSELF}\b)[\w'’“”\"-]+ ){{1,3}}{_PHOTO}"
_PHOTO_OF = rf"(?:the|that|your|those) {_PHOTO} (?:of|from|with|up|above|below|you|where|that|described)\b"
_FILE = r"(?:(?:img|dscn?|dscf|scan|pxl)[_-]?\d+|[\w-]+\.(?:jpe?g|png|heic|tiff?|dng|nef|cr2|arw))\b"

# Words about what photos share.
_TAKEN = r"(?:taken|took|shot|captured|recorded|photographed|snapped|exposed)"
_MAKER = r"(?:nikon|canon|sony|fuji(?:film)?|leica|pentax|olympus|ricoh|panasonic|lumix|iphone|pixel|samsung|hasselblad)"
_HELD = r"(?:camera|lens|device|apparatus|equipment|folder|directory|album|roll|settings|aperture|focal length)"
_SERIES = r"(?:shoot|series|sequence|burst)"
_EVENT = rf"(?:trip|holiday|vacation|outing|walk|hike|visit|event|occasion|party|wedding|concert|session|{_SERIES})"
_DAY = r"(?:day|date|morning|afternoon|evening|night|weekend)"
_PLACE = r"(?:place|spot|location|position|viewpoint|vantage point)"
_PERSON = r"(?:person|people|man|woman|boy|girl|child|kid|guy|lady|couple|family|dog|cat)"
_BRIEF = r"(?:milliseconds?|seconds?|secs?|minutes?|mins?|hours?)"
_WHILE = rf"(?:(?:[\w.]+ ){{1,3}}(?:{_BRIEF}|days?|weeks?|months?|years?)|just|shortly|right|immediately|moments|soon)"
_TREATED = (
    r"(?:edited|retouched|cropped|unedited|uncropped|processed|unprocessed|colou?r|monochrome|gr[ae]yscale|black[- ]and[- ]white|b&w"
    r"|sepia|raw|jpe?g|resized|alternat(?:e|ive))"
)
_VERSION = r"(?:versions?|ver\b|crops?|edits?|variants?|cop(?:y|ies)|duplicates?|takes?|renditions?|conversions?|exports?)"

_ANOTHER_PHOTO = (
    rf"(?:{_PASSED}|other|remaining) (?:{_FEW} )?(?:{_PHOTO}|results|views?\b)",
    rf"(?:{_FEW} )?(?:preceding|foregoing|previous) (?:{_FEW} )?(?:items?|files?)\b|items (?:enumerated|listed)",
    rf"the {_ORDINAL} (?:{_FEW} )?{_PHOTO}|(?:the|your) {_MOST} {_PHOTO}",
    rf"(?:both|all|these|those|the {_FEW}) (?:{_FEW} )?{_PHOTOS}|{_FEW} (?:more|other|similar|further) {_PHOTOS}",
    rf"(?:of|in|from|among|across) (?:all )?(?:of )?(?:(?:your|these|those) (?:\w+ )?|the ){_PHOTOS}",
    rf"(?<!take )(?<!takes )(?<!taking )another (?:\w+ )?(?:{_PHOTO}|view) (?:of|from|in|taken|you)\b|^(?:another|more) from\b",
    rf"(?:rest|remainder) of (?:the|your|this) (?:(?:\w+ )?{_PHOTOS}|{_SERIES}|folder|album|roll)",
    rf"(?:{_ORDINAL}|{_MOST}|\d+) (?:of|in|from) (?:the|this|your) (?:\w+ )?(?:{_PHOTOS}|{_SERIES}|results)",
    rf"{_MOST} of (?:the |your |all )?(?:lot|bunch|{_FEW})(?=[.,;!]|$)|prefer this (?:one|version|shot)",
    r"(?:as|like|unlike|as in|as with|(?:sharp|bright|dark|blurri)er than|better than) the (?:others\b|other (?:two|three|four)\b)",
    rf"(?:as|than|like|from|past|before|after|also|with|that of|used|(?:prior|subsequent|identical|similar|compared|belongs) to)"
    rf" (?:in |on |for |with |is |was )?{_NAMED_PHOTO}",
    rf"(?:as|than|like|before|after|also|that of|used|(?:prior|subsequent|identical|similar|compared|belongs) to)"
    rf" (?:in |on |for |with |from |that of |is |was )?{_PHOTO_OF}",
    r"(?:photo(?:graph)?|pic|picture|image|frame)s? (?:(?:nos?|number|nr)\.? ?|# ?)?\d{1,3}\b(?! ?(?:mm|s|min|h)\b)",
    rf"(?:as|than|like|of|are|see|with|after|before|prior to|identical to) (?:nos?\.|#) ?\d+|(?:than|like|of|with|after|before|to) {_FILE}",
    r"(?:in|of|from|across) your (?:collection|library|archive)\b",
    r"ditto|see also|(?:turns|crops|pops|shows) up (?:again|elsewhere)|^(?:once )?again\b",
    r"(?:seen|met|mentioned|pictured) (?:earlier|previously)",
)
_SHARED = (
    r"same (?:\S+ ){0,3}(?:camera|lens|folder|directory|album|keywords?|shoot|burst|negative|exposure)\b|^same\b",
    rf"(?:same|both|also an?|another) (?:[\w-]+ )?(?:{_MAKER}|\d+ ?mm)\b|(?:same|matching|identical) serial",
    rf"(?:camera|lens|mm|{_MAKER}|tag(?:ged)?|keyword|folder|album)\b[^.;!?]{{0,40}}\b(?:again|as well|too)(?=[.,;!]|$)",
    r"^(?:\S+ ){1,3}again(?=[.,;!]|$)|^also (?:from|by|with|on|at|shot|taken|tagged|filed)\b|here (?:too|again|as well)\b",
    rf"same (?:[\w'-]+ )?(?:{_HELD}|{_EVENT}|{_DAY}|{_PLACE}|tags?) (?:as|again|too|that|which|you|used)\b",
    rf"same (?:[\w'-]+ )?{_PERSON} (?:as in|from|who|that|appears|you)\b|(?:this|it)(?: is|['’]s) the same {_PERSON}\b",
    rf"same (?:[\w'-]+ ){{1,2}}as (?:in|on|for|{_PHOTO}|(?:the|that|your) (?:[\w'-]+ ){{0,2}}one\b)",
    rf"(?:on|from|during|part of) (?:the (?:very |exact )?same|that same|that very) (?:{_EVENT}|{_DAY})\b(?! of)",
    rf"{_TAKEN} (?:\w+ ){{0,2}}(?:on|from|with|in|at|during|by) the (?:very |exact )?same\b(?! (?:{_NOUN}|moment|time|instant))",
    rf"{_TAKEN} (?:\w+ )?(?:that|the) (?:same|very|next|following|previous) {_DAY}|(?:earlier|later) (?:that|the same) {_DAY}",
    rf"shares (?:its|the|an?|this|that) (?:\w+ )?(?:{_HELD}|location|tag|date)\b",
    r"(?:tag(?:s|ged)?|keywords?)\b[^.;!?]{0,40}\b(?:in common|shared|common to|likewise|as (?:are|is|in|on|with)|the others?|both)\b",
    r"shar(?:es?|ing) (?:\S+ ){1,4}(?:tags?|keywords?|descriptors?)\b|common (?:tag|keyword)",
    r"(?:coordinates|gps)\b[^.;!?]{0,40}\b(?:match|agree|coincide)",
    r"(?:filed|saved) (?:with|alongside)|one (?:folder|directory) with|(?:folder|directory|album) (?:as|(?:that|which) also)\b",
    r"(?:both|all) (?:were |are |of them were )?(?:taken|shot)\b|(?:also|likewise|again) (?:taken|shot|tagged|filed|dated)\b",
    rf"you(?: also|['’]d| had) (?:{_TAKEN}|used)\b",
    rf"also (?:(?:appears?|seen|visible|pictured|shown) )?in (?:(?:another|other|{_FEW}) {_PHOTO}|\d\d?\b)",
)
_IN_TIME = (
    rf"{_TAKEN} (?:{_WHILE} )?(?:earlier|later)\b(?! than \d)|{_BRIEF} (?:earlier|later)\b(?! than \d)",
    rf"{_BRIEF} apart|(?:{_BRIEF}|days) of (?:each other|one another|{_NAMED_PHOTO})",
    rf"(?:earlier|later) (?:than|then) (?:(?:the|that|your) )?(?:[\w'’-]+ ){{0,3}}(?:{_PHOTO}|one\b)",
    rf"(?:precedes|preceded|follows|followed|predates|antedates|postdates) (?:{_NAMED_PHOTO}|{_PHOTO_OF})",
)
_BURST = (
    rf"burst of (?:\w+ )?{_PHOTOS}|burst mode|in a burst\b(?! of)|continuous (?:shooting|series|drive)|\d+ ?fps|frames (?:per|a) second",
    rf"(?:string|run|volley|flurry|salvo|series|sequence) of (?:\w+ ){{0,2}}{_PHOTOS}",
    rf"rapid[- ]fire|shutter (?:button )?(?:held|down)|{_PHOTOS} in a row",
    rf"one of {_FEW} (?:taken|shot|fired)|\d(?:st|nd|rd|th) {_PHOTO}|{_ORDINAL} of {_FEW}(?=[.,;]| taken| shot)",
    r"within (?:\w+ ){1,3}seconds?\b",
    rf"(?:part|one|member|element) of (?:an?|the|this|that|your) (?:[\w-]+ )?{_SERIES}\b(?! of (?!(?:\w+ )?{_PHOTOS}))",
    rf"one of (?:the |these |those |your )?{_FEW} (?:\w+ )?{_PHOTOS}|(?:^|{_PHOTO} )\d+ of \d+(?=[.,;:]|$)",
    rf"\w+-(?:frame|shot) (?:burst|sequence)|{_TAKEN} in (?:a )?(?:quick|rapid|close|fast) (?:succession|sequence|series)",
)
_COPIES = (
    r"near[- ]duplicate|byte[- ](?:for[- ]byte|identical)|bit[- ]identical|checksums?\b|its (?:hash|digest)\b|dupes?\b",
    rf"duplicates? (?:file|photo|of (?:that|this|another|{_FILE}|(?:a|the) (?:\w+ )?{_PHOTO}))|(?:is|it['’]s) an? (?:exact )?duplicate\b",
    r"(?:exact|identical|redundant|backup) (?:copy|duplicate)\b(?! of (?:a|the)\b)",
    r"same file\b|(?:saved|stored|filed|exists) (?:\w+ ){0,3}twice",
    r"(?:saved|stored) under (?:another|a different|two|a second)|(?:differs|deviates) (?:only|solely|from its)\b",
    rf"{_TREATED} {_VERSION}|raw (?:file|original)|(?-i:\b(?:its|the|a) RAW\b)",
    rf"{_VERSION} of (?:this|that|the|the same|the other|your|the original) (?:\w+ )?(?:{_PHOTO}|file)",
    r"(?:the|your) original (?:photo|picture|image|shot|file|raw|negative|scan)|derivative of",
    r"(?:from|than|of) (?:the|its|your) (?:\w+ )?original\b(?! \w)",
    r"jpe?g (?:of|from|made|exported|developed|rendered|twin|sibling)|(?:keep|delete|bin|discard) (?:just |only )?(?:one|either)\b",
    r"same (?:shot|photo|photograph|picture|composition|framing) (?:as|again|but|only|twice|minus|slightly)\b|same thing twice",
    rf"(?:crop of|(?:derived|exported|cropped) from) (?:a|the|your|that) (?:\w+ )?(?:{_PHOTO}|larger|wider|raw|original|negative|file)",
)


LONGEST_READ = 4_000
"""Visible characters: twice those of the longest prose. Single signs may stand for whole sentences (U+FDFA), which nobody wrote."""


@cache  # Compiled when the first reply comes: the program starts without it.
def _vocabulary() -> re.Pattern[str]:
    return re.compile(r"\b(?=\w)(?:" + "|".join((*_ANOTHER_PHOTO, *_SHARED, *_IN_TIME, *_BURST, *_COPIES)) + ")", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Flag:
    """Words of statement number `statement`, counted from 0, that seem to speak of another photo, in plain letters."""

    statement: int
    words: str


def flags(reply: AssistantReply) -> tuple[Flag, ...]:
    """The words of prose that seem to name a relationship, in the order in which they stand; the sentences of claims are not looked at."""
    return tuple(
        Flag(number, words)
        for number, statement in enumerate(reply.answer)
        if isinstance(statement, Prose)
        for words in relating_words(statement.text)
    )


@lru_cache(maxsize=256)
def relating_words(text: str) -> tuple[str, ...]:
    """The parts of a text, as a reader sees it, that the vocabulary knows: left to right, none overlapping another."""
    return tuple(found.group() for found in _vocabulary().finditer(" ".join(visible(text)[:LONGEST_READ].split())))
