"""Parsers of hostile metadata: they never raise, what they give is in range, and cleaning twice is cleaning once."""

import math
import unicodedata
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from app.domain.photo import Position
from app.photos import exposure, position, words
from app.photos.capture_time import parse_moment, parse_offset
from app.photos.metadata import facts_of, notes_of
from app.photos.precedence import GPS_EXIF, TAGS_FLAT, TAGS_HIERARCHICAL, WANTED
from app.photos.raw import Blob, ExifValue, Numbers, RawMetadata
from app.photos.sidecars import Sidecars
from app.photos.text import cleaned, decoded, decoded_comment, decoded_windows
from app.photos.values import number

NUMBERS = st.lists(st.tuples(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1)), max_size=4).map(tuple)
BLOBS = st.builds(Blob, st.binary(max_size=60), st.booleans())
KEYS = sorted(WANTED)


def keys_of(standard: str) -> list[str]:
    return [key for key in KEYS if key.startswith(standard)]


RAW = st.builds(
    RawMetadata,
    exif=st.dictionaries(st.sampled_from(keys_of("Exif.")), st.one_of(BLOBS, NUMBERS)),
    iptc=st.dictionaries(st.sampled_from(keys_of("Iptc.")), st.lists(st.binary(max_size=40), max_size=3).map(tuple)),
    xmp=st.dictionaries(st.sampled_from(keys_of("Xmp.")), st.lists(st.text(max_size=40), max_size=3).map(tuple)),
    little_endian=st.booleans(),
)


@given(st.text(), st.text(max_size=8))
def test_any_text_as_a_time(written: str, fraction: str) -> None:
    moment = parse_moment(written, fraction)
    if moment:
        assert len(moment.local) == 10 or moment.local[10] == "T"


@given(st.datetimes(), st.sampled_from([":", "-"]), st.sampled_from([" ", "T"]), st.integers(0, 999_999))
def test_times_come_back(moment: object, dash: str, between: str, fraction: int) -> None:
    written = f"{moment:%Y{dash}%m{dash}%d{between}%H:%M:%S}"
    year, rest = written.split(dash, 1)
    parsed = parse_moment(f"{int(year):04}{dash}{rest}", f"{fraction:06}")
    assert parsed is not None
    assert parsed.local == f"{int(year):04}-{moment:%m-%dT%H:%M:%S}.{fraction:06}"


@given(st.text(max_size=10))
def test_any_text_as_an_offset(written: str) -> None:
    offset = parse_offset(written)
    assert offset is None or (len(offset) == 6 and abs(int(offset[:3])) <= 14)


@given(st.integers(-14 * 60, 14 * 60))
def test_offsets_come_back(minutes: int) -> None:
    written = f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
    assert parse_offset(written) == written
    assert parse_offset(written.replace(":", "")) == written


@given(NUMBERS, NUMBERS, BLOBS, BLOBS, NUMBERS)
def test_any_gps(latitude: Numbers, longitude: Numbers, north: Blob, east: Blob, altitude: Numbers) -> None:
    exif: dict[str, ExifValue] = {
        GPS_EXIF["Latitude"]: latitude,
        GPS_EXIF["LatitudeRef"]: north,
        GPS_EXIF["Longitude"]: longitude,
        GPS_EXIF["LongitudeRef"]: east,
        GPS_EXIF["Altitude"]: altitude,
    }
    fact = position.position(RawMetadata(exif=exif))
    assert fact is None or is_believable(fact.value)


