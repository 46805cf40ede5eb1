"""Photos around a position: exactly those that lie so near, anywhere on the globe, and only those that can be found."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.earth import CITY_KILOMETRES, EARTH_RADIUS, direction
from app.domain.photo import Fact, Position, ReadPhoto
from app.domain.query import Around, Condition, Filter, FilterField
from app.library.catalogue import Catalogue
from tests.unit.library.made import read_photo

HERE = Position(51.5, -0.12)


class Towns:
    def __init__(self, towns: Mapping[str, tuple[Position, ...]]) -> None:
        self._towns = towns

    def positions(self, name: str) -> tuple[Position, ...]:
        return self._towns.get(name, ())


def at(path: str, position: Position | None) -> ReadPhoto:
    photo = read_photo(path)
    return replace(photo, facts=replace(photo.facts, gps=Fact(position, "EXIF") if position else None))


def north_of(position: Position, kilometres: float) -> Position:
    return Position(position.latitude + math.degrees(kilometres / EARTH_RADIUS), position.longitude)


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    towns = Towns({"here": (HERE, Position(-40, 170)), "nowhere": (Position(0, 0),)})
    with Catalogue(tmp_path_factory.mktemp("library") / "catalogue.sqlite3", places=towns) as opened:
        opened.add_folder("/pictures")
        yield opened


def found(catalogue: Catalogue, kilometres: float, *positions: Position, negated: bool = False) -> set[str]:
    each = Filter(FilterField.PLACE, Around("here", positions, kilometres))
    ids = catalogue.satisfying([Condition((each,), negated)]).tolist()
    return {Path(photo.path).stem for photo in catalogue.photos(ids).values()}


def put(catalogue: Catalogue, **photos: Position | None) -> None:
    known = catalogue.known_files(catalogue.folders()[0].id).photos
    catalogue.mark_gone([each.id for each in known.values()])
    catalogue.store(catalogue.folders()[0].id, [at(f"/pictures/{name}.jpg", position) for name, position in photos.items()])


def test_the_distance_is_kept_to(catalogue: Catalogue) -> None:
    put(catalogue, near=north_of(HERE, 19.99), far=north_of(HERE, 20.01), south=north_of(HERE, -19.99), nowhere=None)
    assert found(catalogue, 20, HERE) == {"near", "south"}
    assert found(catalogue, 20, HERE, negated=True) == {"far", "nowhere"}
    assert found(catalogue, 0.02, north_of(HERE, 20), HERE) == {"near", "far"}
    assert found(catalogue, 20) == set()


@pytest.mark.parametrize(
    ("centre", "other"),
    [
        (Position(-16.8, 179.99), Position(-16.8, -179.99)),
        (Position(90.0, 0.0), Position(89.9, 123.0)),
        (Position(89.95, 10.0), Position(89.95, -170.0)),
        (Position(-90.0, 50.0), Position(-89.95, -120.0)),
    ],
)
def test_poles_and_the_antimeridian_are_places_like_any_other(catalogue: Catalogue, centre: Position, other: Position) -> None:
    put(catalogue, other=other, opposite=Position(-other.latitude, other.longitude))
    assert found(catalogue, 20, centre) == {"other"}


def test_a_photo_that_moved_is_found_where_it_is(catalogue: Catalogue) -> None:
    put(catalogue, one=HERE)
    put(catalogue, one=Position(0, 100))
    assert found(catalogue, 20, HERE) == set()
    assert found(catalogue, 20, Position(0, 100)) == {"one"}
    put(catalogue, one=None)
    assert found(catalogue, 30_000, HERE) == set()


def test_a_town_is_around_photos_only(catalogue: Catalogue) -> None:
    put(catalogue, one=north_of(HERE, 5))
    assert catalogue.around("here") == Around("here", (HERE,), CITY_KILOMETRES)
    assert catalogue.around("nowhere") is None
    assert catalogue.around("unheard of") is None
    put(catalogue)
    assert catalogue.around("here") is None


positions = st.builds(Position, st.floats(-90, 90), st.floats(-180, 180))


@settings(max_examples=40)
@given(centre=positions, other=positions, kilometres=st.floats(0, 21_000))
def test_it_is_the_great_circle_distance(catalogue: Catalogue, centre: Position, other: Position, kilometres: float) -> None:
    chord = math.dist(direction(centre.latitude, centre.longitude), direction(other.latitude, other.longitude))
    distance = 2 * EARTH_RADIUS * math.asin(min(1.0, chord / 2))
    put(catalogue, other=other)
    # At a point and at its antipode the cosine tells some metres to a hundred metres only.
    if abs(distance - kilometres) > 0.5:
        assert (found(catalogue, kilometres, centre) == {"other"}) is (distance < kilometres)
