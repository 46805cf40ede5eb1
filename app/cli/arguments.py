"""What can be typed: the commands of the terminal interface, or folders for the window."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NoReturn

from app import __version__

COMMANDS = ("demo", "index", "search", "info", "status")
_WITH_QUERY = ("search",)
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


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"candid: {message}; see candid --help\n")


def parse_arguments(arguments: Sequence[str]) -> Command:
    """The command that was typed. Exits with 2 on wrong usage, with 0 after --help or --version."""
    if not arguments or (arguments[0] not in COMMANDS and not arguments[0].startswith("-")):
        return _window(arguments)
    if arguments[0] == "--":
        return _window(arguments[1:])
    if arguments[0].startswith("-") and arguments[0] not in _ALONE:
        _parser().error(f"there is no option {arguments[0]}")
    parsed = vars(_parser().parse_args(_query_last(arguments)))
    return Command(
        name=parsed["name"],
        folders=tuple(parsed.get("folders", ())),
        query=" ".join(parsed.get("query", ())),
        file=parsed.get("file", ""),
        library=parsed.get("library"),
        limit=parsed.get("limit"),
        json=parsed["json"],
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
        if each in ("--library", "--limit"):
            options += [f"{each}={value}" for value in islice(rest, 1)] or [each]
        elif each in ("--json", "-h", "--help") or each.startswith(("--library=", "--limit=")):
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
    demo = commands.add_parser("demo", help="index and search the sample library in a temporary place")
    index = commands.add_parser("index", help="add folders and bring the library in step with them")
    index.add_argument("folders", nargs="+", type=_named, metavar="FOLDER")
    search = commands.add_parser("search", help="search, with a bar for each result")
    search.add_argument("query", nargs="+", metavar="QUERY")
    search.add_argument("--limit", type=_positive, metavar="N", help="show at most N results")
    info = commands.add_parser("info", help="every fact about one file, with its source")
    info.add_argument("file", type=_named, metavar="FILE")
    status = commands.add_parser("status", help="what the library holds, and what was skipped")
    for command in (index, search, status):
        command.add_argument("--library", type=_named, metavar="DIR", help="another library than your own")
    for command in (demo, index, search, info, status):
        command.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _named(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("it has no name")
    return text


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("N must be 1 or more")
    return number
