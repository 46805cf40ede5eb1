"""Looking at pictures while the window is open: one run at a time, told, paused, giving way to indexing, ended by closing."""

import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QProgressBar
from pytestqt.qtbot import QtBot

from app.domain.errors import LibraryUnavailable
from app.domain.ids import PhotoId
from app.domain.ports import CancelToken
from app.gui.jobs import Runner
from app.gui.seeing import Seeing
from app.gui.seeing_strip import SeeingStrip, paused_text, progress_text, summary_text
from app.gui.theme import ThemeKeeper
from app.services.events import LooksStored, SeeEvent, SeeProgress, SeeSummary
from app.services.looked_parts import LookedPart
from tests.gui.driving import PATIENCE_MS, child, click

PARTLY = SeeProgress(3, 244, 170.0, (LookedPart("Guesses and faces", 248), LookedPart("Text", 7)), 248)


class Scripted:
    """Sees 30 pictures, one each time when the test lets it."""

    def __init__(self) -> None:
        self.left, self.runs, self.at_once = 30, 0, 0
        self.steps = threading.Semaphore(0)
        self.missing: str | None = None
        self.later = False
        self.failure: LibraryUnavailable | None = None
        self._inside = threading.Lock()

    def run(self, token: CancelToken) -> Iterator[SeeEvent]:
        self.runs += 1
        assert self._inside.acquire(blocking=False), "two runs at once"
        try:
            yield from self._seen(token)
        finally:
            self._inside.release()

    def _seen(self, token: CancelToken) -> Iterator[SeeEvent]:
        if self.failure is not None:
            raise self.failure
        found, looked = self.left, 0
        yield SeeProgress(0, found)
        while self.left and not token.cancelled and self.missing is None:
            if not self.steps.acquire(timeout=0.01):
                continue
            self.left, looked = self.left - 1, looked + 1
            yield LooksStored((PhotoId(looked),))
            yield SeeProgress(looked, found, 2.0 * self.left)
        yield SeeSummary(looked, 0, 1.0, token.cancelled, self.missing, self.later)


