"""Text out of files and replies made fit for a label: nothing in it can turn its surroundings around, hide, or push the panel wider."""

import re
import unicodedata
from collections.abc import Iterator

from app.domain.words import shown

LONGEST = 12_000
"""Characters of one text that are shown."""
UNBROKEN = 20
"""Ordinary letters without a place to break a line: so many fit into the narrowest panel."""
MOST_MARKS = 5
"""Signs upon one letter: Hebrew with its accents and Tibetan need no more, and each of a thousand would have to be laid out."""
_LONGEST_CLUSTER = 12
"""Characters that are never parted, such as the family of an emoji."""
_SPACES = re.compile(r"(?:[^\S\r\n]|\u2800)+")
_UNSEEN = re.compile("[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060\u3164\ufeff\uffa0]")
"""Signs that show nothing: of the Unicode property Default_Ignorable_Code_Point, those that Python calls printable, and four more."""
_ISOLATED = re.compile("[\u2066-\u2068][^\u2066-\u2069\n]*\u2069")
_EMPTY_LINES = re.compile("\n(?: ?\n)+")
_JOINERS = "\u200c\u200d"
_KEPT = f"\n{_JOINERS}"
_WIDE = {"\ufffd": 3, "\ufdfa": 10, "\ufdfb": 10, "\ufdfd": UNBROKEN} | dict.fromkeys("MWmw@%&—", 2)
"""How many ordinary letters wide a sign is; the one for what cannot be shown is as wide as three."""
_BEYOND = 0x1100
"""From here on signs are at least as wide as two letters, or rare."""


def harmless(text: str) -> str:
    """Text without control characters and without signs that turn the direction of writing.

    Line breaks stay, joiners, which emoji and many scripts are written with, and isolates (UAX #9) that end where they should.
    """
    unhidden = _UNSEEN.sub("", text[:LONGEST])
    lines = "\n".join(map(shown, _few_marks(_SPACES.sub(" ", unhidden)).splitlines()))
    isolates = {place for found in _ISOLATED.finditer(lines) for place in (found.start(), found.end() - 1)}
    return "".join(
        each if each.isprintable() or each in _KEPT or place in isolates else "\N{REPLACEMENT CHARACTER}"
        for place, each in enumerate(lines)
    )


def one_line(text: str) -> str:
    """The same on one line: breaks of every kind are spaces."""
    return " ".join(harmless(text).split())


def paragraphs(text: str) -> str:
    """The same with no more than one empty line in a row."""
    return _EMPTY_LINES.sub("\n\n", harmless(text)).strip("\n")


def breakable(text: str) -> str:
    """The same as `harmless` for a label that wraps: long words get places at which a line may break."""
    return "".join(_broken(part) if len(part) > 1 else part for part in re.split(r"(\s+)", harmless(text)))


def _few_marks(text: str) -> str:
    if text.isascii():
        return text
    kept, run = [], 0
    for sign in text:
        run = run + 1 if _joins(sign) else 0
        if run <= MOST_MARKS:
            kept.append(sign)
    return "".join(kept)


def _broken(word: str) -> str:
    if word.isspace() or sum(map(_width, word)) <= UNBROKEN:
        return word
    parts: list[str] = []
    taken = 0
    for cluster in _clusters(word):
        width = sum(map(_width, cluster))
        if parts and taken + width > UNBROKEN:
            parts.append("\u200b")
            taken = 0
        parts.append(cluster)
        taken += width
    return "".join(parts)


def _clusters(word: str) -> Iterator[str]:
    """Characters with the signs upon them, and what joiners join."""
    start = 0
    for place in range(1, len(word)):
        joined = _joins(word[place]) or word[place - 1] == "\u200d"
        if not joined or place - start >= _LONGEST_CLUSTER:
            yield word[start:place]
            start = place
    yield word[start:]


def _joins(sign: str) -> bool:
    """Whether a sign belongs to the one before it."""
    return sign >= "\u0300" and (sign in _JOINERS or unicodedata.category(sign)[0] == "M" or "\U0001f3fb" <= sign <= "\U0001f3ff")


def _width(sign: str) -> int:
    return _WIDE.get(sign, 1 if ord(sign) < _BEYOND or 0x2000 <= ord(sign) < 0x2070 else 2)
