"""What the terminal says where there is no photo to compare with: each command in it can be typed as it stands."""

import shlex

import pytest

from app.cli.like import why_unknown
from app.services.like_photos import NotInLibrary

PATH = "/photos of Ann’s/it's here/a b.jpg"


@pytest.mark.parametrize(
    ("unknown", "library", "command"),
    [
        (NotInLibrary(PATH, folder="/photos of Ann’s"), None, ["candid", "index", "/photos of Ann’s"]),
        (NotInLibrary(PATH), None, ["candid", "index", "/photos of Ann’s/it's here"]),
        (NotInLibrary(PATH, folder="/photos"), "my library", ["candid", "index", "/photos", "--library", "my library"]),
    ],
)
def test_the_command_that_helps_can_be_typed_whatever_the_folder_is_called(
    unknown: NotInLibrary, library: str | None, command: list[str]
) -> None:
    sentence, typed = why_unknown(unknown, library).split(" run: ")
    assert sentence.startswith(f"{PATH} is no photo")
    assert shlex.split(typed) == command


def test_a_skipped_file_says_why() -> None:
    assert why_unknown(NotInLibrary(PATH, "It is cut short.", "/photos"), None).endswith("nothing to compare: It is cut short.")
