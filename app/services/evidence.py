"""From a question to its evidence: what was understood, how close it lies, what was found, and the pack that an answer may use."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

import numpy as np

from app.domain.closeness import Limits
from app.domain.errors import ModelUnavailable
from app.domain.evidence import AnswerMode, Closeness, EvidencePack, Relationships
from app.domain.ids import PackId, PhotoId
from app.domain.photo import Photo
from app.domain.ports import Ids, PassageVectors, TextEmbedder
from app.domain.question import EXTREMES, NO_CONTEXT, Context, Question
from app.evidence.closeness import answer_mode, nearest, top_similarity
from app.evidence.graph import relate
from app.evidence.pack import MOST_PHOTOS, make_pack
from app.library.catalogue import Catalogue
from app.search.parse import parse
from app.search.question_looks import asks_for_faces, look_wording, rests_on_guesses, wordings
from app.search.search import PhotoSearch
from app.search.world_knowledge import asks_the_world, speaks_of_photos
from app.services.by_look import ChosenRuler, Seen
from app.services.pack_ids import PackIds
from app.services.pack_names import names_of
from app.services.results import Result, Results
from app.services.said_as_well import SaidAsWell, said_as_well, seen_alone
from app.services.suggesting import FACES, not_found, suggested

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
class Near:
    """What brings photos near to a question that they may not answer; photos by what they are called."""

    by_look: bool = False
    """Whether their look does, which is a guess."""
    said: bool = False
    """Whether what is said of some does as well, though it has not the words."""
    closest: tuple[str, ...] = ()
    """Those whose look comes closest, where that makes the answer adjacent."""
    holding: tuple[str, ...] = ()
    """Of an adjacent answer the first photos that have all words of the question; they are not among the closest."""
    found: int = 0
    """How many photos there are of which an answer by look shows the first few."""
    seen_alone: frozenset[PackId] = frozenset()
    """Those for which nothing but their look speaks: what is said of them is not said of what was asked."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that one answer is made from and checked against."""

    question: Question
    ruler: Ruler
    pack: EvidencePack
    graph: Relationships
    limits: Limits
    near: Near
    photos: Mapping[PackId, Photo]
    """The record of each photo of the pack, for showing it."""
    names: Mapping[str, str]
    """What each photo of the pack is called in sentences."""
    scope: bool = False
    """Whether it was asked of photos that the person handed over."""
    suggested: tuple[str, ...] = ()
    """Searches that would find something, where the question was not answered."""
    not_found: tuple[str, ...] = ()
    """Words with which no photo is named or described, where none holds all of the question."""
    as_well: SaidAsWell | None = None
    """A word that was read as a value, and that more photos have in their caption or title."""
    guesses: tuple[str, ...] = ()
    """What Candid guesses beside what is said, in sentences."""
    guess_opens: bool = False
    """Whether these stand in place of the opening."""


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What the answer may be, and the photos it may speak of: those that look or meaning brings near, and those that hold all words."""

    mode: AnswerMode
    result: Result
    near: tuple[PhotoId, ...] = ()
    holding: tuple[PhotoId, ...] = ()
    by_look: bool = False
    said: bool = False
    meant: tuple[PhotoId, ...] = ()

    def is_seen_alone(self, photo_id: PhotoId) -> bool:
        return self.by_look and photo_id not in self.holding and photo_id not in self.meant

    @property
    def found(self) -> int:
        return len({*self.near, *self.holding}) if self.by_look else 0

    @property
    def is_said(self) -> bool:
        """Whether any photo is there for the words of the question."""
        return self.mode is AnswerMode.SOURCED or (self.mode is AnswerMode.ADJACENT and bool(self.result.library.get("matching")))


class GatherEvidence:
    """Runs the question over the whole library, before anybody replies."""

    def __init__(
        self,
        catalogue: Catalogue,
        search: PhotoSearch,
        passages: PassageVectors,
        embedder: TextEmbedder,
        limits: Callable[[], Limits],
        looks: ChosenRuler,
    ) -> None:
        self._catalogue = catalogue
        self._search = search
        self._results = Results(catalogue, search)
        self._passages = passages
        self._embedder = embedder
        self._limits = limits
        self._looks = looks

    def run(self, text: str, today: date, ids: PackIds, context: Context = NO_CONTEXT) -> Evidence:
        """The evidence for a question. Raises `LibraryUnavailable`."""
        # Its patterns take a tenth of a second to compile, which no start and no search need wait for.
        from app.search.question import understand

        question = self._of_faces(understand(text, today, self._catalogue, context), today)
        seen = self._seen(text, question)
        ruler = replace(self._measure(wordings(text, question.query)), look=seen.nearest if seen else None)
        limits = self._limits()
        chosen = self._choose(text, question, ruler, limits, seen, context)
        pack, photos = self._pack(chosen, ids)
        records = {packed.id: photo for packed, photo in zip(pack.photos, photos, strict=True)}
        names = names_of({pack_id: photo.path for pack_id, photo in records.items()})
        return Evidence(
            question=chosen.result.question,
            ruler=ruler,
            pack=pack,
            graph=relate(pack),
            limits=limits,
            near=_near(question, chosen, records, names),
            photos=records,
            names=names,
            scope=context.scope is not None,
            suggested=suggested(question, self._search, today) if question.cannot or chosen.mode is not AnswerMode.SOURCED else (),
            not_found=() if chosen.is_said else not_found(question, self._search, today),
            as_well=said_as_well(question, chosen.result.complete, self._catalogue, partial(seen_alone, self._search, today)),
        )

    def _of_faces(self, question: Question, today: date) -> Question:
        """A question after faces as the filter that finds them, where no photo says the word; what it finds stays a guess."""
        if question.covered or not asks_for_faces(question.text) or len(self._search.complete(question.query)):
            return question
        faces = parse(FACES, today)
        end = len(question.text)
        chips = tuple(replace(each, start=0, end=end) for each in faces.chips)
        return replace(question, query=replace(faces, text=question.text, chips=chips), understood=chips, unknown=())

    def _choose(self, text: str, question: Question, ruler: Ruler, limits: Limits, seen: Seen | None, context: Context) -> _Chosen:
        result = self._results.of(question)
        mode, by_look = _mode(text, question, ruler, limits, result, context)
        if rests_on_guesses(question.query) and (len(result.complete) or mode is not AnswerMode.OPEN):
            return _by_guesses(result)
        holding = _holding(question, result) if mode is AnswerMode.ADJACENT else ()
        # Words that only come near, or that may be meant otherwise, speak for none of the photos that their look brings near as well.
        worded = bool(question.query.groups) and question.aggregate not in EXTREMES
        also = mode is AnswerMode.ADJACENT and worded and context.scope is None and not asks_the_world(text)
        near = self._near(seen, limits.look, question) if seen and (by_look or also) else ()
        near = tuple(each for each in near if each not in holding)
        if not by_look and near and not holding:
            meant = tuple(each for each in result.chosen if each not in result.guessed | result.nearest)
            return _Chosen(mode, _with_meant(result, near, meant), near, by_look=True, said=True, meant=meant)
        if not by_look and not near:
            return _Chosen(mode, _said(result, mode, ruler), holding=holding)
        return _Chosen(mode, _by_look(result, near), near, holding, by_look=True)

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
        return seen.photos(look_match, allowed)

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
        return Ruler(nearest(known))

    def _pack(self, chosen: _Chosen, ids: PackIds) -> tuple[EvidencePack, tuple[Photo, ...]]:
        """The pack, and the records of its photos in its order."""
        result = chosen.result
        if chosen.mode is AnswerMode.OPEN:
            return EvidencePack(chosen.mode), ()
        photos = tuple(self._catalogue.photos(result.chosen).values())[:MOST_PHOTOS]
        set_id = ids.result() if result.library else None
        return make_pack(chosen.mode, photos, self._catalogue.folder_paths(), result.library, ids.photos(), set_id), photos


def _mode(text: str, question: Question, ruler: Ruler, limits: Limits, result: Result, context: Context) -> tuple[AnswerMode, bool]:
    """What the answer may be, and whether by look alone. Photos that the person hands over are evidence, but for one of the world's."""
    world = asks_the_world(text)
    in_words = speaks_of_photos(text) and len(result.complete) > 0
    handed_over = context.scope is not None and not world

    def mode(look: float | None) -> AnswerMode:
        return answer_mode(
            ruler.closeness, question.covered, limits.words,
            about_the_world=world, in_words=in_words or handed_over, read_alone=result.read_alone,
            look=look, look_match=limits.look,
        )  # fmt: skip

    said = mode(None)
    decided = mode(ruler.look)
    return decided, decided is not said


