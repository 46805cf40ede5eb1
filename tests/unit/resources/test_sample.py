"""The sample library is what its script draws, and carries what its plan says."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageOps

from app.domain.photo import FileStamp, FoundFile, PhotoFacts, ReadPhoto
from app.photos.reading import read_photo
from resources.draw.canvas import blank
from resources.draw.shape import box
from resources.make_sample import SAMPLE, TRUTH, chosen, make
from resources.picture_file import STORED_BY_ORIENTATION, turned_for_storing
from resources.plan import PLAN

TRUTH_OF_ALL: dict[str, Any] = json.loads(TRUTH.read_text(encoding="utf-8"))
PHOTOS: dict[str, Any] = TRUTH_OF_ALL["photos"]
QUICK = ["2021 Road trip/002 below the sea.jpg", "2019/Harbour weekend/Screenshot_2019-06-14.png", "2019/Harbour weekend/ferry.gif",
         "Scans/Radrennen 1974.jpg"]  # fmt: skip
ROUNDING = 2
"""Levels of 255 by which another processor's rounding of sines and exponentials may move a pixel."""


def test_there_are_enough_pictures_of_every_format_and_they_stay_small() -> None:
    files = [path for path in SAMPLE.rglob("*") if path.is_file()]
    assert len(files) >= 28
    assert {"JPEG", "PNG", "GIF", "WEBP", "TIFF"} == {each["format"] for each in PHOTOS.values()}
    assert sum(path.stat().st_size for path in files) < 6_000_000


def test_truth_plan_and_files_name_the_same_photos() -> None:
    files = {path.relative_to(SAMPLE).as_posix() for path in SAMPLE.rglob("*") if path.is_file()}
    assert files == set(PHOTOS) == {entry.path for entry in PLAN}


@pytest.mark.parametrize("path", QUICK)
def test_the_script_draws_the_committed_pixels_again(path: str, tmp_path: Path) -> None:
    (entry,) = chosen([path])
    assert make(entry, tmp_path) == PHOTOS[path]
    drawn, committed = _pixels(tmp_path / path), _pixels(SAMPLE / path)
    assert drawn.shape == committed.shape
    difference = np.abs(drawn.astype(np.int16) - committed)
    assert np.quantile(difference, 0.999) <= ROUNDING


def test_drawing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    (entry,) = chosen(["ferry.gif"])
    for run in ("a", "b"):
        make(entry, tmp_path / run)
    assert (tmp_path / "a" / entry.path).read_bytes() == (tmp_path / "b" / entry.path).read_bytes()


@pytest.mark.parametrize("path", sorted(PHOTOS))
def test_the_reader_finds_what_was_written_and_nothing_else(path: str) -> None:
    file = SAMPLE / path
    status = file.stat()
    photo = read_photo(FoundFile(str(file), FileStamp(status.st_size, status.st_mtime_ns)))
    assert isinstance(photo, ReadPhoto)
    expected = PHOTOS[path]
    assert (photo.format, photo.width, photo.height) == (expected["format"], expected["width"], expected["height"])
    assert _comparable(photo.facts) == expected["facts"]
    assert photo.notes == ()


def test_every_kind_of_fact_occurs() -> None:
    facts = [each["facts"] for each in PHOTOS.values()]
    named = {name for each in facts for name in each}
    # That somebody has a favourite stands in no file of a camera.
    assert named == set(PhotoFacts.__dataclass_fields__) - {"favourite"}
    assert {each["rating"] for each in facts if "rating" in each} == {-1, 0, 2, 3, 4, 5}
    assert {each["orientation"] for each in facts if "orientation" in each} == {2, 3, 4, 5, 6, 7, 8}
    assert any(each["gps"]["lat"] < 0 < each["gps"]["lon"] for each in facts if "gps" in each)
    assert any((each["gps"]["alt"] or 0) < 0 for each in facts if "gps" in each)
    assert sum(not each for each in facts) >= 3


def test_dates_go_from_1969_to_2024_and_one_has_no_time() -> None:
    taken = sorted(each["facts"]["taken"] for each in PHOTOS.values() if "taken" in each["facts"])
    assert taken[0].startswith("1969")
    assert taken[-1].startswith("2024")
    assert [moment for moment in taken if "T" not in moment] == ["1974-05-12"]


def test_the_burst_lies_within_one_second_and_the_copy_is_identical() -> None:
    burst = sorted(each["facts"]["taken"] for path, each in PHOTOS.items() if "/LRC_" in path)
    assert [moment[:19] for moment in burst] == ["2019-06-15T10:12:33"] * 3
    assert len(set(burst)) == 3
    assert TRUTH_OF_ALL["identical"] == [["Family/Copy of IMG_0417.jpg", "Family/IMG_0417.jpg"]]
    first, second = ((SAMPLE / path).read_bytes() for path in TRUTH_OF_ALL["identical"][0])
    assert first == second


def test_the_edited_copy_differs_from_its_original_but_not_by_much() -> None:
    original, edited = (_small(SAMPLE / f"2021 Road trip/006 mountain lake{word}.jpg") for word in ("", " (edited)"))
    difference = float(np.abs(original - edited).mean())
    assert 1 < difference < 25


def test_undeclared_latin_1_and_declared_utf_8_are_both_there() -> None:
    latin = (SAMPLE / "2016 Graubünden/Landwasser.jpg").read_bytes()
    assert "Brücke".encode("latin-1") in latin
    assert b"\x1b%G" not in latin
    utf8 = (SAMPLE / "2014 Lisse/tulips.jpg").read_bytes()
    assert "čtyři".encode() in utf8
    assert b"\x1b%G" in utf8


@pytest.mark.parametrize("orientation", [1, *STORED_BY_ORIENTATION])
def test_stored_pixels_come_back_upright(orientation: int) -> None:
    picture = Image.fromarray(np.arange(24, dtype=np.uint8).reshape(4, 6))
    stored = turned_for_storing(picture, orientation)
    exif = Image.Exif()
    exif[0x0112] = orientation
    buffer = io.BytesIO()
    stored.save(buffer, "PNG", exif=exif)
    assert np.array_equal(np.asarray(ImageOps.exif_transpose(Image.open(buffer))), np.asarray(picture))


def test_file_names_can_stand_on_windows_too() -> None:
    for entry in PLAN:
        assert not set(entry.path) & set('<>:"\\|?*')
        assert not any(ord(letter) < 32 for letter in entry.path)
        assert all(part == part.strip(" .") for part in entry.path.split("/"))


def test_a_fill_covers_its_shape_and_nothing_else() -> None:
    canvas = blank(40, 20, 1, "#000000", long_side=40)
    canvas.fill(box(10, 5, 30, 15), "#ffffff")
    picture = np.asarray(canvas.finish(bloom=0, vignette=0, grain=0))[..., 0]
    assert picture[7:13, 12:28].min() == 255
    assert picture[:3].max() == 0
    assert picture[:, :8].max() == 0


def _pixels(path: Path) -> np.ndarray[Any, np.dtype[np.uint8]]:
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def _small(path: Path) -> np.ndarray[Any, np.dtype[np.float64]]:
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB").resize((32, 32)), dtype=np.float64)


def _comparable(facts: PhotoFacts) -> dict[str, object]:
    found: dict[str, object] = {name: fact.value for name, fact in facts.known()}
    if facts.tags:
        found["tags"] = sorted(tag.path for tag in facts.tags.value)
    if facts.people:
        found["people"] = list(facts.people.value)
    if facts.gps:
        where = facts.gps.value
        found["gps"] = {"lat": round(where.latitude, 6), "lon": round(where.longitude, 6), "alt": where.altitude}
    return found
