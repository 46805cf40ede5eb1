"""Own words as JSON text and back; what is read is exactly what was written."""

import json
from collections.abc import Callable
from typing import Any

from app.domain.own_words import OwnWords
from app.domain.photo import Tag

_Json = Any

LONGEST = 20_000_000
"""Characters that are read: more than the words of any photo take."""


def encode_words(words: OwnWords) -> str:
    """What is said, as one JSON object; what says nothing is left out."""
    said = {name: _encoded(name, getattr(words, name)) for name in _READ if getattr(words, name) not in (None, ())}
    return json.dumps(said, separators=(",", ":"))


def decode_words(text: str) -> OwnWords:
    """The words that `encode_words` wrote. Raises ValueError on anything else."""
    if len(text) > LONGEST:
        raise ValueError("own words are longer than any that are kept")
    try:
        said = json.loads(text)
    except RecursionError as error:
        raise ValueError("own words are not an object") from error
    if not isinstance(said, dict):
        raise ValueError("own words are not an object")
    return OwnWords(**{name: _decoded(name, value) for name, value in said.items()})


def _encoded(name: str, value: _Json) -> _Json:
    if name == "tags":
        return [[tag.name, *tag.parents] for tag in value]
    return list(value) if isinstance(value, tuple) else value


def _decoded(name: str, value: _Json) -> _Json:
    read = _READ[name](value) if name in _READ else None
    if read is None:
        raise ValueError(f"own words have no {name!r} like this")
    return read


def _rating(value: _Json) -> int | None:
    return value if type(value) is int and -1 <= value <= 5 else None


def _truth(value: _Json) -> bool | None:
    return value if isinstance(value, bool) else None


def _text(value: _Json) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: _Json) -> tuple[str, ...] | None:
    return tuple(value) if isinstance(value, list) and value and all(isinstance(each, str) for each in value) else None


def _tags(value: _Json) -> tuple[Tag, ...] | None:
    names = [_texts(each) for each in value] if isinstance(value, list) else []
    return tuple(Tag(each[0], each[1:]) for each in names if each) if names and all(names) else None


_READ: dict[str, Callable[[_Json], object | None]] = {
    "rating": _rating,
    "favourite": _truth,
    "title": _text,
    "caption": _text,
    "tags": _tags,
    "without_tags": _texts,
    "people": _texts,
    "without_people": _texts,
    "refused": _texts,
}
