"""What is no question to the facts of photos, in a closed table: what Candid never does, and what no fact tells."""

import re

from app.search.pointing import tidy

_POLITE = r"(?:(?:please|can you|could you|would you|will you|you|just|now|then|ok|okay|and|,) ?)*"
_THINGS = (
    r"(?:it|them|these|those|this|that|all|both|everything|the|my|our|photos?|pictures?|duplicates?|blurry|bad|img\w*|dsc\w*"
    r"|\S+\.\w{3,4})\b"
)
_CHANGES = (
    r"delete|erase|remove(?! (?:the ones|those|the one) (?:from|with|in|of|taken|without)\b)|trash|discard|move|copy|rename|rotate"
    r"|flip|crop|resize|straighten|brighten|darken|sharpen|retouch|edit|fix|enhance"
    "|convert|tag|untag|rate|caption|label|star|hide|archive|import|back up|backup|merge|restore"
)
_SENDS = "e-?mail|send|mail|share|post|upload|publish|print|text|message|forward"
CHANGES_NOTHING = "Candid only looks at photos and never changes, moves or deletes a file; your file manager or photo editor does that."
SENDS_NOTHING = "Candid sends photos to nobody; use “Show in file manager” to find their files, and send them from there."
KEEPS_NO_ALBUMS = "Candid makes no albums or tags and writes nothing into files; it can show these photos together."
JUDGES_NOTHING = "No fact of a photo tells how good it looks, so Candid cannot choose by that; ask for stars (“rated 4 or more”) instead."
SEES_NO_BLUR = "No fact of a photo tells whether it is sharp, so Candid cannot tell; ask for slow exposures (“longer than 1/30 s”) instead."
KNOWS_NO_PHOTOGRAPHER = (
    "Candid does not read who took a photo; it knows the camera, and the people whom a file marks as being in the picture."
)
TELLS_NO_WEATHER = "What the weather is or will be, no photo tells; ask for the photos of a place or a time instead."
COUNTS_NO_SPANS = "Candid does not calculate how far photos lie apart; ask when or where each of them was taken, or compare two of them."
KNOWS_NO_SIZES = "The sizes of files are not among the facts that Candid answers from; the detail panel shows them for each photo."
KNOWS_NO_FLASH = "Whether the flash was fired is not among the facts that Candid reads from files."
FINDS_NO_PAIRS = (
    "Candid does not measure which photos are closest to each other; ask “which of them belong together” or “in order of time” instead."
)
COUNTS_THE_MOST = "Candid tells which has the most photos, not the second most or the fewest; ask “how many photos per year” for numbers."
MEASURES_SLOWNESS = "“Slow” and “fast” are no numbers; ask for an exposure, such as “longer than 1/30 s” or “shorter than 1/1000 s”."
COMPARES_A_FEW = (
    "Two to four photos can be compared: choose so many of them, or ask for “the first two”; of more, ask “which of them belong together”."
)
THANKED = "You are welcome. Ask on, or start a new question about your photos."

