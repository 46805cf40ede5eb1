"""What Google Takeout's JSON says of one photo. Its `title` is the file's name, and no title."""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.domain.ids import LocalTime
from app.domain.photo import Fact, PhotoFacts, Position
from app.photos.position import believable
from app.photos.text import LONGEST_TEXT, bounded, cleaned
from app.photos.words import unique_names

_SOURCE = "Google Takeout JSON · "
_MARKS = ("photoTakenTime", "geoData", "geoDataExif", "googlePhotosOrigin")
"""One of these tells Google's description of a photo from any other JSON."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EARLIEST, _LATEST = -4_544_208_000, 7_258_118_400
"""Seconds since 1970 in UTC: from 1826, of which the oldest photograph is, up to 2200."""
_MOST_PEOPLE_READ = 10_000


@dataclass(frozen=True, slots=True)
class Description:
    """`facts` without a time; `taken` is the time in UTC if it is said, `title` the name of the file that Google knew."""

    title: str
    facts: PhotoFacts
    taken: Fact[LocalTime] | None
    notes: tuple[str, ...] = ()


def read_description(content: bytes) -> Description | None:
    """A description of a photo, or None for any other JSON. Raises ValueError for what is no JSON."""
    try:
        said = json.loads(content)
    except RecursionError as error:
        raise ValueError("lists inside one another without end") from error
    if not isinstance(said, dict) or not any(mark in said for mark in _MARKS):
        return None
    caption = _text(said.get("description"))
    names = unique_names(_names(said))
    facts = PhotoFacts(
        gps=_position(said),
        caption=Fact(bounded(caption), f"{_SOURCE}description") if caption else None,
        people=Fact(names, f"{_SOURCE}people") if names else None,
        favourite=Fact(True, f"{_SOURCE}favorited") if said.get("favorited") is True else None,
    )
    notes = (f"A text was cut to its first {LONGEST_TEXT:,} characters.",) if len(caption) > LONGEST_TEXT else ()
    return Description(_text(said.get("title")), facts, _taken(said), notes)


def _taken(said: Mapping[str, object]) -> Fact[LocalTime] | None:
    seconds = _number(_inside(said, "photoTakenTime", "timestamp"))
    if not seconds or not _EARLIEST <= seconds <= _LATEST:  # Zero stands for an unknown time.
        return None
    moment = _EPOCH + timedelta(seconds=math.floor(seconds))
    return Fact(LocalTime(moment.replace(tzinfo=None).isoformat()), f"{_SOURCE}photoTakenTime, in UTC")


def _position(said: Mapping[str, object]) -> Fact[Position] | None:
    for name in ("geoData", "geoDataExif"):
        latitude, longitude, altitude = (_number(_inside(said, name, part)) for part in ("latitude", "longitude", "altitude"))
        found = believable(latitude, longitude, altitude or None)
        if found:
            return Fact(found, f"{_SOURCE}{name}")
    return None


def _names(said: Mapping[str, object]) -> Iterator[str]:
    people = said.get("people")
    for person in people[:_MOST_PEOPLE_READ] if isinstance(people, list) else ():
        yield _text(person.get("name")) if isinstance(person, dict) else ""


def _inside(said: Mapping[str, object], name: str, part: str) -> object:
    inner = said.get(name)
    return inner.get(part) if isinstance(inner, dict) else None


def _text(value: object) -> str:
    return cleaned(value) if isinstance(value, str) else ""


def _number(value: object) -> float | None:
    """Numbers may stand in quotation marks; booleans are none."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None
