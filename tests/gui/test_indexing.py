"""What the strip says of a run."""

import pytest

from app.domain.photo import Skipped
from app.gui.indexing import progress_text, summary_text
from app.services.events import IndexProgress, IndexSummary, Phase

SKIPPED = (Skipped("/a.jpg", "It is empty."),)


@pytest.mark.parametrize(
    ("progress", "text"),
    [
        (IndexProgress(Phase.SCANNING, 0, 0, 0), "Looking for photos: 0 found"),
        (IndexProgress(Phase.SCANNING, 12_000, 0, 0), "Looking for photos: 12,000 found"),
        (IndexProgress(Phase.READING, 630, 214, 3, 12.0), "Reading 214 of 630 · 3 skipped · about 15 s left"),
        (IndexProgress(Phase.READING, 630, 2, 0), "Reading 2 of 630"),
        (IndexProgress(Phase.UNDERSTANDING, 1, 1, 0), "Understanding the words of 1 photo"),
    ],
)
def test_progress(progress: IndexProgress, text: str) -> None:
    assert progress_text(progress) == text


@pytest.mark.parametrize(
    ("summary", "text"),
    [
        (IndexSummary(143, 143, 0, (), 18.36), "Done: 143 photos read · in 18 s"),
        (IndexSummary(143, 0, 143, (), 0.02), "Done: nothing new · 143 unchanged"),
        (
            IndexSummary(3, 1, 1, SKIPPED, 0.5, moved=1, gone=2, unavailable=4),
            "Done: 1 photo read · 1 unchanged · 1 moved · 2 gone · 4 out of reach",
        ),
        (IndexSummary(5, 0, 0, (), 3.0, cancelled=True), "Stopped: 0 photos read"),
        (IndexSummary(1, 1, 0, (), 0.1, meaning_missing="The model is missing."), "Done: 1 photo read. The model is missing."),
    ],
)
def test_summary(summary: IndexSummary, text: str) -> None:
    assert summary_text(summary) == text
