"""From a question to a labelled answer, over real rooms: what was found, what was checked, and what happens when something is missing."""

import shutil
from dataclasses import replace
from datetime import date
from pathlib import Path

import exiv2
import numpy as np
import pytest

from app.assistant.gates.check import check_reply
from app.assistant.gates.verdict import REJECTION
from app.assistant.offline import OfflineReplier
from app.assistant.openings import UNMEASURED
from app.assistant.reply import AssistantReply, ClaimReference, CountClaim, FactClaim, FoundClaim, Prose, RelationshipClaim
from app.bootstrap import Built, build
from app.config.paths import LibraryPaths, shipped
from app.domain.evidence import AnswerMode, EvidencePack, Relationships
from app.domain.ids import PhotoId
from app.domain.question import Aggregate, Question
from app.embedding.sentence import SentenceModel
from app.evidence.graph import relate
from app.evidence.pack_file import read_pack, write_pack
from app.photos.workers import WorkerReader
from app.search.question import understand
from app.search.search import SearchKind, SearchOutcome
from app.services.ask import EMPTY_LIBRARY, AskPhotos, labelled_answer
from app.services.cancel import CancelSwitch
from app.services.conversation import Conversation
from app.services.results import ranked
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
    ask = built.use_cases.ask
    return AskPhotos(built.catalogue, ask._gather, replier, ask._thumbnail, ask._discarded, ask._now)


def test_a_covered_question_is_counted(filled: Built) -> None:
    answer = filled.use_cases.ask.ask("how many photos were taken in 2019?", TODAY)
    assert answer.mode is AnswerMode.SOURCED
    assert answer.lines[0].text == "2 photos match."
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
    assert [line.text for line in filled.use_cases.ask.ask("prove that pi is irrational", TODAY).lines] == [
        "Candid found nothing in your photos that comes near to this question: none of them is named or described with “prove” or "
        "“irrational”. Ask in other words, or search for what the photos show."
    ]


def test_an_open_question_has_an_empty_pack(filled: Built) -> None:
    answer = filled.use_cases.ask.ask("how do I renew my passport", TODAY)
    assert (answer.mode, answer.pack.photos, answer.cited, answer.verified) == (AnswerMode.OPEN, (), (), ())


def test_nothing_found_is_said_and_checked(filled: Built) -> None:
    answer = filled.use_cases.ask.ask("how many photos were taken in 1987?", TODAY)
    assert answer.mode is AnswerMode.SOURCED
    assert answer.verified == ("No photo matches.",)
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
    conversation, met = Conversation(), set[str]()
    for _ in range(5):
        pack = filled.use_cases.ask.ask("photos from 2019", TODAY, conversation).pack
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
    evidence = built.use_cases.ask.gather("photos from 2019", TODAY)
    assert sorted(evidence.names.values()) == ["b.jpg", "one/a.jpg", "two/a.jpg"]


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


def place(path: Path, city: str) -> None:
    image = exiv2.ImageFactory.open(str(path))
    image.readMetadata()
    xmp = image.xmpData()
    xmp["Xmp.photoshop.City"] = city
    image.setXmpData(xmp)
    image.writeMetadata()


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("which day has the most photos", ["2 of the 4 photos in your library were taken on 14 June 2019."]),
        ("which tag has the most photos", ["2 of the 4 photos in your library are tagged “harbour”."]),
        ("how many tags do my photos have", ["The photos in your library have 2 different tags."]),
        ("how many lenses did I use", ["None of the photos in your library has a known lens."]),
        ("which camera took the most photos", ["None of the photos in your library has a known camera."]),
    ],
)
def test_what_is_asked_is_answered(filled: Built, question: str, answers: list[str]) -> None:
    answer = filled.use_cases.ask.ask(question, TODAY)
    assert answer.mode is AnswerMode.SOURCED
    assert set(answers) <= set(answer.verified)


