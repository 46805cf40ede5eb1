"""The composition root: builds every object of the program and starts nothing that runs by itself."""

import os
import shlex
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from pathlib import Path

from app.assistant.address import Address
from app.assistant.model import LanguageModel, ModelChoice
from app.assistant.offline import OfflineReplier
from app.cli.arguments import Command, parse_arguments
from app.cli.commands import run
from app.cli.output import complain
from app.cli.toolbox import Toolbox
from app.config.assistant_settings import AssistantSettingsFile
from app.config.display import no_window_because
from app.config.keys import Keys
from app.config.paths import LibraryPaths, default_library, shipped, window_name
from app.config.seeing_settings import SeeingSettingsFile
from app.domain.closeness import Measurement
from app.domain.errors import AppError, ModelUnavailable
from app.domain.ids import ModelId
from app.domain.ports import CancelToken, TextEmbedder
from app.embedding.absent import AbsentModel
from app.embedding.asked import AmongSentences, LastAsked
from app.embedding.content import ContentModel
from app.embedding.sentence import SentenceModel
from app.evidence.questions import own_questions
from app.library.catalogue import Catalogue
from app.library.discarded import DiscardedReplies
from app.library.kept_words import KeptWords
from app.library.library_vectors import LibraryVectors
from app.library.look_matrix import LookMatrix
from app.library.looks import Looks
from app.library.passage_matrix import PassageMatrix
from app.library.rescue import Opened, open_catalogue
from app.photos.place_names import PlaceNames
from app.photos.thumbnails import ThumbnailFiles
from app.photos.trash import SystemTrash
from app.photos.walk import compare
from app.photos.workers import WorkerReader
from app.search.looks import LookScan, LookSpace
from app.search.search import PhotoSearch
from app.services.ask import AskPhotos
from app.services.by_look import rulers
from app.services.connect import ConnectModel
from app.services.evidence import GatherEvidence
from app.services.folders import ManageFolders
from app.services.groups import FindGroups
from app.services.guessed import Guesses
from app.services.index_folders import IndexFolders
from app.services.index_in_turn import IndexInTurn
from app.services.inspect_file import InspectedFile, inspect_file, with_library
from app.services.like_photos import LikePhotos
from app.services.look import LookAtPhotos
from app.services.look_space import LookSpaces
from app.services.lookers import Making, chosen
from app.services.measure import MeasureCloseness
from app.services.notices import READ_ONLY, Notices
from app.services.own_models import OwnModels
from app.services.own_words import DescribePhotos
from app.services.search_photos import SearchPhotos
from app.services.seeing import SeePhotos
from app.services.seeing_choices import SeeingChoices
from app.services.trash import TrashPhotos
from app.services.understanding import Understanding
from app.services.use_cases import UseCases
from app.services.watch_folders import WatchFolders
from app.services.without_refused import WithoutRefused


@dataclass(frozen=True, slots=True)
class Built:
    """The objects of one open library."""

    use_cases: UseCases
    catalogue: Catalogue
    embedder: TextEmbedder
    vectors: LibraryVectors
    reader: WorkerReader


@contextmanager
def build(
    paths: LibraryPaths, embedder: TextEmbedder | None = None, reader: WorkerReader | None = None, notices: Notices | None = None
) -> Iterator[Built]:
    """Open a library and build everything over it; closes it on leaving, with the worker processes unless a reader was given.

    Raises `LibraryUnavailable`.
    """
    places, told = _place_names(), notices or Notices()
    opened = open_catalogue(paths, places, told.waits)
    with closing(opened.catalogue) as catalogue, closing(WorkerReader()) as own_reader:
        if catalogue.read_only:
            told.tell(READ_ONLY)
        built = _built(paths, opened, places, embedder or _sentence_model(catalogue), reader or own_reader, told)
        with closing(built.use_cases.see):
            yield built


def _sentence_model(catalogue: Catalogue) -> TextEmbedder:
    """The shipped one; without it words still answer, and the vectors of the library wait for it."""
    try:
        return SentenceModel(shipped("models"))
    except ModelUnavailable as error:
        return AbsentModel(*(catalogue.latest_model() or (ModelId("none"), 1)), str(error))


def _looked(looks: Looks, model: TextEmbedder) -> LookSpace | None:
    """The space of the looks that the shipped content model makes; None where they are not among the sentences."""
    try:
        content = ContentModel(shipped("models"))
    except ModelUnavailable:
        return None
    if content.dimension != model.dimension:
        return None
    question = AmongSentences(content.model_id, model)
    return LookSpace(WithoutRefused(LookMatrix(looks, content.model_id, content.dimension), looks.catalogue, question), question)


