"""Words around a value that say what it is: "tagged …", "… as a keyword", "the caption …", "the year …"."""

import re

from app.search.question_words import PHOTO, Lead

_CALLED = "(?: called| named)?"
_OWNER = "(?:the |a |an |my |our |their |its )?"
_TAG = "(?:tags?|keywords?|labels?)"
_TAGGED = "(?:tagged|labell?ed|keyworded|marked)"
_HAVE = "with|under|having|has|have|carry|carries|carrying|as|put under|filed under|kept under|give|gave|given"
_BEGINNING = "(?:start|begin)(?:s|ing|ning)?"
MARKERS: tuple[tuple[re.Pattern[str], Lead], ...] = tuple(
    (re.compile(rf"(?:{words}) (?:(?:the|as|a|an|is|are|was|both|either|with) )*"), lead)
    for words, lead in (
        (
            rf"(?:tag|label|{_TAGGED}) (?:any|some|my|our|the)(?: of (?:my|our|the))? {PHOTO}s?(?: as| with)?|(?:tag|label)(?: as| with)?"
            rf"|{_TAGGED}(?: as| with| under)?(?: the (?:word|name|tag|keyword|label))?"
            rf"|(?:{_HAVE}) {_OWNER}{_TAG}{_CALLED}|(?:whose |where )?{_OWNER}{_TAG}(?: (?:include|includes|contain|contains|is|are))?",
            Lead.TAGGED,
        ),
        (rf"(?:in|from|inside|under|of) {_OWNER}(?:folder|directory|album)s?{_CALLED}|(?:folder|directory)", Lead.FOLDER),
        (rf"(?:that |which |whose (?:file ?)?names? )?{_BEGINNING} with", Lead.STEM),
        (rf"(?:the |a )?file{_CALLED}", Lead.CALLED),
        ("called|named|titled|entitled|(?:with|by) the (?:name|title)|(?:name|title) is", Lead.CALLED),
        (rf"(?:with|of|by) {_OWNER}persons?{_CALLED}", Lead.PERSON),
        (rf"(?:(?:with|by|on|using|from) {_OWNER})?cameras?(?: (?:called|named|made by|by))?", Lead.CAMERA),
        (rf"(?:with|using) {_OWNER}lens(?:es)?{_CALLED}|lens", Lead.LENS),
    )
)
"""Words that say what the value after them is."""

_AS_TAG = rf"(?:as|in|among|amongst|is one of|are one of) (?:(?:one of|an?|the|its|their|my) )*{_TAG}|(?:the )?{_TAG}$"
NOUNS: tuple[tuple[re.Pattern[str], Lead], ...] = tuple(
    (re.compile(rf" (?:{words})(?= |$)"), lead)
    for words, lead in (
        ("cameras?|devices?", Lead.CAMERA),
        ("lens|lenses", Lead.LENS),
        (rf"{_TAG}|{_TAGGED}|{_AS_TAG}", Lead.TAGGED),
        ("folders?|albums?", Lead.FOLDER),
        ("area|region|surroundings|neighbou?rhood|and (?:nearby|around|surroundings|its surroundings|the area)|nearby", Lead.WHERE),
    )
)
"""Words that say what the value before them is."""

BEFORE_PHOTOS = re.compile(rf" {PHOTO}s?(?= |$)")
"""What stands before the word for photos may be a part of a camera's name: "rebel xt photos"."""

DATED = re.compile(
    "(?:(?:in|from|for|during|of|on) )?(?:the )?(?:years?|months?|days?) |(?:with )?(?:dated|dates?)(?: back)?(?: to)? |back (?:to )?"
)
"""What may stand before a date beside the preposition."""

_WRITTEN = "(?:captions?|descriptions?)"
CAPTION = re.compile(
    rf"(?:(?:with |has |have |having |whose |where |in which )?(?:the |a |this |its )?{_WRITTEN}|captioned|described as)"
    r"(?: (?:is|are|was))?(?: (?:just|says|reads|(?:begin|start)s?(?: with)?|contains|includes|mentions))? "
)
"""All that follows is the text of a caption."""
CAPTION_AFTER = re.compile(rf"(?: (?:as|in) (?:its|the|a|an|their))? {_WRITTEN}$|(?: (?:as|in)) {_WRITTEN}$")
"""What stands before this at the end is the text of a caption."""
SAYING = re.compile("(?:says?|reads?|has|have|having|with) ")
"""May lead to it."""