def test_days_that_tie_are_all_told(built: Built, photos: Path, make_photo: MakePhoto) -> None:
    for name, taken in (("a.jpg", "2019:06:14 05:00:00"), ("b.jpg", "2020:01:02 10:00:00"), ("c.jpg", "")):
        make_photo(name, taken=taken)
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    verified = built.use_cases.ask.ask("which day has the most photos", TODAY).verified
    assert [each for each in verified if "taken on" in each and each.startswith("1 of")] == [
        "1 of the 3 photos in your library was taken on 14 June 2019.",
        "1 of the 3 photos in your library was taken on 2 January 2020.",
    ]


def test_the_photos_of_the_values_that_are_asked_for_come_first(built: Built, photos: Path, make_photo: MakePhoto) -> None:
    make_photo("a.jpg", taken="2018:01:01 10:00:00")
    place(make_photo("b.jpg", taken="2019:06:14 05:00:00"), "Lisbon")
    place(make_photo("c.jpg", taken="2020:01:02 10:00:00"), "Rome")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    answer = built.use_cases.ask.ask("which places are in my photos?", TODAY)
    assert [line.text for line in answer.lines] == [
        "1 of the 3 photos in your library has the place “Lisbon” and 1 “Rome”.",
    ]
    assert [Path(each.path).name for each in answer.cited] == ["b.jpg", "c.jpg", "a.jpg"]
    tied = built.use_cases.ask.ask("which place has the most photos?", TODAY)
    assert [Path(each.path).name for each in tied.cited] == ["b.jpg", "c.jpg"]


def test_the_place_of_the_oldest_photo_is_told(built: Built, photos: Path, make_photo: MakePhoto) -> None:
    place(make_photo("boats.jpg", taken="2019:06:14 05:00:00"), "Lisbon")
    place(make_photo("dog.jpg", taken="2020:01:02 10:00:00"), "Rome")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    assert built.use_cases.ask.ask("where was the oldest photo taken", TODAY).verified == (
        "“boats.jpg” was found for this question.",
        "“boats.jpg” was taken on 14 June 2019, 05:00.",
        "“boats.jpg” has the place “Lisbon”.",
    )


@pytest.fixture
def surfers(built: Built, photos: Path, make_photo: MakePhoto) -> Built:
    """Four photos of a surfer, the last of them without a time, and newer ones of the sea."""
    for year in (2015, 2017, 2016):
        make_photo(f"surfer {year}.jpg", f"a surfer rides a wave in {year}", taken=f"{year}:07:01 10:00:00")
    make_photo("surfer.jpg", "a surfer rides a wave some day")
    make_photo("sea.jpg", "a wave in the sea", taken="2021:07:01 10:00:00")
    make_photo("beach.jpg", "people on a beach by the sea", taken="2014:07:01 10:00:00")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    return built


def asking_for(monkeypatch: pytest.MonkeyPatch, aggregate: Aggregate) -> None:
    """Questions that are not covered ask for the oldest or newest photo."""
    monkeypatch.setattr("app.search.question.understand", lambda *given: replace(understand(*given), covered=False, aggregate=aggregate))


@pytest.mark.parametrize(("aggregate", "years"), [(Aggregate.NEWEST, [2017, 2016, 2015]), (Aggregate.OLDEST, [2015, 2016, 2017])])
def test_the_newest_photo_of_something_is_the_newest_that_holds_the_word(
    surfers: Built, monkeypatch: pytest.MonkeyPatch, aggregate: Aggregate, years: list[int]
) -> None:
    asking_for(monkeypatch, aggregate)
    answer = surfers.use_cases.ask.ask("surfer wave", TODAY)
    assert [Path(each.path).name for each in answer.pack.photos] == [f"surfer {year}.jpg" for year in years]
    assert answer.verified == (
        f"“surfer {years[0]}.jpg” was found for this question.",
        f"“surfer {years[0]}.jpg” was taken on 1 July {years[0]}, 10:00.",
    )


