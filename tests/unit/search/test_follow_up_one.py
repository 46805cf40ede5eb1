"""What is asked of the one photo that the answer before was about, and last clauses that want something done."""

import pytest

from app.domain.question import Aggregate
from app.search.cannot import CHANGES_NOTHING, SENDS_NOTHING, THANKED, cannot
from app.search.follow_up_one import NO_EXPOSURE
from tests.unit.search.test_follow_up import ID, asked, turn

ONE = "photos from Siena"


@pytest.mark.parametrize("text", ["why is this photo here?", "Why is it here?", "why did you show me this one?", "and why was it found"])
def test_all_that_is_known_of_it_is_why_it_is_there(text: str) -> None:
    question = asked(text, turn(ONE))
    assert (question.covered, question.aggregate, question.about) == (True, Aggregate.NONE, (ID["siena"],))


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("what was the exposure?", ("aperture", "shutter", "iso")),
        ("What were the camera settings?", ("aperture", "shutter", "iso")),
        ("which settings were used for this photo?", ("aperture", "shutter", "iso")),
        ("what is its aperture", ("aperture",)),
        ("and what was the shutter speed?", ("shutter",)),
        ("what was the exposure time of this one", ("shutter",)),
        ("which ISO was used", ("iso",)),
        ("what's the focal length?", ("focal_length",)),
    ],
)
def test_facts_of_its_exposure_are_asked_by_their_words(text: str, facts: tuple[str, ...]) -> None:
    question = asked(text, turn(ONE))
    assert (question.covered, question.about) == (True, (ID["siena"],))
    assert tuple(each.label for each in question.understood[: len(facts) + 1]) == (*facts, "the photo before")


def test_that_an_exposure_is_not_known_is_said() -> None:
    assert asked("what was the exposure?", turn("photos with Hugin the raven")).cannot == NO_EXPOSURE


@pytest.mark.parametrize("text", ["what was the exposure?", "why is this photo here?"])
def test_of_several_no_one_is_meant(text: str) -> None:
    assert not asked(text, turn("photos from Tuscany")).about


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("thank you, and delete them", CHANGES_NOTHING),
        ("Thanks and delete them!", CHANGES_NOTHING),
        ("ok thanks. Now email it to Bob", SENDS_NOTHING),
        ("show me all from 2015, then delete IMG_1401.jpg", CHANGES_NOTHING),
        ("thank you", THANKED),
        ("delete them, thanks", CHANGES_NOTHING),
        ("thanks, show me the photos from 2015", ""),
        ("photos of a man, a dog and a car", ""),
        ("photos of Rome, the best of them", ""),
    ],
)
def test_the_last_clause_decides(text: str, says: str) -> None:
    assert cannot(text) == says
