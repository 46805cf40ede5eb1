"""`candid like FILE`: photos that are like one, each with a bar that compares it with the photo itself."""

import os
import shlex
from collections.abc import Sequence

from app.cli.arguments import Command
from app.cli.output import as_json, emit, printable
from app.cli.toolbox import Toolbox
from app.cli.views import SHOWN, card_line, card_object
from app.domain.errors import PhotoUnreadable
from app.services.like_photos import NotInLibrary
from app.services.listing import Card, Listing

LEGEND = "Bars compare how alike each photo is with the photo itself, and with nothing else."


def like(command: Command, tools: Toolbox) -> int:
    """Compare by what `--by-look` says: 0 words alone, 1 looks alone. Raises `PhotoUnreadable` where there is no photo to compare with."""
    path = os.path.abspath(command.file)
    try:
        with tools.open_library(command.library) as candid:
            listing = candid.search.like_file(path, command.by_look)
            cards = candid.search.cards(listing, 0, command.limit or SHOWN)
    except NotInLibrary as unknown:
        raise PhotoUnreadable(why_unknown(unknown, command.library)) from unknown
    emit(as_json(like_object(path, listing, cards)) if command.json else like_text(listing, cards))
    return 0


def why_unknown(unknown: NotInLibrary, library: str | None) -> str:
    """Why there is nothing to compare with, and which command helps."""
    if unknown.skipped is not None:
        return f"{unknown.path} was skipped when its folder was read, so there is nothing to compare: {unknown.skipped}"
    folder = unknown.folder or os.path.dirname(unknown.path)
    again = shlex.join(["candid", "index", folder, *(["--library", library] if library else [])])
    if unknown.folder is not None:
        return f"{unknown.path} is no photo that Candid has read. To look for what is new there, run: {again}"
    return f"{unknown.path} is no photo of this library. To add its folder, run: {again}"


def like_object(path: str, listing: Listing, cards: Sequence[Card]) -> dict[str, object]:
    """The result; the first of `results` is the photo itself."""
    return {"path": path, "total": len(listing), "results": [card_object(card, ()) for card in cards], "notice": listing.notice}


def like_text(listing: Listing, cards: Sequence[Card]) -> str:
    """One line a photo: bar, percentage, path, reasons."""
    lines = [printable(listing.notice)] if listing.notice else []
    lines += [card_line(card) for card in cards]
    if len(listing) > len(cards):
        lines.append(f"… and {len(listing) - len(cards)} more; --limit N shows more.")
    return "\n".join([*lines, LEGEND])
