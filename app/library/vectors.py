"""What every vector index checks before its backend is called: shapes, finite values, unit length."""

import numpy as np
from numpy.typing import NDArray

from app.domain.ports import Neighbours, Vectors

UNIT_TOLERANCE = 1e-3
"""How far from 1 the length of a unit vector may be, for rounding in float32 and float16 weights."""


def checked_vectors(vectors: Vectors, count: int, dimension: int) -> Vectors:
    """Contiguous float32 (count, dimension). Raises ValueError on another shape, a non-finite value or a length that is not 1."""
    rows = np.ascontiguousarray(vectors, dtype=np.float32)
    if rows.ndim != 2 or rows.shape != (count, dimension):
        raise ValueError(f"{count} vectors of dimension {dimension} were expected, not an array of shape {rows.shape}")
    if count and dimension == 0:
        raise ValueError("a vector needs at least one component")
    if not are_units(rows).all():
        raise ValueError("a vector is not finite or not of unit length")
    return rows


def are_units(rows: Vectors) -> NDArray[np.bool_]:
    """For each row whether it is finite and of unit length."""
    # A NaN makes every comparison false, so it fails here too.
    with np.errstate(over="ignore", invalid="ignore"):
        # As exact as np.linalg.norm and twice as fast: no copy of the rows in between.
        return np.asarray(np.abs(np.sqrt(np.einsum("ij,ij->i", rows, rows)) - 1) <= UNIT_TOLERANCE)


def checked_query(query: Vectors, dimension: int, k: int) -> Vectors:
    """Contiguous float32 (dimension,). Raises ValueError as `checked_vectors` does, or if k < 1."""
    if k < 1:
        raise ValueError(f"k is {k}, but at least one neighbour must be asked for")
    row = np.asarray(query, dtype=np.float32)
    if row.ndim != 1:
        raise ValueError(f"one query vector was expected, not an array of shape {row.shape}")
    return checked_vectors(row[None, :], 1, dimension).reshape(dimension)


def unique_rows(ids: list[int], vectors: Vectors) -> tuple[list[int], Vectors]:
    """Each id once; where it stands more than once, with its last vector."""
    last = {each: row for row, each in enumerate(ids)}
    return list(last), vectors[list(last.values())]


def no_neighbours() -> Neighbours:
    """The answer of an empty index."""
    return Neighbours(np.empty(0, np.int64), np.empty(0, np.float32))


def nearest_first(ids: np.ndarray[tuple[int], np.dtype[np.int64]], cosines: Vectors, k: int) -> Neighbours:
    """The k of greatest cosine, equal ones by id."""
    order = np.lexsort((ids, -cosines))[:k]
    return Neighbours(ids[order], cosines[order])
