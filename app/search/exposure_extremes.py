"""Which of the photos before has the highest ISO, the longest exposure or the widest aperture: as a condition that only these meet."""

import math
import re

from app.domain.ports import WordIndex
from app.domain.query import Condition, Filter, FilterField, NumberRange
from app.search.earlier import Earlier, complete, joined
from app.search.pointing import THEM

_SMALLEST, _LARGEST = 1e-6, 1e7
_STEPS = 24
"""Halvings of the range in proportion; what is left between is less than the numbers by which exposures go differ."""

_WORDS = (
    (FilterField.ISO, r"iso(?: speed| value)?", "highest", "lowest"),
    (FilterField.APERTURE, r"aperture|f-?number|f-?stop", "highest|narrowest|smallest", "lowest|widest|largest"),
    (FilterField.SHUTTER, r"exposure(?: time)?|shutter(?: speed| time)?", "highest|longest|slowest", "lowest|shortest|fastest"),
    (FilterField.FOCAL, r"focal length|zoom", "highest|longest|largest", "lowest|shortest|smallest|widest"),
)
_ASKED = re.compile(
    rf"(?:wich|which|what)(?: (?:one|of {THEM}|photo))? (?:has|have|had|is|was|were)(?: got| taken with| taken at| shot at)? (?:the )?"
    rf"(?P<way>highest|lowest|longest|shortest|slowest|fastest|narrowest|widest|smallest|largest)"
    rf"(?: (?P<what>{'|'.join(words for _, words, _, _ in _WORDS)}))?",
    re.IGNORECASE,
)


def extreme(question: str, text: str, words: WordIndex, those: Earlier) -> tuple[Condition, str] | None:
    """The condition and its words; None if the text asks for no such photo, or none of these has the number.

    Without a name it is the number that was asked about last. Raises `LibraryUnavailable`.
    """
    match = _ASKED.fullmatch(text)
    for field, named, upward, downward in _WORDS if match else ():
        meant = re.fullmatch(named, match["what"], re.IGNORECASE) if match and match["what"] else _asked_last(field, those)
        way = match["way"] if match else ""
        if meant and re.fullmatch(f"{upward}|{downward}", way, re.IGNORECASE):
            top = re.fullmatch(upward, way, re.IGNORECASE) is not None
            return _bounded(question, field, words, those, top=top)
    return None


def _asked_last(field: FilterField, those: Earlier) -> bool:
    return bool(those.stated) and any(each.field is field for each in those.stated[-1][0].any_of)


def _bounded(question: str, field: FilterField, words: WordIndex, those: Earlier, *, top: bool) -> tuple[Condition, str] | None:
    """Halves the range until only the photos at its end are left."""

    def holds(bound: float) -> Condition | None:
        numbers = NumberRange(least=bound) if top else NumberRange(most=bound)
        one = Condition((Filter(field, numbers),))
        return one if complete(words, Earlier(joined(question, (*those.stated, (one, ""))), those.within)) else None

    near, far = (_SMALLEST, _LARGEST) if top else (_LARGEST, _SMALLEST)
    found = holds(near)
    for _ in range(_STEPS if found else 0):
        middle = math.sqrt(near * far)
        closer = holds(middle)
        found, near, far = (closer, middle, far) if closer else (found, near, middle)
    return (found, f"{field.value}: the {'highest' if top else 'lowest'}") if found else None
