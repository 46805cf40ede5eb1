"""The commands of the terminal interface, over the same use cases as the window."""

import tempfile
from collections.abc import Sequence

from app.cli import answer_views, views
from app.cli.arguments import Command
from app.cli.asking import ask, check, measure
from app.cli.info_views import info_object, info_text
from app.cli.like import like
from app.cli.looking import NOT_LOOKED, look_lines, look_object, look_with_progress, looked_object
from app.cli.output import ProgressLine, as_json, complain, emit, printable
from app.cli.toolbox import Toolbox, interruptible
from app.domain.errors import AppError, Cancelled
from app.services.events import IndexProgress, IndexSummary
from app.services.use_cases import UseCases

DEMO_QUERY = "fishing boats in the harbour"
DEMO_QUESTION = "which photos show fishing boats in a harbour?"


def run(command: Command, tools: Toolbox) -> int:
    """Do what was asked; results on stdout, progress and the one line of a failure on stderr. Returns the exit code."""
    commands = {
        "index": _index,
        "search": _search,
        "like": like,
        "info": _info,
        "status": _status,
        "demo": _demo,
        "ask": ask,
        "measure": measure,
        "check": check,
    }
    try:
        return commands[command.name](command, tools)
    except AppError as error:
        complain(str(error))
        return 1


def _index(command: Command, tools: Toolbox) -> int:
    with tools.open_library(command.library) as candid:
        summary = index_with_progress(candid, command.folders, accept_missing=command.accept_missing)
        looked = look_with_progress(candid) if command.look and not summary.cancelled else NOT_LOOKED
    cancelled = summary.cancelled or looked.cancelled
    if command.json:
        emit(as_json({**views.index_object(summary), **look_object(looked), "cancelled": cancelled}))
    else:
        emit("\n".join((views.index_text(summary), *look_lines(looked))))
    return 1 if cancelled else 0


def _search(command: Command, tools: Toolbox) -> int:
    with tools.open_library(command.library) as candid:
        emit(_search_view(candid, command, tools))
    return 0


def _search_view(candid: UseCases, command: Command, tools: Toolbox) -> str:
    found = candid.search.search(command.query, tools.today)
    listing = found if command.guesses else found.without_guesses()
    cards = candid.search.cards(listing, 0, command.limit or views.SHOWN)
    nearest = candid.search.nearest_cards(listing)
    if command.json:
        return as_json(views.search_object(listing, cards, nearest))
    return views.search_text(listing, cards, nearest)


def _info(command: Command, tools: Toolbox) -> int:
    inspected = tools.read_file(command.file, command.library)
    emit(as_json(info_object(inspected)) if command.json else info_text(inspected))
    return 0


def _status(command: Command, tools: Toolbox) -> int:
    with tools.open_library(command.library) as candid:
        counts, folders, skipped = candid.folders.counts(), candid.folders.folders(), candid.folders.skipped()
        seeing = candid.choose_seeing.standing()
    if command.json:
        emit(as_json({**views.status_object(counts, folders, skipped), **looked_object(seeing)}))
    else:
        emit(f"{views.status_text(counts, folders, skipped)}\n{printable(seeing.how_far)}")
    return 0


def _demo(command: Command, tools: Toolbox) -> int:
    with tempfile.TemporaryDirectory(prefix="candid-demo-") as place, tools.open_library(place) as candid:
        summary = index_with_progress(candid, [tools.sample])
        if summary.cancelled:
            raise Cancelled("Stopped.")
        listing = candid.search.search(DEMO_QUERY, tools.today)
        cards = candid.search.cards(listing, 0, command.limit or 8)
        answer = candid.ask.ask(DEMO_QUESTION, tools.today)
    if command.json:
        told = {"index": views.index_object(summary), "search": views.search_object(listing, cards, ())}
        emit(as_json({**told, "ask": {"question": DEMO_QUESTION, **answer_views.answer_object(answer)}}))
    else:
        parts = (views.index_text(summary), views.search_text(listing, cards, ()), f"{DEMO_QUESTION}\n{answer_views.answer_text(answer)}")
        emit("\n\n".join(parts))
    return 0


def index_with_progress(candid: UseCases, folders: Sequence[str], *, accept_missing: bool = False) -> IndexSummary:
    """Index to the end or to Ctrl+C, with progress on stderr."""
    line = ProgressLine()
    with interruptible() as switch:
        for event in candid.index.run(folders, switch, accept_missing=accept_missing):
            if isinstance(event, IndexProgress):
                line.show(event)
            elif isinstance(event, IndexSummary):
                line.end()
                return event
    raise AppError("Indexing ended without a result.")