_TABLE = tuple(
    (re.compile(pattern, re.IGNORECASE), says)
    for pattern, says in (
        (rf"{_POLITE}(?:{_CHANGES}) {_THINGS}.*", CHANGES_NOTHING),
        (rf"{_POLITE}(?:get rid of|throw away|clean up) .*", CHANGES_NOTHING),
        (rf"{_POLITE}(?:{_SENDS}) {_THINGS}.*", SENDS_NOTHING),
        (rf"{_POLITE}(?:put|add) {_THINGS}.*\b(?:album|folder|collection)s?\b.*", KEEPS_NO_ALBUMS),
        (rf"{_POLITE}(?:make|create) (?:an?|the|me an?)\b.*\b(?:albums?|collage|slide ?show|book|video|calendar)\b.*", KEEPS_NO_ALBUMS),
        (rf"{_POLITE}(?:suggest|write|invent|make up|give them) (?:some )?(?:tags?|captions?|titles?|keywords?)\b.*", KEEPS_NO_ALBUMS),
        (
            r"(?:(?:show|find|pick|choose|tell)(?: me)? )?(?:(?:which|what|who)\b.*)?\b(?:the )?"
            r"(?:prettiest|nicest|ugliest|most beautiful|loveliest|funniest|cutest|coolest|favou?rite(?! (?:photo|picture|image|shot|pic)s)"
            r"|best(?: (?:one|photo|picture|shot|looking))?|worst(?: (?:one|photo|picture|shot))?)"
            r"(?: (?:one|photo|picture|shot)s?)?(?: (?:of|in|from|among) .*)?",
            JUDGES_NOTHING,
        ),
        (r".*\b(?:blurry|blurred|out of focus|unsharp|sharpest)(?: (?:ones?|photos?|pictures?|shots?|images?))?", SEES_NO_BLUR),
        (r"(?:and )?who (?:took|shot|made|photographed|captured) (?:it|this|that|these|those|them|this one|that one|the photos?"
        r"|the pictures?)",
         KNOWS_NO_PHOTOGRAPHER),
        (r"(?:and )?who (?:is|was) the photographer\b.*", KNOWS_NO_PHOTOGRAPHER),
        (r"(?:what(?:'s| is|s)?|how(?:'s| is)?) the (?:weather|temperature|forecast)\b.*", TELLS_NO_WEATHER),
        (r".*\bhow many (?:years|months|weeks|days|hours|minutes|seconds|kilometres|kilometers|km|miles) (?:are |is |lie )?between\b.*",
         COUNTS_NO_SPANS),
        (r"(?:which|what)(?: (?:one|of (?:them|these|those)))? (?:is|are|has|was) the (?:largest|biggest|smallest|heaviest)"
         r"(?: (?:file|photo|picture|one|size)s?)?", KNOWS_NO_SIZES),
        (r".*\b(?:taken|shot|made|photos?|pictures?|ones?) (?:with(?:out)?|using) (?:the |a )?flash", KNOWS_NO_FLASH),
        (r"(?:and )?(?:which|what)(?: of (?:them|these|those))? (?:two|2|ones?|photos?|pictures?)(?: (?:photos?|pictures?|ones?|of (?:them"
         r"|these|those)))? (?:are|were|lie)(?: taken)? (?:the )?(?:closest|nearest|furthest|farthest)"
         r"(?: (?:together|apart|to each other))?"
         r"(?: (?:in|by) (?:time|date|place|distance))?", FINDS_NO_PAIRS),
        (r"(?:and )?(?:which|what)?(?: (?:one|is|was|has))*(?: about)? ?(?:the )?(?:(?:second|third|next)[- ](?:most|busiest)|fewest)"
         r"(?: (?:photos?|pictures?))?(?: (?:day|month|year))?", COUNTS_THE_MOST),
        (r".*\b(?:fewest|least|second[- ]most|third[- ]most) (?:of my )?(?:photos|pictures|pics|images|shots)", COUNTS_THE_MOST),
        (r"(?:which|what) .*\b(?:second|third|least)[- ]?(?:most)?[- ]used (?:camera|lens)", COUNTS_THE_MOST),
        (r".*\b(?:which|what|show(?: me)?)\b.*\b(?:ones?|photos?|pictures?|shots?|of (?:them|these|those))\b.*\b(?:slow|fast|quick)"
         r" (?:shutter(?: speeds?)?|exposures?)(?: then)?", MEASURES_SLOWNESS),
        (r"(?:ok |okay |great |cool |many )*(?:thanks?|thank you|thx|cheers)(?: (?:you|a lot|so much|very much))?", THANKED),
    )
)  # fmt: skip
"""Whole questions only: "photos of a blurry street" asks for what a caption says."""
_BEFORE_LAST = re.compile(
    r"^(?:.*[,.;!] +(?:and |but |then |now )*|(?:ok |okay |great |cool )*(?:thanks|thank you|thx|cheers)(?: a lot| so much| very much)?"
    r" (?:and|but|now|then) )",
    re.IGNORECASE,
)
"""What is said before the last clause: "thank you, and …"."""
_WANTED = frozenset({CHANGES_NOTHING, SENDS_NOTHING, KEEPS_NO_ALBUMS})
"""A last clause that wants something done decides, whatever was said before it."""


def cannot(question: str) -> str:
    """The sentence that says why this is nothing that Candid does or knows; empty if it may be."""
    text = tidy(question)
    says = _says(text) if text else ""
    last = _BEFORE_LAST.sub("", text)
    return says or (wanted if last and last != text and (wanted := _says(last)) in _WANTED else "")


def _says(text: str) -> str:
    return next((says for pattern, says in _TABLE if pattern.fullmatch(text)), "")
