"""What the strip says of a run."""

from typing import cast

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.photo import Skipped
from app.gui.indexing import Indexing, IndexingStrip
from app.gui.indexing_texts import is_news, progress_text, summary_text
from app.gui.jobs import Runner
from app.gui.theme import ThemeKeeper
from app.services.events import IndexProgress, IndexSummary, Phase
from app.services.index_in_turn import IndexInTurn
from tests.gui.driving import PATIENCE_MS

SKIPPED = (Skipped("/a.jpg", "It is empty."),)


@pytest.mark.parametrize(
    ("progress", "text"),
    [
        (IndexProgress(Phase.WAITING, 0, 0, 0), "Another Candid is bringing this library in step; this one begins when it is done."),
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


@pytest.mark.parametrize(
    ("summary", "news"),
    [
        (IndexSummary(3, 0, 3, (), 0.1, changed=False), False),
        (IndexSummary(3, 0, 3, SKIPPED, 0.1), False),
        (IndexSummary(3, 1, 2, (), 0.1), True),
        (IndexSummary(3, 0, 2, (), 0.1, gone=1), True),
        (IndexSummary(3, 0, 2, (), 0.1, unavailable=20), True),
        (IndexSummary(3, 0, 2, (), 0.1, unavailable=20, changed=False), False),
    ],
)
def test_a_scan_that_nobody_asked_for_is_told_if_it_found_something(summary: IndexSummary, news: bool) -> None:
    assert is_news(summary) is news


@pytest.mark.parametrize(
    ("summary", "stays"),
    [
        (IndexSummary(559, 559, 0, (), 3.0), False),
        (IndexSummary(3, 2, 0, SKIPPED, 0.5), True),
        (IndexSummary(1, 1, 0, (), 0.1, meaning_missing="The model is missing."), True),
    ],
)
def test_the_line_goes_away_unless_there_is_something_to_look_at(
    summary: IndexSummary, stays: bool, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.gui.indexing.SHOWN_MS", 1)
    runner = Runner()
    indexing = Indexing(cast(IndexInTurn, None), runner)
    strip = IndexingStrip(indexing, ThemeKeeper(qapp, "light"))
    qtbot.addWidget(strip)
    indexing.finished.emit(summary)
    assert strip.isVisible()
    if stays:
        QTest.qWait(100)
        assert strip.isVisible()
    else:
        qtbot.waitUntil(strip.isHidden, timeout=PATIENCE_MS)
    assert runner.wait_idle()
