"""Position and place: what can be believed, and what is no position."""

import pytest

from app.domain.photo import Position
from app.photos.position import parse_xmp_coordinate
from tests.unit.photos.making import GPS, Entry, alternatives, ascii_text, facts, rational, raw_bytes

NORTH, SOUTH, EAST, WEST = (ascii_text(letter) for letter in (b"N", b"S", b"E", b"W"))
FORTY_EIGHT = rational((48, 1), (30, 1), (36, 1))
ELEVEN = rational((11, 1), (15, 1), (0, 1))
ZERO = rational((0, 1), (0, 1), (0, 1))


def gps(latitude: Entry | None, north: Entry | None, longitude: Entry | None, east: Entry | None, **more: Entry) -> Position | None:
    entries = {1: north, 2: latitude, 3: east, 4: longitude, 5: more.get("below"), 6: more.get("altitude")}
    fact = facts({GPS: {tag: entry for tag, entry in entries.items() if entry}}).gps
    return fact.value if fact else None


@pytest.mark.parametrize(
    ("north", "east", "expected"),
    [
        (NORTH, EAST, (48.51, 11.25)),
        (SOUTH, EAST, (-48.51, 11.25)),
        (NORTH, WEST, (48.51, -11.25)),
        (ascii_text(b"s"), ascii_text(b"West"), (-48.51, -11.25)),
    ],
)
def test_the_right_hemisphere(north: Entry, east: Entry, expected: tuple[float, float]) -> None:
    found = gps(FORTY_EIGHT, north, ELEVEN, east)
    assert found is not None
    assert (found.latitude, found.longitude) == pytest.approx(expected)


def test_undefined_fractions_are_no_position() -> None:
    undefined = rational((0, 0), (0, 0), (0, 0))
    assert gps(undefined, NORTH, ELEVEN, EAST) is None
    assert gps(FORTY_EIGHT, NORTH, rational((11, 1), (15, 1), (0, 0)), EAST) is None


@pytest.mark.parametrize(("north", "east"), [(None, EAST), (NORTH, None), (ascii_text(b"X"), EAST), (ascii_text(b""), EAST), (EAST, NORTH)])
def test_no_guess_without_references(north: Entry | None, east: Entry | None) -> None:
    assert gps(FORTY_EIGHT, north, ELEVEN, east) is None


def test_exactly_zero_zero_is_no_position_but_the_equator_is() -> None:
    assert gps(ZERO, NORTH, ZERO, EAST) is None
    on_equator = gps(ZERO, NORTH, rational((79, 1), (0, 1), (0, 1)), WEST)
    assert on_equator == Position(0.0, -79.0)


@pytest.mark.parametrize(
    ("latitude", "longitude"),
    [
        (rational((91, 1), (0, 1), (0, 1)), ELEVEN),
        (FORTY_EIGHT, rational((181, 1), (0, 1), (0, 1))),
        (rational((48, 1), (99, 1), (0, 1)), ELEVEN),
    ],
)
def test_out_of_range_is_no_position(latitude: Entry, longitude: Entry) -> None:
    assert gps(latitude, NORTH, longitude, EAST) is None


@pytest.mark.parametrize(
    ("altitude", "below", "metres"),
    [
        (rational((3241, 10)), raw_bytes(b"\0"), 324.1),
        (rational((3241, 10)), raw_bytes(b"\1"), -324.1),
        (rational((3241, 10)), None, 324.1),
        (rational((0, 0)), raw_bytes(b"\0"), None),
        (rational((4_294_967_295, 1)), raw_bytes(b"\0"), None),
        (None, raw_bytes(b"\1"), None),
    ],
)
def test_altitude(altitude: Entry | None, below: Entry | None, metres: float | None) -> None:
    more = {name: entry for name, entry in (("altitude", altitude), ("below", below)) if entry}
    found = gps(FORTY_EIGHT, NORTH, ELEVEN, EAST, **more)
    assert found is not None
    assert found.altitude == (pytest.approx(metres) if metres is not None else None)


def test_xmp_position_where_exif_has_none() -> None:
    known = facts(
        {GPS: {1: NORTH, 2: rational((0, 0), (0, 0), (0, 0)), 3: EAST, 4: rational((0, 0), (0, 0), (0, 0))}},
        xmp="<exif:GPSLatitude>48,30.6N</exif:GPSLatitude><exif:GPSLongitude>11,15,0W</exif:GPSLongitude>"
        "<exif:GPSAltitude>32/10</exif:GPSAltitude><exif:GPSAltitudeRef>1</exif:GPSAltitudeRef>",
    ).gps
    assert known is not None
    assert known.source == "XMP exif:GPS"
    assert (known.value.latitude, known.value.longitude, known.value.altitude) == pytest.approx((48.51, -11.25, -3.2))


@pytest.mark.parametrize("written", ["", "48.5", "48,30.5", "N", "48,61N", "48,30.5E", "nanN", "-48,3N"])
def test_what_is_no_xmp_latitude(written: str) -> None:
    assert parse_xmp_coordinate(written, "NS") is None


def test_place_is_joined_from_small_to_large_without_repeats() -> None:
    known = facts(
        iptc=[(2, 90, b"Luxembourg"), (2, 101, b"luxembourg"), (2, 92, b"Grund")],
        xmp="<photoshop:City>Luxembourg</photoshop:City>",
    ).place
    assert known is not None
    assert known.value == "Grund, Luxembourg"
    assert known.source == "IPTC Sub-location + XMP photoshop:City"


def test_where_a_picture_was_taken_is_named_before_what_it_is_filed_under() -> None:
    city = "<rdf:li rdf:parseType='Resource'><Iptc4xmpExt:City>Porto</Iptc4xmpExt:City></rdf:li>"
    created = f"<Iptc4xmpExt:LocationCreated><rdf:Bag>{city}</rdf:Bag>"
    known = facts(xmp=f"{created}</Iptc4xmpExt:LocationCreated><photoshop:City>Lisbon</photoshop:City>").place
    assert known is not None
    assert known.value == "Porto"
    assert facts(xmp=alternatives("dc:title", default="x")).place is None