class Bench:
    """A strip over such a run."""

    def __init__(self, qapp: QApplication, qtbot: QtBot) -> None:
        self.qtbot, self.see, self.runner = qtbot, Scripted(), Runner()
        self.seeing = Seeing(self.see, self.runner)
        self.strip = SeeingStrip(self.seeing, ThemeKeeper(qapp, "light"))
        qtbot.addWidget(self.strip)
        self.stored: list[int] = []
        self.seeing.stored.connect(self.stored.extend)

    def until(self, holds: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(holds, timeout=PATIENCE_MS)

    def look(self, pictures: int) -> None:
        left = self.see.left
        self.see.steps.release(pictures)
        self.until(lambda: self.see.left == max(0, left - pictures))


@pytest.fixture
def bench(qapp: QApplication, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(qapp, qtbot)
    yield made
    made.seeing.finish()
    assert made.runner.wait_idle()


def test_it_tells_how_far_it_is_and_what_came_of_it(bench: Bench) -> None:
    bench.seeing.begin()
    bench.look(10)
    bench.until(lambda: bench.strip.text == "Looking at photos: 10 of 30 · about 40 s left")
    assert bench.strip.isVisible()
    assert bench.stored == list(range(1, 11)), "found while the run goes on"
    bench.look(20)
    bench.until(lambda: not bench.seeing.running)
    assert bench.strip.text == "Looked at 30 photos: they are found by what they seem to show as well"
    click(bench.strip, "seeingClose")
    assert not bench.strip.isVisible()


def test_nothing_runs_before_the_window_is_there(bench: Bench) -> None:
    bench.seeing.hold()
    bench.seeing.release()
    bench.seeing.go_on()
    assert not bench.seeing.running
    assert bench.see.runs == 0


def test_a_few_pictures_are_looked_at_without_a_word(bench: Bench) -> None:
    bench.see.left = 5
    bench.seeing.begin()
    bench.look(5)
    bench.until(lambda: not bench.seeing.running)
    assert not bench.strip.isVisible()


def test_it_is_paused_and_goes_on_where_it_was(bench: Bench) -> None:
    bench.seeing.begin()
    bench.look(7)
    bench.until(lambda: "7 of 30" in bench.strip.text)
    click(bench.strip, "seeingPause")
    bench.until(lambda: not bench.seeing.running)
    assert bench.strip.text.startswith("Paused: 23 photos left to look at.")
    for again in (bench.seeing.release, bench.seeing.begin):
        again()
    bench.until(lambda: not bench.seeing._soon.isActive())
    assert bench.see.runs == 1, "paused stays paused"
    click(bench.strip, "seeingPause")
    bench.look(1)
    bench.until(lambda: "1 of 23" in bench.strip.text)
    assert bench.see.runs == 2


def test_what_was_under_way_when_it_was_paused_counts(bench: Bench) -> None:
    bench.seeing.begin()
    bench.look(7)
    bench.until(lambda: "7 of 30" in bench.strip.text)
    bench.seeing.pause()
    bench.seeing.progress = SeeProgress(8, 30)
    bench.seeing.progressed.emit(bench.seeing.progress)
    assert bench.strip.text.startswith("Paused: 22 photos left to look at.")


def test_it_gives_way_to_indexing(bench: Bench) -> None:
    bench.seeing.begin()
    bench.look(3)
    bench.seeing.hold()
    bench.until(lambda: not bench.seeing.running)
    assert not bench.strip.isVisible()
    bench.seeing.go_on()
    assert not bench.seeing.running
    bench.seeing.release()
    bench.until(lambda: bench.seeing.running)
    bench.look(27)
    bench.until(lambda: not bench.seeing.running)
    assert bench.see.left == 0


def test_a_run_that_is_asked_for_while_another_ends_begins_after_it(bench: Bench) -> None:
    bench.seeing.begin()
    bench.look(1)
    bench.seeing.renew()
    bench.seeing.begin()
    bench.until(lambda: bench.see.runs == 2)
    bench.look(29)
    bench.until(lambda: not bench.seeing.running)
    assert bench.see.runs == 2


def test_closing_ends_it_and_nothing_begins_any_more(bench: Bench) -> None:
    bench.seeing.begin()
    bench.look(2)
    bench.seeing.renew()
    bench.seeing.finish()
    assert bench.runner.wait_idle()
    bench.seeing.release()
    bench.seeing.go_on()
    assert not bench.seeing.running
    assert bench.see.runs == 1


def test_a_missing_model_is_told_once_and_tried_again_when_the_person_says_so(bench: Bench) -> None:
    told: list[str] = []
    bench.seeing.troubled.connect(told.append)
    bench.see.missing = "The content model is missing: install Candid again."
    for again in (bench.seeing.begin, bench.seeing.begin, bench.seeing.go_on):
        again()
        bench.until(lambda: not bench.seeing.running)
        assert bench.seeing.missing == bench.see.missing
        assert not bench.strip.isVisible()
    assert told == [bench.see.missing, bench.see.missing]
    bench.see.missing = None
    bench.seeing.begin()
    bench.look(30)
    bench.until(lambda: not bench.seeing.running)
    assert bench.seeing.missing == ""


def test_it_goes_on_by_itself_after_another_program_has_looked(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.gui.seeing.LATER_MS", 10)
    told: list[str] = []
    bench.seeing.troubled.connect(told.append)
    bench.see.missing, bench.see.later = "Another Candid is looking at the photos.", True
    bench.seeing.begin()
    bench.until(lambda: bench.see.runs >= 3)
    assert told == ["Another Candid is looking at the photos."]
    bench.see.missing, bench.see.later = None, False
    bench.look(30)
    bench.until(lambda: not bench.seeing.running)
    assert not bench.seeing._soon.isActive()


def test_a_failure_is_told_once_and_tried_again(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.gui.seeing.AFTER_FAILURE_MS", 10)
    bench.see.failure = LibraryUnavailable("The library cannot be read.")
    told: list[str] = []
    bench.runner.trouble.connect(told.append)
    bench.seeing.begin()
    bench.until(lambda: bench.see.runs >= 3)
    assert told == ["The library cannot be read."]
    bench.see.failure = None
    bench.look(30)
    bench.until(lambda: not bench.seeing.running)
    assert bench.see.left == 0


def test_what_is_to_be_tried_again_waits_while_photos_are_read(bench: Bench) -> None:
    bench.see.missing, bench.see.later = "Another Candid is looking at the photos.", True
    bench.seeing.begin()
    bench.until(lambda: not bench.seeing.running and bench.see.runs == 1)
    assert bench.seeing._soon.isActive()
    bench.seeing.hold()
    assert not bench.seeing._soon.isActive()
    bench.seeing.release()
    bench.until(lambda: bench.see.runs == 2)


def test_a_line_that_was_closed_stays_closed_for_this_run(bench: Bench) -> None:
    bench.seeing.begin()
    bench.look(3)
    bench.until(lambda: "3 of 30" in bench.strip.text)
    click(bench.strip, "seeingClose")
    bench.look(3)
    bench.until(lambda: "6 of 30" in child(bench.strip, QLabel, "seeingText").text())
    assert not bench.strip.isVisible()


def test_other_jobs_do_not_wait_for_it(bench: Bench) -> None:
    bench.seeing.begin()
    done: list[int] = []
    for number in range(8):
        bench.runner.run(lambda number=number: number, done.append)  # type: ignore[misc]
    bench.until(lambda: len(done) == 8)
    bench.runner.run(lambda: 9, done.append, lane=True)
    bench.until(lambda: len(done) == 9)
    assert bench.seeing.running


def test_the_bar_shows_what_is_least_far(bench: Bench) -> None:
    bench.seeing.progressed.emit(PARTLY)
    (bar,) = bench.strip.findChildren(QProgressBar)
    assert (bar.minimum(), bar.value(), bar.maximum()) == (0, 7, 248)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (progress_text(SeeProgress(120, 1_204, 170.0)), "Looking at photos: 120 of 1,204 · about 3 min left"),
        (progress_text(SeeProgress(0, 1_204)), "Looking at photos: 0 of 1,204"),
        (progress_text(SeeProgress(7, 199, None, (LookedPart("Guesses", 54),), 248)), "Looking at photos: 54 of 248"),
        (progress_text(PARTLY), "Looking at photos · Guesses and faces: 248 of 248 · Text: 7 of 248 · about 3 min left"),
        (
            summary_text(SeeSummary(1, 2, 3.0)),
            "Looked at 1 photo: they are found by what they seem to show as well · 2 could not be looked at",
        ),
        (paused_text(SeeProgress(1, 30)), "Paused: 29 photos left to look at. Candid goes on when you say so, or at its next start."),
    ],
)
def test_every_line_says_what_it_should(text: str, told: str) -> None:
    assert text == told
