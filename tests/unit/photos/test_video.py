"""What a video says of itself, and that no bytes can make it say anything else or take long."""

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.photo import FileStamp, FoundFile, Video
from app.photos.video import read_video
from tests.unit.photos.filming import IDENTIFIER, box, film, metadata


class Counting:
    """A file that counts the bytes which are read of it."""

    def __init__(self, path: Path) -> None:
        self.file = path.open("rb")
        self.read_bytes = 0

    def read(self, size: int) -> bytes:
        got = self.file.read(size)
        self.read_bytes += len(got)
        return got

    def seek(self, at: int) -> int:
        return self.file.seek(at)

    def fileno(self) -> int:
        return self.file.fileno()


def read(path: Path, content: bytes) -> Video:
    path.write_bytes(content)
    with path.open("rb") as file:
        return read_video(FoundFile(str(path), FileStamp(0, 0, "beside")), file)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("films") / "film.mov"


@pytest.mark.parametrize("user_data", [False, True])
@pytest.mark.parametrize("full", [False, True])
def test_the_part_of_a_live_photo(place: Path, full: bool, user_data: bool) -> None:
    video = read(place, film(full=full, user_data=user_data))
    assert (video.content_identifier, video.taken) == (IDENTIFIER, "2018-09-03T10:20:30")
    status = place.stat()
    assert video.stamp == FileStamp(status.st_size, status.st_mtime_ns, "beside")


def test_what_stands_in_the_movie_counts_before_its_user_data(place: Path) -> None:
    own, other = (metadata({"com.apple.quicktime.content.identifier": text * 8}) for text in ("A", "B"))
    assert read(place, box(b"moov", box(b"udta", other), own)).content_identifier == "A" * 8


def test_a_film_of_many_boxes_of_metadata_is_read_in_part(place: Path) -> None:
    large = box(b"meta", bytes(4), box(b"hdlr", bytes(8), b"mdta", bytes(13)), box(b"free", bytes(10_000)))
    place.write_bytes(box(b"moov", large * 500, box(b"udta", large * 500)))
    counting = Counting(place)
    assert read_video(FoundFile(str(place), FileStamp(0, 0)), counting).content_identifier is None  # type: ignore[arg-type]
    assert counting.read_bytes < 150_000
    counting.file.close()


def test_a_film_without_apples_words_has_the_time_of_its_header(place: Path) -> None:
    video = read(place, film(None, None, made=3_600_000_000))
    assert (video.content_identifier, video.taken) == (None, "2018-01-28T16:00:00")
    assert read(place, film(None, None, made=0)).taken is None
    assert read(place, film(None, None, made=2_082_844_800)).taken is None, "a clock that was never set"


def test_a_header_of_64_bits(place: Path) -> None:
    header = box(b"mvhd", b"\x01\0\0\0", struct.pack(">QQ", 3_600_000_000, 0), bytes(80))
    assert read(place, box(b"ftyp", b"mp42") + box(b"moov", header)).taken == "2018-01-28T16:00:00"


def test_a_film_of_many_gigabytes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "long.mov"
    size = 5 << 30
    with path.open("wb") as file:
        file.write(box(b"ftyp", b"qt  ") + struct.pack(">I4sQ", 1, b"mdat", size))
        file.seek(12 + size)
        file.write(film()[film().index(b"moov") - 4 :])
        assert file.tell() > size
    counting = Counting(path)
    assert read_video(FoundFile(str(path), FileStamp(0, 0)), counting).content_identifier == IDENTIFIER  # type: ignore[arg-type]
    assert counting.read_bytes < 10_000
    counting.file.close()


@pytest.mark.parametrize(
    "content", [b"", b"RIFF\0\0\0\0AVI LIST", b"\x1aE\xdf\xa3", b"G@\0\x10" * 48, b"\0" * 64, b"\0\0\0\x01moov", b"\xff" * 64]
)
def test_other_containers_are_videos_without_facts(place: Path, content: bytes) -> None:
    video = read(place, content)
    assert (video.content_identifier, video.taken) == (None, None)


@pytest.mark.parametrize(
    "content",
    [
        box(b"moov", struct.pack(">I4s", 0xFFFFFFFF, b"meta")),
        box(b"moov", box(b"meta", struct.pack(">I4s", 7, b"hdlr"))),
        box(
            b"moov", box(b"meta", box(b"hdlr"), box(b"keys", bytes(4), b"\xff" * 40), box(b"ilst", box(b"\xff\xff\xff\xff", box(b"data"))))
        ),
        box(b"moov", metadata({"com.apple.quicktime.content.identifier": "<b>\u202e" * 9})),
        box(b"moov", metadata({"com.apple.quicktime.content.identifier": "A" * 1_000_001})),
        struct.pack(">I4sQ", 1, b"moov", 3) + bytes(8),
        box(b"free") * 50_000,
    ],
)
def test_hostile_boxes_cost_nothing(place: Path, content: bytes) -> None:
    assert read(place, box(b"ftyp", b"qt  ") + content).content_identifier is None


@given(cut=st.integers(0, 5_500), flips=st.lists(st.tuples(st.integers(0, 5_499), st.integers(1, 255)), max_size=6))
def test_any_damage_is_survived(place: Path, cut: int, flips: list[tuple[int, int]]) -> None:
    content = bytearray(film())
    for at, by in flips:
        content[-1 - at % len(content)] ^= by
    video = read(place, bytes(content[: len(content) - cut]))
    assert video.content_identifier is None or len(video.content_identifier) < 101
