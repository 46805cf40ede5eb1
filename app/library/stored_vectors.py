"""Vectors in SQLite, the original of every vector index: float32 of a passage by a model."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.content_words import is_name
from app.domain.ids import ModelId, PassageId
from app.domain.ports import Ids, PassageRows, Vectors
from app.domain.words import EMBEDDED, SENTENCES, Field
from app.library.columns import as_list, select_ids, text_of, whole_number
from app.library.failures import as_written
from app.library.vectors import are_units, checked_vectors

_FORM = np.dtype("<f4")
_AT_ONCE = 10_000
_FETCHED = 500
"""Vectors that are checked and copied together: few enough to stay in the processor's cache."""


def passages_without_vector(
    connection: sqlite3.Connection, model_id: ModelId, limit: int, after: PassageId
) -> tuple[tuple[PassageId, str], ...]:
    """Up to `limit` passages above the id `after` that the model has not embedded, by id."""
    if after <= 0 and connection.execute(_AS_MANY, (model_id,)).fetchone()[0]:
        return ()
    rows = connection.execute(
        """SELECT id, text FROM passage WHERE id > ? AND NOT EXISTS (
               SELECT 1 FROM vector WHERE passage_id = passage.id AND model_id = (SELECT id FROM model WHERE name = ?))
           ORDER BY id LIMIT ?""",
        (after, model_id, limit),
    )
    return tuple((PassageId(passage_id), text_of(text)) for passage_id, text in rows)


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
    return _read(connection, model_id, _ALL, (model_id,))


def vectors_of(connection: sqlite3.Connection, model_id: ModelId, passage_ids: Ids) -> tuple[Ids, Vectors]:
    """The vectors of those of the passages that have one, by passage id; a damaged vector is none."""
    return _read(connection, model_id, _SOME, (model_id, as_list(passage_ids)))


def passage_rows(connection: sqlite3.Connection, model_id: ModelId, dimension: int) -> tuple[PassageRows, bool]:
    """The sound vectors of a model of all passages of words, sentences before names, each group by id; and whether any was damaged."""
    passages = select_ids(connection, _PASSAGES)
    known = vector_ids(connection, model_id)
    known = known[np.isin(known, passages)]
    said, read = (np.isin(known, ids) for ids in _telling(connection))
    ids, matrix = np.concatenate([known[said], known[read], known[~(said | read)]]), np.empty((len(known), dimension), np.float32)
    sound = _fill(matrix, ids, _checked_parts(connection, model_id, dimension))
    rows = PassageRows(ids, matrix, int(np.count_nonzero(said | read)), len(passages), int(np.count_nonzero(read)))
    return _kept(rows, sound), not sound.all()


def _telling(connection: sqlite3.Connection) -> tuple[Ids, Ids]:
    """The captions and titles that say more than a name, and the texts that were read in pictures and do."""
    rows = [(passage_id, field) for passage_id, field, text in connection.execute(_TEXTS) if not is_name(text_of(text))]
    ids, fields = np.array(rows, np.int64).reshape(-1, 2).T
    return ids[fields != Field.TEXT], ids[fields == Field.TEXT]


def without_removed(connection: sqlite3.Connection, model_id: ModelId, known: PassageRows) -> PassageRows:
    """The rows without those whose passages were removed since, where no vector was stored since."""
    left = replace(known, passages=len(select_ids(connection, _PASSAGES)))
    return _kept(left, np.isin(known.ids, vector_ids(connection, model_id)))


def damaged_ids(connection: sqlite3.Connection, model_id: ModelId) -> Ids:
    """The passages whose stored vector is no unit vector of the model's dimension, by id."""
    ids = vector_ids(connection, model_id)
    parts = [ids[start : start + _AT_ONCE] for start in range(0, len(ids), _AT_ONCE)]
    damaged = [np.setdiff1d(part, vectors_of(connection, model_id, part)[0]) for part in parts]
    return np.concatenate([np.empty(0, np.int64), *damaged])


def drop_vectors(connection: sqlite3.Connection, model_id: ModelId, passage_ids: Ids) -> None:
    """Remove the vectors of these passages."""
    connection.execute(f"DELETE {_SOME_OF_MODEL}", (model_id, as_list(passage_ids)))


@as_written()
def latest_model(connection: sqlite3.Connection) -> tuple[ModelId, int] | None:
    """The id and the dimension of the model that came last; None where no vector was ever stored."""
    row = connection.execute("SELECT name, dimension FROM model WHERE dimension > 0 ORDER BY id DESC LIMIT 1").fetchone()
    return (ModelId(text_of(row[0])), whole_number(row[1])) if row else None


