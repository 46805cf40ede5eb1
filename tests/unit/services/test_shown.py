"""What one photo shows, and how many photos show people: what is said of them as checked statements, what is guessed as a guess."""

from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Built
from app.config.paths import shipped
from app.domain.evidence import AnswerMode
from app.domain.ids import ModelId, PhotoId
from app.domain.look import FaceBox, Guess, Look, Told
from app.domain.own_words import Change
from app.domain.question import WHICH_PHOTO, Scope
from app.embedding.content import ContentModel
from app.embedding.sentence import SentenceModel
from app.library.looks import Looks
from app.services.cancel import CancelSwitch
from app.services.conversation import Conversation
from app.services.why import GUESSED, WHICH
from tests.unit.services.conftest import MakePhoto
from tests.unit.services.looked import photo_ids

TODAY = date(2026, 6, 1)
FACE = FaceBox(0.1, 0.1, 0.2, 0.2, 0.9)
LOOKS = {
    "men01.jpg": ("person", (), (FACE, FACE, FACE)),
    "riders02.jpg": ("horse", (Guess("camel", 0.7), Guess("sea", 0.5)), (FACE,)),
    "dim03.jpg": ("mountain", (Guess("pig", 0.2), Guess("dog", 0.1)), ()),
    "said04.jpg": ("street", (Guess("bus", 0.8),), ()),
}
NO_NAMES = "No names of people are recorded for it."
NOTHING_SAID = "It has no caption, title, tags or names of people."


@pytest.fixture
def looked(built: Built, photos: Path, make_photo: MakePhoto, embedder: SentenceModel) -> Built:
    """Three photos of which nothing is said, one with a caption, all looked at; and one that was not."""
    for name in LOOKS:
        make_photo(name, "A woman waits for the bus in the rain" if name.startswith("said") else "")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    known = list(built.catalogue.photos(photo_ids(built).values()).values())
    told = [LOOKS[Path(each.path).name] for each in known]
    vectors = embedder.embed([text for text, _, _ in told])
    looks = Looks(built.catalogue)
    content = ContentModel(shipped("models")).model_id
    looks.store(
        content,
        [(each.id, each.content_hash, Look(vector, guesses)) for each, vector, (_, guesses, _) in zip(known, vectors, told, strict=True)],
    )
    found = [(each.id, each.content_hash, Look(faces=faces)) for each, (_, _, faces) in zip(known, told, strict=True)]
    looks.store(ModelId("faces"), found, (Told.FACES,))
    make_photo("new05.jpg")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    return built


Answered = tuple[AnswerMode, list[str], list[str]]


def told(built: Built, question: str, conversation: Conversation | None = None) -> Answered:
    """Its mode, what is said as checked, and what is not."""
    answer = built.use_cases.ask.ask(question, TODAY, conversation)
    assert not answer.rejected
    checked = [each.text for each in answer.lines if each.checked]
    return answer.mode, checked, [each.text for each in answer.lines if not each.checked]


@pytest.mark.parametrize(
    "question",
    ["How many people are in men01.jpg?", "who is in men01.jpg?", "how many faces are in men01.jpg?", "how many men does men01.jpg show"],
)
def test_nobody_named_is_not_nobody_shown(looked: Built, question: str) -> None:
    assert told(looked, question) == (AnswerMode.ADJACENT, [NO_NAMES], ["Candid found 3 faces in “men01.jpg” (a guess)."])


def test_where_no_face_was_found_it_is_not_said_that_nobody_is_there(looked: Built) -> None:
    mode, checked, guessed = told(looked, "is anybody in dim03.jpg?")
    assert (mode, checked) == (AnswerMode.ADJACENT, [NO_NAMES])
    assert guessed == ["Candid found no face in “dim03.jpg” (a guess); people who turn away may be in it."]


