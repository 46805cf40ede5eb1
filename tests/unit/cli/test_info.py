"""What `candid info` tells of a file that a library knows: one's own words, and guesses that are called so."""

from dataclasses import replace

import pytest

from app.cli.info_views import info_object, info_text
from app.domain.look import FaceBox, FaceRegion, Guess
from app.services.inspect_file import InspectedFile
from app.services.seen import Seen
from tests.unit.library.made import read_photo

FACE = FaceBox(0.1, 0.1, 0.2, 0.3, 0.9)
PHOTO = read_photo("/photos/a.jpg", tags=("harbour",))
SEEN = Seen((Guess("canoe", 0.7), Guess("pier", 0.2)), "a person", (FACE, FACE), ("STOP", "ALL\x1b[31m WAY"))


def test_guesses_are_told_as_guesses_and_cannot_colour_the_screen() -> None:
    lines = info_text(InspectedFile(PHOTO, in_library=True, seen=SEEN)).splitlines()
    assert "looks like:   a person (likely), canoe (likely), pier (perhaps)  [a guess of this machine]" in lines
    assert "faces:        2  [a guess of this machine]" in lines
    assert "text read:    STOP / ALL\ufffd[31m WAY  [a guess of this machine]" in lines
    told = info_object(InspectedFile(PHOTO, in_library=True, seen=SEEN))["guesses"]
    assert told == {
        "looks_like": [{"name": "a person", "likely": True}, {"name": "canoe", "likely": True}, {"name": "pier", "likely": False}],
        "faces": 2,
        "text": ["STOP", "ALL\x1b[31m WAY"],
    }


def test_faces_that_another_program_has_marked_come_first_and_need_no_library() -> None:
    marked = replace(PHOTO, regions=(FaceRegion("Ada", 0.1, 0.1, 0.2, 0.2),))
    assert "faces:        1  [marked by another program]" in info_text(InspectedFile(marked)).splitlines()
    assert info_object(InspectedFile(marked))["faces_marked"] == 1


@pytest.mark.parametrize(("in_library", "told"), [(True, True), (False, False)])
def test_a_photo_that_was_not_looked_at_is_said_to_be_so_where_it_could_have_been(in_library: bool, told: bool) -> None:
    inspected = InspectedFile(PHOTO, in_library=in_library)
    assert ("not looked at it yet" in info_text(inspected)) is told
    assert info_object(inspected)["guesses"] is None
