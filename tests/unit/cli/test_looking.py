"""What the terminal says of looking at photos."""

from app.cli.looking import NOT_LOOKED, look_lines, look_object, looked_at
from app.services.events import SeeSummary


def test_nothing_is_said_where_nothing_was_done() -> None:
    assert look_lines(NOT_LOOKED) == []
    assert look_object(NOT_LOOKED) == {"looked": 0, "look_troubles": 0, "look_notice": None}


def test_counts_and_what_kept_a_model_from_looking() -> None:
    summary = SeeSummary(1_204, 3, 60.4, cancelled=True, missing="The model\x1b[31m is not there.")
    counts, stopped, missing = look_lines(summary)
    assert counts == "1,204 looked at in 60 s, 3 could not be"
    assert "the next index goes on" in stopped
    assert missing == "The model�[31m is not there."
    assert look_object(summary) == {"looked": 1_204, "look_troubles": 3, "look_notice": summary.missing}
    assert looked_at(1_202, 1_204) == "1,202 of 1,204 photos looked at"
