"""What a request holds that is about to leave the machine, for reading: decoded from its very bytes, so that nothing is left out."""

import binascii
import json
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.domain.written import exposure, f_number
from app.domain.written import millimetres as focal_length
from app.gui.chat.harmless import harmless
from app.gui.formatting import count, file_size, iso_speed, stars

Json = Any
LONGEST = 2_000
TITLES = {
    "question": "Question",
    "earlier_questions": "Earlier questions",
    "photos": "Photos",
    "library": "Numbers of the library",
    "relationships": "What holds between the photos",
    "mode": "Label of the answer",
    "set_id": "Id of the whole result",
}
NAMES = {
    "iso": "Sensitivity",
    "offset": "Offset from UTC",
    "make": "Maker of the camera",
    "model": "Camera",
    "shutter": "Exposure time",
    "rating": "Stars",
}
UNITS: Mapping[str, Callable[[Json], str]] = {
    "shutter": exposure,
    "aperture": f_number,
    "focal_length": focal_length,
    "iso": iso_speed,
    "rating": stars,
}
COUNTED = {"photos": "photo", "earlier_questions": "question", "library": "number", "relationships": "relation"}
READ_ELSEWHERE = ("messages", "system", "model")


@dataclass(frozen=True, slots=True)
class Entry:
    """A name, its value, and what is below it."""

    name: str
    value: str = ""
    below: tuple["Entry", ...] = ()


def contents(body: bytes) -> tuple[Entry, ...]:
    """The question, the photos with their facts, what is said of the library, pictures, and what goes with every question."""
    request = _read(body)
    if not isinstance(request, dict):
        return (Entry("Text", file_size(len(body))),)
    evidence = next(_evidence(request), {})
    known = [_told(title, evidence[name], name) for name, title in TITLES.items() if evidence.get(name) not in (None, [], {})]
    others = [_told(_title(name), value, name) for name, value in evidence.items() if name not in TITLES]
    pictures = [len(_decoded(block)) for block in _blocks(request) if block.get("type") == "image"]
    return (
        *known,
        *others,
        Entry("Small pictures", f"{count(len(pictures), 'picture')}, {file_size(sum(pictures))}" if pictures else "none"),
        *_said_always(request),
    )


def pretty(body: bytes) -> str:
    """The body set in lines if it is JSON; as it is otherwise."""
    request = _read(body)
    return body.decode("utf-8", "replace") if request is None else json.dumps(request, indent=2, ensure_ascii=False)


def _read(body: bytes) -> Json:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _said_always(request: dict[str, Json]) -> Iterator[Entry]:
    system = request.get("system", "")
    rules = system if isinstance(system, str) else "".join(str(each.get("text", "")) for each in _objects(system))
    yield Entry("Instructions to the model", f"{len(rules):,} characters, to be read under “Exact bytes”")
    yield Entry("Model", _line(request.get("model", "")))
    names = [_title(name) for name in request if name not in READ_ELSEWHERE]
    yield Entry("Settings and form of the reply", _line(", ".join(names)))


def _blocks(request: dict[str, Json]) -> Iterator[dict[str, Json]]:
    """The blocks of all messages; a message of bare text is one."""
    for message in _objects(request.get("messages")):
        content = message.get("content", "")
        yield from ([{"type": "text", "text": content}] if isinstance(content, str) else _objects(content))


def _objects(value: Json) -> list[dict[str, Json]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _evidence(request: dict[str, Json]) -> Iterator[dict[str, Json]]:
    """The objects that stand on lines of their own in the texts of the messages."""
    for block in _blocks(request):
        lines = str(block.get("text", "")).split("\n")
        yield from (found for found in (_read(line.encode()) for line in lines if line.startswith("{")) if isinstance(found, dict))


def _decoded(block: dict[str, Json]) -> bytes:
    source = block.get("source")
    encoded = source.get("data", "") if isinstance(source, dict) else ""
    try:
        return b64decode(str(encoded))
    except (binascii.Error, ValueError):
        return str(encoded).encode()


def _told(title: str, value: Json, name: str) -> Entry:
    """A value with all that is in it; lists of photos are told one by one."""
    if isinstance(value, Mapping):
        below = tuple(_told(_title(str(key)), each, str(key)) for key, each in value.items())
        return Entry(title, count(len(below), COUNTED[name]) if name in COUNTED else "", below)
    if isinstance(value, list) and name in COUNTED:
        below = tuple(_member(number, each, name) for number, each in enumerate(value, 1))
        return Entry(title, count(len(below), COUNTED[name]), below)
    return Entry(title, _value(value, name))


def _member(number: int, value: Json, name: str) -> Entry:
    """One of a list: photos by their number, with their facts right below them."""
    if name == "photos" and isinstance(value, dict):
        facts = value.get("facts") if isinstance(value.get("facts"), dict) else {}
        shown = {**{key: each for key, each in value.items() if key not in ("id", "facts")}, **(facts or {})}
        below = tuple(_told(_title(key), each, key) for key, each in shown.items())
        return Entry(f"Photo {number}", f"sent as {_line(value.get('id', ''))}", below)
    if isinstance(value, dict):
        return Entry(
            _title(str(value.get("relation", number))),
            _line(", ".join(_value(each, key) for key, each in value.items() if key != "relation")),
        )
    return Entry(str(number), _line(value))


def _value(value: Json, name: str) -> str:
    if isinstance(value, list):
        return _line(", ".join(str(each) for each in value))
    if name in UNITS and isinstance(value, int | float) and not isinstance(value, bool):
        return UNITS[name](value)
    return _line(value)


def _title(name: str) -> str:
    """`per_year.2015` as `Per year: 2015`."""
    if name in NAMES:
        return NAMES[name]
    kind, _, of = name.partition(".")
    words = kind.replace("_", " ")
    return _line(f"{words[:1].upper()}{words[1:]}{f': {of}' if of else ''}")


def _line(value: object) -> str:
    return " ".join(harmless(str(value))[:LONGEST].split())
