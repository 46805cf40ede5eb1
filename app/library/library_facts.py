"""Named facts over a whole result: how many photos, from when to when, and how many by time, camera, place, folder and other names."""

import json
import os
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, repeat
from typing import Any
from unicodedata import normalize

import numpy as np

from app.domain.country_names import english_name
from app.domain.evidence import LibraryFact
from app.domain.file_names import path_names
from app.domain.ids import FolderId
from app.domain.ports import Ids
from app.domain.words import camera_name, folder_names, shown
from app.library.columns import as_list, path_of, text_of
from app.library.failures import Damage, as_written
from app.library.folders import folder_paths

MOST_NAMES = 50
"""Days, cameras, lenses, places and other names that are told, the commonest of each; years and months all are."""

_AT_ONCE = 5000
_TIME = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?)?", re.ASCII)

_NO_LENS = re.compile(r"(?i)[\W_0]*+(?:mm)?+[\W_0]*+f?+[\W_0]*+|n/?a|none|null|(?:unknown|no)(?: lens)?")
"""What cameras write where there is no lens to name: `----`, `0.0 mm f/0.0`."""

_SEPARATOR = os.fsencode(os.sep)

_Values = dict[str, list[Any]]

_composed = partial(normalize, "NFC")


def library_facts(connection: sqlite3.Connection, photo_ids: Ids) -> dict[str, LibraryFact]:
    """Facts over those of the photos that can be found, none of them from a sample.

    `matching` and `undated`; `first` and `last` capture time (local, as text) if there is any; `per_year.2015`, `per_month.2015-07`,
    `per_day.2015-07-31`, `per_camera.…`, `per_lens.…`, `per_place.…`, `per_country.…`, `per_person.…`, `per_tag.…`, `per_folder.…`,
    `per_format.…`: numbers of photos; `years`, `months`, `days`, `cameras`, `lenses`, `places`, `countries`, `people`, `tags`, `folders`,
    `formats`: numbers of different ones, named or not, 0 where none is known. Spellings that differ only in case are one name.
    The country is the last part of a place, in English; a folder is told from the added folder down.
    """
    times, names = _Times(), {kind: _Names() for kind in _NUMBERS}
    folders = _Folders(folder_paths(connection))
    rows = connection.execute(_ROWS, (as_list(np.unique(photo_ids)),))
    while some := rows.fetchmany(_AT_ONCE):
        times.add([taken for taken, *_ in some])
        for kind, texts in (
            ("per_format", [text_of(each[2]) for each in some]),
            ("per_folder", [folders.text(*each[3:]) for each in some]),
        ):
            counted = Counter(texts)
            names[kind].add([(each,) for each in counted], list(counted.values()))
        # Photos of one afternoon mostly have the same names.
        photos_of = Counter(each[1] for each in some)
        values = _values(list(photos_of))
        for kind, names_of in _NAMES.items():
            names[kind].add(names_of(values), list(photos_of.values()))
    numbers = {_NUMBERS[kind]: names[kind].different() for kind in names}
    return times.facts() | numbers | {f"{kind}.{name}": photos for kind in names for photos, name in names[kind].commonest()}


class _Times:
    """Photos by capture time."""

    def __init__(self) -> None:
        self._days: Counter[str] = Counter()
        self._undated = 0
        self._bounds: list[str] = []

    def add(self, taken: Sequence[object]) -> None:
        """Count photos by these stored times, None where there is none."""
        times = [text_of(each) for each in taken if each is not None]
        if not all(map(_TIME.fullmatch, times)):
            raise Damage("a capture time is none")
        self._undated += len(taken) - len(times)
        self._days.update(time[:10] for time in times)
        # ISO 8601 sorts as text.
        known = [*self._bounds, *times]
        self._bounds = [min(known), max(known)] if known else []

    def facts(self) -> dict[str, LibraryFact]:
        """All facts of times, and how many photos there are."""
        years, months = self._by(4), self._by(7)
        days = sorted(self._days, key=lambda day: (-self._days[day], day))
        return {
            "matching": years.total() + self._undated,
            **dict(zip(("first", "last"), self._bounds, strict=False)),
            "undated": self._undated,
            "years": len(years),
            "months": len(months),
            "days": len(days),
            **{f"per_year.{year}": years[year] for year in sorted(years)},
            **{f"per_month.{month}": months[month] for month in sorted(months)},
            **{f"per_day.{day}": self._days[day] for day in days[:MOST_NAMES]},
        }

    def _by(self, length: int) -> Counter[str]:
        """Photos by the first characters of their days."""
        photos_of: Counter[str] = Counter()
        for day, photos in self._days.items():
            photos_of[day[:length]] += photos
        return photos_of


