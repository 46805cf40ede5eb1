"""What is asked before photos go to the trash, as text."""

from app.gui.alike import texts
from app.services.trash import TrashPlan


def test_whether_it_can_be_undone_is_said_before() -> None:
    told = [texts.question_told(TrashPlan(undoable=undoable)) for undoable in (True, False)]
    assert told == [texts.UNDOABLE, "Candid cannot undo this: the files can be put back in the system's trash."]


def test_versions_that_the_list_does_not_hold_have_a_sentence_of_their_own() -> None:
    one, *_ = texts.question_told(TrashPlan(unlisted=("IMG_1\u202e.png",))).split("\n\n")
    assert one.startswith("1 of them is a version that is not in the list and goes along: “IMG_1")
    assert "\u202e" not in one
    many, *_ = texts.question_told(TrashPlan(unlisted=tuple(f"{each}.png" for each in range(10)))).split("\n\n")
    assert many.startswith("10 of them are versions that are not in the list and go along: “0.png”, “1.png”")
    assert many.endswith("“7.png” and 2 more.")
