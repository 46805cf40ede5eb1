"""Whether a question asks for knowledge of the world, by its form: "what do zebras eat", "how tall is", "who invented".

A picture shows what was there and then; it never tells why, how to, since when, or what is so in general. Where a question is about
photos, or may be about what one of them shows, this says no, and closeness decides.
"""

import re
from functools import cache


def _any(words: str) -> str:
    """An alternative of words; a star stands for any ending."""
    return "(?:" + "|".join(word.replace("*", r"\w*").replace("_", " ") for word in words.split()) + ")"


_EXTENT = _any("come long far fast tall old big large deep high heavy wide much often hot cold dangerous smart strong rich safe rare")
_PHOTO = _any("photo* picture pictures pic pics image images shot shots snap snaps snapshot* selfie* album* caption*")
_SOMEBODY = _any("i we you he she they it anyone anybody someone somebody")
_THIS = _any("i we you he she they it anyone anybody someone somebody the my our your his her their this that these those any there")
_BE = r"(?:is|are|was|were|s|['’]s|['’]re)"
_DO = r"(?:do|does|can|could|should|would|must|will)"
_DOING = r"\b(?!(?:any|some|no|every)?thing\b|(?:morn|even|k|r|w|spr|str|build|wedd|ceil)ing\b)\w{2,}ing\b"
_SCENE = rf"(?:{_DOING}|\b{_any('in on at with behind beside near under over next wearing from')}\b)"
_SUPERLATIVE = _any(
    "best worst greatest smartest fastest slowest tallest highest longest largest biggest smallest "
    "deepest heaviest strongest richest hottest "
    r"coldest healthiest cheapest hardest easiest rarest deadliest loudest most_(?!photo|picture|recent)\w+"
)
_INVENTED = _any(
    "invent* design* found(?:ed)?\\b discover* compos* wrote written direct(?:s|ed) introduc* coin(?:s|ed) manufactur* establish*"
)
_MADE = _any(
    "invent* design* found(?:ed)?\\b discover* compos* wrote written introduc* coin(?:s|ed) manufactur* establish* domesticat* originat* "
    "creat* buil[td]* construct* install* first born di(?:e|ed)\\b start* beg[aiu]n* end(?:ed)?\\b open* "
    "sign(?:ed)?\\b releas* extinct finish*"
)
_LORE = _any(
    "meaning definition origin origins history capital population currency president mayor inventor author lifespan life_cycle "
    "life_expectancy diet habitat gestation_period species recipe recipes ingredients rules price prices cost costs salary symptoms causes "
    "treatment cure purpose difference etymology plural synonym synonyms formula height weight length speed age distance area depth "
    "temperature time_zone language religion theory biography nutrition calories benefits disadvantages advantages dangers "
    "scientific_name net_worth opening_hours admission climate facts tips tutorial instructions anatomy evolution etiquette science physics"
)
_ABOUT = _any(
    "history meaning definition population capital price prices cost average recipe lifespan life_cycle rules science ingredients calories"
)
_TELL = _any(
    "explain define translate convert calculate solve prove recommend suggest summari[sz]e compose write "
    "draft discuss spell compare advise "
    "teach_me help_me tell_me_(?:a_joke|why|how|what) name_(?:the|three|five|some) list_the_(?:ingredients|rules|causes|steps)"
)