def _by_guesses(result: Result) -> _Chosen:
    """What a filter found that asks for a guess: adjacent at most, without a number."""
    found = tuple(PhotoId(each) for each in result.complete.tolist())
    if not found and not result.chosen:
        return _Chosen(AnswerMode.OPEN, replace(result, library={}))
    shown = result.chosen or found
    near = tuple(dict.fromkeys((*shown, *found)))
    return _Chosen(AnswerMode.ADJACENT, replace(result, chosen=shown[:MOST_PHOTOS], library={}), near, by_look=True)


def _holding(question: Question, result: Result) -> tuple[PhotoId, ...]:
    """The photos that have all words of the question, those first of which the answer may speak."""
    if not question.query.groups:
        return ()
    every = frozenset(PhotoId(each) for each in result.complete.tolist())
    return tuple(dict.fromkeys((*(each for each in result.chosen if each in every), *sorted(every))))


def _near(question: Question, chosen: _Chosen, records: Mapping[PackId, Photo], names: Mapping[str, str]) -> Near:
    holding = 1 if question.aggregate in EXTREMES else NAMED
    return Near(
        chosen.by_look,
        chosen.said,
        _names_of(chosen.near, records, names)[:NAMED],
        _names_of(chosen.holding, records, names)[:holding],
        chosen.found,
        frozenset(each for each, photo in records.items() if chosen.is_seen_alone(photo.id)),
    )


