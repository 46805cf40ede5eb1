"""Vectors in SQLite, the original of every vector index: float32 of a passage by a model."""

import sqlite3
from collections.abc import Sequence

import numpy as np

from app.domain.ids import ModelId, PassageId
from app.domain.ports import Ids, Vectors
from app.library.columns import as_list, select_ids
from app.library.vectors import checked_vectors

_FORM = np.dtype("<f4")


def passages_without_vector(
    connection: sqlite3.Connection, model_id: ModelId, limit: int, after: PassageId
) -> tuple[tuple[PassageId, str], ...]:
    """Up to `limit` passages above the id `after` that the model has not embedded, by id."""
    rows = connection.execute(
        """SELECT id, text FROM passage WHERE id > ? AND NOT EXISTS (
               SELECT 1 FROM vector WHERE passage_id = passage.id AND model_id = (SELECT id FROM model WHERE name = ?))
           ORDER BY id LIMIT ?""",
        (after, model_id, limit),
    )
    return tuple((PassageId(passage_id), text) for passage_id, text in rows)


def store_vectors(
    connection: sqlite3.Connection, model_id: ModelId, passage_ids: Sequence[PassageId], matrix: Vectors
) -> tuple[PassageId, ...]:
    """Keep unit vectors (n, dimension); the ids of passages that still exist, which alone were kept."""
    dimension = matrix.shape[1] if matrix.ndim == 2 else 0
    rows = checked_vectors(matrix, len(passage_ids), dimension).astype(_FORM)
    model = _model(connection, model_id, dimension)
    alive = set(select_ids(connection, _ALIVE, (as_list(passage_ids),)).tolist())
    kept = [(passage_id, row) for passage_id, row in zip(passage_ids, rows, strict=True) if passage_id in alive]
    connection.executemany(
        """INSERT INTO vector(passage_id, model_id, components) VALUES (?, ?, ?)
           ON CONFLICT(passage_id, model_id) DO UPDATE SET components = excluded.components""",
        [(int(passage_id), model, row.tobytes()) for passage_id, row in kept],
    )
    return tuple(passage_id for passage_id, _ in kept)


def vector_ids(connection: sqlite3.Connection, model_id: ModelId) -> Ids:
    """Sorted ids of all passages that have a vector of the model."""
    return np.sort(select_ids(connection, _IDS, (model_id,)))


def all_vectors(connection: sqlite3.Connection, model_id: ModelId) -> tuple[Ids, Vectors]:
    """All vectors of a model by passage id: int64 (n,) and float32 (n, dimension)."""
    return _read(connection, model_id, _COUNT, _ALL, (model_id,))


def vectors_of(connection: sqlite3.Connection, model_id: ModelId, passage_ids: Ids) -> tuple[Ids, Vectors]:
    """The vectors of those of the passages that have one, by passage id."""
    return _read(connection, model_id, _COUNT_SOME, _SOME, (model_id, as_list(passage_ids)))


def _read(connection: sqlite3.Connection, model_id: ModelId, count: str, select: str, parameters: tuple[str, ...]) -> tuple[Ids, Vectors]:
    known = connection.execute("SELECT dimension FROM model WHERE name = ?", (model_id,)).fetchone()
    dimension = known[0] if known else 0
    (rows,) = connection.execute(count, parameters).fetchone()
    ids, matrix = np.empty(rows, np.int64), np.empty((rows, dimension), np.float32)
    for index, (passage_id, components) in enumerate(connection.execute(select, parameters)):
        ids[index] = passage_id
        matrix[index] = np.frombuffer(components, _FORM)
    return ids, matrix


def _model(connection: sqlite3.Connection, model_id: ModelId, dimension: int) -> int:
    connection.execute("INSERT OR IGNORE INTO model(name, dimension) VALUES (?, ?)", (model_id, dimension))
    row_id, known = connection.execute("SELECT id, dimension FROM model WHERE name = ?", (model_id,)).fetchone()
    if known != dimension:
        raise ValueError(f"vectors of {model_id} have the dimension {known}, not {dimension}")
    return int(row_id)


_OF_MODEL = "FROM vector WHERE model_id = (SELECT id FROM model WHERE name = ?)"
_SOME_OF_MODEL = _OF_MODEL + " AND passage_id IN (SELECT value FROM json_each(?))"  # noqa: S608
_ALIVE = "SELECT group_concat(id) FROM passage WHERE id IN (SELECT value FROM json_each(?))"
_IDS = f"SELECT group_concat(passage_id) {_OF_MODEL}"
_COUNT = f"SELECT count(*) {_OF_MODEL}"
_COUNT_SOME = f"SELECT count(*) {_SOME_OF_MODEL}"
_ALL = f"SELECT passage_id, components {_OF_MODEL} ORDER BY passage_id"
_SOME = f"SELECT passage_id, components {_SOME_OF_MODEL} ORDER BY passage_id"
