"""Claims of single facts: what is known of a photo, as far as it can be read in a sentence."""

from collections.abc import Iterator, Sequence
from typing import Any

from app.assistant.reply import FactClaim
from app.domain.evidence import PackPhoto
from app.domain.photo import Fact, Tag

LONGEST_NAME = 200
"""Characters of a place, a tag or another name."""

EXPOSURE = ("aperture", "shutter", "iso", "focal_length")
"""Facts of a photo that a question may ask for alone, which is then among what was understood of it."""

NAMES_TOLD = 20
"""Tags or people of one photo."""


def fact_claims(photos: Sequence[PackPhoto], field: str) -> Iterator[FactClaim]:
    """What is known of this fact; names too long to be read in a sentence are left out."""
    for photo in photos:
        value = told(photo, field)
        if value is not None:
            yield FactClaim(kind="fact", photo_id=photo.id, field=field, value=value)


def told(photo: PackPhoto, field: str) -> str | float | tuple[str, ...] | None:
    """What would be claimed of this fact; None if nothing."""
    fact: Fact[Any] | None = photo.folder if field == "folder" else getattr(photo.facts, field)
    if fact is None:
        return None
    if isinstance(fact.value, int | float):
        return fact.value
    names = [each for each in _names(fact.value) if each.strip() and len(each) <= LONGEST_NAME][:NAMES_TOLD]
    return None if not names else names[0] if len(names) == 1 else tuple(names)


def _names(value: str | Sequence[str | Tag]) -> list[str]:
    every = [value] if isinstance(value, str) else value
    return [each.name if isinstance(each, Tag) else each for each in every]
