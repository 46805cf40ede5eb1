"""Measure how close questions come to this library, keep what was measured, and decide by which thresholds answers are labelled."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.domain.closeness import Limits, LookMeasurement, MeasuredLook, MeasuredQuestion, Measurement, Thresholds
from app.domain.errors import AppError
from app.domain.ids import ModelId
from app.domain.ports import CancelToken, LookRows, PassageRows, PassageVectors, TextEmbedder
from app.evidence.closeness import LOOK_MATCH, SHIPPED, top_similarity
from app.evidence.measuring import band, look_threshold, thresholds_between
from app.evidence.questions import on_topic, world_knowledge
from app.library.catalogue import Catalogue
from app.library.records import StoredMeasurement
from app.search.parse import parse
from app.search.question_looks import look_wording
from app.services.by_look import ChosenRuler, LookRuler
from app.services.tagged_looks import shown_by_tags

AT_ONCE = 8
"""Questions between two reports of progress."""
NO_PHOTOS = "There are no photos in this library yet, so there is nothing to measure: add a folder of photos first."
CHANGED = 0.25
"""The share of the library's words, or of its looks, that must be new or gone before measuring again is offered."""


class NothingToMeasure(AppError):
    """The library has no sentences and no looks that questions could be close to."""


@dataclass(frozen=True, slots=True)
class MeasureProgress:
    """Questions measured so far, and how many there are; seconds left where that can be told."""

    done: int
    total: int
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """The last event: what was measured, as it is kept."""

    stored: StoredMeasurement


