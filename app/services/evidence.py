"""From a question to its evidence: what was understood, how close it lies, what was found, and the pack that an answer may use."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from app.domain.closeness import Thresholds
from app.domain.errors import ModelUnavailable
from app.domain.evidence import AnswerMode, Closeness, EvidencePack, Relationships
from app.domain.ids import PackId, PhotoId
from app.domain.photo import Photo
from app.domain.ports import Ids, PassageVectors, TextEmbedder
from app.domain.question import NO_CONTEXT, Context, Question
from app.evidence.closeness import LOOK_MATCH, answer_mode, top_similarity
from app.evidence.graph import relate
from app.evidence.pack import MOST_PHOTOS, make_pack
from app.library.catalogue import Catalogue
from app.search.search import PhotoSearch
from app.search.world_knowledge import asks_the_world, speaks_of_photos
from app.services.by_look import ChosenRuler, Seen, look_wording, rests_on_guesses
from app.services.pack_ids import PackIds
from app.services.pack_names import names_of
from app.services.results import Result, Results
from app.services.said_as_well import SaidAsWell, said_as_well
from app.services.suggesting import not_found, suggested

NAMED = 3
"""Photos that are named where a look brings them near."""
NO_VECTORS = "none of the vectors in the library can be read; index its folders again."


@dataclass(frozen=True, slots=True)
class Ruler:
    """How close a question lies; `missing` says why that could not be measured, if so. `look` is its cosine to the nearest look, if any."""

    closeness: Closeness | None
    missing: str = ""
    look: float | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """The thresholds in use, of words and of looks."""

    words: Thresholds
    look: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that one answer is made from and checked against."""

    question: Question
    ruler: Ruler
    pack: EvidencePack
    graph: Relationships
    thresholds: Thresholds
    look_match: float
    """From which cosine on an answer is adjacent by look alone."""
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
    by_look: bool = False
    """Whether it is adjacent for the look of photos alone, which is a guess."""
    closest: tuple[str, ...] = ()
    """What the photos are called whose look comes closest, where that makes it adjacent."""


class GatherEvidence:
    """Runs the question over the whole library, before anybody replies."""

    def __init__(
        self,
        catalogue: Catalogue,
        search: PhotoSearch,
        passages: PassageVectors,
        embedder: TextEmbedder,
        thresholds: Callable[[], Thresholds],
        looks: ChosenRuler = lambda: None,
        look_match: Callable[[], float] = lambda: LOOK_MATCH,
    ) -> None:
        self._catalogue = catalogue
        self._search = search
        self._results = Results(catalogue, search)
        self._passages = passages
        self._embedder = embedder
        self._thresholds = thresholds
        self._looks = looks
        self._look_match = look_match

    def run(self, text: str, today: date, ids: PackIds, context: Context = NO_CONTEXT) -> Evidence:
        """The evidence for a question. Raises `LibraryUnavailable`."""
        # Its patterns take a tenth of a second to compile, which no start and no search need wait for.
        from app.search.question import understand

        question = understand(text, today, self._catalogue, context)
        seen = self._seen(text, question)
        ruler = replace(self._measure(_wordings(text, question)), look=seen.nearest if seen else None)
        result = self._results.of(question)
        limits = Limits(self._thresholds(), self._look_match())
        mode, by_look = _mode(text, question, ruler, limits, result, context)
        near = self._near(seen, limits.look, question) if by_look and seen else ()
        chosen = _by_look(result, near) if by_look else _said(result, mode, ruler)
        if rests_on_guesses(question.query) and mode is not AnswerMode.OPEN:
            near = result.chosen or tuple(PhotoId(each) for each in result.complete[:MOST_PHOTOS].tolist())
            mode, by_look = (AnswerMode.ADJACENT, True) if near else (AnswerMode.OPEN, False)
            chosen = replace(result, chosen=near, library={})
        pack, photos = (EvidencePack(mode), ()) if mode is AnswerMode.OPEN else self._pack(mode, chosen, ids)
        records = {packed.id: photo for packed, photo in zip(pack.photos, photos, strict=True)}
        names = names_of({pack_id: photo.path for pack_id, photo in records.items()})
        unanswered = question.cannot or mode is not AnswerMode.SOURCED
        return Evidence(
            question=result.question,
            ruler=ruler,
            pack=pack,
            graph=relate(pack),
            thresholds=limits.words,
            look_match=limits.look,
            photos=records,
            names=names,
            scope=context.scope is not None,
            suggested=suggested(question, self._search, today) if unanswered else (),
            not_found=not_found(question, self._search, today) if mode is AnswerMode.OPEN else (),
            as_well=said_as_well(question, result.complete, self._catalogue),
            by_look=by_look,
            closest=tuple(names[pack_id] for pack_id, photo in records.items() if photo.id in near)[:NAMED],
        )

    def _seen(self, text: str, question: Question) -> Seen | None:
        """What looks say of it: nothing of what facts answer, and without their model."""
        looks = None if question.covered or question.cannot else self._looks()
        if looks is None:
            return None
        try:
            return looks.seen(look_wording(text, question.query))
        except ModelUnavailable:
            return None

    def _near(self, seen: Seen, look_match: float, question: Question) -> tuple[PhotoId, ...]:
        """The photos that their look brings near to a question, of those that it is asked of and its filters leave."""
        query, allowed = question.query, None
        if query.conditions or query.excluded:
            allowed = self._search.complete(replace(query, groups=()))
        if question.within is not None:
            asked: Ids = np.array(question.within, np.int64)
            allowed = asked if allowed is None else np.intersect1d(allowed, asked)
        return seen.photos(look_match, allowed, MOST_PHOTOS)

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


def _wordings(text: str, question: Question) -> Sequence[str]:
    """What is compared with words. "Do I have pictures of cats?" is as near as the cats are: the asking says nothing of them."""
    return (text, question.query.meaning) if speaks_of_photos(text) and question.query.meaning else (text,)


def _mode(text: str, question: Question, ruler: Ruler, limits: Limits, result: Result, context: Context) -> tuple[AnswerMode, bool]:
    """What the answer may be, and whether by look alone. Photos that the person hands over are evidence, but for one of the world's."""
    world = asks_the_world(text)
    in_words = speaks_of_photos(text) and len(result.complete) > 0
    handed_over = context.scope is not None and not world

    def mode(look: float | None) -> AnswerMode:
        return answer_mode(
            ruler.closeness, question.covered, limits.words,
            about_the_world=world, in_words=in_words or handed_over, look=look, look_match=limits.look,
        )  # fmt: skip

    said = mode(None)
    decided = mode(ruler.look)
    return decided, decided is not said


def _by_look(result: Result, near: Sequence[PhotoId]) -> Result:
    """The photos that hold all words of the question, then those whose look is near to it."""
    holding = tuple(each for each in result.chosen if each in result.complete)
    library = result.library if len(result.complete) else {}
    return replace(result, chosen=tuple(dict.fromkeys((*holding, *near))), library=library)


def _said(result: Result, mode: AnswerMode, ruler: Ruler) -> Result:
    """A sourced answer speaks of no photo that is there for its look alone; where words alone decided, of none that is merely nearest."""
    if mode is not AnswerMode.SOURCED:
        return result
    left_out = result.guessed if ruler.closeness else result.guessed | result.nearest
    return replace(result, chosen=tuple(each for each in result.chosen if each not in left_out))
