"""A text as a reader sees it, for comparing and never for showing: nothing invisible, and look-alikes as what they look like."""

import unicodedata
from functools import lru_cache

_BLANK = "\u115f\u1160\u2800"
"""Letters and signs that show nothing (others become one of these by NFKD)."""

_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТХУаеѕіјорсхуΑΒΕΖΗΙΚΜΝΟΡΤΥΧοıɡ\u2212\u02d7\u2043",
    "ABESIJKMHOPCTXYaesijopcxyABEZHIKMNOPTYXoig---",
)
"""Cyrillic and Greek letters that look like Latin ones, and dashes that Unicode counts as other signs."""


def visible(text: str) -> str:
    """The text in compatibility form (Unicode NFKD), every space a blank and every dash `-`, without marks and invisible characters.

    Character by character: only marks are put in order across characters, which takes square time, and no mark is left.
    """
    return "".join(map(_seen, text))


@lru_cache(maxsize=1 << 16)
def _seen(character: str) -> str:
    return "".join(map(_plain, unicodedata.normalize("NFKD", character))).translate(_ALIKE)


def _plain(character: str) -> str:
    if character.isspace():
        return " "
    category = unicodedata.category(character)
    if category.startswith(("C", "M")) or character in _BLANK:
        return ""
    return "-" if category == "Pd" else character
