"""Looking at photos: the second pass over them, after they were read. A generator of events that can be cancelled anywhere."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from app.domain.errors import Cancelled
from app.domain.ids import ModelId, PhotoId
from app.domain.look import Look, Told
from app.domain.photo import Skipped
from app.domain.ports import CancelToken
from app.library.catalogue import Catalogue
from app.library.index_lock import IndexLock
from app.library.looks import Looks
from app.library.records import PendingLook
from app.library.reread import PictureWords
from app.photos.worker import Preparation, WorkerLimits
from app.photos.workers import BrokenOff, NotStarted, Workers
from app.services.batches import batches
from app.services.events import LooksStored, SeeEvent
from app.services.looked_parts import LookedCount
from app.services.lookers import Looker, Making
from app.services.seeing_run import SeeRun
from app.services.seeing_worker import Sight, ToSee, looker_of, prepare, see
from app.services.understanding import Understanding

LIMITS = WorkerLimits(seconds=180.0, memory_bytes=2_500_000_000, start_seconds=300.0)
"""Models need more address space than decoders, reading the text of a large picture more time beside other work, and loading them too."""
OTHER_LOOKS = "Another Candid is looking at the photos of this library."


Outcome = tuple[PendingLook, Sight]


class SeePhotos:
    """Lets models look at every photo that they have not looked at as it is now, the newest first."""

    def __init__(
        self,
        catalogue: Catalogue,
        looks: Looks,
        understanding: Understanding,
        lookers: Callable[[], Sequence[Making]],
        lock: Path,
        limits: WorkerLimits = LIMITS,
        workers: Callable[[WorkerLimits, Preparation], Workers] = Workers,
    ) -> None:
        """`lookers` are asked for at the beginning of each pass; `lock` is the file by which one program at a time looks.

        `workers` makes those of one pass.
        """
        self._catalogue = catalogue
        self._looks = looks
        self._words = PictureWords(catalogue)
        self._understanding = understanding
        self._lookers = lookers
        self._lock = lock
        self._limits = limits
        self._make_workers = workers
        self._given_up: dict[ModelId, str] = {}
        self._workers: set[Workers] = set()
        self._is_closed = False
        self._closing = threading.Lock()

    def run(self, token: CancelToken) -> Iterator[SeeEvent]:
        """Look at what is pending, ending with one `SeeSummary`, also when cancelled; what was stored stays, and the next pass goes on.

        A model of the person's own looks after those that were shipped, as does one that fails: progress is that of those that look now.
        Nothing is done in a library that cannot be changed, and by the second of two programs. Raises `LibraryUnavailable`.
        """
        run, lock = SeeRun(token, self._given_up), IndexLock(self._lock)
        if self._catalogue.read_only:
            yield run.summary()
            return
        if not lock.take():
            run.missing[OTHER_LOOKS], run.later = None, True
            yield run.summary()
            return
        try:
            self._make(run)
            self._looks.drop_damaged({model_id: looker.dimension for model_id, looker in run.lookers.items()})
            with contextlib.suppress(Cancelled):
                yield from self._look_at_all(run)
        finally:
            lock.release()
        yield run.summary()

    def close(self) -> None:
        """End the workers of a pass that goes on, and with them the pass; no other begins."""
        with self._closing:
            self._is_closed, workers = True, tuple(self._workers)
        for each in workers:
            each.close()

    def _make(self, run: SeeRun) -> None:
        made = [(making, looker_of(making)) for making in self._lookers()]
        run.missing |= {looker: None for _, looker in made if isinstance(looker, str)}
        run.take({looker.model_id: (looker, making) for making, looker in made if isinstance(looker, Looker)})

    def _look_at_all(self, run: SeeRun) -> Iterator[SeeEvent]:
        while not self._is_over(run) and run.begin_next():
            run.left = self._looks.left(run.together)
            if run.left:
                self._count(run)
                yield run.progress()
                yield from self._look_together(run)

    def _look_together(self, run: SeeRun) -> Iterator[SeeEvent]:
        with self._working(run) as workers:
            while run.together and not self._is_over(run):
                pending = self._looks.pending(run.together, but=run.tried)
                if not pending:
                    return
                run.left = max(self._looks.left(run.together, run.tried), len(pending))
                yield from self._look_at(run, workers, pending)
                self._count(run)

    def _count(self, run: SeeRun) -> None:
        run.counted = LookedCount(self._looks.tally(run.lookers), run.lookers.values(), run.together)

    def _is_over(self, run: SeeRun) -> bool:
        return run.token.cancelled or self._is_closed

    @contextlib.contextmanager
    def _working(self, run: SeeRun) -> Iterator[Workers]:
        """Workers for those that look now: models in idle ones would hold their memory."""
        memory = self._limits.memory_bytes + sum(run.lookers[each].memory for each in run.together)
        makings = tuple(run.makings[each] for each in run.together)
        workers = self._make_workers(replace(self._limits, memory_bytes=memory), (prepare, (makings,)))
        with self._closing:
            if self._is_closed:
                raise Cancelled("Looking at photos was stopped.")
            self._workers.add(workers)
        try:
            yield workers
        finally:
            workers.close()
            self._workers.discard(workers)

    def _look_at(self, run: SeeRun, workers: Workers, pending: Sequence[PendingLook]) -> Iterator[SeeEvent]:
        for batch in batches(_until_cancelled(run, workers, pending)):
            stored = self._store(run, batch)
            if stored:
                yield LooksStored(stored)
            yield run.progress()

    def _store(self, run: SeeRun, batch: Sequence[Outcome]) -> tuple[PhotoId, ...]:
        """Keep what the models made of photos, or why they made nothing of them where that is for good."""
        told = [(pending, model_id, look) for pending, sight in batch for model_id, look in sight.looks]
        with self._catalogue.noting_looks():
            for model_id in dict.fromkeys(model_id for _, model_id, _ in told):
                rows = [(each.photo_id, each.content_hash, look) for each, its_model, look in told if its_model == model_id]
                self._looks.store(model_id, rows, run.told(model_id))
            read = self._words.reread([each.photo_id for each, model_id, _ in told if Told.TEXT in run.told(model_id)])
        self._understanding.forget(read.removed_passages)
        self._understanding.understand(read.new_passages)
        for pending, sight in batch:
            run.came(pending.photo_id, sight)
            if run.counted is not None:
                run.counted.stored(pending.missing, [model_id for model_id, _ in sight.looks])
        return tuple(dict.fromkeys(each.photo_id for each, _, _ in told))


def _until_cancelled(run: SeeRun, workers: Workers, pending: Sequence[PendingLook]) -> Iterator[Outcome]:
    """What those that look together make of each, until they are stopped, none of them is left, or their workers do not even start."""
    by_path = {each.path: each for each in pending}
    with contextlib.suppress(Cancelled):
        for asked, outcome in workers.each(see, run.asked(pending), run.token, run.makings):
            if isinstance(outcome, NotStarted):
                run.not_started(outcome.why)
                return
            run.pace.came()
            sight = _settled(run, workers, asked, outcome)
            for model_id, why in sight.missing:
                run.drop(model_id, why)
            yield by_path[asked.path], sight
            if not run.together:
                return


def _settled(run: SeeRun, workers: Workers, asked: ToSee, outcome: Sight | Skipped) -> Sight:
    """What is to be kept. Raises `Cancelled`."""
    if isinstance(outcome, BrokenOff) and outcome.stamp and len(asked.models) > 1:
        return _one_by_one(run, workers, asked)
    if isinstance(outcome, BrokenOff) and len(asked.models) == 1:
        run.broke_off(asked.models[0], outcome.reason)
    else:
        run.answered(asked.models)
    return _verdict(asked, outcome)


def _verdict(asked: ToSee, outcome: Sight | Skipped) -> Sight:
    """Only a verdict about the content has a stamp; all else may be better at the next pass."""
    if isinstance(outcome, Sight):
        return outcome
    return Sight(tuple((model_id, Look(trouble=outcome.reason)) for model_id in asked.models) if outcome.stamp else ())


def _one_by_one(run: SeeRun, workers: Workers, asked: ToSee) -> Sight:
    """What the models make of a picture that was too much for them together: whichever it is costs the others nothing.

    It is done at once, and what is done is kept although the pass is stopped meanwhile: passes that are stopped early would come to
    the same pictures again and again. A model that fails where another does not looks alone from then on. Raises `Cancelled` where
    nothing is done.
    """
    outcomes: dict[ModelId, Sight | Skipped] = {}
    alone = [replace(asked, models=(model_id,)) for model_id in asked.models if model_id in run.together]
    try:
        for each in alone:
            for _, outcome in workers.each(see, [each], run.token, run.makings):
                outcomes[each.models[0]] = outcome
    except Cancelled:
        if not outcomes:
            raise
    broken = {model_id: outcome.reason for model_id, outcome in outcomes.items() if isinstance(outcome, BrokenOff)}
    for model_id, why in broken.items() if len(broken) < len(outcomes) else ():
        run.broke_off(model_id, why)
        run.set_apart(model_id)
    verdicts = [_verdict(each, outcomes[each.models[0]]) for each in alone if each.models[0] in outcomes]
    return Sight(
        tuple(look for verdict in verdicts for look in verdict.looks), tuple(why for verdict in verdicts for why in verdict.missing)
    )
