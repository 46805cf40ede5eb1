"""From a question to its evidence: what was understood, how close it lies, what was found, and the pack that an answer may use."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from app.domain.closeness import Thresholds
from app.domain.errors import ModelUnavailable
from app.domain.evidence import AnswerMode, Closeness, EvidencePack, Relationships
from app.domain.ids import PackId
from app.domain.photo import Photo
from app.domain.ports import PassageVectors, TextEmbedder
from app.domain.question import NO_CONTEXT, Context, Question
from app.evidence.closeness import answer_mode, top_similarity
from app.evidence.graph import relate
from app.evidence.pack import MOST_PHOTOS, make_pack
from app.library.catalogue import Catalogue
from app.search.search import PhotoSearch
from app.search.world_knowledge import asks_the_world, speaks_of_photos
from app.services.pack_ids import PackIds
from app.services.pack_names import names_of
from app.services.results import Result, Results
from app.services.said_as_well import SaidAsWell, said_as_well
from app.services.suggesting import not_found, suggested

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
    scope: bool = False
    """Whether it was asked of photos that the person handed over."""
    suggested: tuple[str, ...] = ()
    """Searches that would find something, where the question was not answered."""
    not_found: tuple[str, ...] = ()
    """Words of an open question with which no photo is named or described."""
    as_well: SaidAsWell | None = None
    """A word that was read as a value, and that more photos have in their caption or title."""


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
        self._results = Results(catalogue, search)
        self._passages = passages
        self._embedder = embedder
        self._thresholds = thresholds

    def run(self, text: str, today: date, ids: PackIds, context: Context = NO_CONTEXT) -> Evidence:
        """The evidence for a question. Raises `LibraryUnavailable`."""
        # Its patterns take a tenth of a second to compile, which no start and no search need wait for.
        from app.search.question import understand

        question = understand(text, today, self._catalogue, context)
        for_photos = speaks_of_photos(text)
        # "Do I have pictures of cats?" is as near to a caption as the cats are: the asking says nothing of them.
        ruler = self._measure((text, question.query.meaning) if for_photos and question.query.meaning else (text,))
        result = self._results.of(question)
        thresholds = self._thresholds()
        mode = _mode(text, question, ruler, thresholds, result, context)
        pack, photos = (EvidencePack(mode), ()) if mode is AnswerMode.OPEN else self._pack(mode, result, ids)
        records = {packed.id: photo for packed, photo in zip(pack.photos, photos, strict=True)}
        names = names_of({pack_id: photo.path for pack_id, photo in records.items()})
        unanswered = question.cannot or mode is not AnswerMode.SOURCED
        instead = suggested(question, self._search, today) if unanswered else ()
        missing = not_found(question, self._search, today) if mode is AnswerMode.OPEN else ()
        scoped = context.scope is not None
        as_well = said_as_well(question, result.complete, self._catalogue)
        return Evidence(result.question, ruler, pack, relate(pack), thresholds, records, names, scoped, instead, missing, as_well)

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

    def _pack(self, mode: AnswerMode, result: Result, ids: PackIds) -> tuple[EvidencePack, tuple[Photo, ...]]:
        """The pack, and the records of its photos in its order."""
        photos = tuple(self._catalogue.photos(result.chosen).values())[:MOST_PHOTOS]
        set_id = ids.result() if result.library else None
        return make_pack(mode, photos, self._catalogue.folder_paths(), result.library, ids.photos(), set_id), photos


def _mode(text: str, question: Question, ruler: Ruler, thresholds: Thresholds, result: Result, context: Context) -> AnswerMode:
    """What the answer may be. Photos that the person hands over are evidence, unless the question is one of the world's."""
    world = asks_the_world(text)
    in_words = speaks_of_photos(text) and len(result.complete) > 0
    handed_over = context.scope is not None and not world
    return answer_mode(ruler.closeness, question.covered, thresholds, about_the_world=world, in_words=in_words or handed_over)
