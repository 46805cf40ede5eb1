"""The history of measurements of closeness, whole, and which of them is applied. A damaged one counts as one that was never made."""

import json
import math
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from app.domain.closeness import LookMeasurement, MeasuredLook, MeasuredQuestion, Measurement, Thresholds
from app.domain.errors import MeasurementUnusable
from app.domain.evidence import Closeness
from app.domain.ids import ModelId
from app.library.columns import text_of, whole_number
from app.library.database import Database
from app.library.failures import Damage, as_written
from app.library.records import StoredMeasurement

MOST_KEPT = 50
"""Years of history; each is a few tens of kilobytes."""

_COLUMNS = "SELECT id, model, photos, passages, last_passage, measured_at, adjacent, strong, questions, applied FROM measurement "


class Measurements:
    """The history in one library. Every method is one transaction and raises `LibraryUnavailable`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def store(self, measurement: Measurement) -> int:
        """Keep one more and give its id; old ones that are not applied go. Raises ValueError if a cosine is not finite."""
        with self._database.writing() as connection:
            return _store(connection, measurement)

    def kept(self) -> tuple[StoredMeasurement, ...]:
        """The kept measurements, newest first."""
        with self._database.reading() as connection:
            return _kept(connection)

    def apply(self, measurement_id: int | None) -> None:
        """Let this measurement's thresholds count, and no other's; None lets none of them. Raises `MeasurementUnusable`."""
        with self._database.writing() as connection:
            _apply(connection, measurement_id)

    def applied(self, model_id: ModelId) -> StoredMeasurement | None:
        """The measurement that is applied, if it was made with this model."""
        with self._database.reading() as connection:
            return _applied(connection, model_id)


def _store(connection: sqlite3.Connection, measurement: Measurement) -> int:
    """Keep one more, its id being the answer; the oldest beyond `MOST_KEPT` go, but never the applied one.

    Raises ValueError if a cosine is not finite.
    """
    limits = measurement.thresholds
    row = (
        measurement.model_id, measurement.photos, measurement.passages, measurement.last_passage, measurement.measured_at,
        limits and _finite(limits.adjacent), limits and _finite(limits.strong), _encoded(measurement),
    )  # fmt: skip
    made = connection.execute(_INSERT, row)
    connection.execute(_DROP_OLDEST, (MOST_KEPT,))
    return int(made.lastrowid or 0)


def _kept(connection: sqlite3.Connection) -> tuple[StoredMeasurement, ...]:
    """All of them, newest first, without damaged ones."""
    kept = (_undamaged(connection, each) for each in _ids(connection))
    return tuple(each for each in kept if each is not None)


def _applied(connection: sqlite3.Connection, model_id: ModelId) -> StoredMeasurement | None:
    """The applied one, if it was made with this model: cosines of another model say nothing here. None also if it is damaged."""
    row = connection.execute("SELECT id FROM measurement WHERE applied = 1 AND model = ?", (model_id,)).fetchone()
    return _undamaged(connection, row[0]) if row else None


def _apply(connection: sqlite3.Connection, measurement_id: int | None) -> None:
    """Let this one's thresholds count, and no other's; None lets none of them. Raises `MeasurementUnusable`."""
    if measurement_id is not None:
        _check_usable(connection, measurement_id)
    connection.execute("UPDATE measurement SET applied = 0 WHERE applied = 1")
    connection.execute("UPDATE measurement SET applied = 1 WHERE id = ?", (measurement_id,))


def _check_usable(connection: sqlite3.Connection, measurement_id: int) -> None:
    stored = _undamaged(connection, measurement_id)
    if stored is None:
        raise MeasurementUnusable("This measurement is no longer kept: measure again.")
    looks = stored.measurement.looks
    if stored.measurement.thresholds is None and (looks is None or looks.threshold is None):
        raise MeasurementUnusable("This measurement has no thresholds, for want of a gap or of questions: those in use stay as they are.")


def erase_texts(connection: sqlite3.Connection) -> None:
    """Empty the texts of all questions, which hold words of the library's photos; the figures stay, and damaged measurements go."""
    kept = _kept(connection)
    damaged = set(_ids(connection)).difference(each.id for each in kept)
    connection.executemany("DELETE FROM measurement WHERE id = ?", [(each,) for each in damaged])
    for each in kept:
        connection.execute("UPDATE measurement SET questions = ? WHERE id = ?", (_encoded(_without_texts(each.measurement)), each.id))


