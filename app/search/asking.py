"""Words that only ask."""

from collections.abc import Sequence

from app.domain.content_words import STOP_WORDS


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PICTURES = _words("photo photos photograph photographs picture pictures pic pics image images shot shots snap snaps snapshot snapshots")
_REQUESTS = _words("find search display list")
_QUESTIONS = _words("which what where who whom whose when how")
_WITH_OBJECT = {
    "show": _words("me us my our all any every some the a an") | _PICTURES,
    "give": frozenset({"me", "us"}),
    "get": frozenset({"me", "us", "all", "my"}),
    "see": frozenset({"all", "my", "our", "any", "the"}) | _PICTURES,
    "look": frozenset({"for"}),
    "looking": frozenset({"for"}),
    "want": frozenset({"to", "all"}) | _PICTURES,
    "need": frozenset({"all"}) | _PICTURES,
    **dict.fromkeys(("do", "does", "did", "can", "could", "have", "has"), _words("i we you they he she anyone anybody someone any")),
    **dict.fromkeys(("is", "are", "was", "were"), frozenset({"there", "any", "anyone", "anybody", "someone"})),
}
"""These ask only where one of their objects follows: "show me dogs" does, "show jumping" does not."""
_FILLING = _words("""
    please me us my our i we you the a an any all every some many much of with from in for that there is are was were be been being
    have has had having do does did can could anyone anybody someone somebody to show showing shows shown see which where who
    taken shot made containing contain contains featuring depicting it them
    """)
_TRAILING = _words("please there taken in of with from that it them i you have do we")
_FINAL_PHRASES = (("in", "them"), ("in", "it"), ("on", "them"), ("on", "it"), ("in", "there"), ("with", "it"), ("for", "me"))


def asked(words: Sequence[str]) -> range:
    """The stretch of casefolded words that is left when what only asks is dropped at both ends; empty if all of it asks."""
    start = _leading(words)
    return range(start, _trailing(words, start))


def _leading(words: Sequence[str]) -> int:
    """How many words at the beginning ask. Filling words do only beside a request, a question or the word for a picture."""
    position, asking = 0, False
    while position < len(words):
        asks = _asks(words, position)
        if not asks and not (words[position] in _FILLING and (asking or _asks_soon(words, position))):
            break
        asking = asking or asks
        position += 1
    return position if asking else 0


def _asks(words: Sequence[str], position: int) -> bool:
    word = words[position]
    if word in _WITH_OBJECT:
        return position + 1 < len(words) and words[position + 1] in _WITH_OBJECT[word]
    if word in _PICTURES:
        return position > 0 or len(words) == 1 or words[position + 1] in _FILLING
    return word in _REQUESTS or word in _QUESTIONS


def _asks_soon(words: Sequence[str], position: int) -> bool:
    """Whether only filling words stand between here and a picture: "all my photos of …"."""
    for word in words[position:]:
        if word in _PICTURES or word in ("want", "need", "find", "looking"):
            return True
        if word not in _FILLING:
            return False
    return False


def _trailing(words: Sequence[str], start: int) -> int:
    """Where what is asked for ends: before "in them", "please", "photos"."""
    stop = len(words)
    while stop > start:
        count = _trailing_count(words, start, stop)
        if count == 0:
            break
        stop -= count
    return stop


def _trailing_count(words: Sequence[str], start: int, stop: int) -> int:
    for phrase in _FINAL_PHRASES if start > 0 else ():
        if stop - len(phrase) > start and tuple(words[stop - len(phrase) : stop]) == phrase:
            return len(phrase)
    word = words[stop - 1]
    if word in _PICTURES:
        return 0 if stop - 1 > start and _is_seen(words[start:stop]) else 1
    return 1 if word in ("please", "taken") or (stop < len(words) and word in _TRAILING) else 0


def _is_seen(words: Sequence[str]) -> bool:
    """Whether a picture at the end is what the photo shows: "posing for a picture", "people taking photos", "a black and white photo"."""
    before = words[-2]
    return (
        before in STOP_WORDS
        or before.startswith("tak")
        or (not words[-1].endswith("s") and any(word in ("a", "an", "the", "this") for word in words))
    )