class _Names:
    """Photos by name of one kind. They are counted as spelled; that a name has two spellings, and a photo both, is the exception."""

    def __init__(self) -> None:
        self._photos: Counter[str] = Counter()
        self._spellings: defaultdict[str, list[str]] = defaultdict(list)
        self._ambiguous: set[str] = set()
        self._counted_twice: Counter[str] = Counter()

    def add(self, names_of_photos: Iterable[Sequence[str]], photos: Sequence[int]) -> None:
        """Count photos by their names: of each element of the first as many as the second has there."""
        names = [frozenset(map(_composed, each)) for each in names_of_photos]
        counts = Counter(chain.from_iterable(chain.from_iterable(map(repeat, names, photos))))
        self._meet(counts.keys() - self._photos.keys())
        self._photos.update(counts)
        for each, count in zip(names, photos, strict=True) if self._ambiguous else ():
            if len(several := each & self._ambiguous) > 1:
                for key, spellings in Counter(map(_key, several)).items():
                    self._counted_twice[key] += (spellings - 1) * count

    def _meet(self, new: Iterable[str]) -> None:
        for name in new:
            spellings = self._spellings[_key(name)]
            spellings.append(name)
            if len(spellings) > 1:
                self._ambiguous.update(spellings)

    def different(self) -> int:
        """How many names there are."""
        return sum(any(map(str.strip, spellings)) for spellings in self._spellings.values())

    def commonest(self) -> list[tuple[int, str]]:
        """Numbers of photos and names, the commonest first, equally common ones by name."""
        named = sorted((-photos, name) for photos, name in map(self._named, self._spellings) if name.strip())
        return [(-photos, name) for photos, name in named[:MOST_NAMES]]

    def _named(self, key: str) -> tuple[int, str]:
        """The number of photos of a name, and its commonest spelling, the first of equally common ones."""
        spelled = sorted((-self._photos[name], name) for name in self._spellings[key])
        return -sum(photos for photos, _ in spelled) - self._counted_twice[key], spelled[0][1]


class _Folders:
    """What folders are called: `holidays/2019`, with names farther out where added folders are called the same."""

    def __init__(self, roots: Mapping[FolderId, str]) -> None:
        self._roots = roots
        along = [path_names(root) for root in roots.values()]
        longest = max(map(len, along), default=1)
        self._depth = next((depth for depth in range(1, longest) if len({names[-depth:] for names in along}) == len(along)), longest)
        self._texts: dict[tuple[FolderId, bytes], str] = {}

    def text(self, folder_id: FolderId, stored: object) -> str:
        """What the folder of a file is called, whose path is as stored."""
        # Decoding every path of 100,000 takes longer than all the counting.
        key = folder_id, stored.rpartition(_SEPARATOR)[0] if isinstance(stored, bytes) else b""
        if key not in self._texts:
            self._texts[key] = self._text(folder_id, path_of(stored))
        return self._texts[key]

    def _text(self, folder_id: FolderId, path: str) -> str:
        root = self._roots[folder_id]
        outer = path_names(root)[:-1][1 - self._depth :] if self._depth > 1 else ()
        return "/".join(map(shown, filter(None, (*outer, *folder_names(path, root)))))


def _country(place: str | None) -> str:
    return english_name((place or "").rpartition(",")[2].strip())


def _key(name: str) -> str:
    """Equal for spellings that differ only in case."""
    return normalize("NFC", name.casefold())


@as_written()
def _values(extracts: Sequence[Any]) -> _Values:
    """For each fact of `_FACTS` its values, None where it is not known: texts; lists of texts for people and tags."""
    columns = zip(*json.loads("[" + ",".join(extracts) + "]"), strict=True)
    values = dict(zip(_FACTS, map(list, columns), strict=True))
    people, tags = ([each or [] for each in values[name]] for name in ("people", "tags"))
    _hold(chain(people, tags, *tags), list)
    values |= {"people": people, "tags": [[tag[0] for tag in each] for each in tags]}
    _hold(chain(*people, *values["tags"]), str)
    _hold(chain(values["make"], values["model"], values["lens"], values["place"]), str, type(None))
    return values


def _hold(values: Iterable[object], *kinds: type) -> None:
    if not set(map(type, values)) <= set(kinds):
        raise Damage("a fact is not of its kind")


_camera = lru_cache(maxsize=1024)(camera_name)
_NAMES: Mapping[str, Callable[[_Values], Iterable[Sequence[str]]]] = {
    "per_camera": lambda values: ((camera,) for camera in map(_camera, values["make"], values["model"])),
    "per_lens": lambda values: (("" if lens is None or _NO_LENS.fullmatch(lens.strip()) else lens,) for lens in values["lens"]),
    "per_place": lambda values: ((place or "",) for place in values["place"]),
    "per_country": lambda values: ((_country(place),) for place in values["place"]),
    "per_person": lambda values: values["people"],
    "per_tag": lambda values: values["tags"],
}
"""Kinds of names, each with what gives the names of every photo."""
_NUMBERS = {
    "per_camera": "cameras", "per_lens": "lenses", "per_place": "places", "per_country": "countries", "per_person": "people",
    "per_tag": "tags", "per_folder": "folders", "per_format": "formats",
}  # fmt: skip
_FACTS = ("make", "model", "lens", "place", "people", "tags")
_EXTRACT = ", ".join(f"'$.{name}[0]'" for name in _FACTS)
_ROWS = f"""SELECT taken, json_extract(facts, {_EXTRACT}), photo.format, photo.folder_id, photo.path FROM json_each(?) AS asked
    JOIN photo ON photo.id = asked.value LEFT JOIN photo_facts ON photo_id = photo.id WHERE state < 2"""  # noqa: S608
