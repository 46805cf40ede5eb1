"""The words of follow-ups, as patterns over a tidy text: what each asks is in `follow_up_forms`."""

import re

from app.domain.question import Dimension
from app.search.pointing import IT, THEM, one_of

DIMENSIONS = (
    (Dimension.CAMERA, r"cameras?(?: models?)?|models?"),
    (Dimension.LENS, r"lens|lenses"),
    (Dimension.YEAR, r"years?"),
    (Dimension.MONTH, r"months?"),
    (Dimension.DAY, r"days?|dates?|time"),
    (Dimension.PLACE, r"places?|locations?|cit(?:y|ies)|towns?"),
    (Dimension.COUNTRY, r"countr(?:y|ies)"),
    (Dimension.FORMAT, r"formats?|file types?"),
    (Dimension.PERSON, r"people|persons?"),
    (Dimension.TAG, r"tags?|keywords?"),
    (Dimension.FOLDER, r"folders?|director(?:y|ies)"),
)
_DIMENSION = "|".join(words for _, words in DIMENSIONS)
_PHOTOS = r"(?:photos?|pictures?|pics?|images?|shots?)"
_TAKEN = r"(?:taken|shot|made|photographed|from)"

OPENED = re.compile(
    r"(?:(?:and|but|also|now|then|ok|okay|so|well|right|alright|great|good|cool|thanks|no|yes|oh|hm+|hi|hey|hello|please|wait"
    r"|actually),? )+",
    re.IGNORECASE,
)
CLOSED = re.compile(
    r"(?:,? (?:then|please|now|though|lol|too|instead|again|at all|as well|thanks|exactly|in total|altogether))+$", re.IGNORECASE
)
EXPOSED = (
    (("aperture", "shutter", "iso"), r"(?:camera |exposure )?settings|exposure(?! time)(?: data)?"),
    (("aperture",), r"aperture|f-(?:number|stop)"),
    (("shutter",), r"shutter(?: speed)?|exposure time"),
    (("iso",), r"iso(?: (?:value|speed|setting))?"),
    (("focal_length",), r"focal length"),
)
"""The facts of an exposure, by the words for them."""
_EXPOSED = "|".join(words for _, words in EXPOSED)
_OF_IT = rf"(?:{IT}|{THEM}|the (?:photo|picture|one))"


LEANING_END = re.compile(r" (?:then|too|instead|though|as well|ones)$", re.IGNORECASE)


