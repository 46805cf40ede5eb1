"""From a question to a labelled answer, over real rooms: what was found, what was checked, and what happens when something is missing."""

import shutil
from datetime import date
from pathlib import Path

import pytest

from app.assistant.gates.check import check_reply
from app.assistant.gates.verdict import REJECTION
from app.assistant.plain import NO_KNOWLEDGE
from app.assistant.reply import AssistantReply, CountClaim, FoundClaim, Prose, RelationshipClaim
from app.assistant.sentences import UNMEASURED
from app.bootstrap import Built, build
from app.config.paths import LibraryPaths, shipped
from app.domain.evidence import AnswerMode, EvidencePack, Relationships
from app.domain.question import Question
from app.embedding.sentence import SentenceModel
from app.evidence.graph import relate
from app.evidence.pack_file import read_pack, write_pack
from app.photos.workers import WorkerReader
from app.services.ask import EMPTY_LIBRARY, AskPhotos, labelled_answer, names_of
from app.services.cancel import CancelSwitch
from app.services.pack_ids import PackIds
from tests.unit.services.conftest import MakePhoto

TODAY = date(2026, 6, 1)


@pytest.fixture
def filled(built: Built, photos: Path, make_photo: MakePhoto) -> Built:
    """Four photos: two of a harbour on one day, a dog, and one without a word."""
    make_photo("boats.jpg", "fishing boats lie in the old harbour at dawn", ("harbour",), "2019:06:14 05:00:00")
    make_photo("pier.jpg", "two men mend a net on the wooden pier", ("harbour",), "2019:06:14 05:20:00")
    make_photo("dog.jpg", "a brown dog runs over wet grass", ("dog",), "2020:01:02 10:00:00")
    make_photo("bare.jpg")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    return built


class Lying:
    """A replier that gives this reply whatever it is asked."""

    def __init__(self, *claims: RelationshipClaim | CountClaim | FoundClaim, text: str = "A lie.") -> None:
        self._claims = claims
        self._text = text

    def structured_generate(self, question: Question, pack: EvidencePack, graph: Relationships) -> AssistantReply:
        prose = Prose(kind="prose", text=self._text, photo_id=pack.photos[0].id, origin="library")
        return AssistantReply(answer=(prose,), cited_photo_ids=(pack.photos[0].id,), claims=self._claims)


def lied_to(built: Built, replier: Lying) -> AskPhotos:
    return AskPhotos(built.catalogue, built.use_cases.ask._gather, replier)


def test_a_covered_question_is_counted(filled: Built) -> None:
    answer = filled.use_cases.ask.ask("how many photos were taken in 2019?", TODAY)
    assert answer.mode is AnswerMode.SOURCED
    assert answer.lines[0].text == "2 photos match the question’s words and filters."
    assert [Path(each.path).name for each in answer.cited] == ["boats.jpg", "pier.jpg"]
    assert not answer.rejected
    assert answer.verified[0] == answer.lines[0].text


def test_a_question_near_a_caption_is_sourced(filled: Built) -> None:
    answer = filled.use_cases.ask.ask("boats in a harbour in the early morning", TODAY)
    assert answer.mode is AnswerMode.SOURCED
    assert Path(answer.cited[0].path).name == "boats.jpg"
    assert answer.closeness is not None
    assert answer.closeness.sentences > 0.5


def test_the_oldest_photo_is_one_photo(filled: Built) -> None:
    answer = filled.use_cases.ask.ask("what is the oldest photo?", TODAY)
    assert [Path(each.path).name for each in answer.cited] == ["boats.jpg"]
    assert "14 June 2019" in " ".join(answer.verified)


def test_world_knowledge_cites_nothing_or_is_adjacent(filled: Built) -> None:
    answer = filled.use_cases.ask.ask("how are fishing boats built", TODAY)
    assert answer.mode is AnswerMode.ADJACENT
    assert answer.lines[0].text.startswith("Nothing here covers this directly")
    assert filled.use_cases.ask.ask("prove that pi is irrational", TODAY).lines[-1].text == NO_KNOWLEDGE


def test_an_open_question_has_an_empty_pack(filled: Built) -> None:
    answer = filled.use_cases.ask.ask("how do I renew my passport", TODAY)
    assert (answer.mode, answer.pack.photos, answer.cited, answer.verified) == (AnswerMode.OPEN, (), (), ())


def test_nothing_found_is_said_and_checked(filled: Built) -> None:
    answer = filled.use_cases.ask.ask("how many photos were taken in 1987?", TODAY)
    assert answer.mode is AnswerMode.SOURCED
    assert answer.verified == ("No photo matches the question’s words and filters.",)
    assert answer.cited == ()


def test_a_false_claim_discards_the_answer(filled: Built) -> None:
    answer = lied_to(filled, Lying(CountClaim(kind="count", fact="matching", value=99))).ask("photos from 2019", TODAY)
    assert answer.rejected
    assert [line.text for line in answer.lines] == [REJECTION]
    assert answer.cited == ()
    assert answer.verified == ()
    assert [each.code for each in answer.reasons] == ["wrong_count"]


