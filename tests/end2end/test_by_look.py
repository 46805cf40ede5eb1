"""Real photos without a word, looked at by the real models: what a question about what is seen gets, and what is measured."""

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Built, build
from app.config.paths import LibraryPaths
from app.domain.evidence import AnswerMode
from app.embedding.sentence import SentenceModel
from app.evidence.questions import own_questions
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from app.services.measure import Measured
from tests.benchmarks.look_modes import seen_questions

pytestmark = pytest.mark.shared

TODAY = date(2026, 1, 1)
SAYS = "No photo says so in words; by their look the closest "
SHOWN = ("leopard", "grand piano", "dalmatian", "accordion")


@pytest.fixture(scope="module")
def truth(shared: Path) -> dict[str, frozenset[str]]:
    """Questions about these things, each with the photos that show it."""
    asked = seen_questions(shared)
    return {each: paths for each, paths in asked.items() if any(f" {thing}" in each for thing in SHOWN) and len(paths) < 6}


@pytest.fixture(scope="module")
def looked_at(
    tmp_path_factory: pytest.TempPathFactory, shared: Path, truth: dict[str, frozenset[str]], embedder: SentenceModel, reader: WorkerReader
) -> Iterator[Built]:
    """A library of those photos and a few others."""
    place = tmp_path_factory.mktemp("looked at")
    photos = place / "photos"
    for path in sorted({path for paths in truth.values() for path in paths}):
        (photos / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(shared / "photos" / path, photos / path)
    with build(LibraryPaths(place / "library"), embedder, reader) as built:
        list(built.use_cases.index.run([str(photos)], CancelSwitch()))
        list(built.use_cases.see.run(CancelSwitch()))
        yield built


def test_what_is_seen_is_answered_as_a_guess_with_the_right_photos(looked_at: Built, truth: dict[str, frozenset[str]]) -> None:
    for question, paths in truth.items():
        answer = looked_at.use_cases.ask.ask(question, TODAY)
        assert (answer.mode, answer.by_look) == (AnswerMode.ADJACENT, True), question
        assert answer.lines[0].text.startswith(SAYS)
        assert not answer.rejected
        assert answer.cited[0].path.endswith(tuple(paths)), question


def test_other_things_stay_open(looked_at: Built, shared: Path) -> None:
    off = own_questions((shared / "text" / "questions_off.txt").read_text("utf-8"))
    still = [looked_at.use_cases.ask.gather(each, TODAY).pack.mode is AnswerMode.OPEN for each in off]
    assert sum(still) >= 0.97 * len(off)


def test_bands_of_looks_are_measured_without_a_word(looked_at: Built, shared: Path) -> None:
    on = tuple(seen_questions(shared))
    off = own_questions((shared / "text" / "questions_off.txt").read_text("utf-8"))
    *_, last = looked_at.use_cases.measure.run(CancelSwitch(), on, off)
    assert isinstance(last, Measured)
    looks = last.stored.measurement.looks
    assert looks is not None
    assert len(looks.questions) == len(on) + len(off)
    assert last.stored.measurement.questions == ()
