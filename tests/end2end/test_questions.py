"""Questions about the real photos beside the checkout: which of them facts answer, and with exactly which photos."""

import csv
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Built, build
from app.domain.ids import PhotoId
from app.domain.photo import Photo
from app.domain.question import Aggregate, Question
from app.embedding.sentence import SentenceModel
from app.photos.workers import WorkerReader
from app.search.question import understand
from tests.indexed import CopyOf

pytestmark = pytest.mark.shared

DAY = date(2024, 6, 1)
ALSO_NEAR = "others lie within 20 km as well; the table gives each photo to the one city that is nearest"
FARTHER = "one of these photos is 34 km from there"
WITHOUT_POSITION = "photos without a position have this place written in them"
NEARBY = {
    each: reason
    for reason, ids in {
        ALSO_NEAR: "q084 q089 q093 q095 q101 q107 q110 q113 q115 q123 q127",
        FARTHER: "q102",
        WITHOUT_POSITION: "q066 q069 q087 q111 q223 q230",
        "one of these photos is from the Ubited Kingdom": "q226",
    }.items()
    for each in ids.split()
}
"""Questions about places that the table answers by nearest cities and borders, and Candid by distances and names."""
ELSEWHERE = NEARBY | {
    "q214": "a position that stands only in XMP counts as well",
    "q220": "a sidecar gives one more of them four stars, and the table does not know sidecars",
    "q221": "an f-number of 0.2 is none; the aperture value says f/2.3",
    "q246": "two photos have this caption",
    "q247": "two photos have this caption",
}
"""Where the facts that Candid reads differ from those of the table, and why."""
COUNTED = {"count_year", "make", "gps", "format", "camera_year"}
"""Kinds of which the table wants a number."""
A_WORD = "a town of one word that no preposition leads to may be any word: Nice, Best, Split"
_FALCON = (
    "where's the picture captioned \"Adult female prairie falcon flying from a nest on one of our sedimentary slide walls. "
    'Note the four eggs in the eroded water chute."?'
)
ONLY_WORDED = {
    "How many times did I press the shutter in 2012, i.e. how many photos are there from that year?": "two questions, one about shutters",
    "I'm putting together a little yearly overview, so can you tell me how many pictures were taken in 2011?": "says what it is for",
    "I'd like to look at that one day on our trip again, the first of July 2015. Which pictures are from that day?": "two sentences",
    "Some of the dates are obviously wrong, so leave out everything before 1990 and tell me which photo is the oldest": "says why",
    "what was shot in the united kingdom?": "anything may have been",
    "Who's abcdefghijklmnopqrstuvwxyz? Show me the photos they are in": "two questions",
    'Where\'s the photo captioned "Fall 2023 Week 3"?': "asks for the place as well",
    _FALCON: "asks for the place as well",
    **dict.fromkeys(
        (
            "my london pictures",
            "find my paris photos",
            "milan, all photos",
            "islington shots",
            "Tokyo pics",
            "Tokyo photos",
            "omaha pictures please",
        ),
        A_WORD,
    ),
}
"""Wordings that do not come to what their question comes to, and why."""
BY_CAPTIONS = ["an otter swimming", "prairie falcon on its nest", "winter scene in Utah"]
"""Those of questions_on_photos.txt that closeness to captions answers; facts, positions and values of the library answer the others."""


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


@pytest.fixture(scope="module")
def built(shared: Path, copy_of: CopyOf, embedder: SentenceModel, reader: WorkerReader) -> Iterator[Built]:
    with build(copy_of(shared / "photos")[0], embedder, reader) as library:
        yield library


@pytest.mark.parametrize("name", ["questions_world.txt", "questions_off.txt"])
def test_what_the_library_does_not_answer_is_not_covered(built: Built, shared: Path, name: str) -> None:
    questions = lines(shared / "text" / name)
    assert len(questions) >= 20
    assert [text for text in questions if understand(text, DAY, built.catalogue).covered] == []


def test_what_facts_answer_is_covered(built: Built, shared: Path) -> None:
    questions = lines(shared / "text" / "questions_on_photos.txt")
    assert [text for text in questions if not understand(text, DAY, built.catalogue).covered] == BY_CAPTIONS


