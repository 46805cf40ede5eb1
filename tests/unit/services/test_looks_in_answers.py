"""Looks that the library holds, through the whole program: what they add to answers by words, and what of faces is a fact."""

from datetime import date
from pathlib import Path

import pytest

from app.assistant.openings import FACES_GUESSED
from app.bootstrap import Built
from app.config.paths import shipped
from app.domain.evidence import AnswerMode
from app.domain.ids import ModelId
from app.domain.look import FaceBox, Look, Told
from app.domain.own_words import Change
from app.embedding.content import ContentModel
from app.embedding.sentence import SentenceModel
from app.library.looks import Looks
from app.services.cancel import CancelSwitch
from app.services.why import HELD
from tests.unit.services.conftest import MakePhoto
from tests.unit.services.looked import photo_ids

TODAY = date(2026, 6, 1)
SAID = "a brown dog runs over wet grass"


@pytest.fixture
def looked(built: Built, photos: Path, make_photo: MakePhoto, embedder: SentenceModel) -> Built:
    """A dog of which a caption tells, one that only looks like it, with two faces beside it, and a page of text."""
    make_photo("said.jpg", SAID)
    make_photo("seen.jpg")
    make_photo("page.jpg")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    known = built.catalogue.photos(photo_ids(built).values())
    texts = {"said.jpg": "dog", "seen.jpg": "a brown dog that runs over grass", "page.jpg": "menu"}
    vectors = embedder.embed([texts[Path(photo.path).name] for photo in known.values()])
    looks = Looks(built.catalogue)
    content = ContentModel(shipped("models")).model_id
    looks.store(content, [(each.id, each.content_hash, Look(vector)) for each, vector in zip(known.values(), vectors, strict=True)])
    face = FaceBox(0.1, 0.1, 0.2, 0.2, 0.9)
    faces = {"seen.jpg": (face, face)}
    found = [(each.id, each.content_hash, Look(faces=faces.get(Path(each.path).name, ()))) for each in known.values()]
    looks.store(ModelId("faces"), found, (Told.FACES,))
    return built


def cited(built: Built, question: str) -> tuple[AnswerMode, bool, list[str]]:
    answer = built.use_cases.ask.ask(question, TODAY)
    assert not answer.rejected
    return answer.mode, answer.by_look, [Path(each.path).name for each in answer.cited]


def test_a_sourced_answer_cites_no_photo_for_its_look_alone(looked: Built) -> None:
    listing = looked.use_cases.search.search("brown dog running over grass", TODAY)
    assert len(listing.matches) == 2
    assert cited(looked, "which photos show a brown dog running over grass?") == (AnswerMode.SOURCED, False, ["said.jpg"])


def test_what_no_caption_tells_is_answered_by_look(looked: Built) -> None:
    assert cited(looked, "which photos show a menu?") == (AnswerMode.ADJACENT, True, ["page.jpg"])


def test_where_a_tag_answers_the_looks_of_others_are_told_as_a_guess(looked: Built) -> None:
    looked.use_cases.describe.change([photo_ids(looked)["said.jpg"]], Change(add_tags=("menu",)))
    for question in ("how many photos show menus?", "photos of a menu"):
        answer = looked.use_cases.ask.ask(question, TODAY)
        assert answer.mode is AnswerMode.SOURCED
        assert [Path(each.path).name for each in answer.cited] == ["said.jpg"]
        assert answer.why.endswith("finds 1 other by look alone (a guess).")
        assert answer.suggested[0].startswith("menu")
    assert "by look" not in looked.use_cases.ask.ask("photos tagged menu", TODAY).why


def test_a_photo_that_has_the_word_and_those_that_look_like_it_are_told_apart(looked: Built) -> None:
    answer = looked.use_cases.ask.ask("which photos show a dog?", TODAY)
    assert (answer.mode, answer.by_look) == (AnswerMode.ADJACENT, True)
    assert answer.lines[0].text == "“said.jpg” has the question’s words; by their look also “seen.jpg” comes near."


def test_how_many_faces_were_found_is_no_fact(looked: Built) -> None:
    assert cited(looked, "photos with faces:2") == (AnswerMode.ADJACENT, True, ["seen.jpg"])
    answer = looked.use_cases.ask.ask("how many photos with faces:2", TODAY)
    assert answer.mode is AnswerMode.ADJACENT
    assert answer.pack.library == {}
    assert answer.lines[0].text == "1 photo matches, going by the faces that Candid found, which is a guess."


@pytest.mark.parametrize(
    "question", ["faces:0", "faces:none", "has:faces", "-has:faces", "photos without faces", "how many photos with faces:none"]
)
def test_no_question_about_faces_is_discarded(looked: Built, question: str) -> None:
    answer = looked.use_cases.ask.ask(question, TODAY)
    assert not answer.rejected
    assert answer.mode is not AnswerMode.SOURCED
    assert bool(answer.cited) is (answer.mode is AnswerMode.ADJACENT)


@pytest.mark.parametrize("question", ["how many photos have faces?", "how many faces are there?", "photos with faces"])
def test_a_question_after_faces_is_a_guess_and_told_where_to_search(looked: Built, question: str) -> None:
    assert cited(looked, question) == (AnswerMode.ADJACENT, True, ["seen.jpg"])
    answer = looked.use_cases.ask.ask(question, TODAY)
    assert answer.pack.library == {}
    assert answer.lines[-1].text == FACES_GUESSED


def test_other_words_beside_faces_suggest_the_filter(looked: Built) -> None:
    assert "has:faces" in looked.use_cases.ask.ask("smiling faces at the wedding", TODAY).suggested


def test_a_caption_that_has_the_words_is_not_said_to_answer_nothing(looked: Built) -> None:
    answer = looked.use_cases.ask.ask("which photos show wet dogs?", TODAY)
    assert answer.mode is AnswerMode.ADJACENT
    assert answer.lines[0].text.startswith("“said.jpg” has the question’s words")
    assert answer.why == HELD


def test_where_no_photo_has_so_many_faces_that_is_said(looked: Built) -> None:
    assert cited(looked, "faces:7") == (AnswerMode.OPEN, False, [])
