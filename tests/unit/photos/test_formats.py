"""What names promise and what first bytes decide: pictures, videos, neither."""

from pathlib import Path

import pytest

from app.domain.photo import Skipped, Video
from app.photos.formats import Kind, kind_of
from tests.unit.photos.making import found, jpeg, read, written

FTYP = b"\0\0\0\x1cftyp"
VIDEOS = {
    "QuickTime": FTYP + b"qt  \0\0\0\0qt  ",
    "MP4": FTYP + b"isom\0\0\2\0isomiso2avc1mp41",
    "old QuickTime": b"\0\0\0\x08wide\0\0\1\0mdat",
    "AVI": b"RIFF\0\1\0\0AVI LIST",
    "Matroska": b"\x1a\x45\xdf\xa3\x9fB\x86\x81",
    "Windows Media": b"\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9",
    "MPEG": b"\0\0\1\xba\x44\0\4\0",
}


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.JPG", Kind.CANDIDATE), ("a.hif", Kind.CANDIDATE), ("IMG_1.MOV", Kind.VIDEO), ("a.mts", Kind.VIDEO), ("a.txt", Kind.OTHER)],
)
def test_what_a_name_promises(name: str, kind: Kind) -> None:
    assert kind_of(name) is kind


@pytest.mark.parametrize("content", VIDEOS.values(), ids=VIDEOS)
def test_videos_are_known_by_their_content(content: bytes, tmp_path: Path) -> None:
    path = written(tmp_path, content)
    assert read(tmp_path, content) == Video(str(path), found(path).stamp)


def test_what_only_its_name_calls_a_video_is_one_unless_it_is_something_else(tmp_path: Path) -> None:
    assert isinstance(read(tmp_path, b"\x47\x40\0\x10" * 9, "a.mts"), Video)
    assert not isinstance(read(tmp_path, jpeg(), "a.mov"), Video)
    for content in (b"", b"\0" * 600, b"<!doctype html><html>404"):
        assert isinstance(read(tmp_path, content, "a.mov"), Skipped)