COUNT = one_of(
    rf"(?:and )?how many(?: (?:is|are|was|were) (?:that|there|they|it|those|these|in total)| of {THEM}| {_PHOTOS}(?: (?:is|are) "
    r"(?:that|there|those))?| ones)?",
    r"count (?:them|those|these)",
)
COUNT_OF = one_of(
    rf"how many(?: different)? (?P<of>{_DIMENSION})(?: (?:is|are|was|were|did|do|does|have) (?:that|it|they|there|those|these|this"
    r"|them|i use|i have)(?: (?:have|use|show|from|in|on|taken))*)?"
)
PER = one_of(
    rf"(?:and )?(?:how many )?(?:per|by|in each|for each|on each|each) (?P<of>{_DIMENSION})",
    rf"(?:group|count|split) {THEM} (?:by|per) (?P<of2>year|month|tag)s?",
)
WHEN = one_of(
    rf"(?:and )?when(?: (?:was|were|is|are) {_OF_IT}(?: {_TAKEN})?| did (?:i|we) (?:take|shoot|make) {_OF_IT})?",
    rf"(?:what|which) (?:day|date|time) (?:was|were|is) {_OF_IT}(?: {_TAKEN})?",
    rf"what(?:'s|s| is| are) the (?:dates?|times?|days?)(?: (?:on|of) {_OF_IT})?",
    rf"how old (?:is|are) {_OF_IT}",
)
WHERE = one_of(
    rf"(?:and )?where(?: (?:was|were|is|are) {_OF_IT}(?: {_TAKEN})?| did (?:i|we) (?:take|shoot|make) {_OF_IT})?",
    rf"(?:what|which) (?:places?|locations?) (?:was|were|is|are) {_OF_IT}(?: (?:in|at|{_TAKEN}))*",
)
WHO = one_of(
    rf"(?:and )?who(?: else)?(?:'s| is| are| was| were)? (?:on|in|with) {_OF_IT}",
    r"who(?: else)?(?: (?:is|are|was|were|'s) (?:it|that|they|those|these|there))?",
    r"(?:and )?(?:with whom|who with|with who|who else)",
)
WHO_MOST = one_of(rf"who is (?:in|on) (?:the )?most(?: of {THEM})?(?: {_PHOTOS})?", r"who(?: is there)? (?:the )?most(?: often)?")
WHICH = one_of(
    rf"(?:(?:and|with|on|in|by) )?(?:which|what) (?P<of>{_DIMENSION})"
    rf"(?: (?:took|made|was|were|is|are|did|do|does|has|have|used|there|shot)(?: (?:used|taken|made|i use|they|it|{_OF_IT}))*(?: "
    rf"(?:taken|made|shot|share|show|use|used|have|had|in|on|at|with|from|for|by|{_OF_IT}))*)?",
    rf"what(?:'s|s| is| are) (?:the|its|their) (?P<of2>{_DIMENSION})(?: (?:on|of|for|in) {_OF_IT})?",
    rf"which (?P<of3>{_DIMENSION}) there",
)
MOST = one_of(
    rf"(?:which|what) (?P<of>{_DIMENSION}) (?:was |were |is |did i |do i |has |have |had |took |made |got )?(?:used |use )?(?:the"
    rf" )?most(?: often| used)?(?: {_PHOTOS})?(?: of {THEM})?",
    r"(?:and )?(?:the |which (?:is|was) the |what(?:'s| is| was) the )?(?:busiest|most active|best) (?P<of2>year|month|day)",
    rf"which(?: one)? (?:is |was |has |took |did i use )?(?:used )?(?:the )?most(?: often| used)?(?: {_PHOTOS})?(?: of {THEM})?",
    rf"(?:the )?most (?:common|used|frequent) (?P<of3>{_DIMENSION})",
)
_PERIOD = one_of(r"(?:and )?(?:which|what) (?P<of>year|month|day)")
EXTREME = one_of(
    rf"(?:and )?(?:wich|which|what|show me|when|where|who)?(?: (?:one|of {THEM}))?(?: (?:is|was|were|are|came))?(?: taken)?(?: "
    r"(?:is|was))? ?(?:the )?"
    rf"(?P<end>oldest|earliest|first|newest|latest|last|most recent)(?: one)?(?: (?:of|among|in) (?:all )?{THEM})?(?: {_TAKEN})?"
)
SHOW = one_of(
    rf"(?:just |can you )?(?:show|list|give|see|find|display|open)(?: me)? (?:all )?(?:{THEM}|{IT})(?: all| again)?",
    rf"(?:tell me|say|show me)(?: (?:a bit |something |everything )?(?:more|else))?(?: about| of| on)? {_OF_IT}",
    rf"(?:tell me|say) (?:something|more|everything|all)(?: about {_OF_IT})?",
    rf"what (?:does|do|did) (?:{_OF_IT}|the captions?|the titles?)(?: of {_OF_IT})? (?:say|show|read)(?: about (?:it|that|this|them))?",
    rf"what (?:are|is|'s) (?:in |on )?{_OF_IT}(?: (?:of|about|called))?",
    rf"what(?:'s|s| is| are) the (?:titles?|captions?|names?|descriptions?)(?: (?:of|on|for) {_OF_IT})?",
    r"(?:more|details|describe (?:it|them|these|those|this))",
)
OF_ONE = one_of(
    rf"why (?:(?:is|was) {IT}|(?:did|do|are) you (?:show|showing|choose|pick|cite)(?: me)? {IT}|{IT})"
    r"(?: (?:here|shown|cited|listed|found|chosen|included|in (?:this|the|your) (?:answer|list)|part of (?:this|the|your) answer))?",
    rf"(?:what|which)(?:'s|s| is| was| were| are)? (?:the |its )?(?:{_EXPOSED})(?: (?:of|for|on) {IT})?(?: used)?",
    rf"(?:what|which) (?:{_EXPOSED}) (?:is|was|were|did|has|had) (?:used|i use|{IT})(?: taken)?(?: (?:for|on|with|at)(?: {IT})?)?",
)
"""What is known of one photo; of several, each has its own."""
SORT = one_of(
    rf"(?:sort|order|arrange|put|list|show)(?: me)? (?:{THEM}|it) (?:by (?:time|date|age|day)|in (?:chronological |time )?order(?:"
    r" of time)?|chronologically)|(?:in )?(?:chronological order|order of time)"
)
REST = one_of(
    r"(?:and |only )?(?:show|list|give|see|what about|where are)?(?: me)? ?(?:the (?:rest|others?|other ones|remaining ones?|other"
    rf" {_PHOTOS})|(?:some )?more(?: of {THEM})?)(?: of {THEM})?(?: all)?"
)
POINT = one_of(
    r"(?:and )?(?:show|open|see|tell|what about|give)?(?: me)?(?: (?:more )?about)? ?(?:the (?:first|second|third|fourth|fifth"
    rf"|last) one|the (?:first|last) (?:two|three|four|[2-4])(?: {_PHOTOS}| ones)?|the (?:second|third|fourth|fifth))(?: of"
    rf" {THEM})?"
)
OTHERWISE = one_of(
    r"(?:those |these |the ones |how many |which ones )?(?:without|not|with none|after|before|since)",
    r"(?:(?:show|list|find|and)(?: me)? )?(?:the ones|those|which|which ones|how many)(?: of them)? (?:that |who |which )?(?:don't"
    r"|do not|doesn't|haven't|aren't|are not|didn't|does not)(?: have (?:any|one|it|that|them))?",
    r"(?:and )?(?:the opposite|otherwise)",
)
BEST = one_of(
    rf"(?:which|what)(?: (?:one|of {THEM}|photo))? (?:has|have|is|had|got)(?: got)? (?:the )?(?:highest|best|most|top)(?: rated|"
    rf" ratings?| stars?)?(?: of {THEM})?(?<!highest)(?<!most)"
)
HAS = one_of(
    rf"(?:does|do|is|has|have|did) (?P<who>{_OF_IT}|.*\.\w{{3,4}}) (?:have |has |got )?(?:an? |any |the )?(?P<what>date|place"
    r"|location|camera|lens|tags?|people|person|caption|title|gps)(?: on it| known)?"
)
HAS_OF = {
    "date": Dimension.DAY,
    "place": Dimension.PLACE,
    "location": Dimension.PLACE,
    "gps": Dimension.PLACE,
    "camera": Dimension.CAMERA,
    "lens": Dimension.LENS,
    "tag": Dimension.TAG,
    "tags": Dimension.TAG,
    "people": Dimension.PERSON,
    "person": Dimension.PERSON,
}