def test_photos_near_in_meaning_stand_in_time_and_none_is_singled_out(surfers: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    asking_for(monkeypatch, Aggregate.OLDEST)
    answer = surfers.use_cases.ask.ask("somebody surfs on the ocean", TODAY)
    times = [photo.facts.taken.value for photo in answer.pack.photos if photo.facts.taken]
    assert answer.pack.library == {}
    assert times == sorted(times)
    assert len(times) == len(answer.pack.photos) > 1
    assert "were found for this question" in answer.verified[0]


def test_photos_that_hold_all_words_come_first_and_none_is_missing() -> None:
    outcome = SearchOutcome(SearchKind.NOTHING, nearest=(PhotoId(7), PhotoId(5), PhotoId(8), PhotoId(1)))
    assert ranked(np.array([1, 5, 9]), outcome).tolist() == [5, 1, 9, 7, 8]
    assert ranked(np.empty(0, np.int64), outcome).tolist() == [7, 5, 8, 1]
    assert ranked(np.array([1, 2]), SearchOutcome(SearchKind.LISTED, listed=np.array([2, 1]))).tolist() == [2, 1]


@pytest.mark.parametrize(
    ("question", "matching", "near"),
    [("a surfer on a wave", {"surfer", "surfer 2015", "surfer 2016", "surfer 2017"}, {"sea"}), ("sea wave", {"sea"}, {"beach"})],
)
def test_only_photos_that_match_are_called_found(surfers: Built, question: str, matching: set[str], near: set[str]) -> None:
    answer = surfers.use_cases.ask.ask(question, TODAY)
    assert answer.pack.library["matching"] == len(matching)
    found = next(each for each in answer.verified if each.endswith("found for this question."))
    assert {name for name in matching | near if f"“{name}.jpg”" in found} == matching
    assert near <= {Path(each.path).stem for each in answer.cited}


def test_what_filters_leave_nothing_of_is_not_said_to_follow(filled: Built) -> None:
    for question in ("photos rated 5 stars of a dog", "photos rated 5 stars of how fishing boats are built"):
        told = " ".join(line.text for line in filled.use_cases.ask.ask(question, TODAY).lines)
        assert "No photo matches" in told
        assert "follow" not in told


def test_an_adjacent_answer_without_a_photo_does_not_say_that_any_follows(filled: Built) -> None:
    evidence = filled.use_cases.ask.gather("photos rated 5 stars of a dog", TODAY)
    adjacent = replace(evidence, pack=replace(evidence.pack, mode=AnswerMode.ADJACENT))
    reply = OfflineReplier().structured_generate(adjacent.question, adjacent.pack, adjacent.graph)
    assert [line.text for line in labelled_answer(adjacent, check_reply(reply, adjacent.pack, adjacent.graph)).lines] == [
        "Nothing here covers this directly.",
        "No photo matches.",
    ]


def test_each_line_keeps_its_marks_where_claims_are_told_in_one_sentence(filled: Built) -> None:
    evidence = filled.use_cases.ask.gather("when were the photos tagged harbour taken?", TODAY)
    photo = evidence.pack.photos[0]
    assert photo.facts.taken
    plain = {"taken": photo.facts.taken.value, "tags": "harbour"}
    claims = tuple(FactClaim(kind="fact", photo_id=photo.id, field=name, value=value) for name, value in plain.items())
    prose = tuple(
        Prose(kind="prose", text=text, photo_id=photo.id, origin="library")
        for text in ("Taken with the same camera as the other photos.", "The sky is blue.")
    )
    told = tuple(ClaimReference(kind="claim", ref=number) for number in range(len(claims)))
    reply = AssistantReply(answer=(*told, *prose), cited_photo_ids=(photo.id,), claims=claims)
    answer = labelled_answer(evidence, check_reply(reply, evidence.pack, evidence.graph))
    merged, flagged, plainly = answer.lines[-3:]
    assert merged.checked
    assert merged.photo_ids == (photo.id,)
    assert merged.text not in answer.verified, "it is one sentence of two claims"
    assert (flagged.text, bool(flagged.flags), flagged.checked) == (prose[0].text, True, False)
    assert (plainly.text, plainly.flags) == (prose[1].text, ())
