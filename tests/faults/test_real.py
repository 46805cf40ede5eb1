"""The odd, broken and rare files beside the checkout, held to what other programs read of them."""

import csv
import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from app.domain.photo import FoundFile, Picture, ReadPhoto, Skipped, Video
from app.photos.pixels import CUT_SHORT
from app.photos.reading import read_photo, read_picture
from app.photos.walk import walk
from tests.benchmarks.metadata_agreement import compare, read_truth

pytestmark = pytest.mark.shared

Read = dict[str, ReadPhoto | Video | Skipped]

REASONS = {
    "odd/broken image.JPG": "nothing but zeros",
    "odd/broken.png": "its beginning is damaged",
    "odd/decompression_bomb.gif": "65,535 × 66,601 pixels",
    "odd/huge_tag_exif.jpg": "header is damaged",
    "odd/max_uint32_exif.jpg": "header is damaged",
    "odd/zero_width.gif": "its beginning is damaged",
    "formats/heif/heif_corrupted__corrupted.heic": "cut short",
    "formats/heif/heif_corrupted__corrupted.hif": "cut short",
}
MARKED = {
    "odd/broken_data_stream.png",
    "odd/truncated_image.png",
    "odd/truncated_jpeg.jpg",
    "formats/heif/heif_truncated__truncated.heic",
}
EXPLAINED = {
    ("formats/heif/heif__L_xmp.heif", "lens"),  # It stands in XMP alone, where the table did not look.
    ("formats/orientation/Portrait_0.jpg", "orientation"),  # 0 is no orientation.
}


@pytest.fixture(scope="module")
def read(shared: Path) -> Read:
    """What is made of every file, by its path below the photos."""
    photos = shared / "photos"
    files = [each for folder in ("odd", "formats") for each in walk(str(photos / folder))]
    outcomes = [read_photo(each) if isinstance(each, FoundFile) else each for each in files]
    return {os.path.relpath(each.path, photos): each for each in outcomes}


def decoded(shared: Path) -> dict[str, dict[str, str]]:
    """The tables of what Pillow makes of the same files."""
    rows: dict[str, dict[str, str]] = {}
    for table in ("odd", "formats"):
        with (shared / "photos" / "truth" / f"{table}_decode.tsv").open(encoding="utf-8", newline="") as lines:
            rows |= {row["path"]: row for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)}
    return rows


def test_every_file_is_told_of(read: Read, shared: Path) -> None:
    assert read.keys() == decoded(shared).keys()


def test_what_cannot_be_shown_has_its_reason(read: Read) -> None:
    skipped = {path: each.reason for path, each in read.items() if isinstance(each, Skipped)}
    assert skipped.keys() == REASONS.keys()
    assert [path for path, reason in skipped.items() if REASONS[path] not in reason] == []


def test_what_is_cut_is_marked_and_nothing_else(read: Read) -> None:
    assert {path for path, each in read.items() if isinstance(each, ReadPhoto) and CUT_SHORT in each.notes} == MARKED


def test_formats_and_sizes_are_those_that_pillow_reads(read: Read, shared: Path) -> None:
    rows = decoded(shared)
    for path, each in read.items():
        if isinstance(each, ReadPhoto):
            assert each.format == rows[path]["pillow_format"], path
            # The table has a picture's size as it is stored.
            assert sorted((each.width, each.height)) == sorted(map(int, rows[path]["size"].split("x"))), path


def test_facts_are_those_that_exiftool_reads(read: Read, shared: Path) -> None:
    photos = {path: each for path, each in read.items() if isinstance(each, ReadPhoto)}
    counts, disagreements = compare(photos, read_truth(shared / "photos" / "truth" / "library_metadata.tsv"))
    assert {(each.path, each.field) for each in disagreements} == EXPLAINED
    assert counts["orientation"] == [9, 10]
    assert counts["date"][0] >= 3


def test_all_orientations_of_a_real_photo_show_one_picture(shared: Path) -> None:
    views = [view(shared / "photos" / "formats" / "orientation" / f"Portrait_{number}.jpg", 450) for number in range(9)]
    assert {each.size for each in views} == {(300, 450)}
    for number, each in enumerate(views):
        # Each picture has its number written on it.
        assert apart(each, views[1]) < 6, number
        assert apart(each.transpose(Image.Transpose.ROTATE_180), views[1]) > 20, number


def test_an_orientation_that_stands_in_xmp_alone_turns_the_picture_once(shared: Path) -> None:
    path = shared / "photos" / "odd" / "xmp_tags_orientation.png"
    with Image.open(path) as image:
        stored = image.convert("RGB")
    # Its profile changes the colours a little.
    assert apart(view(path, 4_096), stored.transpose(Image.Transpose.ROTATE_180)) < 20
    assert apart(view(path, 4_096), stored) > 40


def apart(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of a channel."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def view(path: Path, side: int) -> Image.Image:
    (found,) = walk(str(path))
    assert isinstance(found, FoundFile)
    picture = read_picture(found, side)
    assert isinstance(picture, Picture), picture
    return Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
