"""Answers by look: adjacent at most, of the photos whose look is near, and told as a guess."""

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import numpy as np
import pytest

from app.assistant.answer import Answer
from app.assistant.offline import OfflineReplier
from app.bootstrap import Built
from app.domain.closeness import Limits
from app.domain.evidence import AnswerMode
from app.domain.question import Scope
from app.embedding.sentence import SentenceModel
from app.evidence.closeness import LOOK_MATCH, SHIPPED
from app.library.discarded import DiscardedReplies
from app.library.passage_matrix import PassageMatrix
from app.services.ask import AskPhotos
from app.services.by_look import Seen
from app.services.cancel import CancelSwitch
from app.services.conversation import Conversation
from app.services.evidence import GatherEvidence
from app.services.why import ALSO_BY_LOOK, BY_LOOK, HELD
from tests.unit.services.conftest import MakePhoto
from tests.unit.services.looked import Looks, photo_ids, ruler_of

TODAY = date(2026, 6, 1)
SAYS = "No photo says so in words; by their look the closest "
LOOKS = {
    "001.jpg": "a photo of a dog",
    "002.jpg": "a photo of a lighthouse",
    "003.jpg": "a photo of a dog that runs over grass",
    "004.jpg": "a photo of a telephone",
}


@pytest.fixture
def looks(built: Built, photos: Path, make_photo: MakePhoto, embedder: SentenceModel) -> Looks:
    """Four photos without a word, and one of a cat that says so."""
    for name in LOOKS:
        make_photo(name, taken="2019:06:14 05:00:00" if name < "003" else "")
    make_photo("cat.jpg", "a grey cat sleeps on the sofa")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    by_name = photo_ids(built)
    return Looks(embedder, {by_name[name]: text for name, text in LOOKS.items()})


@pytest.fixture
def asking(built: Built, looks: Looks, tmp_path: Path) -> AskPhotos:
    """The use case over those looks."""
    passages = PassageMatrix(built.catalogue, built.embedder.model_id, built.embedder.dimension)
    search = built.use_cases.search._search
    gather = GatherEvidence(built.catalogue, search, passages, built.embedder, lambda: Limits(SHIPPED, LOOK_MATCH), ruler_of(looks))
    return AskPhotos(
        built.catalogue, gather, OfflineReplier(), built.use_cases.look.thumbnail, DiscardedReplies(tmp_path / "log"), datetime.now
    )


@pytest.fixture
def ask(asking: AskPhotos) -> Callable[[str], Answer]:
    return lambda text: asking.ask(text, TODAY)


def cited(answer: Answer) -> list[str]:
    return [Path(each.path).name for each in answer.cited]


def test_what_no_photo_says_is_answered_by_look_as_a_guess(ask: Callable[[str], Answer]) -> None:
    answer = ask("which photos show a dog?")
    assert answer.mode is AnswerMode.ADJACENT
    assert answer.by_look
    assert answer.lines[0].text == f"{SAYS}are “001.jpg” and “003.jpg”."
    assert cited(answer) == ["001.jpg", "003.jpg"]
    assert answer.why == BY_LOOK
    assert not answer.rejected
    assert answer.closeness is not None
    assert answer.closeness.value < SHIPPED.adjacent < (answer.look or 0)


def test_one_photo_is_told_as_one(ask: Callable[[str], Answer]) -> None:
    answer = ask("is there a picture of a lighthouse?")
    assert answer.lines[0].text == f"{SAYS}is “002.jpg”."
    assert cited(answer) == ["002.jpg"]


def test_a_look_is_no_fact_of_the_pack(ask: Callable[[str], Answer]) -> None:
    answer = ask("which photos show a dog?")
    assert "dog" not in repr([(each.facts, each.folder) for each in answer.pack.photos])
    assert answer.pack.library == {}
    assert answer.verified == ("“001.jpg” and “003.jpg” were found for this question.",)


def test_what_a_photo_says_needs_no_look(ask: Callable[[str], Answer]) -> None:
    answer = ask("which photos show a grey cat sleeping on a sofa?")
    assert answer.mode is AnswerMode.SOURCED
    assert not answer.by_look
    assert cited(answer) == ["cat.jpg"]


def test_filters_hold_for_looks(ask: Callable[[str], Answer]) -> None:
    answer = ask("which photos from 2019 show a dog?")
    assert answer.by_look
    assert cited(answer) == ["001.jpg"]


