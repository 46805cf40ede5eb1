"""The evidence of one question as a model is given it: plain values of bounded size, and nothing that may not leave the machine."""

import math
import os
from collections.abc import Iterable, Sequence

from app.assistant.claude.related import related
from app.assistant.gates.claims import CLAIMABLE
from app.domain.evidence import EvidencePack, PackPhoto, Relationships
from app.domain.photo import Tag
from app.domain.question import Question
from app.domain.words import shown

LONGEST_TEXT = 600
"""Characters of a caption or title; the rest is cut, and marked as cut."""
LONGEST_NAME = 200
"""Characters of a tag, a person or the name of a library fact."""
LONGEST_QUESTION = 2_000
MOST_NAMES = 50
MOST_LIBRARY_FACTS = 300
MOST_EARLIER = 6

_PER_FOLDER = "per_folder."

Plain = str | int | float | list[str] | dict[str, str | int | list[str]]


def evidence(question: Question, pack: EvidencePack, graph: Relationships, earlier: Sequence[str]) -> dict[str, object]:
    """All that a model learns. Raises ValueError if a file or folder has more than a bare name: then the pack was not reduced."""
    for name in pack.library:
        _check_bare(name.removeprefix(_PER_FOLDER) if name.startswith(_PER_FOLDER) else "")
    return {
        "mode": pack.mode.value,
        "earlier_questions": [each[:LONGEST_QUESTION] for each in earlier[-MOST_EARLIER:]],
        "question": question.text[:LONGEST_QUESTION],
        "photos": [_photo(each) for each in pack.photos],
        "relationships": related(graph, [each.id for each in pack.photos]),
        "library": dict(_within(pack.library.items(), MOST_LIBRARY_FACTS)),
        "set_id": pack.set_id,
    }


def _photo(photo: PackPhoto) -> dict[str, object]:
    facts = {name: _told(fact.value) for name, fact in photo.facts.known() if name in CLAIMABLE}
    if photo.folder:
        _check_bare(photo.folder.value)
        facts["folder"] = _told(photo.folder.value)
    told: dict[str, object] = {"id": photo.id}
    if photo.path:
        told["file_name"] = _bare(photo.path)
    return {**told, "facts": {name: value for name, value in facts.items() if value is not None}}


def _bare(path: str) -> str:
    _check_bare(path)
    return shown(path)[:LONGEST_NAME]


def _check_bare(name: str) -> None:
    if "/" in name or os.sep in name:
        raise ValueError("a pack that still holds paths may not leave the machine")


def _told(value: object) -> Plain | None:
    """A fact's value as a claim must repeat it; None for what JSON has no number for."""
    if isinstance(value, tuple):
        return _list([each.name if isinstance(each, Tag) else str(each) for each in value])
    if isinstance(value, str):
        return value if len(value) <= LONGEST_TEXT else {"beginning": value[:LONGEST_TEXT] + "…"}
    return value if isinstance(value, int | float) and math.isfinite(value) else None


def _list(names: Sequence[str]) -> Plain:
    kept = [each for each in names if len(each) <= LONGEST_NAME][:MOST_NAMES]
    return kept if len(kept) == len(names) else {"some": kept, "of": len(names)}


def _within(facts: Iterable[tuple[str, int | str]], most: int) -> list[tuple[str, int | str]]:
    """The first facts whose names are no longer than names are."""
    return [(name, value) for name, value in facts if len(name) <= LONGEST_NAME + len("per_camera.")][:most]
