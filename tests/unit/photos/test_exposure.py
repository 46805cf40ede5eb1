"""Camera, its serial number, lens, exposure, orientation and rating."""

from pathlib import Path

import pytest

from app.domain.photo import Fact, ReadPhoto
from app.photos.exposure import serial, stars_of_percent
from app.photos.raw import RawMetadata
from app.photos.reading import read_photo
from tests.unit.photos.making import IMAGE, PHOTO, Directory, Entry, ascii_text, facts, found, rational, raw_bytes, short

MAKE, MODEL, ORIENTATION, RATING, RATING_PERCENT = 0x010F, 0x0110, 0x0112, 0x4746, 0x4749
TAGS = {
    "iso": 0x8827,
    "recommended": 0x8832,
    "f_number": 0x829D,
    "aperture": 0x9202,
    "exposure": 0x829A,
    "focal": 0x920A,
    "lens": 0xA434,
    "serial": 0xA431,
}


def photo(**entries: Entry) -> Directory:
    return {TAGS[name]: entry for name, entry in entries.items()}


def test_camera_names_are_trimmed_and_end_at_a_nul() -> None:
    known = facts({IMAGE: {MAKE: (2, 12, b"Canon  \0junk"), MODEL: ascii_text(b"  Canon  EOS 20D ")}})
    assert known.make is not None
    assert known.model is not None
    assert (known.make.value, known.model.value, known.model.source) == ("Canon", "Canon EOS 20D", "EXIF Model")


def test_lens_by_exif_before_xmp_and_no_placeholders() -> None:
    lens = "<aux:Lens>EF 50mm</aux:Lens>"
    by_exif = facts({PHOTO: photo(lens=ascii_text(b"RF 35mm"))}, xmp=lens).lens
    by_xmp = facts({PHOTO: photo(lens=ascii_text(b"----"))}, xmp=lens).lens
    assert by_exif is not None
    assert by_xmp is not None
    assert (by_exif.value, by_xmp.value, by_xmp.source) == ("RF 35mm", "EF 50mm", "XMP aux:Lens")


AUX_SERIAL = "<aux:SerialNumber>%s</aux:SerialNumber>"
EX_SERIAL = "<exifEX:BodySerialNumber>%s</exifEX:BodySerialNumber>"


def test_serial_by_exif_before_xmp() -> None:
    xmp = AUX_SERIAL % "3206777" + EX_SERIAL % "062021"
    assert facts({PHOTO: photo(serial=ascii_text(b" 032033001107 "))}, xmp=xmp).serial == Fact("032033001107", "EXIF BodySerialNumber")
    assert facts(xmp=xmp).serial == Fact("062021", "XMP exifEX:BodySerialNumber")
    assert facts(xmp=AUX_SERIAL % "3206777").serial == Fact("3206777", "XMP aux:SerialNumber")


@pytest.mark.parametrize("nothing", [b"", b"0", b"0000000000", b"-------", b"- - -", b"XXXXXXXX", b"\xff\xff\xff\xff"])
def test_serials_that_stand_for_none_defer_to_the_next(nothing: bytes) -> None:
    assert facts({PHOTO: photo(serial=ascii_text(nothing))}).serial is None
    known = facts({PHOTO: photo(serial=ascii_text(nothing))}, xmp=AUX_SERIAL % "6607572").serial
    assert known == Fact("6607572", "XMP aux:SerialNumber")


def test_a_lens_has_another_serial() -> None:
    assert facts(xmp="<aux:LensSerialNumber>4803006108</aux:LensSerialNumber>").serial is None


def test_a_serial_is_bounded_and_clean() -> None:
    known = facts({PHOTO: photo(serial=ascii_text(b"A1\x01\n" + b"x" * 5000))}).serial
    assert known is not None
    assert known.value.startswith("A1 x")
    assert len(known.value) == 200