def test_photos_handed_over_are_evidence_without_a_look(asking: AskPhotos, looks: Looks) -> None:
    third = sorted(looks.texts)[2]
    conversation = Conversation(Scope("1 selected photo", (third,)))
    answer = asking.ask("which of these show a dog?", TODAY, conversation)
    assert not answer.by_look
    assert set(cited(answer)) <= {"003.jpg"}


@pytest.mark.parametrize("question", ["how do I renew my passport", "what do dogs eat", "who invented the lighthouse", "compound interest"])
def test_other_things_and_the_world_stay_open(ask: Callable[[str], Answer], question: str) -> None:
    answer = ask(question)
    assert answer.mode is AnswerMode.OPEN
    assert not answer.pack.photos
    assert not answer.by_look


def test_facts_answer_without_a_look(ask: Callable[[str], Answer]) -> None:
    answer = ask("how many photos were taken in 2019?")
    assert answer.mode is AnswerMode.SOURCED
    assert answer.look is None


def test_without_the_model_or_looks_it_is_as_it_was(asking: AskPhotos, looks: Looks) -> None:
    looks.missing = True
    assert asking.ask("which photos show a dog?", TODAY).mode is AnswerMode.OPEN
    looks.missing = False
    looks.texts.clear()
    assert asking.ask("which photos show a dog?", TODAY).mode is AnswerMode.OPEN


def test_a_threshold_of_the_library_counts(built: Built, looks: Looks) -> None:
    passages = PassageMatrix(built.catalogue, built.embedder.model_id, built.embedder.dimension)
    search = built.use_cases.search._search
    high = GatherEvidence(built.catalogue, search, passages, built.embedder, lambda: Limits(SHIPPED, 0.99), ruler_of(looks))
    assert high.run("which photos show a dog?", TODAY, Conversation().ids).pack.mode is AnswerMode.OPEN


def test_the_nearest_looks_come_first_and_only_allowed_ones() -> None:
    seen = Seen(np.array([1, 2, 3, 4]), np.array([0.5, 0.9, 0.4, 0.5], np.float32))
    assert seen.nearest == pytest.approx(0.9)
    assert seen.photos(0.5, None) == (2, 1, 4)
    assert seen.photos(0.5, np.array([1, 3])) == (1,)


def test_words_that_were_compared_with_looks_are_not_called_not_understood(ask: Callable[[str], Answer]) -> None:
    told = " ".join(line.text for line in ask("do I have a picture of a lighthouse?").lines)
    assert "not understand" not in told


def test_a_photo_that_has_the_words_is_not_denied_beside_looks(
    ask: Callable[[str], Answer], built: Built, photos: Path, make_photo: MakePhoto
) -> None:
    make_photo("said.jpg", "Grandmother sells flowers, old telephones and much else on the market square of a small town")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    answer = ask("how many telephones are there?")
    assert (answer.mode, answer.by_look) == (AnswerMode.ADJACENT, True)
    assert answer.lines[0].text == "“said.jpg” has the question’s words; by their look also “004.jpg” comes near."
    assert cited(answer) == ["said.jpg", "004.jpg"]
    assert answer.why == HELD


def test_that_more_photos_come_near_than_are_shown_is_said(
    ask: Callable[[str], Answer], built: Built, photos: Path, make_photo: MakePhoto, looks: Looks
) -> None:
    for number in range(14):
        make_photo(f"more{number:02}.jpg")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    looks.texts.update({photo_id: "a photo of a dog" for name, photo_id in photo_ids(built).items() if name.startswith("more")})
    answer = ask("which photos show a dog?")
    assert len(answer.cited) == 12
    assert answer.lines[-1].text == "12 of 16 photos that come near by their look are shown; whether they show it is a guess."


def test_where_a_caption_comes_near_as_well_it_is_not_denied(
    ask: Callable[[str], Answer], built: Built, photos: Path, make_photo: MakePhoto, looks: Looks
) -> None:
    make_photo("said.jpg", "A bike parked under a traffic light next to a blue sign.")
    make_photo("seen.jpg")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    looks.texts[photo_ids(built)["seen.jpg"]] = "a photo of a bicycle"
    answer = ask("are there any photos with a bicycle in them?")
    assert answer.closeness is not None
    assert SHIPPED.adjacent <= answer.closeness.sentences < SHIPPED.strong
    assert (answer.mode, answer.by_look, answer.why) == (AnswerMode.ADJACENT, False, ALSO_BY_LOOK)
    assert answer.lines[0].text == "Nothing here covers this directly; by their look the closest is “seen.jpg”."
    assert cited(answer) == ["seen.jpg", "said.jpg"]
