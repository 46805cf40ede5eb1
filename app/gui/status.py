"""The line at the bottom of the window: how many photos are listed, and how many of them are selected."""

from app.gui.formatting import count
from app.services.listing import Listing


def status_text(listing: Listing, selected: int) -> str:
    """`12 results · 3 selected`, or `598 photos and 32 other versions of them`."""
    number, others = len(listing), len(listing.behind)
    found = count(number, "result") if number else "No results"
    parts = [found if listing.query.strip() else count(number, "photo")]
    if others:
        parts[0] += f" and {count(others, 'other version')} of {'it' if number == 1 else 'them'}"
    if listing.more:
        parts.append("only the nearest of those that just mean something close")
    if selected > 1:
        parts.append(f"{selected:,} selected")
    return " · ".join(parts)
