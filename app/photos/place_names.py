"""Names for positions, and positions of names, from a table of 155,000 places that comes with Candid (GeoNames, CC BY 4.0).

The nearest place lends a position its names. The table is read when it is first needed, and kept. `resources/make_places.py`
writes it and tells what is in it.
"""

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.earth import CITY_KILOMETRES, EARTH_RADIUS
from app.domain.photo import Position

LAND_KILOMETRES = 200
"""Farther from every place lie the open sea and the ice; deserts, forests and summits with people in them lie nearer."""

DEGREE = 100_000
"""Parts of a degree that the table's coordinates are written in."""


_MARKS = re.compile("[\u0300-\u036f]+")
_LETTERS = str.maketrans("đðħıłŋøŧ’‘ʻʼ`‐‑–-", "ddhilnot'''''    ") | {ord("æ"): "ae", ord("œ"): "oe", ord("þ"): "th"}
"""Letters that decompose into nothing, and the shapes that apostrophes and hyphens come in."""


@dataclass(frozen=True)
class _Table:
    """Rows of places. `directions` are unit vectors from the Earth's centre, float64: single precision would be some 2 km off.

    `degrees` int32 (n, 2) are latitude and longitude in parts of a degree; `areas` (n, 2) says
    which of `regions` and of `countries`; `ends` (n,) where the UTF-8 name of each city ends in `cities`.
    """

    degrees: NDArray[np.int32]
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

    def named(self, name: str) -> list[int]:
        """The rows of this folded name, without those that give way to a country, or a region of their country, of the same name."""
        return [
            row
            for row in self._lines_of(name.encode("utf-8", "surrogatepass"))
            if name in map(_fold, self.area(row)) or not self._gives_way(name, row)
        ]

    def _gives_way(self, name: str, row: int) -> bool:
        return not self._folded_areas.isdisjoint(((name, ""), (name, self.area(row)[1])))

    def _lines_of(self, name: bytes) -> Iterator[int]:
        # One search in one text: folding 155,000 names each by itself would take twenty times as long.
        folded, starts = self._folded
        start = folded.find(line := b"\n" + name + b"\n")
        while start >= 0:
            yield int(np.searchsorted(starts, start))
            start = folded.find(line, start + 1)

    @cached_property
    def _folded(self) -> tuple[bytes, NDArray[np.int64]]:
        """The folded cities, a line feed before and after each, and where the line feeds are."""
        folded = ("\n" + _fold(self.cities.decode())).encode()
        return folded, np.flatnonzero(np.frombuffer(folded, np.uint8) == ord("\n"))

    @cached_property
    def _folded_areas(self) -> frozenset[tuple[str, str]]:
        """Folded regions, each with its country as it is written, and folded countries, each with nothing."""
        pairs = np.unique(self.areas.astype(np.uint32) @ np.array([1 << 16, 1], np.uint32)).tolist()
        regions = ((_fold(self.regions[pair >> 16]), self.countries[pair & 0xFFFF]) for pair in pairs)
        return frozenset((*regions, *((_fold(country), "") for country in self.countries)))

    def area(self, row: int) -> tuple[str, str]:
        region, country = self.areas[row].tolist()
        return self.regions[region], self.countries[country]


class PlaceNames:
    """Names positions, and finds names, by the table in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._table: _Table | None = None

    def name(self, position: Position) -> str | None:
        """City, region and country of the nearest place, none twice; the city only if it is near, nothing far from every place."""
        table = self._read()
        row, distance = table.nearest(position)
        if distance > LAND_KILOMETRES:
            return None
        city = (table.city(row),) if distance <= CITY_KILOMETRES else ()
        return ", ".join(dict.fromkeys(part for part in (*city, *table.area(row)) if part))

    def positions(self, name: str) -> tuple[Position, ...]:
        """Where the towns of this name are, case and accents folded.

        Not those called as a country or a region of their own country, unless they lie in it: Singapore, Tokyo.
        """
        folded = _fold(" ".join(name.split()))
        table = self._read()
        rows = table.named(folded) if folded else []
        return tuple(Position(*map(float, table.degrees[row] / DEGREE)) for row in rows)

    def _read(self) -> _Table:
        self._table = self._table or _read(self._path)
        return self._table


def _fold(text: str) -> str:
    """Without differences of case, accents and hyphens: Jönköping is jonkoping, Newcastle-upon-Tyne has spaces."""
    return _MARKS.sub("", unicodedata.normalize("NFKD", text).casefold()).translate(_LETTERS)


def _read(path: Path) -> _Table:
    with np.load(path, allow_pickle=False) as stored:
        cities = stored["cities"]
        degrees = stored["positions"]
        return _Table(
            degrees=degrees,
            directions=_directions(degrees / DEGREE),
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