def test_the_number_of_a_canon_maker_note_is_written_in_decimal() -> None:
    raw = RawMetadata(exif={"Exif.Canon.SerialNumber": ((670_123_100, 1),)})
    assert serial(raw) == Fact("670123100", "maker note SerialNumber")
    assert serial(RawMetadata(exif={"Exif.Canon.SerialNumber": ((0, 1),)})) is None
    assert serial(RawMetadata(exif={"Exif.Canon.SerialNumber": ()})) is None


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("library/nextcloud/Birdie.jpg", Fact("032033001107", "EXIF BodySerialNumber")),
        ("library/nextcloud/Frog.jpg", Fact("032033001107", "XMP aux:SerialNumber")),
        ("library/nextcloud/Vineyard.jpg", Fact("6025991", "maker note SerialNumber")),
        ("library/immich/thompson-springs.jpg", Fact("062021002724", "XMP exifEX:BodySerialNumber")),
        ("library/kphotoalbum/skagen.jpg", None),
    ],
)
def test_serials_of_real_photos(path: str, expected: Fact[str] | None, shared: Path) -> None:
    outcome = read_photo(found(shared / "photos" / path))
    assert isinstance(outcome, ReadPhoto)
    assert outcome.facts.serial == expected


def test_numbers_of_an_exposure() -> None:
    known = facts({PHOTO: photo(iso=short(400), f_number=rational((28, 10)), exposure=rational((1, 250)), focal=rational((50, 1)))})
    values = [fact.value for fact in (known.iso, known.aperture, known.shutter, known.focal_length) if fact]
    assert values == [400, 2.8, 0.004, 50.0]


@pytest.mark.parametrize("nothing", [(0, 0), (0, 1), (1, 0), (4_294_967_295, 1)])
def test_numbers_that_cannot_be_true(nothing: tuple[int, int]) -> None:
    known = facts({PHOTO: photo(f_number=rational(nothing), exposure=rational(nothing), focal=rational(nothing), iso=short(0))})
    assert (known.aperture, known.shutter, known.focal_length, known.iso) == (None, None, None, None)


def test_aperture_from_apex_where_there_is_no_f_number() -> None:
    known = facts({PHOTO: photo(f_number=rational((0, 0)), aperture=rational((4, 1)))}).aperture
    assert known is not None
    assert (known.value, known.source) == (4.0, "EXIF ApertureValue")


def test_an_overflown_iso_defers_to_the_wider_field() -> None:
    known = facts({PHOTO: photo(iso=short(65_535), recommended=(4, 1, (102_400).to_bytes(4, "little")))}).iso
    assert known is not None
    assert known.value == 102_400


@pytest.mark.parametrize(("stored", "expected"), [(number, number if 1 <= number <= 8 else None) for number in range(11)])
def test_orientations(stored: int, expected: int | None) -> None:
    known = facts({IMAGE: {ORIENTATION: short(stored)}}).orientation
    assert (known.value if known else None) == expected


@pytest.mark.parametrize(
    ("stored", "stars"),
    [("3", 3), ("-1", -1), ("0", 0), ("3.0", 3), ("2.5", 3), ("99", 5), ("-7", -1), ("", None), ("nan", None), ("good", None)],
)
def test_xmp_ratings(stored: str, stars: int | None) -> None:
    known = facts(xmp=f"<xmp:Rating>{stored}</xmp:Rating>").rating
    assert (known.value if known else None) == stars


def test_stars_of_exif_and_percent_only_without_stars() -> None:
    both = facts({IMAGE: {RATING: short(2), RATING_PERCENT: short(99)}}).rating
    percent = facts({IMAGE: {RATING_PERCENT: short(75)}}).rating
    assert both is not None
    assert percent is not None
    assert (both.value, both.source) == (2, "EXIF Rating")
    assert (percent.value, percent.source) == (4, "EXIF RatingPercent")


@pytest.mark.parametrize(("percent", "stars"), [(0, 0), (1, 1), (24, 1), (25, 2), (50, 3), (75, 4), (98, 4), (99, 5), (100, 5)])
def test_stars_of_percent(percent: float, stars: int) -> None:
    assert stars_of_percent(percent) == stars


def test_entries_of_the_wrong_type_hurt_nothing() -> None:
    numbers = photo(iso=raw_bytes(b"\0\0\0"), f_number=ascii_text(b"2.8"))
    known = facts({IMAGE: {MAKE: short(7), ORIENTATION: ascii_text(b"six")}, PHOTO: numbers})
    assert (known.make, known.orientation, known.iso) == (None, None, None)
