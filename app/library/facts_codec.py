"""Facts as JSON text and back, each with its source; what is read is exactly what was written."""

import json
from collections.abc import Callable
from typing import Any

from app.domain.photo import Fact, PhotoFacts, Position, Tag

_Json = Any


def encode_facts(facts: PhotoFacts) -> str:
    """The known facts as one JSON object: name to [value, source]."""
    return json.dumps({name: [_encoded(name, fact.value), fact.source] for name, fact in facts.known()}, separators=(",", ":"))


def decode_facts(text: str) -> PhotoFacts:
    """The facts that `encode_facts` wrote. Raises ValueError on anything else."""
    known = json.loads(text)
    if not isinstance(known, dict):
        raise ValueError("facts are not an object")
    return PhotoFacts(**{name: _decoded(name, entry) for name, entry in known.items()})


def _encoded(name: str, value: _Json) -> _Json:
    if name == "gps":
        return [value.latitude, value.longitude, value.altitude]
    if name == "tags":
        return [[tag.name, *tag.parents] for tag in value]
    return list(value) if name == "people" else value


def _decoded(name: str, entry: _Json) -> Fact[_Json]:
    match entry:
        case [value, str(source)] if name in _READ and (read := _READ[name](value)) is not None:
            return Fact(read, source)
    raise ValueError(f"the fact {name!r} is not one that was written")


def _text(value: _Json) -> str | None:
    return value if isinstance(value, str) else None


def _whole(value: _Json) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _number(value: _Json) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _truth(value: _Json) -> bool | None:
    return value if isinstance(value, bool) else None


def _position(value: _Json) -> Position | None:
    match value:
        case [int() | float() as latitude, int() | float() as longitude, int() | float() | None as altitude]:
            return Position(latitude, longitude, altitude)
    return None


def _texts(value: _Json) -> tuple[str, ...] | None:
    return tuple(value) if isinstance(value, list) and all(isinstance(each, str) for each in value) else None


def _tags(value: _Json) -> tuple[Tag, ...] | None:
    if not isinstance(value, list):
        return None
    names = [_texts(each) for each in value]
    return tuple(Tag(each[0], each[1:]) for each in names if each) if all(names) else None


_READ: dict[str, Callable[[_Json], object | None]] = {
    **dict.fromkeys(("taken", "offset", "make", "model", "lens", "place", "title", "caption", "serial"), _text),
    **dict.fromkeys(("iso", "rating", "orientation"), _whole),
    **dict.fromkeys(("aperture", "shutter", "focal_length"), _number),
    "favourite": _truth,
    "gps": _position,
    "tags": _tags,
    "people": _texts,
}
