"""Looking at photos: the second pass over them, after they were read. A generator of events that can be cancelled anywhere."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.domain.errors import Cancelled, ModelUnavailable
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
from app.photos.workers import Workers
from app.services.batches import batches
from app.services.events import LooksStored, SeeEvent, SeeProgress, SeeSummary
from app.services.lookers import Looker, Making
from app.services.pace import Pace
from app.services.seeing_worker import Sight, ToSee, prepare, see
from app.services.understanding import Understanding

LIMITS = WorkerLimits(seconds=180.0, memory_bytes=2_500_000_000)
"""Models need more address space than decoders, and reading the text of a large picture more time beside other work."""
OTHER_LOOKS = "Another Candid is looking at the photos of this library."


@dataclass(slots=True)
class _Run:
    """What one pass has done so far. `lookers` are those that can look, `makings` how to make them in a worker.

    `tried` are photos of which nothing could be told for a passing reason; `done` are those that are kept.
    """

    token: CancelToken
    lookers: dict[ModelId, Looker] = field(default_factory=dict)
    makings: dict[ModelId, Making] = field(default_factory=dict)
    missing: dict[str, None] = field(default_factory=dict)
    tried: set[PhotoId] = field(default_factory=set)
    left: int = 0
    done: int = 0
    looked: int = 0
    troubled: int = 0
    started: float = field(default_factory=time.monotonic)
    pace: Pace = field(default_factory=Pace)

    def drop(self, model_id: ModelId, why: str) -> None:
        """Go on without this model."""
        self.missing[why] = None
        self.lookers.pop(model_id, None)
        self.makings.pop(model_id, None)

    def progress(self) -> SeeProgress:
        """How far it has come."""
        return SeeProgress(self.done, self.done + self.left, self.pace.seconds_left(self.left))

    def summary(self) -> SeeSummary:
        seconds = time.monotonic() - self.started
        return SeeSummary(self.looked, self.troubled, seconds, self.token.cancelled, " ".join(self.missing) or None)


Outcome = tuple[PendingLook, Sight | Skipped]


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
        self._workers: set[Workers] = set()
        self._is_closed = False
        self._closing = threading.Lock()

    def run(self, token: CancelToken) -> Iterator[SeeEvent]:
        """Look at what is pending, ending with one `SeeSummary`, also when cancelled; what was stored stays, and the next pass goes on.

        Nothing is done in a library that cannot be changed, and by the second of two programs. Raises `LibraryUnavailable`.
        """
        run, lock = _Run(token), IndexLock(self._lock)
        if self._catalogue.read_only:
            yield run.summary()
            return
        if not lock.take():
            run.missing[OTHER_LOOKS] = None
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

    def _make(self, run: _Run) -> None:
        for making in self._lookers():
            try:
                looker = making()
            except ModelUnavailable as error:
                run.missing[str(error)] = None
            else:
                run.lookers[looker.model_id], run.makings[looker.model_id] = looker, making

    def _look_at_all(self, run: _Run) -> Iterator[SeeEvent]:
        run.left = self._looks.left(list(run.lookers)) if run.lookers else 0
        if not run.left:
            return
        yield run.progress()
        with self._working(run) as workers:
            while run.lookers and not (run.token.cancelled or self._is_closed):
                pending = self._looks.pending(list(run.lookers), but=run.tried)
                if not pending:
                    return
                run.left = max(self._looks.left(list(run.lookers), run.tried), len(pending))
                yield from self._look_at(run, workers, pending)

    @contextlib.contextmanager
    def _working(self, run: _Run) -> Iterator[Workers]:
        """Workers for one pass: models in idle ones would hold their memory."""
        memory = self._limits.memory_bytes + sum(looker.memory for looker in run.lookers.values())
        workers = self._make_workers(replace(self._limits, memory_bytes=memory), (prepare, (tuple(run.makings.values()),)))
        with self._closing:
            if self._is_closed:
                raise Cancelled("Looking at photos was stopped.")
            self._workers.add(workers)
        try:
            yield workers
        finally:
            workers.close()
            self._workers.discard(workers)

    def _look_at(self, run: _Run, workers: Workers, pending: Sequence[PendingLook]) -> Iterator[SeeEvent]:
        for batch in batches(self._until_cancelled(run, workers, pending)):
            stored = self._store(run, batch)
            run.done += len(batch)
            run.left = max(0, run.left - len(batch))
            if stored:
                yield LooksStored(stored)
            yield run.progress()

    @staticmethod
    def _until_cancelled(run: _Run, workers: Workers, pending: Sequence[PendingLook]) -> Iterator[Outcome]:
        by_path = {each.path: each for each in pending}
        with contextlib.suppress(Cancelled):
            for found, sight in workers.each(see, map(_asked, pending), run.token, dict(run.makings)):
                run.pace.came()
                each = by_path[found.path]
                yield each, _one_by_one(run, workers, each) if _was_too_much(each, sight) else sight
                if not run.lookers:
                    return

    def _store(self, run: _Run, batch: Sequence[Outcome]) -> tuple[PhotoId, ...]:
        """Keep what the models made of photos, or why they made nothing of them where that is for good."""
        told: list[tuple[PendingLook, ModelId, Look]] = []
        for pending, outcome in batch:
            looks = self._looks_of(run, pending, outcome)
            told += [(pending, model_id, look) for model_id, look in looks]
            seen = any(not look.trouble for _, look in looks)
            run.looked += seen
            run.troubled += not seen and bool(run.lookers)
            if not looks:
                run.tried.add(pending.photo_id)
        with self._catalogue.noting_looks():
            for model_id in dict.fromkeys(model_id for _, model_id, _ in told):
                rows = [(each.photo_id, each.content_hash, look) for each, its_model, look in told if its_model == model_id]
                self._looks.store(model_id, rows, run.lookers[model_id].told if model_id in run.lookers else ())
            read = self._words.reread([each.photo_id for each, model_id, _ in told if self._reads(run, model_id)])
        self._understanding.forget(read.removed_passages)
        self._understanding.understand(read.new_passages)
        return tuple(dict.fromkeys(each.photo_id for each, _, _ in told))

    @staticmethod
    def _reads(run: _Run, model_id: ModelId) -> bool:
        """Whether a model tells of the text in pictures."""
        return model_id in run.lookers and Told.TEXT in run.lookers[model_id].told

    @staticmethod
    def _looks_of(run: _Run, pending: PendingLook, outcome: Sight | Skipped) -> Sequence[tuple[ModelId, Look]]:
        if isinstance(outcome, Skipped):
            # Only a verdict about the content has a stamp; all else may be better at the next pass.
            return [(model_id, Look(trouble=outcome.reason)) for model_id in pending.missing] if outcome.stamp else []
        for model_id, why in outcome.missing:
            run.drop(model_id, why)
        return outcome.looks


def _asked(pending: PendingLook) -> ToSee:
    return ToSee(pending.path, pending.stamp, (), pending.orientation, pending.missing)


def _was_too_much(pending: PendingLook, outcome: Sight | Skipped) -> bool:
    """Whether a picture has failed by one of several models, which may be but one of them."""
    return isinstance(outcome, Skipped) and outcome.stamp is not None and len(pending.missing) > 1


def _one_by_one(run: _Run, workers: Workers, pending: PendingLook) -> Sight:
    """What the models make of a picture that was too much for them together: whichever it is costs the others nothing.

    It is done at once, and what is done is kept although the pass is stopped meanwhile: passes that are stopped early would come to
    the same pictures again and again. Raises `Cancelled` where nothing is done.
    """
    looks: list[tuple[ModelId, Look]] = []
    asked = [replace(_asked(pending), models=(model_id,)) for model_id in pending.missing if model_id in run.makings]
    try:
        for each in asked:
            for _, sight in workers.each(see, [each], run.token, dict(run.makings)):
                if isinstance(sight, Sight):
                    looks += sight.looks
                elif sight.stamp:
                    looks.append((each.models[0], Look(trouble=sight.reason)))
    except Cancelled:
        if not looks:
            raise
    return Sight(tuple(looks))
