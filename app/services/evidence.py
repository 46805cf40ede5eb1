"""From a question to its evidence: what was understood, how close it lies, what was found, and the pack that an answer may use."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from app.domain.closeness import Thresholds
from app.domain.errors import ModelUnavailable
from app.domain.evidence import AnswerMode, Closeness, EvidencePack, LibraryFact, Relationships
from app.domain.ids import PackId, PhotoId
from app.domain.photo import Photo
from app.domain.ports import Ids, PassageVectors, TextEmbedder
from app.domain.question import NO_CONTEXT, Aggregate, Context, Question
from app.evidence.closeness import answer_mode, top_similarity
from app.evidence.graph import relate
from app.evidence.pack import MOST_PHOTOS, make_pack
from app.library.catalogue import Catalogue
from app.search.question import understand
from app.search.search import PhotoSearch, SearchOutcome
from app.search.world_knowledge import asks_the_world, speaks_of_photos
from app.services.pack_ids import PackIds
from app.services.pack_names import names_of

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
    thresholds: Thresholds
    photos: Mapping[PackId, Photo]
    """The record of each photo of the pack, for showing it."""
    names: Mapping[str, str]
    """What each photo of the pack is called in sentences."""


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

    def run(self, text: str, today: date, ids: PackIds, context: Context = NO_CONTEXT) -> Evidence:
        """The evidence for a question. Raises `LibraryUnavailable`."""
        question = understand(text, today, self._catalogue)
        for_photos = speaks_of_photos(text)
        # "Do I have pictures of cats?" is as near to a caption as the cats are: the asking says nothing of them.
        ruler = self._measure((text, question.query.meaning) if for_photos and question.query.meaning else (text,))
        complete = self._search.complete(question.query)
        thresholds = self._thresholds()
        mode = answer_mode(
            ruler.closeness,
            question.covered,
            thresholds,
            about_the_world=asks_the_world(text),
            in_words=for_photos and len(complete) > 0,
        )
        pack, photos = (EvidencePack(mode), ()) if mode is AnswerMode.OPEN else self._pack(mode, question, complete, ids)
        records = {packed.id: photo for packed, photo in zip(pack.photos, photos, strict=True)}
        names = names_of({pack_id: photo.path for pack_id, photo in records.items()})
        return Evidence(question, ruler, pack, relate(pack), thresholds, records, names)

    def _measure(self, wordings: Sequence[str]) -> Ruler:
        """The closeness of the nearest of several wordings of one question."""
        try:
            vectors = self._embedder.embed(wordings)
        except ModelUnavailable as error:
            return Ruler(None, str(error))
        rows = self._passages.rows()
        known = [each for each in (top_similarity(vector, rows) for vector in vectors) if each]
        if not known:
            return Ruler(None, NO_VECTORS)
        return Ruler(Closeness(max(each.sentences for each in known), max(each.names for each in known)))

    def _pack(self, mode: AnswerMode, question: Question, complete: Ids, ids: PackIds) -> tuple[EvidencePack, tuple[Photo, ...]]:
        """The pack, and the records of its photos in its order."""
        outcome = self._search.run(question.query)
        library = self._library_facts(question, complete, outcome)
        photos = tuple(self._catalogue.photos(self._chosen(question, complete, outcome, library)).values())[:MOST_PHOTOS]
        set_id = ids.result() if library else None
        return make_pack(mode, photos, self._catalogue.folder_paths(), library, ids.photos(), set_id), photos

    def _library_facts(self, question: Question, complete: Ids, outcome: SearchOutcome) -> dict[str, LibraryFact]:
        """Facts over all photos that the question's words and filters find; none where meaning alone has found something."""
        by_meaning_alone = not question.covered and not len(complete) and (outcome.matches or outcome.nearest)
        return {} if by_meaning_alone else self._catalogue.library_facts(complete)

    def _chosen(self, question: Question, complete: Ids, outcome: SearchOutcome, library: dict[str, LibraryFact]) -> list[PhotoId]:
        """The photos that the answer may speak of, those that match by words and filters first."""
        ranked = _ranked(complete, outcome)
        if question.aggregate not in (Aggregate.OLDEST, Aggregate.NEWEST):
            return _photo_ids(ranked)
        if library:
            return _photo_ids(self._in_time(complete, question.aggregate, library))
        best = ranked[:MOST_PHOTOS]
        in_time = self._in_time(best, question.aggregate, self._catalogue.library_facts(best))
        return _photo_ids(in_time if len(in_time) else best)

    def _in_time(self, found: Ids, aggregate: Aggregate, library: dict[str, LibraryFact]) -> Ids:
        """The photos that have a capture time, in the order that is asked for. `library` are the facts over them."""
        in_time = self._catalogue.chronological(found)
        dated = in_time[: len(in_time) - int(library["undated"])]
        return dated if aggregate is Aggregate.OLDEST else dated[::-1]


def _ranked(complete: Ids, outcome: SearchOutcome) -> Ids:
    """Photos in the order of the result, but all that match by words and filters before those that meaning alone speaks for."""
    if len(outcome.listed):
        return outcome.listed
    ranked: Ids = np.array([match.photo_id for match in outcome.matches] or outcome.nearest, np.int64)
    holding = np.isin(ranked, complete)
    return np.concatenate([ranked[holding], np.setdiff1d(complete, ranked), ranked[~holding]])


def _photo_ids(ids: Ids) -> list[PhotoId]:
    return [PhotoId(each) for each in ids[:MOST_PHOTOS].tolist()]
