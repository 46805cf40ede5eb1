"""What a model makes of a picture, save for its vector, as JSON text and back; face regions likewise. What is read was written."""

import json
import math
from collections.abc import Collection, Sequence
from dataclasses import astuple
from typing import Any

from app.domain.look import FaceBox, FaceRegion, Guess, Look, Quality, Told

_Json = Any

LONGEST = 2_000_000
"""Characters that are read: more than any look takes."""


def encode_look(look: Look, told: Collection[Told] = ()) -> str:
    """The parts that are told or not empty, as one JSON object."""
    return json.dumps({part: _encoded(part, look) for part in Told if part in told or getattr(look, part)}, separators=(",", ":"))


def decode_look(text: str) -> dict[Told, Any]:
    """The parts that `encode_look` wrote, as `Look` has them. Raises ValueError on anything else."""
    if len(text) > LONGEST:
        raise ValueError("a look is longer than any that is kept")
    parts = _loaded(text)
    if not isinstance(parts, dict):
        raise ValueError("a look is not an object")
    return {Told(name): _decoded(Told(name), value) for name, value in parts.items()}


def read_seen(seen: bytes) -> dict[Told, Any] | None:
    """The parts of a stored look; None of one that is damaged, which costs itself alone."""
    try:
        return decode_look(seen.decode())
    except ValueError:
        return None


def encode_regions(regions: Sequence[FaceRegion]) -> str:
    """Face regions as a JSON list."""
    return json.dumps([astuple(region) for region in regions], separators=(",", ":"))


def decode_regions(text: str) -> tuple[FaceRegion, ...]:
    """The regions that `encode_regions` wrote. Raises ValueError on anything else."""
    return tuple(map(_region, _listed(_loaded(text))))


def _encoded(part: Told, look: Look) -> _Json:
    match part:
        case Told.GUESSES:
            return [[guess.name, guess.share] for guess in look.guesses]
        case Told.FACES:
            return [astuple(face) for face in look.faces]
        case Told.TEXT:
            return list(look.text)
        case Told.QUALITY:
            return astuple(look.quality) if look.quality else None


def _decoded(part: Told, value: _Json) -> object:
    match part:
        case Told.GUESSES:
            return tuple(map(_guess, _listed(value)))
        case Told.FACES:
            return tuple(FaceBox(*_numbers(each, 5)) for each in _listed(value))
        case Told.TEXT:
            return tuple(map(_text, _listed(value)))
        case Told.QUALITY:
            return None if value is None else Quality(*_numbers(value, 3))


def _guess(value: _Json) -> Guess:
    match value:
        case [str(name), float() | int() as share]:
            return Guess(name, *_numbers([share], 1))
    raise ValueError("a guess is not one that was written")


def _region(value: _Json) -> FaceRegion:
    match value:
        case [str() | None as name, *box]:
            return FaceRegion(name, *_numbers(box, 4))
    raise ValueError("a region is not one that was written")


def _numbers(value: _Json, count: int) -> list[float]:
    try:
        numbers = [float(each) for each in _listed(value) if isinstance(each, int | float) and not isinstance(each, bool)]
    except OverflowError as error:
        raise ValueError("a number is larger than any that is written") from error
    if len(numbers) != count or len(value) != count or not all(map(math.isfinite, numbers)):
        raise ValueError("a number is missing or is none")
    return numbers


def _text(value: _Json) -> str:
    if not isinstance(value, str):
        raise ValueError("a value is not a text")
    return value


def _listed(value: _Json) -> list[_Json]:
    if not isinstance(value, list):
        raise ValueError("a value is not a list")
    return value


def _loaded(text: str) -> _Json:
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("a look is nested") from error