@given(st.integers(0, 89), st.integers(0, 59), st.integers(0, 59_999), st.booleans(), st.booleans())
def test_gps_comes_back(whole: int, minutes: int, milliseconds: int, south: bool, west: bool) -> None:
    parts = ((whole, 1), (minutes, 1), (milliseconds, 1000))
    exif: dict[str, ExifValue] = {
        GPS_EXIF["Latitude"]: parts,
        GPS_EXIF["LatitudeRef"]: Blob(b"S\0" if south else b"N\0", True),
        GPS_EXIF["Longitude"]: ((120, 1), (0, 1), (0, 1)),
        GPS_EXIF["LongitudeRef"]: Blob(b"W\0" if west else b"E\0", True),
    }
    fact = position.position(RawMetadata(exif=exif))
    assert fact is not None
    assert math.isclose(abs(fact.value.latitude), whole + minutes / 60 + milliseconds / 3_600_000)
    assert math.copysign(1, fact.value.latitude) == (-1 if south else 1)
    assert fact.value.longitude == (-120 if west else 120)


@given(st.binary(), st.sampled_from([None, "utf-8", "latin-1", "iso2022_jp"]))
def test_any_bytes_as_text(raw: bytes, charset: str | None) -> None:
    assert is_clean(cleaned(decoded(raw, charset)))


@given(st.binary(), st.booleans())
def test_any_bytes_as_windows_text_and_as_comment(raw: bytes, flag: bool) -> None:
    assert is_clean(cleaned(decoded_windows(raw, flag)))
    assert is_clean(cleaned(decoded_comment(raw, flag)))


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_windows_text_comes_back(text: str) -> None:
    assert decoded_windows(text.encode("utf-16-le") + b"\0\0", False).rstrip("\0") == text.rstrip("\0")


@given(st.text())
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    once = cleaned(text)
    assert cleaned(once) == once
    assert is_clean(once)


@given(st.text(max_size=20))
def test_any_text_as_a_number(text: str) -> None:
    assert isinstance(number(text), float)


@given(RAW, st.lists(RAW, max_size=2), st.booleans())
def test_any_metadata_gives_facts_in_range(raw: RawMetadata, beside: list[RawMetadata], of_raw: bool) -> None:
    sidecars = Sidecars(xmp=tuple(replace(each, told_in="sidecar x.xmp · ") for each in beside), of_raw=of_raw)
    facts = facts_of(raw, sidecars)
    notes_of(raw, sidecars)
    assert {name for name, _ in facts_of(raw).known()} <= {name for name, _ in facts.known()} | {"offset"}
    numbers = [fact.value for fact in (facts.iso, facts.aperture, facts.shutter, facts.focal_length) if fact]
    assert all(math.isfinite(value) and value > 0 for value in numbers)
    assert facts.orientation is None or 1 <= facts.orientation.value <= 8
    assert facts.rating is None or -1 <= facts.rating.value <= 5
    assert facts.gps is None or is_believable(facts.gps.value)
    texts = [fact.value for fact in (facts.title, facts.caption, facts.make, facts.model, facts.lens, facts.place) if fact]
    assert all(text and is_clean(text) for text in texts)


@given(st.lists(st.text("abcAB/|; ", max_size=12), max_size=8), st.lists(st.text("abcAB/|; ", max_size=12), max_size=8))
def test_tags_are_unique_and_named(flat: list[str], paths: list[str]) -> None:
    fact = words.tags(RawMetadata(xmp={TAGS_FLAT[0]: tuple(flat), next(iter(TAGS_HIERARCHICAL)): tuple(paths)}))
    tags = fact.value if fact else ()
    assert len({tag.path.casefold() for tag in tags}) == len(tags)
    assert all(tag.name.strip() and all(parent.strip() for parent in tag.parents) for tag in tags)


@given(st.floats(0, 100))
def test_percent_gives_stars(percent: float) -> None:
    assert 0 <= exposure.stars_of_percent(percent) <= 5


def is_believable(found: Position) -> bool:
    in_range = -90 <= found.latitude <= 90 and -180 <= found.longitude <= 180
    return in_range and (found.latitude, found.longitude) != (0, 0) and (found.altitude is None or math.isfinite(found.altitude))


def is_clean(text: str) -> bool:
    text.encode("utf-8")
    allowed = "\n\t"
    has_control = any(unicodedata.category(letter) == "Cc" and letter not in allowed for letter in text)
    return not has_control and unicodedata.is_normalized("NFC", text) and text == text.strip()
