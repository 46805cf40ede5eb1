"""What the window says of indexing: how far it is, and what came of it."""

from collections.abc import Sequence

from app.gui.formatting import count, duration, time_left
from app.services.events import OTHER_INDEXES, IndexProgress, IndexSummary, Phase


def progress_text(progress: IndexProgress) -> str:
    """`Reading 214 of 630 · 3 skipped · about 12 s left`."""
    if progress.phase is Phase.WAITING:
        return OTHER_INDEXES
    if progress.phase is Phase.SCANNING:
        parts = [f"Looking for photos: {progress.found:,} found"]
    elif progress.phase is Phase.READING:
        parts = [f"Reading {progress.done:,} of {progress.found:,}"]
    else:
        parts = [f"Understanding the words of {count(progress.found, 'photo')}"]
    if progress.skipped:
        parts.append(f"{progress.skipped:,} skipped")
    if progress.phase is Phase.READING:
        parts.append(time_left(progress.seconds_left))
    return " · ".join(part for part in parts if part)


def is_news(summary: IndexSummary) -> bool:
    """Whether a run that nobody asked for found something that a person wants to know."""
    return summary.changed and bool(summary.indexed or summary.moved or summary.gone or summary.unavailable)


def _files_read(summary: IndexSummary) -> str:
    photos = count(summary.indexed - summary.new_videos, "photo")
    return f"{photos}, {count(summary.new_videos, 'video')}" if summary.new_videos else photos


def summary_text(summary: IndexSummary) -> str:
    """What came of a run, on one line."""
    told: Sequence[tuple[int, str]] = (
        (summary.unchanged, f"{summary.unchanged:,} unchanged"),
        (summary.moved, f"{summary.moved:,} moved"),
        (summary.gone, f"{summary.gone:,} gone"),
        (summary.unavailable, f"{summary.unavailable:,} out of reach"),
    )
    begin = "Stopped" if summary.cancelled else "Done"
    read = f"{_files_read(summary)} read" if summary.indexed or summary.cancelled else "nothing new"
    parts = [f"{begin}: {read}", *(text for number, text in told if number)]
    if not summary.cancelled and summary.seconds >= 1:
        parts.append(f"in {duration(round(summary.seconds))}")
    line = " · ".join(parts)
    return f"{line}. {summary.meaning_missing}" if summary.meaning_missing else line
