"""Names for positions from a table of 155,000 places that comes with Candid (GeoNames, CC BY 4.0): the nearest place lends its names.

The table is read at the first position and kept. `resources/make_places.py` writes it and tells what is in it.
"""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.photo import Position

EARTH_RADIUS = 6371.0088
"""Mean radius in kilometres (IUGG)."""

CITY_KILOMETRES = 20
"""Where people still say that they are in or near a town: half an hour's drive. Farther out only region and country are told."""

LAND_KILOMETRES = 200
"""Farther from every place lie the open sea and the ice; deserts, forests and summits with people in them lie nearer."""

DEGREE = 100_000
"""Parts of a degree that the table's coordinates are written in."""


@dataclass(frozen=True, slots=True)
class _Table:
    """Rows of places. `directions` are unit vectors from the Earth's centre, float64: single precision would be some 2 km off.

    `areas` (n, 2) says which of `regions` and of `countries`; `ends` (n,) where the UTF-8 name of each city ends in `cities`.
    """

    directions: NDArray[np.float64]
    areas: NDArray[np.uint16]
    cities: bytes
    ends: NDArray[np.int64]
    regions: tuple[str, ...]
    countries: tuple[str, ...]

    def nearest(self, position: Position) -> tuple[int, float]:
        """The row of the nearest place and the great-circle distance to it in kilometres."""
        cosines = self.directions @ _directions(np.array([position.latitude, position.longitude]))
        row = int(cosines.argmax())
        return row, EARTH_RADIUS * math.acos(min(1.0, float(cosines[row])))

    def city(self, row: int) -> str:
        start = int(self.ends[row - 1]) + 1 if row else 0
        return self.cities[start : int(self.ends[row])].decode()

    def area(self, row: int) -> tuple[str, str]:
        region, country = self.areas[row].tolist()
        return self.regions[region], self.countries[country]


class PlaceNames:
    """Names positions by the table in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._table: _Table | None = None

    def name(self, position: Position) -> str | None:
        """City, region and country of the nearest place, none twice; the city only if it is near, nothing far from every place."""
        self._table = table = self._table or _read(self._path)
        row, distance = table.nearest(position)
        if distance > LAND_KILOMETRES:
            return None
        city = (table.city(row),) if distance <= CITY_KILOMETRES else ()
        return ", ".join(dict.fromkeys(part for part in (*city, *table.area(row)) if part))


def _read(path: Path) -> _Table:
    with np.load(path, allow_pickle=False) as stored:
        cities = stored["cities"]
        return _Table(
            directions=_directions(stored["positions"] / DEGREE),
            areas=stored["areas"],
            cities=cities.tobytes(),
            ends=np.flatnonzero(cities == ord("\n")),
            regions=_lines(stored["regions"]),
            countries=_lines(stored["countries"]),
        )


def _lines(stored: NDArray[np.uint8]) -> tuple[str, ...]:
    return tuple(stored.tobytes().decode().removesuffix("\n").split("\n"))


def _directions(degrees: NDArray[np.float64]) -> NDArray[np.float64]:
    """Latitudes and longitudes (…, 2) as unit vectors (…, 3)."""
    latitudes, longitudes = np.moveaxis(np.radians(degrees), -1, 0)
    return np.stack([np.cos(latitudes) * np.cos(longitudes), np.cos(latitudes) * np.sin(longitudes), np.sin(latitudes)], axis=-1)