class MeasureCloseness:
    """Measures, remembers, applies."""

    def __init__(
        self,
        catalogue: Catalogue,
        passages: PassageVectors,
        embedder: TextEmbedder,
        off_topic: Callable[[], Sequence[str]],
        now: Callable[[], datetime],
        looks: ChosenRuler = lambda: None,
    ) -> None:
        """`off_topic` reads the questions that no library of photos covers; they are needed for measuring alone."""
        self._catalogue = catalogue
        self._passages = passages
        self._embedder = embedder
        self._off_topic = off_topic
        self._now = now
        self._looks = looks

    @property
    def model_id(self) -> ModelId:
        """The model that measures; numbers of another mean nothing to it."""
        return self._embedder.model_id

    def run(self, token: CancelToken, on: Sequence[str] = (), off: Sequence[str] = ()) -> Iterator[MeasureProgress | Measured]:
        """Measure the person's own questions, or where a list is empty the library's own; ends with `Measured`.

        Raises `NothingToMeasure`, `ModelUnavailable`, `LibraryUnavailable` or `Cancelled`; then nothing is kept.
        """
        rows, ruler = self._passages.rows(), self._looks()
        looks = _looked_at(ruler)
        if not rows.said and looks is None:
            raise self._nothing(rows)
        by_words = _asked(on or self._on_topic(rows), off or self._off()) if rows.said else []
        by_looks = _asked(on or shown_by_tags(self._catalogue, looks), off or tuple(self._off_topic())) if looks else []
        questions: list[MeasuredQuestion] = []
        seen: list[MeasuredLook] = []
        started, total = time.monotonic(), len(by_words) + len(by_looks)
        for some in _some_at_once(by_words):
            token.check()
            questions += self._measured(some, rows)
            yield _progress(len(questions), total, started)
        for some in _some_at_once(by_looks):
            token.check()
            seen += self._seen(some, ruler, looks)
            yield _progress(len(questions) + len(seen), total, started)
        yield Measured(self._kept(tuple(questions), rows, _of_looks(ruler, tuple(seen), looks)))

    def thresholds(self) -> Thresholds:
        """Those of words that are in use. Raises `LibraryUnavailable`."""
        return self.limits().words

    def look_match(self) -> float:
        """The cosine in use from which a look makes an answer adjacent. Raises `LibraryUnavailable`."""
        return self.limits().look

    def limits(self) -> Limits:
        """What the person applied for these models, or else what Candid comes with. Raises `LibraryUnavailable`."""
        applied = self._catalogue.measurements.applied(self.model_id)
        words = applied.measurement.thresholds if applied else None
        return Limits(words or SHIPPED, self._look_limit(applied.measurement.looks if applied else None))

    def _look_limit(self, applied: LookMeasurement | None) -> float:
        ruler = self._looks()
        if ruler is None:
            return LOOK_MATCH
        if applied is None or applied.threshold is None or applied.model_id != ruler.model_id:
            return ruler.enough
        return applied.threshold

    def history(self) -> tuple[StoredMeasurement, ...]:
        """All that was measured, the latest first."""
        return self._catalogue.measurements.kept()

    def apply(self, measurement_id: int) -> None:
        """Label answers by this measurement from now on. Raises `AppError` where it has no thresholds."""
        self._catalogue.measurements.apply(measurement_id)

    def use_shipped(self) -> None:
        """Label answers by the thresholds that Candid comes with from now on."""
        self._catalogue.measurements.apply(None)

    def why_again(self) -> str:
        """Why measuring is worth while now, as one sentence; empty if it is not. Raises `LibraryUnavailable`."""
        history = self.history()
        latest = next((each for each in history if each.applied), history[0] if history else None)
        if latest is None:
            return "This library was never measured; the thresholds that Candid comes with are used."
        if latest.measurement.model_id != self.model_id:
            return "The language model has changed since these numbers were measured: measure again."
        changed = self._changed(latest.measurement)
        if changed >= CHANGED:
            return f"{changed:.0%} of the library’s words have changed since these numbers were measured: measure again."
        return self._looks_changed(latest.measurement.looks)

    def _changed(self, measurement: Measurement) -> float:
        """The share of passages that are new or gone since."""
        kept, new = self._catalogue.passages_since(measurement.last_passage)
        return (new + measurement.passages - kept) / max(1, measurement.passages)

    def _looks_changed(self, measured: LookMeasurement | None) -> str:
        ruler = self._looks()
        looks = _looked_at(ruler)
        if ruler is None or looks is None:
            return ""
        if measured is None:
            return "Photos have been looked at since these numbers were measured: measure again."
        if measured.model_id != ruler.model_id:
            return "Photos are found by the looks of another model than when these numbers were measured: measure again."
        looked = len(looks.photo_ids)
        if abs(looked - measured.photos) < CHANGED * max(1, measured.photos):
            return ""
        return f"{looked:,} photos have been looked at now, {measured.photos:,} when these numbers were measured: measure again."

    def _on_topic(self, rows: PassageRows) -> tuple[str, ...]:
        texts = self._catalogue.passage_texts(rows.ids[: rows.said].tolist())
        return on_topic(text for _, text in texts.values())

    def _off(self) -> tuple[str, ...]:
        return tuple(self._off_topic()) + world_knowledge(self._catalogue.library_facts(self._catalogue.browse()))

    def _nothing(self, rows: PassageRows) -> NothingToMeasure:
        """Why nothing can be measured. Raises `ModelUnavailable` where that is the reason, and indexing again would not help."""
        if rows.passages and not len(rows.ids):
            self._embedder.embed([""])
        return NothingToMeasure(_no_sentences(rows) if self._catalogue.photo_count() else NO_PHOTOS)

    def _seen(self, some: Sequence[tuple[str, bool]], ruler: LookRuler | None, looks: LookRows | None) -> Iterator[MeasuredLook]:
        if ruler is None or looks is None:
            return
        today = self._now().date()
        wordings = [look_wording(text, parse(text, today)) for text, _ in some]
        for (text, is_on), cosine in zip(some, ruler.nearest(wordings, looks), strict=True):
            yield MeasuredLook(text, is_on, cosine)

    def _measured(self, some: Sequence[tuple[str, bool]], rows: PassageRows) -> Iterator[MeasuredQuestion]:
        vectors = self._embedder.embed([text for text, _ in some])
        for (text, is_on), vector in zip(some, vectors, strict=True):
            closeness = top_similarity(vector, rows)
            if closeness is not None:
                yield MeasuredQuestion(text, is_on, closeness)

    def _kept(self, questions: tuple[MeasuredQuestion, ...], rows: PassageRows, looks: LookMeasurement | None) -> StoredMeasurement:
        measurement = Measurement(
            model_id=self.model_id,
            photos=self._catalogue.photo_count(),
            passages=rows.passages,
            last_passage=int(rows.ids.max(initial=0)),
            measured_at=self._now().isoformat(timespec="seconds"),
            questions=questions,
            thresholds=thresholds_between(band(questions, on_topic=False), band(questions, on_topic=True)),
            looks=looks,
        )
        return StoredMeasurement(self._catalogue.measurements.store(measurement), measurement, applied=False)


def _looked_at(ruler: LookRuler | None) -> LookRows | None:
    rows = ruler.rows() if ruler else None
    return rows if rows is not None and len(rows.photo_ids) else None


def _of_looks(ruler: LookRuler | None, seen: tuple[MeasuredLook, ...], looks: LookRows | None) -> LookMeasurement | None:
    if ruler is None or looks is None:
        return None
    return LookMeasurement(ruler.model_id, len(looks.photo_ids), seen, look_threshold(seen))


def _asked(on: Sequence[str], off: Sequence[str]) -> list[tuple[str, bool]]:
    return [(each, True) for each in on] + [(each, False) for each in off]


def _progress(done: int, total: int, started: float) -> MeasureProgress:
    return MeasureProgress(done, total, (time.monotonic() - started) / max(1, done) * (total - done))


def _some_at_once(asked: Sequence[tuple[str, bool]]) -> Iterator[Sequence[tuple[str, bool]]]:
    """The questions, some at once."""
    return (asked[start : start + AT_ONCE] for start in range(0, len(asked), AT_ONCE))


def _no_sentences(rows: PassageRows) -> str:
    if rows.passages and not len(rows.ids):
        return "Closeness cannot be measured, because the words of this library have no vectors yet: index its folders again."
    return "There is nothing to measure: no photo has a caption or a title. Add photos with captions, or write some."