def has_dimension(connection: sqlite3.Connection, model_id: ModelId, dimension: int) -> bool:
    """Whether the model is stored with this dimension, or not yet at all."""
    known = connection.execute("SELECT dimension FROM model WHERE name = ?", (model_id,)).fetchone()
    return known is None or known[0] == dimension


def settle_dimension(connection: sqlite3.Connection, model_id: ModelId, dimension: int) -> None:
    """Store the dimension of a model, whose id belongs to one dimension alone."""
    connection.execute("UPDATE model SET dimension = ? WHERE name = ?", (dimension, model_id))


def _read(connection: sqlite3.Connection, model_id: ModelId, select: str, parameters: tuple[str, ...]) -> tuple[Ids, Vectors]:
    known = connection.execute("SELECT dimension FROM model WHERE name = ?", (model_id,)).fetchone()
    dimension = whole_number(known[0]) if known else 0
    return _sound(connection.execute(select, parameters).fetchall(), dimension)


def _sound(rows: Sequence[tuple[Any, Any]], dimension: int) -> tuple[Ids, Vectors]:
    """Ids and unit vectors of rows of both; what is none is left out."""
    size = dimension * _FORM.itemsize
    whole = [row for row in rows if isinstance(row[1], bytes) and len(row[1]) == size]
    ids = np.array([whole_number(passage_id) for passage_id, _ in whole], dtype=np.int64)
    matrix = np.frombuffer(b"".join(components for _, components in whole), _FORM).reshape(len(whole), dimension)
    sound = are_units(matrix)
    return (ids, matrix) if sound.all() else (ids[sound], matrix[sound])


def _checked_parts(connection: sqlite3.Connection, model_id: ModelId, dimension: int) -> Iterator[tuple[Ids, Vectors]]:
    rows = connection.execute(_ALL, (model_id,))
    while some := rows.fetchmany(_FETCHED):
        yield _sound(some, dimension)


def _fill(matrix: Vectors, ids: Ids, parts: Iterator[tuple[Ids, Vectors]]) -> NDArray[np.bool_]:
    """Write each vector into the row of its id; for each row whether it has one."""
    row_of = {passage_id: row for row, passage_id in enumerate(ids.tolist())}
    filled = np.zeros(len(ids), np.bool_)
    for some, vectors in parts:
        rows = np.array([row_of.get(passage_id, -1) for passage_id in some.tolist()], np.int64)
        if (rows < 0).any():
            rows, vectors = rows[rows >= 0], vectors[rows >= 0]
        matrix[rows], filled[rows] = vectors, True
    return filled


def _kept(rows: PassageRows, kept: NDArray[np.bool_]) -> PassageRows:
    """The kept ones of the rows; the same arrays where that is all of them."""
    if not kept.all():
        said, sentences = (int(np.count_nonzero(kept[:end])) for end in (rows.said, rows.sentences))
        rows = PassageRows(rows.ids[kept], rows.matrix[kept], sentences, rows.passages, sentences - said)
    # Threads share them.
    rows.ids.flags.writeable = rows.matrix.flags.writeable = False
    return rows


def _model(connection: sqlite3.Connection, model_id: ModelId, dimension: int) -> int:
    connection.execute("INSERT OR IGNORE INTO model(name, dimension) VALUES (?, ?)", (model_id, dimension))
    row_id, known = connection.execute("SELECT id, dimension FROM model WHERE name = ?", (model_id,)).fetchone()
    if known != dimension:
        raise ValueError(f"vectors of {model_id} have the dimension {known}, not {dimension}")
    return int(row_id)


_OF_MODEL = "FROM vector WHERE model_id = (SELECT id FROM model WHERE name = ?)"
# Counting costs a tenth of looking for a vector of each passage.
_AS_MANY = f"SELECT (SELECT count(*) FROM passage) = (SELECT count(*) {_OF_MODEL})"  # noqa: S608
_SOME_OF_MODEL = _OF_MODEL + " AND passage_id IN (SELECT value FROM json_each(?))"  # noqa: S608
_ALIVE = "SELECT group_concat(id) FROM passage WHERE id IN (SELECT value FROM json_each(?))"
_IDS = f"SELECT group_concat(passage_id) {_OF_MODEL}"
_ALL = f"SELECT passage_id, components {_OF_MODEL} ORDER BY passage_id"
_SOME = f"SELECT passage_id, components {_SOME_OF_MODEL} ORDER BY passage_id"
_PASSAGES = f"SELECT group_concat(id) FROM passage WHERE field IN ({', '.join(str(int(field)) for field in sorted(EMBEDDED))})"  # noqa: S608
_TEXTS = f"SELECT id, field, text FROM passage WHERE field IN ({', '.join(str(int(field)) for field in sorted(SENTENCES))})"  # noqa: S608