_ABOUT_PHOTOS = re.compile(rf"\b(?:{_PHOTO}|do (?:i|we|you) have|(?:did|have|was|were|am) (?:i|we)|show me(?! how))\b")
_NEVER_SHOWN = (
    r"^(?:\w+ )?why\b",
    r"\bhow to\b",
    r"\band (?:explain |tell me )?(?:why|how come|how (?:do|does|can|could|should))\b|\band explain (?:how|what)\b",
    rf"^how (?:{_DO}|{_EXTENT})\b",
)
"""Not even a question that speaks of photos asks for a photo like this: "how to take better selfies"."""
_GENERAL = (
    rf"^how (?:{_BE}|did|has|have) (?!{_SOMEBODY}\b)",
    r"^how many \w+(?: \w+)? (?:live|exist|per)\b|^how many (?:species|kinds|types|calories|bones|teeth|stomachs|square|miles)\b",
    rf"^how many .*\b(?:is|are|in|on|{_DO}|has|have|to) (?:make )?an? ",
    rf"^how many (?:\w+ ){{1,2}}{_DO} (?!{_SOMEBODY}\b)",
    rf"^(?:what|which|who|where|when)\b.*\b(?:{_SUPERLATIVE}|is \w+er)\b",
    r"^(?:what|which|who|where|when|is|are|was|were)\b.*\b(?:\w{3,}er|more \w+|less \w+) than\b",
    rf"^what ?{_BE}? ?(?:the |an? )?(?:\w+ ){{0,2}}{_LORE}\b",
    r"^what (?:cause|make|happen|kill|eat|live)(?:s|d)?\b(?! on\b| in the\b)",
    rf"^(?:what|where|when|which \w+|what \w+(?: \w+)?) {_DO} (?!{_SOMEBODY}\b)(?!.*\b(?:say|says|read|show|look|wear|hold)\b)",
    rf"^what (?:kind|sort|type|breed|species|language|country|company|time zone)s?\b(?!.*{_SCENE})",
    rf"^what ?{_BE} (?!{_THIS}\b)(?!.*{_SCENE})\w|^what ?{_BE} .*\bmade (?:of|from)\b",
    r"^(?:in )?(?:what|which) (?:year|century|country)\b|^which (?:king|queen|emperor|president|pope|architect|company)\b|^whose idea\b",
    rf"^who (?:first |originally )?{_INVENTED}|^who (?:make|own|run|manufacture|govern|lead|regulate)s\b",
    rf"^who ?{_BE} (?!.*{_SCENE})|^who won the (?:\w+ )*(?:cup|championship|tournament|prize|medal|league|series|election)\b",
    rf"^(?:when|where|what|which|how|was|were|did|is|are) .*\b{_INVENTED}",
    rf"^(?:when|where) (?:{_BE}|did|has|have|will) .*\b{_MADE}",
    rf"^(?:{_DO}|may) (?!{_SOMEBODY}\b|the\b|my\b|our\b)|^(?:can|should|must|may) (?:i|you|we)\b(?! see| find| show| look| get| have)",
    r"^(?:do|should|must|would) (?:i|you|we|one) (?:need|want|tip|have to)\b|^has anyone ever\b",
    rf"^(?:is|are) (?!{_THIS}\b)(?!.*{_SCENE})",
    r"^(?:is|are) it (?:safe|legal|ok|okay|possible|bad|good|healthy|true|wrong|dangerous|normal)\b",
    r"^(?:is|are) there (?:an? )?(?:cure|way)\b",
    rf"^(?:please |can you |could you |show me )?(?:{_TELL}\b|how to\b)",
    rf"^(?:the )?{_LORE} (?:of|for|to|about|on|between|in|behind)\b|\b{_ABOUT} (?:of|for|behind)\b|\b{_LORE}$",
    rf"^(?:the )?{_SUPERLATIVE} (?!.*{_SCENE})\w|^(?:the )?{_SUPERLATIVE} (?:\w+ ){{1,3}}(?:for|to|on earth|in the world)\b",
    r"\b(?:world['’]s|of all time|on earth|in the world|vs|versus)\b",
    r"\b(?:statistics|trivia|pros and cons|fun facts?|recipes?|etiquette)\b|(?<!\ba )(?<!\bthe )\bjokes?$|\bjokes? about\b",
    r"\baverage \w+ (?:of|for)\b|\b(?:popularity|likelihood|probability|chances|percentage) of\b|\bpopulation(?: \d{4})?$",
    r"\b(?:should|must|ought to) (?:i|we|you|one|people|everyone|anyone)\b|\bdo (?:i|we|you|people) (?:really )?need\b",
    r"\bwhere (?:can|could|do|should) (?:i|we|you|one|people) (?:buy|get|rent|hire|order|learn|sell)\b",
    r"\bwhich (?:one )?(?:is|are) \w{3,}er\b|\b(?:is|are) (?:it|they) (?:safe|legal|worth|dangerous|healthy)\b",
)


@cache  # Compiled when the first question comes: the program starts without them.
def _compiled(forms: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(each) for each in forms)


def speaks_of_photos(question: str) -> bool:
    """Whether the question says that it is after photos of one's own: "which photos", "do I have", "did we"."""
    return _ABOUT_PHOTOS.search(question.casefold()) is not None


def asks_the_world(question: str) -> bool:
    """Whether the form of a question asks for what no photo can tell."""
    text = " ".join(re.sub(r"[^\w\s'’]", " ", question.casefold()).split())
    if any(each.search(text) for each in _compiled(_NEVER_SHOWN)):
        return True
    return not _ABOUT_PHOTOS.search(text) and any(each.search(text) for each in _compiled(_GENERAL))
