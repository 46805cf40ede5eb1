"""What is known of the one photo that the answer before was about: all of it ("why is it here?"), or its exposure."""

import re

from app.domain.ports import WordIndex
from app.domain.query import Chip, Condition, Filter, FilterField, NumberRange
from app.domain.question import Aggregate, Question, Turn
from app.search.earlier import earlier, joined
from app.search.follow_up_words import EXPOSED
from app.search.pointing import one_before

NO_EXPOSURE = "The file of this photo does not say how it was exposed; the detail panel shows all that it says."
_FIELDS = {
    "aperture": FilterField.APERTURE,
    "shutter": FilterField.SHUTTER,
    "iso": FilterField.ISO,
    "focal_length": FilterField.FOCAL,
}


def of_one(question: str, text: str, words: WordIndex, before: Turn) -> Question | None:
    """The photo before and what is asked of it; None if the answer was about none or several. Raises `LibraryUnavailable`."""
    one, those = one_before(before), earlier(before)
    if one is None or those is None:
        return None
    facts = next((facts for facts, named in EXPOSED if re.search(rf"\b(?:{named})\b", text, re.IGNORECASE)), ())
    known = Condition(tuple(Filter(_FIELDS[each], NumberRange(least=0)) for each in facts))
    query = joined(question, those.stated)
    chips = tuple(Chip(each, 0, len(question)) for each in (*facts, "the photo before"))
    says = NO_EXPOSURE if facts and one not in words.satisfying([known]) else ""
    return Question(question, query, not says, Aggregate.NONE, None, chips + query.chips, (), None, (one,), those.within, says)
