"""Results as text for people and as objects for programs; the objects' keys are stable."""

from collections.abc import Iterable, Sequence

from app.cli.output import bar, human_seconds, printable
from app.domain.match import Evidence
from app.domain.photo import Folder, Skipped
from app.library.records import LibraryCounts
from app.services.events import IndexSummary
from app.services.listing import Card, Listing

LEGEND = "Bars compare each photo with the best match of this search, and with nothing else."

SHOWN = 50
"""Results printed when no limit is given."""

MORE = "More photos are close in meaning or look than are listed; these are the nearest."

_KINDS = {Evidence.CONTENT: "look"}
"""Kinds of evidence as people read them, where that is another word than the one for programs, which stays."""

_OUT_OF_REACH = "Photos out of reach are kept and can be found. If they are gone, say so: candid index FOLDER --accept-missing"


def index_object(summary: IndexSummary) -> dict[str, object]:
    """`found` is `indexed` + `unchanged` + the number of `skipped`."""
    return {
        "found": summary.found,
        "indexed": summary.indexed,
        "unchanged": summary.unchanged,
        "moved": summary.moved,
        "gone": summary.gone,
        "unavailable": summary.unavailable,
        "videos": summary.videos,
        "skipped": _skipped_objects(summary.skipped),
        "seconds": round(summary.seconds, 3),
        "cancelled": summary.cancelled,
        "notice": summary.meaning_missing,
    }


def index_text(summary: IndexSummary) -> str:
    """Counts, then each skipped file with its reason."""
    counts = f"{summary.indexed} indexed, {summary.unchanged} unchanged, {len(summary.skipped)} skipped of {summary.found} found"
    extras = [
        f"{count} {word}"
        for count, word in ((summary.moved, "moved"), (summary.gone, "gone"), (summary.unavailable, "out of reach"))
        if count
    ]
    extras += [f"videos: {summary.videos}"] if summary.videos else []
    first = ", ".join([counts, *extras, f"in {human_seconds(summary.seconds)}"])
    away = [_OUT_OF_REACH] if summary.unavailable else []
    stopped = ["Stopped before the end; what is listed as indexed stays."] if summary.cancelled else []
    notice = [summary.meaning_missing] if summary.meaning_missing else []
    return "\n".join([first, *stopped, *away, *notice, *_skipped_lines(summary.skipped)])


def search_object(listing: Listing, cards: Sequence[Card], nearest: Sequence[Card]) -> dict[str, object]:
    """The result; `nearest` holds what is near by meaning where nothing matches, without any percentage."""
    understood = [chip.label for chip in listing.understood]
    return {
        "query": listing.query,
        "understood": understood,
        "total": len(listing),
        "results": [card_object(card, understood) for card in cards],
        "nearest": [{"path": card.photo.path} for card in nearest],
        "notice": listing.notice,
        "more": listing.more,
        "guesses_hidden": listing.hidden,
    }


def card_object(card: Card, understood: Sequence[str]) -> dict[str, object]:
    """One result; what was understood of the query is its reason where it has none of its own."""
    evidence = Evidence.EXACT if card.evidence is Evidence.FILTER else card.evidence
    return {
        "path": card.photo.path,
        "match_percentage": card.match_percentage,
        "evidence": evidence.value,
        "reasons": [reason.plain for reason in card.reasons] or list(understood),
    }


def search_text(listing: Listing, cards: Sequence[Card], nearest: Sequence[Card]) -> str:
    """One line a result: bar, percentage, path, reasons."""
    lines = [f"Understood: {' · '.join(printable(chip.label) for chip in listing.understood)}"] if listing.understood else []
    lines += [printable(listing.notice)] if listing.notice else []
    lines += [card_line(card) for card in cards]
    if len(listing) > len(cards):
        lines.append(f"… and {len(listing) - len(cards)} more; --limit N shows more.")
    if listing.hidden:
        lines.append(f"{listing.hidden} {'guess' if listing.hidden == 1 else 'guesses'} hidden; without --no-guesses they are listed.")
    if listing.more:
        lines.append(MORE)
    if listing.matches:
        lines.append(LEGEND)
    if nearest:
        lines += ["", "Nearest by meaning or look (these do not match):", *(f"  {printable(card.photo.path)}" for card in nearest)]
    return "\n".join(lines) or "No photos yet; candid index FOLDER adds some."


def card_line(card: Card) -> str:
    """Bar, percentage, kind of evidence, path and reasons."""
    path = printable(card.photo.path)
    if card.match_percentage is None:
        return path
    reasons = "; ".join(printable(reason.plain) for reason in card.reasons)
    kind = _KINDS.get(card.evidence, card.evidence.value)
    return f"{bar(card.match_percentage)} {card.match_percentage:3d} % of best  {kind:7}  {path}  ({reasons})"


def status_object(counts: LibraryCounts, folders: Sequence[Folder], skipped: Sequence[Skipped]) -> dict[str, object]:
    """How much the library holds, each folder, and each skipped file with its reason."""
    return {
        "photos": counts.photos,
        "unavailable": counts.unavailable,
        "videos": counts.videos,
        "passages": counts.passages,
        "vectors": counts.vectors,
        "folders": [{"path": each.path, "photos": each.photos, "skipped": each.skipped, "available": each.available} for each in folders],
        "skipped": _skipped_objects(skipped),
    }


def status_text(counts: LibraryCounts, folders: Sequence[Folder], skipped: Sequence[Skipped]) -> str:
    """The same for people."""
    lines = [
        f"{counts.photos} photos ({counts.unavailable} out of reach), {counts.videos} videos, "
        f"{counts.passages} passages, {counts.vectors} of them with a vector"
    ]
    for each in folders:
        lines.append(f"  {printable(each.path)}: {each.photos} photos, {each.skipped} skipped{'' if each.available else ', out of reach'}")
    return "\n".join([*lines, *_skipped_lines(skipped)])


def _skipped_objects(skipped: Iterable[Skipped]) -> list[dict[str, str]]:
    return [{"path": each.path, "reason": each.reason} for each in skipped]


def _skipped_lines(skipped: Iterable[Skipped]) -> list[str]:
    return [f"skipped {printable(each.path)}: {printable(each.reason)}" for each in skipped]
