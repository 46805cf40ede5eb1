"""The words of questions that compare photos, ask which belong together, or which belong with one; `@` stands for named files."""

import re

from app.domain.evidence import Relation
from app.domain.question import Dimension
from app.search.pointing import IT, THEM, one_of

_RELATIONS: tuple[tuple[Relation, str], ...] = (
    (Relation.NEAR_DUPLICATE, r"near(?:ly)?[- ](?:identical|duplicates?|the same|copies)|similar|look(?:s|ing)?[- ](?:the same"
    r"|alike)|alike"),
    (Relation.BURST, r"bursts?|in a row|rapid fire"),
    (Relation.IDENTICAL_FILE, r"identical|duplicates?|duplicated|doubled?s?|copies|twice|same (?:files?|picture|photo|image)|twins?"),
    (Relation.VARIANT_OF, r"edited|edits?|(?:versions?|variants?|originals?)(?! of windows)|raw and jpe?g|retouched"),
    (Relation.SAME_DAY, r"(?:the )?(?:same|one|that|a single) (?:day|date)"),
    (Relation.SAME_PLACE, r"(?:the )?(?:same|one|that|a single) (?:place|location|spot|position)|from there|there|closest to"
    r"|nearest to|nearby|by places?"),
    (Relation.SAME_EVENT, r"(?:the )?(?:same|one|that|a single) (?:event|time|occasion|outing|trip|moment)|events?"),
    (Relation.SAME_CAMERA, r"(?:the )?(?:same|one|that|a single) camera(?: model)?"),
    (Relation.SAME_LENS, r"(?:the )?(?:same|one|that|a single) lens"),
    (Relation.SAME_FOLDER, r"(?:the )?(?:same|one|that|a single) (?:folder|directory|album)"),
    (Relation.SAME_PERSON, r"(?:the )?(?:same|one|that) (?:person|people)"),
    (Relation.SHARES_TAG, r"(?:the )?same tags?|shares? (?:an? |the )?tags?|(?:tags|keywords) (?:do|does|have) .*"),
)  # fmt: skip
RELATION_WORDS = tuple((relation, re.compile(rf"\b(?:{words})(?=\W|$)", re.IGNORECASE)) for relation, words in _RELATIONS)
GROUPED_BY = {
    "day": Relation.SAME_DAY, "date": Relation.SAME_DAY, "place": Relation.SAME_PLACE, "location": Relation.SAME_PLACE,
    "event": Relation.SAME_EVENT, "camera": Relation.SAME_CAMERA, "lens": Relation.SAME_LENS, "folder": Relation.SAME_FOLDER,
    "person": Relation.SAME_PERSON, "tag": Relation.SHARES_TAG, "burst": Relation.BURST,
}  # fmt: skip
PHOTOS = r"(?:photos?|pictures?|pics?|images?|shots?|files?|ones?|snaps?)"
_SAME = (
    r"(?:the )?(?:same|one|a single) (?:day|date|place|location|spot|event|time|occasion|camera|lens|folder|picture|photo"
    r"|image|file|person|people|tags?)"
)
_TAKEN = r"(?:taken|made|shot|photographed)"
_TARGET = rf"(?:.*@.*|{THEM}|{IT}|both|(?:these|those|the) (?:two|three|four|\d)|the (?:first|last|others?|rest|remaining)\b.*)"
OPENED = re.compile(r"(?:(?:and|so|ok|okay|well|now|but|then|yes|no|hm+),? )+", re.IGNORECASE)


