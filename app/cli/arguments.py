"""What can be typed: the commands of the terminal interface, or folders for the window."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NoReturn

from app import __version__
from app.cli.output import printable

COMMANDS = ("demo", "index", "search", "like", "ask", "measure", "info", "check", "status")
_WITH_QUERY = ("search", "ask")
_WITH_VALUE = ("--library", "--limit", "--save-pack")
_ALONE = ("-h", "--help", "--version")


@dataclass(frozen=True, slots=True)
class Command:
    """A parsed command line; `name` is empty for the window."""

    name: str = ""
    folders: tuple[str, ...] = ()
    query: str = ""
    file: str = ""
    library: str | None = None
    limit: int | None = None
    json: bool = False
    save_pack: str | None = None
    on: str | None = None
    off: str | None = None
    plot: str | None = None
    apply: bool = False
    shipped: bool = False
    history: bool = False
    pack: str = ""
    reply: str = ""
    accept_missing: bool = False
    look: bool = True
    guesses: bool = True
    by_look: float = 0.5


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"candid: {printable(message)}; see candid --help\n")


def parse_arguments(arguments: Sequence[str]) -> Command:
    """The command that was typed. Exits with 2 on wrong usage, with 0 after --help or --version."""
    if not arguments or (arguments[0] not in COMMANDS and not arguments[0].startswith("-")):
        return _window(arguments)
    if arguments[0] == "--":
        return _window(arguments[1:])
    if arguments[0].startswith("-") and arguments[0] not in _ALONE:
        _parser().error(f"there is no option {arguments[0]}")
    parsed = vars(_parser().parse_args(_query_last(arguments)))
    if parsed["name"] == "ask" and not "".join(parsed["query"]).strip():
        _parser().error("there is no question")
    return Command(
        name=parsed["name"],
        folders=tuple(parsed.get("folders", ())),
        query=" ".join(parsed.get("query", ())),
        file=parsed.get("file", ""),
        library=parsed.get("library"),
        limit=parsed.get("limit"),
        json=parsed["json"],
        save_pack=parsed.get("save_pack"),
        on=parsed.get("on"),
        off=parsed.get("off"),
        plot=parsed.get("plot"),
        apply=parsed.get("apply", False),
        shipped=parsed.get("shipped", False),
        history=parsed.get("history", False),
        pack=parsed.get("pack", ""),
        reply=parsed.get("reply", ""),
        accept_missing=parsed.get("accept_missing", False),
        look=parsed.get("look", True),
        guesses=parsed.get("guesses", True),
        by_look=parsed.get("by_look", 0.5),
    )


def _window(folders: Sequence[str]) -> Command:
    if "" in folders:
        _parser().error("a folder has no name")
    return Command(folders=tuple(folders))


def _query_last(arguments: Sequence[str]) -> list[str]:
    """Move the words of a query behind `--`, so that `-dog` is a word and not an option."""
    if arguments[0] not in _WITH_QUERY or "--" in arguments:
        return list(arguments)
    options, words = [arguments[0]], []
    rest = iter(arguments[1:])
    for each in rest:
        if each in _WITH_VALUE:
            options += [f"{each}={value}" for value in islice(rest, 1)] or [each]
        elif each in ("--json", "--no-guesses", "-h", "--help") or each.startswith(tuple(f"{option}=" for option in _WITH_VALUE)):
            options.append(each)
        else:
            words.append(each)
    return [*options, "--", *words]


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="candid",
        description="A photo browser that tells how close a result really is.",
        epilog="candid [FOLDER …] opens the window and adds those folders; a folder with a command's name is written ./index.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"candid {__version__}")
    commands = parser.add_subparsers(dest="name", metavar="COMMAND", required=True)
    demo = commands.add_parser("demo", help="index, search and ask the sample library in a temporary place")
    index = commands.add_parser("index", help="add folders and bring the library in step with them")
    index.add_argument("folders", nargs="+", type=_named, metavar="FOLDER")
    index.add_argument("--accept-missing", action="store_true", help="photos that are missing are gone, however many, and not out of reach")
    index.add_argument("--no-look", dest="look", action="store_false", help="do not look at what the pictures show; the next index does")
    search = commands.add_parser("search", help="search, with a bar for each result")
    search.add_argument("query", nargs="+", metavar="QUERY")
    search.add_argument("--limit", type=_positive, metavar="N", help="show at most N results")
    search.add_argument("--no-guesses", dest="guesses", action="store_false", help="leave out photos that only their look lists")
    like = commands.add_parser("like", help="photos that are like one of the library, by words and by look")
    like.add_argument("file", type=_named, metavar="FILE")
    like.add_argument("--by-look", type=_share, default=0.5, metavar="X", help="from 0, words alone, to 1, looks alone; 0.5 if not given")
    like.add_argument("--limit", type=_positive, metavar="N", help="show at most N results")
    ask = commands.add_parser("ask", help="ask about your photos; the answer is checked and labelled")
    ask.add_argument("query", nargs="+", metavar="QUESTION")
    ask.add_argument("--save-pack", type=_named, metavar="FILE", help="write the evidence of the answer, for candid check")
    measure = commands.add_parser("measure", help="measure how close questions come to your photos")
    for side, what in (("--on", "that your photos answer"), ("--off", "that have nothing to do with them")):
        measure.add_argument(side, type=_named, metavar="FILE", help=f"your own questions {what}, one a line")
    measure.add_argument("--plot", type=_named, metavar="FILE.png", help="draw both bands")
    kinds = measure.add_mutually_exclusive_group()
    kinds.add_argument("--apply", action="store_true", help="label answers by these thresholds from now on")
    kinds.add_argument("--shipped", action="store_true", help="measure nothing; label answers by the numbers that Candid comes with again")
    kinds.add_argument("--history", action="store_true", help="measure nothing; list what was measured, the latest first")
    info = commands.add_parser("info", help="every fact about one file, with its source, and what the library guesses of it")
    info.add_argument("file", type=_named, metavar="FILE")
    check = commands.add_parser("check", help="the gates alone, over a saved pack and any reply")
    for part in ("--pack", "--reply"):
        check.add_argument(part, type=_named, metavar="FILE", required=True)
    status = commands.add_parser("status", help="what the library holds, and what was skipped")
    for command in (index, search, like, ask, measure, info, status):
        command.add_argument("--library", type=_named, metavar="DIR", help="another library than your own")
    for command in (demo, index, search, like, ask, measure, info, check, status):
        command.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _named(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("it has no name")
    return text


def _share(text: str) -> float:
    share = float(text)
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError("X must be from 0 to 1")
    return share


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("N must be 1 or more")
    return number