def test_names_are_facts_and_more_faces_than_names_a_guess_beside_them(looked: Built) -> None:
    riders, men = (photo_ids(looked)[each] for each in ("riders02.jpg", "men01.jpg"))
    looked.use_cases.describe.change([riders, men], Change(add_people=("Anna",)))
    assert told(looked, "who is in riders02.jpg?") == (AnswerMode.SOURCED, ["“riders02.jpg” is marked as showing “Anna”."], [])
    mode, checked, guessed = told(looked, "how many people are in men01.jpg?")
    assert (mode, checked) == (AnswerMode.ADJACENT, ["“men01.jpg” is marked as showing “Anna”."])
    assert guessed == ["Candid found 3 faces in “men01.jpg” (a guess)."]


@pytest.mark.parametrize(
    "question",
    [
        "what does riders02.jpg show?", "what is in riders02.jpg?", "what's in the picture riders02.jpg",
        "what can you see in riders02.jpg",        "tell me what riders02.jpg shows", "what is riders02.jpg a picture of",
    ],
)  # fmt: skip
def test_where_nothing_is_said_of_a_photo_its_look_is_told_as_a_guess(looked: Built, question: str) -> None:
    mode, checked, guessed = told(looked, question)
    assert (mode, checked) == (AnswerMode.ADJACENT, [NOTHING_SAID])
    assert guessed == [
        "By its look, which is a guess, “riders02.jpg” shows “a person”, “camel” and “sea”.",
        "Candid found 1 face in “riders02.jpg” (a guess).",
    ]
    assert looked.use_cases.ask.ask(question, TODAY).why == GUESSED


def test_unsure_guesses_are_told_as_such(looked: Built) -> None:
    assert told(looked, "describe dim03.jpg")[2] == ["By its look, which is a guess, “dim03.jpg” may show “pig” or “dog”."]


def test_a_photo_that_was_not_looked_at_is_not_guessed(looked: Built) -> None:
    line = "Candid has not looked at “new05.jpg” yet, so it guesses nothing of it."
    assert told(looked, "what is in new05.jpg?") == (AnswerMode.SOURCED, [NOTHING_SAID], [line])
    assert told(looked, "who is in new05.jpg?") == (AnswerMode.SOURCED, [NO_NAMES], [line])


def test_what_is_said_of_a_photo_is_told_without_a_guess(looked: Built) -> None:
    said = "“said04.jpg” has the caption “A woman waits for the bus in the rain”."
    assert told(looked, "what does said04.jpg show?") == (AnswerMode.SOURCED, [said], [])
    assert told(looked, "is there a bus in said04.jpg?") == (AnswerMode.SOURCED, [said], [])


def test_a_caption_that_only_names_the_camera_does_not_stand_in_place_of_the_look(looked: Built) -> None:
    looked.use_cases.describe.change([photo_ids(looked)["riders02.jpg"]], Change(caption="OLYMPUS DIGITAL CAMERA"))
    mode, checked, guessed = told(looked, "what does riders02.jpg show?")
    assert mode is AnswerMode.ADJACENT
    assert checked == ["“riders02.jpg” has the caption “OLYMPUS DIGITAL CAMERA”."]
    assert "camel" in guessed[0]


def test_whether_a_photo_shows_a_thing_is_told_by_its_words_and_its_look(looked: Built) -> None:
    mode, checked, guessed = told(looked, "is there a horse in riders02.jpg?")
    assert (mode, checked) == (AnswerMode.ADJACENT, ["It is not named or described with the words of the question."])
    assert guessed[0] == "By its look, which is a guess, “riders02.jpg” comes near to “a horse”."
    assert told(looked, "is there a car in dim03.jpg?")[2][0].endswith("“dim03.jpg” does not come near to “a car”.")


@pytest.mark.parametrize("question", ["what does this photo show?", "what is in this picture?", "who is in it?", "describe this photo"])
def test_one_photo_that_was_handed_over_or_is_selected_is_meant(looked: Built, question: str) -> None:
    men = photo_ids(looked)["men01.jpg"]
    of_one, selected = Conversation(Scope("men01.jpg", (men,))), Conversation()
    selected.point_at(men)
    for conversation in (of_one, selected):
        mode, checked, guessed = told(looked, question, conversation)
        assert mode is AnswerMode.ADJACENT
        assert checked[0] in (NO_NAMES, NOTHING_SAID)
        assert guessed[-1] == "Candid found 3 faces in “men01.jpg” (a guess)."


