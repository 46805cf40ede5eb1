"""What was found by attacking scans, sidecars and terminals: each costs itself, is said, and harms nothing else."""

import os
import stat
from pathlib import Path

import pytest
from PIL import Image

from app.cli.arguments import parse_arguments
from app.config.paths import LibraryPaths
from app.domain.ids import ModelId
from app.domain.photo import FileStamp, FoundFile, ReadPhoto, Skipped
from app.library.catalogue import Catalogue
from app.library.looks_codec import decode_look, decode_regions
from app.photos import reading, sidecars
from app.services.lookers import Making, sharpness
from app.services.seeing_worker import Sight, ToSee, see

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs named pipes and permissions")


@pytest.fixture
def silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What counts as a file, has no end and says nothing now, as some that the kernel shows (/proc/kmsg)."""
    path = tmp_path / "silent.xmp"
    os.mkfifo(path)
    monkeypatch.setattr(sidecars, "is_regular", lambda _: True)
    monkeypatch.setattr(reading, "is_regular", lambda _: True)
    return path


@POSIX
def test_a_sidecar_that_says_nothing_costs_a_note_and_not_its_photo(silent: Path, tmp_path: Path) -> None:
    photo = tmp_path / "silent.png"
    Image.new("RGB", (4, 3)).save(photo)
    writer = os.open(silent, os.O_RDWR)
    try:
        read = reading.read_photo(FoundFile(str(photo), FileStamp(1, 1), (str(silent),)))
    finally:
        os.close(writer)
    assert isinstance(read, ReadPhoto)
    assert any("silent.xmp cannot be read" in note for note in read.notes)


@POSIX
def test_a_photo_that_says_nothing_is_skipped_with_a_reason(silent: Path) -> None:
    writer = os.open(silent, os.O_RDWR)
    try:
        read = reading.read_photo(FoundFile(str(silent), FileStamp(1, 1)))
    finally:
        os.close(writer)
    assert isinstance(read, Skipped)
    assert "empty" in read.reason


def test_a_wrong_argument_cannot_move_the_cursor_or_turn_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse_arguments(["info", "a.jpg", "\u202egpj.\x1b[31m\nexe"])
    said = capsys.readouterr().err
    assert not {"\u202e", "\x1b"} & set(said)
    assert said.count("\n") == 1


@POSIX
def test_a_new_library_is_the_persons_alone(tmp_path: Path) -> None:
    paths = LibraryPaths(tmp_path / "library")
    with Catalogue(paths.catalogue) as catalogue:
        catalogue.add_folder("/p")
        modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in (paths.root, *paths.root.iterdir())}
    assert not {name: oct(mode) for name, mode in modes.items() if mode & 0o077}


@pytest.mark.parametrize("number", ["1" + "0" * 400, "-" + "9" * 4000, "1e999", "NaN"])
def test_a_number_beyond_all_numbers_in_a_stored_look_is_damage_of_that_look(number: str) -> None:
    with pytest.raises(ValueError, match="number"):
        decode_look(f'{{"guesses":[["canoe",{number}]]}}')
    with pytest.raises(ValueError, match="number"):
        decode_regions(f'[["Ann",{number},0,0,0]]')


def test_the_looks_of_a_model_that_was_replaced_do_not_pass_for_those_of_the_one_asked_for(tmp_path: Path) -> None:
    photo, old, new = tmp_path / "a.png", ModelId("quality-0"), sharpness("").model_id
    Image.new("RGB", (40, 30)).save(photo)
    sight = see(ToSee(str(photo), FileStamp(1, 1), (), 1, (old, new)), dict.fromkeys((old, new), Making(sharpness)))
    assert isinstance(sight, Sight)
    assert [model_id for model_id, _ in sight.looks] == [new]
    assert [(model_id, "was replaced" in why) for model_id, why in sight.missing] == [(old, True)]
