"""The kinds of positions that break photo indexers: each made here, and where it must be, or nowhere."""

import struct
from pathlib import Path

import pytest

from app.config.paths import shipped
from app.domain.photo import NAMED_POSITION, Position, ReadPhoto
from app.photos.place_names import PlaceNames
from app.services.naming import with_place
from tests.unit.photos.making import GPS, Entry, ascii_text, facts, jpeg, rational, raw_bytes, read_as_photo

NORTH, SOUTH, EAST, WEST = (ascii_text(letter) for letter in (b"N", b"S", b"E", b"W"))
NOTHING = rational((0, 0), (0, 0), (0, 0))
ZERO = rational((0, 1), (0, 1), (0, 1))
PARIS = rational((48, 1), (51, 1), (24, 1)), rational((2, 1), (21, 1), (7, 1))


@pytest.fixture(scope="module")
def names() -> PlaceNames:
    """The table of places that is shipped."""
    return PlaceNames(shipped("resources") / "places" / "geonames.npz")


def block(latitude: Entry | None, north: Entry | None, longitude: Entry | None, east: Entry | None, **more: Entry) -> dict[int, Entry]:
    """A GPS directory; `altitude` and `below` may be told as well."""
    entries = {1: north, 2: latitude, 3: east, 4: longitude, 5: more.get("below"), 6: more.get("altitude")}
    return {tag: entry for tag, entry in entries.items() if entry}


def where(*entries: Entry | None, **more: Entry) -> Position | None:
    found = facts({GPS: block(*entries, **more)}).gps
    return found.value if found else None


@pytest.mark.parametrize(
    "entries",
    [
        (NOTHING, NORTH, NOTHING, EAST),
        (NOTHING, NORTH, PARIS[1], EAST),
        (PARIS[0], NORTH, NOTHING, EAST),
        (rational((48, 1), (0, 0), (0, 1)), NORTH, PARIS[1], EAST),
        (rational((1, 0), (0, 1), (0, 1)), NORTH, PARIS[1], EAST),
        (PARIS[0], None, PARIS[1], None),
        (PARIS[0], None, PARIS[1], EAST),
        (PARIS[0], NORTH, PARIS[1], None),
        (PARIS[0], ascii_text(b"?"), PARIS[1], EAST),
        (ZERO, NORTH, ZERO, EAST),
        (ZERO, SOUTH, ZERO, WEST),
        (rational((90, 1), (0, 1), (1, 1)), NORTH, PARIS[1], EAST),
        (PARIS[0], NORTH, rational((180, 1), (1, 1), (0, 1)), EAST),
        (PARIS[0], NORTH, rational((4_294_967_295, 1), (0, 1), (0, 1)), EAST),
        (PARIS[0], NORTH, None, None),
        (None, None, None, None),
        (ascii_text(b"48.85"), NORTH, ascii_text(b"about 2"), EAST),
        (rational((48, 1), (51, 1), (24, 1), (7, 1)), NORTH, PARIS[1], EAST),
    ],
)
def test_what_is_no_position(entries: tuple[Entry | None, ...]) -> None:
    assert where(*entries) is None


@pytest.mark.parametrize(
    ("north", "east", "signs"),
    [
        (NORTH, EAST, (1, 1)),
        (SOUTH, EAST, (-1, 1)),
        (NORTH, WEST, (1, -1)),
        (SOUTH, WEST, (-1, -1)),
        (ascii_text(b"s"), ascii_text(b"w"), (-1, -1)),
    ],
)
def test_the_right_hemisphere(north: Entry, east: Entry, signs: tuple[int, int]) -> None:
    found = where(PARIS[0], north, PARIS[1], east)
    assert found is not None
    assert (found.latitude, found.longitude) == pytest.approx((signs[0] * 48.856667, signs[1] * 2.351944), abs=1e-6)


def signed(degrees: int) -> Entry:
    return 10, 3, struct.pack("<6i", degrees, 1, 0, 1, 0, 1)


def test_a_sign_beside_its_letter_is_none_too_many_and_one_against_it_is_no_position() -> None:
    assert where(signed(-33), SOUTH, signed(-70), WEST) == Position(-33.0, -70.0)
    assert where(signed(-33), NORTH, signed(70), EAST) is None


def test_the_equator_and_the_prime_meridian_are_places() -> None:
    assert where(ZERO, NORTH, rational((79, 1), (0, 1), (0, 1)), WEST) == Position(0.0, -79.0)
    assert where(rational((51, 1), (0, 1), (0, 1)), NORTH, ZERO, EAST) == Position(51.0, 0.0)


