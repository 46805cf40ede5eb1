"""What one pass of looking has come to, and which models look in it: one that fails costs the others nothing, and is given up at last."""

import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from app.domain.ids import ModelId, PhotoId
from app.domain.look import Told
from app.domain.ports import CancelToken
from app.library.records import PendingLook
from app.services.events import SeeProgress, SeeSummary
from app.services.looked_parts import LookedCount
from app.services.lookers import Looker, Making
from app.services.pace import Pace
from app.services.seeing_worker import Sight, ToSee

MOST_BROKEN_OFF = 3
"""Pictures in a row with which a model, alone, may come to no end."""
GIVEN_UP = "It is left out until Candid is started again; that may help, or choose without it under “Looking at photos”."


@dataclass(slots=True)
class SeeRun:
    """One pass. `lookers` are all that were made, and `makings` how to make them in a worker; `together` are those that look now,
    in one set of workers, and `waiting` those that look after them. `given_up` says why of those that look no more, also in later passes.

    `counted` is how far all are. `tried` are photos of which those that look now could tell nothing for a passing reason.
    """

    token: CancelToken
    given_up: dict[ModelId, str]
    lookers: dict[ModelId, Looker] = field(default_factory=dict)
    makings: dict[ModelId, Making] = field(default_factory=dict)
    together: list[ModelId] = field(default_factory=list)
    waiting: deque[list[ModelId]] = field(default_factory=deque)
    missing: dict[str, None] = field(default_factory=dict)
    later: bool = False
    tried: set[PhotoId] = field(default_factory=set)
    left: int = 0
    done: int = 0
    pace: Pace = field(default_factory=Pace)
    counted: LookedCount | None = None
    _looked: set[PhotoId] = field(default_factory=set)
    _troubled: set[PhotoId] = field(default_factory=set)
    _broken_off: Counter[ModelId] = field(default_factory=Counter)
    _started: float = field(default_factory=time.monotonic)

    def take(self, makings: Mapping[ModelId, tuple[Looker, Making]]) -> None:
        """Look with these: those that were shipped together, one of the person's own after them, so that it holds up nobody."""
        for model_id, (looker, making) in makings.items():
            self.lookers[model_id], self.makings[model_id] = looker, making
        able = [model_id for model_id in makings if not self._was_given_up(model_id)]
        shipped = [model_id for model_id in able if not self.lookers[model_id].own]
        self.waiting.extend(each for each in (shipped, *([model_id] for model_id in able if model_id not in shipped)) if each)

    def begin_next(self) -> bool:
        """Let those look that wait longest; false where none waits."""
        if not self.waiting:
            return False
        self.together, self.tried, self.done, self.pace = self.waiting.popleft(), set(), 0, Pace()
        return True

    def asked(self, pending: Sequence[PendingLook]) -> Iterator[ToSee]:
        """What a worker is to look at, by those that look when it comes to it."""
        for each in pending:
            models = tuple(model_id for model_id in each.missing if model_id in self.together)
            if models:
                yield ToSee(each.path, each.stamp, (), each.orientation, models)

    def came(self, photo_id: PhotoId, sight: Sight) -> None:
        """A photo was looked at, or those that look now could tell nothing of it."""
        if any(not look.trouble for _, look in sight.looks):
            self._looked.add(photo_id)
        elif self.together:
            self._troubled.add(photo_id)
        if not sight.looks:
            self.tried.add(photo_id)
        self.done += 1
        self.left = max(0, self.left - 1)

    def answered(self, model_ids: Sequence[ModelId]) -> None:
        """These have come to an end with a picture."""
        for model_id in model_ids:
            self._broken_off[model_id] = 0

    def broke_off(self, model_id: ModelId, why: str) -> None:
        """A model came to no end with a picture although it looked alone; `why` is a sentence."""
        self._broken_off[model_id] += 1
        if self._broken_off[model_id] >= MOST_BROKEN_OFF:
            self._give_up(model_id, f"came to no end with {MOST_BROKEN_OFF} photos one after the other (the last: {why.rstrip('.')})")

    def set_apart(self, model_id: ModelId) -> None:
        """Let a model look alone, after all others."""
        if model_id in self.together:
            self.together.remove(model_id)
            self.waiting.append([model_id])

    def not_started(self, why: str) -> None:
        """No worker starts for those that look now: it may be but one of them, so that each is tried alone."""
        together, self.together = self.together, []
        if len(together) > 1:
            self.waiting.extend([model_id] for model_id in together)
        for model_id in together if len(together) == 1 else ():
            self._give_up(model_id, f"could not be made ready to look at photos ({why})")

    def drop(self, model_id: ModelId, why: str) -> None:
        """Go on without this model."""
        self.missing[why] = None
        if model_id in self.together:
            self.together.remove(model_id)

    def told(self, model_id: ModelId) -> tuple[Told, ...]:
        """What a model tells of, whether it goes on or not."""
        return self.lookers[model_id].told

    def progress(self) -> SeeProgress:
        """How far those that look now have come, and how far all are."""
        parts, photos = (self.counted.parts, self.counted.photos) if self.counted else ((), 0)
        return SeeProgress(self.done, self.done + self.left, self.pace.seconds_left(self.left), parts, photos)

    def summary(self) -> SeeSummary:
        """What has come of it."""
        seconds, troubled = time.monotonic() - self._started, len(self._troubled - self._looked)
        return SeeSummary(len(self._looked), troubled, seconds, self.token.cancelled, " ".join(self.missing) or None, self.later)

    def _was_given_up(self, model_id: ModelId) -> bool:
        why = self.given_up.get(model_id)
        if why is not None:
            self.missing[why] = None
        return why is not None

    def _give_up(self, model_id: ModelId, why: str) -> None:
        self.given_up[model_id] = f"The model “{model_id.partition('/')[0]}” {why}. {GIVEN_UP}"
        self.drop(model_id, self.given_up[model_id])
