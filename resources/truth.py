"""The facts that a reader must find in the sample library, from the plan alone and never from the files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from resources.plan.entry import Entry

FORMATS = {"jpg": "JPEG", "png": "PNG", "gif": "GIF", "webp": "WEBP", "tif": "TIFF"}


def expected(entry: Entry, size: tuple[int, int]) -> dict[str, object]:
    """Format, upright size and known facts of one file, named and typed as `candid info --json` gives them."""
    facts = {**_text_facts(entry), **_camera_facts(entry), **_list_facts(entry)}
    return {"format": FORMATS[entry.path.rpartition(".")[2].lower()], "width": size[0], "height": size[1], "facts": facts}


def _text_facts(entry: Entry) -> dict[str, object]:
    place = entry.place
    names = (place.spot, place.city, place.state, place.country) if place else ()
    found = {
        "taken": entry.taken, "offset": entry.offset, "title": entry.title, "caption": entry.caption, "place": ", ".join(filter(None,
            names)),
    }  # fmt: skip
    return {name: value for name, value in found.items() if value}


def _camera_facts(entry: Entry) -> dict[str, object]:
    facts: dict[str, object] = {}
    if entry.camera:
        facts |= {"make": entry.camera.make, "model": entry.camera.model}
        facts |= {name: value for name, value in (("lens", entry.camera.lens), ("serial", entry.camera.serial)) if value}
    if entry.exposure:
        seconds = entry.exposure.seconds[0] / entry.exposure.seconds[1]
        facts |= {
            "iso": entry.exposure.iso,
            "aperture": entry.exposure.tenths / 10,
            "shutter": seconds,
            "focal_length": entry.exposure.millimetres,
        }
    if entry.position:
        facts["gps"] = {"lat": entry.position.latitude, "lon": entry.position.longitude, "alt": entry.position.altitude}
    return facts


def _list_facts(entry: Entry) -> dict[str, object]:
    facts: dict[str, object] = {}
    if entry.orientation != 1:
        facts["orientation"] = entry.orientation
    if entry.rating is not None:
        facts["rating"] = entry.rating
    if tags := expected_tags(entry):
        facts["tags"] = tags
    if people := list(dict.fromkeys((*entry.people, *(face.name for face in entry.faces)))):
        facts["people"] = people
    return facts


def expected_tags(entry: Entry) -> list[str]:
    """Keyword paths, sorted. A flat keyword that is also part of a path is that path and nothing more."""
    paths = [path.replace("|", "/") for path in entry.tree]
    parts = {part.casefold() for path in paths for part in path.split("/")}
    return sorted((*paths, *(word for word in entry.keywords if word.casefold() not in parts)))


def write_truth(expectations: dict[str, dict[str, object]], sample: Path, target: Path) -> None:
    """Write every expectation, and which files are byte for byte the same."""
    body = {"photos": dict(sorted(expectations.items())), "identical": identical(sample, expectations)}
    target.write_text(json.dumps(body, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def identical(sample: Path, paths: Iterable[str]) -> list[list[str]]:
    """Groups of files with the same content."""
    groups: dict[str, list[str]] = {}
    for path in sorted(paths):
        groups.setdefault(hashlib.sha256((sample / path).read_bytes()).hexdigest(), []).append(path)
    return [group for group in groups.values() if len(group) > 1]
