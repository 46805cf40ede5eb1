"""How many photos were looked at, for each purpose: text in pictures that is read for the first time takes nothing from the guesses."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.ids import ModelId
from app.library.looks import LookTally
from app.services.lookers import Looker


@dataclass(frozen=True, slots=True)
class LookedPart:
    """How many photos were looked at for one purpose."""

    purpose: str
    looked: int


def looked_parts(tally: LookTally, lookers: Sequence[Looker]) -> tuple[LookedPart, ...]:
    """What is chosen and can be looked for, in the order of the lookers."""
    models: dict[str, list[ModelId]] = {}
    for looker in lookers:
        models.setdefault(looker.purpose, []).append(looker.model_id)
    return tuple(LookedPart(purpose, tally.looked(of_it)) for purpose, of_it in models.items())


def looked_text(parts: Sequence[LookedPart], photos: int) -> str:
    """How many of all photos were looked at, in words: `Guesses and faces: 582 of 582 · Text: 78 of 582`."""
    if len(parts) > 1:
        return " · ".join(f"{part.purpose}: {part.looked:,} of {photos:,}" for part in parts)
    looked = parts[0].looked if parts else 0
    return f"{looked:,} of {photos:,} {'photo' if photos == 1 else 'photos'} looked at"