def _names_of(photo_ids: Sequence[PhotoId], records: Mapping[PackId, Photo], names: Mapping[str, str]) -> tuple[str, ...]:
    """What those photos of the pack are called that are among these."""
    among = frozenset(photo_ids)
    return tuple(names[pack_id] for pack_id, photo in records.items() if photo.id in among)


def _by_look(result: Result, near: Sequence[PhotoId]) -> Result:
    """The photos that hold all words of the question, then those whose look is near to it."""
    holding = tuple(each for each in result.chosen if each in result.complete)
    library = result.library if len(result.complete) else {}
    return replace(result, chosen=tuple(dict.fromkeys((*holding, *near)))[:MOST_PHOTOS], library=library)


def _with_meant(result: Result, near: Sequence[PhotoId], meant: Sequence[PhotoId]) -> Result:
    """Photos whose look is near before those that are near in meaning, with room for these."""
    half = MOST_PHOTOS // 2
    return replace(result, chosen=tuple(dict.fromkeys((*near[:half], *meant, *near)))[:MOST_PHOTOS], library={})


def _said(result: Result, mode: AnswerMode, ruler: Ruler) -> Result:
    """A sourced answer speaks of no photo that is there for its look alone; where words alone decided, of none that is merely nearest."""
    if mode is not AnswerMode.SOURCED:
        return result
    left_out = result.guessed if ruler.closeness else result.guessed | result.nearest
    return replace(result, chosen=tuple(each for each in result.chosen if each not in left_out))
