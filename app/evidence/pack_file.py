"""An evidence pack as a JSON file and back, so that anyone can check a reply against it. What is written and read again is equal."""

import json
from collections.abc import Iterable
from typing import NoReturn

from pydantic import ValidationError

from app.domain.errors import BadFile
from app.domain.evidence import EvidencePack, PackPhoto
from app.domain.photo import Position, Tag
from app.evidence.pack_form import MOST_PHOTOS_IN_FILE, PackForm

_REMEDY = "Correct it there, or save the pack again with candid ask --save-pack."
_LONGEST_NAME = 60
_REASONS = {
    "missing": "it is missing",
    "extra_forbidden": "nothing of this name belongs here",
    "model_type": "it should be an object",
    "dict_type": "it should be an object",
    "list_type": "it should be a list",
    "string_type": "it should be text",
    "int_type": "it should be a whole number",
    "float_type": "it should be a number",
    "too_long": f"it should hold at most {MOST_PHOTOS_IN_FILE:,} photos",
}
"""Of pydantic's reasons, those that would speak of Python."""


def write_pack(pack: EvidencePack) -> str:
    """The pack as one JSON object in ASCII, every fact with its source. Of tags only their own names are written."""
    form = {"mode": pack.mode.value, "photos": [_photo(each) for each in pack.photos], "library": dict(pack.library), "set_id": pack.set_id}
    return json.dumps({name: value for name, value in form.items() if value is not None}, indent=2, allow_nan=False)


def read_pack(text: str) -> EvidencePack:
    """The pack that a JSON text is. A fact that is absent or null is unknown. Raises `BadFile`, which says where the text is no pack."""
    try:
        written = json.loads(text, object_pairs_hook=_each_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BadFile(f"The pack file is not JSON: {error}. {_REMEDY}") from error
    try:
        return PackForm.model_validate(written).pack()
    except ValidationError as error:
        first = error.errors()[0]
        why = _REASONS.get(first["type"], first["msg"].replace("Input should", "it should"))
        raise BadFile(f"The pack file is wrong at {_where(first['loc'])}: {why}. {_REMEDY}") from error


def _photo(photo: PackPhoto) -> dict[str, object]:
    known = dict(photo.facts.known()) | ({"folder": photo.folder} if photo.folder else {})
    values = {name: _plain(fact.value) for name, fact in known.items()}
    hashes = {"content_hash": photo.content_hash, "perceptual_hash": photo.perceptual_hash}
    return {
        "id": photo.id,
        "path": photo.path,
        "facts": values | {name: value for name, value in hashes.items() if value is not None},
        "sources": {name: fact.source for name, fact in known.items()},
    }


def _plain(value: object) -> object:
    if isinstance(value, Position):
        return {"lat": value.latitude, "lon": value.longitude} | ({} if value.altitude is None else {"alt": value.altitude})
    if isinstance(value, tuple):
        return [each.name if isinstance(each, Tag) else each for each in value]
    return value


def _where(place: tuple[int | str, ...]) -> str:
    """`photos[2].facts.gps.lat`, with what cannot be shown in names from the file escaped."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{repr(step[:_LONGEST_NAME])[1:-1]}" for step in place)
    return "".join(steps).removeprefix(".") or "its top"


def _each_once(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    """Of two values of one name, readers differ in which one counts."""
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the name {name[:_LONGEST_NAME]!r} stands twice in one object")
        found[name] = value
    return found


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")