def test_a_path_in_prose_is_replaced(filled: Built) -> None:
    answer = lied_to(filled, Lying(text="See /home/anna/secret/boats.jpg for it.")).ask("photos from 2019", TODAY)
    assert not answer.rejected
    assert "anna" not in answer.lines[0].text
    assert len(answer.redactions) == 1


def test_every_pack_has_new_ids(filled: Built) -> None:
    ids, met = PackIds(), set[str]()
    for _ in range(5):
        pack = filled.use_cases.ask.ask("photos from 2019", TODAY, ids).pack
        drawn = {photo.id for photo in pack.photos} | {pack.set_id}
        assert len(drawn) == 3
        assert not drawn & met
        met |= {str(each) for each in drawn}


def test_a_saved_pack_gives_the_same_graph(filled: Built) -> None:
    pack = filled.use_cases.ask.ask("photos from 2019", TODAY).pack
    again = read_pack(write_pack(pack))
    assert again == pack
    assert list(relate(again).edges()) == list(relate(pack).edges())


def test_photos_of_one_name_are_told_apart(built: Built, photos: Path, make_photo: MakePhoto) -> None:
    for name in ("one/a.jpg", "two/a.jpg", "b.jpg"):
        make_photo(name, taken="2019:06:14 05:00:00")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    pack = built.use_cases.ask.ask("photos from 2019", TODAY).pack
    assert sorted(names_of(pack).values()) == ["b.jpg", "one/a.jpg", "two/a.jpg"]


def test_an_empty_library_says_so(built: Built) -> None:
    for question in ("boats", "how many photos in 2019", "who was Cleopatra"):
        answer = built.use_cases.ask.ask(question, TODAY)
        assert [line.text for line in answer.lines] == [EMPTY_LIBRARY]
        assert answer.mode is AnswerMode.OPEN
        assert not answer.rejected


def test_a_deleted_index_changes_nothing(filled: Built, tmp_path: Path, embedder: SentenceModel, reader: WorkerReader) -> None:
    question = "boats in a harbour in the early morning"
    before = filled.use_cases.ask.ask(question, TODAY)
    shutil.rmtree(LibraryPaths(tmp_path / "library").vectors)
    with build(LibraryPaths(tmp_path / "library"), embedder, reader) as again:
        after = again.use_cases.ask.ask(question, TODAY)
    assert (after.mode, after.closeness, after.verified) == (before.mode, before.closeness, before.verified)


@pytest.fixture
def unreadable(tmp_path: Path) -> SentenceModel:
    """A model whose file holds something else."""
    models = tmp_path / "models"
    shutil.copytree(shipped("models"), models, ignore=shutil.ignore_patterns("export"))
    (models / "sentence" / "model.onnx").write_bytes(b"not a model")
    return SentenceModel(models)


def test_without_the_model_words_still_answer(filled: Built, tmp_path: Path, unreadable: SentenceModel, reader: WorkerReader) -> None:
    with build(LibraryPaths(tmp_path / "library"), unreadable, reader) as blind:
        found = blind.use_cases.ask.ask("fishing boats", TODAY)
        nothing = blind.use_cases.ask.ask("giraffes", TODAY)
    assert found.mode is AnswerMode.SOURCED
    assert found.closeness is None
    assert found.lines[0].text.startswith(UNMEASURED)
    assert [Path(each.path).name for each in found.cited] == ["boats.jpg"]
    assert nothing.closeness is None
    assert nothing.cited == ()
    assert "No photo matches" in " ".join(line.text for line in nothing.lines)


def test_without_any_sound_vector_words_still_answer(filled: Built) -> None:
    with filled.catalogue._database.writing() as connection:
        connection.execute("UPDATE vector SET components = zeroblob(length(components))")
        connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'vectors_generation'")
    answer = filled.use_cases.ask.ask("fishing boats", TODAY)
    assert answer.closeness is None
    assert answer.mode is AnswerMode.SOURCED
    assert answer.lines[0].text.startswith(UNMEASURED)


def test_an_accepted_answer_comes_from_the_verdict_alone(filled: Built) -> None:
    evidence = filled.use_cases.ask.gather("photos from 2019", TODAY)
    reply = Lying().structured_generate(evidence.question, evidence.pack, evidence.graph)
    answer = labelled_answer(evidence, check_reply(reply, evidence.pack, evidence.graph))
    assert [line.text for line in answer.lines] == ["A lie."]
    assert [each.id for each in answer.cited] == [evidence.pack.photos[0].id]


def test_asking_for_photos_is_measured_by_what_is_asked_for(filled: Built) -> None:
    asked, bare = (filled.use_cases.ask.gather(text, TODAY) for text in ("do I have any photos of a dog on grass?", "a dog on grass"))
    assert asked.pack.mode is bare.pack.mode is AnswerMode.SOURCED


def test_a_question_for_one_fact_gets_that_fact(filled: Built) -> None:
    answer = filled.use_cases.ask.ask("when did the brown dog run over grass?", TODAY)
    assert "2 January 2020" in " ".join(answer.verified)
