"""One file as the worker reads it: real photos, names in any bytes, files that cannot be opened."""

import csv
import io
import json
import os
from pathlib import Path

import pytest
from PIL import Image

from app.domain.ids import ContentHash
from app.domain.photo import FileStamp, FoundFile, Picture, ReadPhoto, Skipped
from app.photos.identity import hash_of_bytes, hash_of_file
from app.photos.pixels import THUMBNAIL_SIDE
from app.photos.reading import read_photo, read_picture
from app.photos.walk import walk
from tests.unit.photos.making import encoded, found, jpeg, read_as_photo, written


def test_a_photo_carries_its_identity_stamp_and_thumbnail(tmp_path: Path) -> None:
    content = jpeg(image=Image.new("RGB", (30, 20), "teal"))
    photo = read_as_photo(tmp_path, content)
    assert photo.content_hash == hash_of_bytes(content)
    assert photo.stamp == found(tmp_path / "a.jpg").stamp
    assert (photo.format, photo.width, photo.height) == ("JPEG", 30, 20)
    assert photo.thumbnail.startswith(b"\xff\xd8")
    assert photo.notes == ()


def test_hashes_of_bytes_and_files_agree(tmp_path: Path) -> None:
    content = os.urandom(3_000_000)
    with written(tmp_path, content).open("rb") as file:
        assert hash_of_file(file) == hash_of_bytes(content)
    assert hash_of_bytes(b"") == ContentHash("0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8")


def test_names_of_any_bytes(tmp_path: Path) -> None:
    for name in (b"bad\xff\xfe.jpg", "🐾ねこ.jpg".encode(), b"new\nline.jpg", b"a" * 251 + b".jpg", b"50% #1 [a].jpg"):
        path = os.path.join(os.fsencode(tmp_path), name)
        with open(path, "wb") as file:
            file.write(jpeg())
        outcome = read_photo(FoundFile(os.fsdecode(path), FileStamp(0, 0)))
        assert isinstance(outcome, ReadPhoto)
        assert os.fsencode(outcome.path) == path


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    outcome = read_photo(FoundFile(str(tmp_path / "gone.jpg"), FileStamp(1, 2)))
    assert isinstance(outcome, Skipped)
    assert "no such file" in outcome.reason
    assert outcome.stamp is None


def test_what_is_said_of_the_content_holds_until_the_content_changes(tmp_path: Path) -> None:
    outcome = read_photo(found(written(tmp_path, b"<html>")))
    assert isinstance(outcome, Skipped)
    assert outcome.stamp == found(tmp_path / "a.jpg").stamp


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    outcome = read_photo(FoundFile(str(tmp_path / "pipe.jpg"), FileStamp(0, 0)))
    assert isinstance(outcome, Skipped)
    assert outcome.reason == "This is not a regular file."


def test_a_folder_and_a_ring_of_links_are_no_files(tmp_path: Path) -> None:
    (tmp_path / "ring.jpg").symlink_to(tmp_path / "ring.jpg")
    for path in (tmp_path, tmp_path / "ring.jpg"):
        outcome = read_photo(FoundFile(str(path), FileStamp(0, 0)))
        assert isinstance(outcome, Skipped)
        assert "cannot be opened" in outcome.reason


def test_a_large_view_is_upright_and_not_enlarged(tmp_path: Path) -> None:
    path = written(tmp_path, encoded(Image.new("RGB", (400, 200), "teal"), "PNG"))
    small, own = read_picture(found(path), 100), read_picture(found(path), 4000)
    assert isinstance(small, Picture)
    assert isinstance(own, Picture)
    assert (small.width, small.height, small.full_width, small.full_height, len(small.rgb)) == (100, 50, 400, 200, 15_000)
    assert (own.width, own.height) == (400, 200)


def test_a_large_view_of_what_is_no_photo(tmp_path: Path) -> None:
    assert isinstance(read_picture(found(written(tmp_path, b"<html>")), 100), Skipped)


@pytest.mark.parametrize("table", ["library", "odd", "formats"])
def test_every_real_file_is_read_or_skipped_as_the_truth_says(table: str, shared: Path) -> None:
    photos = shared / "photos"
    with (photos / "truth" / f"{table}_decode.tsv").open(encoding="utf-8", newline="") as lines:
        truth = {row["path"]: row for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)}
    read = 0
    for each in walk(str(photos / table)):
        row = truth[os.path.relpath(each.path, photos)]
        outcome = read_photo(each) if isinstance(each, FoundFile) else each
        if row["pillow13_verdict"] == "ok":
            assert isinstance(outcome, ReadPhoto), outcome
            assert {outcome.width, outcome.height} == set(map(int, row["size"].split("x")))
            assert outcome.format == row["pillow_format"]
            read += 1
        else:
            assert isinstance(outcome, Skipped) or (isinstance(outcome, ReadPhoto) and outcome.notes)
    assert read > 5


def test_real_thumbnails_are_bounded(shared: Path) -> None:
    for each in walk(str(shared / "photos" / "formats" / "orientation")):
        assert isinstance(each, FoundFile)
        outcome = read_photo(each)
        assert isinstance(outcome, ReadPhoto)
        assert (outcome.width, outcome.height) == (1200, 1800)
        with Image.open(io.BytesIO(outcome.thumbnail)) as thumbnail:
            assert max(thumbnail.size) == THUMBNAIL_SIDE


def test_captions_written_by_others_are_found_even_behind_an_empty_one(shared: Path) -> None:
    with (shared / "photos" / "manifest.tsv").open(encoding="utf-8", newline="") as lines:
        rows = {row["path"]: row["ground_truth"] for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)}
    captioned = list(walk(str(shared / "photos" / "content" / "coco_captioned")))
    for each in captioned:
        assert isinstance(each, FoundFile)
        outcome = read_photo(each)
        assert isinstance(outcome, ReadPhoto)
        assert outcome.facts.caption is not None
        assert outcome.facts.caption.value == json.loads(rows[os.path.relpath(each.path, shared / "photos")])["captions"][0].strip()
    expected = {path for path in rows if path.startswith("content/coco_captioned/")}
    assert expected
    assert {os.path.relpath(each.path, shared / "photos") for each in captioned} == expected
