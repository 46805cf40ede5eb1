"""All photos that an answer is about, in its order: of most results an answer shows only the first few."""

from collections.abc import Mapping

import numpy as np

from app.domain.evidence import LibraryFact
from app.domain.ids import PhotoId
from app.domain.ports import Ids
from app.domain.question import Aggregate, Question
from app.library.catalogue import Catalogue
from app.search.search import PhotoSearch
from app.services.results import Results, ranked

_OF_ONE = (Aggregate.OLDEST, Aggregate.NEWEST)
_GATHERED = (Aggregate.TOGETHER, Aggregate.RELATED)
"""Their answers are about photos that no condition describes: the question itself holds them."""


def whole_number(question: Question, library: Mapping[str, LibraryFact]) -> int:
    """How many photos the answer to a question is about; 0 where it is about one, or where not all of them are known.

    `question` and `library` are those of the `Answer`.
    """
    if question.aggregate in _OF_ONE or question.cannot:
        return 0
    held = _held(question)
    matching = library.get("matching", 0)
    return len(held) if held is not None else matching if isinstance(matching, int) else 0


def whole_result(question: Question, catalogue: Catalogue, search: PhotoSearch) -> Ids:
    """So many ids of photos that can still be found. Raises `LibraryUnavailable`."""
    held = _held(question)
    if held is not None:
        asked: Ids = np.array(held, np.int64)
        return asked[np.isin(asked, catalogue.browse())]
    complete = Results(catalogue, search).complete(question)
    in_order = ranked(complete, search.run(question.query))
    return in_order[np.isin(in_order, complete)]


def _held(question: Question) -> tuple[PhotoId, ...] | None:
    if question.aggregate in _GATHERED:
        return question.within or ()
    pointed = question.aggregate in (Aggregate.MOST, Aggregate.COMPARE) or question.covered
    return question.about if question.about and pointed else None
