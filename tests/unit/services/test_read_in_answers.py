"""What an answer may rest on text that was read in pictures: a machine has read it, and no pack carries it."""

from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Built, build
from app.config.paths import LibraryPaths
from app.domain.evidence import AnswerMode
from app.domain.ids import ModelId
from app.domain.look import Look
from app.embedding.absent import AbsentModel
from app.evidence.closeness import STRONG_MATCH
from app.library.looks import Looks
from app.library.reread import PictureWords
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from app.services.measure import NothingToMeasure
from app.services.understanding import Understanding
from app.services.why import ADJACENT, HELD, NEARLY_SAID
from tests.unit.services.conftest import MakePhoto
from tests.unit.services.looked import photo_ids

TODAY = date(2026, 6, 1)
LINES = ("the old lighthouse keeper rows home", "through heavy fog every evening")
ASKED = "which photos show the keeper of an old lighthouse rowing home through fog?"


@pytest.fixture
def read(built: Built, photos: Path, make_photo: MakePhoto) -> Built:
    """A page with a sentence on it, and a photo of something else."""
    make_photo("page.jpg")
    make_photo("cat.jpg", "a grey cat sleeps on the sofa")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    page = built.catalogue.photo(photo_ids(built)["page.jpg"])
    assert page is not None
    Looks(built.catalogue).store(ModelId("reader"), [(page.id, page.content_hash, Look(text=LINES))])
    stored = PictureWords(built.catalogue).reread([page.id])
    Understanding(built.catalogue, built.embedder, built.vectors).understand(stored.new_passages)
    return built


def test_it_makes_an_answer_adjacent_and_no_more(read: Built) -> None:
    answer = read.use_cases.ask.ask(ASKED, TODAY)
    assert answer.closeness is not None
    assert answer.closeness.read >= STRONG_MATCH > answer.closeness.sentences
    assert answer.mode is AnswerMode.ADJACENT
    assert answer.why in (ADJACENT, HELD)
    assert [Path(each.path).name for each in answer.cited] == ["page.jpg"]
    assert not answer.rejected


def test_the_same_in_a_caption_makes_it_sourced(read: Built, photos: Path, make_photo: MakePhoto) -> None:
    make_photo("said.jpg", " ".join(LINES))
    list(read.use_cases.index.run([str(photos)], CancelSwitch()))
    answer = read.use_cases.ask.ask(ASKED, TODAY)
    assert answer.mode is AnswerMode.SOURCED
    assert answer.why == NEARLY_SAID


@pytest.mark.parametrize(("question", "mode"), [("lighthouse keeper", AnswerMode.ADJACENT), ("grey cat", AnswerMode.SOURCED)])
def test_nor_does_it_where_closeness_cannot_be_measured(
    read: Built, tmp_path: Path, reader: WorkerReader, question: str, mode: AnswerMode
) -> None:
    absent = AbsentModel(read.embedder.model_id, read.embedder.dimension, "The model is gone.")
    with build(LibraryPaths(tmp_path / "library"), absent, reader) as built:
        answer = built.use_cases.ask.ask(question, TODAY)
    assert answer.closeness is None
    assert answer.mode is mode
    assert len(answer.cited) == 1


@pytest.mark.parametrize("question", ["text:lighthouse", "has:text", "how many photos with text:fog?"])
def test_asking_for_what_was_read_is_answered_with_a_guess(read: Built, question: str) -> None:
    answer = read.use_cases.ask.ask(question, TODAY)
    assert answer.mode is AnswerMode.ADJACENT
    assert not answer.rejected
    assert answer.pack.library == {}
    assert answer.lines[0].text == "1 photo matches, going by the text that Candid read in pictures, which is a guess."


def test_where_it_was_not_read_anywhere_that_is_said(read: Built) -> None:
    answer = read.use_cases.ask.ask("text:zebra", TODAY)
    assert answer.mode is AnswerMode.OPEN
    assert answer.lines[0].text == "No photo matches, going by the text that Candid read in pictures, which is a guess."


def test_measuring_asks_nothing_of_it(read: Built, photos: Path) -> None:
    (photos / "cat.jpg").unlink()
    list(read.use_cases.index.run([str(photos)], CancelSwitch()))
    with pytest.raises(NothingToMeasure, match="no photo has a caption or a title"):
        list(read.use_cases.measure.run(CancelSwitch()))
