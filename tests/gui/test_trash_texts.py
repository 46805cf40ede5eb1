"""What is asked before photos go to the trash, as text."""

from app.gui.alike import texts
from app.services.trash import TrashPlan


def test_whether_it_can_be_undone_is_said_before() -> None:
    told = [texts.question_told(TrashPlan(undoable=undoable)) for undoable in (True, False)]
    assert told == [texts.UNDOABLE, "Candid cannot undo this: the files can be put back in the system's trash."]
