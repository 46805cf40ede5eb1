"""Capture time: which source counts, fractions, offsets, and what is no time at all."""

from pathlib import Path

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from app.photos.capture_time import parse_moment, parse_offset
from tests.unit.photos.making import IMAGE, PHOTO, Directory, ascii_text, encoded, facts, read_as_photo

ORIGINAL, DIGITIZED, CHANGED = 0x9003, 0x9004, 0x0132
OFFSET, OFFSET_ORIGINAL = 0x9010, 0x9011
FRACTION_ORIGINAL = 0x9291
GOOD = ascii_text(b"2019:06:14 10:20:30")


def taken(photo: Directory) -> str | None:
    fact = facts({PHOTO: photo}).taken
    return fact.value if fact else None


@pytest.mark.parametrize(
    ("written", "local"),
    [
        ("2019:06:14 10:20:30", "2019-06-14T10:20:30"),
        ("2019-06-14T10:20:30", "2019-06-14T10:20:30"),
        ("2019-06-14T10:20", "2019-06-14T10:20:00"),
        ("2019-06-14T10:20:30.05+02:00", "2019-06-14T10:20:30.05"),
        ("2019/06/14 10:20:30", "2019-06-14T10:20:30"),
        ("2019:06:14", "2019-06-14"),
        ("20190614", "2019-06-14"),
        ("2019:06:14   :  :  ", "2019-06-14"),
        ("2019:06:14 24:00:00", "2019-06-14"),
        ("1883:11:17 12:00:00", "1883-11-17T12:00:00"),
        ("1904:01:01 00:00:00", "1904-01-01T00:00:00"),
        ("1969:12:31 23:59:59", "1969-12-31T23:59:59"),
        ("2106:02:08 00:00:00", "2106-02-08T00:00:00"),
        ("2016:12:31 23:59:60", "2016-12-31T23:59:59"),
        ("2019:06:14 3:04:05 PM", "2019-06-14T15:04:05"),
        ("2019:06:14 12:04:05 am", "2019-06-14T00:04:05"),
        ("2019:06:14 下午3:04:05", "2019-06-14"),
    ],
)
def test_reads_times(written: str, local: str) -> None:
    moment = parse_moment(written)
    assert moment is not None
    assert moment.local == local


@pytest.mark.parametrize(
    "written",
    [
        "",
        "0000:00:00 00:00:00",
        "    :  :     :  :  ",
        "00000000",
        "0000-00-00",
        "2019:02:30 10:00:00",
        "2019:13:01 10:00:00",
        "2019",
        "soon",
    ],
)
def test_what_is_no_time_is_none(written: str) -> None:
    assert parse_moment(written) is None


@pytest.mark.parametrize(
    ("written", "offset"),
    [
        ("Z", "+00:00"),
        ("+0000", "+00:00"),
        ("+02:00", "+02:00"),
        ("-0330", "-03:30"),
        ("+5", "+05:00"),
        ("+05:45", "+05:45"),
        ("+14:00", "+14:00"),
    ],
)
def test_reads_offsets(written: str, offset: str) -> None:
    assert parse_offset(written) == offset


@pytest.mark.parametrize("written", ["", "   :  ", "+15:00", "+02:75", "02:00", "CEST"])
def test_what_is_no_offset_is_none(written: str) -> None:
    assert parse_offset(written) is None


def test_a_zero_original_gives_way_to_a_good_digitized_time() -> None:
    known = facts({PHOTO: {ORIGINAL: ascii_text(b"0000:00:00 00:00:00"), DIGITIZED: GOOD}})
    assert known.taken is not None
    assert (known.taken.value, known.taken.source) == ("2019-06-14T10:20:30", "EXIF DateTimeDigitized")


def test_the_time_of_a_change_is_no_capture_time() -> None:
    assert facts({IMAGE: {CHANGED: GOOD}}).taken is None


def test_no_metadata_means_no_time() -> None:
    assert facts().taken is None


def test_subseconds_are_a_decimal_fraction_and_sort_as_one() -> None:
    written = (b"5", b"094772", b"05", b"178406")
    times = [taken({ORIGINAL: GOOD, FRACTION_ORIGINAL: ascii_text(digits)}) for digits in written]
    assert sorted(filter(None, times)) == [f"2019-06-14T10:20:30.{digits}" for digits in ("05", "094772", "178406", "5")]


def test_subseconds_that_are_no_digits_are_left_out() -> None:
    assert taken({ORIGINAL: GOOD, FRACTION_ORIGINAL: ascii_text(b"  ")}) == "2019-06-14T10:20:30"


def test_the_offset_of_the_original_counts() -> None:
    known = facts({PHOTO: {ORIGINAL: GOOD, OFFSET: ascii_text(b"+01:00"), OFFSET_ORIGINAL: ascii_text(b"+02:00")}})
    assert known.offset is not None
    assert (known.offset.value, known.offset.source) == ("+02:00", "EXIF OffsetTimeOriginal")


def test_an_offset_of_the_time_of_change_says_nothing_of_the_capture() -> None:
    assert facts({PHOTO: {ORIGINAL: GOOD, OFFSET: ascii_text(b"+01:00")}}).offset is None


def test_an_offset_inside_a_time_that_is_too_long() -> None:
    known = facts({PHOTO: {ORIGINAL: ascii_text(b"2025:01:08 07:18:55+0000")}})
    assert known.taken is not None
    assert known.offset is not None
    assert (known.taken.value, known.offset.value) == ("2025-01-08T07:18:55", "+00:00")


@pytest.mark.parametrize(
    ("records", "local", "offset"),
    [
        ([(2, 55, b"20190614")], "2019-06-14", None),
        ([(2, 55, b"20190614"), (2, 60, b"102030+0200")], "2019-06-14T10:20:30", "+02:00"),
        ([(2, 55, b"00000000")], None, None),
        ([(2, 60, b"102030+0200")], None, None),
    ],
)
def test_iptc_dates(records: list[tuple[int, int, bytes]], local: str | None, offset: str | None) -> None:
    known = facts(iptc=records)
    assert (known.taken.value if known.taken else None) == local
    assert (known.offset.value if known.offset else None) == offset


def test_xmp_date_with_offset() -> None:
    known = facts(xmp="<photoshop:DateCreated>2019-06-14T10:20:30.5-08:00</photoshop:DateCreated>")
    assert known.taken is not None
    assert known.offset is not None
    assert (known.taken.value, known.taken.source) == ("2019-06-14T10:20:30.5", "XMP photoshop:DateCreated")
    assert known.offset.value == "-08:00"


def test_a_date_alone_has_no_offset() -> None:
    known = facts({PHOTO: {ORIGINAL: ascii_text(b"2019:06:14"), OFFSET_ORIGINAL: ascii_text(b"+02:00")}})
    assert known.taken is not None
    assert known.offset is None


def test_png_creation_time(tmp_path: Path) -> None:
    texts = PngInfo()
    texts.add_text("Creation Time", "2019:06:14 10:20:30")
    photo = read_as_photo(tmp_path, encoded(Image.new("RGB", (4, 4)), "PNG", pnginfo=texts), "a.png")
    assert photo.facts.taken is not None
    assert (photo.facts.taken.value, photo.facts.taken.source) == ("2019-06-14T10:20:30", "PNG Creation Time")
