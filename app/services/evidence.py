"""From a question to its evidence: what was understood, how close it lies, what was found, and the pack that an answer may use."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

import numpy as np

from app.domain.closeness import Thresholds
from app.domain.errors import ModelUnavailable
from app.domain.evidence import AnswerMode, Closeness, EvidencePack, LibraryFact, Relationships
from app.domain.ids import PhotoId
from app.domain.ports import Ids, PassageVectors, TextEmbedder
from app.domain.question import Aggregate, Question
from app.evidence.closeness import answer_mode, top_similarity
from app.evidence.graph import relate
from app.evidence.pack import MOST_PHOTOS, make_pack
from app.library.catalogue import Catalogue
from app.search.question import understand
from app.search.search import PhotoSearch, SearchOutcome
from app.search.world_knowledge import asks_the_world, speaks_of_photos
from app.services.pack_ids import PackIds

NO_VECTORS = "none of the vectors in the library can be read; index its folders again."


@dataclass(frozen=True, slots=True)
class Ruler:
    """How close a question lies; `missing` says why that could not be measured, if so."""

    closeness: Closeness | None
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that one answer is made from and checked against."""

    question: Question
    ruler: Ruler
    pack: EvidencePack
    graph: Relationships


class GatherEvidence:
    """Runs the question over the whole library, before anybody replies."""

    def __init__(
        self,
        catalogue: Catalogue,
        search: PhotoSearch,
        passages: PassageVectors,
        embedder: TextEmbedder,
        thresholds: Callable[[], Thresholds],
    ) -> None:
        self._catalogue = catalogue
        self._search = search
        self._passages = passages
        self._embedder = embedder
        self._thresholds = thresholds

    def run(self, text: str, today: date, ids: PackIds) -> Evidence:
        """The evidence for a question. Raises `LibraryUnavailable`."""
        question = understand(text, today, self._catalogue)
        for_photos = speaks_of_photos(text)
        # "Do I have pictures of cats?" is as near to a caption as the cats are: the asking says nothing of them.
        ruler = self._measure((for_photos and question.query.meaning) or text)
        complete = self._search.complete(question.query)
        mode = answer_mode(
            ruler.closeness,
            question.covered,
            self._thresholds(),
            about_the_world=asks_the_world(text),
            in_words=for_photos and len(complete) > 0,
        )
        pack = EvidencePack(mode) if mode is AnswerMode.OPEN else self._pack(mode, question, complete, ids)
        return Evidence(question, ruler, pack, relate(pack))

    def _measure(self, text: str) -> Ruler:
        try:
            closeness = top_similarity(self._embedder.embed([text])[0], self._passages.rows())
        except ModelUnavailable as error:
            return Ruler(None, str(error))
        return Ruler(closeness, "" if closeness else NO_VECTORS)

    def _pack(self, mode: AnswerMode, question: Question, complete: Ids, ids: PackIds) -> EvidencePack:
        outcome = self._search.run(question.query)
        library = self._library_facts(question, complete, outcome)
        photos = tuple(self._catalogue.photos(self._chosen(question, outcome, library)).values())
        set_id = ids.result() if library else None
        return make_pack(mode, photos, self._catalogue.folder_paths(), library, ids.photos(), set_id)

    def _library_facts(self, question: Question, complete: Ids, outcome: SearchOutcome) -> dict[str, LibraryFact]:
        """Facts over all photos that the question's words and filters find; none where meaning alone has found something."""
        by_meaning_alone = not question.covered and not len(complete) and (outcome.matches or outcome.nearest)
        return {} if by_meaning_alone else self._catalogue.library_facts(complete)

    def _chosen(self, question: Question, outcome: SearchOutcome, library: dict[str, LibraryFact]) -> list[PhotoId]:
        """The photos that the answer may speak of, the best or first ones of the result."""
        if question.aggregate in (Aggregate.OLDEST, Aggregate.NEWEST):
            return self._extreme(question, outcome, library)
        if outcome.matches:
            return [match.photo_id for match in outcome.matches[:MOST_PHOTOS]]
        listed = outcome.listed[:MOST_PHOTOS].tolist() or outcome.nearest
        return [PhotoId(each) for each in listed]

    def _extreme(self, question: Question, outcome: SearchOutcome, library: dict[str, LibraryFact]) -> list[PhotoId]:
        found: Ids = np.array([match.photo_id for match in outcome.matches], np.int64) if outcome.matches else outcome.listed
        in_time = self._catalogue.chronological(found)
        dated = in_time[: len(in_time) - int(library.get("undated", 0))]
        return [PhotoId(each) for each in (dated if question.aggregate is Aggregate.OLDEST else dated[::-1])[:MOST_PHOTOS].tolist()]
