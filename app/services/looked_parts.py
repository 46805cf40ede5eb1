"""How many photos were looked at, for each purpose: text in pictures that is read for the first time takes nothing from the guesses."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.domain.ids import ModelId
from app.library.looks import LookTally
from app.services.lookers import Looker


@dataclass(frozen=True, slots=True)
class LookedPart:
    """How many photos were looked at for one purpose."""

    purpose: str
    looked: int


class LookedCount:
    """The same while a pass goes on: counted once, and from then on by what is stored."""

    def __init__(self, tally: LookTally, lookers: Iterable[Looker], together: Collection[ModelId]) -> None:
        """`lookers` are all of the pass, `together` those that look now: what another one has yet to see is not done."""
        models = _models(lookers)
        self.photos = tally.all
        self._looked = {purpose: tally.looked(of_it) for purpose, of_it in models.items()}
        self._growing = {purpose: of_it for purpose, of_it in models.items() if of_it <= frozenset(together)}

    def stored(self, missing: Collection[ModelId], looked: Collection[ModelId]) -> None:
        """Of a photo that these models had not looked at, what those made is kept."""
        for purpose, models in self._growing.items():
            wanted = models.intersection(missing)
            if wanted and wanted.issubset(looked):
                self._looked[purpose] += 1

    @property
    def parts(self) -> tuple[LookedPart, ...]:
        """How far it is, in the order of the lookers."""
        return tuple(LookedPart(purpose, looked) for purpose, looked in self._looked.items())


def looked_parts(tally: LookTally, lookers: Sequence[Looker]) -> tuple[LookedPart, ...]:
    """What is chosen and can be looked for, in the order of the lookers."""
    return LookedCount(tally, lookers, ()).parts


def least_far(parts: Sequence[LookedPart]) -> int:
    """How many photos were looked at for the purpose for which the fewest were."""
    return min((part.looked for part in parts), default=0)


def counted_text(parts: Sequence[LookedPart], photos: int) -> str:
    """How many of all photos were looked at: `54 of 248`, or `Guesses and faces: 582 of 582 · Text: 78 of 582`."""
    if len(parts) > 1:
        return " · ".join(f"{part.purpose}: {part.looked:,} of {photos:,}" for part in parts)
    return f"{least_far(parts):,} of {photos:,}"


def looked_text(parts: Sequence[LookedPart], photos: int) -> str:
    """The same as a line by itself."""
    return counted_text(parts, photos) + ("" if len(parts) > 1 else f" {'photo' if photos == 1 else 'photos'} looked at")


def _models(lookers: Iterable[Looker]) -> Mapping[str, frozenset[ModelId]]:
    models: dict[str, frozenset[ModelId]] = {}
    for looker in lookers:
        models[looker.purpose] = models.get(looker.purpose, frozenset()) | {looker.model_id}
    return models
