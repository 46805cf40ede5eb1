"""What is asked before photos go to the trash, as text."""

import pytest

from app.gui.alike import texts
from app.services.trash import TrashPlan


@pytest.mark.parametrize(("undoable", "told"), [(True, "You can undo this here."), (False, "Candid cannot undo this")])
def test_whether_it_can_be_undone_is_said_before(undoable: bool, told: str) -> None:
    assert told in texts.question_told(TrashPlan(undoable=undoable))
