"""What the terminal says of looking at photos."""

from dataclasses import replace

from app.cli.looking import NOT_LOOKED, look_lines, look_object, looked_object
from app.config.seeing_settings import SeeingSettings
from app.services.events import SeeSummary
from app.services.looked_parts import LookedPart
from app.services.seeing_choices import SeeingStanding


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


def test_text_that_is_read_for_the_first_time_takes_nothing_from_the_guesses() -> None:
    parts = (LookedPart("Guesses and faces", 1_204), LookedPart("Text", 78))
    standing = SeeingStanding(SeeingSettings(text=True), 1_204, 1_204, 0, (), can_read=True, parts=parts)
    assert looked_object(standing) == {
        "looked": 1_204,
        "looks": [{"purpose": "Guesses and faces", "looked": 1_204}, {"purpose": "Text", "looked": 78}],
    }
    assert standing.how_far == "Guesses and faces: 1,204 of 1,204 · Text: 78 of 1,204"
    assert replace(standing, parts=parts[:1]).how_far == "1,204 of 1,204 photos looked at"
    assert (standing.all_looked, replace(standing, parts=parts[:1]).all_looked) == (False, True)