@pytest.mark.parametrize(
    "question",
    [
        "what does this photo show?",
        "what do you see here?",
        "how many people are in it?",
        "is there a car in this picture?",
        "what is this?",
    ],
)
def test_where_no_photo_is_meant_it_is_asked_which(looked: Built, question: str) -> None:
    several = Conversation(Scope("5 selected photos", tuple(photo_ids(looked).values())))
    for conversation in (Conversation(), *([several] if question.endswith(("here?", "photo show?")) else [])):
        answer = looked.use_cases.ask.ask(question, TODAY, conversation)
        assert [each.text for each in answer.lines] == [WHICH_PHOTO]
        assert (answer.mode, answer.why, answer.cited) == (AnswerMode.OPEN, WHICH, ())


def test_it_is_the_photo_before_and_this_photo_the_selected_one(looked: Built) -> None:
    ids, conversation = photo_ids(looked), Conversation()
    told(looked, "what is in riders02.jpg?", conversation)
    conversation.point_at(PhotoId(ids["men01.jpg"]))
    assert "1 face in “riders02.jpg”" in told(looked, "how many faces are in it?", conversation)[2][0]
    assert "3 faces in “men01.jpg”" in told(looked, "how many faces are in this photo?", conversation)[2][0]


def test_how_many_photos_show_people_tells_what_is_said_and_what_is_guessed(looked: Built) -> None:
    mode, checked, guessed = told(looked, "How many photos show people?")
    assert mode is AnswerMode.ADJACENT
    assert checked[0] == "Of 1 photo a name or a word says that it shows people."
    assert guessed == [
        "Candid found faces or a look of people in about 2 more photos (a guess); a search for “has:faces” lists those with faces."
    ]
    assert looked.use_cases.ask.ask("How many photos show people?", TODAY).pack.library["matching"] == 1


@pytest.mark.parametrize(
    "question",
    [
        "photos with nobody in them",
        "Are there any photos without people?",
        "how many pictures show no people",
        "photos that don't show anybody",
    ],
)
def test_photos_of_nobody_are_a_guess(looked: Built, question: str) -> None:
    answer = looked.use_cases.ask.ask(question, TODAY)
    assert (answer.mode, answer.pack.library) == (AnswerMode.ADJACENT, {})
    assert [Path(each.path).name for each in answer.cited] == ["dim03.jpg"]
    assert answer.lines[0].text == (
        "In 1 photo nobody is named or told of and Candid found no face, which is a guess: people who turn away may be in it."
    )


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("which photos have three faces?", ["men01.jpg"]),
        ("photos with 1 face", ["riders02.jpg"]),
        ("how many photos have at least one face in them?", ["men01.jpg", "riders02.jpg"]),
        ("photos with fewer than two faces", ["dim03.jpg", "riders02.jpg", "said04.jpg"]),
        ("which photos have no faces?", ["dim03.jpg", "said04.jpg"]),
    ],
)
def test_a_number_of_faces_is_the_filter_for_it(looked: Built, question: str, names: list[str]) -> None:
    answer = looked.use_cases.ask.ask(question, TODAY)
    assert (answer.mode, answer.by_look) == (AnswerMode.ADJACENT, True)
    assert sorted(Path(each.path).name for each in answer.cited) == names
    assert answer.lines[0].text.startswith(f"{len(names)} photo")
    assert answer.lines[0].text.endswith("which is a guess.")


def test_no_photo_with_so_many_faces_and_none_looked_at(looked: Built, photos: Path) -> None:
    mode, _, lines = told(looked, "photos with 77 faces")
    assert (mode, lines) == (AnswerMode.OPEN, ["No photo matches, going by the faces that Candid found, which is a guess."])


def test_without_looks_candid_says_that_it_cannot_tell(built: Built, photos: Path, make_photo: MakePhoto) -> None:
    make_photo("new06.jpg")
    list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    lines = ["Candid has not looked for faces in these photos yet, so it cannot tell."]
    assert told(built, "photos with nobody in them") == (AnswerMode.OPEN, [], lines)
    assert told(built, "how many photos show people") == (
        AnswerMode.SOURCED,
        ["Of no photo a name or a word says that it shows people."],
        [],
    )