COMPARE = one_of(
    r"(?:please |can you )?compare\b.*",
    rf"(?:what(?:'s| is| are)?|show me|tell me|list)?(?: the)? ?differences? (?:between|of|in) {_TARGET}",
    rf"(?:how|in what way) (?:are|is|do|does) {_TARGET} (?:different|differ)(?: from .*)?",
    rf"what(?:'s| is) (?:the )?different(?: (?:about|between|in) {_TARGET}| here)?",
    r"(?:what(?:'s| is| are)(?: the)? |the )?differences?(?: here)?",
    r"how (?:do|are) they differ(?:ent)?",
    rf"what (?:do|does|have|has) {_TARGET} (?:have )?(?:in common|share)",
    rf"(?:which|what) (?:tags|keywords|people) (?:do|does|have) {_TARGET} (?:share|have in common)",
    rf"(?:are|is|were|was) {_TARGET} (?:also )?(?:of |from |part of )?(?:an? |the |in a )?"
    r"(?:burst|identical|duplicates?|near[- ]duplicates?|copies|the same|same (?:photo|picture|image|file)|similar|alike|edited"
    r" versions?|versions?)\b.*",
    rf"(?:are|is|were|was) {_TARGET} (?:all )?(?:{_TAKEN} |from |of )?(?:on|at|in|with|by|from)? ?{_SAME}(?: as .*)?",
    rf"(?:all )?(?:{_TAKEN} )?(?:on|at|in|with|from)? ?{_SAME}",
    rf"which (?:one |of {THEM} |of the two |photo |picture )?(?:is|was|came) (?:{_TAKEN} )?(?:the )?(?:older|newer|earlier|later"
    r"|first|original)"
    r"(?:,? .*@.*)?",
    r"which (?:one )?is the (?:original|copy|edited (?:one|version))",
    r"how (?:far|many (?:seconds|minutes|hours|days|km|kilomet(?:er|re)s|miles|years|months)|long|much time)(?: apart)? (?:apart"
    rf" )?(?:are|were|is) {_TARGET}(?: apart)?",
    r"how (?:far|many (?:seconds|minutes|hours|days)|long) apart",
)  # fmt: skip
TOGETHER = one_of(
    rf"(?:which|what)(?: (?:of {THEM}|{PHOTOS}))?(?: (?:of {THEM}))? (?:belong|go|fit) together\b.*",
    r"(?:what|which) belongs? together(?: here)?",
    rf"(?:(?:do|did) (?:i|we) have|have (?:i|we)(?: got)?|(?:are|is|were) there|(?:is|are) any of {THEM}|show(?: me)?|find|list"
    r"|which(?: other)?|what|any|and|what about|how many)?"
    rf"(?: (?:me|any|my|all|the|other|some|{PHOTOS}|of {THEM}|are|is|were|part of|in|an?|there|form))*"
    rf" ?(?P<rel>(?:near[- ](?:identical|duplicates?|copies)(?: {PHOTOS})?|(?:exact |identical |byte[- ]identical )?(?:duplicates?"
    rf"|duplicated|copies|doubles?|doubled|twins)(?: {PHOTOS})?"
    rf"|identical(?: {PHOTOS})?|bursts?(?: {PHOTOS})?|(?:similar|lookalike) {PHOTOS}|edited (?:versions?|copies|ones|{PHOTOS})"
    r"|edits|variants|versions))"
    rf"(?P<rest>| like that| of (?:any|my|these|those|the) {PHOTOS}| (?:in|from|of|with|among|taken|for|on|at) .*| are there.*| do "
    r"(?:i|we) have.*)",
    rf"(?:which|what)(?: (?:of {THEM}|{PHOTOS}))?(?: (?P<of>(?:of|from|in|with|taken) .*?))? (?:were|was|are|is|have|share|show)(?:"
    rf" all)?(?: {_TAKEN})?(?: (?:on|at|in|with|from|by))? "
    rf"(?P<same>{_SAME}|a tag)",
    rf"(?:group|sort|cluster|arrange) (?P<what>.+?) (?:by|into|in) (?:the )?(?P<by>{'|'.join(GROUPED_BY)})s?",
)  # fmt: skip
_ANCHOR = rf"(?:.*@.*|{IT})"
RELATED = one_of(
    rf"(?:what|anything|which {PHOTOS}(?=.* (?:as|like|with|that|there)\b))(?: else)?(?: (?:was|were|did (?:i|we)|have (?:i|we)|is"
    r"|are|do i have))?(?: (?:take|taken|shoot|shot|photograph|photographed|made|from|in|on))*"
    r" ?(?:on |at |in |from |with )?(?:(?:the )?same (?:day|date|place|location|spot|event|time|occasion|folder|camera|lens|month"
    rf"|year)|that (?:day|place|spot|event|time|folder|camera|lens|month|year)|there)(?: (?:as|like|with) {_ANCHOR})?",
    r"what else (?:is|was|do i have|did i (?:take|shoot)) (?:from |in |at )?(?:there|here|that (?:day|place|folder))",
    rf"(?:any|show me|are there|do i have)?(?: any)? ?(?:other|others|more)(?: {PHOTOS})? (?:from there|there|(?:from|at|in|on|with"
    rf"|of|by)? ?(?:that|the same) (?:day|place|spot|event|time|folder|camera|lens|month|year)(?: as {_ANCHOR})?)",
    rf"(?:show(?: me)?|find|any|which|what|more)?(?: (?:are|is|me))? ?(?:other )?{PHOTOS}?(?: (?:are|is|that are))? ?(?:like"
    rf"|similar to|near|closest to|nearest to|close to) {_ANCHOR}(?: by (?:place|location|day|date|time|event|camera|look))?",
    rf"(?:show(?: me)?|find|any|list)?(?: me| some| more)? ?similar(?: {PHOTOS})",
    rf"(?:what|which {PHOTOS}) (?:belongs?|goes|go|relates?|is related|are related) (?:together )?(?:with|to) {_ANCHOR}",
    r"(?:photos|pictures|ones|everything|all|show me (?:photos|pictures|everything))(?: taken| from)? (?:on|at|in|with)? ?(?:the"
    rf" )?same (?:day|place|event|time|folder|camera|lens|month|year) (?:as|like) {_ANCHOR}",
    r"(?:and )?(?:on |in )?that (?:month|year|day)",
)  # fmt: skip
PERIODS = {"month": Dimension.MONTH, "year": Dimension.YEAR}
EXTREMES = re.compile(
    r"compare (?:my |the )?(?:first|oldest|earliest) and (?:my |the )?(?:last|newest|latest) (?P<rest>.*)|"
    r"compare (?:my |the )?(?:last|newest|latest) and (?:my |the )?(?:first|oldest|earliest) (?P<other>.*)",
    re.IGNORECASE,
)
OLDER = re.compile(
    r"which .*\b(?:older|newer|earlier|later|first)\b|how (?:long|much time|many (?:sec|min|hour|day|month|year))", re.IGNORECASE
)
DISTANT = re.compile(r"how (?:far|many (?:km|kilo|mile|met))", re.IGNORECASE)
OTHERS = re.compile(r"\bthe (?:others?|rest|remaining)\b", re.IGNORECASE)
ORDINAL = re.compile(r"\b(?:first|second|third|last|two|three)\b", re.IGNORECASE)
FIRST_AND_LAST = re.compile(
    rf"(?:compare |show me |and )?(?:the )?(?:first|oldest|earliest) and (?:the )?(?:last|newest|latest)(?: {PHOTOS})?"
    rf"(?: (?:of|on|in) (?:{THEM}|{IT}|that day|the day|all))?",
    re.IGNORECASE,
)
TELL_ABOUT = re.compile(
    r"(?:please |can you )?(?:tell me (?:more |something |everything |all )?about|what (?:is|are|do you know about)|what's"
    r"|describe|(?:the )?details (?:of|about|for)|(?:any )?info(?:rmation)? (?:on|about|of)|what about|how about) @(?:(?:,? and|,) @)*",
    re.IGNORECASE,
)
_PLEASE = r"(?:please |can you |could you |now )*"
_SUMMARISE = r"(?:summari[sz]e|sum up|recap|(?:give me |show me )?(?:a |an )?(?:quick |short )?(?:summary|overview|recap) of)"
SUMMARY = one_of(
    rf"{_PLEASE}(?:tell me (?:more |something |everything |all |a bit |a little )?about|describe|what can you tell me about"
    rf"|(?P<dated>{_SUMMARISE})) (?P<what>.+)",
    r"what happened (?:on |in |during )(?P<when>.+)",
    r"what do (?:i|we) have(?: here)? (?:from|of|in|for) (?P<held>.+)",
)
"""Asks what there is to tell of photos; of what is not mine, the world tells as well."""
MINE = re.compile(rf"\b(?:my|our)\b|\b{PHOTOS}\b", re.IGNORECASE)
_TRIP = (
    r"(?:my|our|the) (?:trips?|holidays?|vacations?|journeys?|travels?|visits?|weekend|week|stay|time|days?)"
    r" (?:to|in|through|around|at|from|on) "
)
TRIP = re.compile(rf"^(?:all |everything )?(?:of )?{_TRIP}", re.IGNORECASE)
PHOTOS_OF_TRIP = re.compile(
    rf"(?:show me |find )?(?P<photos>(?:how many |all )?(?:the |my )?{PHOTOS}) (?:from|of|on|during) {_TRIP}(?P<rest>.+)", re.IGNORECASE
)
BUSIEST = re.compile(
    r"(?:(?:what|which|when)(?:'s| is| was| were)? )?(?:my |our |the )?(?:busiest|most photographed) (?P<of>day|month|year)"
    r"(?: for (?:photos|pictures))?(?P<rest> (?:in|of) .+)?",
    re.IGNORECASE,
)
