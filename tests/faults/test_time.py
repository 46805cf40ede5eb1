"""The kinds of times that break photo indexers: each made here, and what must be known of it."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.ids import PhotoId
from app.domain.photo import PhotoFacts
from app.gui.fact_rows import fact_rows, file_rows
from tests.faults.scanned import Scanned
from tests.unit.photos.making import IMAGE, PHOTO, Directory, ascii_text, facts, jpeg, xmp_packet

ORIGINAL, DIGITIZED, CHANGED = 0x9003, 0x9004, 0x0132
OFFSET, OFFSET_ORIGINAL, OFFSET_DIGITIZED = 0x9010, 0x9011, 0x9012
FRACTION, FRACTION_ORIGINAL = 0x9290, 0x9291
ZEROS = ascii_text(b"0000:00:00 00:00:00")
GOOD = ascii_text(b"2019:06:14 10:20:30")


@pytest.fixture
def scanned(tmp_path: Path) -> Iterator[Scanned]:
    """An empty folder and a library for it."""
    library = Scanned(tmp_path)
    yield library
    library.catalogue.close()


def known(photo: Directory) -> tuple[str | None, str | None]:
    return time_of(facts({PHOTO: photo}))


def time_of(found: PhotoFacts) -> tuple[str | None, str | None]:
    """Capture time and offset."""
    return found.taken.value if found.taken else None, found.offset.value if found.offset else None


def put(scanned: Scanned, name: str, photo: Directory) -> None:
    """A photo of its own content with this EXIF."""
    described = {IMAGE: {0x010E: ascii_text(name.encode())}, PHOTO: photo}
    (scanned.root / name).write_bytes(jpeg(described))


def order(scanned: Scanned) -> list[str]:
    """The names of all photos as they are listed, the oldest first."""
    ids = [PhotoId(each) for each in scanned.catalogue.browse(ascending=True).tolist()]
    photos = scanned.catalogue.photos(ids)
    return [Path(photos[each].path).name for each in ids]


@pytest.mark.parametrize(
    "bad", [b"0000:00:00 00:00:00", b"    :  :     :  :  ", b"", b"9999:99:99 99:99:99", b"2019:02:30 10:00:00", b"\xff" * 19]
)
def test_a_zero_or_impossible_time_gives_way_to_a_good_one(bad: bytes) -> None:
    assert known({ORIGINAL: ascii_text(bad), DIGITIZED: GOOD}) == ("2019-06-14T10:20:30", None)


def test_zeros_in_sidecars_and_iptc_give_way_too() -> None:
    blocks = {
        "iptc": [(2, 55, b"00000000"), (2, 60, b"000000")],
        "xmp": "<exif:DateTimeOriginal>0000-00-00T00:00:00</exif:DateTimeOriginal>",
    }
    assert time_of(facts({PHOTO: {DIGITIZED: GOOD}}, **blocks)) == ("2019-06-14T10:20:30", None)  # type: ignore[arg-type]
    assert time_of(facts(**blocks)) == (None, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("records", "taken", "offset"),
    [
        ([(2, 55, b"20190614")], "2019-06-14", None),
        ([(2, 55, b"00000000")], None, None),
        ([(2, 55, b"20190014")], None, None),
        ([(2, 60, b"102030+0200")], None, None),
        ([(2, 55, b"20190614"), (2, 60, b"102030")], "2019-06-14T10:20:30", None),
        ([(2, 55, b"20190614"), (2, 60, b"102030-0330")], "2019-06-14T10:20:30", "-03:30"),
        ([(2, 55, b"20190614"), (2, 60, b"")], "2019-06-14", None),
    ],
)
def test_iptc_dates_and_times(records: list[tuple[int, int, bytes]], taken: str | None, offset: str | None) -> None:
    assert time_of(facts(iptc=records)) == (taken, offset)


def test_a_date_alone_gives_way_to_a_time_of_the_same_day() -> None:
    assert time_of(facts({PHOTO: {DIGITIZED: GOOD}}, [(2, 55, b"20190614")]))[0] == "2019-06-14T10:20:30"
    assert time_of(facts({PHOTO: {DIGITIZED: GOOD}}, [(2, 55, b"19570614")]))[0] == "1957-06-14"


def test_a_time_longer_than_twenty_bytes_is_read_with_its_offset() -> None:
    assert known({ORIGINAL: ascii_text(b"2025:01:08 07:18:55+0000")}) == ("2025-01-08T07:18:55", "+00:00")
    assert known({ORIGINAL: ascii_text(b"2025:01:08 07:18:55.25-08:00")}) == ("2025-01-08T07:18:55.25", "-08:00")


def test_without_exif_the_time_is_unknown_and_the_date_of_the_file_is_only_that(scanned: Scanned) -> None:
    path = scanned.make("a.png")
    changed = time.mktime((2021, 3, 4, 5, 6, 7, 0, 0, -1))
    os.utime(path, (changed, changed))
    scanned.run()
    photo = scanned.photo(path)
    assert time_of(photo.facts) == (None, None)
    assert "Taken" not in {row.name for row in fact_rows(photo)}
    (row,) = [row for row in file_rows(photo) if row.name == "File date"]
    assert row.source == "file system, not the camera"
    assert row.value == "Thu 4 March 2021, 05:06:07"


def test_the_originals_offset_counts_for_the_capture() -> None:
    assert known({ORIGINAL: GOOD, OFFSET: ascii_text(b"+01:00"), OFFSET_ORIGINAL: ascii_text(b"+02:00")})[1] == "+02:00"
    assert known({ORIGINAL: GOOD, OFFSET: ascii_text(b"+01:00"), OFFSET_DIGITIZED: ascii_text(b"+03:00")})[1] is None
    assert (
        known({ORIGINAL: ZEROS, DIGITIZED: GOOD, OFFSET_ORIGINAL: ascii_text(b"+02:00"), OFFSET_DIGITIZED: ascii_text(b"+03:00")})[1]
        == "+03:00"
    )


def test_local_times_are_compared_as_local_whatever_offset_is_known(scanned: Scanned) -> None:
    put(scanned, "offset of the change.jpg", {ORIGINAL: ascii_text(b"2019:06:14 10:00:00"), OFFSET: ascii_text(b"+09:00")})
    put(scanned, "own offset.jpg", {ORIGINAL: ascii_text(b"2019:06:14 11:00:00"), OFFSET_ORIGINAL: ascii_text(b"-11:00")})
    put(scanned, "no offset.jpg", {ORIGINAL: ascii_text(b"2019:06:14 12:00:00")})
    put(scanned, "another offset.jpg", {ORIGINAL: ascii_text(b"2019:06:14 13:00:00"), OFFSET_ORIGINAL: ascii_text(b"+14:00")})
    scanned.run()
    assert order(scanned) == ["offset of the change.jpg", "own offset.jpg", "no offset.jpg", "another offset.jpg"]


def test_a_burst_is_ordered_by_its_fractions(scanned: Scanned) -> None:
    digits = ["5", "05", "094772", "178406", "0", "999", "49", "051", "1", "50"]
    for number, fraction in enumerate(digits):
        put(scanned, f"{number} .{fraction}.jpg", {ORIGINAL: GOOD, FRACTION_ORIGINAL: ascii_text(fraction.encode())})
    scanned.run()
    shown = [name.split(" ")[1].removesuffix(".jpg") for name in order(scanned)]
    assert [float(each) for each in shown] == sorted(float(f".{each}") for each in digits)


def test_a_fraction_belongs_to_its_own_time() -> None:
    assert known({ORIGINAL: GOOD, FRACTION: ascii_text(b"77")})[0] == "2019-06-14T10:20:30"


@pytest.mark.parametrize("day", ["1826:05:01", "1883:11:17", "1904:01:01", "1969:12:31", "1970:01:01", "2038:01:19", "2106:02:08"])
def test_strange_years_are_known(day: str) -> None:
    assert known({ORIGINAL: ascii_text(f"{day} 12:00:00".encode())})[0] == f"{day.replace(':', '-')}T12:00:00"


def test_strange_years_are_shown_and_sorted(scanned: Scanned) -> None:
    years = ["2106:02:08", "1969:12:31", "1883:11:17", "2019:06:14", "1904:01:01"]
    for year in years:
        put(scanned, f"{year[:4]}.jpg", {ORIGINAL: ascii_text(f"{year} 00:00:00".encode())})
    scanned.run()
    assert order(scanned) == ["1883.jpg", "1904.jpg", "1969.jpg", "2019.jpg", "2106.jpg"]
    rows = {row.name: row.value for row in fact_rows(scanned.photo(scanned.root / "1883.jpg"))}
    assert rows["Taken"] == "Sat 17 November 1883, 00:00:00"


def test_a_corrected_time_beside_the_photo_wins_and_a_repeated_one_loses_nothing(scanned: Scanned) -> None:
    camera = {ORIGINAL: GOOD, FRACTION_ORIGINAL: ascii_text(b"25"), OFFSET_ORIGINAL: ascii_text(b"+02:00")}
    put(scanned, "repeated.jpg", camera)
    put(scanned, "corrected.jpg", camera)
    put(scanned, "scanned.jpg", camera)
    sidecars = {
        "repeated": "<exif:DateTimeOriginal>2019-06-14T10:20:30</exif:DateTimeOriginal>",
        "corrected": "<exif:DateTimeOriginal>2019-06-14T11:20:30+03:00</exif:DateTimeOriginal>",
        "scanned": "<xmp:CreateDate>2024-01-01T00:00:00</xmp:CreateDate>",
    }
    for name, body in sidecars.items():
        (scanned.root / f"{name}.xmp").write_bytes(xmp_packet(body))
    scanned.run()
    times = {name: time_of(scanned.photo(scanned.root / f"{name}.jpg").facts) for name in sidecars}
    assert times["repeated"] == ("2019-06-14T10:20:30.25", "+02:00")
    source = scanned.photo(scanned.root / "repeated.jpg").facts.taken
    assert source is not None
    assert source.source == "EXIF DateTimeOriginal"
    assert times["corrected"] == ("2019-06-14T11:20:30", "+03:00")
    assert times["scanned"] == ("2019-06-14T10:20:30.25", "+02:00")
