"""Text out of files and replies made fit for a label: nothing in it can turn its surroundings around, hide, or push the panel wider."""

import re

from app.domain.words import shown

LONGEST = 12_000
"""Characters of one text that are shown."""
UNBROKEN = 20
"""Characters without a place to break a line: so many of the widest letters fit into the narrowest panel."""
_SPACES = re.compile(r"[^\S\r\n]+")
_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
_ISOLATED = re.compile("[\u2066-\u2068][^\u2066-\u2069\n]*\u2069")
_MARKS = "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]*"
"""Signs above and below a letter, from which nothing may part them."""
_WIDE = re.compile("\ufffd{8}")
"""The sign for what cannot be shown is as wide as three letters."""
_LONG = re.compile(rf"[^\s\u200b]{{{UNBROKEN}}}{_MARKS}(?=[^\s\u200b])")
_KEPT = "\n\u200c\u200d"


def harmless(text: str) -> str:
    """Text without control characters and without signs that turn the direction of writing.

    Line breaks stay, joiners, which emoji and many scripts are written with, and isolates (UAX #9) that end where they should.
    """
    lines = "\n".join(map(shown, _UNSEEN.sub("", _SPACES.sub(" ", text[:LONGEST])).splitlines()))
    isolates = {place for found in _ISOLATED.finditer(lines) for place in (found.start(), found.end() - 1)}
    return "".join(
        each if each.isprintable() or each in _KEPT or place in isolates else "\N{REPLACEMENT CHARACTER}"
        for place, each in enumerate(lines)
    )


def breakable(text: str) -> str:
    """The same for a label that wraps: long words get places at which a line may break."""
    return _LONG.sub("\\g<0>\u200b", _WIDE.sub("\\g<0>\u200b", harmless(text)))
