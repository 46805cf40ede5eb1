"""Positions named offline: near and far from towns, at the edges of the map, on the sea, and in the real library."""

import csv
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.paths import shipped
from app.domain.earth import CITY_KILOMETRES, EARTH_RADIUS
from app.domain.photo import Position
from app.library.fold import fold
from app.photos.place_names import LAND_KILOMETRES, PlaceNames

HANGA_ROA = Position(-27.15253, -109.42438)
"""As the table has it."""


@pytest.fixture(scope="module")
def places() -> PlaceNames:
    return PlaceNames(shipped("resources") / "places" / "geonames.npz")


@pytest.mark.parametrize(
    ("latitude", "longitude", "expected"),
    [
        (43.46, 11.88, "Arezzo, Tuscany, Italy"),
        (57.72, 10.59, "Skagen, North Denmark, Denmark"),
        (52.37, 4.9, "Amsterdam, North Holland, Netherlands"),
        (-34.9, -56.19, "Montevideo, Montevideo Department, Uruguay"),
        (-41.2866, 174.7756, "Wellington, Wellington Region, New Zealand"),
        (49.25, -123.1, "Vancouver, British Columbia, Canada"),
    ],
)
def test_all_four_quarters_of_the_earth(places: PlaceNames, latitude: float, longitude: float, expected: str) -> None:
    assert places.name(Position(latitude, longitude)) == expected


def test_a_country_without_regions_has_no_gap(places: PlaceNames) -> None:
    assert places.name(Position(1.352, 103.82)) == "Hillcrest Park, Singapore"


def test_a_name_is_told_once(places: PlaceNames) -> None:
    assert places.name(Position(49.61, 6.13)) == "Luxembourg"


def test_the_equator_is_a_place_like_any_other(places: PlaceNames) -> None:
    named = places.name(Position(0.0, -78.45))
    assert named is not None
    assert named.endswith("Pichincha, Ecuador")


def test_both_sides_of_the_antimeridian_are_one_place(places: PlaceNames) -> None:
    east, west = places.name(Position(-16.8, 180.0)), places.name(Position(-16.8, -180.0))
    assert east == west == "Northern, Fiji"
    assert places.name(Position(-16.78, -179.99)) == east


@pytest.mark.parametrize("position", [Position(90.0, 0.0), Position(-90.0, 77.0), Position(30.0, -40.0), Position(-45.0, -120.0)])
def test_poles_and_open_sea_have_no_name(places: PlaceNames, position: Position) -> None:
    assert places.name(position) is None


def test_far_from_towns_only_region_and_country_are_told(places: PlaceNames) -> None:
    assert places.name(Position(65.0, -18.5)) == "Northeast, Iceland"


@pytest.mark.parametrize(
    ("kilometres", "inside", "outside"),
    [(CITY_KILOMETRES, "Hanga Roa, Valparaíso, Chile", "Valparaíso, Chile"), (LAND_KILOMETRES, "Valparaíso, Chile", None)],
)
def test_the_limits_are_where_they_are_said_to_be(places: PlaceNames, kilometres: int, inside: str, outside: str | None) -> None:
    """South of the only town of Easter Island lies nothing but water."""

    def south_by(distance: float) -> str | None:
        return places.name(Position(HANGA_ROA.latitude - math.degrees(distance / EARTH_RADIUS), HANGA_ROA.longitude))

    assert south_by(kilometres - 0.01) == inside
    assert south_by(kilometres + 0.01) == outside


def test_the_table_is_read_at_the_first_position_only(tmp_path: Path) -> None:
    """A library without positions costs nothing: what is not there is not missed before."""
    table = tmp_path / "places.npz"
    places = PlaceNames(table)
    table.write_bytes((shipped("resources") / "places" / "geonames.npz").read_bytes())
    first = places.name(Position(43.46, 11.88))
    table.unlink()
    assert places.name(Position(43.46, 11.88)) == first == "Arezzo, Tuscany, Italy"


@pytest.mark.shared
def test_real_photos_lie_in_the_countries_of_the_truth(places: PlaceNames, shared: Path) -> None:
    with open(shared / "photos" / "truth" / "library_metadata.tsv", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row["lat"]]
    named = [(row, (places.name(Position(float(row["lat"]), float(row["lon"]))) or "").split(", ")) for row in rows]
    assert len(rows) > 60
    assert [(row["path"], parts) for row, parts in named if parts[-1] != row["country"]] == []
    cities = [parts[0] == row["near_city"] for row, parts in named if float(row["city_km"]) <= CITY_KILOMETRES]
    assert sum(cities) >= 0.7 * len(cities)


@pytest.mark.parametrize(
    ("name", "latitude", "longitude"),
    [
        ("London", 51.50853, -0.12574),
        ("LONDON ", 51.50853, -0.12574),
        ("Jönköping", 57.78145, 14.15618),
        ("jonkoping", 57.78145, 14.15618),
        ("Vranjić", 43.53333, 16.46667),
        ("Kopavogur", 64.11234, -21.91298),
        ("Newcastle-upon-Tyne", 54.97328, -1.61396),
        ("Singapore", 1.28967, 103.85007),
        ("Tokyo", 35.6895, 139.69171),
        ("San Jose", 37.33939, -121.89496),
    ],
)
def test_a_town_is_found_by_its_name(places: PlaceNames, name: str, latitude: float, longitude: float) -> None:
    assert Position(latitude, longitude) in places.positions(name)


@given(st.text(st.characters(), max_size=30))
def test_any_text_may_be_asked_for(places: PlaceNames, text: str) -> None:
    found = places.positions(text)
    assert all(abs(each.latitude) <= 90 and abs(each.longitude) <= 180 for each in found)
    assert places.positions(f"  {text} ") == found


def test_towns_are_found_where_they_lie(places: PlaceNames) -> None:
    """By the name that their own position is given; those called as a region or country give way to it."""
    for position in [
        places.positions(name)[0] for name in ("Arezzo", "Skagen", "Odense", "Moab", "Reykjavík", "São Paulo", "Kraków", "Łódź")
    ]:
        city = (places.name(position) or "").split(",")[0]
        assert position in places.positions(city)
        assert position in places.positions(fold(city))


def test_several_towns_may_have_one_name(places: PlaceNames) -> None:
    assert len(places.positions("London")) > 2


@pytest.mark.parametrize("name", ["Italy", "italy", "Georgia", "Tuscany", "", " ", "\n", "Lond", "ondon", "London\nParis", "xqzzy"])
def test_countries_regions_and_parts_of_names_are_no_towns(places: PlaceNames, name: str) -> None:
    """Italy is in Texas as well; Georgia is a country, and a state."""
    assert places.positions(name) == ()


def test_a_town_gives_way_to_a_region_of_its_own_country_alone(places: PlaceNames) -> None:
    named = [places.name(each) or "" for each in places.positions("California")]
    assert "California, Durango, Mexico" in named
    assert not [each for each in named if each.endswith("United States")]