def test_questions_about_metadata_come_to_exactly_their_photos(built: Built, shared: Path) -> None:
    wrong = {}
    for row in _rows(shared / "photos" / "truth" / "metadata_questions.tsv"):
        question = understand(row["question"], DAY, built.catalogue)
        expected = {path for each in row["paths"].split("|") if built.catalogue.by_path(path := str(shared / "photos" / each))}
        if not question.covered or _result(built, question, shared) != expected:
            wrong[row["id"]] = row["question"]
        assert (question.aggregate is Aggregate.COUNT) is (row["kind"] in COUNTED)
    assert wrong.keys() == ELSEWHERE.keys(), wrong


def test_other_wordings_come_to_what_their_question_comes_to(built: Built, shared: Path) -> None:
    """Three of each, by people who did not know the forms."""
    questions = {row["id"]: row["question"] for row in _rows(shared / "photos" / "truth" / "metadata_questions.tsv")}
    came = {each: _come_to(built, text, shared) for each, text in questions.items()}
    rows = _rows(Path(__file__).parent / "wordings.tsv")
    assert {row["id"] for row in rows} == questions.keys()
    assert len(rows) >= 3 * len(questions)
    other = [row["wording"] for row in rows if _come_to(built, row["wording"], shared) != came[row["id"]]]
    assert set(other) == set(ONLY_WORDED)
    assert len(other) == len(ONLY_WORDED)


def test_world_knowledge_about_every_name_of_the_library_is_not_covered(built: Built) -> None:
    """Each name that a question can hold, in a third of the frames of the world's, each frame with a third of the names."""
    tags = [tag.name for photo in _all_photos(built) if photo.facts.tags for tag in photo.facts.tags.value]
    people = [name for photo in _all_photos(built) if photo.facts.people for name in photo.facts.people.value]
    places = [photo.facts.place.value.split(",")[0] for photo in _all_photos(built) if photo.facts.place]
    # A tag "Fall 2023" is a date as well, and may be asked for like one.
    towns = ["London", "Newcastle upon Tyne", "Yosemite Valley", "Paris", "Tokyo", "Oakland", "newark", "berkeley", "reykjavik"]
    assert all(map(built.catalogue.around, towns))
    names = [name for name in dict.fromkeys([*tags, *people, *places, *towns]) if not any(map(str.isdigit, name))]
    assert len(names) > 90
    frames = (
        "what is {}", "who is {}", "who was {}", "where is {}", "when was {} built", "how old is {}", "tell me about {}", "is {} in {}",
        "what is the capital of {}", "how many people live in {}", "how do I get to {}", "what does {} mean", "who lives in {}",
        "when did {} die", "was {} in America", "define {}", "how many {} are there", "are there {} in America", "which {} is the oldest",
        "what is the oldest {}", "how far is {} from {}", "should I visit {}", "why is {} famous", "when was {} taken",
        "what was made in {}", "what types of {} are there", "is anything in {}", "something about {}", "which cities are in {}",
        "what is {} made with", "which people are in {}", "where can I see {}", "how many {} per year", "who shot {}",
        "how often is {} lit",
    )  # fmt: skip
    texts = [frame.format(name, name) for number, name in enumerate(names) for frame in frames[number % 3 :: 3]]
    covered = [text for text in texts if understand(text, DAY, built.catalogue).covered]
    assert covered == []


def _come_to(built: Built, text: str, shared: Path) -> tuple[Aggregate, set[str]] | None:
    """What is asked and of which photos; None where that is not understood."""
    question = understand(text, DAY, built.catalogue)
    return (question.aggregate, _result(built, question, shared)) if question.covered else None


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _all_photos(built: Built) -> list[Photo]:
    return list(built.catalogue.photos([PhotoId(number) for number in built.catalogue.browse().tolist()]).values())


def _result(built: Built, question: Question, shared: Path) -> set[str]:
    """The paths that a question comes to below the folder that the table is about; for the oldest and newest, that one."""
    ids = built.catalogue.chronological(built.catalogue.satisfying(question.query.conditions)).tolist()
    photos = built.catalogue.photos([PhotoId(number) for number in ids]).values()
    known = [photo for photo in photos if photo.path.startswith(str(shared / "photos" / "library"))]
    if question.aggregate in (Aggregate.OLDEST, Aggregate.NEWEST):
        dated = [photo for photo in known if photo.facts.taken]
        known = dated[:1] if question.aggregate is Aggregate.OLDEST else dated[-1:]
    return {photo.path for photo in known}