def _without_texts(measurement: Measurement) -> Measurement:
    bare = tuple(replace(each, text="") for each in measurement.questions)
    looks = measurement.looks
    if looks is not None:
        looks = replace(looks, questions=tuple(replace(each, text="") for each in looks.questions))
    return replace(measurement, questions=bare, looks=looks)


def _ids(connection: sqlite3.Connection) -> list[int]:
    return [each for (each,) in connection.execute("SELECT id FROM measurement ORDER BY id DESC")]


def _undamaged(connection: sqlite3.Connection, measurement_id: int) -> StoredMeasurement | None:
    try:
        row = connection.execute(_COLUMNS + "WHERE id = ?", (measurement_id,)).fetchone()
        return _stored(row) if row else None
    except Damage:
        return None
    except sqlite3.OperationalError as error:
        # Text that is no UTF-8 is the one such error without SQLite's code.
        if hasattr(error, "sqlite_errorcode"):
            raise
        return None


def _encoded(measurement: Measurement) -> str:
    """The questions as a list; where looks were measured, an object of that list and of theirs."""
    rows = [[each.text, each.on_topic, _finite(each.closeness.sentences), _finite(each.closeness.names)] for each in measurement.questions]
    looks = measurement.looks
    if looks is None:
        return json.dumps(rows, separators=(",", ":"))
    seen = [[each.text, each.on_topic, _finite(each.cosine)] for each in looks.questions]
    threshold = None if looks.threshold is None else _finite(looks.threshold)
    of_looks = {"model": looks.model_id, "photos": looks.photos, "threshold": threshold, "questions": seen}
    return json.dumps({"words": rows, "looks": of_looks}, separators=(",", ":"))


@as_written()
def _stored(row: Sequence[Any]) -> StoredMeasurement:
    measurement_id, model, photos, passages, last_passage, measured_at, adjacent, strong, questions, applied = row
    words, looks = _parts(json.loads(questions))
    found = Measurement(
        ModelId(text_of(model)), whole_number(photos), whole_number(passages), whole_number(last_passage), text_of(measured_at),
        tuple(map(_question, words)), _thresholds(adjacent, strong), looks,
    )  # fmt: skip
    return StoredMeasurement(whole_number(measurement_id), found, bool(whole_number(applied)))


def _parts(entry: object) -> tuple[list[object], LookMeasurement | None]:
    """The questions measured by words, and what was measured by looks."""
    match entry:
        case list():
            return entry, None
        case {"words": list(words), "looks": {"model": str(model), "photos": photos, "threshold": threshold, "questions": list(seen)}}:
            return words, LookMeasurement(ModelId(model), whole_number(photos), tuple(map(_seen, seen)), _threshold(threshold))
    raise Damage("the questions are not as they were written")


def _seen(entry: object) -> MeasuredLook:
    match entry:
        case [str(text), bool(on_topic), float(cosine)]:
            return MeasuredLook(text, on_topic, _finite(cosine))
    raise Damage("a question is not one that was written")


def _threshold(entry: object) -> float | None:
    match entry:
        case None:
            return None
        case float(number):
            return _finite(number)
    raise Damage("a threshold is not a number")


def _question(entry: object) -> MeasuredQuestion:
    match entry:
        case [str(text), bool(on_topic), float(sentences), float(names)]:
            return MeasuredQuestion(text, on_topic, Closeness(_finite(sentences), _finite(names)))
    raise Damage("a question is not one that was written")


def _thresholds(adjacent: object, strong: object) -> Thresholds | None:
    match adjacent, strong:
        case None, None:
            return None
        case float(low), float(high):
            return Thresholds(_finite(low), _finite(high))
    raise Damage("a threshold is not a number")


def _finite(number: float) -> float:
    """The same number. Raises ValueError if it is none."""
    if not math.isfinite(number):
        raise ValueError("a cosine is not finite")
    return float(number)


_INSERT = """INSERT INTO measurement(model, photos, passages, last_passage, measured_at, adjacent, strong, questions)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
_DROP_OLDEST = """DELETE FROM measurement WHERE applied = 0 AND id NOT IN (
                    SELECT id FROM measurement ORDER BY applied DESC, id DESC LIMIT ?)"""
