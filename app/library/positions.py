"""Photos around a position. Positions are stored as unit vectors: one product tells the great-circle distance, at the poles as anywhere."""

import math
import sqlite3
from collections.abc import Sequence

import numpy as np

from app.domain.earth import EARTH_RADIUS, direction
from app.domain.photo import PhotoFacts, Position
from app.domain.ports import Ids
from app.library.columns import select_ids

Direction = tuple[float, float, float] | tuple[None, None, None]


def stored_direction(facts: PhotoFacts) -> Direction:
    """What the columns `x`, `y` and `z` of a photo hold; None each where it has no position."""
    return direction(facts.gps.value.latitude, facts.gps.value.longitude) if facts.gps else (None, None, None)


def within(connection: sqlite3.Connection, positions: Sequence[Position], kilometres: float) -> Ids:
    """Sorted ids of the photos that can be found and lie at most so far from one of the positions."""
    found = (select_ids(connection, f"SELECT group_concat(id) {_WITHIN}", _bounds(each, kilometres)) for each in positions)
    return np.unique(np.concatenate([np.empty(0, np.int64), *found]))


def with_photos(connection: sqlite3.Connection, positions: Sequence[Position], kilometres: float) -> tuple[Position, ...]:
    """Those of the positions around which there is a photo."""
    return tuple(each for each in positions if connection.execute(f"SELECT 1 {_WITHIN} LIMIT 1", _bounds(each, kilometres)).fetchone())


def _bounds(position: Position, kilometres: float) -> tuple[float, ...]:
    """The southernmost and the northernmost `z`, the direction, and the cosine of the angle."""
    north, angle = math.radians(position.latitude), min(kilometres / EARTH_RADIUS, math.pi)
    south_end, north_end = max(-math.pi / 2, north - angle), min(math.pi / 2, north + angle)
    return math.sin(south_end), math.sin(north_end), *direction(position.latitude, position.longitude), math.cos(angle)


_WITHIN = "FROM photo WHERE z BETWEEN ? AND ? AND x * ? + y * ? + z * ? >= ? AND state < 2"
