"""A text as a reader sees it, for comparing and never for showing: nothing invisible, and look-alikes as what they look like."""

import unicodedata

_BLANK = "\u115f\u1160\u2800"
"""Letters and signs that show nothing (others become one of these by NFKD)."""

_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТХУаеѕіјорсхуΑΒΕΖΗΙΚΜΝΟΡΤΥΧοıɡ\u2212\u02d7\u2043",
    "ABESIJKMHOPCTXYaesijopcxyABEZHIKMNOPTYXoig---",
)
"""Cyrillic and Greek letters that look like Latin ones, and dashes that Unicode counts as other signs."""


def visible(text: str) -> str:
    """The text in compatibility form (Unicode NFKD), every space a blank and every dash `-`, without marks and invisible characters."""
    return "".join(map(_seen, unicodedata.normalize("NFKD", text))).translate(_ALIKE)


def _seen(character: str) -> str:
    if character.isspace():
        return " "
    category = unicodedata.category(character)
    if category.startswith(("C", "M")) or character in _BLANK:
        return ""
    return "-" if category == "Pd" else character
