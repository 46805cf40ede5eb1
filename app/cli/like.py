"""`candid like FILE`: photos that are like one, each with a bar that compares it with the photo itself."""

import os
from collections.abc import Sequence

from app.cli.arguments import Command
from app.cli.output import as_json, emit, printable
from app.cli.toolbox import Toolbox
from app.cli.views import SHOWN, card_line, card_object
from app.services.listing import Card, Listing

LEGEND = "Bars compare how alike each photo is with the photo itself, and with nothing else."


def like(command: Command, tools: Toolbox) -> int:
    """Compare by what `--by-look` says: 0 words alone, 1 looks alone."""
    path = os.path.abspath(command.file)
    with tools.open_library(command.library) as candid:
        listing = candid.search.like_file(path, command.by_look)
        cards = candid.search.cards(listing, 0, command.limit or SHOWN)
    emit(as_json(like_object(path, listing, cards)) if command.json else like_text(listing, cards))
    return 0


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
