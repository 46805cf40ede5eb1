"""Forty conversations by people who had not seen the program, over the real photos: what each question comes to, after the ones before.

Where a question has no expectation, Candid does not answer it as it was meant; it still stands in the conversation.
"""

import csv
import json
import random
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app.assistant.answer import Answer
from app.bootstrap import Built, build
from app.domain.ids import PhotoId
from app.domain.question import Context, Scope, Turn
from app.embedding.sentence import SentenceModel
from app.evidence.groups import related
from app.photos.workers import WorkerReader
from app.search.question import understand
from app.services.conversation import Conversation
from app.services.related_hints import HINTED
from tests.indexed import CopyOf

pytestmark = pytest.mark.shared

DAY = date(2026, 6, 1)
CONVERSATIONS: list[list[dict[str, Any]]] = json.loads((Path(__file__).parent / "conversations.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def built(shared: Path, copy_of: CopyOf, embedder: SentenceModel, reader: WorkerReader) -> Iterator[Built]:
    with build(copy_of(shared / "photos" / "library")[0], embedder, reader) as library:
        yield library


@pytest.mark.parametrize("questions", CONVERSATIONS, ids=lambda questions: questions[0]["ask"])
def test_a_conversation(built: Built, shared: Path, questions: list[dict[str, Any]]) -> None:
    conversation = Conversation()
    told = [(each, built.use_cases.ask.ask(each["ask"], DAY, conversation)) for each in questions]
    assert [_seen(answer, each, shared) for each, answer in told] == questions


def _seen(answer: Answer, expected: dict[str, Any], shared: Path) -> dict[str, Any]:
    """What the answer is, as far as something is expected of it; of its lines, those that are."""
    assert not answer.rejected
    lines = [line.text for line in answer.lines]
    seen = {
        "ask": expected["ask"],
        "mode": answer.mode.value,
        "matching": answer.pack.library.get("matching"),
        "cites": sorted(str(Path(each.path).relative_to(shared / "photos" / "library")) for each in answer.cited),
        "cannot": bool(answer.question.cannot),
        "says": [each for each in expected.get("says", ()) if each in lines],
    }
    return {key: seen[key] for key in expected}


@pytest.mark.parametrize("seed", range(8))
def test_whatever_follows_whatever_no_answer_is_discarded(built: Built, seed: int) -> None:
    """Questions of all conversations in a row that nobody would ask, of the library or of a few photos; none is shown outside of these."""
    chance = random.Random(seed)
    every = [each["ask"] for questions in CONVERSATIONS for each in questions]
    photo_ids = built.catalogue.browse().tolist()
    for number in range(4):
        chosen = tuple(map(PhotoId, chance.sample(photo_ids, chance.choice([1, 2, 12]))))
        conversation = Conversation(Scope("photos", chosen) if number % 2 else None)
        for text in chance.sample(every, 6):
            answer = built.use_cases.ask.ask(text, DAY, conversation)
            assert not answer.rejected, text
            shown = {each.photo.id for each in answer.cited if each.photo}
            assert not number % 2 or answer.question.about or shown <= set(chosen), text


def test_most_of_what_was_asked_is_answered() -> None:
    asked = [each for questions in CONVERSATIONS for each in questions]
    assert len(CONVERSATIONS) == 40
    assert sum(len(each) > 1 for each in asked) > 0.85 * len(asked)


def test_no_whole_question_leans_on_another(built: Built, shared: Path) -> None:
    """All questions of the truth files and of the world, after four others."""
    before = [Context(None, turn) for turn in _turns(built)]
    leaning = []
    for text in _whole_questions(shared):
        alone = understand(text, DAY, built.catalogue)
        leaning += [text] if any(understand(text, DAY, built.catalogue, each) != alone for each in before) else []
    assert leaning == []


def _turns(built: Built) -> Iterator[Turn]:
    for text in (
        "photos from Italy",
        "what is the oldest photo?",
        "how many photos have a place?",
        "compare IMG_6296.jpg and IMG_6297.jpg",
    ):
        question = understand(text, DAY, built.catalogue)
        shown = built.catalogue.satisfying(question.query.conditions)[:3].tolist()
        yield Turn(question, question.about or tuple(map(PhotoId, shown)))


def _whole_questions(shared: Path) -> Iterator[str]:
    with (shared / "photos" / "truth" / "metadata_questions.tsv").open(encoding="utf-8", newline="") as table:
        yield from (row["question"] for row in csv.DictReader(table, delimiter="\t"))
    for name in ("questions_world.txt", "questions_off.txt", "questions_on_photos.txt"):
        yield from (shared / "text" / name).read_text(encoding="utf-8").split("\n")[:-1]


def test_photos_that_are_related_are_found_without_reading_all(built: Built) -> None:
    """By hints, exactly those of the whole library that the rules relate; of a place, also those of its name."""
    results = built.use_cases.ask._gather._results
    every = list(results._nodes(built.catalogue.browse()))
    missed = []
    for relation in HINTED:
        for anchor in every[::9]:
            photo_id = PhotoId(int(anchor.id))
            found = set(results._related_by(relation, built.catalogue.photos([photo_id])))
            true = {PhotoId(int(each.id)) for each in related([anchor], every, relation)}
            missed += [(relation, anchor.name)] if found != true else []
    assert missed == []
