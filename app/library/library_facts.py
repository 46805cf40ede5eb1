"""Named facts over a whole result: how many photos, from when to when, and how many by year, month, camera, place, person and tag."""

import json
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any
from unicodedata import normalize

import numpy as np

from app.domain.evidence import LibraryFact
from app.domain.ports import Ids
from app.domain.words import camera_name
from app.library.columns import as_list, text_of
from app.library.failures import Damage, as_written

MOST_NAMES = 50
"""Cameras, places, people and tags that are named, the commonest of each; years and months all are."""

_AT_ONCE = 5000
_TIME = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?)?", re.ASCII)

_composed = partial(normalize, "NFC")


def library_facts(connection: sqlite3.Connection, photo_ids: Ids) -> dict[str, LibraryFact]:
    """Facts over those of the photos that can be found, none of them from a sample.

    `matching` and `undated`; `first` and `last` capture time (local, as text) if there is any; `per_year.2015`, `per_month.2015-07`,
    `per_camera.…`, `per_place.…`, `per_person.…`, `per_tag.…`: numbers of photos. Spellings that differ only in case are one name.
    """
    times, cameras, places, people, tags = _Times(), _Names(), _Names(), _Names(), _Names()
    rows = connection.execute(_ROWS, (as_list(np.unique(photo_ids)),))
    while some := rows.fetchmany(_AT_ONCE):
        times.add([taken for taken, _ in some])
        values = _values([extract for _, extract in some])
        cameras.add(_cameras(values["make"], values["model"]))
        places.add(Counter(map(_composed, filter(None, values["place"]))))
        people.add_several(values["people"])
        tags.add_several(values["tags"])
    kinds = (("per_camera", cameras), ("per_place", places), ("per_person", people), ("per_tag", tags))
    return times.facts() | {f"{kind}.{name}": photos for kind, names in kinds for photos, name in names.commonest()}


class _Times:
    """Photos by capture time."""

    def __init__(self) -> None:
        self._months: Counter[str] = Counter()
        self._undated = 0
        self._bounds: list[str] = []

    def add(self, taken: Sequence[object]) -> None:
        """Count photos by these stored times, None where there is none."""
        times = [text_of(each) for each in taken if each is not None]
        if not all(map(_TIME.fullmatch, times)):
            raise Damage("a capture time is none")
        self._undated += len(taken) - len(times)
        self._months.update(time[:7] for time in times)
        # ISO 8601 sorts as text.
        known = [*self._bounds, *times]
        self._bounds = [min(known), max(known)] if known else []

    def facts(self) -> dict[str, LibraryFact]:
        """All facts of times, and how many photos there are."""
        years: Counter[str] = Counter()
        for month, photos in self._months.items():
            years[month[:4]] += photos
        return {
            "matching": years.total() + self._undated,
            **dict(zip(("first", "last"), self._bounds, strict=False)),
            "undated": self._undated,
            **{f"per_year.{year}": years[year] for year in sorted(years)},
            **{f"per_month.{month}": self._months[month] for month in sorted(self._months)},
        }


class _Names:
    """Photos by name of one kind. They are counted as spelled; that a name has two spellings, and a photo both, is the exception."""

    def __init__(self) -> None:
        self._photos: Counter[str] = Counter()
        self._spellings: defaultdict[str, list[str]] = defaultdict(list)
        self._ambiguous: set[str] = set()
        self._counted_twice: Counter[str] = Counter()

    def add(self, photos: Mapping[str, int]) -> None:
        """Count so many photos by each of these composed names."""
        for name in photos.keys() - self._photos.keys():
            spellings = self._spellings[_key(name)]
            spellings.append(name)
            if len(spellings) > 1:
                self._ambiguous.update(spellings)
        self._photos.update(photos)

    def add_several(self, names_of_photos: Iterable[Sequence[str]]) -> None:
        """Count photos that have any number of names each."""
        names = [frozenset(map(_composed, each)) for each in names_of_photos if each]
        self.add(Counter(chain.from_iterable(names)))
        for each in names if self._ambiguous else ():
            if len(several := each & self._ambiguous) > 1:
                keys = Counter(map(_key, several))
                self._counted_twice.update(keys - Counter(keys.keys()))

    def commonest(self) -> list[tuple[int, str]]:
        """Numbers of photos and names, the commonest first, equally common ones by name."""
        named = sorted((-photos, name) for photos, name in map(self._named, self._spellings) if name.strip())
        return [(-photos, name) for photos, name in named[:MOST_NAMES]]

    def _named(self, key: str) -> tuple[int, str]:
        """The number of photos of a name, and its commonest spelling, the first of equally common ones."""
        spelled = sorted((-self._photos[name], name) for name in self._spellings[key])
        return -sum(photos for photos, _ in spelled) - self._counted_twice[key], spelled[0][1]


def _key(name: str) -> str:
    """Equal for spellings that differ only in case."""
    return normalize("NFC", name.casefold())


def _cameras(makes: Sequence[str | None], models: Sequence[str | None]) -> Counter[str]:
    cameras: Counter[str] = Counter()
    for camera, photos in Counter(zip(makes, models, strict=True)).items():
        cameras[_composed(camera_name(*camera))] += photos
    return cameras


@as_written()
def _values(extracts: Sequence[Any]) -> dict[str, list[Any]]:
    """For each fact of `_NAMED` its values: of each photo a text or None; of each photo that has any, a list of texts."""
    columns = zip(*json.loads("[" + ",".join(extracts) + "]"), strict=True)
    values = {name: list(column) for name, column in zip(_NAMED, columns, strict=True)}
    people, tags = ([each for each in values[name] if each is not None] for name in ("people", "tags"))
    _hold(chain(people, tags, *tags), list)
    values |= {"people": people, "tags": [[tag[0] for tag in each] for each in tags]}
    _hold(chain(values["make"], values["model"], values["place"]), str, type(None))
    _hold(chain.from_iterable(chain(values["people"], values["tags"])), str)
    return values


def _hold(values: Iterable[object], *kinds: type) -> None:
    if not set(map(type, values)) <= set(kinds):
        raise Damage("a fact is not of its kind")


_NAMED = ("make", "model", "place", "people", "tags")
_VALUES = ", ".join(f"'$.{name}[0]'" for name in _NAMED)
_ROWS = f"""SELECT taken, json_extract(facts, {_VALUES}) FROM json_each(?) AS asked
    JOIN photo ON photo.id = asked.value LEFT JOIN photo_facts ON photo_id = photo.id WHERE state < 2"""  # noqa: S608