NOT_THESE = one_of(
    r"(?:(?:show(?: me)?|but|only|just) )?(?:not|without|except(?: for)?|excluding|exclude|leave out|leaving out|skip|drop|remove"
    r"|minus|other than|no)(?: the (?:ones?|photos|pictures)| those| that| the| these)? (?P<rest>.+?)(?: ones?)?"
)
ONLY = one_of(
    rf"(?:show me |i want |give me |make it )?(?:only|just)(?: show)?(?: me)?(?: the (?:ones?|{_PHOTOS})| those| these| them| ones?"
    rf"| {_PHOTOS})?(?: (?:that|which))? (?P<rest>.+?)(?: ones| only)?"
)
WHICH_ONES = one_of(
    rf"(?:wich|which|what|show me which|list which)(?: (?:ones?|of {THEM}|one of {THEM}))(?: (?:that|which))? (?P<rest>.+)",
    r"which (?P<rest2>(?:have|has|are|were|was|aren't|weren't|isn't|is|show|don't|didn't|do|contain|got) .+)",
)
HOW_MANY_OF = one_of(rf"how many (?:of (?:{THEM}|my (?:photos|pictures|pics))|ones)(?: (?:that|which))? (?P<rest>.+)")
HOW_MANY = one_of(r"how many (?P<rest>(?:with|without|in|from|at|on|of the|taken|before|after|have|has|are|were|did|show|don't|aren't) .+)")
ONES = one_of(
    r"(?:show |list |see |find |give |what about )?(?:me )?(?:the ones?|those|these|them|ones) (?:that (?:are|were|have) |which "
    r"(?:are|were) )?(?P<rest>.+)"
)
ANY_OF = one_of(
    rf"(?:(?:is|are|was|were|do|does|did|have|has) )?(?:any|some|one|all|both|none) of {THEM} (?P<rest>.+)",
    r"(?:is|are|was|were) (?:any|some|all|both|they|these|those|it) (?:all )?(?P<rest2>(?:from|in|at|with|by|on|taken|before|after) .+)",
)
IS_IN = one_of(
    rf"(?:is|are|was|were) (?P<rest>.+?) (?:in|on) (?:any|some|one|all|which) of (?:them|those|these)(?: {_PHOTOS})?",
    r"which(?: ones)? (?:show|have) (?P<rest2>.+)",
)
ABOUT = one_of(r"(?:what|how) about(?: (?:the|those|ones))? (?P<rest>.+?)(?: ones?)?")
BACK = one_of(r"(?:go |let's go |take me )?back to (?:the |all of |all the |all )*(?P<rest>.+?)(?: ones)?")
SAME = one_of(r"(?:the )?same(?: thing| question| again)?,?(?: but)? (?:with|for|in|from|on|at|of) (?:the )?(?P<rest>.+)")
LED = one_of(r"(?P<rest>(?:in|from|with|without|on|at|of|during|before|after|between|near|around|by|since|until|taken) .+)")
AND = one_of(
    r"(?:the )?(?:whole |entire |all of )?(?P<rest>.+)",
)
OWN = re.compile(r"\b(?:i|we|my|our)\b", re.IGNORECASE)
POINTING = re.compile(rf"\b(?:{IT}|one|rest|others)\b", re.IGNORECASE)
ANAPHOR = re.compile(r"\b(?:those|these|them|they)\b", re.IGNORECASE)
NAMES_PHOTOS = re.compile(rf"\b(?:{_PHOTOS}|everything|anything|i|we|my|our)\b", re.IGNORECASE)
