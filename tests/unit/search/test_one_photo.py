"""Questions about what one photo shows, and about how many photos show people: which forms are understood, and of which photo."""

import pytest

from app.domain.ids import PhotoId
from app.domain.query import Condition, Filter, FilterField, NumberRange
from app.domain.question import WHICH_PHOTO, Aggregate, Context, Dimension, Question, Scope
from app.search.question import understand
from app.search.said_people import SAID_TO_SHOW_PEOPLE, SHOWS_NOBODY
from tests.unit.search.questioned import NAMES, library
from tests.unit.search.test_question import TODAY

WORDS = library()
ID = {name: PhotoId(number) for number, name in NAMES.items()}
SELECTED = Context(pointed=ID["night"])
SHOWN = (
    "what does {} show",
    "what is in {}",
    "What's on {}?",
    "tell me what {} shows",
    "can you tell me what is in {}",
    "what can be seen in {}",
)
WHO = ("who is in {}", "how many people are in {}?", "how many men does {} show", "are there any people in {}", "who can you see in {}")
FACES = ("how many faces are in {}", "does {} show a face")
THINGS = ("is there a car in {}?", "does {} show a car", "do you see a car in {}", "is {} a picture of a car")
DESCRIBED = ("describe {}", "tell me about {}", "please describe what you see in {}")


def asked(text: str, context: Context) -> Question:
    return understand(text, TODAY, WORDS, context)


@pytest.mark.parametrize("one", ["IMG_5910.jpg", "this photo", "the picture", "it"])
@pytest.mark.parametrize(
    ("forms", "kind"),
    [
        (SHOWN, (Aggregate.SHOWN, None, "")), (WHO, (Aggregate.SHOWN, Dimension.PERSON, "")),
        (FACES, (Aggregate.SHOWN, Dimension.FACE, "")), (THINGS, (Aggregate.SHOWN, None, "a car")),
        (DESCRIBED, (Aggregate.DESCRIBED, None, "")),
    ],
)  # fmt: skip
def test_forms(forms: tuple[str, ...], kind: tuple[Aggregate, Dimension | None, str], one: str) -> None:
    for form in forms:
        text = form.format(one)
        if form.startswith("is {}") and one not in ("IMG_5910.jpg", "it"):
            continue
        question = asked(text, SELECTED)
        assert (question.about, question.covered) == ((ID["night"],), True), text
        assert (question.aggregate, question.of, question.thing) == kind, text
        if "." not in one:
            assert asked(text, Context()).cannot == WHICH_PHOTO, text


@pytest.mark.parametrize("text", ["what do you see here?", "what am I looking at", "what is this a picture of?", "what is this?"])
def test_what_is_here(text: str) -> None:
    assert asked(text, SELECTED).about == (ID["night"],)
    assert asked(text, Context(Scope("arezzo", (ID["arezzo"],)))).about == (ID["arezzo"],)
    assert asked(text, Context()).cannot == WHICH_PHOTO


@pytest.mark.parametrize(
    "text", ["is there a caption in it", "is there a dog in Arezzo", "what does it mean", "who is in charge", "what is a photo"]
)
def test_other_questions(text: str) -> None:
    question = asked(text, SELECTED)
    assert question.aggregate not in (Aggregate.SHOWN, Aggregate.DESCRIBED)
    assert question.cannot != WHICH_PHOTO


@pytest.mark.parametrize(
    ("text", "of"), [("when was this photo taken?", Dimension.DAY), ("which camera was this photo taken with", Dimension.CAMERA)]
)
def test_facts_of_the_selected_photo_can_be_asked(text: str, of: Dimension) -> None:
    question = asked(text, SELECTED)
    assert (question.covered, question.of, question.within) == (True, of, (ID["night"],))
    assert asked("when were they taken?", SELECTED).within is None


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("which photos have two faces?", 2, 2), ("photos with 3 faces in them", 3, 3), ("how many photos show at least two faces", 2, None),
        ("any pictures with more than 4 faces?", 5, None), ("photos with fewer than two faces", 0, 1),
        ("photos without faces", 0, 0),
        ("how many faces are in my photos?", 1, None),
        ("which photos have no faces", 0, 0),
    ],
)  # fmt: skip
def test_numbers_of_faces(text: str, least: int, most: int | None) -> None:
    question = asked(text, Context())
    assert question.query.conditions == (Condition((Filter(FilterField.FACES, NumberRange(least, most)),)),)
    assert question.aggregate is (Aggregate.COUNT if "how many" in text else Aggregate.NONE)


@pytest.mark.parametrize(
    "text",
    [
        "photos without people",
        "how many photos are without people?",
        "do any photos show nobody?",
        "pictures with nobody in them",
        "are there any photos with no people in them?",
    ],
)
def test_photos_of_nobody(text: str) -> None:
    assert asked(text, Context()).query.conditions == SHOWS_NOBODY


@pytest.mark.parametrize(
    "text", ["How many photos show people?", "how many of my pictures have people in them", "in how many photos is somebody"]
)
def test_photos_of_people_are_counted_by_names_and_words(text: str) -> None:
    question = asked(text, Context())
    assert question.query.conditions == (SAID_TO_SHOW_PEOPLE,)
    assert (question.covered, question.aggregate) == (True, Aggregate.COUNT)


def test_the_rest_of_such_a_question_holds_as_well() -> None:
    question = asked("how many photos from 2015 show people?", Context())
    assert question.query.conditions[0] == SAID_TO_SHOW_PEOPLE
    other = asked("how many photos with people were taken in 2015?", Context())
    assert other.query.conditions == question.query.conditions
    assert [each.label for each in question.understood] == ["people, by name or in words", "date: 2015"]
    assert not asked("how many photos from Atlantis show people?", Context()).covered