def _built(paths: LibraryPaths, opened: Opened, places: PlaceNames, model: TextEmbedder, reader: WorkerReader, notices: Notices) -> Built:
    catalogue = opened.catalogue
    vectors = LibraryVectors(paths, catalogue, model.model_id, model.dimension)
    thumbnails = ThumbnailFiles(paths.thumbnails)
    asked = LastAsked(model)
    seeing = SeeingSettingsFile(paths.seeing)
    looks = Looks(catalogue)
    space = LookSpaces(looks, seeing.read, _looked(looks, asked), paths.own_models, _off_topic)
    search = PhotoSearch(
        words=catalogue,
        passages=catalogue,
        vectors=vectors,
        embedder=asked,
        vectors_of=partial(catalogue.vectors_of, model.model_id),
        looks=LookScan(space),
    )
    passages = PassageMatrix(catalogue, model.model_id, model.dimension)
    by_look = rulers(space)
    measure = MeasureCloseness(catalogue, passages, model, _off_topic, datetime.now, by_look)
    gather = GatherEvidence(catalogue, search, passages, asked, measure.limits, by_look)
    own = frozenset(map(str, (paths.root, paths.thumbnails, paths.vectors)))
    look = LookAtPhotos(catalogue, thumbnails, reader, reader, looks.of)
    guesses = Guesses(catalogue, looks.of, by_look)
    discarded = DiscardedReplies(paths.discarded)
    understanding = Understanding(catalogue, model, vectors)
    lookers = partial(_lookers, seeing, paths.own_models)
    use_cases = UseCases(
        IndexInTurn(
            IndexFolders(catalogue, partial(compare, own=own), reader, places, thumbnails, understanding, vectors),
            paths.index_lock,
            lambda path: catalogue.folder_at(path) is not None,
        ),
        SearchPhotos(catalogue, search, LikePhotos(catalogue, passages, space), looks.of),
        look,
        ManageFolders(catalogue, thumbnails, vectors, discarded),
        WatchFolders(own),
        AskPhotos(catalogue, gather, OfflineReplier(), look.thumbnail, discarded, datetime.now, guesses.beside),
        measure,
        ConnectModel(AssistantSettingsFile(paths.assistant), Keys(), _claude, _claude_models, discarded, _prepare_claude),
        DescribePhotos(catalogue, KeptWords(catalogue, catalogue.journal), understanding),
        SeePhotos(catalogue, looks, understanding, lookers, paths.look_lock),
        SeeingChoices(seeing, looks, understanding, lookers, shipped("models"), OwnModels(paths.own_models)),
        FindGroups(looks, thumbnails),
        TrashPhotos(catalogue, SystemTrash(), vectors, understanding),
        notices,
        opened.rescued,
        READ_ONLY if catalogue.read_only else None,
    )
    return Built(use_cases, catalogue, model, vectors, reader)


def _lookers(seeing: SeeingSettingsFile, own_models: Path) -> tuple[Making, ...]:
    return chosen(seeing.read(), shipped("models"), own_models)


def _off_topic() -> tuple[str, ...]:
    return own_questions((shipped("resources") / "questions" / "off_topic.txt").read_text("utf-8"))


# What talks to models is loaded where one is connected: it brings an event loop along that no start need wait for.


def _claude(address: Address, model: str, key: str) -> LanguageModel:
    from app.assistant.claude.replier import ClaudeReplier

    return ClaudeReplier(address, model, key)


def _claude_models(address: Address, key: str, cancel: CancelToken) -> tuple[ModelChoice, ...]:
    from app.assistant.claude.replier import list_models

    return list_models(address, key, cancel)


def _prepare_claude() -> None:
    from app.assistant.claude.replier import prepare

    prepare()


def _place_names() -> PlaceNames:
    return PlaceNames(shipped("resources") / "places" / "geonames.npz")


@contextmanager
def open_library(paths: LibraryPaths, notices: Notices | None = None) -> Iterator[UseCases]:
    """The use cases of one library, until the block is left."""
    with build(paths, notices=notices) as built:
        yield built.use_cases


def start(arguments: Sequence[str]) -> int:
    """Do what the command line asks. Returns the exit code."""
    command = parse_arguments(arguments)
    return run(command, _toolbox()) if command.name else _window(command)


def _toolbox() -> Toolbox:
    return Toolbox(_open_named, _read_file, _draw_bands, str(shipped("resources") / "sample"), date.today())  # noqa: DTZ011 - the person's own day


def _paths(library: str | None) -> LibraryPaths:
    return LibraryPaths(Path(library)) if library else default_library()


@contextmanager
def _open_named(library: str | None) -> Iterator[UseCases]:
    """A library for a command of the terminal, which hears on stderr what the library says by itself."""
    with open_library(_paths(library), Notices(complain)) as use_cases:
        if use_cases.rescued is not None:
            again = shlex.join(["candid", "index", *use_cases.rescued.folders, *(["--library", library] if library else [])])
            complain(f"{use_cases.rescued.sentence} To read the photos again, run: {again}")
        yield use_cases


def _read_file(path: str, library: str | None) -> InspectedFile:
    """A file, with what the library says of it if there is one: none is made for that, and one that fails keeps nothing back."""
    with closing(WorkerReader(workers=1)) as reader:
        photo = inspect_file(path, reader, _place_names())
    if not _paths(library).catalogue.exists():
        return InspectedFile(photo)
    try:
        with _open_named(library) as candid:
            return with_library(photo, candid.look)
    except AppError as error:
        complain(str(error))
        return InspectedFile(photo)


def _draw_bands(measurement: Measurement, path: str) -> None:
    from app.gui.band_plot import draw_bands

    draw_bands(measurement, path)


def _window(command: Command) -> int:
    missing = next((each for each in command.folders if not os.path.exists(each)), None)
    if missing is not None:
        complain(f"there is no command and no folder “{missing}”; see candid --help")
        return 2
    obstacle = no_window_because()
    if obstacle:
        complain(obstacle)
        return 1
    from app.gui.application import run_window
    from app.gui.refusal import show_refusal

    paths, resources = default_library(), shipped("resources")
    try:
        with open_library(paths) as use_cases:
            return run_window(
                use_cases,
                resources,
                resources / "sample",
                [os.path.abspath(each) for each in command.folders],
                settings_file=paths.root / "window.ini",
                instance_name=window_name(paths),
            )
    except AppError as error:
        complain(str(error))
        show_refusal(str(error), resources)
        return 1