@pytest.mark.parametrize(
    "latitude",
    [
        rational((48, 1), (51, 1), (24, 1)),
        rational((48, 1), (514, 10), (0, 1)),
        rational((48, 1), (5_140, 100)),
        rational((48_856_667, 1_000_000)),
        rational((48, 1), (51, 1), (24_000_000, 1_000_000)),
    ],
)
def test_degrees_in_every_form(latitude: Entry) -> None:
    found = where(latitude, NORTH, PARIS[1], EAST)
    assert found is not None
    assert found.latitude == pytest.approx(48.856667, abs=1e-6)


@pytest.mark.parametrize(
    "written",
    ["48,51.4N", "48,51,24N", "48.856666667N", "48,51,24.0n", "48 deg 51' 24.00\" N", "48°51'24\"N", "48° 51′ 24″ N", " 48,51.4N "],
)
def test_xmp_writes_degrees_in_every_form(written: str) -> None:
    escaped = written.replace('"', "&quot;")
    found = facts(xmp=f"<exif:GPSLatitude>{escaped}</exif:GPSLatitude><exif:GPSLongitude>2,21.1W</exif:GPSLongitude>").gps
    assert found is not None
    assert (found.value.latitude, found.value.longitude) == pytest.approx((48.856667, -2.351667), abs=1e-6)
    assert found.source == "XMP exif:GPS"


@pytest.mark.parametrize(
    ("latitude", "reference", "expected"),
    [("48.5", "N", 48.5), ("33.5", "South", -33.5), ("48,30", "N", 48.5), ("48.5", "", None), ("48.5", "E", None), ("48.5N", "S", 48.5)],
)
def test_xmp_with_the_letter_in_a_property_of_its_own(latitude: str, reference: str, expected: float | None) -> None:
    letters = f"<exif:GPSLatitudeRef>{reference}</exif:GPSLatitudeRef><exif:GPSLongitudeRef>E</exif:GPSLongitudeRef>"
    found = facts(xmp=f"{letters}<exif:GPSLatitude>{latitude}</exif:GPSLatitude><exif:GPSLongitude>11</exif:GPSLongitude>").gps
    assert (found.value.latitude if found else None) == expected


@pytest.mark.parametrize(
    ("altitude", "below", "metres"),
    [
        (rational((0, 0)), raw_bytes(b"\0"), None),
        (rational((0, 1)), raw_bytes(b"\0"), 0),
        (rational((431, 1)), raw_bytes(b"\1"), -431),
        (rational((4_294_967_295, 1)), raw_bytes(b"\1"), None),
        (rational((431, 1)), ascii_text(b"1"), -431),
        (rational((88_486, 10)), None, 8848.6),
    ],
)
def test_altitudes(altitude: Entry, below: Entry | None, metres: float | None) -> None:
    more = {"altitude": altitude} | ({"below": below} if below else {})
    found = where(PARIS[0], NORTH, PARIS[1], EAST, **more)
    assert found is not None
    assert found.altitude == metres


def named(folder: Path, names: PlaceNames, gps: dict[int, Entry]) -> ReadPhoto:
    return with_place(read_as_photo(folder, jpeg({GPS: gps} if gps else None)), names)


def test_a_position_is_named_offline_by_its_source(tmp_path: Path, names: PlaceNames) -> None:
    place = named(tmp_path, names, block(PARIS[0], NORTH, PARIS[1], EAST)).facts.place
    assert place is not None
    assert place.value.startswith("Paris")
    assert place.value.endswith("France")
    assert place.source == NAMED_POSITION


@pytest.mark.parametrize("entries", [(NOTHING, NORTH, NOTHING, EAST), (PARIS[0], None, PARIS[1], None), (ZERO, NORTH, ZERO, EAST), ()])
def test_nothing_is_named_where_there_is_no_position(tmp_path: Path, names: PlaceNames, entries: tuple[Entry | None, ...]) -> None:
    assert named(tmp_path, names, block(*entries) if entries else {}).facts.place is None


def test_nothing_is_named_on_the_open_sea(tmp_path: Path, names: PlaceNames) -> None:
    sea = block(rational((48, 1), (0, 1), (0, 1)), SOUTH, rational((123, 1), (0, 1), (0, 1)), WEST)
    photo = named(tmp_path, names, sea)
    assert photo.facts.gps is not None
    assert photo.facts.place is None
